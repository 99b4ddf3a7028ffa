/*
 * Moves particles along Lorenz's attractor by CUDA, and draws them. docs/primer.md explains every step.
 *
 *     cc -std=c17 cuda_particles.c cuda_base.c particles.c -ldl -o cuda_particles
 *     ./cuda_particles [PICTURE.ppm]
 */
#include "cuda_base.h"
#include "particles.h"

struct drawing {
    struct cuda cuda;
    CUdeviceptr particles, counts;
    CUmodule module;
    CUfunction move, draw;
};

static bool create(struct drawing *drawing)
{
    return CHECK(cuMemAlloc(&drawing->particles, PARTICLES * sizeof(struct particle))) &&
           CHECK(cuMemAlloc(&drawing->counts, PICTURE_PIXELS * sizeof(uint32_t))) &&
           CHECK(cuModuleLoad(&drawing->module, "particles.ptx")) &&
           CHECK(cuModuleGetFunction(&drawing->move, drawing->module, "move_particles")) &&
           CHECK(cuModuleGetFunction(&drawing->draw, drawing->module, "draw_particles"));
}

static bool upload(struct drawing *drawing)
{
    static struct particle particles[PARTICLES];
    particles_start(particles);
    return CHECK(cuMemcpyHtoD(drawing->particles, particles, sizeof particles)) &&
           CHECK(cuMemsetD32(drawing->counts, 0, PICTURE_PIXELS));
}

/* Launches on the same stream run one after the other: there are no barriers to set. */
static bool dispatch(struct drawing *drawing)
{
    uint32_t count = PARTICLES;
    void *move_parameters[] = {&drawing->particles, &count};
    void *draw_parameters[] = {&drawing->particles, &drawing->counts, &count};
    for (int i = 0; i < PARTICLE_LAUNCHES; i++) {
        if (!cuda_launch(drawing->move, PARTICLE_GROUPS, PARTICLE_GROUP, move_parameters)) {
            return false;
        }
    }
    return cuda_launch(drawing->draw, PARTICLE_GROUPS, PARTICLE_GROUP, draw_parameters) && CHECK(cuCtxSynchronize());
}

static bool read_back(const struct drawing *drawing, const char *file)
{
    static uint32_t counts[PICTURE_PIXELS];
    return CHECK(cuMemcpyDtoH(counts, drawing->counts, sizeof counts)) && particles_write(counts, file);
}

static bool release(struct drawing *drawing)
{
    bool is_released = cuda_unload(drawing->module);
    is_released &= cuda_free(drawing->counts);
    is_released &= cuda_free(drawing->particles);
    is_released &= cuda_close(&drawing->cuda);
    return is_released;
}

int main(int argc, char **argv)
{
    const char *file = argc > 1 ? argv[1] : "particles.ppm";
    struct drawing drawing = {0};
    bool is_done = cuda_open(&drawing.cuda) && create(&drawing) && upload(&drawing) && dispatch(&drawing) &&
                   read_back(&drawing, file);
    is_done = release(&drawing) && is_done;
    return cuda_exit_status(&drawing.cuda, is_done);
}
