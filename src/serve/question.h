/* question.h - the body of a call about a position, parsed and played out */
#ifndef SERVE_QUESTION_H
#define SERVE_QUESTION_H

#include "serve/api.h"
#include "serve/ask.h"

struct question {
    struct ask ask;
    struct tale tale;
    struct notes notes; /* remarks about the start position */
    struct request *request;
};

/* Reads the request's body. If it does not describe a position of a game, answers with an error and
 * returns false. The second form also does so if the game is over and cannot be searched. */
bool question_read(struct request *, struct question *);
bool question_read_open(struct request *, struct question *);
void question_free(struct question *);

/* The message of the fault: the last note. */
const char *question_fault(const struct notes *);

#endif
