/* positions GAME COUNT SEED FOLDER - writes FOLDER/1.txt, FOLDER/2.txt …: positions of GAME that
 * are not over, from the start, the middle and near the end of random games on random boards. */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/random.h"
#include "game/game.h"
#include "game/registry.h"

enum { PLIES_MAX = 5000, PLIES_DRAWN = 400 };

/* A random board; the limits of the game decide which. */
static struct problem *start(const struct game *game, struct random *random)
{
    int largest = game->size_max;
    if (game->size_solved > 0 && random_below(random, 2) == 0)
        largest = game->size_solved; /* the usual boards are half of those that have larger ones */
    unsigned sizes = (unsigned)(largest - game->size_min + 1);
    struct setup setup = {.size = game->size_min + (int)random_below(random, sizes),
                          .seed = random_next(random)};
    for (int row = 0; row < game_option_count(game); row++) {
        const struct setup_option *option = &game->options[row];
        int most = option->standard < 0 ? setup.size * setup.size / 4 : option->max;
        setup.option[row] = option->min +
                            (int)random_below(random, (unsigned)(most - option->min + 1));
    }
    struct notes notes = {0};
    struct problem *problem = game->create(&setup, &notes);
    if (!problem) {
        fprintf(stderr, "%s\n", notes_why(&notes));
        exit(70);
    }
    return problem;
}

/* Random, but with some sense: the better of two by the game's own hint. Quite random Halma never
 * leaves its camps. */
static unsigned pick(struct random *random, const struct move *moves, int count)
{
    struct move a = moves[random_below(random, (unsigned)count)];
    struct move b = moves[random_below(random, (unsigned)count)];
    return a.hint > b.hint ? a.code : b.code;
}

/* Plays one game and returns a position of it, chosen among all that are not over. */
static struct position *choose(const struct position *first, struct random *random)
{
    static struct position *passed[PLIES_MAX];
    struct move moves[MOVES_MAX];
    const int most = game_may_draw(first->world->game) ? PLIES_DRAWN : PLIES_MAX;
    int count, plies = 0;
    passed[0] = position_copy(first);
    while ((count = first->world->rules->moves(passed[plies], moves)) > 0 && plies + 1 < most) {
        struct position *next = position_new(first->world);
        first->world->rules->play(passed[plies], pick(random, moves, count), next);
        passed[++plies] = next;
    }
    int last = count > 0 ? plies : plies - 1; /* below 0: even the start is over */
    int chosen = last < 0 ? -1 : (int)random_below(random, (unsigned)last + 1);
    for (int i = 0; i <= plies; i++)
        if (i != chosen)
            free(passed[i]);
    return chosen < 0 ? NULL : passed[chosen];
}

int main(int argc, char **argv)
{
    const struct game *game = argc == 5 ? game_by_name(argv[1]) : NULL;
    if (!game) {
        fprintf(stderr, "usage: positions GAME COUNT SEED FOLDER\n");
        return 2;
    }
    struct random random = {strtoull(argv[3], NULL, 10)};
    for (int i = 1, count = atoi(argv[2]); i <= count;) {
        struct problem *problem = start(game, &random);
        struct position *p = choose(problem->position, &random);
        if (p) {
            char path[4096];
            struct text out = {0};
            game->write(p, 1, random_below(&random, 2) == 0, &out);
            snprintf(path, sizeof path, "%s/%d.txt", argv[4], i);
            if (!file_replace(path, out.data, out.length)) {
                perror(path);
                return 70;
            }
            text_free(&out);
            i++;
        }
        free(p);
        problem_free(problem);
    }
    return 0;
}
