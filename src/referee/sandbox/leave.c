#include "referee/sandbox/leave.h"

#include <stddef.h>

static _Thread_local const atomic_bool *heeded;
static _Thread_local const char *at_work = "";

void leave_heed(const atomic_bool *flag)
{
    heeded = flag;
}

const atomic_bool *leave_flag(void)
{
    return heeded;
}

bool leave_now(void)
{
    return heeded && atomic_load(heeded);
}

void leave_while(const char *doing)
{
    at_work = doing;
}

const char *leave_what(void)
{
    return at_work;
}
