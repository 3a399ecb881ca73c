#include "cmd/doctor_machine.h"

#include <stdio.h>
#include <string.h>

#include "base/foreign.h"
#include "base/json.h"
#include "cmd/commands.h"
#include "referee/guest/machine.h"
#include "referee/guest/remedy.h"

/* "Linux 6.1.0, Debian GNU/Linux 12 (bookworm), as root, in a chroot" */
static void describe(const struct surroundings *s, struct text *out)
{
    text_add(out, "Linux %s", shown(s->kernel));
    if (s->system[0])
        text_add(out, ", %s", shown(s->system));
    text_add(out, ", as %s", s->root ? "root" : "an ordinary user");
    if (s->chrooted)
        text_add(out, ", in a chroot");
    if (s->container[0])
        text_add(out, ", in a container (%s)", shown(s->container));
    if (s->slurm)
        text_add(out, ", in a job of Slurm");
}

/* The row before, if any, that the same lines mend: they are printed once. */
static const struct remedy_row *told_with(const struct remedies *all, int number)
{
    const struct remedy_row *this = &all->row[number];
    for (int i = 0; i<number &&this->lines> 0; i++) {
        const struct remedy_row *other = &all->row[i];
        bool same = other->lines == this->lines;
        for (int n = 0; n < this->lines && same; n++)
            same = strcmp(other->mend[n].line, this->mend[n].line) == 0;
        if (same)
            return other;
    }
    return NULL;
}

static void print_row(const struct remedies *all, int number)
{
    const struct remedy_row *row = &all->row[number];
    printf("  %-8s %s%s%s\n", remedy_word(row->state), row->name, row->found[0] ? ": " : "",
           shown(row->found));
    if (row->follows[0])
        printf("           %s\n", row->follows);
    const struct remedy_row *other = told_with(all, number);
    if (other)
        printf("           mended with the %s\n", other->name);
    for (int i = 0; i < row->lines && !other; i++)
        printf("           %s: %s\n", shown(row->mend[i].where), shown(row->mend[i].line));
}

static void print_table(const struct remedies *all, const struct surroundings *s)
{
    struct text head = {0};
    describe(s, &head);
    printf("%s\n\n", head.data);
    for (int i = 0; i < all->rows; i++)
        print_row(all, i);
    if (all->missing == 0)
        printf("\nNothing is missing: programs are confined by every layer and charged exactly.\n");
    else
        printf("\n%d missing; what is ok stands, and match, grade and doctor work without the "
               "rest unless --strict is given.\n",
               all->missing);
    text_free(&head);
}

static void print_json(const struct remedies *all, const struct warden_hello *facts,
                       const struct surroundings *s)
{
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "kernel", s->kernel);
    json_put_string(&out, "system", s->system);
    json_put_string(&out, "container", s->container);
    json_put_bool(&out, "root", s->root);
    json_put_bool(&out, "chroot", s->chrooted);
    json_put_bool(&out, "slurm", s->slurm);
    json_put_string(&out, "metering", meter_rung_name(facts->rung));
    json_put_integer(&out, "missing", all->missing);
    json_open(&out, "rows", '[');
    for (int i = 0; i < all->rows; i++) {
        const struct remedy_row *row = &all->row[i];
        json_open(&out, NULL, '{');
        json_put_string(&out, "name", row->name);
        json_put_string(&out, "state", remedy_word(row->state));
        if (row->found[0])
            json_put_string(&out, "found", row->found);
        if (row->follows[0])
            json_put_string(&out, "follows", row->follows);
        json_open(&out, "mend", '[');
        for (int n = 0; n < row->lines; n++) {
            json_open(&out, NULL, '{');
            json_put_string(&out, "where", row->mend[n].where);
            json_put_string(&out, "line", row->mend[n].line);
            json_close(&out, '}');
        }
        json_close(&out, ']');
        json_close(&out, '}');
    }
    json_close(&out, ']');
    json_close(&out, '}');
    printf("%s\n", out.data);
    text_free(&out);
}

int doctor_machine(const struct command *command, bool json)
{
    struct warden_hello facts;
    struct notes notes = {0};
    if (!machine_ask(&facts, &notes))
        cli_cannot(command, "no program can be run here: %s", notes_why(&notes));
    static struct surroundings surroundings;
    static struct remedies all;
    surroundings_look(&surroundings);
    remedies_find(&all, &facts, &surroundings);
    if (json)
        print_json(&all, &facts, &surroundings);
    else
        print_table(&all, &surroundings);
    return all.missing > 0 ? EXIT_NO : 0;
}
