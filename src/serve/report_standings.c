/* report_standings.c - sections: facts, standings with interval bars, certainty of the order */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/html.h"
#include "game/looks.h"
#include "serve/report_parts.h"

/* --- facts --- */

struct tally {
    int strict, equal, open;
};

static bool is_ranked(const struct report *report, int row)
{
    return report->standings.row[row].rank > 0;
}

static struct tally count_relations(const struct report *report)
{
    struct tally tally = {0};
    for (int i = 0; i + 1 < report->standings.count && is_ranked(report, i + 1); i++) {
        enum relation relation = report_relation(report, i, i + 1);
        tally.equal += relation == RELATION_EQUAL;
        tally.open += relation == RELATION_OPEN;
        tally.strict += relation == RELATION_ABOVE || relation == RELATION_BELOW;
    }
    return tally;
}

/* Adds 12345 as 12,345. */
static void put_count(struct text *out, int64_t count)
{
    if (count >= 1000) {
        put_count(out, count / 1000);
        text_add(out, ",%03d", (int)(count % 1000));
    } else {
        text_add(out, "%d", (int)count);
    }
}

static void put_fact(struct text *out, int64_t value, const char *unit)
{
    text_add(out, "<div><dd>");
    put_count(out, value);
    text_add(out, "</dd><dt>%s</dt></div>", unit);
}

void report_put_facts(struct report *report)
{
    struct text *out = report->out;
    const struct standings *s = &report->standings;
    struct tally tally = count_relations(report);
    text_add(out, "<dl class=\"figures\">");
    put_fact(out, s->count, s->count == 1 ? "agent" : "agents");
    put_fact(out, s->progress.games, s->progress.games == 1 ? "game" : "games");
    text_add(out, "<div><dd>%d<small> of %d</small></dd><dt>neighbouring orders settled</dt></div>",
             tally.strict + tally.equal, tally.strict + tally.equal + tally.open);
    text_add(out, "<div><dd>%s", s->ratings.seat >= 0.5 ? "+" : "");
    html_put_number(out, s->ratings.seat);
    text_add(out, "<small> Elo</small></dd><dt>for the first move</dt></div>");
    put_fact(out, s->progress.faults,
             s->progress.faults == 1 ? "game lost by a fault" : "games lost by a fault");
    text_add(out, "</dl>\n");
}

/* --- standings --- */

/* The range of ratings that the bars show, slightly wider than the data. */
struct scale {
    double low, high;
};

enum { BAR_WIDTH = 240, BAR_HEIGHT = 18 };

static struct scale scale_of(const struct standings *s)
{
    struct scale scale = {-50, 50};
    for (int i = 0; i < s->count; i++) {
        scale.low = fmin(scale.low, s->row[i].rating.low);
        scale.high = fmax(scale.high, s->row[i].rating.high);
    }
    double edge = 0.04 * (scale.high - scale.low);
    return (struct scale){scale.low - edge, scale.high + edge};
}

static double across(const struct scale *scale, double elo)
{
    return BAR_WIDTH * (elo - scale->low) / (scale->high - scale->low);
}

static void put_bar(struct text *out, const struct scale *scale, const struct rating *rating)
{
    double low = across(scale, rating->low), high = across(scale, rating->high);
    text_add(out,
             "<svg class=\"whisker\" viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" "
             "role=\"img\" aria-label=\"%.0f to %.0f\">"
             "<path class=\"zero\" d=\"M%.1f 0v%d\"/>"
             "<rect class=\"span\" x=\"%.1f\" y=\"5\" width=\"%.1f\" height=\"8\" rx=\"2\"/>"
             "<rect class=\"mid\" x=\"%.1f\" y=\"2\" width=\"3\" height=\"14\" rx=\"1\"/></svg>",
             BAR_WIDTH, BAR_HEIGHT, rating->low, rating->high, across(scale, 0), BAR_HEIGHT, low,
             fmax(2, high - low), across(scale, rating->elo) - 1.5);
}

static void put_points(struct text *out, double points)
{
    long whole = (long)floor(points);
    bool half = points - (double)whole > 0.25;
    if (whole > 0 || !half)
        put_count(out, whole);
    if (half)
        text_add(out, "½");
}

static const struct {
    const char *sign, *words, *name;
} relations[] = {
    [RELATION_OPEN] = {"open", "open: not settled", "open"},
    [RELATION_ABOVE] = {"above", "shown to be stronger than the next", "strict"},
    [RELATION_BELOW] = {"below", "shown to be weaker than the next", "below"},
    [RELATION_EQUAL] = {"equal", "shown to be equal to the next within 50 Elo", "equal"},
};

static void put_next(struct report *report, int row)
{
    struct text *out = report->out;
    const struct standings *s = &report->standings;
    if (row + 1 == s->count || !is_ranked(report, row + 1)) {
        text_add(out, "<td></td>");
        return;
    }
    enum relation relation = report_relation(report, row, row + 1);
    text_add(out, "<td><span class=\"chip %s\" title=\"%s; stronger with %.0f %%\">%s</span></td>",
             relations[relation].name, relations[relation].words,
             100 * report_superiority(report, row, row + 1), relations[relation].sign);
}

static void put_place(struct text *out, const struct place *place)
{
    if (place->best == place->worst)
        text_add(out, "<td class=\"number strong\">%d</td>", place->best);
    else
        text_add(out, "<td class=\"number\">%d–%d</td>", place->best, place->worst);
}

static void put_row(struct report *report, int number, const struct scale *scale)
{
    struct text *out = report->out;
    const struct standing *row = &report->standings.row[number];
    bool last = number + 1 == report->standings.count || !is_ranked(report, number + 1);
    bool step = !last && report_relation(report, number, number + 1) == RELATION_ABOVE;
    text_add(out, "<tr class=\"%s%s\" id=\"agent-%d\">", row->is_out ? "out" : "",
             step ? " step" : "", number + 1);
    if (row->rank > 0)
        text_add(out, "<td class=\"number rank-of\">%d</td>", row->rank);
    else
        text_add(out, "<td class=\"rank-of\"><abbr title=\"of the ladder\">·</abbr></td>");
    text_add(out, "<th scope=\"row\">");
    html_put_name(out, row->shown);
    if (row->is_out)
        text_add(out, " <span class=\"chip open\">out</span>");
    text_add(out, "</th><td class=\"bar-of\">");
    put_bar(out, scale, &row->rating);
    text_add(out, "</td><td class=\"number middle\">");
    html_put_number(out, row->rating.elo);
    text_add(out, "</td><td class=\"number wide faint\">");
    html_put_number(out, row->rating.low);
    text_add(out, " to ");
    html_put_number(out, row->rating.high);
    text_add(out, "</td>");
    put_place(out, &row->place);
    put_next(report, number);
    text_add(out, "<td class=\"number\">");
    put_points(out, row->points);
    text_add(out, "</td><td class=\"number wide\">");
    put_count(out, row->games);
    text_add(out, "</td><td class=\"number wide\">%ld–%ld–%ld</td>", row->wins, row->draws,
             row->losses);
    if (row->first_games > 0)
        text_add(out, "<td class=\"number wide\">%.0f %%</td>",
                 100.0 * (double)row->first_wins / (double)row->first_games);
    else
        text_add(out, "<td class=\"number wide\"></td>");
    if (row->faults > 0)
        text_add(out, "<td class=\"number wide\"><a href=\"#faults\">%ld</a></td></tr>\n",
                 row->faults);
    else
        text_add(out, "<td class=\"number wide faint\">0</td></tr>\n");
}

void report_put_standings(struct report *report)
{
    struct text *out = report->out;
    const struct standings *s = &report->standings;
    struct scale scale = scale_of(s);
    bool meetings = s->settings.best_of || s->settings.format == FORMAT_KNOCK_OUT;
    text_add(out,
             "<section id=\"standings\" aria-labelledby=\"standings-title\">"
             "<div class=\"headed\"><h2 id=\"standings-title\">Standings</h2>"
             "<label class=\"finder\" hidden=\"hidden\">"
             "<span class=\"unseen\">Find an agent</span>"
             "<input type=\"search\" id=\"find\" placeholder=\"Find an agent\"/></label></div>\n"
             "<div class=\"card flush scrolls\" tabindex=\"0\" role=\"region\" "
             "aria-label=\"Standings\"><table class=\"standings\" id=\"table\">\n"
             "<thead><tr><th scope=\"col\">#</th><th scope=\"col\">Agent</th>"
             "<th scope=\"col\" class=\"bar-of\">Rating<span class=\"wide-inline\"> with its 95 %% "
             "interval</span></th>"
             "<th scope=\"col\" class=\"number middle\">Elo</th>"
             "<th scope=\"col\" class=\"number wide\">95 %%</th>"
             "<th scope=\"col\" class=\"number\">Places</th>"
             "<th scope=\"col\">Next</th>"
             "<th scope=\"col\" class=\"number\">%s</th>"
             "<th scope=\"col\" class=\"number wide\">Games</th>"
             "<th scope=\"col\" class=\"number wide\">Won–drawn–lost</th>"
             "<th scope=\"col\" class=\"number wide\">First</th>"
             "<th scope=\"col\" class=\"number wide\">Faults</th></tr></thead>\n<tbody>\n",
             meetings ? "Won" : "Points");
    for (int i = 0; i < s->count; i++)
        put_row(report, i, &scale);
    text_add(out,
             "</tbody></table></div>\n<p class=\"key-line faint\">"
             "<b>Places</b>: which ones the games leave open. "
             "<b>Next</b>: what is shown of the order to the next row. "
             "%s <b>First</b>: games won when moving first. "
             "<b>Faults</b>: games lost by an own fault.</p></section>\n",
             meetings ? "<b>Won</b>: encounters, half for a split one."
                      : "<b>Points</b>: games won, half for a draw.");
}

/* --- certainty of the order --- */

/* Draws all rank intervals below one another: a staircase where much is settled, a block where
 * little is. */
static void put_staircase(struct report *report)
{
    struct text *out = report->out;
    const struct standings *s = &report->standings;
    double step = s->count <= 60 ? 12 : 720.0 / s->count;
    double unit = 720.0 / s->count, height = step * s->count;
    text_add(out,
             "<svg class=\"staircase\" viewBox=\"0 0 720 %.1f\" preserveAspectRatio=\"xMinYMin\" "
             "role=\"img\" "
             "aria-label=\"Place intervals of all agents, in the order of the standings\">",
             height);
    for (int i = 0; i < s->count; i++) {
        const struct place *place = &s->row[i].place;
        text_add(out,
                 "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">"
                 "<title>",
                 place->best == place->worst ? "mid" : "span", (place->best - 1) * unit,
                 i * step + 0.12 * step, (place->worst - place->best + 1) * unit, 0.76 * step);
        html_put(out, s->row[i].shown);
        text_add(out, ": places %d to %d</title></rect>", place->best, place->worst);
    }
    text_add(out, "</svg>\n");
}

static void put_cycles(struct report *report)
{
    struct text *out = report->out;
    struct cycle cycle[REPORT_CYCLES];
    int count = ratings_cycles(&report->standings.encounters, report->standings.certainty.direct,
                               cycle, REPORT_CYCLES);
    text_add(out, "<h3>Cycles</h3>\n");
    if (count == 0) {
        text_add(out, "<p>No three agents beat one another in a circle by more than chance "
                      "explains.</p>\n");
        return;
    }
    text_add(out, "<p>A single number cannot order these. Each beats the next by more than chance "
                  "explains:</p>\n<ul class=\"plain\">\n");
    for (int i = 0; i < count; i++) {
        text_add(out, "<li>");
        for (int k = 0; k < 3; k++) {
            int row = report->row_of[cycle[i].agent[k]];
            html_put_name(out, report->standings.row[row].shown);
            text_add(out, " <span class=\"faint\">beats (%.0f %%)</span> ",
                     100 * cycle[i].score[k]);
        }
        html_put_name(out, report->standings.row[report->row_of[cycle[i].agent[0]]].shown);
        text_add(out, "</li>\n");
    }
    text_add(out, "</ul>\n");
}

static void put_seat(struct report *report)
{
    struct text *out = report->out;
    const struct standings *s = &report->standings;
    long games = 0, wins = 0, draws = 0;
    for (int i = 0; i < s->count; i++) {
        games += s->row[i].first_games;
        wins += s->row[i].first_wins;
        draws += s->row[i].draws;
    }
    draws /= 2;
    text_add(out, "<h3>The first move</h3>\n");
    if (games == 0) {
        text_add(out, "<p>No game has been played.</p>\n");
        return;
    }
    double won = (double)wins / (double)games, drawn = (double)draws / (double)games;
    text_add(out,
             "<svg class=\"shares\" viewBox=\"0 0 720 20\" preserveAspectRatio=\"none\" "
             "role=\"img\" aria-label=\"won %.0f %%, drawn %.0f %%, lost %.0f %%\">"
             "<rect class=\"won\" width=\"%.1f\" height=\"20\"/>"
             "<rect class=\"drawn\" x=\"%.1f\" width=\"%.1f\" height=\"20\"/>"
             "<rect class=\"lost\" x=\"%.1f\" width=\"%.1f\" height=\"20\"/></svg>\n"
             "<p>Whoever moved first won %.1f %% of ",
             100 * won, 100 * drawn, 100 * (1 - won - drawn), 720 * won, 720 * won, 720 * drawn,
             720 * (won + drawn), 720 * (1 - won - drawn), 100 * won);
    put_count(out, games);
    text_add(out, " games, and %.1f %% were drawn. Between equals the first move is worth ",
             100 * drawn);
    html_put_number(out, s->ratings.seat);
    text_add(out, " Elo (");
    html_put_number(out, s->ratings.seat_low);
    text_add(out, " to ");
    html_put_number(out, s->ratings.seat_high);
    text_add(out, "); ratings allow for it.</p>\n");
}

static const char *is_or_are(int count)
{
    return count == 1 ? "is" : "are";
}

void report_put_certainty(struct report *report)
{
    struct text *out = report->out;
    struct tally tally = count_relations(report);
    text_add(out, "<section id=\"certain\" aria-labelledby=\"certain-title\">"
                  "<h2 id=\"certain-title\">What is certain</h2>\n<div class=\"card\">");
    text_add(out,
             "<p>Of %d neighbouring orders %d %s shown <span class=\"chip strict\">above</span>, "
             "%d %s shown to be within 50 Elo <span class=\"chip equal\">equal</span>, and %d %s "
             "not settled <span class=\"chip open\">open</span>. With at most 5 %% probability "
             "anything of this is wrong, however often one has looked.</p>\n",
             tally.strict + tally.equal + tally.open, tally.strict, is_or_are(tally.strict),
             tally.equal, is_or_are(tally.equal), tally.open, is_or_are(tally.open));
    if (!report->standings.certainty.is_transitive)
        text_add(out, "<p>Strengths are not transitive here: what is shown goes in a circle. So "
                      "only relations are told that a couple's own games show.</p>\n");
    if (report->standings.count > 1) {
        text_add(out, "<h3>Places that the games leave open</h3>\n"
                      "<p class=\"faint\">A row each, in the order of the standings; the first "
                      "place is at the left. A short bar is a settled place.</p>\n");
        put_staircase(report);
    }
    put_cycles(report);
    put_seat(report);
    text_add(out, "</div></section>\n");
}
