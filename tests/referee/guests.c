#include "tests/referee/guests.h"

#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/sandbox/folder.h"

const struct guest_board guest_boards[2] = {
    {&game_fruit, {.size = 1, .option = {1}, .seed = 1}, {.remaining = 0.05}},
    {&game_reversi, {.size = 4}, {.remaining = 0.05, .cap = 60}},
};

const struct contender_options guest_limits = {
    .grace = 0.03, .memory = 64 << 20, .disk = 24 << 20, .processes = 24, .output_bytes = 1 << 20};

char guest_agents[4096];
char guest_place[64];

bool guests_begin(void)
{
    ssize_t length = readlink("/proc/self/exe", guest_agents, sizeof guest_agents - 40);
    if (length <= 0)
        return false;
    guest_agents[length] = 0;
    *strrchr(guest_agents, '/') = 0; /* the folder of this test */
    strcpy(strrchr(guest_agents, '/'), "/agents");
    snprintf(guest_place, sizeof guest_place, "/tmp/plywood-test-XXXXXX");
    return mkdtemp(guest_place) && setenv("TMPDIR", guest_place, 1) == 0;
}

bool guests_copy_agents(void)
{
    char command[9000], place[80];
    snprintf(place, sizeof place, "%s/agents", guest_place);
    snprintf(command, sizeof command, "cp -r '%s' '%s' && rm -f '%s'/*.d", guest_agents, place,
             place);
    snprintf(guest_agents, sizeof guest_agents, "%s", place);
    return chmod(guest_place, 0777) == 0 && system(command) == 0; // NOLINT: our own words
}

int guests_end(int status)
{
    return folder_remove(AT_FDCWD, guest_place) ? status : 1;
}

struct play play_begin_spec(const char *spec, int protocol, const struct contender_options *options)
{
    const struct guest_board *board = &guest_boards[protocol];
    struct notes notes = {0};
    struct play play = {.time = board->time};
    play.problem = board->game->create(&board->setup, &notes);
    assert_non_null(play.problem);
    play.session = session_new(play.problem->position, 0);
    play.contender = contender_new(spec, board->game, options, &notes);
    if (!play.contender)
        fail_msg("%s: %s", spec, notes_why(&notes));
    play.seat = seat_new(play.contender, play.session, SIDE_FIRST, 1, &notes);
    if (!play.seat)
        fail_msg("%s: %s", spec, notes_why(&notes));
    return play;
}

struct play play_begin(const char *name, int protocol, const struct contender_options *options)
{
    char spec[4200];
    snprintf(spec, sizeof spec, "cmd:%s/%s", guest_agents, name);
    return play_begin_spec(spec, protocol, options);
}

struct answer play_ask(struct play *play)
{
    struct answer answer;
    seat_ask(play->seat, play->session, &play->time, &answer);
    return answer;
}

void play_end(struct play *play)
{
    seat_free(play->seat);
    contender_free(play->contender);
    session_free(play->session);
    problem_free(play->problem);
}

void guest_write(const char *directory, const char *name, const char *text)
{
    char dir[128];
    snprintf(dir, sizeof dir, "%s/%s", guest_place, directory);
    mkdir(dir, 0755);
    int folder = open(dir, O_RDONLY | O_DIRECTORY);
    assert_true(folder_put(folder, name, text, strlen(text)));
    close(folder);
}

const char *guest_read(const char *dir, const char *name)
{
    static struct text text;
    const char *what;
    int folder = open(dir, O_RDONLY | O_DIRECTORY);
    assert_int_equal(folder_get(folder, name, 1 << 20, &text, &what), FOLDER_FILE);
    close(folder);
    return text.data ? text.data : "";
}

struct contender *guest_in_directory(const char *directory, struct notes *notes)
{
    char dir[128];
    snprintf(dir, sizeof dir, "%s/%s", guest_place, directory);
    *notes = (struct notes){0};
    return contender_new(dir, &game_fruit, &guest_limits, notes);
}

int guest_count_matches(const char *pattern)
{
    glob_t found;
    int count = glob(pattern, 0, NULL, &found) == 0 ? (int)found.gl_pathc : 0;
    globfree(&found);
    return count;
}
