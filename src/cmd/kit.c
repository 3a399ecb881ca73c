/* plywood kit - what a course hands out to its students, and what grades them */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/foreign.h"
#include "cmd/commands.h"
#include "cmd/kit_course.h"
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

static int kit_student(const struct command *command, int argc, char **argv)
{
    const char *dir = NULL;
    cli_parse(command, argc, argv, (struct cli_option[]){{"output", CLI_STRING, &dir, 0, 0}, {0}},
              2, 2);
    const struct game *game = cli_game(command, argv[1]);
    if (!dir)
        cli_fail(command, "-o DIR says where it is put");
    if (!has_kit(game))
        cli_fail(command, "there is no kit for %s", game->title);
    make_directory(command, dir);
    struct parcel parcel = {0};
    struct text path = {0};
    kit_add_files(
        &parcel, "student", game, "",
        (struct kit_word[]){{"{game}", game->name}, {"{title}", game->title}, {NULL, NULL}});
    if (!parcel_write(&parcel, dir, &path))
        cli_cannot(command, "%s: %s", path.data, strerror(errno));
    printf("%s: %s/README.md says what there is, %s/try.sh tries it\n", game->title, shown(dir),
           shown(dir));
    text_free(&path);
    parcel_free(&parcel);
    return 0;
}

static const struct {
    const char *name;
    int (*run)(const struct command *, int argc, char **argv);
} kits[] = {{"student", kit_student}, {"gradescope", kit_gradescope}, {"github", kit_github}};

static int run(const struct command *command, int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    for (size_t kit = 0; kit < sizeof kits / sizeof *kits; kit++)
        if (strcmp(name, kits[kit].name) == 0)
            return kits[kit].run(command, argc, argv);
    if (name[0] == '-' || !name[0])
        cli_parse(command, argc, argv, (struct cli_option[]){{0}}, 2, 2); /* --help, or wrong */
    cli_fail(command, "expected student, gradescope or github, found \"%s\"", name);
}

const struct command command_kit = {
    "kit", "write what a course needs: for its students, for an autograder, for a workflow",
    "usage: plywood kit student GAME -o DIR\n"
    "       plywood kit gradescope GAME -o autograder.zip [--budget T] [--languages LIST]\n"
    "                   [--packages LIST] [--grader FILE] [--force] [options of 'plywood grade']\n"
    "       plywood kit github GAME -o DIR [--pass POINTS] [the same options]\n\n"
    "student fills a new or empty directory with the rules in a page, sample questions with an "
    "answer\n"
    "each, first agents in C and in Python that play legally and no more, under the names that "
    "the\n"
    "course's text demands, and a script that builds and tries them.\n\n"
    "gradescope writes a complete autograder: set-up script, run script, the program "
    "plywood-grader,\n"
    "the course's settings. github writes .github/ with a workflow that grades each push, shows "
    "the\n"
    "result, keeps JUnit's XML, and fails below --pass points (1). docs/kits.md tells how they "
    "are\n"
    "used and what students see.\n\n"
    "--budget is the time for the grading of a submission (9m; also 540 or 0.5h). --languages are "
    "some\n"
    "of c,c++,java,python (all), for which compilers and interpreters are installed; --packages "
    "are\n"
    "further Debian packages. Every other option is one of 'plywood grade' (--time, --seed, "
    "--games,\n"
    "--cases …; files of cases are copied into the kit) and is judged at once; what will be graded "
    "is\n"
    "printed. The same call gives the same bytes.\n",
    run};
