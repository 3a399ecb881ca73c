/* Bids for land badly but rightly: it claims the first square that it may. Called with the name of
 * a fault it has that fault and no other:
 *
 *   silent     does not flush its answers
 *   row        prints row and column, whatever the manager reads
 *   lists      reads boards in square brackets only
 *   five       wants five fields in the first line
 *   final      ends with an error if there is no FINAL
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EDGE = 16 };

static int size, me;
static char board[EDGE][EDGE];
static const char *fault = "";

static int has(const char *name)
{
    return strcmp(fault, name) == 0;
}

static void read_board(const char *line)
{
    int count = 0;
    char cell[EDGE * EDGE];
    if (has("lists") && line[0] != '[')
        exit(3);
    for (; *line; line++)
        if (*line >= '0' && *line <= '2' && count < EDGE * EDGE)
            cell[count++] = (char)(*line - '0');
    for (size = 1; size * size < count; size++) {
    }
    for (int i = 0; i < count; i++)
        board[i / size][i % size] = cell[i];
}

static int at(int row, int column)
{
    return row < 0 || column < 0 || row >= size || column >= size ? 0 : board[row][column];
}

static int brackets(int row, int column)
{
    for (int direction = 0; direction < 9; direction++) {
        int down = direction / 3 - 1, right = direction % 3 - 1, steps = 1;
        if (direction == 4)
            continue;
        while (at(row + steps * down, column + steps * right) == 3 - me)
            steps++;
        if (steps > 1 && at(row + steps * down, column + steps * right) == me)
            return 1;
    }
    return 0;
}

static void claim(int column_first)
{
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (board[row][column] == 0 && brackets(row, column)) {
                if (column_first && !has("row"))
                    printf("%d %d\n", column, row);
                else
                    printf("%d %d\n", row, column);
                if (!has("silent"))
                    fflush(stdout);
                return;
            }
}

int main(int argc, char **argv)
{
    static char line[1 << 14];
    fault = argc > 1 ? argv[1] : "";
    printf("bidder\n");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin))
        return 4;
    me = atoi(line);
    int five = strchr(line, ',') != NULL;
    if (has("five") && !five)
        return 5;
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "FINAL", 5) == 0)
            return 0;
        if (strncmp(line, "SCORE", 5) != 0) {
            read_board(line);
            claim(five);
        }
    }
    return has("final") ? 6 : 0;
}
