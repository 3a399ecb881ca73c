/* links.h - open connections: their deadlines, and which one is closed when there are too many
 *
 * A connection is in one of four phases. Each phase in which the server waits for the client has
 * one deadline for the whole phase, so a client that sends a byte at a time is closed as soon as a
 * silent one. When there are too many connections, in total or from one client, the connection that
 * has kept the server waiting longest is closed for the new one. A connection whose request is
 * being worked on is never closed for that.
 *
 * This module shuts sockets down and never closes them. libmicrohttpd notices the shutdown, calls
 * link_close() and then closes the socket. Any thread may call these functions.
 */
#ifndef SERVE_LINKS_H
#define SERVE_LINKS_H

#include <stddef.h>
#include <sys/socket.h>

enum phase {
    PHASE_HEAD,   /* idle (keep-alive), or reading a request's head */
    PHASE_BODY,   /* the head was accepted; reading the body */
    PHASE_WORK,   /* the server works: no deadline */
    PHASE_ANSWER, /* the client reads the answer */
    PHASES
};

struct link_limits {
    double seconds[PHASES]; /* from the start of the phase; 0: no limit */
    double bytes_a_second;  /* extends an answer's deadline by its size over this rate */
    int most, most_a_client;
};

struct links;
struct link;

/* Starts a thread that shuts down connections past their deadline. */
struct links *links_new(const struct link_limits *);
void links_free(struct links *); /* all must be closed */

/* Adds a new connection, in PHASE_HEAD. address: of the client. */
struct link *link_open(struct links *, int socket, const struct sockaddr *address);
/* Starts a phase, or the same phase again. bytes: size of the answer. */
void link_enter(struct link *, enum phase, size_t bytes);
void link_close(struct link *);

#endif
