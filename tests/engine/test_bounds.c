/* Bounds of up to 16 moves. */
#define BLOCKS 1

#include "tests/engine/bounds_template.h"
