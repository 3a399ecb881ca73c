/* processors.h - how much of this machine's processors we may use */
#ifndef REFEREE_SANDBOX_PROCESSORS_H
#define REFEREE_SANDBOX_PROCESSORS_H

/* Processors that this process may run on at once, by its affinity and by the quotas of its control
 * groups, as containers have them: 0.5 is half of one. */
double processors_available(void);

/* The same by files below another root than /: proc/self/cgroup and sys/fs/cgroup; for tests. Only
 * the quotas are looked at; 0: there is none. */
double processors_quota(const char *root);

#endif
