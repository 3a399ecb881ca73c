# Rules and estimate.
HOT += $(addprefix games/reversi/,evaluate.c rules.c small.c wide.c)

# reversi, the agent that talks over pipes, is a program of this game alone.
PROGRAMS        += $(BUILD)/reversi
PROGRAM_SOURCES += games/reversi/pipe_agent.c
$(BUILD)/reversi: $(BUILD)/games/reversi/pipe_agent.o
