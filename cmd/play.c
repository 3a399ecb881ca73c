/* plywood play - a game in line mode, between agents and people */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "agents/player.h"
#include "cmd/commands.h"
#include "core/json.h"
#include "screens/draw.h"

static const char human_help[] =
    "  a number      make the move with that number\n"
    "  a move        make that move, as in the list or as the course writes it\n"
    "  moves         list all legal moves\n"
    "  board         show the board again\n"
    "  hint          what would plywood play?\n"
    "  back          take back your last move\n"
    "  help          this list\n"
    "  quit          leave the game\n";

struct seat {
    bool human;
    struct player player;
};

enum decision { DECIDED_MOVE, DECIDED_BACK, DECIDED_QUIT };

/* The text without blanks around it. */
static char *trimmed(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = 0;
    return text;
}

/* True if the text is one of the words, in whatever case. */
static bool is_word(const char *text, const char *words)
{
    size_t length = strlen(text);
    for (const char *word = words; *word; word += strspn(word, " ")) {
        size_t size = strcspn(word, " ");
        if (size == length && strncasecmp(word, text, length) == 0)
            return true;
        word += size;
    }
    return false;
}

/* How many moves the list may show before it pushes the board off the screen. */
static int moves_that_fit(const struct position *p, int columns)
{
    struct winsize window;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 ||
        window.ws_row == 0)
        return MOVES_MAX;
    int lines = window.ws_row - p->world->size - 7;
    return columns * (lines > 3 ? lines : 3);
}

static void print_moves(const struct position *p, const struct move *moves, int count, int most)
{
    char name[MOVE_NAME_MAX];
    int widest = 0, digits = count > 99 ? 3 : 2;
    for (int i = 0; i < count; i++) {
        p->world->game->move_name(p, moves[i].code, name);
        int width = (int)strlen(name);
        widest = width > widest ? width : widest;
    }
    int columns = 78 / (digits + widest + 4);
    if (most == 0)
        most = moves_that_fit(p, columns);
    int shown = count < most ? count : most;
    for (int i = 0; i < shown; i++) {
        p->world->game->move_name(p, moves[i].code, name);
        printf("  %*d) %-*s%s", digits, i + 1, widest, name,
               (i + 1) % columns == 0 || i == shown - 1 ? "\n" : "");
    }
    if (shown < count)
        printf("  and %d more; moves lists them all\n", count - shown);
}

static void print_hint(const struct session *session)
{
    struct notes notes = {0};
    struct player adviser = {.agent = agent_new("plywood", &notes), .move_cap = 1};
    struct report report;
    char name[MOVE_NAME_MAX];
    const struct position *p = session_now(session);
    unsigned code = player_choose(&adviser, session, &report);
    p->world->game->move_name(p, code, name);
    printf("  %s", name);
    if (report.has_value)
        printf(", expecting a final margin of %+.1f for you%s", report.value,
               report.proven ? " (proven)" : "");
    printf("\n");
    agent_free(adviser.agent);
}

static enum decision ask_human(const struct session *session, unsigned *code)
{
    const struct position *p = session_now(session);
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves);
    print_moves(p, moves, count, 0);
    for (;;) {
        printf("%s> ", p->world->game->sides[p->side]);
        fflush(stdout);
        char buffer[256];
        if (!fgets(buffer, sizeof buffer, stdin)) {
            printf("\n");
            return DECIDED_QUIT;
        }
        char *text = trimmed(buffer);
        long number;
        struct notes notes = {0};
        if (*text == 0)
            continue;
        if (is_word(text, "quit q exit"))
            return DECIDED_QUIT;
        if (is_word(text, "back b undo"))
            return DECIDED_BACK;
        if (is_word(text, "help h ?")) {
            printf("%s%s", p->world->game->legend, human_help);
        } else if (is_word(text, "moves m list")) {
            print_moves(p, moves, count, count);
        } else if (is_word(text, "board show")) {
            cli_print_position(p, draw_colour_is_wanted());
        } else if (is_word(text, "hint")) {
            print_hint(session);
        } else if (line_integer((struct line){text, (int)strlen(text)}, 1, count, &number)) {
            *code = moves[number - 1].code;
            return DECIDED_MOVE;
        } else if (p->world->game->move_parse(p, text, code, &notes)) {
            return DECIDED_MOVE;
        } else {
            printf("  %s (help lists what can be typed)\n", notes_first(&notes));
        }
    }
}

/* Back to the last position in which the same person was to move. */
static void take_back(struct session *session, const struct seat seats[2])
{
    int side = session_now(session)->side;
    int back = seats[1 - side].human ? 1 : 2;
    if (session->count < back) {
        printf("  There is no move of yours to take back.\n");
        return;
    }
    while (back-- > 0)
        session_take_back(session);
}

static void announce(const struct session *session, unsigned code, const struct report *report)
{
    const struct position *p = session_now(session);
    char name[MOVE_NAME_MAX];
    p->world->game->move_name(p, code, name);
    printf("%d. %s: %s", session->count + 1, p->world->game->sides[p->side], name);
    if (report && report->has_value)
        printf("   (expects to end %+.1f%s; depth %d, %llu nodes, %.2f s)", report->value,
               report->proven ? ", proven" : "", report->depth, (unsigned long long)report->nodes,
               report->seconds);
    printf("\n");
}

static void print_result(const struct session *session, const struct seat seats[2], int late,
                         bool json)
{
    const struct position *now = session_now(session);
    const struct game *game = now->world->game;
    enum ending ending = session_ending(session);
    int winner = late >= 0 ? 1 - late : ending == ENDING_NONE ? -1 : session_winner(session);
    const char *how = late >= 0 ? "out-of-time" : ending_name(ending);
    bool on_time = false; /* a draw goes to the side with more time left, if there are clocks */
    double left = seats[0].player.remaining - seats[1].player.remaining;
    bool has_clocks = seats[0].player.agent && seats[1].player.agent;
    if (winner < 0 && ending != ENDING_NONE && has_clocks && left != 0) {
        winner = left > 0 ? SIDE_FIRST : SIDE_SECOND;
        on_time = true;
    }
    if (json) {
        struct text out = {0};
        json_open(&out, NULL, '{');
        json_string(&out, "game", game->name);
        if (winner >= 0)
            json_string(&out, "winner", game->sides[winner]);
        else
            json_null(&out, "winner");
        json_string(&out, "ending", how);
        json_open(&out, "score", '[');
        json_integer(&out, NULL, now->score[0]);
        json_integer(&out, NULL, now->score[1]);
        json_close(&out, ']');
        json_bool(&out, "on_time", on_time);
        json_integer(&out, "plies", session->count);
        json_open(&out, "cpu", '[');
        json_number(&out, NULL, seats[0].player.used);
        json_number(&out, NULL, seats[1].player.used);
        json_close(&out, ']');
        json_open(&out, "moves", '[');
        for (int i = 0; i < session->count; i++) {
            char name[MOVE_NAME_MAX];
            game->move_name(session->position[i], session->move[i], name);
            json_string(&out, NULL, name);
        }
        json_close(&out, ']');
        json_close(&out, '}');
        printf("%s\n", out.data);
        text_free(&out);
    } else if (winner >= 0) {
        printf("%s wins, %d to %d, after %d plies (%s).\n", game->sides[winner], now->score[winner],
               now->score[1 - winner], session->count,
               late >= 0 ? "the other side ran out of time"
               : on_time ? "a draw, decided by the time left"
                         : ending_meaning(ending));
    } else if (ending == ENDING_NONE) {
        printf("Left after %d plies at %d to %d.\n", session->count, now->score[0], now->score[1]);
    } else {
        printf("A draw, %d to %d, after %d plies (%s).\n", now->score[0], now->score[1],
               session->count, ending_meaning(ending));
    }
}

static struct seat make_seat(const struct command *command, const char *spec, double time,
                             double cap)
{
    struct seat seat = {.human = strcmp(spec, "human") == 0};
    struct notes notes = {0};
    if (seat.human)
        return seat;
    seat.player = (struct player){
        .agent = agent_new(spec, &notes), .remaining = time, .move_cap = cap};
    if (!seat.player.agent)
        cli_fail(command, "%s", notes_first(&notes));
    return seat;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct setup setup = {.blocks = -1, .seed = 1};
    const char *specs[2] = {"human", "plywood"}, *file = NULL;
    double time = 0, cap = 0;
    int cap_plies = -1;
    bool json = false, quiet = false;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"first", CLI_STRING, &specs[0], 0, 0},
                                    {"second", CLI_STRING, &specs[1], 0, 0},
                                    {"size", CLI_INT, &setup.size, 1, BOARD_MAX},
                                    {"kinds", CLI_INT, &setup.kinds, 1, 10},
                                    {"blocks", CLI_INT, &setup.blocks, 0, 256},
                                    {"seed", CLI_SEED, &setup.seed, 0, 0},
                                    {"rules", CLI_STRING, &setup.variant, 0, 0},
                                    {"position", CLI_STRING, &file, 0, 0},
                                    {"time", CLI_SECONDS, &time, 0, 0},
                                    {"seconds", CLI_SECONDS, &cap, 0, 0},
                                    {"plies", CLI_INT, &cap_plies, 0, 100000},
                                    {"quiet", CLI_FLAG, &quiet, 0, 0},
                                    {"json", CLI_FLAG, &json, 0, 0},
                                    {0}},
              1, 1);
    const struct game *game = cli_game(command, argv[0]);
    if (time == 0 && cap == 0)
        cap = 1;
    struct seat seats[2];
    for (int i = 0; i < 2; i++)
        seats[i] = make_seat(command, specs[i], time, cap);
    quiet = quiet || json;
    if (json && (seats[0].human || seats[1].human))
        cli_fail(command, "--json is for games between agents");
    struct problem *problem = cli_start(command, game, file, &setup);
    struct session *session = session_new(problem->position,
                                          cap_plies >= 0 ? cap_plies : game->ply_limit);
    bool colour = draw_colour_is_wanted();
    /* the seats belong to the one who starts, whatever colour that is */
    int swap = problem->position->side;
    int late = -1;
    if (!quiet) {
        if (seats[0].human || seats[1].human)
            printf("%s\n", game->legend);
        cli_print_position(session_now(session), colour);
    }
    while (late < 0 && session_ending(session) == ENDING_NONE) {
        int side = session_now(session)->side;
        struct seat *seat = &seats[side ^ swap];
        unsigned code = 0;
        struct report report;
        enum decision decision = DECIDED_MOVE;
        if (seat->human)
            decision = ask_human(session, &code);
        else
            code = player_choose(&seat->player, session, &report);
        if (decision == DECIDED_QUIT)
            break;
        if (decision == DECIDED_BACK) {
            take_back(session, (struct seat[2]){seats[swap], seats[1 - swap]});
        } else {
            if (!quiet)
                announce(session, code, seat->human ? NULL : &report);
            session_play(session, code);
            if (seat->player.overran)
                late = side;
        }
        if (!quiet)
            cli_print_position(session_now(session), colour);
    }
    print_result(session, (struct seat[2]){seats[swap], seats[1 - swap]}, late, json);
    session_free(session);
    problem_free(problem);
    agent_free(seats[0].player.agent);
    agent_free(seats[1].player.agent);
    return 0;
}

const struct command command_play = {
    "play", "play a game in line mode",
    "usage: plywood play GAME [--first SPEC] [--second SPEC] [--size N] [--kinds P] [--blocks B]\n"
    "                    [--rules R] [--seed S] [--position FILE] [--time T] [--seconds S]\n"
    "                    [--plies N] [--quiet] [--json]\n\n"
    "A SPEC is an agent (see 'plywood games') or human; unless told otherwise you begin and\n"
    "plywood answers. Time: --time T gives each agent T seconds for the game, --seconds S at most\n"
    "S a move (1 if neither is given). --plies N ends the game as a draw after N plies, 0 never.\n"
    "At your turn type a number, a move, or help.\n",
    run};
