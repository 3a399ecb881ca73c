/* plywood play - a game between people and agents */
#include "cmd/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/foreign.h"
#include "base/json.h"
#include "base/random.h"
#include "cmd/commands.h"
#include "game/looks.h"

enum { LEVEL_GAMES = 200 }; /* by which levels are measured, unless a course says otherwise */

struct seat *play_seat(struct play *play, int side)
{
    return &play->seat[side ^ play->swap];
}

void play_begin(struct play *play)
{
    session_free(play->session);
    if (!play->problem || !play->file) { /* a file is read once */
        problem_free(play->problem);
        play->problem = cli_start(play->command, play->game, play->file, &play->setup,
                                  play->strict);
    }
    play->session = session_new(play->problem->position, play->ply_limit);
    play->swap = play->problem->position->side;
    play->late = play->resigned = play->faulty = -1;
    for (int i = 0; i < 2; i++) {
        struct timed_agent *player = &play->seat[i].player;
        if (play->seat[i].guest)
            guest_player_begin(play->seat[i].guest, play->setup.seed);
        player->remaining = play->time;
        player->overran = false;
        if (player->agent) {
            agent_new_game(player->agent);
            agent_seed(player->agent, play->setup.seed);
        }
    }
}

bool play_is_over(const struct play *play)
{
    return play->late >= 0 || play->resigned >= 0 || play->faulty >= 0 ||
           session_ending(play->session) != ENDING_NONE;
}

bool play_take_back(struct play *play)
{
    struct session *session = play->session;
    int back = 1;
    while (back <= session->count &&
           !play_seat(play, session->position[session->count - back]->side)->human)
        back++;
    if (back > session->count)
        return false;
    while (back-- > 0)
        session_take_back(session);
    play->late = play->resigned = play->faulty = -1;
    for (int i = 0; i < 2; i++)
        if (play->seat[i].guest) /* what it remembers has not happened */
            guest_player_leave(play->seat[i].guest);
    return true;
}

bool play_ask(struct play *play, const atomic_bool *stop, unsigned *code, struct report *report,
              struct guest_move *fault)
{
    struct seat *seat = play_seat(play, session_now(play->session)->side);
    seat->player.stop = stop;
    if (!seat->guest) {
        *code = timed_agent_choose(&seat->player, play->session, report);
        return true;
    }
    struct guest_move move = guest_player_ask(seat->guest, play->session);
    seat->player.used += move.cpu;
    seat->player.remaining = move.remaining;
    *report = (struct report){.seconds = move.cpu};
    *code = move.code;
    *fault = move;
    return move.verdict == VERDICT_NONE;
}

void play_end_by_fault(struct play *play, const struct guest_move *fault)
{
    play->faulty = session_now(play->session)->side;
    play->fault = *fault;
}

/* Who has won, or -1, and why. */
struct outcome {
    int winner;
    const char *name;    /* for programs */
    const char *meaning; /* for people */
    bool on_time;        /* a draw, decided by the time left */
};

static bool is_machine(struct play *play, int side)
{
    return !play_seat(play, side)->human;
}

static struct outcome outcome_of(struct play *play)
{
    enum ending ending = session_ending(play->session);
    if (play->late >= 0)
        return (struct outcome){1 - play->late, "out-of-time", "the other side ran out of time",
                                false};
    if (play->faulty >= 0) {
        enum verdict verdict = play->fault.verdict;
        bool is_void = verdict_kind(verdict) == VERDICT_IS_VOID;
        return (struct outcome){is_void ? -1 : 1 - play->faulty, verdict_name(verdict),
                                verdict_meaning(verdict), false};
    }
    if (play->resigned >= 0)
        return (struct outcome){1 - play->resigned, "resigned", "the other side resigned", false};
    struct outcome o = {-1, ending_name(ending), looks_ending(session_now(play->session), ending),
                        false};
    if (ending == ENDING_NONE)
        return o;
    o.winner = session_winner(play->session);
    /* a draw goes to the side with more time left, if both have a clock: without --time a program
     * has the course's, and an agent of ours has none */
    const struct timed_agent *a = &play_seat(play, SIDE_FIRST)->player;
    const struct timed_agent *b = &play_seat(play, SIDE_SECOND)->player;
    if (o.winner < 0 && is_machine(play, SIDE_FIRST) && is_machine(play, SIDE_SECOND) &&
        a->remaining > 0 && b->remaining > 0 && a->remaining != b->remaining) {
        o.winner = a->remaining > b->remaining ? SIDE_FIRST : SIDE_SECOND;
        o.meaning = "a draw, decided by the time left";
        o.on_time = true;
    }
    return o;
}

void play_result(struct play *play, struct text *out)
{
    const struct position *now = session_now(play->session);
    struct outcome o = outcome_of(play);
    int plies = play->session->count, first = o.winner >= 0 ? o.winner : SIDE_FIRST;
    struct text score = {0};
    looks_standing(&score, now, first);
    text_add(&score, " to ");
    looks_standing(&score, now, 1 - first);
    if (play->faulty >= 0 && o.winner >= 0)
        text_add(out, "%s wins, %s, after %d plies (%s %s).", play->game->sides[o.winner],
                 score.data, plies, play->game->sides[play->faulty], o.meaning);
    else if (o.winner >= 0)
        text_add(out, "%s wins, %s, after %d plies (%s).", play->game->sides[o.winner], score.data,
                 plies, o.meaning);
    else if (play->faulty >= 0)
        text_add(out, "The game is void after %d plies (%s).", plies, o.meaning);
    else if (!play_is_over(play))
        text_add(out, "Left after %d plies at %s.", plies, score.data);
    else
        text_add(out, "A draw, %s, after %d plies (%s).", score.data, plies, o.meaning);
    if (play->faulty >= 0 && play->fault.detail[0])
        text_add(out, " %s: %s.", play_seat(play, play->faulty)->label, play->fault.detail);
    if (o.winner >= 0 && is_machine(play, o.winner) != is_machine(play, 1 - o.winner))
        text_add(out, is_machine(play, o.winner) ? " You lose." : " You win.");
    text_free(&score);
}

static void print_json(struct play *play)
{
    const struct game *game = play->game;
    const struct session *session = play->session;
    const struct position *now = session_now(session);
    struct outcome o = outcome_of(play);
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "game", game->name);
    if (o.winner >= 0)
        json_put_string(&out, "winner", game->sides[o.winner]);
    else
        json_put_null(&out, "winner");
    json_put_string(&out, "ending", o.name);
    int score[2];
    position_score(now, score);
    json_open(&out, "score", '[');
    json_put_integer(&out, NULL, score[0]);
    json_put_integer(&out, NULL, score[1]);
    json_close(&out, ']');
    json_put_integer(&out, "seed", (int64_t)play->setup.seed);
    json_put_bool(&out, "on_time", o.on_time);
    json_put_integer(&out, "plies", session->count);
    json_open(&out, "cpu", '[');
    json_put_number(&out, NULL, play_seat(play, SIDE_FIRST)->player.used);
    json_put_number(&out, NULL, play_seat(play, SIDE_SECOND)->player.used);
    json_close(&out, ']');
    json_open(&out, "moves", '[');
    for (int i = 0; i < session->count; i++) {
        char name[MOVE_NAME_MAX];
        game->move_name(session->position[i], session->move[i], name);
        json_put_string(&out, NULL, name);
    }
    json_close(&out, ']');
    json_close(&out, '}');
    printf("%s\n", out.data);
    text_free(&out);
}

static void print_levels(const struct game *game)
{
    printf("Levels of %s; Elo is relative to full strength.\n", game->title);
    printf("%-5s  %-15s  %5s  %s\n", "level", "title", "Elo", "agent");
    for (int i = 0; i < level_count(); i++) {
        const struct level *level = level_at(i);
        int elo = level_elo(game, level->id);
        char figure[16] = "-";
        if (elo != LEVEL_ELO_UNKNOWN)
            snprintf(figure, sizeof figure, "%d", elo);
        printf("%5d  %-15s  %5s  %s\n", level->id, level->title, figure,
               level_spec(game, level->id));
    }
}

/* The same for programs, with how the figures were measured. */
static void print_levels_json(const struct game *game)
{
    const struct course *course = game->course;
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "game", game->name);
    json_put_integer(&out, "games", course ? course->level_games : LEVEL_GAMES);
    json_put_integer(&out, "size",
                     course && course->level_size > 0 ? course->level_size : game->size_default);
    json_open(&out, "levels", '[');
    for (int i = 0; i < level_count(); i++) {
        const struct level *level = level_at(i);
        int elo = level_elo(game, level->id);
        json_open(&out, NULL, '{');
        json_put_integer(&out, "id", level->id);
        json_put_string(&out, "title", level->title);
        if (elo != LEVEL_ELO_UNKNOWN)
            json_put_integer(&out, "elo", elo);
        else
            json_put_null(&out, "elo");
        json_put_string(&out, "agent", level_spec(game, level->id));
        json_close(&out, '}');
    }
    json_close(&out, ']');
    json_close(&out, '}');
    printf("%s\n", out.data);
    text_free(&out);
}

/* Prepares somebody's program. No thread has been started yet: it may fork. */
static void seat_guest(struct play *play, struct seat *seat, const char *spec, double cap)
{
    struct notes notes = {0};
    seat->guest = guest_player_new(spec, play->game, play->time, cap, play->dialect, &notes);
    if (!seat->guest)
        cli_fail(play->command, "%s", notes_why(&notes));
    const char *name = guest_player_name(seat->guest), *last = strrchr(name, '/');
    bool is_long = strlen(name) >= sizeof seat->label && last; /* then its end tells more */
    foreign_put(seat->label, sizeof seat->label, is_long ? last + 1 : name);
    if (guest_player_missing(seat->guest)[0])
        fprintf(stderr, "plywood play: %s is not fully confined: %s\n", seat->label,
                guest_player_missing(seat->guest));
    char words[CALIBRATED_WORDS];
    bool failed;
    guest_player_calibration(seat->guest, words, &failed);
    if (words[0])
        fprintf(stderr, "plywood play: %s: its calibrate command%s %s\n", seat->label,
                failed ? ":" : "", words);
}

/* Whoever is not named: you begin and plywood, or the level, has the seat that is left. */
static void fill_seats(struct play *play, const char *specs[2], int level, double given_cap)
{
    const double cap = play->time == 0 && given_cap == 0 ? 1 : given_cap;
    const struct command *command = play->command;
    int leveled = level == 0 ? -1 : specs[1] == NULL;
    if (level > 0 && specs[leveled])
        cli_fail(command, "--level: both seats are taken by --first and --second");
    if (level > 0)
        specs[leveled] = level_spec(play->game, level);
    specs[0] = specs[0] ? specs[0] : "human";
    specs[1] = specs[1] ? specs[1] : "plywood";
    for (int i = 0; i < 2; i++)
        play->seat[i].human = strcmp(specs[i], "human") == 0;
    bool alone = !play->seat[0].human || !play->seat[1].human;
    for (int i = 0; i < 2; i++) {
        struct seat *seat = &play->seat[i];
        struct notes notes = {0};
        seat->player = (struct timed_agent){.move_cap = cap};
        const char *label = seat->human ? (alone ? "you" : "a person") : specs[i];
        snprintf(seat->label, sizeof seat->label, "%s",
                 i == leveled ? level_at(level - 1)->title : label);
        if (seat->human)
            continue;
        if (guest_player_is_meant(specs[i]))
            seat_guest(play, seat, specs[i], given_cap);
        else if (!(seat->player.agent = agent_new(specs[i], &notes)))
            cli_fail(command, "%s", notes_why(&notes));
    }
}

struct options {
    struct cli_board board;
    struct talk_values talk;
    const char *specs[2], *file;
    double time, cap;
    int plies, level;
    bool json, quiet, lines, levels, strict;
};

static int run(const struct command *command, int argc, char **argv)
{
    const uint64_t drawn = random_draw();
    struct options o = {.board = CLI_BOARD_USUAL, .plies = -1};
    o.board.setup.seed = drawn;
    cli_parse(command, argc, argv, &o);
    struct play play = {.command = command, .file = o.file, .time = o.time, .strict = o.strict};
    bool is_drawn = o.board.setup.seed == drawn;
    play.game = cli_game(command, argv[0]);
    cli_set_up(command, play.game, &o.board, &play.setup);
    play.dialect = cli_dialect(command, play.game, &o.talk);
    if (o.levels) {
        (o.json ? print_levels_json : print_levels)(play.game);
        return 0;
    }
    fill_seats(&play, o.specs, o.level, o.cap);
    if (o.json && (play.seat[0].human || play.seat[1].human))
        cli_fail(command, "--json is for games between agents");
    play.ply_limit = o.plies >= 0 ? o.plies : play.game->draws.ply_limit;
    play_begin(&play);
    if (o.lines || o.quiet || o.json || !play_on_screen(&play))
        play_in_lines(&play, o.quiet || o.json);
    if (o.json) {
        print_json(&play);
    } else {
        struct text result = {0};
        play_result(&play, &result);
        printf("%s\n", result.data);
        if (is_drawn)
            printf("--seed %llu begins the same game.\n", (unsigned long long)play.setup.seed);
        text_free(&result);
    }
    bool is_void = play.faulty >= 0 && verdict_kind(play.fault.verdict) == VERDICT_IS_VOID;
    for (int i = 0; i < 2; i++) {
        if (play.seat[i].guest && play.faulty != (i ^ play.swap))
            guest_player_tell_end(play.seat[i].guest, play.session);
        guest_player_free(play.seat[i].guest);
        agent_free(play.seat[i].player.agent);
    }
    session_free(play.session);
    problem_free(play.problem);
    return is_void ? EXIT_CANNOT : 0;
}

static const struct cli_option option_table[] = {
    {.help = "Players"},
    {"level", "N", "the level of your opponent; 1 is for a first game",
     CLI_INT(struct options, level, 1, LEVELS)},
    {"levels", NULL, "list all levels with their Elo", CLI_FLAG(struct options, levels)},
    {"first", "SPEC", "who moves first; else you", CLI_STRING(struct options, specs[0])},
    {"second", "SPEC", "who moves second; else plywood", CLI_STRING(struct options, specs[1])},
    CLI_TALK(struct options, talk),
    {.help = "Time"},
    {"time", "T", "seconds of an agent for the game", CLI_SECONDS(struct options, time)},
    {"seconds", "S", "the most seconds of an agent for a move", CLI_SECONDS(struct options, cap)},
    {"plies", "N", "end the game as a draw after N plies; 0: never",
     CLI_INT(struct options, plies, 0, 100000)},
    {.help = "Start"},
    CLI_POSITION(struct options, file),
    CLI_STRICT(struct options, strict),
    CLI_BOARD(struct options, board),
    {"seed", "S", "seed of a random board; else one is drawn",
     CLI_COUNT(struct options, board.setup.seed)},
    {.help = "Display"},
    {"lines", NULL, "type moves in lines instead of on the full screen",
     CLI_FLAG(struct options, lines)},
    {"quiet", NULL, "print the result alone", CLI_FLAG(struct options, quiet)},
    {"json", NULL, "print JSON, of a game between agents or of --levels",
     CLI_FLAG(struct options, json)},
    {0},
};

static const struct cli_place place_table[] = {CLI_THE_GAME, {0}};

const struct command command_play = {
    .name = "play",
    .summary = "play a game on the full screen or in line mode",
    .places = place_table,
    .options = option_table,
    .examples = "play {game} --level 1\n"
                "play {game} --first greedy --second random --json",
    .details =
        "Without --first and --second you begin and plywood answers at full strength. A SPEC\n"
        "is an agent as 'plywood games' lists them, human, or a program: cmd:COMMAND or a\n"
        "directory, as in 'plywood match'. Programs run in the sandbox.\n"
        "\n"
        "On the full screen --time is your clock, too. If neither --time nor --seconds is\n"
        "given, an agent has 1 second a move and a program what the game's course grants.\n"
        "\n"
        "Without --seed the end of the game tells the seed that was drawn; with it the same\n"
        "game can be begun again.\n"
        "\n"
        "On a terminal the board fills the screen. Arrow keys and Enter or the mouse make\n"
        "moves, and ? tells about the other keys. With --lines, or where there is no\n"
        "terminal, type a number, a move, or help.\n",
    .run = run,
};
