/*
 * Adds two arrays of four numbers by CUDA. docs/primer.md explains every step.
 *
 *     cc -std=c17 cuda_add.c cuda_base.c -ldl -o cuda_add
 *     ./cuda_add
 */
#include "cuda_base.h"

#include <stdio.h>

static const float a[4] = {1, 2, 3, 4};
static const float b[4] = {10, 20, 30, 40};

struct addition {
    struct cuda cuda;
    CUdeviceptr a, b, c;
    CUmodule module;
    CUfunction kernel;
};

static bool create(struct addition *addition)
{
    return CHECK(cuMemAlloc(&addition->a, sizeof a)) && CHECK(cuMemAlloc(&addition->b, sizeof b)) &&
           CHECK(cuMemAlloc(&addition->c, sizeof a)) && CHECK(cuModuleLoad(&addition->module, "add.ptx")) &&
           CHECK(cuModuleGetFunction(&addition->kernel, addition->module, "add_numbers"));
}

static bool upload(struct addition *addition)
{
    return CHECK(cuMemcpyHtoD(addition->a, a, sizeof a)) && CHECK(cuMemcpyHtoD(addition->b, b, sizeof b));
}

/* A launch has its parameters with it, by their addresses: there is no step of its own that binds them. */
static bool dispatch(struct addition *addition)
{
    void *parameters[] = {&addition->a, &addition->b, &addition->c};
    return cuda_launch(addition->kernel, 1, 4, parameters) && CHECK(cuCtxSynchronize());
}

static bool read_back(const struct addition *addition)
{
    float c[4];
    if (!CHECK(cuMemcpyDtoH(c, addition->c, sizeof c))) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        printf("%g + %g = %g\n", (double)a[i], (double)b[i], (double)c[i]);
    }
    return true;
}

static bool release(struct addition *addition)
{
    bool is_released = cuda_unload(addition->module);
    is_released &= cuda_free(addition->c);
    is_released &= cuda_free(addition->b);
    is_released &= cuda_free(addition->a);
    is_released &= cuda_close(&addition->cuda);
    return is_released;
}

int main(void)
{
    struct addition addition = {0};
    bool is_done = cuda_open(&addition.cuda) && create(&addition) && upload(&addition) && dispatch(&addition) &&
                   read_back(&addition);
    is_done = release(&addition) && is_done;
    return cuda_exit_status(&addition.cuda, is_done);
}
