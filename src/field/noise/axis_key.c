#include "axis_key.h"

#define SCREE_GOLDEN_RATIO 0x9e3779b97f4a7c15u

const uint32_t scree_perlin2002_permutation[256] = {
    151, 160, 137, 91,  90,  15,  131, 13,  201, 95,  96,  53,  194, 233, 7,   225, 140, 36,  103, 30,  69,  142,
    8,   99,  37,  240, 21,  10,  23,  190, 6,   148, 247, 120, 234, 75,  0,   26,  197, 62,  94,  252, 219, 203,
    117, 35,  11,  32,  57,  177, 33,  88,  237, 149, 56,  87,  174, 20,  125, 136, 171, 168, 68,  175, 74,  165,
    71,  134, 139, 48,  27,  166, 77,  146, 158, 231, 83,  111, 229, 122, 60,  211, 133, 230, 220, 105, 92,  41,
    55,  46,  245, 40,  244, 102, 143, 54,  65,  25,  63,  161, 1,   216, 80,  73,  209, 76,  132, 187, 208, 89,
    18,  169, 200, 196, 135, 130, 116, 188, 159, 86,  164, 100, 109, 198, 173, 186, 3,   64,  52,  217, 226, 250,
    124, 123, 5,   202, 38,  147, 118, 126, 255, 82,  85,  212, 207, 206, 59,  227, 47,  16,  58,  17,  182, 189,
    28,  42,  223, 183, 170, 213, 119, 248, 152, 2,   44,  154, 163, 70,  221, 153, 101, 155, 167, 43,  172, 9,
    129, 22,  39,  253, 19,  98,  108, 110, 79,  113, 224, 232, 178, 185, 112, 104, 218, 246, 97,  228, 251, 34,
    242, 193, 238, 210, 144, 12,  191, 179, 162, 241, 81,  51,  145, 235, 249, 14,  239, 107, 49,  192, 214, 31,
    181, 199, 106, 157, 184, 84,  204, 176, 115, 121, 50,  45,  127, 4,   150, 254, 138, 236, 205, 93,  222, 114,
    67,  29,  24,  72,  243, 141, 128, 195, 78,  66,  215, 61,  156, 180,
};

uint64_t scree_mix64(uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

/* One number for each seed, octave and axis; the seed is mixed alone first, so that it cannot cancel the others. */
static uint64_t stream_of(uint64_t seed, uint32_t octave, uint32_t axis)
{
    return scree_mix64(scree_mix64(seed + SCREE_GOLDEN_RATIO) + SCREE_GOLDEN_RATIO * (octave * 8u + axis + 1u));
}

scree_axis_stream scree_axis_stream_make(scree_noise_hash hash, uint64_t seed, uint32_t octave, uint32_t axis,
                                         uint64_t period)
{
    scree_axis_stream stream = {.hash = hash, .stream = stream_of(seed, octave, axis), .period = period};
    if (hash == SCREE_NOISE_HASH_PERLIN2002) {
        /* Seed 0 leaves the first octave as Perlin published it; others walk elsewhere in his pattern. */
        stream.stream = seed == 0 && octave == 0 ? 0 : stream.stream & 255u;
    }
    return stream;
}

static int64_t wrapped(int64_t cell, uint64_t period)
{
    if (period == 0) {
        return cell;
    }
    int64_t rest = cell % (int64_t)period;
    return rest < 0 ? rest + (int64_t)period : rest;
}

uint64_t scree_axis_key_upper(const scree_axis_stream *stream, uint32_t upper_bits)
{
    return scree_mix64(stream->stream + SCREE_GOLDEN_RATIO * upper_bits);
}

uint32_t scree_axis_key(const scree_axis_stream *stream, int64_t cell)
{
    uint64_t bits = (uint64_t)wrapped(cell, stream->period);
    if (stream->hash == SCREE_NOISE_HASH_PERLIN2002) {
        return (uint32_t)((bits + stream->stream) & 255u);
    }
    return scree_axis_key_lower(scree_axis_key_upper(stream, (uint32_t)(bits >> 32)), (uint32_t)bits);
}

double scree_octave_shift(uint64_t seed, uint32_t octave, uint32_t axis)
{
    if (octave == 0) {
        return 0.0;
    }
    return (double)(scree_mix64(~stream_of(seed, octave, axis)) >> 40) * 0x1p-24;
}
