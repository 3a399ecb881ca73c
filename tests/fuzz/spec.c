/* spec.c - agents as command lines name them */
#include <stdlib.h>

#include "agents/agent.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    char *spec = fuzz_string(bytes, count);
    struct notes notes = {0};
    struct agent *agent = agent_new(spec, &notes);
    CLAIM(notes.faults == !agent);
    CLAIM(agent || notes_why(&notes)[0]);
    if (agent)
        agent_new_game(agent);
    agent_free(agent);
    free(spec);
    return 0;
}
