#include "cmd/lesson_asker.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "referee/guest/contender.h"
#include "referee/guest/judge.h"
#include "referee/guest/sabotage.h"

struct asker {
    struct contender *contender;
    struct move_time time;
    uint64_t seed;
    double seconds;
    struct answer answer;
    char complaint[NOTE_BYTES];
    bool failed;
};

static double less(double granted, double most)
{
    return granted > 0 && granted < most ? granted : most;
}

struct asker *asker_new(const char *spec, const struct game *game, double time, double cap,
                        double most, struct notes *notes)
{
    struct contender *contender = contender_new(spec, game, &(struct contender_options){0}, notes);
    if (!contender)
        return NULL;
    contender_calibrate(contender);
    struct asker *asker = memory_zero(sizeof *asker);
    asker->contender = contender;
    if (time > 0)
        asker->time.remaining = time;
    else if (cap <= 0)
        cap = game->move_seconds > 0 ? game->move_seconds : game->game_seconds;
    asker->time.cap = less(cap, most);
    return asker;
}

void asker_free(struct asker *asker)
{
    if (asker)
        contender_free(asker->contender);
    free(asker);
}

/* Asks once; false if something failed on our side. */
static bool ask_once(struct asker *asker, const struct session *session, int *failures)
{
    struct notes notes = {0};
    struct seat *seat = seat_new(asker->contender, session, session_now(session)->side,
                                 ++asker->seed, &notes);
    if (!seat) {
        snprintf(asker->complaint, sizeof asker->complaint, "%s", notes_why(&notes));
        return false;
    }
    seat_ask(seat, session, &asker->time, &asker->answer);
    sabotage_judge(&asker->answer, contender_program(asker->contender), failures);
    snprintf(asker->complaint, sizeof asker->complaint, "%.*s", NOTE_BYTES - 1,
             asker->answer.verdict == VERDICT_NONE ? "" : asker->answer.detail);
    seat_free(seat);
    return asker->answer.verdict != VERDICT_OUR_FAILURE;
}

double asker_ask(void *context, const struct position *p, bool renamed, int *move)
{
    (void)renamed;
    struct asker *asker = context;
    struct session *session = session_new(p, 0);
    double elsewhere = 0;
    int failures = 0;
    bool done = false;
    for (int i = 0; i <= OUR_FAILURE_RETRIES && !done; i++) {
        asker->answer = (struct answer){.verdict = VERDICT_OUR_FAILURE};
        done = ask_once(asker, session, &failures);
        if (contender_is_program(asker->contender))
            elsewhere += asker->answer.cpu + judge_idle(&asker->answer);
    }
    asker->seconds += elsewhere;
    asker->failed = asker->failed || !done;
    *move = done && asker->answer.verdict == VERDICT_NONE ? (int)asker->answer.code : -1;
    session_free(session);
    return elsewhere;
}

double asker_seconds(const struct asker *asker)
{
    return asker->seconds;
}

const char *asker_complaint(const struct asker *asker)
{
    return asker->complaint;
}

bool asker_has_failed(const struct asker *asker)
{
    return asker->failed;
}
