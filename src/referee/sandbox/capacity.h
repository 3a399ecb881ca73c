/* capacity.h - the open files that guests need, against RLIMIT_NOFILE
 *
 * Each guest costs open files. The referee holds its warden's socket and its home directory. The
 * porter holds the files of its meter, and every warden that is forked later inherits these, so the
 * wardens need most. If the files ran out in the middle of a match, it would fail through no fault
 * of the guests. So a caller that runs several guests at once checks the limit first.
 * tests/referee/test_porter.c compares the figures with what guests really open.
 */
#ifndef REFEREE_SANDBOX_CAPACITY_H
#define REFEREE_SANDBOX_CAPACITY_H

/* Raises the soft limit on open files to the hard limit. The porter is forked later and inherits
 * it; guests get a limit of their own. */
void capacity_raise(void);

/* The open files that this many guests at once cost the process that needs most. others: further
 * files that the caller is going to open. */
long capacity_files(int guests, int others);

/* The limit on open files after capacity_raise(). */
long capacity_allowed(void);

#endif
