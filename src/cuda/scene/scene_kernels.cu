// Prepares scenes and draws them (kernels/scene_*.h), a thread for each pixel.
#include "launch.h"

using scene_launch = scree_launch<scree_gpu_scene_pass>;

// The memory of a scene, as kernels ask for it.
struct scree_scene_memory {
    const uint32_t *samples;
    const uint32_t *minus;
    const uint32_t *work;
};

#define scree_scene_sample_bits(memory, index) __ldg((memory).samples + (index))
#define scree_scene_minus_bits(memory, index) __ldg((memory).minus + (index))
#define scree_scene_work(memory, index) __ldg((memory).work + (index))

#include "scene/scene_bricks.h"
#include "scene/scene_kinds.h"

static __device__ __forceinline__ scree_scene_memory memory_of(const scene_launch &p, uint32_t work)
{
    scree_scene_memory memory;
    memory.samples = p.span[BINDING_NODES];
    memory.minus = p.span[BINDING_RANGE];
    memory.work = p.span[work];
    return memory;
}

// A kernel that draws a kind, by the light of each pixel of the whole picture.
#define SCENE_DRAWING(KIND, name, number, light, arguments)                                      \
    SCREE_KERNEL(scene_##name, scree_gpu_scene_pass, SCENE_GROUP *SCENE_GROUP, 1)                \
    {                                                                                            \
        const uint32_t *table = p.span[BINDING_TABLES];                                          \
        const uint32_t x = blockIdx.x * blockDim.x + threadIdx.x;                                \
        const uint32_t y = blockIdx.y * blockDim.y + threadIdx.y;                                \
        if (x < table[SCREE_SCENE_WIDTH] && y < table[SCREE_SCENE_HEIGHT]) {                     \
            const scree_scene_memory memory = memory_of(p, BINDING_DATA);                        \
            const uint32_t column = table[SCREE_SCENE_LEFT] + x;                                 \
            const uint32_t row = table[SCREE_SCENE_TOP] + y;                                     \
            uint32_t *pixels = p.span[BINDING_VALUES] + (uint64_t)y * table[SCREE_SCENE_STRIDE]; \
            pixels[x] = scree_scene_pixel(light(memory, table, arguments));                      \
        }                                                                                        \
    }
SCREE_SCENE_KINDS(SCENE_DRAWING)

// A thread for each block of a level of a terrain. Blocks of the level below were written by a launch before.
SCREE_KERNEL(scene_blocks, scree_gpu_scene_pass, SCENE_PREPARE_GROUP, 8)
{
    const uint32_t *table = p.span[BINDING_TABLES];
    const uint32_t block = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t columns = scree_scene_blocks(table[SCREE_SCENE_COUNT], p.level);
    const uint32_t rows = scree_scene_blocks(table[SCREE_SCENE_COUNT + 1], p.level);
    if (block < columns * rows) {
        const scree_scene_extremes extremes =
            scree_scene_block_of(memory_of(p, BINDING_VALUES), table, p.level, block % columns, block / columns);
        uint32_t *words = p.span[BINDING_VALUES] + 2 * (uint64_t)(table[SCREE_SCENE_BLOCK_OFFSETS + p.level] + block);
        words[0] = scree_bits_from_one(extremes.low);
        words[1] = scree_bits_from_one(extremes.high);
    }
}

// The bits of four samples, the first of which lies at a multiple of 16 bytes.
static __device__ __forceinline__ uint32_t bits_of_four(const scene_launch &p, uint32_t index)
{
    const uint32_t *table = p.span[BINDING_TABLES];
    const uint4 four = *reinterpret_cast<const uint4 *>(p.span[BINDING_NODES] + index);
    return (scree_scene_is_matter(table, four.x) ? 1u : 0u) | (scree_scene_is_matter(table, four.y) ? 2u : 0u) |
           (scree_scene_is_matter(table, four.z) ? 4u : 0u) | (scree_scene_is_matter(table, four.w) ? 8u : 0u);
}

// scree_scene_brick_word() of a brick that is wholly in a volume whose rows lie at multiples of 16 bytes.
static __device__ __forceinline__ uint32_t whole_word(const scene_launch &p, const scree_scene_cell &count,
                                                      const scree_scene_cell &brick, uint32_t word)
{
    const scree_scene_cell voxel =
        scree_scene_cell_of(brick.x * 8, brick.y * 8 + (word & 1u) * 4, brick.z * 8 + (word >> 1));
    uint32_t bits = 0;
    SCREE_UNROLL
    for (uint32_t row = 0; row < 4; row++) {
        const uint32_t first = scree_scene_cell_number(voxel, count) + row * count.x;
        bits |= (bits_of_four(p, first) | (bits_of_four(p, first + 4) << 4)) << (8 * row);
    }
    return bits;
}

static __device__ __forceinline__ uint32_t word_of(const scene_launch &p, uint32_t brick, uint32_t word)
{
    const uint32_t *table = p.span[BINDING_TABLES];
    const scree_scene_cell count = scree_scene_table_cell(table, SCREE_SCENE_COUNT);
    const scree_scene_cell at = scree_scene_cell_numbered(brick, scree_scene_table_cell(table, SCREE_SCENE_BRICKS));
    const bool is_whole = (at.x + 1) * 8 <= count.x && (at.y + 1) * 8 <= count.y && (at.z + 1) * 8 <= count.z;
    const bool is_aligned = reinterpret_cast<uintptr_t>(p.span[BINDING_NODES]) % sizeof(uint4) == 0;
    if (is_whole && is_aligned && count.x % 4 == 0 && !scree_scene_has_columns(table)) {
        return whole_word(p, count, at, word);
    }
    return scree_scene_brick_word(memory_of(p, BINDING_VALUES), table, at, word);
}

// The bits of bricks, of each of which a lane of a warp puts the words of its voxels together.
static __device__ __forceinline__ uint32_t bits_of_bricks(const uint32_t *words, uint32_t brick)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < SCREE_SCENE_BRICK_WORDS; i++) {
        // Lanes begin at different words, because memory has a bank for each.
        any |= words[brick * SCREE_SCENE_BRICK_WORDS + (i + brick) % SCREE_SCENE_BRICK_WORDS];
    }
    uint32_t bits = any != 0 ? 1u << brick : 0;
    for (uint32_t distance = SCREE_CUDA_WARP_LANES / 2; distance > 0; distance /= 2) {
        bits |= __shfl_xor_sync(0xffffffffu, bits, distance);
    }
    return bits;
}

// A block for 32 bricks, whose words threads gather before they are written side by side.
SCREE_KERNEL(scene_bricks, scree_gpu_scene_pass, SCENE_PREPARE_GROUP, 8)
{
    SCREE_SHARED uint32_t words[SCENE_BRICKS * SCREE_SCENE_BRICK_WORDS];
    const uint32_t *table = p.span[BINDING_TABLES];
    const uint32_t bricks = table[SCREE_SCENE_ALL_BRICKS];
    const uint32_t first = blockIdx.x * SCENE_BRICKS;
    const uint32_t brick = threadIdx.x % SCENE_BRICKS;
    for (uint32_t word = threadIdx.x / SCENE_BRICKS; word < SCREE_SCENE_BRICK_WORDS;
         word += SCENE_PREPARE_GROUP / SCENE_BRICKS) {
        words[brick * SCREE_SCENE_BRICK_WORDS + word] = first + brick < bricks ? word_of(p, first + brick, word) : 0;
    }
    __syncthreads();
    const uint32_t count = min(bricks - first, SCENE_BRICKS) * SCREE_SCENE_BRICK_WORDS;
    for (uint32_t i = threadIdx.x; i < count; i += SCENE_PREPARE_GROUP) {
        p.span[BINDING_VALUES][(uint64_t)first * SCREE_SCENE_BRICK_WORDS + i] = words[i];
    }
    if (threadIdx.x < SCENE_BRICKS) {
        const uint32_t bits = bits_of_bricks(words, brick);
        if (brick == 0) {
            p.span[BINDING_VALUES][table[SCREE_SCENE_BRICK_BITS] + blockIdx.x] = bits;
        }
    }
}
