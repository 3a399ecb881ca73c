/* plywood replay - shows the games of a record, move by move */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cmd/commands.h"
#include "cmd/explore.h"
#include "cmd/replay_bundle.h"
#include "referee/match/record.h"
#include "screens/draw.h"
#include "screens/terminal.h"

static const char *seat_name(const struct record *record, int who)
{
    return record->name[who][0] ? record->name[who] : who == 0 ? "a" : "b";
}

static const char *letter(int who)
{
    return who == 0 ? "a" : "b";
}

static void add_result(const struct recorded_game *g, struct text *out)
{
    int plies = g->session->count;
    text_add(out, "%d : %d after %d pl%s, ", recorded_score(g, plies, 0),
             recorded_score(g, plies, 1), plies, plies == 1 ? "y" : "ies");
    if (g->dropped)
        text_add(out, "left when the match was over");
    else if (g->verdict == VERDICT_NONE)
        text_add(out, "still running");
    else if (g->winner >= 0)
        text_add(out, "%s wins (%s)", letter(g->winner), verdict_name(g->verdict));
    else
        text_add(out, "nobody wins (%s)", verdict_name(g->verdict));
    text_add(out, "%s%s", g->detail[0] ? ": " : "", g->detail);
}

static void print_result(const struct recorded_game *g)
{
    struct text result = {0};
    add_result(g, &result);
    printf("%s\n", result.data);
    text_free(&result);
}

static void print_list(const struct record *record)
{
    printf("%s (%s): a %s, b %s, seed %llu\n", record->game->title, record->variant,
           seat_name(record, 0), seat_name(record, 1), (unsigned long long)record->seed);
    for (int i = 0; i < record->count; i++) {
        printf("%4d  %s first  ", record->games[i]->number, letter(record->games[i]->first));
        print_result(record->games[i]);
    }
}

/* The move that led to this ply, and what its maker thought of it. */
static void add_move(const struct recorded_game *g, int ply, struct text *out)
{
    const struct position *before = g->session->position[ply - 1];
    const struct recorded_move *m = &g->move[ply - 1];
    char name[MOVE_NAME_MAX];
    before->world->game->move_name(before, g->session->move[ply - 1], name);
    text_add(out, "Ply %d of %d: %s plays %s", ply, g->session->count,
             letter(recorded_mover(g, ply - 1)), name);
    if (m->opening)
        text_add(out, ", drawn by the referee");
    else
        text_add(out, ", %.3f s of CPU", m->cpu);
    if (m->has_value)
        text_add(out, ", expects to end %+.1f%s", m->value, m->proven ? " (proven)" : "");
    if (m->depth > 0)
        text_add(out, " at depth %d", m->depth);
    text_add(out, ".");
}

static void add_score(const struct recorded_game *g, int ply, struct text *out)
{
    text_add(out, "a %d : b %d", recorded_score(g, ply, 0), recorded_score(g, ply, 1));
    if (ply > 0 && g->move[ply - 1].left[0] >= 0)
        text_add(out, ", left a %.2f s, b %.2f s", g->move[ply - 1].left[0],
                 g->move[ply - 1].left[1]);
}

static void print_frame(const struct record *record, const struct recorded_game *g, int ply)
{
    cli_print_position(g->session->position[ply], draw_colour_is_wanted());
    struct text out = {0};
    if (ply > 0)
        add_move(g, ply, &out);
    else
        text_add(&out, "Game %d: a %s, b %s; %s moves first.", g->number, seat_name(record, 0),
                 seat_name(record, 1), letter(g->first));
    text_add(&out, "\n");
    add_score(g, ply, &out);
    printf("%s\n", out.data);
    text_free(&out);
    if (ply == g->session->count) {
        printf("Game %d: ", g->number);
        print_result(g);
        if (g->complaint[0])
            printf("It said: %s\n", g->complaint);
        if (g->bundle[0])
            printf("Repro bundle: %s\n", g->bundle);
    }
}

static void print_all(const struct record *record, const struct recorded_game *g, int from)
{
    for (int ply = from < g->session->count ? from : g->session->count; ply <= g->session->count;
         ply++) {
        print_frame(record, g, ply);
        printf("\n");
    }
}

static struct termios terminal; /* as it was */

static void restore_terminal(void)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal);
}

/* Keys arrive one by one and are not shown; interrupt is a key too, so the terminal is always
 * put back. */
static void take_keys(void)
{
    if (tcgetattr(STDIN_FILENO, &terminal) != 0)
        return;
    atexit(restore_terminal);
    struct termios keys = terminal;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    tcsetattr(STDIN_FILENO, TCSANOW, &keys);
}

enum step {
    STEP_NONE,
    STEP_ON,
    STEP_BACK,
    STEP_BEGIN,
    STEP_END,
    STEP_NEXT,
    STEP_PREVIOUS,
    STEP_QUIT
};

/* Arrow keys, Home and End are an escape, a bracket and one of these letters. */
static const struct {
    char key;
    bool escaped;
    enum step step;
} keys[] = {{'\n', false, STEP_ON},  {'\r', false, STEP_ON},  {' ', false, STEP_ON},
            {'b', false, STEP_BACK}, {'f', false, STEP_ON},   {'0', false, STEP_BEGIN},
            {'$', false, STEP_END},  {'n', false, STEP_NEXT}, {'p', false, STEP_PREVIOUS},
            {'q', false, STEP_QUIT}, {3, false, STEP_QUIT},   {4, false, STEP_QUIT},
            {'C', true, STEP_ON},    {'B', true, STEP_ON},    {'D', true, STEP_BACK},
            {'A', true, STEP_BACK},  {'H', true, STEP_BEGIN}, {'F', true, STEP_END}};

static bool read_byte(char *byte, int patience)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return (patience < 0 || poll(&input, 1, patience) == 1) && read(STDIN_FILENO, byte, 1) == 1;
}

static enum step read_step(void)
{
    char byte;
    if (!read_byte(&byte, -1))
        return STEP_QUIT;
    bool escaped = byte == '\x1b';
    if (escaped && !(read_byte(&byte, 50) && (byte == '[' || byte == 'O') && read_byte(&byte, 50)))
        return STEP_NONE;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].key == byte && keys[i].escaped == escaped)
            return keys[i].step;
    return STEP_NONE;
}

static void step_through(const struct record *record, int at, int ply)
{
    bool live = isatty(STDOUT_FILENO);
    take_keys();
    for (enum step step = STEP_NONE; step != STEP_QUIT;) {
        const struct recorded_game *g = record->games[at];
        int last = g->session->count;
        ply = ply < 0 ? 0 : ply > last ? last : ply;
        if (live)
            printf("\x1b[H\x1b[2J");
        print_frame(record, g, ply);
        printf(
            "Enter or right: on, left: back, 0/$: begin/end, n/p: next/previous game, q: quit\n");
        fflush(stdout);
        step = read_step();
        ply += step == STEP_ON ? 1 : step == STEP_BACK ? -1 : 0;
        ply = step == STEP_BEGIN ? 0 : step == STEP_END ? last : ply;
        int to = at + (step == STEP_NEXT) - (step == STEP_PREVIOUS);
        if (to != at && to >= 0 && to < record->count) {
            at = to;
            ply = 0;
        }
    }
}

static void describe(void *context, int ply, struct text *score, struct text *message)
{
    const struct recorded_game *g = context;
    add_score(g, ply, score);
    if (ply == g->session->count) {
        text_add(score, "   ");
        add_result(g, score);
    }
    if (ply > 0)
        add_move(g, ply, message);
    else
        text_add(message, "%s moves first.", letter(g->first));
}

/* On the full screen; false if this terminal has none. */
static bool explore_record(const struct record *record, int at, int ply)
{
    if (!terminal_open())
        return false;
    bool analysing = false;
    for (enum explore_end end = EXPLORE_NEXT; end != EXPLORE_QUIT;) {
        struct recorded_game *g = record->games[at];
        struct text title = {0};
        text_add(&title, "%s, game %d: a %s, b %s", record->game->title, g->number,
                 seat_name(record, 0), seat_name(record, 1));
        struct exploration exploration = {.title = title.data,
                                          .session = g->session,
                                          .ply = ply,
                                          .has_others = record->count > 1,
                                          .analysing = analysing,
                                          .lines = EXPLORE_LINES,
                                          .describe = describe,
                                          .context = g};
        end = explore(&exploration);
        text_free(&title);
        analysing = exploration.analysing;
        int to = at + (end == EXPLORE_NEXT) - (end == EXPLORE_PREVIOUS);
        ply = to >= 0 && to < record->count ? 0 : exploration.ply;
        at = to >= 0 && to < record->count ? to : at;
    }
    terminal_close();
    return true;
}

/* The position file that the side to move got; without a clock the game's own time is in it. */
static void print_input(const struct command *command, const struct record *record,
                        const struct recorded_game *g, int ply)
{
    if (ply > g->session->count)
        cli_fail(command, "--input: game %d has %d plies, found %d", g->number, g->session->count,
                 ply);
    double seconds = record->time > 0 ? record->time : record->game->game_seconds;
    if (ply > 0 && g->move[ply - 1].left[0] >= 0)
        seconds = g->move[ply - 1].left[recorded_mover(g, ply)];
    struct text out = {0};
    record->game->write(g->session->position[ply], seconds, false, &out);
    fwrite(out.data, 1, out.length, stdout);
    text_free(&out);
}

/* The index of the game with this number; 0 asks for the first. */
static int find_game(const struct command *command, const struct record *record, int number)
{
    for (int i = 0; i < record->count; i++)
        if (number == 0 || record->games[i]->number == number)
            return i;
    if (number == 0)
        cli_fail(command, "the record has no game yet");
    cli_fail(command, "--game: the record has no game %d", number);
}

struct options {
    const char *sandbox;
    int number, from, input;
    bool all, step, list;
};

static int run(const struct command *command, int argc, char **argv)
{
    struct options o = {.from = -1, .input = -1};
    cli_parse(command, argc, argv, &o);
    if (o.all + o.step + o.list + (o.input >= 0) > 1)
        cli_fail(command, "one of --all, --step, --list and --input, not several");
    bool of_record = o.number > 0 || o.from >= 0 || o.input >= 0 || o.all || o.step || o.list;
    if (replay_is_bundle(argv[0])) {
        if (of_record)
            cli_fail(command,
                     "%s is a bundle, which has one question: no --game, --from, --all, "
                     "--step, --list or --input",
                     argv[0]);
        return replay_bundle(command, argv[0], o.sandbox);
    }
    if (o.sandbox)
        cli_fail(command, "--sandbox is for a bundle: no program is run to show a record");
    int from = o.from < 0 ? 0 : o.from;
    struct notes notes = {0};
    struct record *record = record_read(argv[0], &notes);
    if (!record)
        cli_fail(command, "%s", notes_why(&notes));
    if (o.list) {
        print_list(record);
    } else {
        int at = find_game(command, record, o.number);
        bool on_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
        bool by_hand = o.step || (!o.all && on_terminal);
        if (o.input >= 0)
            print_input(command, record, record->games[at], o.input);
        else if (by_hand && (o.step || !explore_record(record, at, from)))
            step_through(record, at, from);
        else if (!by_hand)
            for (int i = at; i < (o.number ? at + 1 : record->count); i++)
                print_all(record, record->games[i], from);
    }
    record_free(record);
    return 0;
}

static const struct cli_option option_table[] = {
    {.help = "Of a record"},
    {"game", "N", "show the game with this number", CLI_INT(struct options, number, 1, 10000000)},
    {"from", "PLY", "begin at this ply", CLI_INT(struct options, from, 0, 1000000)},
    {"all", NULL, "print every position, of all games or of one", CLI_FLAG(struct options, all)},
    {"step", NULL, "wait for a key after every position", CLI_FLAG(struct options, step)},
    {"list", NULL, "print one line a game", CLI_FLAG(struct options, list)},
    {"input", "PLY", "print the position file at that ply",
     CLI_INT(struct options, input, 0, 1000000)},
    {.help = "Of a bundle"},
    {"sandbox", "on|off", "confine the program, whatever the bundle says; else on",
     CLI_WORD(struct options, sandbox)},
    {0},
};

static const struct cli_place place_table[] = {
    {"RECORD|BUNDLE", "a record of 'plywood match', or the directory that a fault has left", 1, 1},
    {0}};

const struct command command_replay = {
    .name = "replay",
    .summary = "show the games of a record, move by move",
    .places = place_table,
    .options = option_table,
    .examples = "replay match.jsonl --list\n"
                "replay match.jsonl --game 1 --all",
    .details =
        "It shows what 'plywood match --record' wrote; the match may still be running. On a\n"
        "terminal the board fills the screen:\n"
        "\n"
        "  left, right  back and on\n"
        "  Home, End    to the beginning and the end\n"
        "  n, p         to the next and the previous game\n"
        "  a            switches live analysis on\n"
        "  ?            tells about the other keys\n"
        "\n"
        "With --step, 0 and $ go to the beginning and the end. With --input another agent can\n"
        "be tried on a position.\n"
        "\n" REPLAY_BUNDLE_DETAILS,
    .run = run,
};
