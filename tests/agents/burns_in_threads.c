/* Thinks in four threads at once. */
#include "misbehaving.h"

#include <pthread.h>

static void *think(void *unused)
{
    burn(0.1); /* of the process: all of them together */
    return unused;
}

int main(void)
{
    pthread_t thread[4];
    be_asked();
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, think, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    answer();
    go_on_honestly();
    return 0;
}
