# Rules and estimate.
HOT += games/halma/evaluate.c games/halma/net.c games/halma/home.c games/halma/race.c games/halma/rules.c games/halma/solo.c

# halma_train learns the net that is built in; only developers want it.
PROGRAM_SOURCES += games/halma/train.c
PROGRAMS += $(BUILD)/halma_train
$(BUILD)/halma_train: $(BUILD)/games/halma/train.o

# halma_book makes the openings that are built in.
PROGRAM_SOURCES += games/halma/make_book.c
PROGRAMS += $(BUILD)/halma_book
$(BUILD)/halma_book: $(BUILD)/games/halma/make_book.o
