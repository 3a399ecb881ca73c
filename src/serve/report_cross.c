/* report_cross.c - the cross table: numbers for few agents, a colour map for many
 *
 * The table needs no script. The script draws the map from one row of text per agent: for each
 * agent below it "games:half points", or "" if the two have not met.
 */
#include <stdlib.h>

#include "base/html.h"
#include "base/json.h"
#include "base/memory.h"
#include "serve/report_parts.h"

struct score {
    long games, half_points;
};

static struct score score_of(const struct encounter *e, bool of_a)
{
    struct score score = {2 * encounter_pairs(e), encounter_half_points(e)};
    for (int seat = 0; seat < 2; seat++) {
        for (int result = 0; result < ENCOUNTER_RESULTS; result++) {
            score.games += e->odd[seat][result];
            score.half_points += result * e->odd[seat][result];
        }
    }
    if (!of_a)
        score.half_points = 2 * score.games - score.half_points;
    return score;
}

/* A count x count matrix of scores, in the order of the standings. */
static struct score *matrix_of(const struct report *report)
{
    const struct standings *s = &report->standings;
    size_t count = (size_t)s->count;
    struct score *matrix = memory_zero((count * count + 1) * sizeof *matrix);
    for (int i = 0; i < s->encounters.count; i++) {
        const struct encounter *e = &s->encounters.encounter[i];
        size_t a = (size_t)report->row_of[e->a], b = (size_t)report->row_of[e->b];
        matrix[a * count + b] = score_of(e, true);
        matrix[b * count + a] = score_of(e, false);
    }
    return matrix;
}

/* One of ten colour classes, from lost all to won all. */
static int shade(const struct score *score)
{
    return (int)(9.999 * (double)score->half_points / (double)(2 * score->games));
}

static void put_cell(struct report *report, const struct score *score, int row, int column)
{
    struct text *out = report->out;
    if (row == column) {
        text_add(out, "<td class=\"self\"></td>");
    } else if (score->games == 0) {
        text_add(out, "<td class=\"none\">–</td>");
    } else {
        text_add(out,
                 "<td class=\"heat h%d\"><a href=\"#games\" data-couple=\"%d-%d\" "
                 "title=\"%ld%s of %ld; stronger with %.0f "
                 "%%\"><span>%ld</span><small>%s</small></a></td>",
                 shade(score), row, column, score->half_points / 2,
                 score->half_points % 2 ? "½" : "", score->games,
                 100 * report_superiority(report, row, column), score->half_points / 2,
                 score->half_points % 2 ? "½" : "");
    }
}

static void put_table(struct report *report, const struct score *matrix)
{
    struct text *out = report->out;
    const struct standings *s = &report->standings;
    text_add(out, "<div class=\"card flush scrolls\" tabindex=\"0\" role=\"region\" "
                  "aria-label=\"Cross table\"><table class=\"cross\"><thead><tr>"
                  "<td></td><th scope=\"col\">Agent</th>");
    for (int i = 0; i < s->count; i++) {
        text_add(out, "<th scope=\"col\" class=\"number\"><abbr title=\"");
        html_put(out, s->row[i].shown);
        text_add(out, "\">%d</abbr></th>", i + 1);
    }
    text_add(out, "</tr></thead><tbody>\n");
    for (int i = 0; i < s->count; i++) {
        text_add(out, "<tr><td class=\"number faint\">%d</td><th scope=\"row\">", i + 1);
        html_put_name(out, s->row[i].shown);
        text_add(out, "</th>");
        for (int k = 0; k < s->count; k++)
            put_cell(report, &matrix[(size_t)i * (size_t)s->count + (size_t)k], i, k);
        text_add(out, "</tr>\n");
    }
    text_add(out, "</tbody></table></div>\n");
}

static void put_map(struct report *report, const struct score *matrix)
{
    struct text *out = report->out;
    const struct standings *s = &report->standings;
    text_add(
        out,
        "<div class=\"card mapped\"><div><p class=\"faint\">A row and a column for each agent, "
        "in the order of the standings; a point is the score of the row against the column. "
        "Point at it, tap it, or move with the arrow keys.</p>"
        "<p class=\"ramp\" aria-hidden=\"true\"><span>lost all</span><i></i>"
        "<span>won all</span></p>"
        "<p id=\"readout\" class=\"readout\" role=\"status\">&#160;</p></div>\n"
        "<div class=\"map\"><canvas id=\"map\" tabindex=\"0\" role=\"img\" "
        "aria-label=\"Cross table as a map of colours\"></canvas></div></div>\n");
    struct text json = {0};
    json_open(&json, NULL, '[');
    for (int i = 0; i < s->count; i++) {
        struct text line = {0};
        for (int k = i + 1; k < s->count; k++) {
            const struct score *score = &matrix[(size_t)i * (size_t)s->count + (size_t)k];
            text_add(&line, "%s", k > i + 1 ? " " : "");
            if (score->games > 0)
                text_add(&line, "%ld:%ld", score->games, score->half_points);
        }
        json_put_string(&json, NULL, line.data ? line.data : "");
        text_free(&line);
    }
    json_close(&json, ']');
    text_add(out, "<script type=\"application/json\" id=\"cross\">");
    html_put_data(out, &json);
    text_add(out, "</script>\n");
    text_free(&json);
}

void report_put_cross(struct report *report)
{
    struct text *out = report->out;
    struct score *matrix = matrix_of(report);
    text_add(out, "<section id=\"cross-table\" aria-labelledby=\"cross-title\">"
                  "<h2 id=\"cross-title\">Cross table</h2>\n");
    if (report->standings.count <= REPORT_TABLE_EDGE)
        put_table(report, matrix);
    else
        put_map(report, matrix);
    text_add(out, "</section>\n");
    free(matrix);
}
