/* line mode: for pipes, for dumb terminals, and for those who like it */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/memory.h"
#include "cmd/play.h"
#include "screens/draw.h"
#include "screens/fit.h"
#include "serve/reason.h"

static const char human_help[] =
    "  a number      make the move with that number\n"
    "  a move        make that move, as in the list or as the course writes it\n"
    "  moves         list all legal moves\n"
    "  board         show the board again\n"
    "  hint          what would plywood play?\n"
    "  back          take back your last move\n"
    "  help          this list\n"
    "  quit          leave the game\n";

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

static void print_legend(const struct game *game)
{
    struct text fitted = {0};
    fit_text(game->legend, FIT_USUAL, &fitted);
    printf("%s\n", fitted.data);
    text_free(&fitted);
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
    static const double seconds = 1;
    struct analyst *adviser = analyst_new(session->world, 1);
    struct analysis *advice = memory_new(sizeof *advice);
    struct limits limits = analysis_limits(seconds, NULL);
    struct text reason = {0};
    char name[MOVE_NAME_MAX];
    const struct position *p = session_now(session);
    analyst_run(adviser, session, session->count, &limits, NULL, NULL, advice);
    p->world->game->move_name(p, advice->line[0].code[0], name);
    reason_add(&reason, advice);
    printf("  %s. %s\n", name, reason.data);
    text_free(&reason);
    free(advice);
    analyst_free(adviser);
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
            print_legend(p->world->game);
            printf("%s", human_help);
        } else if (is_word(text, "moves m list")) {
            print_moves(p, moves, count, count);
        } else if (is_word(text, "board show")) {
            cli_print_position(p, draw_colour_is_wanted());
        } else if (is_word(text, "hint")) {
            print_hint(session);
        } else if (line_integer(line_from(text), 1, count, &number)) {
            *code = moves[number - 1].code;
            return DECIDED_MOVE;
        } else if (p->world->game->move_parse(p, text, code, &notes)) {
            return DECIDED_MOVE;
        } else {
            printf("  %s (help lists what can be typed)\n", notes_why(&notes));
        }
    }
}

static void announce(const struct session *session, unsigned code, const struct report *report)
{
    const struct position *p = session_now(session);
    char name[MOVE_NAME_MAX];
    p->world->game->move_name(p, code, name);
    printf("%d. %s: %s", session->count + 1, p->world->game->sides[p->side], name);
    if (report && !report->has_value && report->seconds > 0)
        printf("   (%.2f s)", report->seconds);
    if (report && report->has_value)
        printf("   (expects to end %+.1f%s; depth %d, %llu nodes, %.2f s)", report->value,
               report_certainty(report), report->depth, (unsigned long long)report->nodes,
               report->seconds);
    printf("\n");
}

void play_in_lines(struct play *play, bool quiet)
{
    struct session *session = play->session;
    bool colour = draw_colour_is_wanted();
    if (!quiet) {
        if (play->seat[0].human || play->seat[1].human)
            print_legend(play->game);
        cli_print_position(session_now(session), colour);
    }
    while (!play_is_over(play)) {
        int side = session_now(session)->side;
        struct seat *seat = play_seat(play, side);
        unsigned code = 0;
        struct report report;
        struct guest_move fault;
        enum decision decision = DECIDED_MOVE;
        if (seat->human) {
            decision = ask_human(session, &code);
        } else if (!play_ask(play, NULL, &code, &report, &fault)) {
            play_end_by_fault(play, &fault);
            break;
        }
        if (decision == DECIDED_QUIT)
            break;
        if (decision == DECIDED_BACK) {
            if (!play_take_back(play))
                printf("  There is no move of yours to take back.\n");
        } else {
            if (!quiet)
                announce(session, code, seat->human ? NULL : &report);
            session_play(session, code);
            if (seat->player.overran)
                play->late = side;
        }
        if (!quiet)
            cli_print_position(session_now(session), colour);
    }
}
