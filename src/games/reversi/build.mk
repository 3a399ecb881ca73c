# Rules, estimate and solver.
HOT += $(addprefix src/games/reversi/,answers.c evaluate.c patterns.c proof.c proof_bidding.c \
                                  proof_othello.c rules.c small.c stability.c symmetry.c wide.c)

# reversi, the agent that talks over pipes, is a program of this game alone; libreversi.so is what
# agent.py calls when a course's checker imports it. A shared library wants code of its own kind,
# and a Python without the sanitizers cannot load one that has them.
PROGRAMS        += $(BUILD)/reversi
PROGRAM_SOURCES += src/games/reversi/pipe_agent.c src/games/reversi/course_functions.c
$(BUILD)/reversi: $(BUILD)/games/reversi/pipe_agent.o

# The agent as one file (scripts/onefile.mk).
OTHER_AGENTS += reversi
.PHONY: reversi.c
reversi.c:
	$(call one_file,$@,src/games/reversi/pipe_agent.c,reversi)

# reversi_train learns the pattern weights that are built in; only developers want it.
PROGRAM_SOURCES += src/games/reversi/train.c
TRAINER := $(BUILD)/reversi_train
PROGRAMS += $(TRAINER)
$(TRAINER): $(BUILD)/games/reversi/train.o

REVERSI_LIBRARY := $(filter-out src/games/reversi/pipe_agent.c src/games/reversi/train.c,$(wildcard src/games/reversi/*.c)) \
                   src/agents/textbook.c src/search/filter.c src/search/table.c $(wildcard src/game/*.c) \
                   $(wildcard src/base/*.c)
REVERSI_LIBRARY := $(patsubst src/%.c,$(BUILD)/shared/%.o,$(filter-out src/game/registry.c src/game/options.c,$(REVERSI_LIBRARY)))
SHARED_FLAGS     = $(filter-out -fsanitize% -fno-sanitize% -fPIE,$(CFLAGS)) -fPIC -fvisibility=hidden \
                   -ffunction-sections -fdata-sections
all: $(BUILD)/libreversi.so
$(BUILD)/libreversi.so: $(REVERSI_LIBRARY)
	$(SAY) LINK $@
	$(HUSH)$(CC) $(SHARED_FLAGS) $(LDFLAGS) -shared -Wl,--gc-sections -Wl,-z,defs $^ -o $@ -lm
	@chmod a-x $@ # it is loaded, not run

$(BUILD)/shared/%.o: src/%.c
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(HUSH)$(CC) $(CPPFLAGS) $(SHARED_FLAGS) -MMD -MP -c $< -o $@

# Where plywood is installed agent.py has both beside it.
LIBEXEC += src/games/reversi/agent.py $(BUILD)/libreversi.so
MANUALS += src/games/reversi/plywood-reversi.1
