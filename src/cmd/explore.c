#include "cmd/explore.h"

#include <stdio.h>
#include <string.h>

#include "cmd/live.h"
#include "cmd/steps.h"
#include "screens/move_list.h"
#include "screens/terminal_hand.h"
#include "serve/reason.h"

enum { WAIT = 100 }; /* milliseconds */

static const double hint_after = 1; /* seconds of analysis */

struct explorer {
    struct exploration *what;
    struct view view;
    struct hand hand;
    struct live live;
    const struct position *searched; /* NULL: no search of what is shown has begun */
    bool has_note;                   /* the message stays until the next key */
    double hint_at;                  /* the time at which a hint is due; 0: none is */
    bool done;
    enum explore_end end;
};

static const char play_help[] =
    "  Tab           a cursor on the next square that can be chosen; Escape: none\n"
    "  arrows        move the cursor\n"
    "  Enter, space  make the move at the cursor; where pieces move: choose one, then its goal\n"
    "  mouse         click on a square to do the same\n"
    "  1 to 8        make the move of that line of analysis\n"
    "  u             take back the last move\n";

static const char key_help[] =
    "  a             live analysis on or off\n"
    "  h             a hint: the best move, and why\n"
    "  + and -       more or fewer lines of analysis\n"
    "  n, p          the next game, the previous game of a record\n"
    "  q             quit\n"
    "\n"
    "  Values are the final margin, in points, that the side to move can expect; proven ones are\n"
    "  exact, and won and lost are certain. :x: is the best move, <x> the last one.\n";

static const struct position *now(const struct explorer *e)
{
    return e->what->session->position[e->what->ply];
}

/* Shows another ply; the search of the old one ends. */
static void turn_to(struct explorer *e, int ply)
{
    int last = e->what->session->count;
    e->what->ply = ply < 0 ? 0 : ply > last ? last : ply;
    live_stop(&e->live);
    e->searched = NULL;
    e->hint_at = 0;
    hand_look(&e->hand, now(e));
}

static void make_move(struct explorer *e, unsigned code)
{
    struct session *session = e->what->session;
    int ply = e->what->ply;
    live_stop(&e->live); /* it may be looking at what is taken back now */
    while (session->count > ply)
        session_take_back(session);
    session_play(session, code);
    turn_to(e, ply + 1);
}

/* Begins and ends the search as it is wanted; true if there is a result to show. */
static bool search_on(struct explorer *e, struct analysis *found)
{
    if (!e->what->analysing || position_is_over(now(e))) {
        live_stop(&e->live);
        e->searched = NULL;
        return false;
    }
    if (e->searched != now(e)) {
        live_start(&e->live, e->what->session, e->what->ply, e->what->lines);
        e->searched = now(e);
    }
    return live_latest(&e->live, found);
}

static void write_panel(struct explorer *e, const struct analysis *found)
{
    struct text *panel = &e->view.panel;
    text_clear(panel);
    if (found)
        live_describe(found, live_goes_on(&e->live), panel);
    else
        text_add(panel, "%s\n",
                 position_is_over(now(e)) ? "The game is over."
                 : e->what->analysing     ? "analysing"
                                          : "a: analysis");
    text_add(panel, "\n");
    /* the last few moves; the whole list would push the analysis away */
    struct text moves = {0};
    move_list(e->what->session, e->what->ply, &moves);
    struct lines lines = lines_cut(moves.data ? moves.data : "", moves.length);
    for (int i = lines.count > 6 ? lines.count - 6 : 0; i < lines.count; i++)
        text_add(panel, "%s\n", lines.line[i].start);
    lines_free(&lines);
    text_free(&moves);
}

static void note(struct explorer *e, const char *text)
{
    text_clear(&e->view.message);
    text_add(&e->view.message, "%s", text);
    e->has_note = true;
}

static void show_hint(struct explorer *e, const struct analysis *found)
{
    struct text hint = {0};
    char name[MOVE_NAME_MAX];
    now(e)->world->game->move_name(now(e), found->line[0].code[0], name);
    text_add(&hint, "Hint: %s. ", name);
    reason_add(&hint, found);
    note(e, hint.data);
    text_free(&hint);
    e->hint_at = 0;
}

static void show(struct explorer *e)
{
    struct view *view = &e->view;
    const struct session *session = e->what->session;
    struct analysis found;
    bool has_result = search_on(e, &found);
    if (has_result && e->hint_at > 0 && (found.done || clock_seconds(CLOCK_OF_WALL) >= e->hint_at))
        show_hint(e, &found);
    int ply = e->what->ply;
    now(e)->world->game->draw(now(e), &view->picture);
    memset(view->mark, 0, sizeof view->mark);
    if (ply > 0)
        mark_last_move(view, session->position[ply - 1], session->move[ply - 1]);
    if (has_result)
        mark_move(view, now(e), found.line[0].code[0], MARK_PATH);
    if (e->what->may_play && view->has_cursor)
        hand_mark(&e->hand, view);
    text_clear(&view->title);
    text_add(&view->title, "%s   ply %d of %d", e->what->title, ply, session->count);
    text_clear(&view->score);
    struct text message = {0};
    e->what->describe(e->what->context, ply, &view->score, &message);
    if (!e->has_note) {
        text_clear(&view->message);
        text_add(&view->message, "%s", message.data ? message.data : "");
    }
    text_free(&message);
    write_panel(e, has_result ? &found : NULL);
    text_clear(&view->keys);
    text_add(&view->keys, "? help  q quit  b/f moves  h hint  a analysis  +/- lines%s",
             e->what->has_others ? "  n/p games" : "");
    view_draw(view);
}

static void choose_square(struct explorer *e)
{
    unsigned code;
    if (!e->what->may_play)
        return;
    e->view.has_cursor = true;
    switch (hand_choose(&e->hand, e->view.cursor, &code)) {
    case HAND_MOVE: make_move(e, code); break;
    case HAND_CHOSE: note(e, "Where to?"); break;
    case HAND_DROPPED: break;
    case HAND_NOTHING: note(e, "No legal move there."); break;
    }
}

static void play_line(struct explorer *e, int rank)
{
    struct analysis found;
    if (!e->what->may_play || e->searched != now(e) || !live_latest(&e->live, &found))
        return;
    if (rank < found.count)
        make_move(e, found.line[rank].code[0]);
}

static void change_lines(struct explorer *e, int by)
{
    int lines = e->what->lines + by;
    if (lines < 1 || lines > ANALYSIS_LINES_MAX)
        return;
    e->what->lines = lines;
    e->searched = NULL;
}

static void ask_hint(struct explorer *e)
{
    if (position_is_over(now(e)))
        return;
    e->what->analysing = true;
    e->hint_at = clock_seconds(CLOCK_OF_WALL) + hint_after;
    note(e, "looking");
}

static void take_back(struct explorer *e)
{
    struct session *session = e->what->session;
    if (!e->what->may_play || session->count == 0) {
        note(e, e->what->may_play ? "There is no move to take back." : "A record stays as it is.");
        return;
    }
    live_stop(&e->live); /* it may be looking at what is taken back now */
    session_take_back(session);
    turn_to(e, session->count);
}

static void leave(struct explorer *e, enum explore_end end)
{
    e->done = true;
    e->end = end;
}

static void help(const struct explorer *e)
{
    struct text text = {0};
    text_add(&text, "%s\n%s%s%s", e->what->session->world->game->legend,
             e->what->may_play ? play_help : "", steps_help, key_help);
    terminal_read_out(text.data);
    text_free(&text);
}

static void take_key(struct explorer *e, int key)
{
    int ply = e->what->ply;
    e->has_note = false;
    if (key >= '1' && key <= '9') {
        play_line(e, key - '1');
        return;
    }
    if (steps_take(key, e->view.has_cursor, e->what->session->count, &ply)) {
        turn_to(e, ply);
        return;
    }
    if (e->view.has_cursor && view_move_cursor(&e->view, key))
        return;
    switch (key) {
    case '\t':
    case KEY_CODE_BACK_TAB:
        if (!e->what->may_play)
            break;
        e->view.has_cursor = true;
        hand_next(&e->hand, &e->view, key == '\t' ? 1 : -1);
        break;
    case ' ':
    case KEY_CODE_ENTER:
        if (e->what->may_play)
            choose_square(e);
        else
            turn_to(e, ply + 1);
        break;
    case KEY_CODE_ESCAPE:
        e->view.has_cursor = e->hand.has_chosen;
        e->hand.has_chosen = false;
        break;
    case 'a': e->what->analysing = !e->what->analysing; break;
    case 'h': ask_hint(e); break;
    case 'u': take_back(e); break;
    case '+': change_lines(e, 1); break;
    case '-': change_lines(e, -1); break;
    case 'n':
    case 'p':
        if (e->what->has_others)
            leave(e, key == 'n' ? EXPLORE_NEXT : EXPLORE_PREVIOUS);
        break;
    case '?': help(e); break;
    case 'q':
    case KEY_CODE_INTERRUPT: leave(e, EXPLORE_QUIT); break;
    default: note(e, "? tells which keys there are."); break;
    }
}

enum explore_end explore(struct exploration *what)
{
    struct explorer e = {.what = what};
    live_open(&e.live);
    turn_to(&e, what->ply);
    e.view.cursor = (struct square){what->session->world->size / 2, what->session->world->size / 2};
    while (!e.done) {
        show(&e);
        struct event event = terminal_wait(WAIT);
        if (event.kind == EVENT_CLOSED)
            leave(&e, EXPLORE_QUIT);
        else if (event.kind == EVENT_KEY)
            take_key(&e, event.key);
        else if (event.kind == EVENT_CLICK &&
                 view_square_at(&e.view, event.row, event.column, &e.view.cursor))
            choose_square(&e);
    }
    live_close(&e.live);
    hand_free(&e.hand);
    view_free(&e.view);
    return e.end;
}
