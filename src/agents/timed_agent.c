#include "agents/timed_agent.h"

#include <stdlib.h>

unsigned timed_agent_choose(struct timed_agent *timed, const struct session *session,
                            struct report *report)
{
    bool has_clock = timed->remaining > 0;
    uint64_t *past;
    double began = clock_seconds(CLOCK_OF_THREAD);
    struct turn turn = {.position = session_now(session),
                        .past_count = session_past(session, &past),
                        .ply_limit = session->ply_limit,
                        .allowance = {.source = CLOCK_OF_THREAD,
                                      .started = began,
                                      .remaining = timed->remaining,
                                      .move_cap = timed->move_cap,
                                      .nodes = timed->nodes_per_move,
                                      .depth = timed->depth,
                                      .stop = timed->stop,
                                      .overhead = 0.0005}}; /* no process is started here */
    turn.past = past;
    unsigned code = agent_choose(timed->agent, &turn, report);
    free(past);
    double took = clock_seconds(CLOCK_OF_THREAD) - began;
    timed->used += took;
    timed->nodes += report->nodes;
    if (has_clock) {
        timed->remaining -= took;
        timed->overran = timed->remaining <= 0;
    }
    return code;
}
