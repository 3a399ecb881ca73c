/* The table of what Laser Checkmate's solver has proven. */
#include "games/laser/known.h"
#include "tests/check.h"

static struct known_entry entry_of(uint64_t i, uint16_t work)
{
    return (struct known_entry){.key = i * UINT64_C(0x9e3779b97f4a7c15) | 1,
                                .low = (int16_t)(i % 50),
                                .high = (int16_t)(i % 50 + 1),
                                .move = (uint16_t)(i % 200),
                                .work = work};
}

/* How many of the first entries are there, as they were put in. */
static int kept(const struct known *known, uint64_t end)
{
    int sum = 0;
    for (uint64_t i = 1; i < end; i++) {
        const struct known_entry *found = known_find(known, entry_of(i, 0).key);
        sum += found && found->low == (int)(i % 50) && found->move == i % 200;
    }
    return sum;
}

enum { LEAST = 1 << 18, MANY = 1 << 17, CHEAP = 7, DEAR_ENOUGH = 8 };

static void cheap_entries_fit_a_small_table(void **state)
{
    (void)state;
    struct known known;
    known_begin(&known, 16 * LEAST);
    for (uint64_t i = 1; i <= MANY; i++)
        known_put(&known, entry_of(i, CHEAP));
    assert_int_equal(known.bytes, LEAST);
    known_end(&known);
}

/* Both the old table and the new one have to fit while it grows: 8 + 16 would be too much. */
static void growth_keeps_all_and_the_limit(void **state)
{
    (void)state;
    struct known known;
    known_begin(&known, 15 * LEAST);
    for (uint64_t i = 1; i <= MANY; i++) {
        size_t bytes = known.bytes;
        bool is_due = 64 * known.lost > known.mask && 3 * bytes <= known.bytes_most;
        int before = is_due ? kept(&known, i) : 0;
        known_put(&known, entry_of(i, DEAR_ENOUGH));
        assert_int_equal(known.bytes != bytes, is_due);
        if (is_due) {
            assert_true(before > 0);
            assert_int_equal(kept(&known, i), before);
        }
    }
    assert_int_equal(known.bytes, 8 * LEAST);
    known_end(&known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cheap_entries_fit_a_small_table),
                                       cmocka_unit_test(growth_keeps_all_and_the_limit)};
    return cmocka_run_group_tests_name("known", tests, NULL, NULL);
}
