/* The same as narrow_few.c, compiled for processors of the level x86-64-v4 (see the Makefile):
 * three planes are combined by one instruction. fruit_width() takes it where it can run. */
enum { PLANES = 3 };

#define FRUIT_WIDTH fruit_narrow_few_v4
#include "games/fruit/narrow_template.h"
