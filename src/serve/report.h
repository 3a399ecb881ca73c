/* report.h - a tournament as one HTML file that can be published
 *
 * The report has standings with intervals, a cross table, the certainty of the order, replays,
 * faults with their evidence, and hosts. The file is self-contained: it needs no network, font or
 * picture, and its content security policy forbids all requests. It is well-formed XML as well as
 * HTML. Boards are drawn with the playground's style, and the report knows no game.
 *
 * All text from untrusted programs and people (names, reasons, last words) passes html_put() of
 * html.h. A report of an anonymous tournament shows only aliases. It omits the programs' output,
 * paths and names, since these could reveal the authors.
 */
#ifndef SERVE_REPORT_H
#define SERVE_REPORT_H

#include "base/text.h"
#include "tournament/store.h"

enum { REPORT_REPLAY_BYTES = 15 << 20 };

struct report_options {
    size_t replay_bytes; /* maximum size of the replays; 0: REPORT_REPLAY_BYTES */
};

/* Appends the file. If the store fails, returns false with a fault noted, and what was appended is
 * useless. */
bool report_write(struct store *, const struct report_options *, struct text *out, struct notes *);

#endif
