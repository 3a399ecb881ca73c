#include "verify/plain.h"

extern const struct plain_rules plain_fruit, plain_laser, plain_reversi;

/* The games whose proofs can be checked: one line each. */
const struct plain_rules *const plain_games[] = {&plain_fruit, &plain_laser, &plain_reversi, NULL};
