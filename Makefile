# Plywood. The two commands to know: make run, make test.
#
#   make            the programs; all but plywood and plywood-grader need nothing but libc and libm
#   make run        set up, build, and open the playground
#   make test       set up, build, run each module's and command's tests in short: at most 5 minutes
#   make full       every variant, every test at full length, lint: at most 30 minutes
#   make check-NAME builds and runs one test program or script; make quick those of the engine
#   make rest | heavy | experiments       more tests; tests/build.mk tells which
#   make install | uninstall | dist | deb      scripts/install.mk tells where things go
#   make homework.c an agent as one file to hand in; scripts/onefile.mk tells which there are
#   make PORTABLE=1 the same programs without machine-specific instructions (in build/portable)
#   make format | lint | coverage | fuzz | stress | keepwins | speed
#
# A variant of the build is a folder and some flags.

CC       ?= cc
BUILD    ?= build
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla \
            -Werror -Wno-psabi # boards never cross a call by value, so their ABI is no concern
CPPFLAGS += -Isrc -D_GNU_SOURCE
CFLAGS   += -std=c17 -g $(OPTIMISE) $(HARDEN) $(WARNINGS) $(MACHINE) $(EXTRA)
LDLIBS   += -lm

# Who builds elsewhere is told at once what to expect.
SYSTEM := $(shell uname -sm)
ifneq ($(SYSTEM),Linux x86_64)
$(warning Plywood is made for Linux on x86-64, and this is $(or $(SYSTEM),an unknown system). \
    Other processors under Linux may build the agents (make PORTABLE=1 STATIC= build/portable/homework), \
    but nothing is tested there. On Windows and macOS use a Linux of x86-64: WSL 2, a virtual machine, \
    a container)
endif

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
OPTIMISE ?= -O3 -DNDEBUG -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
endif

# Programs read strangers' bytes, so they are built to end at a mistake rather than be taken over:
# at any address, with tables that are read-only once linked, guarded stacks and checked copies
# (these with the optimiser alone; sanitizers check more). Not -fcf-protection: it takes a C library
# that is built with it, and Debian's is not. tests/cli/hardened.sh looks at the programs.
HARDEN   = -fPIE $(GUARD)
GUARD   := -fstack-protector-strong -fstack-clash-protection
LDFLAGS += -Wl,-z,relro,-z,now,-z,noexecstack
PIE     := -pie

# The drop-in agents are linked statically: they start faster and run wherever they are copied.
STATIC ?= -static-pie

# Games have build rules of their own. A program that is one game's alone is a row in each of PROGRAMS
# and PROGRAM_SOURCES; it is linked like the other agents and is no part of the library. COMMAND_SOURCES
# are commands that a game adds to plywood.
# HOT are the sources on which a search lives: their arrays hold moves and boards of our own making,
# no stranger's bytes, and guards on their stacks would cost 1.5 to 2.2 % of its instructions.
.DEFAULT_GOAL := all
HOT := $(wildcard src/search/*.c)
PROGRAMS := $(addprefix $(BUILD)/,homework calibrate plywood plywood-grader proofcheck)
PROGRAM_SOURCES := src/cmd/homework.c src/cmd/calibrate.c
include $(wildcard src/games/*/build.mk)
$(HOT:src/%.c=$(BUILD)/%.o): private GUARD := -fno-stack-protector -fno-stack-clash-protection

# A room is a folder and becomes an archive, from which the linker takes what a program needs.
# Rooms are linked in this order, so one that uses a room before it does not link: dependencies
# point one way. Some objects stay outside their rooms: the registry, since a program brings its own
# list of games, the list of plain rules, the games' own commands, and the fitting of weights, which
# wants a library of its own.
ROOMS   := serve screens tournament referee/course referee/match referee/guest referee/sandbox \
           agents games search verify game base
TUNE    := $(BUILD)/agents/tune.o
PLAIN   := $(BUILD)/games/plain.o
REGISTRY := $(BUILD)/games/registry.o
GAME_COMMANDS := $(BUILD)/games/commands.o $(COMMAND_SOURCES:src/%.c=$(BUILD)/%.o)
APART   := $(addprefix src/,agents/tune.c games/registry.c games/plain.c games/commands.c verify/main.c) \
           $(PROGRAM_SOURCES) $(COMMAND_SOURCES)
OBJECTS  = $(patsubst src/%.c,$(BUILD)/%.o,$(filter-out $(APART),$(wildcard src/$(1)/*.c) $(wildcard src/$(1:games=games/*)/*.c)))
archives = $(addsuffix .a,$(addprefix $(BUILD)/,$(1)))
ENGINE  := $(call archives,agents games search verify game base)
REFEREE := $(call archives,$(filter referee/%,$(ROOMS)))
COMMANDS := $(patsubst src/%.c,$(BUILD)/%.o,$(filter-out $(PROGRAM_SOURCES),$(wildcard src/cmd/*.c))) \
            $(BUILD)/cmd/kits_data.o
$(foreach room,$(ROOMS),$(eval MEMBERS_$(room) := $(sort $(call OBJECTS,$(room)))))
MEMBERS_serve += $(BUILD)/serve/pages_data.o

# The release and the commit, for plywood --version. A tarball of make dist has no git; there the file
# COMMIT tells.
VERSION := $(shell cat VERSION)
COMMIT  := $(or $(shell test -e .git && git -c safe.directory='*' describe --always --abbrev=12 --exclude='*' --dirty=+changes 2>/dev/null),$(shell cat COMMIT 2>/dev/null),unknown)
$(BUILD)/cmd/version.o: private CPPFLAGS += -DPLYWOOD_VERSION='"$(VERSION)"' -DPLYWOOD_COMMIT='"$(COMMIT)"'
$(BUILD)/cmd/version.o: $(BUILD)/commit
$(BUILD)/commit: always
	@mkdir -p $(@D)
	@echo '$(VERSION) $(COMMIT)' | cmp -s - $@ || echo '$(VERSION) $(COMMIT)' >$@

# Libraries. The agents need none. Without those of the others make builds the agents and then says
# what is missing. One that turns out not to be used is not loaded.
LDFLAGS      += -Wl,--as-needed
REFEREE_LIBS := -lseccomp -ljansson -lpthread
SCREEN_LIBS  := -lncursesw -ltinfo
SERVE_LIBS   := -lmicrohttpd -lz
TUNE_LIBS    := -llbfgs
STORE_LIBS    = -lsqlite3 $(POSTGRES_LIBS) -lz
LIBRARY_HEADERS := seccomp.h jansson.h curses.h microhttpd.h zlib.h lbfgs.h sqlite3.h

# PostgreSQL is for tournaments on many machines. Without it plywood says what it lacks.
ifneq (,$(wildcard /usr/include/postgresql/libpq-fe.h))
POSTGRES_LIBS := -lpq
$(BUILD)/tournament/%.o: private CPPFLAGS += -DHAVE_POSTGRES -I/usr/include/postgresql
endif

# make V=1 shows the commands themselves.
HUSH := $(if $(V),,@)
SAY  := @$(if $(V),:,echo " ")

.PHONY: always all run tests engine-tests speed format lint tidy coverage fuzz stress keepwins clean
all: $(PROGRAMS)

# A program's objects, then its rooms in their order, then its libraries.
LINK = $(CC) $(CFLAGS) $(LDFLAGS) $(PIE) $(filter %.o,$^) $(filter %helpers.a %commands.a,$^) \
       $(foreach room,$(call archives,$(ROOMS)),$(filter $(room),$^)) -o $@ $(LIBS) $(LDLIBS)

# plywood, and for the tests a second one with a fifth game: it has a registry of its own.
PLYWOODS := $(BUILD)/plywood $(BUILD)/fifth/plywood
FIFTH    := $(patsubst %.c,$(BUILD)/%.o,tests/fifth/five.c tests/fifth/registry.c)
$(BUILD)/plywood: $(REGISTRY) $(GAME_COMMANDS)
$(BUILD)/fifth/plywood: $(FIFTH)
$(PLYWOODS): private LIBS := $(SERVE_LIBS) $(STORE_LIBS) $(REFEREE_LIBS) $(SCREEN_LIBS) $(TUNE_LIBS)
$(PLYWOODS): $(COMMANDS) $(TUNE) $(PLAIN) $(call archives,$(ROOMS))
	@mkdir -p $(@D)
	$(SAY) LINK $@
	$(HUSH)$(LINK)

# plywood-grader is what course kits carry to other people's machines: the commands that a grader
# needs, without server, screens and store, and with its libraries in it where they come that way.
# Its table of commands is plywood's, compiled with GRADER.
GRADER := $(BUILD)/plywood-grader
GRADER_ARCHIVES := $(foreach name,seccomp jansson,$(filter /%,$(shell $(CC) -print-file-name=lib$(name).a)))
$(GRADER): private LIBS := $(REFEREE_LIBS)
$(GRADER): private PIE := $(if $(filter 2,$(words $(GRADER_ARCHIVES))),$(or $(STATIC),$(PIE)),$(PIE))
$(GRADER): $(BUILD)/cmd/grader.o $(BUILD)/cmd/commands.a $(REGISTRY) $(call archives,screens) $(REFEREE) $(ENGINE)
	$(SAY) LINK $@
	$(HUSH)$(LINK)
$(BUILD)/cmd/commands.a: $(filter-out %/plywood.o %/kits_data.o,$(COMMANDS))
	$(HUSH)$(ARCHIVE)
$(BUILD)/cmd/grader.o: src/cmd/plywood.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(HUSH)$(CC) $(CPPFLAGS) -DGRADER $(CFLAGS) -MMD -MP -c $< -o $@

AGENT_PROGRAMS = $(filter-out $(PLYWOODS) $(GRADER),$(PROGRAMS)) # need nothing but libc and libm
.PHONY: library-headers
library-headers: $(AGENT_PROGRAMS)
	@for header in $(LIBRARY_HEADERS); do \
	    echo "#include <$$header>" | $(CC) $(CPPFLAGS) -fsyntax-only -x c - 2>/dev/null || { \
	        echo "plywood needs $$header: scripts/setup run installs it;" \
	            "the other programs are built" >&2; \
	        exit 1; \
	    }; \
	done

# order only: the check comes first and rebuilds nothing
$(foreach room,serve screens tournament $(filter referee/%,$(ROOMS)),$(MEMBERS_$(room))) $(TUNE) $(COMMANDS): \
    | library-headers

$(BUILD)/homework $(BUILD)/calibrate: $(BUILD)/%: $(BUILD)/cmd/%.o
$(AGENT_PROGRAMS): private PIE := $(or $(STATIC),$(PIE))
$(filter-out $(BUILD)/proofcheck,$(AGENT_PROGRAMS)): $(REGISTRY) $(ENGINE)
	$(SAY) LINK $@
	$(HUSH)$(LINK)

# The checker of proofs is made of plain rules and of verify/, and is linked with nothing else.
$(BUILD)/proofcheck: private LDLIBS :=
$(BUILD)/proofcheck: $(PLAIN) $(patsubst src/%.c,$(BUILD)/%.o,$(wildcard src/games/*/plain.c src/verify/*.c))
	$(SAY) LINK $@
	$(HUSH)$(LINK)

# An archive is made anew when a member is, or when the list of them differs. It holds no copies.
ARCHIVE = rm -f $@ && $(AR) rcsT $@ $(filter %.o,$^)
$(foreach room,$(ROOMS),$(eval $(call archives,$(room)): $$(MEMBERS_$(room))))
$(call archives,$(ROOMS)): $(BUILD)/%.a: $(BUILD)/%.members
	$(HUSH)$(ARCHIVE)
$(ROOMS:%=$(BUILD)/%.members): $(BUILD)/%.members: always
	@mkdir -p $(@D)
	@echo "$(MEMBERS_$*)" | cmp -s - $@ || echo "$(MEMBERS_$*)" >$@

# Everything is made anew when the flags differ.
FLAGS = $(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(PIE) $(STATIC)
$(BUILD)/flags: always
	@mkdir -p $(@D)
	@echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' >$@

$(BUILD)/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(HUSH)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/tests/%.o: tests/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(HUSH)$(CC) -I. $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# A file made of a list of files is replaced only if it differs.
KEEP := if cmp -s $$new $$old; then rm $$new; else mv $$new $$old; fi
include src/serve/build.mk

# The files that 'plywood kit' hands out are built in, too.
KITS := $(sort $(shell find src/cmd/kit src/games/*/kit -type f -not -name '*.pyc' 2>/dev/null))
$(BUILD)/cmd/kits_data.c: always
	@mkdir -p $(@D)
	@src/cmd/embed_kits $(KITS) >$@.new
	@new=$@.new old=$@; $(KEEP)

$(BUILD)/cmd/kits_data.o: $(BUILD)/cmd/kits_data.c $(KITS)
	$(SAY) CC $<
	$(HUSH)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

include tests/fuzz/build.mk
include scripts/install.mk
include scripts/onefile.mk
include tests/build.mk

-include $(shell find $(BUILD) -name debian -prune -o -name '*.d' -type f -print 2>/dev/null) # debian: whole systems, for tests

run:
	@scripts/setup run
	@$(MAKE) --no-print-directory -s all
	@$(BUILD)/plywood serve

# How quick the playground is in a browser, in figures; better on a quiet machine.
speed: all
	@scripts/setup browser
	@PLYWOOD_BROWSER=$$(tests/browser/install $(BUILD)/browser) \
	    node tests/browser/speed.mjs $(BUILD)/plywood $(PAGES)

# For developers; scripts/setup dev installs what they need.
SOURCES = $(shell find * -name build -prune -o -name node_modules -prune -o -name '*.[ch]' -print -o -name '*.inc' -print)
format:
	@scripts/setup dev
	clang-format -i $(SOURCES)

# clang-tidy leaves a stamp for each file in which it found nothing; a changed header asks for all again.
lint:
	@scripts/setup dev
	clang-format --dry-run -Werror $(SOURCES)
	@$(MAKE) -s -k -j$(shell nproc) tidy

ifneq (,$(filter tidy,$(MAKECMDGOALS)))
TIDY := $(patsubst %.c,build/lint/%.ok,$(filter-out tests/fuzz/%,$(filter %.c,$(SOURCES))))
tidy: $(TIDY)
$(TIDY): build/lint/%.ok: %.c .clang-tidy $(filter-out %.c,$(SOURCES))
	@mkdir -p $(@D)
	$(SAY) TIDY $<
	$(HUSH)clang-tidy --quiet $< -- -I. $(CPPFLAGS) -DPLYWOOD_VERSION='""' -DPLYWOOD_COMMIT='""' -std=c17 $(MACHINE)
	@touch $@
endif

coverage:
	@scripts/setup dev
	@scripts/coverage

# Heavy: hundreds of positions a game, each at its own time limit, on a busy machine.
stress: all $(TOOLS)
	@sh tests/stress.sh

clean:
	rm -rf build
