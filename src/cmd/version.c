#include "cmd/version.h"

#include <stdio.h>

#include "agents/version.h"
#include "base/processor.h"

/* The Makefile knows both. */
const char version_number[] = PLYWOOD_VERSION;

/* What the program was built for, and what of the processor it uses beyond that. */
static void print_instructions(void)
{
#if defined __AVX2__
    printf("x86-64-v3 instructions%s",
           processor_is_v4() ? ", x86-64-v4 where they help" : ", no x86-64-v4 here");
#elif defined __x86_64__
    printf("x86-64 instructions (portable)");
#else
    printf("portable instructions");
#endif
}

void version_print(const char *program)
{
    printf("%s %s, commit %s\n", program, version_number, PLYWOOD_COMMIT);
    print_instructions();
#ifndef NDEBUG
    printf("; with assertions");
#endif
    printf("\nagents %s; compiler %s; for Linux on x86-64\n", AGENTS_VERSION, __VERSION__);
}
