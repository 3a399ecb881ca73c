#include "cmd/interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

atomic_bool interrupted;

/* A second interrupt ends us at once. One that follows within a second is the same one, passed on
 * by whoever started us. */
static void interrupt(int number)
{
    static time_t first;
    time_t now = time(NULL);
    if (!atomic_exchange(&interrupted, true)) {
        first = now;
    } else if (now > first + 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void heed_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}
