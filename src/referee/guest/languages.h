/* languages.h - languages in which programs are handed in: how they are known, built and run
 *
 * The end of a file's name tells the language: .c .cpp .cc .cxx .java .py .sh, and as the courses'
 * texts have it 11.cpp for C++11 and 3.py for Python 3. What .py alone means depends on the course:
 * Python 2 in some texts. It is run by python3 all the same, which is what today's systems have; a
 * program that python3 cannot read is told apart when it is prepared.
 *
 * A start costs time before the first line of a program runs. What an interpreter's costs here is
 * measured by startup_cost.h.
 */
#ifndef REFEREE_GUEST_LANGUAGES_H
#define REFEREE_GUEST_LANGUAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* In the order in which one is taken if a submission has several. */
enum language {
    LANGUAGE_NATIVE, /* can be executed as it is */
    LANGUAGE_C,
    LANGUAGE_CPP11,
    LANGUAGE_CPP,
    LANGUAGE_JAVA,
    LANGUAGE_PYTHON3,
    LANGUAGE_PYTHON, /* 2 or 3 */
    LANGUAGE_SHELL,
    LANGUAGES
};

/* By the name of a file; stem: what the name must begin with, the rest being the ending; NULL:
 * anything. False if it is no source, or another stem's. */
bool language_of_file(const char *file, const char *stem, enum language *);
bool language_is_compiled(enum language);

/* The program without which it cannot be built or run at all; NULL: none. */
const char *language_builder(enum language);
const char *language_runner(enum language);

/* A program's main file and what is made of it. */
struct source {
    enum language language;
    const char *file;
    const char *product;    /* of a compiler; for Java the directory of its classes */
    const char *main_class; /* Java's */
};

/* Adds the command that builds it, or, where nothing is to be built, looks whether it can be read;
 * nothing for some languages. */
void language_add_build(const struct source *, struct text *);
/* Adds the command that runs it. memory: the limit in bytes, of which a virtual machine gets a
 * part. */
void language_add_run(const struct source *, size_t memory, struct text *);

/* What a Java file declares: its package and its public class; "" if there is none. */
enum { JAVA_NAME = 200 };
struct java_names {
    char package[JAVA_NAME], class[JAVA_NAME];
};
struct java_names java_names_in(const char *bytes, size_t count);

/* True if what python3 said about a program shows that it is written in Python 2. */
bool python_is_old(const char *complaint);

#endif
