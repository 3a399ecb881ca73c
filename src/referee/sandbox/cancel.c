#include "referee/sandbox/cancel.h"

#include <stddef.h>

static _Thread_local const atomic_bool *heeded;
static _Thread_local const char *at_work = "";

void cancel_set_flag(const atomic_bool *flag)
{
    heeded = flag;
}

const atomic_bool *cancel_flag(void)
{
    return heeded;
}

bool cancel_requested(void)
{
    return heeded && atomic_load(heeded);
}

void cancel_set_work(const char *doing)
{
    at_work = doing;
}

const char *cancel_work(void)
{
    return at_work;
}
