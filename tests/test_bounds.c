/* Bounds of up to 16 moves. */
#define BLOCKS 1

#include "tests/bounds_template.h"
