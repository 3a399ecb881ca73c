/* kit_files.h - what 'plywood kit' hands out, built into the program by cmd/embed_kits
 *
 * A game's own files are those of games/<name>/kit/, for students; the files of cmd/kit/<kit>/ go
 * into every kit of that name, and those of cmd/kit/course/ into all that grade. In these words in
 * braces stand for something, {game} for the game's name (cmd/kit.c has the list).
 */
#ifndef CMD_KIT_FILES_H
#define CMD_KIT_FILES_H

struct kit_file {
    const char *kit;  /* student, course, gradescope, github */
    const char *game; /* its name; NULL: of every game */
    const char *name; /* where it is put */
    const char *data, *end;
};

extern const struct kit_file kit_files[]; /* the last one's name is NULL */

#endif
