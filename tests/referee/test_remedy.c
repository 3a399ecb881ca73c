/* What is said about machines that are not at hand: the warden's findings and the surroundings are
 * made up. tests/cli/machine.sh looks at real ones. */
#include <stdio.h>
#include <string.h>

#include "referee/guest/remedy.h"
#include "referee/sandbox/confine.h"
#include "tests/check.h"

static const struct surroundings plain = {.kernel = "6.1.0",
                                          .system = "Debian GNU/Linux 12 (bookworm)",
                                          .apparmor_userns = SURROUNDINGS_UNKNOWN,
                                          .userns_clone = 1,
                                          .userns_most = 15000,
                                          .ptrace_scope = 0,
                                          .security = "landlock,yama",
                                          .version2 = "/sys/fs/cgroup",
                                          .controllers = true,
                                          .writable = true,
                                          .processors = 4,
                                          .memory = 0x1p33,
                                          .temporary = "/tmp",
                                          .disk = 0x1p33,
                                          .files = 1024,
                                          .files_a_match = 66,
                                          .tells_waiting = true,
                                          .clocksource = "tsc"};

enum { GROUPS = LAYER_MEMORY | LAYER_PROCESSES | LAYER_SHARES };

static struct remedies all;

static const struct remedy_row *look(const struct surroundings *s, unsigned missing,
                                     enum meter_rung rung, const char *name)
{
    struct warden_hello facts = {.rung = rung, .layers = LAYERS_ALL & ~missing};
    remedies_find(&all, &facts, s);
    for (int i = 0; i < all.rows; i++)
        if (strcmp(all.row[i].name, name) == 0)
            return &all.row[i];
    fail_msg("no row %s", name);
    return NULL;
}

/* The row is missing, says what follows, and has this line. */
static void demand_line(const struct remedy_row *row, const char *where, const char *line)
{
    assert_int_equal(row->state, REMEDY_MISSING);
    assert_true(row->follows[0] != 0);
    for (int i = 0; i < row->lines; i++)
        if (strstr(row->mend[i].where, where) && strstr(row->mend[i].line, line))
            return;
    fail_msg("%s: no line \"%s\" for %s; the first is \"%s\"", row->name, line, where,
             row->lines > 0 ? row->mend[0].line : "none");
}

static void nothing_is_missing(void **state)
{
    (void)state;
    look(&plain, 0, METER_CGROUP2, "memory");
    assert_int_equal(all.missing, 0);
    for (int i = 0; i < all.rows; i++) {
        assert_int_equal(all.row[i].state, REMEDY_THERE);
        assert_int_equal(all.row[i].lines, 0);
    }
}

/* A layer that is missing is one row, whichever it is, and every row has what follows. */
static void every_layer_is_told(void **state)
{
    (void)state;
    for (unsigned layer = 1; layer < LAYERS_ALL; layer *= 2) {
        char name[60];
        confine_names(layer, name, sizeof name);
        const struct remedy_row *row = look(&plain, layer, METER_CGROUP2, name);
        assert_int_equal(row->state, REMEDY_MISSING);
        assert_true(strncmp(row->follows, "safety: ", 8) == 0 ||
                    strncmp(row->follows, "clocks: ", 8) == 0);
        assert_int_equal(all.missing, 1);
    }
    const struct remedy_row *row = look(&plain, 0, METER_WAIT4, "exact CPU metering");
    assert_int_equal(row->state, REMEDY_MISSING);
    assert_string_equal(row->found, "by wait4");
}

static void ubuntu_restricts_namespaces(void **state)
{
    (void)state;
    struct surroundings s = plain;
    snprintf(s.system, sizeof s.system, "Ubuntu 24.04.1 LTS");
    s.apparmor_userns = 1;
    demand_line(look(&s, LAYER_USER | LAYER_VIEW, METER_TRACE, "own file system"), "Ubuntu 24.04",
                "kernel.apparmor_restrict_unprivileged_userns=0");
    assert_int_equal(look(&s, LAYER_USER, METER_TRACE, "user namespace")->lines, 1);
}

static void debian_has_switches(void **state)
{
    (void)state;
    struct surroundings s = plain;
    s.userns_clone = 0;
    demand_line(look(&s, LAYER_USER, METER_TRACE, "user namespace"), "Debian",
                "kernel.unprivileged_userns_clone=1");
    s = plain;
    demand_line(look(&s, GROUPS, METER_TRACE, "memory limit by control group"), "Debian",
                "systemd-run --user --scope -p Delegate=yes");
    s.root = true;
    s.controllers = false;
    demand_line(look(&s, GROUPS, METER_TRACE, "memory limit by control group"), "Linux",
                "sudo tee /sys/fs/cgroup/cgroup.subtree_control");
    s.version2[0] = 0;
    demand_line(look(&s, GROUPS, METER_TRACE, "memory limit by control group"), "Linux",
                "sudo mount -t cgroup2");
    snprintf(s.security, sizeof s.security, "yama,apparmor");
    demand_line(look(&s, LAYER_LANDLOCK, METER_TRACE, "landlock"), "Debian",
                "lsm=landlock,yama,apparmor");
    s.ptrace_scope = 2;
    demand_line(look(&s, LAYER_FREEZER, METER_WAIT4, "exact CPU metering"), "Debian",
                "kernel.yama.ptrace_scope=1");
}

static void docker_has_options(void **state)
{
    (void)state;
    struct surroundings s = plain;
    snprintf(s.container, sizeof s.container, "docker");
    s.root = s.filtered = true;
    s.writable = false;
    demand_line(look(&s, LAYER_USER, METER_TRACE, "user namespace"), "Docker",
                "--security-opt seccomp=unconfined");
    demand_line(look(&s, GROUPS, METER_TRACE, "memory limit by control group"), "Docker",
                "-v /sys/fs/cgroup:/sys/fs/cgroup:rw");
    demand_line(look(&s, LAYER_FREEZER, METER_WAIT4, "freezer"), "Docker", "--cap-add SYS_PTRACE");
}

static void slurm_is_the_administrators(void **state)
{
    (void)state;
    struct surroundings s = plain;
    s.slurm = true;
    s.userns_most = 0;
    demand_line(look(&s, LAYER_USER, METER_TRACE, "user namespace"), "Slurm: the administrator",
                "user.max_user_namespaces=15000");
    demand_line(look(&s, GROUPS, METER_TRACE, "process limit by control group"), "Slurm",
                "sbatch --mem=");
}

/* Little of something is worth knowing; too few open files keep a match from beginning. */
static void amounts_are_told(void **state)
{
    (void)state;
    struct surroundings s = plain;
    s.quota = 0.5;
    s.memory_limit = 768.0 * (1 << 20);
    s.disk = 1 << 20;
    const struct remedy_row *row = look(&s, 0, METER_CGROUP2, "processors");
    assert_int_equal(row->state, REMEDY_NOTE);
    assert_string_equal(row->found, "4, of which a control group grants 0.50");
    assert_non_null(strstr(row->follows, "2.0 times"));
    row = look(&s, 0, METER_CGROUP2, "memory");
    assert_int_equal(row->state, REMEDY_NOTE);
    assert_string_equal(row->found, "768 MiB, by a control group");
    assert_string_equal(row->mend[0].line, "--memory 384");
    assert_int_equal(look(&s, 0, METER_CGROUP2, "temporary files")->state, REMEDY_NOTE);
    assert_int_equal(all.missing, 0);
    s.files = 20;
    demand_line(look(&s, 0, METER_CGROUP2, "open files"), "Linux", "ulimit -n");
    assert_int_equal(all.missing, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_missing),
        cmocka_unit_test(every_layer_is_told),
        cmocka_unit_test(ubuntu_restricts_namespaces),
        cmocka_unit_test(debian_has_switches),
        cmocka_unit_test(docker_has_options),
        cmocka_unit_test(slurm_is_the_administrators),
        cmocka_unit_test(amounts_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
