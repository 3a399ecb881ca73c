# tests/fuzz/build.mk - the fuzzers and the replays of their corpora; tests/fuzz/README.md tells the rest.
#
#   make replays                       every harness with the ordinary compiler, to run its corpus
#   make fuzz FUZZ_SECONDS=60          every harness with libFuzzer, one after another
#   make fuzz HARNESSES="text spec"    some of them

FUZZ_SECONDS ?= 60
FUZZ_GAMES   := fruit halma laser reversi
FUZZ_REFEREE := record manifest bundle
FUZZ_SERVE   := ask engine http
HARNESSES    ?= $(FUZZ_GAMES:%=position_%) $(FUZZ_GAMES:%=answer_%) detect pipe spec calibration playdata memory text proof \
                $(FUZZ_REFEREE) $(FUZZ_SERVE)

# A harness is an object of its name. These two kinds are compiled once for each game.
$(BUILD)/tests/fuzz/position_%.o: tests/fuzz/position.c
	@mkdir -p $(@D)
	$(SAY) CC $< for $*
	$(HUSH)$(CC) -I. $(CPPFLAGS) -DFUZZ_GAME=game_$* $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/tests/fuzz/answer_%.o: tests/fuzz/answer.c
	@mkdir -p $(@D)
	$(SAY) CC $< for $*
	$(HUSH)$(CC) -I. $(CPPFLAGS) -DFUZZ_GAME=game_$* $(CFLAGS) -MMD -MP -c $< -o $@

.PHONY: replays fuzzers
REPLAYS := $(HARNESSES:%=$(BUILD)/tests/fuzz/replay_%)
replays: $(REPLAYS)
$(REPLAYS): $(BUILD)/tests/fuzz/replay_%: $(BUILD)/tests/fuzz/%.o $(BUILD)/tests/fuzz/fuzz.o $(BUILD)/tests/fuzz/replay.o $(REGISTRY) $(PLAIN) $(ENGINE)
	$(SAY) LINK $@
	$(HUSH)$(LINK)

# The fuzzers are a variant of the build: make fuzz calls make again for it.
FUZZERS := $(HARNESSES:%=$(BUILD)/fuzz_%)
fuzzers: $(FUZZERS)
$(FUZZERS): $(BUILD)/fuzz_%: $(BUILD)/tests/fuzz/%.o $(BUILD)/tests/fuzz/fuzz.o $(REGISTRY) $(PLAIN) $(ENGINE)
	$(SAY) LINK $@
	$(HUSH)$(LINK) -fsanitize=fuzzer

# These read what the referee keeps.
$(FUZZ_REFEREE:%=$(BUILD)/tests/fuzz/replay_%) $(FUZZ_REFEREE:%=$(BUILD)/fuzz_%): private LIBS := $(REFEREE_LIBS)
$(FUZZ_REFEREE:%=$(BUILD)/tests/fuzz/replay_%) $(FUZZ_REFEREE:%=$(BUILD)/fuzz_%): $(REFEREE)

# These read what clients of the server and of plywood analyze send.
$(FUZZ_SERVE:%=$(BUILD)/tests/fuzz/replay_%) $(FUZZ_SERVE:%=$(BUILD)/fuzz_%): private LIBS := $(SERVE_LIBS) $(STORE_LIBS) $(REFEREE_LIBS)
$(FUZZ_SERVE:%=$(BUILD)/tests/fuzz/replay_%) $(FUZZ_SERVE:%=$(BUILD)/fuzz_%): $(call archives,serve screens tournament) $(REFEREE)

FUZZ_FLAGS := -O1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined \
              -fno-sanitize-recover=all
# the one warning less: clang objects to assert(!"why")
fuzz:
	@scripts/setup dev
	@$(MAKE) --no-print-directory fuzzers BUILD=$(BUILD)/fuzzing CC=clang PORTABLE= CHECKED= STATIC= \
	    MACHINE="$(MACHINE)" OPTIMISE="$(FUZZ_FLAGS)" EXTRA=-Wno-string-conversion
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tests/fuzz/run $(BUILD)/fuzzing $(HARNESSES)
