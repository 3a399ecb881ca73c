#include "base/notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/foreign.h"

static void put(const struct notes *notes, int line, char out[NOTE_BYTES], const char *format,
                va_list args)
{
    char note[2 * NOTE_BYTES]; /* more than can be kept, so that one sees where it is cut */
    int used = 0, room = (int)sizeof note;
    if (notes->file && line > 0)
        used = snprintf(note, sizeof note, "%s:%d: ", notes->file, line);
    else if (notes->file)
        used = snprintf(note, sizeof note, "%s: ", notes->file);
    else if (line > 0)
        used = snprintf(note, sizeof note, "line %d: ", line);
    if (used < room)
        vsnprintf(note + used, (size_t)(room - used), format, args);
    foreign_put(out, NOTE_BYTES, note);
}

static void keep(struct notes *notes, const char *note)
{
    if (notes->kept < NOTES_KEPT)
        memcpy(notes->text[notes->kept++], note, NOTE_BYTES);
}

bool notes_fault(struct notes *notes, int line, const char *format, ...)
{
    char note[NOTE_BYTES];
    va_list args;
    va_start(args, format);
    put(notes, line, note, format, args);
    va_end(args);
    keep(notes, note);
    if (notes->faults++ == 0)
        memcpy(notes->fault, note, NOTE_BYTES);
    return notes->salvage;
}

void notes_remark(struct notes *notes, int line, const char *format, ...)
{
    char note[NOTE_BYTES];
    va_list args;
    va_start(args, format);
    put(notes, line, note, format, args);
    va_end(args);
    keep(notes, note);
    notes->remarks++;
}

void notes_print(const struct notes *notes)
{
    for (int i = 0; i < notes->kept; i++)
        fprintf(stderr, "%s\n", notes->text[i]);
}

const char *notes_why(const struct notes *notes)
{
    return notes->faults > 0 ? notes->fault : notes->kept > 0 ? notes->text[0] : "";
}
