/* grade_agents.h - who is graded: what the words of a call stand for */
#ifndef CMD_GRADE_AGENTS_H
#define CMD_GRADE_AGENTS_H

#include "cmd/cli.h"

struct agent_list {
    int count;
    char **spec;
};

enum { AGENTS_MAX = 100000 };

/* Adds what an argument stands for: an agent, or with `each` every agent in a directory, by name.
 * Fails if it stands for nobody. */
void agents_add(const struct command *, struct agent_list *, const char *argument, bool each);
void agents_free(struct agent_list *);

#endif
