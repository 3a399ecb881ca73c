/* plywood kit - what a course hands out to its students */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/foreign.h"
#include "cmd/commands.h"
#include "cmd/kit_files.h"

static bool has_kit(const struct game *game)
{
    for (const struct kit_file *file = kit_files; file->name; file++)
        if (file->game && strcmp(file->game, game->name) == 0)
            return true;
    return false;
}

/* Makes the directory, or sees that it is there and empty. */
static void make_directory(const struct command *command, const char *dir)
{
    if (mkdir(dir, 0777) == 0)
        return;
    if (errno != EEXIST)
        cli_fail(command, "%s: %s", dir, strerror(errno));
    DIR *there = opendir(dir);
    if (!there)
        cli_fail(command, "%s: %s", dir, strerror(errno));
    for (const struct dirent *entry; (entry = readdir(there));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            cli_fail(command, "%s: expected a new or empty directory, found %s in it", dir,
                     entry->d_name);
    closedir(there);
}

/* The file's text with the game's name and title where they belong. */
static void fill_in(const struct kit_file *file, const struct game *game, struct text *out)
{
    static const char name[] = "{game}", title[] = "{title}";
    for (const char *at = file->data; at < file->end;) {
        size_t left = (size_t)(file->end - at);
        if (!file->game && left >= strlen(name) && memcmp(at, name, strlen(name)) == 0) {
            text_add(out, "%s", game->name);
            at += strlen(name);
        } else if (!file->game && left >= strlen(title) && memcmp(at, title, strlen(title)) == 0) {
            text_add(out, "%s", game->title);
            at += strlen(title);
        } else {
            text_add_bytes(out, at++, 1);
        }
    }
}

static void write_file(const struct command *command, const struct kit_file *file,
                       const struct game *game, const char *dir)
{
    struct text path = {0}, content = {0};
    const char *folder = strchr(file->name, '/');
    text_add(&path, "%s", dir);
    if (folder) {
        text_add(&path, "/%.*s", (int)(folder - file->name), file->name);
        if (mkdir(path.data, 0777) != 0 && errno != EEXIST)
            cli_cannot(command, "%s: %s", path.data, strerror(errno));
        text_add(&path, "%s", folder);
    } else {
        text_add(&path, "/%s", file->name);
    }
    fill_in(file, game, &content);
    if (!file_replace(path.data, content.data ? content.data : "", content.length))
        cli_cannot(command, "%s: %s", path.data, strerror(errno));
    bool is_script = content.length > 2 && memcmp(content.data, "#!", 2) == 0;
    if (is_script && chmod(path.data, 0755) != 0)
        cli_cannot(command, "%s: %s", path.data, strerror(errno));
    text_free(&path);
    text_free(&content);
}

static int run(const struct command *command, int argc, char **argv)
{
    const char *dir = NULL;
    cli_parse(command, argc, argv, (struct cli_option[]){{"output", CLI_STRING, &dir, 0, 0}, {0}},
              2, 2);
    if (strcmp(argv[0], "student") != 0)
        cli_fail(command, "expected student, found \"%s\"", argv[0]);
    const struct game *game = cli_game(command, argv[1]);
    if (!dir)
        cli_fail(command, "-o DIR says where it is put");
    if (!has_kit(game))
        cli_fail(command, "there is no kit for %s", game->title);
    make_directory(command, dir);
    for (const struct kit_file *file = kit_files; file->name; file++)
        if (!file->game || strcmp(file->game, game->name) == 0)
            write_file(command, file, game, dir);
    printf("%s: %s/README.md says what there is, %s/try.sh tries it\n", game->title, shown(dir),
           shown(dir));
    return 0;
}

const struct command command_kit = {
    "kit", "write what a course hands out: rules, samples, first agents",
    "usage: plywood kit student GAME -o DIR\n\n"
    "Fills a new or empty directory with the rules in a page, sample questions with an answer "
    "each,\n"
    "first agents in C and in Python that play legally and no more, under the names that the\n"
    "course's text demands, and a script that builds and tries them.\n",
    run};
