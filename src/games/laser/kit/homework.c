/* A first agent for Laser Checkmate: takes a random free square. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { EDGE_MAX = 64, RANGE = 3 };

struct board {
    int n;
    char cell[EDGE_MAX][EDGE_MAX + 2]; /* '0' empty, '1' mine, '2' the opponent's, '3' a block */
};

/* Marks the squares that an emitter on this one covers. */
static void cover(const struct board *board, int row, int column, bool covered[EDGE_MAX][EDGE_MAX])
{
    covered[row][column] = true;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            for (int i = 1; i <= RANGE; i++) {
                int r = row + i * dr, c = column + i * dc;
                if (r < 0 || r >= board->n || c < 0 || c >= board->n || board->cell[r][c] == '3')
                    break;
                covered[r][c] = true;
            }
}

/* The square to take. This is where you come in. */
static void choose(const struct board *board, int *row, int *column)
{
    static bool covered[EDGE_MAX][EDGE_MAX];
    int seen = 0;
    for (int r = 0; r < board->n; r++)
        for (int c = 0; c < board->n; c++)
            if (board->cell[r][c] == '1' || board->cell[r][c] == '2')
                cover(board, r, c, covered);
    for (int r = 0; r < board->n; r++)
        for (int c = 0; c < board->n; c++)
            if (board->cell[r][c] == '0' && !covered[r][c] && rand() % ++seen == 0) {
                *row = r; /* each free square has the same chance to be kept */
                *column = c;
            }
}

int main(void)
{
    struct board board;
    int row = 0, column = 0;
    FILE *file = fopen("input.txt", "r");
    if (!file || fscanf(file, "%d", &board.n) != 1 || board.n < 1 || board.n > EDGE_MAX)
        return 1;
    for (int i = 0; i < board.n; i++)
        if (fscanf(file, "%65s", board.cell[i]) != 1)
            return 1;
    fclose(file);

    srand((unsigned)time(NULL));
    choose(&board, &row, &column);
    file = fopen("output.txt", "w");
    if (!file)
        return 1;
    fprintf(file, "%d %d\n", row, column);
    return fclose(file) == 0 ? 0 : 1;
}
