#include "tournament/file_system.h"

#include <libgen.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include "base/memory.h"

static const struct {
    unsigned long magic;
    const char *name;
} remote[] = {
    {0x6969, "nfs"},       {0xff534d42, "cifs"},     {0xfe534d42, "smb"},    {0x517b, "smb"},
    {0x01021997, "9p"},    {0x5346414f, "afs"},      {0x6b414653, "afs"},    {0x73757245, "coda"},
    {0x00c36400, "ceph"},  {0x0bd00bd0, "lustre"},   {0x47504653, "gpfs"},   {0x19830326, "beegfs"},
    {0x7461636f, "ocfs2"}, {0x01161970, "gfs2"},     {0x786f4256, "vboxsf"}, {0x564c, "ncp"},
    {0xaad7aaea, "panfs"}, {0x20030528, "orangefs"},
};

/* FUSE serves local file systems too; its mount tells which one this is. */
enum { FUSE = 0x65735546 };
static const char *const remote_fuse[] = {
    "fuse.sshfs",    "fuse.glusterfs", "fuse.ceph-fuse", "fuse.ceph",     "fuse.s3fs",
    "fuse.rclone",   "fuse.curlftpfs", "fuse.davfs",     "fuse.juicefs",  "fuse.mfs",
    "fuse.lizardfs", "fuse.goofys",    "fuse.gcsfuse",   "fuse.smbnetfs", "fuse.seaweedfs"};

static const char *remote_fuse_of(const char *path)
{
    struct stat at, mounted;
    FILE *mounts = setmntent("/proc/self/mounts", "r");
    if (!mounts || stat(path, &at) != 0) {
        if (mounts)
            endmntent(mounts);
        return NULL;
    }
    const char *found = NULL;
    for (const struct mntent *m; !found && (m = getmntent(mounts));)
        for (size_t i = 0; !found && i < sizeof remote_fuse / sizeof *remote_fuse; i++)
            if (strcmp(m->mnt_type, remote_fuse[i]) == 0 && stat(m->mnt_dir, &mounted) == 0 &&
                mounted.st_dev == at.st_dev)
                found = remote_fuse[i];
    endmntent(mounts);
    return found;
}

const char *file_system_is_remote(const char *path)
{
    struct statfs is;
    char *copy = memory_string(path);
    const char *there = path;
    int status = statfs(there, &is);
    if (status != 0)
        status = statfs(there = dirname(copy), &is);
    const char *found = NULL;
    unsigned long magic = (unsigned long)is.f_type & 0xffffffff;
    for (size_t i = 0; status == 0 && i < sizeof remote / sizeof *remote; i++)
        if (magic == remote[i].magic)
            found = remote[i].name;
    if (status == 0 && magic == FUSE)
        found = remote_fuse_of(there);
    free(copy);
    return found;
}
