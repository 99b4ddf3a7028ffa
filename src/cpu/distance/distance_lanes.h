/* Registers of squares: the operations that all three types of squared distances have, under common names. */
#ifndef SCREE_CPU_DISTANCE_LANES_H
#define SCREE_CPU_DISTANCE_LANES_H

SCREE_FN scree_u16 load_u16(const uint16_t *from)
{
    scree_u16 value;
    memcpy(&value, from, sizeof value);
    return value;
}

SCREE_FN void store_u16(uint16_t *to, scree_u16 value)
{
    memcpy(to, &value, sizeof value);
}

SCREE_FN scree_u32 load_u32(const uint32_t *from)
{
    return scree_load_u32(from);
}

SCREE_FN void store_u32(uint32_t *to, scree_u32 value)
{
    memcpy(to, &value, sizeof value);
}

SCREE_FN scree_f32 load_f32(const float *from)
{
    return scree_load(from);
}

SCREE_FN void store_f32(float *to, scree_f32 value)
{
    scree_store(to, value);
}

SCREE_FN scree_f32 min_f32(scree_f32 a, scree_f32 b)
{
    return scree_minimum(a, b);
}

SCREE_FN scree_f32 max_f32(scree_f32 a, scree_f32 b)
{
    return scree_maximum(a, b);
}

SCREE_FN scree_f32 sum_f32(scree_f32 a, scree_f32 b)
{
    return a + b;
}

SCREE_FN scree_f32 broadcast_f32(float value)
{
    return scree_broadcast(value);
}

SCREE_FN scree_u32 broadcast_u32(uint32_t value)
{
    return scree_broadcast_u32(value);
}

SCREE_FN scree_u32 sum_u32(scree_u32 a, scree_u32 b)
{
    return a + b;
}

#if SCREE_LANES == 1

SCREE_FN scree_u16 broadcast_u16(uint16_t value)
{
    return value;
}

SCREE_FN scree_u16 min_u16(scree_u16 a, scree_u16 b)
{
    return a < b ? a : b;
}

SCREE_FN scree_u16 max_u16(scree_u16 a, scree_u16 b)
{
    return a > b ? a : b;
}

SCREE_FN scree_u16 sum_u16(scree_u16 a, scree_u16 b)
{
    uint32_t sum = (uint32_t)a + b;
    return (uint16_t)(sum < UINT16_MAX ? sum : UINT16_MAX);
}

SCREE_FN scree_u32 min_u32(scree_u32 a, scree_u32 b)
{
    return a < b ? a : b;
}

SCREE_FN scree_u32 max_u32(scree_u32 a, scree_u32 b)
{
    return a > b ? a : b;
}

#else

SCREE_FN scree_u16 broadcast_u16(uint16_t value)
{
    return value - (scree_u16){0};
}

#if SCREE_LANES == 16
#define SCREE_LANES_CALL(name, type, a, b) (_mm512_##name((__m512i)(a), (__m512i)(b)))
#elif SCREE_LANES == 8
#define SCREE_LANES_CALL(name, type, a, b) (_mm256_##name((__m256i)(a), (__m256i)(b)))
#elif defined(__x86_64__)
#define SCREE_LANES_CALL(name, type, a, b) (_mm_##name((__m128i)(a), (__m128i)(b)))
#endif

#if defined(__x86_64__)

SCREE_FN scree_u16 min_u16(scree_u16 a, scree_u16 b)
{
    return (scree_u16)SCREE_LANES_CALL(min_epu16, scree_u16, a, b);
}

SCREE_FN scree_u16 max_u16(scree_u16 a, scree_u16 b)
{
    return (scree_u16)SCREE_LANES_CALL(max_epu16, scree_u16, a, b);
}

SCREE_FN scree_u16 sum_u16(scree_u16 a, scree_u16 b)
{
    return (scree_u16)SCREE_LANES_CALL(adds_epu16, scree_u16, a, b);
}

SCREE_FN scree_u32 min_u32(scree_u32 a, scree_u32 b)
{
    return (scree_u32)SCREE_LANES_CALL(min_epu32, scree_u32, a, b);
}

SCREE_FN scree_u32 max_u32(scree_u32 a, scree_u32 b)
{
    return (scree_u32)SCREE_LANES_CALL(max_epu32, scree_u32, a, b);
}

#else

SCREE_FN scree_u16 min_u16(scree_u16 a, scree_u16 b)
{
    return (scree_u16)vminq_u16((uint16x8_t)a, (uint16x8_t)b);
}

SCREE_FN scree_u16 max_u16(scree_u16 a, scree_u16 b)
{
    return (scree_u16)vmaxq_u16((uint16x8_t)a, (uint16x8_t)b);
}

SCREE_FN scree_u16 sum_u16(scree_u16 a, scree_u16 b)
{
    return (scree_u16)vqaddq_u16((uint16x8_t)a, (uint16x8_t)b);
}

SCREE_FN scree_u32 min_u32(scree_u32 a, scree_u32 b)
{
    return (scree_u32)vminq_u32((uint32x4_t)a, (uint32x4_t)b);
}

SCREE_FN scree_u32 max_u32(scree_u32 a, scree_u32 b)
{
    return (scree_u32)vmaxq_u32((uint32x4_t)a, (uint32x4_t)b);
}

#endif
#endif

/* The square of a number of steps, or of as many sides in float32. Squares that do not fit saturate. */
SCREE_FN uint32_t square_of_steps_u16(uint32_t steps, float side)
{
    (void)side;
    return scree_whole_square(steps, 256u, 65535u);
}

SCREE_FN uint32_t square_of_steps_u32(uint32_t steps, float side)
{
    (void)side;
    return scree_whole_square(steps, 32768u, SCREE_FAR_SQUARE);
}

SCREE_FN float square_of_steps_f32(uint32_t steps, float side)
{
    scree_f32 square = scree_axis_square(scree_broadcast((float)steps), scree_broadcast(side));
    float lane[SCREE_LANES];
    memcpy(lane, &square, sizeof lane);
    return lane[0];
}

/* Computes a term in two halves, because the second half vectorises over many terms. This half converts steps. */
SCREE_FN uint16_t first_term_u16(uint32_t steps)
{
    return (uint16_t)square_of_steps_u16(steps, 0.0f);
}

SCREE_FN uint32_t first_term_u32(uint32_t steps)
{
    return square_of_steps_u32(steps, 0.0f);
}

SCREE_FN float first_term_f32(uint32_t steps)
{
    return (float)steps;
}

/* Completes terms that first_term_u16() began. */
SCREE_FN void complete_terms_u16(uint16_t *terms, size_t count, float side)
{
    (void)terms, (void)count, (void)side;
}

SCREE_FN void complete_terms_u32(uint32_t *terms, size_t count, float side)
{
    (void)terms, (void)count, (void)side;
}

/* There is room for whole registers behind the last term. */
SCREE_FN void complete_terms_f32(float *terms, size_t count, float side)
{
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        scree_store(terms + i, scree_axis_square(scree_load(terms + i), scree_broadcast(side)));
    }
}

/* Squares from this one on need not be distinguished. */
SCREE_FN uint16_t cap_of_u16(const scree_distance_layer *layer)
{
    return (uint16_t)(layer->whole_cap < UINT16_MAX ? layer->whole_cap : UINT16_MAX);
}

SCREE_FN uint32_t cap_of_u32(const scree_distance_layer *layer)
{
    return layer->whole_cap;
}

SCREE_FN float cap_of_f32(const scree_distance_layer *layer)
{
    return layer->real_cap;
}

/* The largest lane. */
SCREE_FN uint16_t highest_u16(scree_u16 value)
{
#if SCREE_LANES > 1 && defined(__x86_64__)
#if SCREE_LANES == 16
    __m256i half =
        _mm256_max_epu16(_mm512_castsi512_si256((__m512i)value), _mm512_extracti64x4_epi64((__m512i)value, 1));
#endif
#if SCREE_LANES == 8
    __m256i half = (__m256i)value;
#endif
#if SCREE_LANES >= 8
    __m128i quarter = _mm_max_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
#else
    __m128i quarter = (__m128i)value;
#endif
    /* Only the minimum of eight has an instruction. */
    __m128i minimum = _mm_minpos_epu16(_mm_xor_si128(quarter, _mm_set1_epi16(-1)));
    return (uint16_t) ~(unsigned)_mm_extract_epi16(minimum, 0);
#elif SCREE_LANES > 1
    return vmaxvq_u16((uint16x8_t)value);
#else
    return value;
#endif
}

SCREE_FN uint32_t highest_u32(scree_u32 value)
{
#if SCREE_LANES == 16
    return _mm512_reduce_max_epu32((__m512i)value);
#elif SCREE_LANES > 1 && defined(__x86_64__)
#if SCREE_LANES == 8
    __m128i half = _mm_max_epu32(_mm256_castsi256_si128((__m256i)value), _mm256_extracti128_si256((__m256i)value, 1));
#else
    __m128i half = (__m128i)value;
#endif
    half = _mm_max_epu32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_max_epu32(half, _mm_shuffle_epi32(half, 0xb1));
    return (uint32_t)_mm_cvtsi128_si32(half);
#elif SCREE_LANES > 1
    return vmaxvq_u32((uint32x4_t)value);
#else
    return value;
#endif
}

/* Floats that are not negative have the order of their bits. */
SCREE_FN float highest_f32(scree_f32 value)
{
    return scree_one_from_bits(highest_u32(scree_bits_from_f32(value)));
}

/* Converts squares for the root. */
SCREE_FN scree_f32 root_squares_u16(const uint16_t *from)
{
#if SCREE_LANES > 1
    typedef uint16_t shorts_type __attribute__((vector_size(2 * SCREE_LANES)));
    shorts_type shorts;
    memcpy(&shorts, from, sizeof shorts);
    return scree_f32_from_u24(__builtin_convertvector(shorts, scree_u32));
#else
    return (float)*from;
#endif
}

SCREE_FN scree_f32 root_squares_u32(const uint32_t *from)
{
    scree_u32 squares = scree_load_u32(from);
    scree_f32 values = scree_f32_from_u24(squares);
    return scree_select_less(values, scree_broadcast((float)SCREE_FAR_SQUARE), values, scree_broadcast(INFINITY));
}

SCREE_FN scree_f32 root_squares_f32(const float *from)
{
    return scree_load(from);
}

#endif
