/* cli.h - what all subcommands share: options, exit statuses, reading a position
 *
 * Exit statuses: 0 done; 1 the answer is no (an illegal move, say); 2 the call or the input is
 * wrong; 70 we cannot do our work (a file cannot be written, no memory, a bug).
 */
#ifndef CMD_CLI_H
#define CMD_CLI_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/table.h"
#include "game/game.h"

enum { EXIT_NO = 1, EXIT_WRONG = 2, EXIT_CANNOT = 70 };

/* A screen about the command. */
void cli_print_help(const struct command *);

/* Reads options, by their whole names, wherever they stand, into the command's struct, and returns
 * the number of other arguments, which it moves to the front of argv (argv[0] is the first of
 * them). Prints help, or what is wrong, and exits if that is what the call amounts to; so it does
 * if there are more or fewer other arguments than the command has places. */
int cli_parse(const struct command *, int argc, char **argv, void *values);

/* Prints all notes but the first fault to stderr, a line each. */
void cli_remark(const struct command *, const struct notes *);

/* Prints a message as printf does, with the command's name in front, and exits with EXIT_WRONG. */
_Noreturn void cli_fail(const struct command *, const char *format, ...) NOTES_PRINTF(2, 3);
/* The same with EXIT_CANNOT. */
_Noreturn void cli_cannot(const struct command *, const char *format, ...) NOTES_PRINTF(2, 3);

/* The game of this name; fails if there is none. */
const struct game *cli_game(const struct command *, const char *name);

/* Sets the setup to what was given; fails if the game has no such option. */
void cli_set_up(const struct command *, const struct game *, const struct cli_board *,
                struct setup *);

/* The dialect of the game's manager with what was given; fails if it has no such option or value.
 */
int cli_dialect(const struct command *, const struct game *, const struct talk_values *);

/* A whole number from min to max; fails, naming what it is, if the text is none. */
int cli_integer(const struct command *, const char *what, const char *text, int min, int max);

/* Seconds above 0 with a unit, "9m", "540s", "540", "0.5h"; fails if the text is none. */
double cli_duration(const struct command *, const char *option, const char *text);

/* Fails if the file that the option names (NULL: none) holds something that would be lost, unless
 * --force was given. What is no regular file is written to and loses nothing. */
void cli_spare(const struct command *, const char *option, const char *path, bool force);

/* The bounds of a sequential test, "0,10"; fails if the text is none. */
void cli_sprt(const struct command *, const char *text, double *elo0, double *elo1);

/* Reads a position file and prints remarks. What is not exactly a position file is read as the
 * drop-in agent reads it, with a word about all that was put right; if it is to be strict, or if
 * nothing can be made of it, this fails. game: NULL for any. */
struct problem *cli_load(const struct command *, const char *path, const struct game *,
                         const char *variant, bool strict);

/* A new game from options; fails on a fault. */
struct problem *cli_create(const struct command *, const struct game *, const struct setup *);

/* Fails if the setup chooses anything of a board that a file gives; option: its name. */
void cli_refuse_setup(const struct command *, const struct game *, const struct setup *,
                      const char *option);

/* The position in a file, or a new game if file is NULL. */
struct problem *cli_start(const struct command *, const struct game *, const char *file,
                          const struct setup *, bool strict);

/* The position and what is to be known about it, as text for people. */
void cli_print_position(const struct position *, bool colour);

#endif
