#include "referee/sandbox/cell.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "referee/sandbox/cancel.h"
#include "referee/sandbox/cleaner.h"
#include "referee/sandbox/folder.h"
#include "referee/sandbox/porter.h"

enum { SLACK_SECONDS = 60, LONGEST_SECONDS = 24 * 3600 };

struct cell {
    struct policy policy;
    struct warden_hello facts;
    int warden, home;
    bool owns_home;
    char folder[POLICY_PATH / 2]; /* with home and stage in it */
    struct warden_report report;
};

static bool make_folders(struct cell *cell, const char *base)
{
    static atomic_uint made;
    snprintf(cell->folder, sizeof cell->folder, "%.480s/%u", base, atomic_fetch_add(&made, 1));
    struct policy *policy = &cell->policy;
    snprintf(policy->hidden, sizeof policy->hidden, "%s", base);
    snprintf(policy->stage, sizeof policy->stage, "%s/stage", cell->folder);
    bool good = mkdir(cell->folder, 0755) == 0 && mkdir(policy->stage, 0755) == 0;
    cell->owns_home = !policy->home[0];
    if (cell->owns_home) {
        snprintf(policy->home, sizeof policy->home, "%s/home", cell->folder);
        good = good && mkdir(policy->home, 0755) == 0;
    }
    return good;
}

struct cell *cell_new(const struct policy *policy, struct notes *notes)
{
    const char *base = porter_call(notes);
    if (!base)
        return NULL;
    struct cell *cell = memory_zero(sizeof *cell);
    cell->policy = *policy;
    cell->warden = cell->home = -1;
    if (!make_folders(cell, base))
        notes_fault(notes, 0, "%s: cannot be made: %s", cell->policy.home, strerror(errno));
    else
        cell->warden = porter_admit(&cell->policy, &cell->facts, &cell->home, notes);
    if (cell->warden < 0) {
        cell_free(cell);
        return NULL;
    }
    return cell;
}

void cell_free(struct cell *cell)
{
    if (!cell)
        return;
    if (cell->warden >= 0)
        porter_dismiss(cell->warden);
    if (cell->home >= 0)
        close(cell->home);
    /* rmdir() needs no open file, so unused directories go even if no file can be opened */
    rmdir(cell->policy.stage);
    if (cell->owns_home)
        rmdir(cell->policy.home);
    if (cell->folder[0] && rmdir(cell->folder) != 0)
        cleaner_remove(cell->folder);
    free(cell);
}

int cell_home(const struct cell *cell)
{
    return cell->home;
}

const char *cell_path(const struct cell *cell)
{
    return cell->policy.home;
}

const struct warden_hello *cell_facts(const struct cell *cell)
{
    return &cell->facts;
}

bool cell_is_sound(const struct cell *cell)
{
    int folder = open(cell->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool sound = folder >= 0 && folder_put(folder, "probe", "probe", 5) &&
                 folder_remove(folder, "probe");
    if (folder >= 0)
        close(folder);
    return sound;
}

/* Waits for a message of the warden. False on timeout, and if this thread is cancelled. */
static bool hears(const struct cell *cell, double seconds)
{
    struct pollfd news = {.fd = cell->warden, .events = POLLIN};
    double end = clock_seconds(CLOCK_OF_WALL) + seconds;
    for (int ready;;) {
        double left = end - clock_seconds(CLOCK_OF_WALL);
        int wait = (int)(1000 * (left > 0 ? left : 0));
        if (cancel_flag() && wait > CANCEL_POLL_MS)
            wait = CANCEL_POLL_MS;
        ready = poll(&news, 1, wait);
        if (ready > 0 || cancel_requested() || left <= 0 || (ready < 0 && errno != EINTR))
            return ready > 0;
    }
}

/* Ends the current run. True if the warden sends a last report about it. */
static bool call_off(const struct cell *cell)
{
    enum { LAST_WORD = 1000 }; /* milliseconds: enough to kill any number of processes */
    struct pollfd news = {.fd = cell->warden, .events = POLLIN};
    shutdown(cell->warden, SHUT_WR);
    return poll(&news, 1, LAST_WORD) > 0;
}

const struct warden_report *cell_order(struct cell *cell, const struct warden_order *order)
{
    double counted = order->wall > 0 ? order->wall : order->budget;
    double most = order->at_most > 0 ? order->at_most : WARDEN_WAITS * counted;
    bool bounded = most > 0 && most < LONGEST_SECONDS;
    double seconds = (bounded ? most : LONGEST_SECONDS) + SLACK_SECONDS;
    bool sent = send(cell->warden, order, sizeof *order, MSG_NOSIGNAL) == sizeof *order;
    bool heard = sent && (hears(cell, seconds) || (cancel_requested() && call_off(cell)));
    if (!heard ||
        recv(cell->warden, &cell->report, sizeof cell->report, 0) != sizeof cell->report) {
        cell->report = (struct warden_report){.end = WARDEN_LOST};
        snprintf(cell->report.failure, sizeof cell->report.failure,
                 "the process that looks after the program is gone");
        shutdown(cell->warden, SHUT_RDWR); /* a late report must not answer the next order */
    }
    if (cell->owns_home)
        fchmod(cell->home, 0755); /* the program may have locked us out */
    return &cell->report;
}

void cell_interrupt(struct cell *cell)
{
    shutdown(cell->warden, SHUT_RDWR); /* the warden kills its guest when its socket closes */
}
