/* interrupt.h - commands that end in good order when they are interrupted */
#ifndef CMD_INTERRUPT_H
#define CMD_INTERRUPT_H

#include <stdatomic.h>

/* Set by an interrupt or SIGTERM from heed_interrupts() on; a second one ends the process. */
extern atomic_bool interrupted;
void heed_interrupts(void);

enum { EXIT_INTERRUPTED = 130 };

#endif
