/* field.h - the agents that are to take part: found, named, packed
 *
 * A word of the command line is one of
 *
 *   a directory of agents     each submission in it is one
 *   a submission              as referee/guest/submission.h has it
 *   any other file            a list: SPEC or NAME = SPEC on each line, "#" begins a comment
 *   cmd:COMMAND               the files that its words name travel with it
 *   a spec of agents/agent.h  a built-in agent
 *
 * An agent's name follows from submission.h or its spec, whatever its manifest says; a second one
 * of that name gets a number. Names are escaped (base/foreign.h) once, here. A program is
 * identified by the digest of its files, a built-in agent by that of its spec and version. tryout.h
 * finds out whether programs work.
 */
#ifndef TOURNAMENT_FIELD_H
#define TOURNAMENT_FIELD_H

#include "tournament/settings.h"
#include "tournament/store.h"

enum { FIELD_NAME = 120, FIELD_ALIAS = 16, FIELD_REASON = 400, FIELD_MOST = 1000, FIELD_LISTS = 4 };

struct entrant {
    char name[FIELD_NAME], alias[FIELD_ALIAS];
    char *spec;
    bool is_program, is_ladder;
    char hash[STORE_HASH];
    struct text archive;       /* of a program */
    char reason[FIELD_REASON]; /* why it cannot take part; "" if it can */
};

struct field {
    int count;
    struct entrant *entrant;
    int lists; /* being read: a list may name lists, FIELD_LISTS deep */
};

/* Adds the agents that a word names; name: what to call it, NULL: as above. False, with a fault
 * noted, if there is no such agent. What is wrong with a single program goes into its reason. */
bool field_add(struct field *, const char *word, const char *name, bool is_ladder, struct notes *);
void field_free(struct field *);

/* The hash of a built-in agent. */
void field_hash_spec(const char *spec, char hash[STORE_HASH]);

/* Draws an alias for each agent, unique here and in the store. In an anonymous tournament it draws
 * the order of entry too, because ids and lists would reveal it. A ladder keeps its place and
 * order: ratings count from its first agent. None of this follows from the tournament's seed, which
 * participants may know. */
bool field_draw(struct field *, struct store *, bool anonymous, struct notes *);

/* Puts all entrants into the store as new agents, or none of them; with settings (else NULL) the
 * tournament is made by that. */
bool field_enter(struct store *, const struct field *, const char *settings, struct notes *);
/* Gives the agent with this id the program of an entrant. */
bool field_replace(struct store *, const struct entrant *, int id, struct notes *);

#endif
