/* engine.c - the lines of plywood analyze: each is answered, by one line of JSON that can be read
 *
 * A question may ask for any time at all, so everything is stopped as soon as the last line is in:
 * only how questions are read and answered is of interest here. */
#include <jansson.h>
#include <stdatomic.h>
#include <string.h>

#include "serve/engine.h"
#include "tests/fuzz/fuzz.h"

static atomic_int answers;

static void check_answer(void *context, const char *line)
{
    (void)context;
    CLAIM(!strchr(line, '\n'));
    json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    CLAIM(json_is_object(object));
    bool is_error = json_object_get(object, "error") != NULL;
    CLAIM(!is_error || json_object_size(object) <= 3); /* with an id and warnings */
    CLAIM(is_error || json_object_get(object, "id") || json_object_get(object, "action"));
    json_decref(object);
    atomic_fetch_add(&answers, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static const char stop[] = "{\"action\":\"terminate_all\"}";
    struct engine *engine = engine_new(1, check_answer, NULL);
    int lines = 1;
    atomic_store(&answers, 0);
    for (size_t at = 0; at < count;) {
        const uint8_t *end = memchr(bytes + at, '\n', count - at);
        size_t length = end ? (size_t)(end - bytes) - at : count - at;
        engine_take(engine, (const char *)bytes + at, length);
        lines++;
        at += length + 1;
    }
    engine_take(engine, stop, strlen(stop));
    engine_free(engine);
    CLAIM(atomic_load(&answers) >= lines);
    return 0;
}
