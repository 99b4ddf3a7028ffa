/* The sum of octaves that have derivatives along five to eight axes. */
#define SCREE_DUAL_AXES 8

#include "dual_sum.h"
#include "kernel_files.h"

SUM_SPAN(sum_values_5, SUM_PLAIN, false, 5)
SUM_SPAN(sum_values_6, SUM_PLAIN, false, 6)
SUM_SPAN(sum_values_7, SUM_PLAIN, false, 7)
SUM_SPAN(sum_values_8, SUM_PLAIN, false, 8)
SUM_SPAN(sum_gradients_5, SUM_PLAIN, true, 5)
SUM_SPAN(sum_gradients_6, SUM_PLAIN, true, 6)
SUM_SPAN(sum_gradients_7, SUM_PLAIN, true, 7)
SUM_SPAN(sum_gradients_8, SUM_PLAIN, true, 8)
SUM_SPAN(sum_fractal_5, SUM_FRACTAL, false, 5)
SUM_SPAN(sum_fractal_6, SUM_FRACTAL, false, 6)
SUM_SPAN(sum_fractal_7, SUM_FRACTAL, false, 7)
SUM_SPAN(sum_fractal_8, SUM_FRACTAL, false, 8)

static sum_span *choose_span(const scree_sum_batch *batch)
{
    static sum_span *const values[] = {sum_values_5, sum_values_6, sum_values_7, sum_values_8};
    static sum_span *const gradients[] = {sum_gradients_5, sum_gradients_6, sum_gradients_7, sum_gradients_8};
    static sum_span *const fractal[] = {sum_fractal_5, sum_fractal_6, sum_fractal_7, sum_fractal_8};
    if (batch->fractal != SCREE_KERNEL_FRACTAL_FBM) {
        return fractal[batch->axes - 5];
    }
    return carries_gradients(batch) ? gradients[batch->axes - 5] : values[batch->axes - 5];
}

void SCREE_CPU_SYMBOL(scree_sum_many_duals)(const scree_sum_batch *batch)
{
    sum_batch(batch, choose_span(batch));
}
