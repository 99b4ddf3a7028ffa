/* The sum of octaves that have derivatives along up to four axes; more are in dual_many_axes_sum_kernels.c. */
#include "dual_sum.h"
#include "kernel_files.h"

SUM_SPAN(sum_plain_1, SUM_PLAIN, false, 1)
SUM_SPAN(sum_values_2, SUM_PLAIN, false, 2)
SUM_SPAN(sum_values_3, SUM_PLAIN, false, 3)
SUM_SPAN(sum_values_4, SUM_PLAIN, false, 4)
SUM_SPAN(sum_gradients_2, SUM_PLAIN, true, 2)
SUM_SPAN(sum_gradients_3, SUM_PLAIN, true, 3)
SUM_SPAN(sum_gradients_4, SUM_PLAIN, true, 4)
SUM_SPAN(sum_fractal_1, SUM_FRACTAL, false, 1)
SUM_SPAN(sum_fractal_2, SUM_FRACTAL, false, 2)
SUM_SPAN(sum_fractal_3, SUM_FRACTAL, false, 3)
SUM_SPAN(sum_fractal_4, SUM_FRACTAL, false, 4)
SUM_SPAN(sum_curl_2, SUM_CURL, false, 2)
SUM_SPAN(sum_curl_3, SUM_CURL, false, 3)

static sum_span *choose_span(const scree_sum_batch *batch)
{
    static sum_span *const values[] = {sum_plain_1, sum_values_2, sum_values_3, sum_values_4};
    static sum_span *const gradients[] = {sum_plain_1, sum_gradients_2, sum_gradients_3, sum_gradients_4};
    static sum_span *const fractal[] = {sum_fractal_1, sum_fractal_2, sum_fractal_3, sum_fractal_4};
    if (batch->curl_octaves != 0) {
        return batch->axes == 2 ? sum_curl_2 : sum_curl_3;
    }
    if (batch->fractal != SCREE_KERNEL_FRACTAL_FBM) {
        return fractal[batch->axes - 1];
    }
    return carries_gradients(batch) ? gradients[batch->axes - 1] : values[batch->axes - 1];
}

static void sum_duals(const scree_sum_batch *batch)
{
    if (batch->axes > SCREE_DUAL_AXES) {
        SCREE_CPU_SYMBOL(scree_sum_many_duals)(batch);
    } else {
        sum_batch(batch, choose_span(batch));
    }
}

void SCREE_CPU_SYMBOL(scree_dual_sum_kernels)(scree_cpu_kernels *kernels)
{
    kernels->noise.sum_duals = sum_duals;
}
