/* processor.h - what the processor can do beyond the level that the program was built for
 *
 * Asked when the program runs, so that it may be copied to any machine of the level it is for.
 */
#ifndef BASE_PROCESSOR_H
#define BASE_PROCESSOR_H

#include <stdbool.h>

/* True for the level x86-64-v4: more vector registers, three operands in one instruction. */
static inline bool processor_is_v4(void)
{
#if defined __x86_64__
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

/* True if it also counts bits in all lanes of a vector by one instruction. */
static inline bool processor_counts_in_lanes(void)
{
#if defined __x86_64__
    return processor_is_v4() && __builtin_cpu_supports("avx512bitalg");
#else
    return false;
#endif
}

#endif
