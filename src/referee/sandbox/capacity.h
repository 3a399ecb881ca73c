/* capacity.h - how many guests this process may have at once
 *
 * Each guest costs open files: in the referee its warden's socket and its home; in the porter the
 * files of its meter, which every warden that is forked later inherits. So the porter's wardens
 * need most, and a match that runs out of files in its midst fails for no fault of the guests'.
 * Whoever runs several at once therefore asks first. tests/referee/test_porter.c holds the figures
 * against what guests really take.
 */
#ifndef REFEREE_SANDBOX_CAPACITY_H
#define REFEREE_SANDBOX_CAPACITY_H

/* Raises what the kernel lets us open to what it would grant; the porter, forked later, inherits
 * that, and guests have a limit of their own. */
void capacity_raise(void);

/* The open files needed for this many guests at once, by the process that needs most. others: what
 * the caller opens besides, from now on. */
long capacity_files(int guests, int others);

/* The open files allowed to a process once they are raised. */
long capacity_allowed(void);

#endif
