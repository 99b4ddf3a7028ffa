/* Channels of samples, a register of each, become registers of whole samples, their channels side by side. */
#ifndef SCREE_CPU_INTERLEAVE_H
#define SCREE_CPU_INTERLEAVE_H

#include "base/dual.h"
#include "lane_memory.h"

/* Channels of a sample: the value, and the derivative along each axis. */
#define SCREE_DUAL_CHANNELS (1 + SCREE_DUAL_AXES)
/* The most channels that can be laid side by side: those of fields of several outputs. */
#define SCREE_MOST_CHANNELS 9

#if SCREE_LANES == 16
#define SCREE_LANE_NUMBERS ((scree_u32){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
#elif SCREE_LANES == 8
#define SCREE_LANE_NUMBERS ((scree_u32){0, 1, 2, 3, 4, 5, 6, 7})
#endif

#if SCREE_LANES > 1

/* The lanes of the first (half = 0) or second halves of two registers, alternately. */
SCREE_FN scree_f32 scree_zip(scree_f32 a, scree_f32 b, uint32_t half)
{
#if SCREE_LANES == 16
    const scree_u32 from = SCREE_LANE_NUMBERS / 2 + SCREE_LANE_NUMBERS % 2 * 16 + half * 8;
    return (scree_f32)_mm512_permutex2var_ps((__m512)a, (__m512i)from, (__m512)b);
#elif SCREE_LANES == 8
    const __m256 low = _mm256_unpacklo_ps((__m256)a, (__m256)b);
    const __m256 high = _mm256_unpackhi_ps((__m256)a, (__m256)b);
    return (scree_f32)(half == 0 ? _mm256_permute2f128_ps(low, high, 0x20) : _mm256_permute2f128_ps(low, high, 0x31));
#elif defined(__x86_64__)
    return (scree_f32)(half == 0 ? _mm_unpacklo_ps((__m128)a, (__m128)b) : _mm_unpackhi_ps((__m128)a, (__m128)b));
#else
    return (scree_f32)(half == 0 ? vzip1q_f32((float32x4_t)a, (float32x4_t)b)
                                 : vzip2q_f32((float32x4_t)a, (float32x4_t)b));
#endif
}

#endif

#if SCREE_LANES >= 8

/* Puts lanes of a channel where `which` says so. */
SCREE_FN scree_f32 scree_put_channel(scree_f32 samples, scree_f32 channel, scree_u32 from, scree_u32 which, uint32_t c)
{
#if SCREE_LANES == 16
    const __mmask16 here = _mm512_cmpeq_epi32_mask((__m512i)which, _mm512_set1_epi32((int)c));
    return (scree_f32)_mm512_mask_permutexvar_ps((__m512)samples, here, (__m512i)from, (__m512)channel);
#else
    const scree_u32 other = (scree_u32)_mm256_permutevar8x32_ps((__m256)channel, (__m256i)from);
    return scree_f32_from_bits(
        scree_select_equal_u32(which, scree_u32_from_index(c), other, scree_bits_from_f32(samples)));
#endif
}

/* Register `number` of the samples, for any number of channels. */
SCREE_FN scree_f32 scree_interleaved(const scree_f32 *channel, uint32_t channels, uint32_t number)
{
    const scree_u32 index = SCREE_LANE_NUMBERS + number * SCREE_LANES;
    const scree_u32 sample = index / channels;
    const scree_u32 which = index - sample * channels;
#if SCREE_LANES == 16
    const scree_u32 of_two = sample + (which & 1u) * 16u;
    scree_f32 samples =
        (scree_f32)_mm512_permutex2var_ps((__m512)channel[0], (__m512i)of_two, (__m512)channel[channels > 1 ? 1 : 0]);
#else
    scree_f32 samples = (scree_f32)_mm256_permutevar8x32_ps((__m256)channel[0], (__m256i)sample);
    samples = channels > 1 ? scree_put_channel(samples, channel[1], sample, which, 1) : samples;
#endif
    SCREE_UNROLL
    for (uint32_t c = 2; c < channels; c++) {
        samples = scree_put_channel(samples, channel[c], sample, which, c);
    }
    return samples;
}

#else

SCREE_FN scree_f32 scree_interleaved(const scree_f32 *channel, uint32_t channels, uint32_t number)
{
    float samples[SCREE_LANES];
    SCREE_UNROLL
    for (uint32_t lane = 0; lane < SCREE_LANES; lane++) {
        const uint32_t index = number * SCREE_LANES + lane;
        float values[SCREE_LANES];
        scree_store(values, channel[index % channels]);
        samples[lane] = values[index / channels];
    }
    return scree_load(samples);
}

#endif

SCREE_FN void scree_interleave(const scree_f32 *channel, uint32_t channels, scree_f32 *samples)
{
#if SCREE_LANES > 1
    if (channels == 2 || channels == 4) {
        SCREE_UNROLL
        for (uint32_t i = 0; i < channels; i++) {
            const uint32_t half = i / (channels / 2);
            samples[i] = channels == 2 ? scree_zip(channel[0], channel[1], half)
                                       : scree_zip(scree_zip(channel[0], channel[2], half),
                                                   scree_zip(channel[1], channel[3], half), i % 2);
        }
        return;
    }
#endif
    SCREE_UNROLL
    for (uint32_t i = 0; i < channels; i++) {
        samples[i] = scree_interleaved(channel, channels, i);
    }
}

/* Stores the first `count` of a vector of samples; past the caches only where all are, and `out` is aligned. */
SCREE_FN void scree_store_samples(float *out, const scree_f32 *channel, uint32_t channels, bool is_streamed,
                                  size_t count)
{
    scree_f32 samples[SCREE_MOST_CHANNELS];
    scree_interleave(channel, channels, samples);
    SCREE_UNROLL
    for (uint32_t i = 0; i < channels; i++) {
        if (is_streamed) {
            scree_store_past_cache(out + i * SCREE_LANES, samples[i]);
        } else if (i * SCREE_LANES < count * channels) {
            scree_store_some(out + i * SCREE_LANES, samples[i], count * channels - i * SCREE_LANES);
        }
    }
}

#endif
