// Starts, moves, draws and stores particles (kernels/particles/attractor.h), a thread for each. Compiled for float32
// and float64.
#define SCREE_REAL_IS_WIDE SCREE_PART_REAL
#include "particles/attractor.h"
#include "launch.h"
#include "particles/line_walk.h"
#include "particles/particle_start.h"
#include "particles/splat.h"
#include "particles/step_batch.h"

using particle_launch = scree_launch<scree_gpu_particles>;

// A position in the picture with its value, for lines between the particles of two threads.
struct drawn_position {
    uint32_t x;
    uint32_t y;
    uint32_t value;
};

static __device__ __forceinline__ scree_real3 position_of(const particle_launch &p, uint32_t i)
{
    scree_real3 position;
    if ((p.specialisation[CONSTANT_PARTICLE_MEMORY] & PARTICLE_LOADS) != 0) {
        const scree_real *from = p.at<const scree_real>(BINDING_VALUES) + 3 * (uint64_t)i;
        position.x = from[0];
        position.y = from[1];
        position.z = from[2];
    } else {
        const uint64_t number = (static_cast<uint64_t>(p.first_high) << 32 | p.first_low) + i;
        const scree_particle_start box = scree_particle_start_of(p.words, (uint32_t)(number >> 32), (uint32_t)number);
        const uint32_t part = box.is_fine ? SCREE_PARTICLE_FINE : SCREE_PARTICLE_COARSE;
        position.x = scree_box_coordinate(p.words, 0, part, box.x);
        position.y = scree_box_coordinate(p.words, 1, part, box.y);
        position.z = scree_box_coordinate(p.words, 2, part, box.z);
    }
    return position;
}

static __device__ __forceinline__ void store(const particle_launch &p, uint32_t i, const scree_real3 &position)
{
    const uint32_t lost = scree_is_lost(scree_f32_from_real(position.x)) |
                          scree_is_lost(scree_f32_from_real(position.y)) |
                          scree_is_lost(scree_f32_from_real(position.z));
    if ((p.specialisation[CONSTANT_PARTICLE_MEMORY] & PARTICLE_STORES) != 0) {
        const scree_real3 kept = scree_real3_to_keep(position);
        scree_real *to = p.at<scree_real>(BINDING_VALUES) + 3 * (uint64_t)i;
        to[0] = kept.x;
        to[1] = kept.y;
        to[2] = kept.z;
    }
    if (lost != 0) {
        atomicAdd(p.span[BINDING_RANGE] + p.lost_word, 1u);
    }
}

static __device__ __forceinline__ uint32_t value_of(const particle_launch &p, float quantity)
{
    return scree_splat_value(quantity, scree_one_from_bits(p.words[SCREE_PARTICLE_COLOUR_MIN]),
                             scree_one_from_bits(p.words[SCREE_PARTICLE_COLOUR_SCALE]));
}

template <uint32_t SYSTEM>
static __device__ __forceinline__ uint32_t value_at(const particle_launch &p, const scree_real3 &position,
                                                    const scree_system_numbers &numbers, uint32_t age)
{
    switch (p.specialisation[CONSTANT_PARTICLE_COLOUR]) {
    case SCREE_KERNEL_COLOUR_SPEED: {
        const scree_real3 v = scree_system_velocity(SYSTEM, position, numbers);
        return value_of(p, scree_speed(scree_f32_from_real(v.x), scree_f32_from_real(v.y), scree_f32_from_real(v.z)));
    }
    case SCREE_KERNEL_COLOUR_AGE:
        return age >> 24;
    case SCREE_KERNEL_COLOUR_X:
        return value_of(p, scree_f32_from_real(position.x));
    case SCREE_KERNEL_COLOUR_Y:
        return value_of(p, scree_f32_from_real(position.y));
    case SCREE_KERNEL_COLOUR_Z:
        return value_of(p, scree_f32_from_real(position.z));
    default:
        return 0;
    }
}

// Adds a drawing to a pixel of the window, if it is there.
static __device__ __forceinline__ void add(const particle_launch &p, uint32_t x, uint32_t y, uint32_t value)
{
    const uint32_t width = p.words[SCREE_PARTICLE_WIDTH];
    if (x < width && y < p.words[SCREE_PARTICLE_HEIGHT]) {
        atomicAdd(p.at<unsigned long long>(BINDING_DATA) + ((uint64_t)y * width + x),
                  (1ull << SCREE_PIXEL_COUNT_SHIFT) + value);
    }
}

// Draws the line from this thread's particle to the next one's. All threads of the block call this.
static __device__ __noinline__ void add_line(const particle_launch &p, drawn_position own, drawn_position *positions)
{
    positions[threadIdx.x] = own;
    __syncthreads();
    if (threadIdx.x % 2 == 0) {
        const drawn_position next = positions[threadIdx.x + 1];
        if (own.x != 0xffffffffu && own.y != 0xffffffffu && next.x != 0xffffffffu && next.y != 0xffffffffu) {
            scree_line_walk walk = scree_line_begin(p.words, own.x, own.y, next.x, next.y);
            while (walk.left_over != 0) {
                add(p, walk.x, walk.y, (own.value + next.value) / 2);
                walk = scree_line_next(walk);
            }
        }
    }
    __syncthreads();
}

// Draws the part of a quad that is in the window.
static __device__ __noinline__ void add_quad(const particle_launch &p, const scree_quad quad, uint32_t value)
{
    const scree_quad_pixels pixels = scree_quad_clip(p.words, quad.x, quad.y, quad.side);
    for (uint32_t y = pixels.top; y < pixels.bottom; y++) {
        SCREE_ROLLED
        for (uint32_t x = pixels.left; x < pixels.right; x++) {
            add(p, x, y, value);
        }
    }
}

template <uint32_t SYSTEM>
static __device__ __forceinline__ void draw(const particle_launch &p, bool is_there, const scree_real3 &position,
                                            const scree_system_numbers &numbers, uint32_t age,
                                            drawn_position *positions)
{
    const scree_view view = scree_view_of(p.words);
    const bool has_perspective = p.specialisation[CONSTANT_PARTICLE_PERSPECTIVE] != 0;
    const float x = scree_f32_from_real(position.x);
    const float y = scree_f32_from_real(position.y);
    const float z = scree_f32_from_real(position.z);
    const uint32_t value = value_at<SYSTEM>(p, position, numbers, age);
    if (p.specialisation[CONSTANT_PARTICLE_SHAPE] == SCREE_KERNEL_SHAPE_QUADS) {
        if (is_there) {
            add_quad(p, scree_view_quad(view, has_perspective, x, y, z), value);
        }
        return;
    }
    const scree_seen seen = scree_view_see(view, has_perspective, x, y, z);
    drawn_position own;
    own.x = is_there ? seen.x : 0xffffffffu;
    own.y = seen.y;
    own.value = value;
    if (p.specialisation[CONSTANT_PARTICLE_SHAPE] == SCREE_KERNEL_SHAPE_LINES) {
        add_line(p, own, positions);
    } else if (own.x != 0xffffffffu && own.y != 0xffffffffu) {
        add(p, own.x - p.words[SCREE_PARTICLE_LEFT], own.y - p.words[SCREE_PARTICLE_TOP], own.value);
    }
}

template <uint32_t SYSTEM, uint32_t INTEGRATOR>
static __device__ __forceinline__ void run_particle(const particle_launch &p, drawn_position *positions)
{
    const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    // Threads beyond the last particle move it, too, because all of a block come to barriers.
    const bool is_there = thread < p.count;
    const uint32_t i = is_there ? thread : p.count - 1;
    const scree_system_numbers numbers = scree_system_numbers_of(p.words);
    scree_step_batch batch = p.batch;
    scree_real3 position = position_of(p, i);
    for (;;) {
        if (p.specialisation[CONSTANT_PARTICLE_SHAPE] != SCREE_KERNEL_SHAPE_NONE && scree_step_batch_draws(batch)) {
            draw<SYSTEM>(p, is_there, position, numbers, batch.age, positions);
            batch = scree_step_batch_drawn(batch);
        }
        if (batch.done == batch.steps) {
            break;
        }
        const uint32_t steps = scree_step_batch_steps(batch);
        SCREE_ROLLED
        for (uint32_t step = 0; step < steps; step++) {
            position = scree_system_step(SYSTEM, INTEGRATOR, position, numbers);
        }
        batch = scree_step_batch_moved(batch, steps);
        if (batch.trim_phase == 0) {
            position = scree_real3_trim(position);
        }
    }
    if (is_there) {
        store(p, i, position);
    }
}

#define PARTICLE_KERNEL(kernel, system, integrator)                                       \
    SCREE_KERNEL(kernel, scree_gpu_particles, PARTICLE_GROUP, SCREE_CUDA_PARTICLE_BLOCKS) \
    {                                                                                     \
        SCREE_SHARED drawn_position positions[PARTICLE_GROUP];                            \
        run_particle<system, integrator>(p, positions);                                   \
    }

// Named by the system and the number of the integrator.
#define SYSTEM_KERNELS(SYSTEM, name, number, function, is_map, is_long)          \
    PARTICLE_KERNEL(particles_##name##_1, number, SCREE_KERNEL_INTEGRATOR_EULER) \
    PARTICLE_KERNEL(particles_##name##_2, number, SCREE_KERNEL_INTEGRATOR_RK4)
SCREE_ATTRACTORS(SYSTEM_KERNELS)
