/*
 * The conformance table of graphs: every implementation of random operators over random noise against scalar C, bit for
 * bit. conformance.h has the command line, field_cases.h the comparison.
 */
#include <inttypes.h>
#include <stdio.h>

#include "field_cases.h"
#include "graph_cases.h"

static const conformance_route cpu_routes[] = {{"auto-3-threads", 3}, {"buffer", 2}, {"points", 2}, {"at-once", 1}};
static const conformance_route gpu_routes[] = {{"auto", 0}, {"buffer", 0}, {"points", 0}};
#define JOB_ROUTES 1u

/* A case, which stays as it is until another one is asked for. */
static const graph_case *case_of(const conformance_run *run, unsigned number)
{
    static graph_case made;
    static unsigned made_number;
    if (made.node_count == 0 || made_number != number) {
        graph_case_make(number, run->chosen.contents, &made);
        graph_case_add_files(number, &made);
        graph_case_add_outputs(number, &made);
        made_number = number;
    }
    return &made;
}

static scree_result make_field(const void *recipe, unsigned route, scree_field **field)
{
    (void)route;
    return graph_case_field(recipe, NULL, field);
}

static void check_case(conformance_run *run, unsigned number, uint64_t implementations)
{
    const graph_case *c = case_of(run, number);
    const field_case made = {.name = c->name,
                             .grid = &c->grid,
                             .channels = c->channels > 0 ? c->channels : 1,
                             .job_routes = JOB_ROUTES,
                             .make = make_field,
                             .recipe = c};
    field_case_check(run, &made, implementations);
}

/* Each operator, by every route with kernels of its own; buffers and calls at once have those of jobs. */
static void describe_operators(const graph_case *c, const conformance_implementation *with, sample_rows *rows)
{
    const field_route route = field_case_route(JOB_ROUTES, with->route);
    uint64_t described = 0;
    for (uint32_t i = 0; i < c->node_count && (route == FIELD_JOB || route == FIELD_POINTS); i++) {
        const scree_op op = c->node[i].op;
        if ((described >> op & 1) == 0) {
            sample_row(rows, "%s: %s", with->name, scree_op_name(op));
        }
        described |= (uint64_t)1 << op;
    }
}

static void describe_sources(const graph_case *c, sample_rows *rows)
{
    sample_row(rows, "%" PRIu32 " sources", c->source_count);
    for (uint32_t i = 0; i < c->source_count; i++) {
        if ((c->files >> i & 1u) == 0) {
            sample_row(rows, "%s", scree_noise_kind_name(c->source[i].kind));
        }
    }
}

static void describe_files(const graph_case *c, const conformance_implementation *with, sample_rows *rows)
{
    for (uint32_t i = 0; i < c->source_count; i++) {
        if ((c->files >> i & 1u) != 0) {
            sample_row(rows, "%s: %s files, %s", with->name, scree_filter_name(c->file[i].filter),
                       scree_edge_name(c->file[i].edge));
        }
    }
}

static bool describe(const conformance_run *run, unsigned number, const conformance_implementation *with,
                     conformance_comparison *comparison)
{
    const graph_case *c = case_of(run, number);
    sample_rows *rows = &comparison->rows;
    snprintf(comparison->name, sizeof comparison->name, "%.*s", (int)sizeof comparison->name - 1, c->name);
    describe_operators(c, with, rows);
    describe_sources(c, rows);
    describe_files(c, with, rows);
    sample_row(rows, "%s: %" PRIu32 " channels", with->name, c->channels > 0 ? c->channels : 1);
    sample_row(rows, "%s: %s", with->name, c->files + 1u == 1u << c->source_count ? "no noise" : "noise");
    sample_row(rows, "%" PRIu32 " axes", c->grid.axes);
    sample_row(rows, "a depth of %" PRIu32 " to %" PRIu32, c->depth / 8 * 8, c->depth / 8 * 8 + 7);
    sample_row(rows, c->has_numbers ? "numbers" : "no numbers");
    sample_row(rows, c->has_shared ? "shared fields" : "no shared fields");
    return true;
}

int main(int argc, char **argv)
{
    const conformance_suite suite = {.cpu_routes = cpu_routes,
                                     .cpu_route_count = sizeof cpu_routes / sizeof cpu_routes[0],
                                     .gpu_routes = gpu_routes,
                                     .gpu_route_count = sizeof gpu_routes / sizeof gpu_routes[0],
                                     .case_count = GRAPH_CASE_COUNT,
                                     .describe = describe,
                                     .check = check_case};
    return conformance_main(argc, argv, &suite);
}
