#include "referee/match/match_json.h"

#include "base/json.h"

void json_contender(struct text *out, const char *name, int who)
{
    if (who < 0)
        json_put_null(out, name);
    else
        json_put_string(out, name, who == 0 ? "a" : "b");
}

void json_both(struct text *out, const char *name, const double pair[2])
{
    json_open(out, name, '[');
    json_put_number(out, NULL, pair[0]);
    json_put_number(out, NULL, pair[1]);
    json_close(out, ']');
}

void json_match_game(struct text *out, const struct match_options *o, const struct match_game *g)
{
    json_put_string(out, "game", o->game->name);
    json_contender(out, "first", g->first);
    json_contender(out, "winner", g->winner);
    json_put_string(out, "ending", verdict_name(g->verdict));
    json_open(out, "score", '[');
    json_put_integer(out, NULL, g->score[0]);
    json_put_integer(out, NULL, g->score[1]);
    json_close(out, ']');
    json_both(out, "cpu", g->cpu);
    json_put_integer(out, "plies", g->plies);
    json_put_integer(out, "seed", (int64_t)g->seed);
    json_put_integer(out, "number", g->number);
    if (g->board)
        json_put_string(out, "position", g->board);
    json_both(out, "wall", g->wall);
    if (g->timed)
        json_both(out, "left", g->left);
    json_put_integer(out, "attempts", g->attempts);
    if (g->fault >= 0) {
        json_contender(out, "fault", g->fault);
        json_put_number(out, "move_cpu", g->last.cpu);
        json_put_number(out, "move_wall", g->last.wall);
        json_put_integer(out, "switches", g->last.switches);
        json_put_number(out, "stolen", g->last.stolen);
        json_put_integer(out, "signal", g->last.signal);
        json_put_integer(out, "status", g->last.exit_status);
    }
    if (g->detail[0])
        json_put_string(out, "detail", g->detail);
    if (g->complaint[0])
        json_put_string(out, "stderr", g->complaint);
    if (g->bundle[0])
        json_put_string(out, "bundle", g->bundle);
}

static void json_seats(struct text *out, const struct match_summary *s)
{
    static const char *const seats[2] = {"a_first", "a_second"};
    for (int seat = 0; seat < 2; seat++) {
        json_open(out, seats[seat], '{');
        json_put_integer(out, "wins", s->wins[seat][0]);
        json_put_integer(out, "draws", s->draws[seat]);
        json_put_integer(out, "losses", s->wins[seat][1]);
        json_close(out, '}');
    }
}

static void json_faults(struct text *out, const struct match_summary *s)
{
    json_open(out, "faults", '{');
    for (int who = 0; who < 2; who++) {
        json_open(out, who == 0 ? "a" : "b", '{');
        for (int v = 0; v < VERDICT_COUNT; v++)
            if (s->faults[who][v] > 0)
                json_put_integer(out, verdict_name((enum verdict)v), s->faults[who][v]);
        json_close(out, '}');
    }
    json_close(out, '}');
}

static void json_strings(struct text *out, const char *name, const struct match_options *o,
                         const char *(*of)(const struct contender *))
{
    json_open(out, name, '[');
    json_put_string(out, NULL, of(o->contender[0]));
    json_put_string(out, NULL, of(o->contender[1]));
    json_close(out, ']');
}

void json_match_summary(struct text *out, const struct match_options *o,
                        const struct match_summary *s)
{
    json_put_bool(out, "summary", true);
    json_put_string(out, "game", o->game->name);
    json_put_string(out, "a", contender_spec(o->contender[0]));
    json_put_string(out, "b", contender_spec(o->contender[1]));
    json_put_integer(out, "games", s->games);
    json_both(out, "points", (double[2]){match_points(s, 0) / 2.0, match_points(s, 1) / 2.0});
    json_seats(out, s);
    json_put_integer(out, "voids", s->voids);
    tally_json(out, &s->tally);
    if (o->sprt) {
        json_put_number(out, "llr", s->llr);
        json_put_string(out, "decision",
                        s->decision > 0   ? "accepted"
                        : s->decision < 0 ? "rejected"
                                          : "open");
    }
    json_both(out, "cpu", s->cpu);
    json_faults(out, s);
    json_strings(out, "rung", o, contender_rung);
    json_strings(out, "missing", o, contender_missing);
    json_put_integer(out, "seed", (int64_t)o->seed);
    json_put_bool(out, "stopped", s->stopped);
}
