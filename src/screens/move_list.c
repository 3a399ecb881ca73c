#include "screens/move_list.h"

#include <string.h>

enum { LONG_NAME = 7 }; /* longer names do not fit side by side */

void move_list(const struct session *session, int plies, struct text *out)
{
    const struct game *game = session->world->game;
    int column = session->position[0]->side; /* the second side may have moved first */
    bool apart = false;
    for (int i = 0; i < plies; i++, column++) {
        char name[MOVE_NAME_MAX];
        game->move_name(session->position[i], session->move[i], name);
        apart |= strlen(name) >= LONG_NAME;
        if (column % 2 == 0)
            text_add(out, "%3d. %-*s", column / 2 + 1, LONG_NAME, name);
        else if (i == 0)
            text_add(out, "%3d. %-*s%s", 1, LONG_NAME, "...", name);
        else
            text_add(out, "%s%s", apart ? "\n     " : " ", name);
        if (column % 2 == 1)
            text_add(out, "\n");
    }
}
