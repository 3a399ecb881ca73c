# Rules, estimate and solver.
HOT += $(addprefix games/reversi/,answers.c evaluate.c patterns.c proof.c proof_bidding.c \
                                  proof_othello.c rules.c small.c stability.c symmetry.c wide.c)

# reversi, the agent that talks over pipes, is a program of this game alone; libreversi.so is what
# agent.py calls when a course's checker imports it. A shared library wants code of its own kind,
# and a Python without the sanitizers cannot load one that has them.
PROGRAMS        += $(BUILD)/reversi
PROGRAM_SOURCES += games/reversi/pipe_agent.c games/reversi/course_functions.c
$(BUILD)/reversi: $(BUILD)/games/reversi/pipe_agent.o

# The agent as one file (onefile.mk).
OTHER_AGENTS += reversi
.PHONY: reversi.c
reversi.c:
	$(call one_file,$@,games/reversi/pipe_agent.c,reversi)

# reversi_train learns the pattern weights that are built in; only developers want it.
PROGRAM_SOURCES += games/reversi/train.c
TRAINER := $(BUILD)/reversi_train
PROGRAMS += $(TRAINER)
$(TRAINER): $(BUILD)/games/reversi/train.o

REVERSI_LIBRARY := $(filter-out games/reversi/pipe_agent.c games/reversi/train.c,$(wildcard games/reversi/*.c)) \
                   agents/textbook.c search/filter.c search/table.c $(wildcard game/*.c) \
                   $(wildcard base/*.c)
REVERSI_LIBRARY := $(patsubst %.c,$(BUILD)/shared/%.o,$(filter-out game/registry.c game/options.c,$(REVERSI_LIBRARY)))
SHARED_FLAGS     = $(filter-out -fsanitize% -fno-sanitize% -fPIE,$(CFLAGS)) -fPIC -fvisibility=hidden \
                   -ffunction-sections -fdata-sections
all: $(BUILD)/libreversi.so
$(BUILD)/libreversi.so: $(REVERSI_LIBRARY)
	$(SAY) LINK $@
	$(HUSH)$(CC) $(SHARED_FLAGS) $(LDFLAGS) -shared -Wl,--gc-sections -Wl,-z,defs $^ -o $@ -lm
	@chmod a-x $@ # it is loaded, not run

$(BUILD)/shared/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(HUSH)$(CC) $(CPPFLAGS) $(SHARED_FLAGS) -MMD -MP -c $< -o $@

# Where plywood is installed agent.py has both beside it.
LIBEXEC += games/reversi/agent.py $(BUILD)/libreversi.so
MANUALS += games/reversi/plywood-reversi.1
