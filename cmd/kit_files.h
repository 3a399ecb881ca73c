/* kit_files.h - what 'plywood kit' hands out, built into the program by cmd/embed_kits
 *
 * A game's own files are those of games/<name>/kit/; those of cmd/kit/ go with each of them, and
 * {game} and {title} in these stand for the game's.
 */
#ifndef CMD_KIT_FILES_H
#define CMD_KIT_FILES_H

struct kit_file {
    const char *game; /* its name; NULL: of every game */
    const char *name; /* where it is put, with at most one folder */
    const char *data, *end;
};

extern const struct kit_file kit_files[]; /* the last one's name is NULL */

#endif
