/* Plays Fruit Rage badly but rightly: it takes the first fruit that it finds. Called with the name
 * of a fault it has that fault and no other:
 *
 *   crlf       chokes on CRLF line ends
 *   time       never looks at the clock
 *   gravity    writes the board before gravity
 *   bottom     counts rows from the bottom
 *   newline    leaves the last newline out
 *   large      crashes on boards of 26 x 26
 *   playdata   cannot do without a sound playdata.txt once the board is not full
 *   append     appends to output.txt
 *   kinds      takes p for an upper bound of the digits
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EDGE = 26 };

static int size, kinds;
static char board[EDGE][EDGE + 2];
static const char *fault = "";

static int has(const char *name)
{
    return strcmp(fault, name) == 0;
}

static void burn(double seconds)
{
    while ((double)clock() < seconds * CLOCKS_PER_SEC) {
    }
}

static void read_board(void)
{
    FILE *in = fopen("input.txt", "r");
    double seconds;
    char row[100];
    if (!in || fscanf(in, "%d %d %lf", &size, &kinds, &seconds) != 3 || size > EDGE)
        exit(3);
    if (has("crlf"))
        getc(in); /* the line's end, as it thinks */
    for (int i = 0; i < size; i++) {
        if (has("crlf") ? fread(row, 1, (size_t)size + 1, in) == 0 : fscanf(in, "%99s", row) != 1)
            exit(4);
        memcpy(board[i], row, (size_t)size);
    }
    fclose(in);
    if (has("time"))
        burn(0.3);
}

static void take(int row, int column, char kind)
{
    if (row < 0 || column < 0 || row >= size || column >= size || board[row][column] != kind)
        return;
    board[row][column] = '*';
    take(row - 1, column, kind);
    take(row + 1, column, kind);
    take(row, column - 1, kind);
    take(row, column + 1, kind);
}

static void fall(void)
{
    for (int column = 0; column < size; column++)
        for (int row = size - 1, to = size - 1; row >= 0; row--)
            if (board[row][column] != '*') {
                char kind = board[row][column];
                board[row][column] = '*';
                board[to--][column] = kind;
            }
}

static void write_answer(int row, int column)
{
    FILE *out = fopen("output.txt", has("append") ? "a" : "w");
    if (!out)
        exit(5);
    fprintf(out, "%c%d", 'A' + column, has("bottom") ? size - row : row + 1);
    for (int i = 0; i < size; i++)
        fprintf(out, "\n%.*s", size, board[i]);
    fprintf(out, "%s", has("newline") ? "" : "\n");
    fclose(out);
}

static int knows_playdata(void)
{
    int number = 0;
    FILE *in = fopen("playdata.txt", "r");
    if (in) {
        number = fscanf(in, "%d", &number) == 1 ? number : 0;
        fclose(in);
    }
    FILE *out = fopen("playdata.txt", "w");
    if (out) {
        fprintf(out, "%d\n", number + 1);
        fclose(out);
    }
    return number > 0;
}

int main(int argc, char **argv)
{
    fault = argc > 1 ? argv[1] : "";
    read_board();
    if (has("large") && size == EDGE)
        abort();
    int known = knows_playdata();
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column < size; column++) {
            char kind = board[row][column];
            if (kind == '*' && has("playdata") && !known)
                exit(6);
            if (kind == '*' || (has("kinds") && kind - '0' >= kinds))
                continue;
            take(row, column, kind);
            if (!has("gravity"))
                fall();
            write_answer(row, column);
            return 0;
        }
    return 7;
}
