/* lesson_folder.h - a lesson as a folder: input.txt, good.txt, try.sh, README.md
 *
 * good.txt has one move a line, as 'plywood legal' writes them. try.sh asks an agent in the
 * position and says whether its answer is among them.
 */
#ifndef CMD_LESSON_FOLDER_H
#define CMD_LESSON_FOLDER_H

#include "agents/teach.h"
#include "cmd/cli.h"

struct lesson_facts {
    const char *name; /* who erred */
    const char *spec; /* how to ask it again; "" if nobody knows */
    const char *rules;
    const char *record; /* where the game is, and its number */
    int number;
};

/* How the position came to be as it is: "shrunk from 10 x 10 with 83 things to 4 x 4 with 9". */
void lesson_add_size(const struct taught *, struct text *);

/* Writes it; ends the program if that cannot be done. */
void lesson_write(const struct command *, const char *dir, const struct taught *,
                  const struct lesson_facts *);

/* Asks the agent about the folder's position and prints what comes of it. Returns the exit status:
 * 0 for a good move, 1 for another one or none. */
int lesson_try(const struct command *, const char *dir, const char *spec, const char *rules);

#endif
