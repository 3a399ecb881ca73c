# Rules, estimate and solver.
HOT += $(wildcard src/games/laser/endgame_*.c) $(addprefix src/games/laser/,evaluate.c known.c rules.c solve.c)

# Two files are compiled for the next level of processors, too; the program asks before it uses them.
ifdef MACHINE
$(BUILD)/games/laser/endgame_narrow_v4.o $(BUILD)/games/laser/endgame_wide_v4.o: src/games/laser/build.mk
$(BUILD)/games/laser/endgame_%_v4.o: MACHINE := -march=x86-64-v4 -mavx512bitalg
endif
LEVELS += $(addsuffix =$(V4_BITALG),src/games/laser/endgame_narrow_v4.c src/games/laser/endgame_wide_v4.c)

# Heavy: on 200 boards no won game is thrown away; the exact solver is the judge.
.PHONY: keepwins
keepwins: $(BUILD)/tests/tools/keepwins
	@$< 200
