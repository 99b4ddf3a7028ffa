/*
 * The conformance table of particles: every device, at once and in parts, against scalar C on one thread, bit for bit.
 * conformance.h has the command line.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance.h"
#include "particle_cases.h"

typedef enum route { WHOLE, PARTS } route;

static const conformance_route cpu_routes[] = {{"whole-3-threads", 3}, {"parts-2-threads", 2}};
static const conformance_route gpu_routes[] = {{"whole", 0}, {"parts", 0}};

static uint32_t *make_words(const particle_case *c)
{
    uint32_t *words = calloc(particle_case_words(c), sizeof *words);
    if (words == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return words;
}

/* NULL, or what is wrong with a result. */
static const char *find_fault(const particle_case *c, const uint32_t *expected, const uint32_t *words)
{
    const size_t count = particle_case_words(c);
    if (memcmp(words, expected, count * sizeof *words) == 0) {
        return NULL;
    }
    size_t i = 0;
    while (words[i] == expected[i]) {
        i++;
    }
    printf("  word %zu of %zu: expected %08" PRIx32 ", got %08" PRIx32 "\n", i, count, expected[i], words[i]);
    return "not the reference's";
}

static void check_implementation(const conformance_run *run, conformance_implementation *with, const particle_case *c,
                                 const uint32_t *expected)
{
    uint32_t *words = make_words(c);
    conformance_announce(with->name, c->name);
    const scree_result result = particle_case_run(with->device, c, with->route == PARTS, words);
    conformance_count(run, with, c->name,
                      result == SCREE_OK ? find_fault(c, expected, words) : scree_result_name(result));
    free(words);
}

static void check_case(conformance_run *run, unsigned number, uint64_t implementations)
{
    particle_case c;
    particle_case_make(number, &c);
    uint32_t *expected = make_words(&c);
    conformance_announce("scalar C", c.name);
    const scree_result result = particle_case_run(run->reference, &c, false, expected);
    for (unsigned i = 0; i < run->count; i++) {
        if ((implementations >> i & 1) == 0) {
            continue;
        }
        if (result == SCREE_OK) {
            check_implementation(run, &run->implementations[i], &c, expected);
        } else {
            printf("  the reference is wrong\n");
            conformance_count(run, &run->implementations[i], c.name, scree_result_name(result));
        }
    }
    free(expected);
}

static bool describe(const conformance_run *run, unsigned number, const conformance_implementation *with,
                     conformance_comparison *comparison)
{
    particle_case c;
    const scree_splat_params *splat = &c.splat;
    sample_rows *rows = &comparison->rows;
    (void)run;
    particle_case_make(number, &c);
    snprintf(comparison->name, sizeof comparison->name, "%s", c.name);
    const char *system = scree_particle_system_describe(c.params.system)->name;
    sample_row(rows, "%s: type %d", with->name, (int)c.params.type);
    sample_row(rows, "%s, type %d", system, (int)c.params.type);
    sample_row(rows, "%s, integrator %d", system, (int)c.params.integrator);
    sample_row(rows, "shape %d, type %d", (int)splat->shape, (int)c.params.type);
    if (splat->shape == SCREE_PARTICLE_SHAPE_QUADS) {
        sample_row(rows, "quads, %s, %s", splat->camera.field_of_view > 0.0 ? "perspective" : "no perspective",
                   splat->every > 0 ? "on the way" : "at the end");
    }
    sample_row(rows, "colour %d", (int)splat->colour);
    sample_row(rows, splat->camera.field_of_view > 0.0 ? "perspective" : "no perspective");
    sample_row(rows, splat->every > 0 ? "drawn on the way" : "drawn at the end");
    sample_row(rows, c.is_kept ? "kept" : "forgotten");
    sample_row(rows, c.params.seed == 0 ? "seed 0" : "another seed");
    sample_row(rows, c.params.has_box ? "astray" : "in the system's box");
    return true;
}

int main(int argc, char **argv)
{
    const conformance_suite suite = {.cpu_routes = cpu_routes,
                                     .cpu_route_count = sizeof cpu_routes / sizeof cpu_routes[0],
                                     .gpu_routes = gpu_routes,
                                     .gpu_route_count = sizeof gpu_routes / sizeof gpu_routes[0],
                                     .case_count = PARTICLE_CASES,
                                     .describe = describe,
                                     .check = check_case};
    return conformance_main(argc, argv, &suite);
}
