/* Fruit Rage on boards up to 16 x 16, with few kinds: three planes tell them from one another,
 * which saves a quarter of most steps. */
enum { PLANES = 3 };

#define FRUIT_WIDTH fruit_narrow_few
#include "games/fruit/narrow_template.h"
