/*
 * The conformance table: every implementation of lattice noise against scalar C, bit for bit. conformance.h has the
 * command line, field_cases.h the comparison. With --bench the same calls are timed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "field_cases.h"
#include "noise_cases.h"
#include "noise_method.h"

/* The number of a route of jobs is that of its method. */
static const conformance_route cpu_routes[] = {{"auto-3-threads", 3}, {"contraction", 1}, {"direct", 1},
                                               {"buffer", 2},         {"points", 2},      {"at-once", 1}};
static const conformance_route gpu_routes[] = {
    {"auto", 0}, {"contraction", 0}, {"direct", 0}, {"buffer", 0}, {"points", 0}};
#define JOB_ROUTES 3u

typedef conformance_implementation implementation;

static field_route route_of(const implementation *with)
{
    return field_case_route(JOB_ROUTES, with->route);
}

static scree_noise_method method_of(unsigned route)
{
    return route < JOB_ROUTES ? (scree_noise_method)route : SCREE_NOISE_METHOD_AUTO;
}

/* Whether a case can be made by either method; otherwise it has one that is its own. */
static bool has_methods(const noise_case *c)
{
    return !c->params.has_octave_rotation && scree_noise_kind_describe(c->params.kind)->interpolates;
}

static bool is_warped(const noise_case *c)
{
    return c->params.warp.amplitude != 0.0;
}

/* The method of a route, as far as a case can be made by it. The components of a warp can be made directly; the field
   itself always is. */
static scree_noise_method find_method(unsigned route, const noise_case *c)
{
    const scree_noise_method wanted = method_of(route);
    const bool can_be = is_warped(c) ? wanted == SCREE_NOISE_METHOD_DIRECT : has_methods(c);
    return can_be ? wanted : SCREE_NOISE_METHOD_AUTO;
}

static scree_result make_field(const void *recipe, unsigned route, scree_field **field)
{
    const noise_case *c = recipe;
    return scree_field_from_noise_by(NULL, &c->params, find_method(route, c), field);
}

static void check_case(conformance_run *run, unsigned number, uint64_t implementations)
{
    const noise_case c = noise_case_make(number, run->chosen.contents);
    const field_case made = {.name = c.name,
                             .grid = &c.grid,
                             .channels = noise_case_channels(&c),
                             .job_routes = JOB_ROUTES,
                             .make = make_field,
                             .recipe = &c};
    field_case_check(run, &made, implementations);
}

/* Whether a route is the only one to its kernels; the others lead to those that the automatic method chooses. */
static bool has_own_kernels(const implementation *with)
{
    return route_of(with) == FIELD_POINTS || method_of(with->route) != SCREE_NOISE_METHOD_AUTO;
}

/*
 * Whether an implementation must meet a kind in so many axes. Software that stands in for a GPU compiles a program for
 * each such pair, of which a seed chooses half: an even and an odd one meet all.
 */
static bool has_pair_row(const conformance_run *run, const implementation *with, const noise_case *c)
{
    const bool is_compiled = strncmp(with->name, "vulkan", 6) == 0;
    const uint64_t number = c->params.kind + c->grid.axes + with->route + run->chosen.seed;
    return has_own_kernels(with) && (!is_compiled || number % 2 == 0);
}

/* Adds the rows that every implementation must meet; their names begin with its own. */
static void describe_kernels(const conformance_run *run, const implementation *with, const noise_case *c,
                             sample_rows *rows)
{
    const scree_noise_params *p = &c->params;
    sample_row(rows, "%s: %s", with->name, scree_noise_kind_name(p->kind));
    sample_row(rows, "%s: %u axes", with->name, c->grid.axes);
    if (has_pair_row(run, with, c)) {
        sample_row(rows, "%s: %s, %u axes", with->name, scree_noise_kind_name(p->kind), c->grid.axes);
    }
    sample_row(rows, "%s: distribution %s%s", with->name, scree_noise_distribution_name(p->values.distribution),
               noise_case_channels(c) > 1 ? " with channels" : "");
    if (noise_case_channels(c) > 1) {
        sample_row(rows, "%s: %s", with->name, p->sample.is_curl ? "curl" : "derivatives");
        sample_row(rows, "%s with derivatives %s", scree_noise_kind_name(p->kind),
                   route_of(with) == FIELD_POINTS ? "at points" : "on grids");
    }
    if (noise_case_channels(c) > 1 && method_of(with->route) == SCREE_NOISE_METHOD_CONTRACTION && has_methods(c) &&
        !is_warped(c)) {
        const char *made = p->sample.is_curl ? "a flow" : "derivatives";
        sample_row(rows, "%s: %s folded with %s, %" PRIu32 " axes", with->name, scree_noise_kind_name(p->kind), made,
                   c->grid.axes);
        sample_row(rows, "%s: %s%s folded with derivatives", with->name, p->weighted_strength != 0.0 ? "weighted " : "",
                   scree_noise_fractal_name(p->fractal));
    }
    if (p->octaves > 1 && has_own_kernels(with)) {
        sample_row(rows, "%s: %s%s", with->name, p->weighted_strength != 0.0 ? "weighted " : "",
                   scree_noise_fractal_name(p->fractal));
    }
}

static void describe_lattice(const scree_noise_params *p, sample_rows *rows)
{
    const scree_noise_kind_info *info = scree_noise_kind_describe(p->kind);
    sample_row(rows, "hash %s", scree_noise_hash_name(p->hash));
    sample_row(rows, p->period[0] != 0 ? "periods" : "no periods");
    if (info->has_gradients) {
        sample_row(rows, "gradients %s", scree_noise_gradients_name(p->gradients));
    }
    if (info->interpolates) {
        sample_row(rows, "fade %s", scree_noise_fade_name(p->fade));
    }
    if (p->kind == SCREE_NOISE_CELLULAR) {
        sample_row(rows, "feature %s", scree_noise_feature_name(p->cellular.feature));
        sample_row(rows, "metric %s", scree_noise_metric_name(p->cellular.metric));
        sample_row(rows, "jitter %g", p->cellular.jitter);
    }
    if (p->kind == SCREE_NOISE_CELLULAR && p->cellular.feature == SCREE_NOISE_FEATURE_F1) {
        sample_row(rows, p->cellular.smoothness != 0.0 ? "smooth" : "not smooth");
    }
    if (p->kind == SCREE_NOISE_GABOR || p->kind == SCREE_NOISE_PHASOR) {
        const double isotropy = p->gabor.isotropy;
        sample_row(rows, "%s in %s", info->name,
                   isotropy == 0.0  ? "one direction"
                   : isotropy < 1.0 ? "some directions"
                                    : "all directions");
    }
    if (p->kind == SCREE_NOISE_STRIPES) {
        sample_row(rows, "profile %s", scree_noise_profile_name(p->stripes.profile));
    }
    if (p->kind == SCREE_NOISE_RIVERS) {
        sample_row(rows, "measure %s", scree_noise_measure_name(p->rivers.measure));
        sample_row(rows, "%u levels of rivers", p->rivers.levels != 0 ? p->rivers.levels : 3);
    }
}

static void describe_octaves(const scree_noise_params *p, sample_rows *rows)
{
    sample_row(rows, p->octaves == 1 ? "one octave" : p->octaves <= 8 ? "some octaves" : "many octaves");
    if (p->octaves > 1) {
        sample_row(rows, "lacunarity %g", p->lacunarity);
        sample_row(rows, "gain %g", p->gain);
        sample_row(rows, p->weight_count != 0 ? "weights" : "no weights");
        sample_row(rows, p->has_octave_rotation ? "octaves turned" : "octaves not turned");
    }
}

static void describe_warp(const implementation *with, const scree_noise_params *p, sample_rows *rows)
{
    if (p->warp.amplitude != 0.0) {
        sample_row(rows, "%s: warped, %s", with->name, scree_noise_warp_fractal_name(p->warp.fractal));
        sample_row(rows, "warped by %s", scree_noise_kind_name(p->warp.kind));
        sample_row(rows, "warped %" PRIu32 " times", p->warp.times);
    }
}

/* Points have neither strides nor octaves that are left out. */
static void describe_grid(const noise_case *c, sample_rows *rows)
{
    const uint64_t width = c->grid.count[0];
    sample_row(rows, c->params.skips_fine_octaves ? "without fine octaves" : "with fine octaves");
    sample_row(rows, c->grid.row_stride != 0 ? "strides" : "no strides");
    if (width <= 65) {
        sample_row(rows, "%" PRIu64 " along x", width);
    } else {
        sample_row(rows, width <= 257 ? "many along x" : "very many along x");
    }
}

static bool describe(const conformance_run *run, unsigned number, const implementation *with,
                     conformance_comparison *comparison)
{
    const noise_case c = noise_case_make(number, run->chosen.contents);
    sample_rows *rows = &comparison->rows;
    snprintf(comparison->name, sizeof comparison->name, "%s", c.name);
    describe_kernels(run, with, &c, rows);
    describe_lattice(&c.params, rows);
    describe_octaves(&c.params, rows);
    describe_warp(with, &c.params, rows);
    if (route_of(with) != FIELD_POINTS) {
        describe_grid(&c, rows);
    }
    if (c.edge != NULL) {
        sample_row(rows, "%s", c.edge);
    } else {
        sample_row(rows, "at %s", c.position);
        sample_row(rows, "step %g", c.grid.step[0]);
    }
    return is_warped(&c) || has_methods(&c) || method_of(with->route) != SCREE_NOISE_METHOD_DIRECT;
}

int main(int argc, char **argv)
{
    const conformance_suite suite = {.cpu_routes = cpu_routes,
                                     .cpu_route_count = sizeof cpu_routes / sizeof cpu_routes[0],
                                     .gpu_routes = gpu_routes,
                                     .gpu_route_count = sizeof gpu_routes / sizeof gpu_routes[0],
                                     .case_count = noise_case_count(),
                                     .describe = describe,
                                     .check = check_case};
    return conformance_main(argc, argv, &suite);
}
