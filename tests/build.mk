# tests/build.mk - how the tests are built, and the tiers in which they run
#
# Each tests/ROOM/test_*.c is a program. It is linked with the other files of its folder and of tests/,
# with the room of its name and with the rooms below.
TESTS   := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/*/test_*.c))
TESTS   += $(addprefix $(BUILD)/tests/fifth/test_,contract_fifth facets_fifth)
MISBEHAVING := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/agents/*.c))
HELPERS := $(BUILD)/tests/helpers.a
$(HELPERS): $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(wildcard tests/*/test_*.c),$(wildcard tests/*.c tests/engine/*.c tests/referee/*.c tests/tournament/*.c)))
	$(HUSH)$(ARCHIVE)
TOOLS   := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/tools/*.c))
tests: $(TESTS) $(TOOLS) $(MISBEHAVING) $(BUILD)/fifth/plywood
tests_of = $(filter $(BUILD)/tests/$(1)/%,$(TESTS))
engine-tests: $(call tests_of,engine) $(call tests_of,fifth)
$(call tests_of,serve): private LIBS := $(SERVE_LIBS) $(STORE_LIBS) $(REFEREE_LIBS)
$(call tests_of,serve): $(call archives,serve screens tournament) $(REFEREE)
$(call tests_of,screens): $(call archives,screens)
$(call tests_of,tournament): private LIBS := $(STORE_LIBS) $(REFEREE_LIBS)
$(call tests_of,tournament): $(call archives,tournament) $(REFEREE)
$(call tests_of,referee): private LIBS := $(REFEREE_LIBS)
$(call tests_of,referee): $(REFEREE) | $(MISBEHAVING) # which these start
$(BUILD)/tests/engine/test_tune: private LIBS := $(TUNE_LIBS)
$(BUILD)/tests/engine/test_tune: $(TUNE)
$(filter-out %_fifth,$(TESTS)): %: %.o $(REGISTRY) $(PLAIN)
$(filter %_fifth,$(TESTS)): $(BUILD)/tests/fifth/%_fifth: $(BUILD)/tests/engine/%.o \
    $(patsubst %.c,$(BUILD)/%.o,tests/fifth/five.c tests/fifth/alone.c)
$(TESTS): $(HELPERS) $(ENGINE)
	$(SAY) LINK $@
	$(HUSH)$(LINK) -lcmocka
$(addprefix $(BUILD)/tests/tools/,certainty rating): $(call archives,tournament)
STORE_TOOLS := $(addprefix $(BUILD)/tests/tools/,made_up store_look)
$(STORE_TOOLS): private LIBS := $(STORE_LIBS) $(REFEREE_LIBS)
$(STORE_TOOLS): $(call archives,tournament) $(REFEREE)
$(BUILD)/tests/tools/bench_referee: private LIBS := $(REFEREE_LIBS)
$(BUILD)/tests/tools/bench_referee: $(REFEREE)
$(TOOLS): %: %.o $(REGISTRY) $(ENGINE)
	$(SAY) LINK $@
	$(HUSH)$(LINK)

# Somebody else's programs, as far as the referee is concerned: no flags of a variant, no sanitizer.
$(MISBEHAVING): $(BUILD)/%: %.c tests/agents/misbehaving.h
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(HUSH)$(CC) -std=c17 -O1 $(WARNINGS) -I. $(CPPFLAGS) $< -o $@ -lpthread

# The tiers; the head of tests/run tells what each has. WORDS="match kit" runs the tests of make test, full,
# rest, heavy or experiments whose names contain one of these words.
.PHONY: test full rest heavy experiments quick
fit = @tests/machine || { echo "0 passed, 1 failed"; exit 1; }

# Each module and each command once, with short rounds: at most 5 minutes on two cores.
test:
	$(fit)
	@scripts/setup test
	@tests/run $(if $(WORDS),--test $(WORDS))

# Everything at full length, make lint included: at most 30 minutes.
full:
	$(fit)
	@scripts/setup full
	@tests/run --full $(WORDS)

# What of make full the last make test has left out or shortened.
rest:
	$(fit)
	@scripts/setup full
	@tests/run --rest $(WORDS)

# Clusters, packages, classes, long runs: at most 40 minutes.
heavy:
	@scripts/setup heavy
	@tests/run --heavy $(WORDS)

# Simulations, proofs and matches that take as long as they take.
experiments:
	@scripts/setup test
	@tests/run --experiments $(WORDS)

# After an edit: what lies below the agents, in short rounds.
QUICK := $(filter-out %/test_rival %/test_tune,$(call tests_of,engine))
quick:
	@tests/run --quick $(QUICK)

# One test program or script, built with what it needs: make check-test_search, check-match, check-heavy-kit.
check-%: always
	@scripts/setup test
	@tests/run --check $*

# What tests/run builds: makes that share their cores, so that none waits for another's last link.
.PHONY: variants variant-release variant-portable variant-checked variant-clang variant-readers list-programs
variants: variant-release variant-portable variant-checked variant-clang
variant-release:
	@$(MAKE) --no-print-directory all tests
variant-portable:
	@$(MAKE) --no-print-directory PORTABLE=1 all engine-tests
variant-checked:
	@$(MAKE) --no-print-directory CHECKED=1 all tests replays
variant-clang:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/clang CC=clang all tests
variant-readers: # READERS: the programs beside these
	@$(MAKE) --no-print-directory CHECKED=1 engine-tests replays $(READERS)

# What scripts may use, for make check-NAME.
list-programs:
	@echo $(patsubst $(BUILD)/%,%,$(PROGRAMS) $(TESTS) $(TOOLS) $(MISBEHAVING) $(BUILD)/fifth/plywood $(BUILD)/libreversi.so $(MADE))
