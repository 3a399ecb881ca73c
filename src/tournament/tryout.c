#include "tournament/tryout.h"

#include <stdio.h>
#include <string.h>

#include "base/jobs.h"
#include "referee/course/doctor.h"
#include "referee/guest/machine.h"
#include "referee/match/bout.h"
#include "tournament/archive.h"

enum { SHORT_GAME = 6 }; /* plies */

struct tryout {
    struct field *field;
    const struct settings *settings;
    tryout_listener *listener;
    void *context;
};

static void refuse(struct entrant *e, const char *word, const char *why)
{
    snprintf(e->reason, sizeof e->reason, "%.40s%s%.300s", word, word[0] ? ": " : "", why);
    size_t length = strlen(e->reason); /* of a build that failed without a word nothing follows */
    while (length > 0 && strchr(": ", e->reason[length - 1]))
        e->reason[--length] = '\0';
}

/* A finding without what its verdict's word has said already. */
static const char *beyond_meaning(const struct finding *finding)
{
    const char *meaning = verdict_meaning(finding->verdict);
    size_t length = strlen(meaning);
    bool repeats = strncmp(finding->what, meaning, length) == 0 &&
                   strncmp(finding->what + length, ": ", 2) == 0;
    return finding->what + (repeats ? length + 2 : 0);
}

static void ask_question(struct entrant *e, const struct settings *s, const char *path)
{
    struct notes notes = {0};
    struct doctor_options options = {.contender = s->limits, .move_seconds = s->cap};
    struct patient *patient = patient_new(path, &options, &notes);
    if (!patient || !patient_can_try(patient, s->game, &notes)) {
        refuse(e, "", notes_why(&notes));
    } else {
        struct finding finding;
        patient_try(patient, s->game, &finding);
        bool told = finding.verdict != VERDICT_NONE;
        if (finding.kind != FINDING_OK && finding.kind != FINDING_ODD)
            refuse(e, told ? verdict_name(finding.verdict) : "",
                   told ? beyond_meaning(&finding) : finding.what);
    }
    patient_free(patient);
}

static void play_short_game(struct entrant *e, const struct settings *s, const char *path)
{
    struct notes notes = {0};
    atomic_bool enough = false;
    struct match_options o = {.game = s->game,
                              .setup = s->setup,
                              .games = 1,
                              .time = s->time,
                              .cap = s->cap,
                              .ply_limit = SHORT_GAME,
                              .seed = s->seed};
    o.contender[0] = contender_new(path, s->game, &s->limits, &notes);
    o.contender[1] = contender_new("random", s->game, &s->limits, &notes);
    if (!o.contender[0] || !o.contender[1]) {
        refuse(e, "", notes_why(&notes));
    } else {
        struct match_game game;
        const struct bout bout = {.options = &o, .number = 1, .enough = &enough};
        bout_play(&bout, 0, 0, &game);
        if (game.fault == 0 || verdict_kind(game.verdict) == VERDICT_IS_VOID)
            refuse(e, verdict_name(game.verdict), game.detail);
    }
    for (int who = 0; who < 2; who++)
        contender_free(o.contender[who]);
}

static void try_one(void *context, int number, void *result)
{
    (void)result;
    const struct tryout *t = context;
    struct entrant *e = &t->field->entrant[number];
    if (!e->is_program || e->reason[0])
        return;
    char path[SCRATCH_DIR_PATH];
    struct notes notes = {0};
    if (!archive_lodge(&e->archive, path, &notes))
        refuse(e, "", notes_why(&notes));
    else if (t->settings->game->course)
        ask_question(e, t->settings, path);
    else
        play_short_game(e, t->settings, path);
}

static bool tell_one(void *context, int number, const void *result)
{
    (void)result;
    const struct tryout *t = context;
    if (t->listener)
        t->listener(t->context, &t->field->entrant[number]);
    return true;
}

bool tryout_run(struct field *field, const struct settings *settings, int jobs,
                tryout_listener *listener, void *context, struct notes *notes)
{
    bool any = false;
    for (int i = 0; i < field->count; i++)
        any |= field->entrant[i].is_program && !field->entrant[i].reason[0];
    if (any && !machine_examine(&settings->limits, NULL, notes))
        return false;
    struct tryout tryout = {field, settings, listener, context};
    struct jobs work = {.count = field->count,
                        .threads = any ? jobs : 1,
                        .result_bytes = 1,
                        .work = try_one,
                        .deliver = tell_one,
                        .context = &tryout};
    if (field->count > 0)
        jobs_run(&work);
    return true;
}
