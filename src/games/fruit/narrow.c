/* Fruit Rage on boards up to 16 x 16, with any number of kinds. */
enum { PLANES = 4 };

#define FRUIT_WIDTH fruit_narrow
#include "games/fruit/narrow_template.h"
