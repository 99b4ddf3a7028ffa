/* The algorithms that are measured, with the figures that were published for some of them. */
#include "bench_variants.h"

#include "lessons/hash_noise.h"
#include "bench.h"

enum { NO_REFERENCE = -1 };

static const struct bench_variant first_rows[] = {
    {.name = "contraction",
     .description = "Perlin noise as fields have it: the lattice is folded axis by axis",
     .reference = NO_REFERENCE,
     .is_usual = true},
    {.name = "unoptimised",
     .description = "lesson: each sample hashes the 8 gradients of its cell",
     .lesson = SCREE_HASH_NOISE_BITS,
     .reference = NO_REFERENCE,
     .is_usual = true,
     .published = {305, 633, 982, 1343, 1713, 2099, 2454, 0}},
    {.name = "half-optimised",
     .description = "lesson: a group of 8x8x8 samples shares its gradients",
     .lesson = SCREE_HASH_NOISE_3D_HALF,
     .reference = BENCH_UNOPTIMISED,
     .is_exact = true,
     .is_usual = true,
     .published = {93, 190, 264, 301, 372, 442, 512, 582}},
    {.name = "optimised",
     .description = "lesson: it shares the parts of the dot products too",
     .lesson = SCREE_HASH_NOISE_3D,
     .reference = BENCH_UNOPTIMISED,
     .is_exact = true,
     .is_usual = true,
     .published = {104, 162, 219, 275, 341, 402, 500, 561}},
    {.name = "direct",
     .description = "the contraction of each sample by itself",
     .method = SCREE_NOISE_METHOD_DIRECT,
     .reference = BENCH_CONTRACTION,
     .is_exact = true,
     .is_usual = true},
    {.name = "table-gradients",
     .description = "lesson: unoptimised, but gradients are read from a table",
     .lesson = SCREE_HASH_NOISE_TABLE,
     .reference = BENCH_UNOPTIMISED,
     .is_exact = true},
    {.name = "optimised-2d",
     .description = "lesson: optimised, in a plane",
     .lesson = SCREE_HASH_NOISE_2D,
     .reference = NO_REFERENCE},
    {.name = "optimised-2d-time",
     .description = "lesson: optimised, in a plane at a time",
     .lesson = SCREE_HASH_NOISE_2D_TIME,
     .reference = NO_REFERENCE},
    {.name = "optimised-3d-time",
     .description = "lesson: optimised, at a time",
     .lesson = SCREE_HASH_NOISE_3D_TIME,
     .reference = NO_REFERENCE},
};
#define FIRST_ROWS ((int)(sizeof first_rows / sizeof first_rows[0]))

/* Kinds that the source measured. */
static const struct bench_variant published_kinds[] = {
    {.kind = SCREE_NOISE_GLSL_PERLIN, .published = {248, 439, 643, 848, 1053, 1258, 1463, 1667}},
    {.kind = SCREE_NOISE_GLSL_SIMPLEX, .published = {209, 411, 601, 791, 981, 1171, 1362, 1552}},
};

static struct bench_variant row_of_kind(scree_noise_kind kind, const scree_noise_kind_info *info)
{
    struct bench_variant row = {0};
    for (size_t i = 0; i < sizeof published_kinds / sizeof published_kinds[0]; i++) {
        row = published_kinds[i].kind == kind ? published_kinds[i] : row;
    }
    row.is_usual = row.published[0] > 0;
    row.name = info->name;
    row.description = info->description;
    row.kind = kind;
    row.reference = NO_REFERENCE;
    return row;
}

/* Kinds that fill volumes follow the first rows, all but Perlin noise, which these are. */
bool bench_variant_at(int number, struct bench_variant *row)
{
    if (number < 0 || number >= BENCH_VARIANT_ROWS) {
        return false;
    }
    if (number < FIRST_ROWS) {
        *row = first_rows[number];
        return true;
    }
    int left = number - FIRST_ROWS;
    for (int kind = SCREE_NOISE_PERLIN + 1; scree_noise_kind_describe((scree_noise_kind)kind) != NULL; kind++) {
        const scree_noise_kind_info *info = scree_noise_kind_describe((scree_noise_kind)kind);
        if (info->min_axes <= 3 && info->max_axes >= 3 && left-- == 0) {
            *row = row_of_kind((scree_noise_kind)kind, info);
            return true;
        }
    }
    return false;
}

static uint64_t find_rows(bool wants_all)
{
    uint64_t rows = 0;
    struct bench_variant row;
    for (int number = 0; bench_variant_at(number, &row); number++) {
        rows |= (uint64_t)(wants_all || row.is_usual ? 1 : 0) << number;
    }
    return rows;
}

uint64_t bench_variants_all(void)
{
    return find_rows(true);
}

uint64_t bench_variants_usual(void)
{
    return find_rows(false);
}

const char *scree_bench_variant_name(int number)
{
    struct bench_variant row;
    return bench_variant_at(number, &row) ? row.name : NULL;
}
