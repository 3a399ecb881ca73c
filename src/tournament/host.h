/* host.h - what is known of the machine on which a worker plays */
#ifndef TOURNAMENT_HOST_H
#define TOURNAMENT_HOST_H

#include "tournament/settings.h"
#include "tournament/store.h"

/* Measures this machine and enters it: its name (the node's, where Slurm gives one), how fast it
 * is, and, if there are programs, how they are confined here. Sets the host's id. Before this
 * process has threads. */
bool host_enter(struct store *, const struct settings *, bool programs, int64_t *id,
                struct notes *);

/* The name under which it enters. */
void host_name(char *name, size_t room);

/* True if its charged times differ so much from those of others, for the same agents, that games on
 * it are not like theirs. */
bool host_is_out_of_line(const struct store_host *);

#endif
