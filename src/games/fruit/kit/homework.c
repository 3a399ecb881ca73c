/* A first agent for the Fruit Rage: takes the region of a random fruit. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { EDGE_MAX = 26 };

struct box {
    int n;
    char cell[EDGE_MAX][EDGE_MAX + 2];
};

/* Empties the region of this kind that the cell belongs to. */
static void take(struct box *box, int row, int column, char kind)
{
    if (row < 0 || row >= box->n || column < 0 || column >= box->n)
        return;
    if (box->cell[row][column] != kind)
        return;
    box->cell[row][column] = '*';
    take(box, row + 1, column, kind);
    take(box, row - 1, column, kind);
    take(box, row, column + 1, kind);
    take(box, row, column - 1, kind);
}

/* Lets everything fall down. */
static void fall(struct box *box)
{
    for (int column = 0; column < box->n; column++) {
        int to = box->n - 1;
        for (int row = box->n - 1; row >= 0; row--) {
            char fruit = box->cell[row][column];
            if (fruit == '*')
                continue;
            box->cell[row][column] = '*';
            box->cell[to--][column] = fruit;
        }
    }
}

/* The cell to pick. This is where you come in. */
static void choose(const struct box *box, double seconds, int *row, int *column)
{
    (void)seconds;
    do {
        *row = rand() % box->n;
        *column = rand() % box->n;
    } while (box->cell[*row][*column] == '*');
}

int main(void)
{
    struct box box;
    int kinds, row, column;
    double seconds;
    FILE *file = fopen("input.txt", "r");
    if (!file || fscanf(file, "%d %d %lf", &box.n, &kinds, &seconds) != 3 || box.n < 1 ||
        box.n > EDGE_MAX)
        return 1;
    for (int i = 0; i < box.n; i++)
        if (fscanf(file, "%27s", box.cell[i]) != 1)
            return 1;
    fclose(file);

    srand((unsigned)time(NULL));
    choose(&box, seconds, &row, &column);
    take(&box, row, column, box.cell[row][column]);
    fall(&box);

    file = fopen("output.txt", "w");
    if (!file)
        return 1;
    fprintf(file, "%c%d\n", 'A' + column, row + 1);
    for (int i = 0; i < box.n; i++)
        fprintf(file, "%.*s\n", box.n, box.cell[i]);
    return fclose(file) == 0 ? 0 : 1;
}
