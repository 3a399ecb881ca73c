# Plywood. The two commands to know: make run, make test.
#
#   make            the programs, with nothing but libc and libm
#   make run        set up, build, and watch one short game of each kind
#   make test       set up, build every variant, run all tests
#   make PORTABLE=1 the same programs without machine-specific instructions (in build/portable)
#   make format | lint | coverage | fuzz | stress
#
# A variant of the build is a folder and some flags.

CC       ?= cc
BUILD    ?= build
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla \
            -Werror -Wno-psabi # boards never cross a call by value, so their ABI is no concern
CPPFLAGS += -I. -D_GNU_SOURCE
CFLAGS   += -std=c17 -g $(OPTIMISE) $(WARNINGS) $(MACHINE) $(EXTRA)
LDLIBS   += -lm

# Machine-specific instructions: one well-defined level, if this machine has it.
ifdef PORTABLE
override BUILD := $(BUILD)/portable
else ifneq (,$(shell grep -m1 -w avx2 /proc/cpuinfo 2>/dev/null | grep -w bmi2))
MACHINE := -march=x86-64-v3
endif

# Variants for tests: CHECKED=1 has assertions and sanitizers, the others are what users run.
ifdef CHECKED
override BUILD := $(BUILD)/checked
OPTIMISE := -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
STATIC   :=
else
OPTIMISE ?= -O3 -DNDEBUG
endif

# The drop-in agents are linked statically: they start faster and run wherever they are copied.
STATIC ?= -static

LIBRARY  := $(patsubst %.c,$(BUILD)/%.o,$(wildcard core/*.c games/*.c games/*/*.c agents/*.c screens/*.c))
COMMANDS := $(patsubst %.c,$(BUILD)/%.o,$(filter-out cmd/homework.c cmd/calibrate.c cmd/reversi.c,$(wildcard cmd/*.c)))
PROGRAMS := $(addprefix $(BUILD)/,plywood homework calibrate reversi)

# make V=1 shows the commands themselves.
HUSH := $(if $(V),,@)
SAY  := @$(if $(V),:,echo " ")

.PHONY: all run test tests format lint coverage fuzz stress clean
all: $(PROGRAMS)

$(BUILD)/plywood: $(COMMANDS) $(LIBRARY)
	$(SAY) LINK $@
	$(HUSH)$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(LDLIBS)

$(BUILD)/homework $(BUILD)/calibrate $(BUILD)/reversi: $(BUILD)/%: $(BUILD)/cmd/%.o $(LIBRARY)
	$(SAY) LINK $@
	$(HUSH)$(CC) $(CFLAGS) $(LDFLAGS) $(STATIC) $^ -o $@ $(LDLIBS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(HUSH)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

include fuzz/build.mk

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# Tests: each tests/test_*.c is a program; the twins and helpers beside them are shared.
TESTS   := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/test_*.c))
HELPERS := $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(wildcard tests/test_*.c),$(wildcard tests/*.c)))
tests: $(TESTS)
$(TESTS): %: %.o $(HELPERS) $(LIBRARY)
	$(SAY) LINK $@
	$(HUSH)$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(LDLIBS) -lcmocka

run:
	@scripts/setup run
	@$(MAKE) --no-print-directory -s all
	@$(BUILD)/plywood demo

test:
	@scripts/setup test
	@tests/run

# For developers; scripts/setup dev installs what they need.
SOURCES := $(wildcard core/*.[ch] games/*.[ch] games/*/*.[ch] games/*/*.inc agents/*.[ch] \
             screens/*.[ch] cmd/*.[ch] tests/*.[ch] tests/tools/*.c fuzz/*.[ch])
format:
	@scripts/setup dev
	clang-format -i $(SOURCES)

lint:
	@scripts/setup dev
	clang-format --dry-run -Werror $(SOURCES)
	clang-tidy --quiet $(filter-out fuzz/%,$(filter %.c,$(SOURCES))) -- $(CPPFLAGS) -std=c17 $(MACHINE)

coverage:
	@scripts/setup dev
	@scripts/coverage

# Heavy: hundreds of positions a game, each at its own time limit, on a busy machine.
stress: all
	@sh tests/stress.sh

clean:
	rm -rf build
