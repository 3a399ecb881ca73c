# Rules and estimate.
HOT += games/halma/evaluate.c games/halma/rules.c
