/* question.h - a call about a position: its body, read and played out */
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

/* Reads the request's body. If it is not a position of a game, answers that and returns false;
 * so does the second form if the game is over and nothing can be searched. */
bool question_read(struct request *, struct question *);
bool question_read_open(struct request *, struct question *);
void question_free(struct question *);

/* The note that says what was wrong: the last one. */
const char *question_fault(const struct notes *);

#endif
