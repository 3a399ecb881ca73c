#include "games/halma/net.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#if defined __AVX2__
#include <immintrin.h>
#endif

static const uint64_t packed[] = {
#include "games/halma/net.inc"
};

static_assert(sizeof packed == sizeof(struct net_core), "net.inc is of another shape");

static unsigned mirror(unsigned square)
{
    return halma_square(halma_y(square), halma_x(square));
}

static void unfold_units(const int16_t core[NET_PAIRS], const int16_t mirrored[NET_PAIRS],
                         struct halma_units *units)
{
    for (int k = 0; k < NET_PAIRS; k++) {
        units->at[k] = core[k];
        units->at[NET_PAIRS + k] = mirrored[k];
    }
}

void net_unfold(const struct net_core *core, struct halma_net *net)
{
    for (int owner = 0; owner < 2; owner++)
        for (unsigned square = 0; square < HALMA_SQUARES; square++)
            unfold_units(core->row[owner][square], core->row[owner][mirror(square)],
                         &net->row[owner][square]);
    unfold_units(core->bias, core->bias, &net->bias);
    unfold_units(core->out, core->out, &net->out);
    net->tempo = core->tempo;
}

static struct halma_net built_in;

static void begin(void)
{
    struct net_core core;
    memcpy(&core, packed, sizeof core);
    net_unfold(&core, &built_in);
}

const struct halma_net *net_built_in(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin);
    return &built_in;
}

/* A square as a side sees it. */
static unsigned seen(int side, unsigned square)
{
    return side == SIDE_SECOND ? square : HALMA_SQUARES - 1 - square;
}

void net_look(const struct halma_net *net, const board16 piece[2], int side,
              struct halma_units *units)
{
    *units = net->bias;
    for (int owner = 0; owner < 2; owner++)
        for_each_square16 (square, piece[owner]) {
            const struct halma_units *row = &net->row[owner != side][seen(side, square)];
            for (int i = 0; i < HALMA_UNIT_PARTS; i++)
                units->part[i] += row->part[i];
        }
}

void net_move(const struct halma_net *net, int mover, unsigned from, unsigned to,
              struct halma_units unit[2])
{
    for (int side = 0; side < 2; side++) {
        const struct halma_units *row = net->row[mover != side];
        const struct halma_units *less = &row[seen(side, from)], *more = &row[seen(side, to)];
        for (int i = 0; i < HALMA_UNIT_PARTS; i++)
            unit[side].part[i] += more->part[i] - less->part[i];
    }
}

int net_moves(const struct halma_net *net, const struct halma_units *units)
{
    int32_t sum = 0;
#if defined __AVX2__
    __m256i sums = _mm256_setzero_si256();
    for (int i = 0; i < HALMA_UNIT_PARTS; i++) {
        __m256i unit = _mm256_max_epi16((__m256i)units->part[i], _mm256_setzero_si256());
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(unit, (__m256i)net->out.part[i]));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    sum = _mm_cvtsi128_si32(half);
#else
    for (int k = 0; k < HALMA_UNITS; k++)
        sum += units->at[k] > 0 ? units->at[k] * net->out.at[k] : 0;
#endif
    return sum / NET_UNIT_SCALE;
}
