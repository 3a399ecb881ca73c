/* A first agent for land bidding: makes a random legal claim. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EDGE_MAX = 64, LINE_MAX_BYTES = 1 << 16 };

struct board {
    int n;
    int cell[EDGE_MAX][EDGE_MAX]; /* 0 free, 1 and 2 the companies' */
};

/* Reads the board as Python prints it: the digits are the cells, row by row. */
static bool read_board(const char *line, struct board *board)
{
    static int cells[EDGE_MAX * EDGE_MAX];
    int count = 0;
    for (; *line; line++)
        if (isdigit((unsigned char)*line) && count < EDGE_MAX * EDGE_MAX)
            cells[count++] = *line - '0';
    for (board->n = 1; board->n * board->n < count;)
        board->n++;
    if (count == 0 || board->n * board->n != count)
        return false;
    for (int i = 0; i < count; i++)
        board->cell[i / board->n][i % board->n] = cells[i];
    return true;
}

static int at(const struct board *board, int row, int column)
{
    bool inside = row >= 0 && row < board->n && column >= 0 && column < board->n;
    return inside ? board->cell[row][column] : 0;
}

/* True if a claim there takes land of the other company. */
static bool is_legal(const struct board *board, int color, int row, int column)
{
    if (at(board, row, column) != 0)
        return false;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++) {
            int r = row + dr, c = column + dc, length = 0;
            while (at(board, r, c) == 3 - color) {
                r += dr;
                c += dc;
                length++;
            }
            if (length > 0 && at(board, r, c) == color)
                return true;
        }
    return false;
}

/* The claim to make. This is where you come in. */
static void choose(const struct board *board, int color, int *row, int *column)
{
    int seen = 0;
    for (int r = 0; r < board->n; r++)
        for (int c = 0; c < board->n; c++)
            if (is_legal(board, color, r, c) && rand() % ++seen == 0) {
                *row = r; /* each legal claim has the same chance to be kept */
                *column = c;
            }
}

int main(void)
{
    static char line[LINE_MAX_BYTES];
    static struct board board;
    srand((unsigned)time(NULL));
    printf("Starter\n");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin))
        return 0;
    int color = atoi(line);
    bool by_column = strchr(line, ',') != NULL;
    while (fgets(line, sizeof line, stdin) && strncmp(line, "FINAL", 5) != 0) {
        int row = 0, column = 0;
        if (strncmp(line, "SCORE", 5) == 0 || !read_board(line, &board))
            continue;
        choose(&board, color, &row, &column);
        printf("%d %d\n", by_column ? column : row, by_column ? row : column);
        fflush(stdout);
    }
    return 0;
}
