/* report.h - a tournament as one HTML file that can be published
 *
 * Standings with intervals, cross table, what is certain of the order, replays, faults with their
 * evidence, hosts. The file needs nothing but itself: no network, no font, no picture from
 * elsewhere; and its content security policy lets it ask for nothing. It is well-formed XML as well
 * as HTML. Boards look as on the pages of the playground, from whose style they are drawn, and the
 * report knows no game.
 *
 * Everything that strangers wrote (names, reasons, last words) passes html_put() of html.h. An
 * anonymous tournament shows aliases alone: what programs wrote, where they lay and what they are
 * called is left out, since it may tell whose they are.
 */
#ifndef SERVE_REPORT_H
#define SERVE_REPORT_H

#include "base/text.h"
#include "tournament/store.h"

enum { REPORT_REPLAY_BYTES = 15 << 20 };

struct report_options {
    size_t replay_bytes; /* of the replays at most; 0: REPORT_REPLAY_BYTES */
};

/* Appends the file. False, with a fault noted and nothing of use appended, if the store fails. */
bool report_write(struct store *, const struct report_options *, struct text *out, struct notes *);

#endif
