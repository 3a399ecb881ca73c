# Rules and estimate.
HOT += $(wildcard games/fruit/narrow*.c) games/fruit/wide.c

# One file is compiled for the next level of processors, too; the program asks before it uses it.
ifdef MACHINE
$(BUILD)/games/fruit/narrow_few_v4.o: games/fruit/build.mk
$(BUILD)/games/fruit/narrow_few_v4.o: MACHINE := -march=x86-64-v4
endif
LEVELS += games/fruit/narrow_few_v4.c=$(V4)
