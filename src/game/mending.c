#include "game/mending.h"

#include <ctype.h>
#include <stdlib.h>

enum { NUMBERS_MAX = 400 };

/* Writes the answer with its numbers made new ones by a rule. */
static bool renumber(const struct lines *answer, int (*rule)(const int *number, int index),
                     struct text *out)
{
    int number[NUMBERS_MAX + 1] = {0}, count = 0, written = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < answer->count; i++) {
            for (const char *at = lines_at(answer, i).start; *at;) {
                char *end = (char *)at;
                long value = isdigit((unsigned char)*at) ? strtol(at, &end, 10) : 0;
                if (end > at && pass == 0 && count < NUMBERS_MAX)
                    number[count++] = (int)(value < 1000 ? value : 1000);
                else if (end > at && written < count)
                    text_add(out, "%d", rule(number, written++));
                else if (pass == 1)
                    text_add_bytes(out, at, 1);
                at = end > at ? end : at + 1;
            }
            if (pass == 1)
                text_add(out, "\n");
        }
    return count > 0 && count % 2 == 0;
}

static int exchanged(const int *number, int index)
{
    return number[index ^ 1];
}

static int one_less(const int *number, int index)
{
    return number[index] - 1;
}

bool mend_exchanged(const struct position *p, const struct lines *answer, struct text *out)
{
    (void)p;
    return renumber(answer, exchanged, out);
}

bool mend_from_one(const struct position *p, const struct lines *answer, struct text *out)
{
    (void)p;
    return renumber(answer, one_less, out);
}

/* Two numbers, whatever else there is. */
bool mend_two_numbers(const struct position *p, const struct lines *answer, struct text *out)
{
    (void)p;
    int written = 0;
    for (int i = 0; i < answer->count; i++)
        for (const char *at = lines_at(answer, i).start; *at; at++) {
            bool digit = isdigit((unsigned char)*at);
            if (digit && !isdigit((unsigned char)(at > lines_at(answer, i).start ? at[-1] : 0)))
                text_add(out, "%s", written++ ? " " : "");
            if (digit)
                text_add_bytes(out, at, 1);
        }
    text_add(out, "\n");
    return written == 2;
}
