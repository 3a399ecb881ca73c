/* processors.h - how many CPUs we may use, as set by affinity and cgroup quotas */
#ifndef REFEREE_SANDBOX_PROCESSORS_H
#define REFEREE_SANDBOX_PROCESSORS_H

/* The CPUs that this process may use: the smaller of its affinity mask and the CPU quota of its
 * control groups, which containers set. May be fractional. */
double processors_available(void);

/* The quota alone, read below another root than / (proc/self/cgroup and sys/fs/cgroup), for tests;
 * 0: there is none. */
double processors_quota(const char *root);

#endif
