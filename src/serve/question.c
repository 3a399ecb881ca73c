#include "serve/question.h"

#include "serve/reply.h"

const char *question_fault(const struct notes *notes)
{
    return notes->kept > 0 ? notes_why(notes) : "the request is not understood";
}

bool question_read(struct request *request, struct question *q)
{
    *q = (struct question){.request = request};
    if (ask_read(request->body, request->body_length, &q->ask, &q->notes) &&
        ask_tale(&q->ask, &q->tale, &q->notes))
        return true;
    reply_error(request->exchange, 400, "%s", question_fault(&q->notes));
    question_free(q);
    return false;
}

bool question_read_open(struct request *request, struct question *q)
{
    if (!question_read(request, q))
        return false;
    if (session_ending(q->tale.session) == ENDING_NONE)
        return true;
    reply_error(request->exchange, 400, "the game is over");
    question_free(q);
    return false;
}

void question_free(struct question *q)
{
    tale_free(&q->tale);
    ask_free(&q->ask);
}
