/* Honest; keeps count of its moves in playdata.txt and fails if anybody else wrote there. */
#include "misbehaving.h"

int main(void)
{
    int moves = 0;
    be_asked();
    FILE *file = fopen("playdata.txt", "r");
    if (file && fscanf(file, "moves %d", &moves) != 1)
        return 1;
    if (file)
        fclose(file);
    file = fopen("playdata.txt", "w");
    if (!file)
        return 1;
    fprintf(file, "moves %d\n", moves + 1);
    fclose(file);
    fprintf(stderr, "move %d\n", moves + 1);
    answer();
    go_on_honestly();
    return 0;
}
