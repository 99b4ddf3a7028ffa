/*
 * The conformance table of scenes: every device, whole pictures and windows, against scalar C on one thread, bit for
 * bit. conformance.h has the command line.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance.h"
#include "scene_cases.h"

typedef enum route { WHOLE, WINDOWS } route;

static const conformance_route cpu_routes[] = {{"whole-3-threads", 3}, {"windows-2-threads", 2}};
static const conformance_route gpu_routes[] = {{"whole", 0}, {"windows", 0}};

/* NULL, or what is wrong with a picture. */
static const char *find_fault(const uint32_t *expected, const uint32_t *pixels)
{
    if (memcmp(pixels, expected, SCENE_PIXELS * sizeof *pixels) == 0) {
        return NULL;
    }
    uint32_t i = 0;
    while (pixels[i] == expected[i]) {
        i++;
    }
    printf("  pixel %u, %u: expected %08" PRIx32 ", got %08" PRIx32 "\n", i % SCENE_WIDTH, i / SCENE_WIDTH, expected[i],
           pixels[i]);
    return "not the reference's";
}

static void check_implementation(const conformance_run *run, conformance_implementation *with, const scene_case *c,
                                 const uint32_t *expected)
{
    static uint32_t pixels[SCENE_PIXELS];
    conformance_announce(with->name, c->name);
    const scree_result result = scene_case_run(with->device, c, with->route == WINDOWS, pixels);
    conformance_count(run, with, c->name,
                      result == SCREE_OK ? find_fault(expected, pixels) : scree_result_name(result));
}

static void check_case(conformance_run *run, unsigned number, uint64_t implementations)
{
    static uint32_t expected[SCENE_PIXELS];
    scene_case c;
    scene_case_make(number, &c);
    conformance_announce("scalar C", c.name);
    const scree_result result = scene_case_run(run->reference, &c, false, expected);
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
}

static bool describe(const conformance_run *run, unsigned number, const conformance_implementation *with,
                     conformance_comparison *comparison)
{
    scene_case c;
    scene_trait traits[SCENE_TRAITS];
    sample_rows *rows = &comparison->rows;
    (void)run;
    scene_case_make(number, &c);
    scene_case_traits(&c, traits);
    snprintf(comparison->name, sizeof comparison->name, "%s", c.name);
    const char *kind = scree_scene_kind_name(c.params.kind);
    sample_row(rows, "%s: %s", with->name, kind);
    sample_row(rows, "%s by %s", kind, scree_scene_colour_name(c.params.colour));
    for (int i = 0; i < SCENE_TRAITS; i++) {
        if (traits[i].is_taken) {
            sample_row(rows, "%s, %s%s", kind, traits[i].is_had ? "" : "no ", traits[i].name);
        }
    }
    if (c.params.kind == SCREE_SCENE_SURFACE) {
        sample_row(rows, "slice %u", c.params.slice_axis);
    }
    return true;
}

int main(int argc, char **argv)
{
    const conformance_suite suite = {.cpu_routes = cpu_routes,
                                     .cpu_route_count = sizeof cpu_routes / sizeof cpu_routes[0],
                                     .gpu_routes = gpu_routes,
                                     .gpu_route_count = sizeof gpu_routes / sizeof gpu_routes[0],
                                     .case_count = SCENE_CASES,
                                     .describe = describe,
                                     .check = check_case};
    return conformance_main(argc, argv, &suite);
}
