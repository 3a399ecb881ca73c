#include "agents/player.h"

#include <stdlib.h>

unsigned player_choose(struct player *player, const struct session *session, struct report *report)
{
    bool has_clock = player->remaining > 0;
    uint64_t *past;
    double began = clock_seconds(CLOCK_OF_THREAD);
    struct turn turn = {.position = session_now(session),
                        .past_count = session_past(session, &past),
                        .ply_limit = session->ply_limit,
                        .allowance = {.source = CLOCK_OF_THREAD,
                                      .started = began,
                                      .remaining = player->remaining,
                                      .move_cap = player->move_cap,
                                      .nodes = player->nodes_per_move,
                                      .depth = player->depth,
                                      .stop = player->stop,
                                      .overhead = 0.0005}}; /* no process is started here */
    turn.past = past;
    unsigned code = agent_choose(player->agent, &turn, report);
    free(past);
    double took = clock_seconds(CLOCK_OF_THREAD) - began;
    player->used += took;
    player->nodes += report->nodes;
    if (has_clock) {
        player->remaining -= took;
        player->overran = player->remaining <= 0;
    }
    return code;
}
