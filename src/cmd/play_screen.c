/* the full screen: a board to point at, an opponent that thinks in its own thread
 *
 * A loop draws what there is to see, waits for a key, a click or a tenth of a second, and looks
 * whether the thinker is done. While it thinks about a move or a hint the session does not change;
 * whatever would change it ends the thinking first.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cmd/play.h"
#include "cmd/steps.h"
#include "cmd/thinker.h"
#include "game/looks.h"
#include "game/outlook.h"
#include "screens/move_list.h"
#include "screens/terminal_hand.h"
#include "serve/reason.h"

enum { WAIT_THINKING = 20, WAIT_IDLE = 200 }; /* milliseconds */
enum { HINT_SECONDS = 1 };

enum question { QUESTION_NONE, QUESTION_RESIGN, QUESTION_NEW, QUESTION_QUIT };

struct table {
    struct play *play;
    struct view view;
    struct hand hand;
    int past;      /* the ply of an earlier position that is looked at; -1: the present one */
    bool has_hint; /* what code says is to be seen on the board */
    enum question question;
    struct thinker thinker;
    bool thinking;     /* about a move or a hint */
    struct seat *mind; /* whose; NULL: the adviser's */
    struct analyst *adviser;
    struct analysis advice;
    bool answered; /* there is a move; else a fault */
    struct guest_move fault;
    unsigned code; /* what came out of it; a hint stays until the next move */
    struct report report;
    double began, clock; /* of the turn: the wall clock, and what the mover had left */
    bool leave;
};

static const char board_help[] =
    "\n"
    "  arrows        move the cursor\n"
    "  Enter, space  make the move at the cursor; where pieces move: choose one, then its goal\n"
    "  mouse         click on a square to do the same\n"
    "  Tab           on to the next square that can be chosen\n"
    "  Escape        choose another piece\n"
    "  u             take back your last move\n";

static const char key_help[] =
    "  h             a hint: the best move, and why\n"
    "  .             let the opponent answer now\n"
    "  r             resign\n"
    "  n             a new game\n"
    "  q             quit\n"
    "\n"
    "  (x) can be chosen, {x} is chosen, :x: is on the way, <x> is where the last move went.\n";

static const struct position *now(const struct table *t)
{
    return session_now(t->play->session);
}

static bool person_moves(const struct table *t)
{
    return !play_is_over(t->play) && play_seat(t->play, now(t)->side)->human;
}

static void say(struct table *t, const char *text)
{
    text_clear(&t->view.message);
    text_add(&t->view.message, "%s", text);
}

/* --- what is to be seen --- */

/* The position is another one: what can be pointed at changes, and a turn begins. */
static void look_again(struct table *t)
{
    t->past = -1;
    hand_look(&t->hand, now(t));
    t->has_hint = false;
    t->began = clock_seconds(CLOCK_OF_WALL);
    t->clock = play_seat(t->play, now(t)->side)->player.remaining;
}

static double time_left(const struct table *t, int side)
{
    if (play_is_over(t->play) || side != now(t)->side)
        return play_seat(t->play, side)->player.remaining;
    return t->clock - (clock_seconds(CLOCK_OF_WALL) - t->began);
}

static void write_score(struct table *t)
{
    const struct position *p = now(t);
    struct text *out = &t->view.score;
    text_clear(out);
    for (int side = 0; side < 2; side++) {
        bool moves = !play_is_over(t->play) && p->side == side;
        text_add(out, "%s%s ", moves ? "> " : "  ", t->play->game->sides[side]);
        looks_standing(out, p, side);
        text_add(out, " (%s", play_seat(t->play, side)->label);
        if (t->play->time > 0) {
            double left = time_left(t, side);
            int seconds = left > 0 ? (int)left : 0;
            text_add(out, ", %d:%02d", seconds / 60, seconds % 60);
        }
        text_add(out, ")  ");
    }
    if (t->thinking)
        text_add(out, "thinking");
}

static bool has_cursor(const struct table *t)
{
    return person_moves(t) && t->past < 0;
}

static const char *keys_of(const struct table *t)
{
    return t->past >= 0            ? "? help  q quit  b/f moves  End back to the game"
           : play_is_over(t->play) ? "? help  q quit  b/f moves  u take back  n new"
           : t->thinking           ? "? help  q quit  . answer now  b/f moves  u take back  n new"
                         : "? help  q quit  Enter move  b/f moves  u take back  h hint  r resign  "
                           "n new";
}

static void show(struct table *t)
{
    struct view *view = &t->view;
    const struct session *session = t->play->session;
    const int ply = t->past >= 0 ? t->past : session->count;
    const struct position *p = session->position[ply];
    p->world->game->draw(p, &view->picture);
    memset(view->mark, 0, sizeof view->mark);
    view->has_cursor = has_cursor(t);
    if (ply > 0)
        mark_last_move(view, session->position[ply - 1], session->move[ply - 1]);
    if (has_cursor(t))
        hand_mark(&t->hand, view);
    if (t->has_hint && t->past < 0)
        mark_move(view, p, t->code, MARK_PATH);
    write_score(t);
    text_clear(&view->panel);
    move_list(session, ply, &view->panel);
    text_clear(&view->keys);
    text_add(&view->keys, "%s", keys_of(t));
    view_draw(view);
}

/* What the move at the cursor is called and earns at once. */
static void preview(struct table *t)
{
    const struct gesture *g = hand_move_at(&t->hand, t->view.cursor);
    text_clear(&t->view.message);
    if (!person_moves(t) || !g)
        return;
    const struct position *p = now(t);
    struct position *child = position_new(p->world);
    char name[MOVE_NAME_MAX];
    p->world->rules->play(p, g->code, child);
    p->world->game->move_name(p, g->code, name);
    text_add(&t->view.message, "%s", name);
    int gain = child->score[p->side] - p->score[p->side];
    if (gain != 0)
        text_add(&t->view.message, ": %+d", gain);
    free(child);
}

/* --- thinking --- */

static void think(void *context, const atomic_bool *stop)
{
    struct table *t = context;
    const struct session *session = t->play->session;
    t->answered = true;
    if (t->mind) {
        t->answered = play_ask(t->play, stop, &t->code, &t->report, &t->fault);
    } else {
        struct limits limits = analysis_limits(HINT_SECONDS, stop);
        analyst_run(t->adviser, session, session->count, &limits, NULL, NULL, &t->advice);
        t->code = t->advice.line[0].code[0];
    }
}

/* Lets a seat think about its move, or the adviser about a hint. */
static void begin_thinking(struct table *t, struct seat *mind)
{
    t->mind = mind;
    t->thinking = true;
    thinker_start(&t->thinker, think, t);
}

/* Nobody wants the answer any more. */
static void end_thinking(struct table *t)
{
    struct guest_player *guest = t->thinking && t->mind ? t->mind->guest : NULL;
    if (guest)
        guest_player_interrupt(guest);
    thinker_end(&t->thinker);
    t->thinking = false;
    if (guest)
        guest_player_leave(guest);
}

/* An agent answers at once if it is asked to; a program cannot be asked. */
static void hurry(struct table *t)
{
    if (t->thinking && t->mind && t->mind->guest)
        say(t, "A program takes the time it takes; q, u and n end the wait.");
    else
        thinker_hurry(&t->thinker);
}

/* Makes a move for whoever is to move and tells of it. */
static void make_move(struct table *t, unsigned code, const struct report *report)
{
    struct play *play = t->play;
    const struct position *p = now(t);
    int side = p->side;
    char name[MOVE_NAME_MAX];
    play->game->move_name(p, code, name);
    text_clear(&t->view.message);
    text_add(&t->view.message, "%s plays %s", play->game->sides[side], name);
    if (report && report->has_value) {
        text_add(&t->view.message, ": ");
        outlook_add(
            &t->view.message, play->game,
            (struct outlook){report->value, report->proven, report->decided, report->beyond});
    }
    session_play(play->session, code);
    if (play_is_over(play)) {
        text_clear(&t->view.message);
        play_result(play, &t->view.message);
    }
    look_again(t);
}

static void show_hint(struct table *t)
{
    const struct position *p = now(t);
    char name[MOVE_NAME_MAX];
    p->world->game->move_name(p, t->code, name);
    text_clear(&t->view.message);
    text_add(&t->view.message, "Hint: %s. ", name);
    reason_add(&t->view.message, &t->advice);
    const struct gesture *g = gesture_of_code(&t->hand.gestures, t->code);
    t->has_hint = true;
    if (g->to.row >= 0)
        t->view.cursor = t->hand.has_chosen || g->from.row < 0 ? g->to : g->from;
}

static void collect_thought(struct table *t)
{
    t->thinking = false;
    if (!t->mind) {
        show_hint(t);
        return;
    }
    if (!t->answered) {
        play_end_by_fault(t->play, &t->fault);
        text_clear(&t->view.message);
        play_result(t->play, &t->view.message);
        return;
    }
    int side = now(t)->side;
    make_move(t, t->code, &t->report);
    if (t->mind->player.overran && t->play->late < 0) {
        t->play->late = side;
        text_clear(&t->view.message);
        play_result(t->play, &t->view.message);
    }
}

/* Lets an agent think if it is its turn; a person's time may be over. */
static void go_on(struct table *t)
{
    if (thinker_is_done(&t->thinker))
        collect_thought(t);
    if (play_is_over(t->play))
        return;
    int side = now(t)->side;
    struct seat *seat = play_seat(t->play, side);
    if (!seat->human && !t->thinking) {
        begin_thinking(t, seat);
    } else if (seat->human && t->play->time > 0 && time_left(t, side) <= 0) {
        end_thinking(t);
        seat->player.remaining = 0;
        t->play->late = side;
        text_clear(&t->view.message);
        play_result(t->play, &t->view.message);
    }
}

/* --- keys --- */

static void person_plays(struct table *t, unsigned code)
{
    end_thinking(t); /* a hint that nobody waited for */
    struct timed_agent *player = &play_seat(t->play, now(t)->side)->player;
    if (t->play->time > 0)
        player->remaining = time_left(t, now(t)->side);
    make_move(t, code, NULL);
}

/* Enter or a click at the cursor. */
static void choose_square(struct table *t)
{
    if (!has_cursor(t))
        return;
    unsigned code;
    const struct square to = t->view.cursor;
    switch (hand_choose(&t->hand, t->view.cursor, &code)) {
    case HAND_MOVE: person_plays(t, code); break;
    case HAND_CHOSE: say(t, "Where to?"); break;
    case HAND_DROPPED: say(t, ""); break;
    case HAND_NOTHING:
        text_clear(&t->view.message);
        looks_refuse(&t->view.message, now(t), t->hand.has_chosen ? t->hand.chosen : to, to);
        break;
    }
}

static void next_choice(struct table *t, int step)
{
    if (!has_cursor(t))
        return;
    hand_next(&t->hand, &t->view, step);
    preview(t);
}

static void take_back(struct table *t)
{
    end_thinking(t);
    say(t, play_take_back(t->play) ? "Taken back." : "There is no move of yours to take back.");
    look_again(t);
}

static void ask_hint(struct table *t)
{
    if (!person_moves(t) || t->thinking)
        return;
    t->past = -1;
    if (!t->adviser)
        t->adviser = analyst_new(t->play->session->world, 1);
    begin_thinking(t, NULL);
}

static void ask(struct table *t, enum question question)
{
    if (question == QUESTION_RESIGN && !person_moves(t))
        return;
    static const char *const words[] = {
        [QUESTION_RESIGN] = "Resign? y: yes, any other key: no",
        [QUESTION_NEW] = "A new game? y: yes, any other key: no",
        [QUESTION_QUIT] = "Leave this game? q or y: yes, any other key: no",
    };
    t->question = question;
    say(t, words[question]);
}

/* A game that a person has begun and not ended is not left by a slip of the finger. */
static void quit(struct table *t)
{
    const struct seat *seat = t->play->seat;
    bool begun = (seat[0].human || seat[1].human) && t->play->session->count > 0;
    if (begun && !play_is_over(t->play))
        ask(t, QUESTION_QUIT);
    else
        t->leave = true;
}

static void begin_anew(struct table *t)
{
    end_thinking(t);
    t->play->setup.seed++;
    analyst_free(t->adviser);
    t->adviser = NULL;
    play_begin(t->play);
    say(t, "A new game.");
    look_again(t);
}

static void answer(struct table *t, bool yes)
{
    enum question question = t->question;
    t->question = QUESTION_NONE;
    say(t, "");
    if (!yes)
        return;
    if (question == QUESTION_QUIT) {
        t->leave = true;
    } else if (question == QUESTION_NEW) {
        begin_anew(t);
    } else if (person_moves(t)) {
        end_thinking(t);
        t->play->resigned = now(t)->side;
        play_result(t->play, &t->view.message);
    }
}

static void help(struct table *t)
{
    struct text text = {0};
    text_add(&text, "%s%s%s%s", t->play->game->legend, board_help, steps_help, key_help);
    terminal_read_out(text.data);
    text_free(&text);
}

/* Looks at an earlier position, or at the present one again. */
static bool step(struct table *t, int key)
{
    const int last = t->play->session->count;
    int ply = t->past >= 0 ? t->past : last;
    if (!steps_take(key, has_cursor(t), last, &ply))
        return false;
    t->past = ply < last ? ply : -1;
    text_clear(&t->view.message);
    if (t->past >= 0)
        text_add(&t->view.message, "After move %d of %d.", ply, last);
    else if (play_is_over(t->play))
        play_result(t->play, &t->view.message);
    return true;
}

static void take_key(struct table *t, int key)
{
    if (key == KEY_CODE_INTERRUPT) {
        t->leave = true;
        return;
    }
    if (t->question != QUESTION_NONE) {
        answer(t, key == 'y' || key == 'Y' || (t->question == QUESTION_QUIT && key == 'q'));
        return;
    }
    if (step(t, key))
        return;
    if (has_cursor(t) && view_move_cursor(&t->view, key)) {
        preview(t);
        return;
    }
    switch (key) {
    case ' ':
    case KEY_CODE_ENTER: choose_square(t); break;
    case '\t': next_choice(t, 1); break;
    case KEY_CODE_BACK_TAB: next_choice(t, -1); break;
    case KEY_CODE_ESCAPE:
        t->hand.has_chosen = false;
        say(t, "");
        break;
    case 'u': take_back(t); break;
    case 'h': ask_hint(t); break;
    case '.': hurry(t); break;
    case 'r': ask(t, QUESTION_RESIGN); break;
    case 'n': ask(t, QUESTION_NEW); break;
    case '?': help(t); break;
    case 'q': quit(t); break;
    default: say(t, "? tells which keys there are."); break;
    }
}

static void take_event(struct table *t, struct event event)
{
    if (event.kind == EVENT_CLOSED)
        t->leave = true;
    else if (event.kind == EVENT_KEY)
        take_key(t, event.key);
    else if (event.kind == EVENT_CLICK && t->question == QUESTION_NONE &&
             view_square_at(&t->view, event.row, event.column, &t->view.cursor))
        choose_square(t);
}

bool play_on_screen(struct play *play)
{
    if (!terminal_open())
        return false;
    struct table *t = memory_zero(sizeof *t); /* an analysis is large */
    t->play = play;
    const struct position *start = session_now(play->session);
    play->game->draw(start, &t->view.picture);
    t->view.cursor = (struct square){t->view.picture.rows / 2, t->view.picture.columns / 2};
    t->view.panel_shows_end = true;
    text_add(&t->view.title, "%s, %d x %d", play->game->title, start->world->size,
             start->world->size);
    if (start->world->variant > 0)
        text_add(&t->view.title, ", rules: %s", play->game->variants[start->world->variant].name);
    look_again(t);
    while (!t->leave) {
        go_on(t);
        show(t);
        take_event(t, terminal_wait(t->thinking ? WAIT_THINKING : WAIT_IDLE));
    }
    end_thinking(t);
    terminal_close();
    analyst_free(t->adviser);
    hand_free(&t->hand);
    view_free(&t->view);
    free(t);
    return true;
}
