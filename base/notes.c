#include "base/notes.h"

#include <stdarg.h>
#include <stdio.h>

static void keep(struct notes *notes, int line, const char *format, va_list args)
{
    if (notes->kept == NOTES_KEPT)
        return;
    char *out = notes->text[notes->kept++];
    int used = 0;
    if (notes->file && line > 0)
        used = snprintf(out, NOTE_BYTES, "%s:%d: ", notes->file, line);
    else if (notes->file)
        used = snprintf(out, NOTE_BYTES, "%s: ", notes->file);
    else if (line > 0)
        used = snprintf(out, NOTE_BYTES, "line %d: ", line);
    if (used < NOTE_BYTES)
        vsnprintf(out + used, (size_t)(NOTE_BYTES - used), format, args);
}

bool notes_fault(struct notes *notes, int line, const char *format, ...)
{
    va_list args;
    if (notes->faults == 0 && notes->kept == NOTES_KEPT)
        notes->kept--; /* it matters more than the last remark */
    if (notes->faults == 0)
        notes->first = notes->kept;
    va_start(args, format);
    keep(notes, line, format, args);
    va_end(args);
    notes->faults++;
    return notes->salvage;
}

void notes_remark(struct notes *notes, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    keep(notes, line, format, args);
    va_end(args);
    notes->remarks++;
}

void notes_print(const struct notes *notes)
{
    for (int i = 0; i < notes->kept; i++)
        fprintf(stderr, "%s\n", notes->text[i]);
}

const char *notes_first(const struct notes *notes)
{
    return notes->kept > 0 ? notes->text[notes->faults > 0 ? notes->first : 0] : "";
}
