#include "serve/links.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"

static const double glance_least = 0.02, glance_most = 1; /* seconds between two checks */

/* Identifies a client. An IPv6 client usually owns a /64, so only the first 64 bits identify it. */
struct client {
    unsigned char part[8];
};

struct link {
    struct links *links;
    struct link *before, *next; /* in the list of all connections */
    int socket;
    struct client client;
    enum phase phase;
    double since, until; /* until: deadline; 0: none */
    bool cut;
};

struct links {
    struct link_limits limits;
    double glance;
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows, and all connections */
    pthread_cond_t news;
    struct link *first;
    bool closing;
};

static struct client client_of(const struct sockaddr *address)
{
    struct client client = {{0}};
    if (address && address->sa_family == AF_INET)
        memcpy(client.part, &((const struct sockaddr_in *)address)->sin_addr, 4);
    else if (address && address->sa_family == AF_INET6) {
        const struct in6_addr *long_one = &((const struct sockaddr_in6 *)address)->sin6_addr;
        if (IN6_IS_ADDR_V4MAPPED(long_one)) /* an IPv4-mapped IPv6 address */
            memcpy(client.part, long_one->s6_addr + 12, 4);
        else
            memcpy(client.part, long_one->s6_addr, sizeof client.part);
    }
    return client;
}

static bool is_of(const struct link *link, const struct client *client)
{
    return !client || memcmp(&link->client, client, sizeof *client) == 0;
}

static void cut(struct link *link)
{
    link->cut = true;
    shutdown(link->socket, SHUT_RDWR);
}

/* Shuts down the connections past their deadline. */
static void *attend(void *context)
{
    struct links *links = context;
    pthread_mutex_lock(&links->lock);
    while (!links->closing) {
        double now = clock_seconds(CLOCK_OF_WALL);
        for (struct link *link = links->first; link; link = link->next)
            if (!link->cut && link->until > 0 && now >= link->until)
                cut(link);
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += (long)(links->glance * 1e9);
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&links->news, &links->lock, &until);
    }
    pthread_mutex_unlock(&links->lock);
    return NULL;
}

struct links *links_new(const struct link_limits *limits)
{
    struct links *links = memory_zero(sizeof *links);
    links->limits = *limits;
    links->glance = glance_most;
    for (int i = 0; i < PHASES; i++)
        if (limits->seconds[i] > 0 && limits->seconds[i] / 4 < links->glance)
            links->glance = limits->seconds[i] / 4;
    if (links->glance < glance_least)
        links->glance = glance_least;
    pthread_mutex_init(&links->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&links->news, &attributes);
    pthread_condattr_destroy(&attributes);
    thread_must_start(&links->thread, attend, links);
    return links;
}

void links_free(struct links *links)
{
    if (!links)
        return;
    pthread_mutex_lock(&links->lock);
    links->closing = true;
    pthread_cond_signal(&links->news);
    pthread_mutex_unlock(&links->lock);
    pthread_join(links->thread, NULL);
    pthread_cond_destroy(&links->news);
    pthread_mutex_destroy(&links->lock);
    free(links);
}

static void begin_phase(struct link *link, enum phase phase, size_t bytes)
{
    const struct link_limits *limits = &link->links->limits;
    double seconds = limits->seconds[phase];
    link->phase = phase;
    link->since = clock_seconds(CLOCK_OF_WALL);
    link->until = seconds > 0 ? link->since + seconds : 0;
    if (seconds > 0 && limits->bytes_a_second > 0)
        link->until += (double)bytes / limits->bytes_a_second;
}

/* If the limit is reached, for one client or for all (NULL), shuts down the connection that has
 * kept the server waiting longest. */
static void make_room(struct links *links, const struct client *client, int most)
{
    int count = 0;
    struct link *oldest = NULL;
    for (struct link *link = links->first; link; link = link->next) {
        if (link->cut || !is_of(link, client))
            continue;
        count++;
        if (link->phase != PHASE_WORK && (!oldest || link->since < oldest->since))
            oldest = link;
    }
    if (count >= most && oldest)
        cut(oldest);
}

struct link *link_open(struct links *links, int socket, const struct sockaddr *address)
{
    struct link *link = memory_zero(sizeof *link);
    link->links = links;
    link->socket = socket;
    link->client = client_of(address);
    pthread_mutex_lock(&links->lock);
    make_room(links, &link->client, links->limits.most_a_client);
    make_room(links, NULL, links->limits.most);
    begin_phase(link, PHASE_HEAD, 0);
    link->next = links->first;
    if (link->next)
        link->next->before = link;
    links->first = link;
    pthread_mutex_unlock(&links->lock);
    return link;
}

void link_enter(struct link *link, enum phase phase, size_t bytes)
{
    pthread_mutex_lock(&link->links->lock);
    begin_phase(link, phase, bytes);
    pthread_mutex_unlock(&link->links->lock);
}

void link_close(struct link *link)
{
    struct links *links = link->links;
    pthread_mutex_lock(&links->lock);
    if (link->next)
        link->next->before = link->before;
    if (link->before)
        link->before->next = link->next;
    else
        links->first = link->next;
    pthread_mutex_unlock(&links->lock);
    free(link);
}
