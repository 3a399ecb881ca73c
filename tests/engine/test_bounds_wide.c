/* Bounds of up to 32 moves. */
#define BLOCKS 2

#include "tests/engine/bounds_template.h"
