/* file_system.h - whether a file lies on a disk of this machine */
#ifndef TOURNAMENT_FILE_SYSTEM_H
#define TOURNAMENT_FILE_SYSTEM_H

/* The kind of network file system on which a file lies or would be made ("nfs", "cifs" …); NULL if
 * it is on none. Where that cannot be told it is taken for a local one. */
const char *file_system_is_remote(const char *path);

#endif
