/* test_shelf.c - what makes room on a shelf, and what is remembered of records that are gone */
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/shelf.h"
#include "tests/check.h"

enum { DAYS_40 = 40 * 86400, GAMES = 1500, MOST = 256 << 10 };
static const char key_one[] = "0123456789abcdef0123456789abcdef";
static const char key_two[] = "fedcba9876543210fedcba9876543210";

/* A record of about this many bytes; it is too small for less than 400. */
static struct text record_of(int bytes)
{
    struct text out = {0};
    text_add(&out, "{\"event\":\"match\",\"version\":1,\"game\":\"fruit\",\"rules\":\"default\","
                   "\"spec\":[\"a\",\"b\"],\"name\":[\"a\",\"b\"],\"games\":1,\"time\":0,\"cap\":0,"
                   "\"seed\":0}\n"
                   "{\"event\":\"start\",\"number\":1,\"attempt\":1,\"first\":\"a\",\"seed\":0,"
                   "\"input\":\"3\\n2\\n300.0\\n010\\n110\\n001\\n\"}\n");
    text_add(&out, "{\"event\":\"remark\",\"x\":\"%*s\"}\n", bytes - (int)out.length, "");
    return out;
}

static void make_folder(char path[LIBRARY_PATH])
{
    snprintf(path, LIBRARY_PATH, "/tmp/plywood-shelf-XXXXXX");
    assert_non_null(mkdtemp(path));
}

static void remove_folder(const char *path)
{
    char command[LIBRARY_PATH + 20];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    assert_int_equal(system(command), 0);
}

static void id_of_number(int number, char id[SHELF_ID])
{
    snprintf(id, SHELF_ID, "%016x", number);
}

static void put(struct shelves *s, const char *key, int number, int bytes)
{
    char id[SHELF_ID];
    struct notes notes = {0};
    struct text record = record_of(bytes);
    id_of_number(number, id);
    assert_int_equal(shelf_put(s, key, id, &record, &notes), SHELF_DONE);
    text_free(&record);
}

/* Makes a kept game older than those that are put now. */
static void make_older(const char *folder, int number, int seconds)
{
    char path[LIBRARY_PATH + 40];
    struct timespec now, times[2];
    clock_gettime(CLOCK_REALTIME, &now);
    times[0] = times[1] = (struct timespec){.tv_sec = now.tv_sec - seconds};
    snprintf(path, sizeof path, "%s/%016x.record", folder, number);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* Demands that these are kept, the newest first; ends with 0. */
static void kept_are(struct shelves *s, const int *numbers)
{
    struct library_entry *list;
    int count = shelf_list(s, NULL, &list), i = 0;
    for (; numbers[i] != 0; i++) {
        char id[SHELF_ID];
        id_of_number(numbers[i], id);
        assert_true(i < count);
        assert_string_equal(list[i].id, id);
    }
    assert_int_equal(count, i);
    free(list);
}

static void test_the_oldest_go(void **state)
{
    (void)state;
    char folder[LIBRARY_PATH];
    make_folder(folder);
    struct shelves *s = shelves_new(folder, false, &(struct shelf_limits){.bytes = 10000});
    put(s, NULL, 1, 500);
    make_older(folder, 1, 40);
    put(s, NULL, 2, 8000);
    make_older(folder, 2, 20);
    put(s, NULL, 3, 500);
    make_older(folder, 3, 10);
    kept_are(s, (int[]){3, 2, 1, 0});
    put(s, NULL, 4, 3000);
    kept_are(s, (int[]){4, 3, 0}); /* not the small one, which is older than what did not fit */
    shelves_free(s);
    remove_folder(folder);
}

static void test_the_deleted_go_first(void **state)
{
    (void)state;
    char folder[LIBRARY_PATH], id[SHELF_ID];
    make_folder(folder);
    struct shelves *s = shelves_new(folder, false, &(struct shelf_limits){.games = 3});
    for (int i = 1; i <= 3; i++) {
        put(s, NULL, i, 500);
        make_older(folder, i, 40 - i);
    }
    id_of_number(3, id);
    assert_true(shelf_remove(s, NULL, id));
    kept_are(s, (int[]){2, 1, 0});
    assert_true(shelf_restore(s, NULL, id));
    kept_are(s, (int[]){3, 2, 1, 0});
    assert_true(shelf_remove(s, NULL, id));
    put(s, NULL, 4, 500);
    kept_are(s, (int[]){4, 2, 1, 0});
    assert_false(shelf_restore(s, NULL, id));
    shelves_free(s);
    remove_folder(folder);
}

/* A shelf that nobody uses gives way, and whatever else lies there stays. */
static void test_other_files_stay(void **state)
{
    (void)state;
    char folder[LIBRARY_PATH], command[2 * LIBRARY_PATH];
    make_folder(folder);
    struct shelves *s = shelves_new(folder, true, &(struct shelf_limits){.visitors = 1});
    put(s, key_one, 1, 500);
    snprintf(command, sizeof command,
             "cd %s/visitors/* && touch notes.txt .new-x && cp *.record .gone-0000000000000001 && "
             "touch -d @$(($(date +%%s) - %d)) .",
             folder, DAYS_40);
    assert_int_equal(system(command), 0);
    put(s, key_two, 2, 500);
    snprintf(command, sizeof command,
             "cd %s/visitors && [ \"$(ls -A */notes.txt)\" ] && "
             "[ $(find . -type f | wc -l) = 2 ]",
             folder);
    assert_int_equal(system(command), 0);
    shelves_free(s);
    remove_folder(folder);
}

/* Strangers bring and delete as many records as they like. (A sanitizer tells of no memory.) */
static void test_what_is_gone_is_forgotten(void **state)
{
    (void)state;
    char folder[LIBRARY_PATH], path[LIBRARY_PATH + 40];
    make_folder(folder);
    struct library *library = library_new(NULL, 0, NULL);
    struct text record = record_of(500), out = {0}, broken = {0};
    const size_t before = mallinfo2().uordblks;
    for (int i = 0; i < GAMES; i++) {
        struct library_entry entry;
        snprintf(path, sizeof path, "%s/%016x.record", folder, i);
        snprintf(entry.id, sizeof entry.id, "%016x", i);
        snprintf(entry.path, sizeof entry.path, "%.900s/%016x.record", folder, i);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fwrite(record.data, 1, record.length, file);
        fclose(file);
        text_clear(&out);
        assert_true(library_json(library, &entry, 1, &out, &broken));
        assert_non_null(strstr(out.data, "\"running\":false}"));
        assert_false(library_json(library, &entry, 2, &out, &broken));
        unlink(path);
    }
    assert_int_equal(broken.length, 0);
    assert_true(mallinfo2().uordblks < before + MOST);
    text_free(&out);
    text_free(&record);
    library_free(library);
    remove_folder(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_oldest_go),
        cmocka_unit_test(test_the_deleted_go_first),
        cmocka_unit_test(test_other_files_stay),
        cmocka_unit_test(test_what_is_gone_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
