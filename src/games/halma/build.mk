# Rules and estimate.
HOT += src/games/halma/evaluate.c src/games/halma/net.c src/games/halma/home.c src/games/halma/race.c src/games/halma/rules.c src/games/halma/solo.c

# plywood halma race
COMMAND_SOURCES += src/games/halma/race_command.c src/games/halma/race_gap.c

# halma_train learns the net that is built in; only developers want it.
PROGRAM_SOURCES += src/games/halma/train.c
PROGRAMS += $(BUILD)/halma_train
$(BUILD)/halma_train: $(BUILD)/games/halma/train.o

# halma_book makes the openings that are built in.
PROGRAM_SOURCES += src/games/halma/make_book.c
PROGRAMS += $(BUILD)/halma_book
$(BUILD)/halma_book: $(BUILD)/games/halma/make_book.o
