#include "base/foreign.h"
#include "base/json.h"
#include "referee/course/grade_state.h"

void grade_state_write(const char *hash, const char *agent, const char *key, double processors,
                       const struct case_result *r, struct text *out)
{
    char fit[GRADE_STATE_AGENT];
    foreign_put(fit, sizeof fit, agent);
    json_open(out, NULL, '{');
    json_put_string(out, "hash", hash);
    json_put_string(out, "agent", fit);
    json_put_string(out, "case", key);
    if (processors > 0)
        json_put_number(out, "processors", processors);
    json_put_string(out, "verdict", verdict_name(r->verdict));
    json_put_number(out, "share", r->share);
    json_put_number(out, "cpu", r->cpu);
    json_put_string(out, "detail", r->detail);
    json_put_string(out, "stderr", r->complaint);
    json_put_string(out, "bundle", r->bundle);
    json_close(out, '}');
    text_add(out, "\n");
}
