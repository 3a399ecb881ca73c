/* languages.h - the languages of submissions: how they are recognized, built and run
 *
 * The language follows from the end of the file's name: .c .cpp .cc .cxx .java .py .sh, and by the
 * texts of the courses 11.cpp for C++11 and 3.py for Python 3. In some texts .py means Python 2. It
 * is run by python3 all the same, because today's systems have no other; a Python 2 program is
 * recognized when it is prepared, by what python3 says about it.
 *
 * startup_cost.h measures what the start of an interpreter costs.
 */
#ifndef REFEREE_GUEST_LANGUAGES_H
#define REFEREE_GUEST_LANGUAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* By priority: if a submission has several, the first one is taken. */
enum language {
    LANGUAGE_NATIVE, /* an executable of this machine */
    LANGUAGE_C,
    LANGUAGE_CPP11,
    LANGUAGE_CPP,
    LANGUAGE_JAVA,
    LANGUAGE_PYTHON3,
    LANGUAGE_PYTHON, /* 2 or 3 */
    LANGUAGE_SHELL,
    LANGUAGES
};

/* The language by a file's name. stem: the name must be this stem and an ending; NULL: any stem.
 * False if it is no source, or has another stem. */
bool language_of_file(const char *file, const char *stem, enum language *);
bool language_is_compiled(enum language);

/* The program that is needed to build or run it; NULL: none. */
const char *language_builder(enum language);
const char *language_runner(enum language);

/* A program's main file and what is built from it. */
struct source {
    enum language language;
    const char *file;
    const char *product;    /* the compiler's output; for Java the directory of the classes */
    const char *main_class; /* Java's */
};

/* Adds the command that builds it, or, for an interpreted language, checks its syntax; adds nothing
 * for some languages. */
void language_add_build(const struct source *, struct text *);
/* Adds the command that runs it. memory: its limit in bytes; a Java machine gets a part of that as
 * its heap. */
void language_add_run(const struct source *, size_t memory, struct text *);

/* The package and the public class that a Java file declares; "" if there is none. */
enum { JAVA_NAME = 200 };
struct java_names {
    char package[JAVA_NAME], class[JAVA_NAME];
};
struct java_names java_names_in(const char *bytes, size_t count);

/* True if the complaint of python3 about a program shows that it is written in Python 2. */
bool python_is_old(const char *complaint);

#endif
