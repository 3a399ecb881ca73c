/* links.h - the connections that are open, how long each may take, and which one gives way
 *
 * A connection is in one of a few phases. Each phase in which we wait for the client has a deadline
 * for the whole of it, so a client that trickles a byte at a time is ended like a silent one. Where
 * there are too many connections, in all or of one client, the one that has kept us waiting longest
 * gives way to the newcomer; one that we work for never does.
 *
 * Sockets are shut down here and never closed: their owner notices the end, says so by link_close()
 * and closes them after that. May be called from several threads.
 */
#ifndef SERVE_LINKS_H
#define SERVE_LINKS_H

#include <stddef.h>
#include <sys/socket.h>

enum phase {
    PHASE_HEAD,   /* silent, or in the midst of a request's head */
    PHASE_BODY,   /* the head was good, the body is on its way */
    PHASE_WORK,   /* it is our turn: no deadline */
    PHASE_ANSWER, /* the client takes what it has asked for */
    PHASES
};

struct link_limits {
    double seconds[PHASES]; /* from the phase's beginning; 0: no limit */
    double bytes_a_second;  /* an answer has that much longer */
    int most, most_a_client;
};

struct links;
struct link;

/* Starts a thread that looks for the late ones. */
struct links *links_new(const struct link_limits *);
void links_free(struct links *); /* all are closed */

/* A new connection, in PHASE_HEAD; address: of the client. */
struct link *link_open(struct links *, int socket, const struct sockaddr *address);
/* Another phase begins, or the same one anew; bytes: of an answer. */
void link_enter(struct link *, enum phase, size_t bytes);
void link_close(struct link *);

#endif
