/* A first agent for Halma: makes a random legal move. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 16, SQUARES = SIZE * SIZE, MOVES_MAX = 19 * SQUARES };

/* Squares are numbered y * SIZE + x. A jump's way is found backwards, by where each came from. */
struct move {
    char kind; /* 'E' or 'J' */
    int from, to;
};

static char board[SQUARES + 2];
static int came_from[SQUARES]; /* of the squares that the last piece could jump to; -1: none */

static bool is_on_board(int x, int y)
{
    return x >= 0 && x < SIZE && y >= 0 && y < SIZE;
}

static char at(int x, int y)
{
    return is_on_board(x, y) ? board[y * SIZE + x] : '#';
}

/* True if the square belongs to the camp of black, or else of white. */
static bool is_in_camp(int square, bool of_black)
{
    static const int rows[] = {5, 5, 4, 3, 2};
    int x = square % SIZE, y = square / SIZE;
    if (!of_black) {
        x = SIZE - 1 - x;
        y = SIZE - 1 - y;
    }
    return y < 5 && x < rows[y];
}

/* Fills in came_from for every square that the piece can jump to. */
static void find_jumps(int from)
{
    int todo[SQUARES], count = 1;
    char piece = board[from];
    for (int i = 0; i < SQUARES; i++)
        came_from[i] = -1;
    board[from] = '.'; /* it has left its square */
    todo[0] = from;
    came_from[from] = from;
    for (int i = 0; i < count; i++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int x = todo[i] % SIZE, y = todo[i] / SIZE, land = (y + 2 * dy) * SIZE + x + 2 * dx;
                if (at(x + dx, y + dy) == '.' || at(x + 2 * dx, y + 2 * dy) != '.')
                    continue;
                if (came_from[land] >= 0)
                    continue;
                came_from[land] = todo[i];
                todo[count++] = land;
            }
    board[from] = piece;
}

/* Lists all legal moves and returns their number. */
static int list_moves(bool black, struct move *moves)
{
    int count = 0;
    for (int from = 0; from < SQUARES; from++) {
        if (board[from] != (black ? 'B' : 'W'))
            continue;
        bool stays = is_in_camp(from, !black); /* who has reached the other camp stays in it */
        find_jumps(from);
        for (int to = 0; to < SQUARES; to++) {
            bool is_step = abs(to % SIZE - from % SIZE) <= 1 && abs(to / SIZE - from / SIZE) <= 1;
            if (to == from || board[to] != '.' || (stays && !is_in_camp(to, !black)))
                continue;
            if (is_step)
                moves[count++] = (struct move){'E', from, to};
            else if (came_from[to] >= 0)
                moves[count++] = (struct move){'J', from, to};
        }
    }
    return count;
}

/* The move to make. This is where you come in. */
static struct move choose(bool black, double seconds)
{
    static struct move moves[MOVES_MAX];
    (void)seconds;
    return moves[rand() % list_moves(black, moves)];
}

static void write_line(FILE *file, char kind, int from, int to)
{
    fprintf(file, "%c %d,%d %d,%d\n", kind, from % SIZE, from / SIZE, to % SIZE, to / SIZE);
}

/* The jumps of a way, the first one first. */
static void write_jumps(FILE *file, int from, int to)
{
    if (came_from[to] != from)
        write_jumps(file, from, came_from[to]);
    write_line(file, 'J', came_from[to], to);
}

int main(void)
{
    char task[8], colour[8];
    double seconds;
    FILE *file = fopen("input.txt", "r");
    if (!file || fscanf(file, "%7s %7s %lf", task, colour, &seconds) != 3)
        return 1;
    for (int y = 0; y < SIZE; y++)
        if (fscanf(file, "%16s", board + y * SIZE) != 1)
            return 1;
    fclose(file);

    srand((unsigned)time(NULL));
    struct move move = choose(strcmp(colour, "BLACK") == 0, seconds);
    file = fopen("output.txt", "w");
    if (!file)
        return 1;
    find_jumps(move.from);
    if (move.kind == 'E')
        write_line(file, 'E', move.from, move.to);
    else
        write_jumps(file, move.from, move.to);
    return fclose(file) == 0 ? 0 : 1;
}
