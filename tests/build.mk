# tests/build.mk - how the tests are built, and the tiers in which they run
#
# Each tests/ROOM/test_*.c is a program. It is linked with the other files of its folder and of tests/,
# with the room of its name and with the rooms below.
TESTS   := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/*/test_*.c))
TESTS   += $(addprefix $(BUILD)/tests/fifth/test_,contract_fifth facets_fifth)
SINNERS := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/agents/*.c))
HELPERS := $(BUILD)/tests/helpers.a
$(HELPERS): $(patsubst %.c,$(BUILD)/%.o,$(filter-out $(wildcard tests/*/test_*.c),$(wildcard tests/*.c tests/engine/*.c tests/referee/*.c tests/tournament/*.c)))
	$(HUSH)$(ARCHIVE)
TOOLS   := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/tools/*.c))
tests: $(TESTS) $(TOOLS) $(SINNERS) $(BUILD)/fifth/plywood
tests_of = $(filter $(BUILD)/tests/$(1)/%,$(TESTS))
engine-tests: $(call tests_of,engine) $(call tests_of,fifth)
$(call tests_of,serve): private LIBS := $(SERVE_LIBS) $(STORE_LIBS) $(REFEREE_LIBS)
$(call tests_of,serve): $(call archives,serve screens tournament) $(REFEREE)
$(call tests_of,screens): $(call archives,screens)
$(call tests_of,tournament): private LIBS := $(STORE_LIBS) $(REFEREE_LIBS)
$(call tests_of,tournament): $(call archives,tournament) $(REFEREE)
$(call tests_of,referee): private LIBS := $(REFEREE_LIBS)
$(call tests_of,referee): $(REFEREE)
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
$(SINNERS): $(BUILD)/%: %.c tests/agents/sin.h
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(HUSH)$(CC) -std=c17 -O1 $(WARNINGS) -I. $(CPPFLAGS) $< -o $@ -lpthread

test:
	@tests/machine || { echo "0 passed, 1 failed"; exit 1; }
	@scripts/setup test
	@tests/run

# What tests/run builds: four makes that share their cores, so that none waits for another's last link.
.PHONY: variants variant-release variant-portable variant-checked variant-clang
variants: variant-release variant-portable variant-checked variant-clang
variant-release:
	@$(MAKE) --no-print-directory all tests
variant-portable:
	@$(MAKE) --no-print-directory PORTABLE=1 all engine-tests
variant-checked:
	@$(MAKE) --no-print-directory CHECKED=1 all tests replays
variant-clang:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/clang CC=clang all tests

# After an edit: what lies below the agents, with fewer rounds where there are many.
QUICK := $(filter-out %/test_rival %/test_tune,$(call tests_of,engine))
quick:
	@tests/run --quick $(QUICK)

# What takes minutes: simulations, soaks. WORDS="sprt …" runs those whose names contain one of them.
heavy:
	@scripts/setup heavy
	@tests/run --heavy $(WORDS)
