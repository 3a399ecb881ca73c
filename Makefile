# Plywood. The two commands to know: make run, make test.
#
#   make            the programs; all but plywood need nothing but libc and libm
#   make run        set up, build, and open the playground
#   make test       set up, build every variant, run all tests
#   make PORTABLE=1 the same programs without machine-specific instructions (in build/portable)
#   make format | lint | coverage | fuzz | stress | keepwins | speed
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
OPTIMISE := -O1 -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
STATIC   :=
else
OPTIMISE ?= -O3 -DNDEBUG
endif

# The drop-in agents are linked statically: they start faster and run wherever they are copied.
STATIC ?= -static

# Games have build rules of their own. A program that is one game's alone is a row in each of
# PROGRAMS and PROGRAM_SOURCES; it is linked like the other agents and is no part of the library.
.DEFAULT_GOAL := all
PROGRAMS := $(addprefix $(BUILD)/,homework calibrate plywood)
PROGRAM_SOURCES := cmd/homework.c cmd/calibrate.c
include $(wildcard games/*/build.mk)

TERMINAL := $(patsubst %.c,$(BUILD)/%.o,$(wildcard screens/terminal*.c))
TUNE     := $(BUILD)/agents/tune.o
LIBRARY  := $(filter-out $(TERMINAL) $(TUNE) $(PROGRAM_SOURCES:%.c=$(BUILD)/%.o),$(patsubst %.c,$(BUILD)/%.o,$(wildcard base/*.c game/*.c search/*.c foresight/*.c games/*.c games/*/*.c agents/*.c screens/*.c)))
REFEREE  := $(patsubst %.c,$(BUILD)/%.o,$(wildcard referee/*/*.c))
SERVE    := $(patsubst %.c,$(BUILD)/%.o,$(wildcard serve/*.c)) $(BUILD)/serve/pages_data.o
COMMANDS := $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(PROGRAM_SOURCES),$(wildcard cmd/*.c)))

# The referee, and so plywood and the tests, needs two libraries more. Without them make builds the
# other programs and then says what is missing.
REFEREE_LIBS    := -lseccomp -ljansson -lpthread
REFEREE_HEADERS := seccomp.h jansson.h

# The full screen is plywood's alone.
TERMINAL_LIBS    := -lncursesw -ltinfo
TERMINAL_HEADERS := curses.h

# So is the playground's server.
SERVE_LIBS    := -lcivetweb
SERVE_HEADERS := civetweb.h

# The fitting of weights is plywood's and the tests'.
TUNE_LIBS    := -llbfgs
TUNE_HEADERS := lbfgs.h

# make V=1 shows the commands themselves.
HUSH := $(if $(V),,@)
SAY  := @$(if $(V),:,echo " ")

.PHONY: always all run test tests speed format lint coverage fuzz stress keepwins clean
all: $(PROGRAMS)

$(BUILD)/plywood: $(COMMANDS) $(TERMINAL) $(TUNE) $(SERVE) $(REFEREE) $(LIBRARY)
	$(SAY) LINK $@
	$(HUSH)$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(LDLIBS) $(SERVE_LIBS) $(REFEREE_LIBS) $(TERMINAL_LIBS) $(TUNE_LIBS)

.PHONY: referee-headers
referee-headers: $(filter-out $(BUILD)/plywood,$(PROGRAMS))
	@for header in $(REFEREE_HEADERS) $(TERMINAL_HEADERS) $(SERVE_HEADERS) $(TUNE_HEADERS); do \
	    echo "#include <$$header>" | $(CC) $(CPPFLAGS) -fsyntax-only -x c - 2>/dev/null || { \
	        echo "plywood needs $$header: scripts/setup run installs it;" \
	            "the other programs are built" >&2; \
	        exit 1; \
	    }; \
	done

# order only: the check comes first and rebuilds nothing
$(REFEREE) $(TERMINAL) $(TUNE) $(SERVE) $(COMMANDS): | referee-headers

$(BUILD)/homework $(BUILD)/calibrate: $(BUILD)/%: $(BUILD)/cmd/%.o
$(filter-out $(BUILD)/plywood,$(PROGRAMS)): $(LIBRARY)
	$(SAY) LINK $@
	$(HUSH)$(CC) $(CFLAGS) $(LDFLAGS) $(STATIC) $^ -o $@ $(LDLIBS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(HUSH)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# The pages are built into the program, the scripts as two, what the first page needs and the rest;
# their list is made anew whenever it differs.
SCRIPTS := $(sort $(wildcard serve/pages/*.js))
BUNDLES := $(BUILD)/serve/first.js $(BUILD)/serve/more.js
PAGES   := $(filter-out $(SCRIPTS),$(sort $(wildcard serve/pages/*.*))) $(BUNDLES)
$(BUNDLES): $(BUILD)/serve/%.js: serve/bundle $(SCRIPTS)
	@mkdir -p $(@D)
	@serve/bundle serve/pages/app.js $* >$@.new
	@mv $@.new $@

$(BUILD)/serve/pages_data.c: always
	@mkdir -p $(@D)
	@serve/embed $(PAGES) >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/serve/pages_data.o: $(BUILD)/serve/pages_data.c $(PAGES)
	$(SAY) CC $<
	$(HUSH)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

include fuzz/build.mk

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# Tests: each tests/test_*.c is a program; the twins and helpers beside them are shared.
TESTS   := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/test_*.c))
HELPERS := $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(wildcard tests/test_*.c),$(wildcard tests/*.c)))
SINNERS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/agents/*.c))
tests: $(TESTS) $(SINNERS)
$(TESTS): %: %.o $(HELPERS) $(TUNE) $(SERVE) $(REFEREE) $(LIBRARY)
	$(SAY) LINK $@
	$(HUSH)$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(LDLIBS) $(SERVE_LIBS) $(REFEREE_LIBS) $(TUNE_LIBS) -lcmocka

# Somebody else's programs, as far as the referee is concerned: no flags of a variant, no sanitizer.
$(SINNERS): $(BUILD)/%: %.c tests/agents/sin.h
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(HUSH)$(CC) -std=c17 -O1 $(WARNINGS) $(CPPFLAGS) $< -o $@ -lpthread

run:
	@scripts/setup run
	@$(MAKE) --no-print-directory -s all
	@$(BUILD)/plywood serve

test:
	@scripts/setup test
	@tests/run

# How quick the playground is in a browser, in figures; better on a quiet machine.
speed: all
	@scripts/setup browser
	@PLYWOOD_BROWSER=$$(tests/browser/install $(BUILD)/browser) \
	    node tests/browser/speed.mjs $(BUILD)/plywood $(PAGES)

# For developers; scripts/setup dev installs what they need.
SOURCES := $(wildcard base/*.[ch] game/*.[ch] search/*.[ch] foresight/*.[ch] games/*.[ch] games/*/*.[ch] games/*/*.inc agents/*.[ch] \
             screens/*.[ch] referee/*/*.[ch] serve/*.[ch] cmd/*.[ch] tests/*.[ch] tests/tools/*.c \
             tests/agents/*.c fuzz/*.[ch])
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
