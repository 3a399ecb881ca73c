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

static const struct cli_option output_table[] = {
    {"output", "FILE|DIR", "where it goes (-o for short)", CLI_STRING(struct kit_options, output),
     .needed = true},
    {0},
};

static int kit_student(const struct command *command, int argc, char **argv)
{
    struct command student = *command;
    student.options = output_table;
    struct kit_options o = {0};
    cli_parse(&student, argc, argv, &o);
    const char *dir = o.output;
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
        cli_parse(command, argc, argv, &(struct kit_options){0}); /* --help, or wrong */
    cli_fail(command, "expected student, gradescope or github, found \"%s\"", name);
}

static const struct cli_option option_table[] = {
    {.type = CLI_IS_SET, .set = output_table},
    {.help = "gradescope and github"},
    {"budget", "T", "time for the grading of a submission: 9m, 540, 0.5h",
     CLI_STRING(struct kit_options, budget), .usual = "9m"},
    {"languages", "LIST", "compilers and interpreters to install",
     CLI_STRING(struct kit_options, languages), .usual = "c,c++,java,python"},
    {"packages", "LIST", "further Debian packages", CLI_STRING(struct kit_options, packages)},
    {"grader", "FILE", "the plywood-grader to put in; else the one beside plywood",
     CLI_STRING(struct kit_options, grader)},
    {"pass", "POINTS", "points below which a workflow fails",
     CLI_INT(struct kit_options, pass, 0, 100), .standard = KIT_PASS},
    CLI_FORCE(struct kit_options, force),
    {.help = "and the options of 'plywood grade', which become settings of the kit",
     .type = CLI_IS_OTHERS,
     .of = &command_grade},
    {0},
};

static const struct cli_place place_table[] = {
    {"student|gradescope|github", "the kit to write", 1, 1}, CLI_THE_GAME, {0}};

const struct command command_kit = {
    .name = "kit",
    .summary = "write what a course needs: for its students, for an autograder, for a workflow",
    .places = place_table,
    .options = option_table,
    .examples = "kit student {game} -o handout\n"
                "kit gradescope {game} -o autograder.zip --games 4 --force",
    .details =
        "student fills a new or empty directory: the rules in a page, sample questions with\n"
        "an answer each, first agents in C and in Python that play legally and no more, under\n"
        "the names that the course's text demands, and a script that builds and tries them.\n"
        "\n"
        "gradescope writes a complete autograder: set-up script, run script, the program\n"
        "plywood-grader, the course's settings. github writes .github/ with a workflow. It\n"
        "grades each push, shows the result, keeps JUnit's XML, and fails below --pass\n"
        "points. docs/kits.md tells how they are used and what students see.\n"
        "\n"
        "--languages takes some of c,c++,java,python. Every other option is one of 'plywood\n"
        "grade', --time, --seed, --games or --cases for example. It is judged at once, and\n"
        "what will be graded is printed. Files of --cases are copied into the kit. The same\n"
        "call gives the same bytes.\n",
    .run = run,
};
