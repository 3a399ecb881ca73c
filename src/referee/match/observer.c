#include "referee/match/observer.h"

void observers_start(const struct match_observer *list, const struct match_game *g,
                     const struct session *session)
{
    for (const struct match_observer *o = list; o; o = o->next)
        if (o->start)
            o->start(o->context, g, session);
}

void observers_move(const struct match_observer *list, const struct match_game *g,
                    const struct session *session, const struct answer *answer)
{
    for (const struct match_observer *o = list; o; o = o->next)
        if (o->move)
            o->move(o->context, g, session, answer);
}

void observers_end(const struct match_observer *list, const struct match_game *g,
                   const struct session *session)
{
    for (const struct match_observer *o = list; o; o = o->next)
        if (o->end)
            o->end(o->context, g, session);
}

void observers_drop(const struct match_observer *list, const struct match_game *g)
{
    for (const struct match_observer *o = list; o; o = o->next)
        if (o->drop)
            o->drop(o->context, g);
}
