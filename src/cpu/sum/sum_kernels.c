/* Sums of blocks of numbers (kernels/sum/sum.h). */
#include "sum/sum.h"

#include "kernel_files.h"
#include "lane_memory.h"

/* Columns that are summed at once: as many as registers hold. */
#define STRIP_VECTORS (SCREE_LANES == 1 ? 16u : 8u)
#define STRIP (STRIP_VECTORS * SCREE_LANES)

/* Without factors the numbers themselves are summed. */
SCREE_FN scree_f32 load_term(bool has_factors, const float *numbers, const float *factors, size_t i)
{
    const scree_f32 number = scree_load(numbers + i);
    return has_factors ? scree_sum_product(number, scree_load(factors + i)) : scree_sum_term(number);
}

SCREE_FN void sum_strip(bool has_factors, const float *numbers, const float *factors, uint32_t rows, uint32_t first,
                        float *columns)
{
    scree_f32 sum[STRIP_VECTORS];
    SCREE_UNROLL
    for (uint32_t v = 0; v < STRIP_VECTORS; v++) {
        sum[v] = scree_broadcast(0.0f);
    }
    for (uint32_t row = 0; row < rows; row++) {
        SCREE_UNROLL
        for (uint32_t v = 0; v < STRIP_VECTORS; v++) {
            const size_t i = (size_t)row * SCREE_SUM_COLUMNS + first + v * SCREE_LANES;
            sum[v] = scree_sum_add(sum[v], load_term(has_factors, numbers, factors, i));
        }
    }
    SCREE_UNROLL
    for (uint32_t v = 0; v < STRIP_VECTORS; v++) {
        scree_store(columns + first + v * SCREE_LANES, sum[v]);
    }
}

/* Folds the columns of a block by halves. */
SCREE_FN float fold_columns(float *columns)
{
    uint32_t half = SCREE_SUM_COLUMNS / 2;
    for (; half >= SCREE_LANES; half /= 2) {
        for (uint32_t c = 0; c < half; c += SCREE_LANES) {
            scree_store(columns + c, scree_sum_add(scree_load(columns + c), scree_load(columns + half + c)));
        }
    }
    for (; half >= 1; half /= 2) {
        for (uint32_t c = 0; c < half; c++) {
            columns[c] = columns[c] + columns[half + c];
        }
    }
    return columns[0];
}

SCREE_FN float sum_block(bool has_factors, const float *numbers, const float *factors, uint32_t rows)
{
    float columns[SCREE_SUM_COLUMNS];
    for (uint32_t first = 0; first < SCREE_SUM_COLUMNS; first += STRIP) {
        sum_strip(has_factors, numbers, factors, rows, first, columns);
    }
    return fold_columns(columns);
}

SCREE_FN void sum_blocks(bool has_factors, const float *numbers, const float *factors, size_t count, float *sums)
{
    const size_t whole = count / SCREE_SUM_BLOCK;
    const size_t rest = count % SCREE_SUM_BLOCK;
    for (size_t block = 0; block < whole; block++) {
        const size_t first = block * SCREE_SUM_BLOCK;
        sums[block] = sum_block(has_factors, numbers + first, has_factors ? factors + first : factors, SCREE_SUM_ROWS);
    }
    if (rest != 0) {
        /* Rows that are all zero would not change the sums, none of which is a negative zero. */
        float numbers_left[SCREE_SUM_BLOCK];
        float factors_left[SCREE_SUM_BLOCK];
        const uint32_t rows = (uint32_t)((rest + SCREE_SUM_COLUMNS - 1) / SCREE_SUM_COLUMNS);
        const size_t padding = (rows * SCREE_SUM_COLUMNS - rest) * sizeof(float);
        memcpy(numbers_left, numbers + whole * SCREE_SUM_BLOCK, rest * sizeof(float));
        memset(numbers_left + rest, 0, padding);
        if (has_factors) {
            memcpy(factors_left, factors + whole * SCREE_SUM_BLOCK, rest * sizeof(float));
            memset(factors_left + rest, 0, padding);
        }
        sums[whole] = sum_block(has_factors, numbers_left, factors_left, rows);
    }
}

static void sum_terms(const float *numbers, size_t count, float *sums)
{
    sum_blocks(false, numbers, NULL, count, sums);
}

static void sum_products(const float *numbers, const float *factors, size_t count, float *sums)
{
    sum_blocks(true, numbers, factors, count, sums);
}

void SCREE_CPU_SYMBOL(scree_sum_kernels)(scree_cpu_kernels *kernels)
{
    kernels->sum.terms = sum_terms;
    kernels->sum.products = sum_products;
}
