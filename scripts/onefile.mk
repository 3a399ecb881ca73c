# scripts/onefile.mk - an agent as one C file to hand in
#
#   make homework.c           build/dist/homework.c, for all games that are played over files
#   make homework-NAME.c      the same for one of them
#
# A game whose agent is a program of its own adds itself to OTHER_AGENTS and has a target of its own.
# scripts/amalgamate makes the file and wants Python 3; docs/onefile.md tells more.

FILE_GAMES := $(filter-out $(OTHER_AGENTS),$(patsubst src/games/%/,%,$(wildcard src/games/*/)))

# Sources in the order of linking. Modules for a level of processors are LEVELS, with what the
# level has beyond the one before it.
V4                := avx512f,avx512bw,avx512cd,avx512dq,avx512vl
V4_BITALG         := $(V4),avx512bitalg
ONE_FILE_ROOMS    := agents games search verify game base
ONE_FILE_SOURCES   = src/games/registry.c \
    $(foreach room,$(ONE_FILE_ROOMS),$(patsubst $(BUILD)/%.o,src/%.c,$(MEMBERS_$(room))))

# $(call one_file,NAME,MAIN,GAMES)
one_file = @mkdir -p $(DIST) && scripts/amalgamate --games "$(3)" --release "$(VERSION), commit $(COMMIT)" \
    $(LEVELS:%=--level %) -o $(DIST)/$(1) $(2) $(ONE_FILE_SOURCES) && echo $(DIST)/$(1)

.PHONY: homework.c $(FILE_GAMES:%=homework-%.c)
homework.c:
	$(call one_file,$@,src/cmd/homework.c,$(FILE_GAMES))
$(FILE_GAMES:%=homework-%.c): homework-%.c:
	$(call one_file,$@,src/cmd/homework.c,$*)
