/*
 * Sums 1 to 1,000,000 in shared memory by CUDA. docs/primer.md explains every step.
 *
 *     cc -std=c17 cuda_sum.c cuda_base.c sum.c -ldl -o cuda_sum
 *     ./cuda_sum
 */
#include "cuda_base.h"
#include "sum.h"

struct sum {
    struct cuda cuda;
    CUdeviceptr numbers, sums;
    CUmodule module;
    CUfunction kernel;
};

static bool create(struct sum *sum)
{
    return CHECK(cuMemAlloc(&sum->numbers, SUM_COUNT * sizeof(uint32_t))) &&
           CHECK(cuMemAlloc(&sum->sums, SUM_GROUPS * sizeof(uint32_t))) &&
           CHECK(cuModuleLoad(&sum->module, "sum.ptx")) &&
           CHECK(cuModuleGetFunction(&sum->kernel, sum->module, "sum_numbers"));
}

static bool upload(struct sum *sum)
{
    static uint32_t numbers[SUM_COUNT];
    sum_start(numbers);
    return CHECK(cuMemcpyHtoD(sum->numbers, numbers, sizeof numbers));
}

static bool dispatch(struct sum *sum)
{
    uint32_t count = SUM_COUNT;
    void *parameters[] = {&sum->numbers, &sum->sums, &count};
    return cuda_launch(sum->kernel, SUM_GROUPS, SUM_GROUP, parameters) && CHECK(cuCtxSynchronize());
}

static bool read_back(const struct sum *sum)
{
    static uint32_t sums[SUM_GROUPS];
    return CHECK(cuMemcpyDtoH(sums, sum->sums, sizeof sums)) && sum_finish(sums);
}

static bool release(struct sum *sum)
{
    bool is_released = cuda_unload(sum->module);
    is_released &= cuda_free(sum->sums);
    is_released &= cuda_free(sum->numbers);
    is_released &= cuda_close(&sum->cuda);
    return is_released;
}

int main(void)
{
    struct sum sum = {0};
    bool is_done = cuda_open(&sum.cuda) && create(&sum) && upload(&sum) && dispatch(&sum) && read_back(&sum);
    is_done = release(&sum) && is_done;
    return cuda_exit_status(&sum.cuda, is_done);
}
