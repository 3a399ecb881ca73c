#include "cmd/grade_agents.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "base/foreign.h"
#include "base/memory.h"
#include "referee/guest/names.h"
#include "referee/guest/program.h"
#include "referee/guest/submission.h"

static bool has_agent(const char *dir, const char *name)
{
    char path[4096];
    struct manifest manifest;
    struct notes ignored = {0};
    snprintf(path, sizeof path, "%.3500s/%s", dir, name);
    bool good = names_read(path, NULL, &manifest, &ignored);
    if (good)
        manifest_free(&manifest);
    return good;
}

static void add_agent(const struct command *command, struct agent_list *agents, const char *spec)
{
    if (agents->count == AGENTS_MAX)
        cli_fail(command, "more than %d agents", AGENTS_MAX);
    struct notes notes = {0};
    struct agent *agent = program_is_meant(spec) ? NULL : agent_new(spec, &notes);
    agent_free(agent);
    if (notes.faults > 0) /* a slip of the caller's must not become 0 points */
        cli_fail(command, "%s: no submission, and no built-in agent: %s", spec, notes_why(&notes));
    agents->spec = memory_resize(agents->spec, (size_t)(agents->count + 1) * sizeof *agents->spec);
    agents->spec[agents->count++] = memory_string(spec);
}

/* True if there are several directories with agents in this directory; a single one is a submission
 * one folder deep. */
static bool holds_agents(const char *dir)
{
    struct dirent **list;
    int entries = scandir(dir, &list, NULL, NULL), found = 0;
    for (int i = 0; i < entries; i++) {
        found += list[i]->d_name[0] != '.' && has_agent(dir, list[i]->d_name);
        free(list[i]);
    }
    if (entries >= 0)
        free(list);
    return found > 1;
}

/* Adds every submission in a directory, by name; what is none is left out, and said. */
static void add_each(const struct command *command, struct agent_list *agents, const char *dir)
{
    struct dirent **list;
    int entries = scandir(dir, &list, NULL, alphasort);
    if (entries < 0)
        cli_fail(command, "%s: cannot be read: %s", dir, strerror(errno));
    int before = agents->count;
    for (int i = 0; i < entries; i++) {
        char path[4096];
        const char *name = list[i]->d_name;
        snprintf(path, sizeof path, "%.3500s/%s", dir, name);
        if (name[0] != '.' && strcmp(name, "__MACOSX") != 0 &&
            submission_kind(path) != SUBMISSION_NONE)
            add_agent(command, agents, path);
        else if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            fprintf(stderr, "plywood %s: %s is no submission, left out\n", command->name,
                    shown(path));
        free(list[i]);
    }
    free(list);
    if (agents->count == before)
        cli_fail(command, "--each: %s has no submissions in it", dir);
}

void agents_add(const struct command *command, struct agent_list *agents, const char *argument,
                bool each)
{
    if (each)
        add_each(command, agents, argument);
    else if (!has_agent(argument, ".") && holds_agents(argument))
        cli_fail(command, "%s: no agent, but a directory of agents: --each grades them all",
                 argument);
    else
        add_agent(command, agents, argument);
}

void agents_free(struct agent_list *agents)
{
    for (int i = 0; i < agents->count; i++)
        free(agents->spec[i]);
    free(agents->spec);
}
