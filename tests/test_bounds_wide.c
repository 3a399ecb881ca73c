/* Bounds of up to 32 moves. */
#define BLOCKS 2

#include "tests/bounds_template.h"
