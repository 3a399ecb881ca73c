#include "serve/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/foreign.h"
#include "base/html.h"
#include "base/json.h"
#include "base/memory.h"
#include "serve/document.h"
#include "serve/pages.h"
#include "serve/report_parts.h"

/* --- style and script, taken from the playground's pages --- */

/* Percent-encodes bytes for a data URL in the style: everything except letters, digits and a few
 * others. */
static void put_address(struct text *out, const char *begin, const char *end)
{
    for (const char *p = begin; p < end; p++) {
        unsigned char c = (unsigned char)*p;
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
            strchr("-_.~:/=, ", c))
            text_add_bytes(out, p, 1);
        else
            text_add(out, "%%%02X", c);
    }
}

/* Adds the style, with the pictures themselves in place of the address of their file. */
static void put_style(struct text *out, const struct page *style, const struct page *pictures)
{
    static const char name[] = "\"/pictures.svg";
    const char *at = style->begin, *found;
    while (pictures && (found = strstr(at, name)) != NULL) {
        text_add_bytes(out, at, (size_t)(found - at));
        text_add(out, "\"data:image/svg+xml,");
        put_address(out, pictures->begin, pictures->end);
        at = found + strlen(name);
        at += strcspn(at, "\"");
    }
    text_add_bytes(out, at, (size_t)(style->end - at));
}

static void put_head(struct report *report, const char *nonce)
{
    struct text *out = report->out;
    text_add(out,
             "<!DOCTYPE html>\n"
             "<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\"><head>"
             "<meta charset=\"utf-8\"/>\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "img-src data:; style-src 'nonce-%s'; script-src 'nonce-%s'; base-uri 'none'; "
             "form-action 'none'\"/>\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
             "<meta name=\"referrer\" content=\"no-referrer\"/>\n<title>",
             nonce, nonce);
    html_put(out, report->standings.settings.title);
    text_add(out, "</title>\n<style nonce=\"%s\">\n", nonce);
    put_style(out, page_find("/style.css"), page_find("/pictures.svg"));
    put_style(out, page_find("/tournament.css"), NULL);
    text_add(out, "</style></head>\n<body class=\"report\">\n");
}

static void put_script(struct report *report, const char *nonce)
{
    const struct page *script = page_find("/report.js");
    text_add(report->out, "<script nonce=\"%s\">/*<![CDATA[*/\n", nonce);
    text_add_bytes(report->out, script->begin, (size_t)(script->end - script->begin));
    text_add(report->out, "/*]]>*/</script>\n");
}

/* --- the beginning --- */

static void put_format(struct text *out, const struct standings *s)
{
    const struct settings *settings = &s->settings;
    switch (settings->format) {
    case FORMAT_ROUND_ROBIN: text_add(out, "Round robin: everybody meets everybody"); break;
    case FORMAT_GAUNTLET: text_add(out, "Gauntlet: everybody meets the same fixed ladder"); break;
    case FORMAT_SWISS:
        text_add(out, "Swiss system, %d rounds: those level on points meet", settings->rounds);
        break;
    case FORMAT_KNOCK_OUT:
        text_add(out, "Knock-out: whoever loses more than half of an encounter is out, and both go "
                      "on if they split");
        break;
    case FORMAT_UNTIL_CERTAIN:
        text_add(out, "Until certain: games go where the order is open, until ");
        if (settings->top > 0)
            text_add(out, "the first %d places are settled", settings->top);
        else
            text_add(out, "all places are settled");
    }
    if (settings->format == FORMAT_UNTIL_CERTAIN)
        text_add(out, ", in pairs of games from one start with the seats swapped.");
    else if (settings->best_of)
        text_add(out, ", best of %d games.", settings->games);
    else
        text_add(out, ", %d games an encounter, in pairs from one start with the seats swapped.",
                 settings->games);
}

static void put_limits(struct text *out, const struct settings *settings)
{
    if (settings->time > 0)
        text_add(out, " Each side has %g s for a game.", settings->time);
    if (settings->cap > 0)
        text_add(out, " A move takes at most %g s.", settings->cap);
    if (settings->limits.nodes > 0)
        text_add(out, " Built-in agents look at %" PRIu64 " nodes a move.", settings->limits.nodes);
    if (settings->opening_plies > 0)
        text_add(out, " The first %d moves are drawn at random.", settings->opening_plies);
}

static void put_beginning(struct report *report)
{
    struct text *out = report->out;
    const struct standings *s = &report->standings;
    const struct settings *settings = &s->settings;
    const struct game *game = settings->game;
    bool is_named = strcmp(settings->title, game->title) != 0; /* else the heading names the game */
    int size = settings->setup.size > 0 ? settings->setup.size : game->size_default;
    text_add(out,
             "<a class=\"skip\" href=\"#standings\">To the standings</a>"
             "<div class=\"page\"><header class=\"masthead\">"
             "<p class=\"kicker\"><span class=\"game-icon icon-%s\" aria-hidden=\"true\">%c</span>"
             "%s%s%d × %d%s%s</p><h1>",
             game->name, game->title[0], is_named ? game->title : "", is_named ? ", " : "", size,
             size, game_variant(game, settings->setup.variant) > 0 ? ", " : "",
             game_variant(game, settings->setup.variant) > 0 ? settings->setup.variant : "");
    html_put_name(out, settings->title);
    text_add(out, "</h1>\n<p class=\"lead\">");
    put_format(out, s);
    put_limits(out, settings);
    if (report->last_finished > 0) {
        char when[40];
        time_t seconds = (time_t)report->last_finished;
        strftime(when, sizeof when, "%d %B %Y at %H:%M UTC", gmtime(&seconds));
        text_add(out, " %s; the last game ended on %s.",
                 s->progress.finished ? "Finished" : "Still running", when);
    }
    if (settings->anonymous)
        text_add(out, " Agents are shown by their aliases.");
    text_add(out, "</p>\n");
    report_put_facts(report);
    text_add(out, "<nav aria-label=\"Sections\" class=\"contents\">"
                  "<a href=\"#standings\">Standings</a><a href=\"#certain\">What is certain</a>"
                  "<a href=\"#cross-table\">Cross table</a><a href=\"#games\">Games</a>"
                  "<a href=\"#faults\">Faults</a><a href=\"#hosts\">Hosts</a>"
                  "<a href=\"#meaning\">What the numbers mean</a></nav></header>\n"
                  "<main id=\"main\">\n");
}

/* --- the end --- */

static void put_meaning(struct report *report)
{
    const struct standings *s = &report->standings;
    const char *anchor = "the mean of the field is 0";
    for (int i = 0; i < s->count; i++)
        if (s->agents[i].is_ladder)
            anchor = "the first agent of the ladder is 0";
    text_add(
        report->out,
        "<section id=\"meaning\" aria-labelledby=\"meaning-title\">"
        "<h2 id=\"meaning-title\">What the numbers mean</h2>\n<dl class=\"card words\">"
        "<dt>Elo</dt><dd>Strength by Bradley and Terry's model, with a term for the first "
        "move and one for draws, fitted to all pairs of games; %s. 200 Elo more win some "
        "three of four points. A prior keeps those finite who have won or lost everything."
        "</dd>"
        "<dt>95 %% interval</dt><dd>From a bootstrap over pairs of games. It tells how well "
        "a rating is known, not who is above whom: for that look at the places.</dd>"
        "<dt>Places</dt><dd>From 1 + the number of agents shown to be stronger, to the number "
        "of agents less those shown to be weaker. All of them together are right with at least "
        "95 %% probability, by a test that stays valid however often one looks and however "
        "the pairings were chosen.</dd>"
        "<dt>Above, equal, open</dt><dd>An order is told only where it is shown; equal means "
        "shown to be within 50 Elo; everything else is open, and more games would tell.</dd>"
        "<dt>Stronger with 90 %%</dt><dd>The share of the bootstrap in which it has the higher "
        "rating: an estimate for this couple alone, at this moment. It shows nothing by "
        "itself.</dd>"
        "<dt>The assumption</dt><dd>Strengths are transitive: whoever is stronger than a "
        "stronger one is stronger still. Where the cycles above say otherwise, the order of "
        "those agents means less.</dd>"
        "<dt>Faults</dt><dd>A game lost by a fault (time, an illegal move, a crash) is a game "
        "lost. Elo of play alone leaves out each pair of games with a fault in "
        "it.</dd></dl></section>\n",
        anchor);
}

/* Adds the data that the script reads. */
static void put_data(struct report *report)
{
    struct text json = {0};
    const struct standings *s = &report->standings;
    const struct game *game = s->settings.game;
    json_open(&json, NULL, '{');
    json_put_string(&json, "game", game->name);
    json_open(&json, "sides", '[');
    for (int side = 0; side < 2; side++)
        json_put_string(&json, NULL, game->sides[side]);
    json_close(&json, ']');
    json_open(&json, "agents", '[');
    for (int i = 0; i < s->count; i++) {
        char *fit = foreign_copy(s->row[i].shown);
        json_put_string(&json, NULL, fit);
        free(fit);
    }
    json_close(&json, ']');
    text_add(&json, ",\"starts\":[%s],\"games\":[", report->starts.data ? report->starts.data : "");
    for (int i = 0; i < report->game_count; i++) {
        text_add(&json, "%s", i > 0 ? ",\n" : "\n");
        text_add_bytes(&json, report->game[i].json.data, report->game[i].json.length);
    }
    text_add(&json, "]}");
    text_add(report->out, "<script type=\"application/json\" id=\"data\">");
    html_put_data(report->out, &json);
    text_add(report->out, "</script>\n");
    text_free(&json);
}

static bool put_all(struct report *report, struct notes *notes)
{
    char nonce[NONCE_SIZE];
    document_nonce(nonce);
    put_head(report, nonce);
    put_beginning(report);
    report_put_standings(report);
    report_put_certainty(report);
    report_put_cross(report);
    report_put_games(report);
    bool good = report_put_faults(report, notes);
    report_put_hosts(report);
    report_put_absent(report);
    put_meaning(report);
    text_add(report->out, "</main><footer class=\"faint\">Made by plywood. This page needs no "
                          "network.</footer></div>\n<dialog id=\"replay\" class=\"ask theatre\" "
                          "aria-label=\"Replay\"></dialog>\n"
                          "<p id=\"live\" class=\"unseen\" role=\"status\"></p>\n");
    put_data(report);
    put_script(report, nonce);
    text_add(report->out, "</body></html>\n");
    return good;
}

bool report_write(struct store *store, const struct report_options *options, struct text *out,
                  struct notes *notes)
{
    struct report report = {.store = store,
                            .replay_bytes = options->replay_bytes ? options->replay_bytes
                                                                  : REPORT_REPLAY_BYTES,
                            .out = out};
    if (!standings_make(store, &(struct standings_options){0}, &report.standings, notes))
        return false;
    struct standings *s = &report.standings;
    report.row_of = memory_new(((size_t)s->count + 1) * sizeof *report.row_of);
    for (int i = 0; i < s->count; i++)
        report.row_of[s->row[i].agent - s->agents] = i;
    bool good = store_hosts(store, &report.hosts, &report.host_count, notes) &&
                report_gather_games(&report, notes) && put_all(&report, notes);
    report_free_games(&report);
    store_free_hosts(report.hosts, report.host_count);
    free(report.row_of);
    standings_free(s);
    return good;
}
