#include "referee/guest/languages.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The longer endings first. */
static const struct {
    const char *ending;
    enum language language;
} endings[] = {
    {"11.cpp", LANGUAGE_CPP11}, {".cpp", LANGUAGE_CPP},   {".cc", LANGUAGE_CPP},
    {".cxx", LANGUAGE_CPP},     {".c", LANGUAGE_C},       {".java", LANGUAGE_JAVA},
    {"3.py", LANGUAGE_PYTHON3}, {".py", LANGUAGE_PYTHON}, {".sh", LANGUAGE_SHELL},
};

static const struct {
    const char *builder, *runner;
} tools[LANGUAGES] = {
    [LANGUAGE_C] = {"gcc", NULL},           [LANGUAGE_CPP11] = {"g++", NULL},
    [LANGUAGE_CPP] = {"g++", NULL},         [LANGUAGE_JAVA] = {"javac", "java"},
    [LANGUAGE_PYTHON3] = {NULL, "python3"}, [LANGUAGE_PYTHON] = {NULL, "python3"},
    [LANGUAGE_SHELL] = {NULL, "sh"},
};

bool language_of_file(const char *file, const char *stem, enum language *language)
{
    size_t length = strlen(file), begins = stem ? strlen(stem) : 0;
    if (stem && strncmp(file, stem, begins) != 0)
        return false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t tail = strlen(endings[i].ending);
        if (length > tail && strcmp(file + length - tail, endings[i].ending) == 0 &&
            (!stem || begins + tail == length)) {
            *language = endings[i].language;
            return true;
        }
    }
    return false;
}

bool language_is_compiled(enum language language)
{
    return tools[language].builder != NULL;
}

const char *language_builder(enum language language)
{
    return tools[language].builder;
}

const char *language_runner(enum language language)
{
    return tools[language].runner;
}

/* No warnings: they would only hide the first error. */
void language_add_build(const struct source *s, struct text *out)
{
    switch (s->language) {
    case LANGUAGE_C: text_add(out, "gcc -O2 -w -o %s %s -lm", s->product, s->file); break;
    case LANGUAGE_CPP11:
        text_add(out, "g++ -O2 -w -std=c++11 -o %s %s", s->product, s->file);
        break;
    case LANGUAGE_CPP: text_add(out, "g++ -O2 -w -o %s %s", s->product, s->file); break;
    case LANGUAGE_JAVA:
        /* few threads, because a build has a limited number of processes */
        text_add(out, "javac -J-XX:+UseSerialGC -nowarn -encoding UTF-8 -d %s %s", s->product,
                 s->file);
        break;
    case LANGUAGE_PYTHON3:
    case LANGUAGE_PYTHON:
        text_add(
            out,
            "python3 -c 'import sys; compile(open(sys.argv[1], \"rb\").read(), sys.argv[1], \"exec\")' %s",
            s->file);
        break;
    default: break;
    }
}

void language_add_run(const struct source *s, size_t memory, struct text *out)
{
    switch (s->language) {
    case LANGUAGE_NATIVE: text_add(out, "./%s", s->file); break;
    case LANGUAGE_JAVA:
        /* a heap that leaves memory for the Java machine itself; the serial garbage collector, so
         * that no collector threads use the program's CPU time; no file in /tmp */
        text_add(out, "java -Xmx%zum -Xss16m -XX:+UseSerialGC -XX:-UsePerfData -cp %s %s",
                 (memory / 8 * 5) >> 20, s->product, s->main_class);
        break;
    case LANGUAGE_PYTHON3:
    case LANGUAGE_PYTHON: text_add(out, "python3 %s", s->file); break;
    case LANGUAGE_SHELL: text_add(out, "sh %s", s->file); break;
    default: text_add(out, "./%s", s->product); break;
    }
}

/* --- Java --- */

/* The end of a comment or string literal that begins here; `at` itself if none does. */
static const char *skip_aside(const char *at, const char *end)
{
    if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
        while (at < end && *at != '\n')
            at++;
    } else if (end - at >= 2 && at[0] == '/' && at[1] == '*') {
        for (at += 2; at < end && !(at[-1] == '*' && at[0] == '/'); at++) {
        }
        at += at < end;
    } else if (at < end && (*at == '"' || *at == '\'')) {
        char quote = *at++;
        for (; at < end && *at != quote && *at != '\n'; at++)
            at += *at == '\\' && at + 1 < end;
        at += at < end;
    }
    return at;
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

struct java_names java_names_in(const char *bytes, size_t count)
{
    struct java_names names = {0};
    const char *at = bytes, *end = bytes + count;
    bool is_public = false;
    char *wanted = NULL; /* where the next word goes */
    while (at < end && !names.class[0]) {
        const char *past = skip_aside(at, end);
        if (past > at || !is_of_name(*at)) {
            if (past == at && (*at == ';' || *at == '{' || *at == '}' || *at == '('))
                is_public = false;
            at = past > at ? past : at + 1;
            continue;
        }
        for (past = at; past < end && is_of_name(*past); past++) {
        }
        int length = (int)(past - at);
        if (wanted)
            snprintf(wanted, JAVA_NAME, "%.*s", length, at);
        wanted = NULL;
        if (length == 7 && memcmp(at, "package", 7) == 0)
            wanted = names.package;
        else if (length == 6 && memcmp(at, "public", 6) == 0)
            is_public = true;
        else if (length == 5 && memcmp(at, "class", 5) == 0 && is_public)
            wanted = names.class;
        at = past;
    }
    return names;
}

/* --- Python --- */

bool python_is_old(const char *complaint)
{
    static const char *const signs[] = {
        "SyntaxError: Missing parentheses in call to 'print'",
        "SyntaxError: Missing parentheses in call to 'exec'",
        "SyntaxError: multiple exception types must be parenthesized",
        "SyntaxError: leading zeros in decimal integer literals are not permitted",
        "TabError: inconsistent use of tabs and spaces in indentation",
    };
    /* only at the start of a line: python3 also quotes lines of the program, indented */
    for (const char *line = complaint; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
            if (strncmp(line, signs[i], strlen(signs[i])) == 0)
                return true;
    }
    return false;
}
