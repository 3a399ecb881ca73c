/* report_evidence.c - sections: replays, faults with their evidence, hosts, excluded agents */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/html.h"
#include "base/json.h"
#include "base/memory.h"
#include "referee/guest/verdict.h"
#include "serve/report_parts.h"
#include "tournament/host.h"

/* --- games --- */

void report_put_games(struct report *report)
{
    struct text *out = report->out;
    int64_t left_out = report->standings.progress.games - report->game_count;
    text_add(out, "<section id=\"games\" aria-labelledby=\"games-title\"><div class=\"headed\">"
                  "<h2 id=\"games-title\">Games</h2>"
                  "<label class=\"finder\"><span class=\"unseen\">Games of</span>"
                  "<select id=\"of\"></select></label></div>\n"
                  "<p id=\"chosen\" class=\"faint\" role=\"status\"></p>"
                  "<ol id=\"list\" class=\"games\"></ol>"
                  "<p class=\"buttons\"><button type=\"button\" id=\"more\" hidden=\"hidden\">Show "
                  "more</button></p>\n"
                  "<noscript><p>Replays need a browser that runs scripts.</p></noscript>");
    if (left_out > 0) {
        text_add(out,
                 "<p class=\"faint\">Replays of %d games are in this file: those that ended by a "
                 "fault, games of neighbours in the standings, and the latest ones. %" PRId64
                 " are left out. All of them:</p><pre><code>plywood tournament export STORE "
                 "--format json</code></pre>\n",
                 report->game_count, left_out);
    }
    text_add(out, "</section>\n");
}

/* --- faults --- */

struct fault_table {
    struct report *report;
    int64_t count[VERDICT_COUNT];
    int64_t all;
};

static void take_fault(void *context, int agent, const char *ending, int64_t count)
{
    struct fault_table *table = context;
    enum verdict verdict = verdict_of_name(ending);
    if (verdict == VERDICT_COUNT || report_row(table->report, agent) < 0)
        return;
    table->count[verdict] += count;
    table->all += count;
}

static void put_fault(struct report *report, const struct report_game *game)
{
    struct text *out = report->out;
    const struct standings *s = &report->standings;
    text_add(out, "<li class=\"card fault-card\"><p class=\"split\"><strong>");
    html_put_name(out, s->row[game->row[game->fault]].shown);
    text_add(out, "</strong><span class=\"chip bad\">%s</span></p><p>Against ", game->ending);
    html_put_name(out, s->row[game->row[1 - game->fault]].shown);
    text_add(out, ": %s.", verdict_meaning(verdict_of_name(game->ending)));
    text_add(out, " <a href=\"#games\" data-game=\"%" PRId64 "\">Game %" PRId64 "</a></p>",
             game->id, game->id);
    if (*game->detail) {
        text_add(out, "<p class=\"evidence\">");
        html_put(out, game->detail);
        text_add(out, "</p>");
    }
    if (*game->complaint) {
        text_add(out, "<figure><figcaption class=\"faint\">Its last words</figcaption><pre>");
        html_put_lines(out, game->complaint);
        text_add(out, "</pre></figure>");
    }
    text_add(out, "</li>\n");
}

static void put_fault_counts(struct report *report, const struct fault_table *table)
{
    struct text *out = report->out;
    text_add(out, "<div class=\"card flush scrolls\" tabindex=\"0\" role=\"region\" "
                  "aria-label=\"Kinds of faults\"><table><thead><tr>"
                  "<th scope=\"col\">Verdict</th><th scope=\"col\" class=\"number\">Games</th>"
                  "<th scope=\"col\">What it means</th></tr></thead><tbody>\n");
    for (int v = 0; v < VERDICT_COUNT; v++)
        if (table->count[v] > 0)
            text_add(out,
                     "<tr><th scope=\"row\">%s</th><td class=\"number\">%" PRId64
                     "</td><td class=\"wraps\">%s</td></tr>\n",
                     verdict_name((enum verdict)v), table->count[v],
                     verdict_meaning((enum verdict)v));
    text_add(out, "</tbody></table></div>\n");
}

/* Adds the agents that lost games by faults, and their strength without those games. */
static void put_faulty(struct report *report)
{
    struct text *out = report->out;
    const struct standings *s = &report->standings;
    text_add(out,
             "<div class=\"card flush scrolls\" tabindex=\"0\" role=\"region\" "
             "aria-label=\"Agents with faults\"><table><thead><tr>"
             "<th scope=\"col\">Agent</th><th scope=\"col\" class=\"number\">Lost by a "
             "fault</th><th scope=\"col\" class=\"number\">Elo</th>"
             "<th scope=\"col\" class=\"number\">Elo of play alone</th></tr></thead><tbody>\n");
    for (int i = 0; i < s->count; i++) {
        if (s->row[i].faults == 0)
            continue;
        text_add(out, "<tr><th scope=\"row\">");
        html_put_name(out, s->row[i].shown);
        text_add(out, "</th><td class=\"number\">%ld of %ld</td><td class=\"number\">",
                 s->row[i].faults, s->row[i].games);
        html_put_number(out, s->row[i].rating.elo);
        text_add(out, "</td><td class=\"number\">");
        html_put_number(out, s->row[i].play.elo);
        text_add(out, "</td></tr>\n");
    }
    text_add(out, "</tbody></table></div>\n");
}

/* Adds the faults, the latest first; all but a few are collapsed. Returns their number. */
static int put_fault_cards(struct report *report)
{
    struct text *out = report->out;
    int shown = 0;
    text_add(out, "<ul class=\"faults\">\n");
    for (int i = report->game_count - 1; i >= 0 && shown < REPORT_FAULTS; i--) {
        if (report->game[i].fault < 0)
            continue;
        if (shown == REPORT_FAULTS_OPEN)
            text_add(out, "</ul>\n<details><summary>More of them</summary><ul class=\"faults\">\n");
        put_fault(report, &report->game[i]);
        shown++;
    }
    text_add(out, "</ul>%s\n", shown > REPORT_FAULTS_OPEN ? "</details>" : "");
    return shown;
}

bool report_put_faults(struct report *report, struct notes *notes)
{
    struct text *out = report->out;
    struct fault_table table = {.report = report};
    if (!store_count_faults(report->store, take_fault, &table, notes))
        return false;
    text_add(out, "<section id=\"faults\" aria-labelledby=\"faults-title\">"
                  "<h2 id=\"faults-title\">Faults</h2>\n");
    if (table.all == 0) {
        text_add(out, "<p>No game was lost by a fault.</p></section>\n");
        return true;
    }
    put_fault_counts(report, &table);
    put_faulty(report);
    if (report->standings.settings.anonymous)
        text_add(out, "<p class=\"faint\">What programs wrote is left out: it may tell whose they "
                      "are.</p>\n");
    int shown = put_fault_cards(report);
    if (shown < table.all)
        text_add(out, "<p class=\"faint\">%" PRId64 " more are counted above.</p>\n",
                 table.all - shown);
    text_add(out, "</section>\n");
    return true;
}

/* --- hosts --- */

static void put_host(struct report *report, const struct store_host *host)
{
    struct text *out = report->out;
    bool odd = host_is_out_of_line(host);
    text_add(out, "<tr><th scope=\"row\">");
    html_put_name(out, host->name);
    if (host->is_purged)
        text_add(out, " <span class=\"chip bad\">purged</span>");
    text_add(out, "</th><td class=\"number\">%" PRId64 "</td><td class=\"wraps\">", host->games);
    html_put(out, host->confinement);
    if (*host->missing) {
        text_add(out, "<br/><span class=\"note\">without ");
        html_put(out, host->missing);
        text_add(out, "</span>");
    }
    text_add(out, "</td><td class=\"number\">%.2f ms</td><td class=\"number\">",
             1000 * host->speed);
    if (host->cpu_ratio > 0)
        text_add(out, "%.2f%s", host->cpu_ratio,
                 odd ? " <span class=\"chip bad\">out of line</span>" : "");
    text_add(out, "</td><td class=\"wraps faint\">");
    html_put(out, host->detail);
    text_add(out, "</td></tr>\n");
}

void report_put_hosts(struct report *report)
{
    struct text *out = report->out;
    text_add(out, "<section id=\"hosts\" aria-labelledby=\"hosts-title\">"
                  "<h2 id=\"hosts-title\">Hosts</h2>\n");
    if (report->host_count == 0) {
        text_add(out, "<p>No host has played yet.</p></section>\n");
        return;
    }
    text_add(out, "<div class=\"card flush scrolls\" tabindex=\"0\" role=\"region\" "
                  "aria-label=\"Hosts\"><table><thead><tr><th scope=\"col\">Host</th>"
                  "<th scope=\"col\" class=\"number\">Games</th>"
                  "<th scope=\"col\">Confinement</th>"
                  "<th scope=\"col\" class=\"number\">Calibration</th>"
                  "<th scope=\"col\" class=\"number\">Charged time, relative</th>"
                  "<th scope=\"col\">Machine</th></tr></thead><tbody>\n");
    for (int i = 0; i < report->host_count; i++)
        put_host(report, &report->hosts[i]);
    text_add(out, "</tbody></table></div></section>\n");
}

/* --- agents that do not take part --- */

void report_put_absent(struct report *report)
{
    struct text *out = report->out;
    const struct standings *s = &report->standings;
    bool anonymous = s->settings.anonymous;
    if (s->count == s->agent_count)
        return;
    text_add(out, "<section id=\"absent\" aria-labelledby=\"absent-title\">"
                  "<h2 id=\"absent-title\">Not in the field</h2>\n"
                  "<div class=\"card flush scrolls\" tabindex=\"0\" role=\"region\" "
                  "aria-label=\"Agents that take no part\"><table><thead><tr>"
                  "<th scope=\"col\">Agent</th><th scope=\"col\">Why</th></tr></thead><tbody>\n");
    for (int i = s->count; i < s->agent_count; i++) {
        const struct store_agent *agent = &s->agents[i];
        text_add(out, "<tr><th scope=\"row\">");
        html_put_name(out, anonymous ? agent->alias : agent->name);
        text_add(out, "</th><td class=\"wraps\">%s",
                 agent->state == AGENT_WITHDRAWN ? "Withdrawn" : "Failed its smoke test");
        if (*agent->reason && !anonymous) {
            text_add(out, ": ");
            html_put(out, agent->reason);
        }
        text_add(out, "</td></tr>\n");
    }
    text_add(out, "</tbody></table></div></section>\n");
}
