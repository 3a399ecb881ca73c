# Rules and estimate.
HOT += $(wildcard src/games/fruit/narrow*.c) src/games/fruit/wide.c

# One file is compiled for the next level of processors, too; the program asks before it uses it.
ifdef MACHINE
$(BUILD)/games/fruit/narrow_few_v4.o: src/games/fruit/build.mk
$(BUILD)/games/fruit/narrow_few_v4.o: MACHINE := -march=x86-64-v4
endif
LEVELS += src/games/fruit/narrow_few_v4.c=$(V4)
