/* The numbers of the variants' benchmark, as a table and as JSON, beside those that their author measured. */
#include "bench_variants.h"

#include "bench_json.h"

#define NAME_WIDTH 30

/* The figures that were published, and what is measured beside them. */
const struct bench_variant bench_variants_rows[BENCH_VARIANTS] = {
    {.name = "contraction"},
    {.name = "unoptimised",
     .variant = SCREE_NOISE_VARIANT_UNOPTIMISED,
     .published = {305, 633, 982, 1343, 1713, 2099, 2454, 0}},
    {.name = "half-optimised",
     .variant = SCREE_NOISE_VARIANT_HALF_OPTIMISED,
     .published = {93, 190, 264, 301, 372, 442, 512, 582}},
    {.name = "optimised",
     .variant = SCREE_NOISE_VARIANT_OPTIMISED,
     .published = {104, 162, 219, 275, 341, 402, 500, 561}},
    {.name = "classic GLSL Perlin",
     .kind = SCREE_NOISE_GLSL_PERLIN,
     .published = {248, 439, 643, 848, 1053, 1258, 1463, 1667}},
    {.name = "classic GLSL simplex",
     .kind = SCREE_NOISE_GLSL_SIMPLEX,
     .published = {209, 411, 601, 791, 981, 1171, 1362, 1552}},
};

static const struct bench_variant_run *run_of(const struct bench_variants *bench, int row, int octave)
{
    return &bench->runs[row][octave];
}

static const char *name_of(int row)
{
    return bench_variants_rows[row].name;
}

/* How many times as fast as the unoptimised kernel. */
static double gain(const struct bench_variants *bench, int row, int octave)
{
    const double seconds = run_of(bench, row, octave)->times.median;
    return seconds > 0 ? run_of(bench, BENCH_UNOPTIMISED, octave)->times.median / seconds : 0;
}

static void print_title(const char *title)
{
    printf("\n%-*s", NAME_WIDTH, title);
    for (int octaves = 1; octaves <= BENCH_VARIANT_OCTAVES; octaves++) {
        printf(" %8d", octaves);
    }
    putchar('\n');
}

static void print_header(const struct bench_variants *bench)
{
    printf("scree %s, output revision %u, ", scree_version(), (unsigned)scree_output_revision());
    bench_print_device(&bench->info);
    printf("; median of %u runs%s\n", bench->repeats, bench->quick ? "; QUICK: small fields, not a measurement" : "");
    printf("%u fields of %llu^3 samples each, cells of 8 samples in the finest octave, %s\n", bench->evaluations,
           (unsigned long long)bench->side, bench->is_device_time ? "device time" : "wall clock");
}

static void print_times(const struct bench_variants *bench)
{
    print_title("milliseconds, by octaves");
    for (int row = 0; row < BENCH_VARIANTS; row++) {
        printf("%-*s", NAME_WIDTH, name_of(row));
        for (int o = 0; o < BENCH_VARIANT_OCTAVES; o++) {
            printf(" %8.2f", 1e3 * run_of(bench, row, o)->times.median);
        }
        putchar('\n');
    }
}

static void print_gains(const struct bench_variants *bench)
{
    print_title("times as fast as unoptimised");
    for (int row = 0; row < BENCH_VARIANTS; row++) {
        if (row == BENCH_UNOPTIMISED) {
            continue;
        }
        printf("%-*s", NAME_WIDTH, name_of(row));
        for (int o = 0; o < BENCH_VARIANT_OCTAVES; o++) {
            printf(" %8.2f", gain(bench, row, o));
        }
        putchar('\n');
    }
}

static void print_differences(const struct bench_variants *bench)
{
    print_title("most that differs from contr.");
    for (int row = 0; row < BENCH_VARIANTS; row++) {
        if (!bench_variant_is_comparable(row)) {
            continue;
        }
        printf("%-*s", NAME_WIDTH, name_of(row));
        for (int o = 0; o < BENCH_VARIANT_OCTAVES; o++) {
            printf(" %8.1e", run_of(bench, row, o)->difference);
        }
        putchar('\n');
    }
}

static void print_published(void)
{
    print_title("ms, GTX 960M, Cejchan 2018");
    for (int row = 1; row < BENCH_VARIANTS; row++) {
        printf("%-*s", NAME_WIDTH, name_of(row));
        for (int o = 0; o < BENCH_VARIANT_OCTAVES; o++) {
            if (bench_variants_rows[row].published[o] > 0) {
                printf(" %8.0f", bench_variants_rows[row].published[o]);
            } else {
                printf(" %8s", "-");
            }
        }
        putchar('\n');
    }
    puts("his 200 evaluations are one dispatch that writes bytes once; here each is a field of float32 in memory");
}

int bench_variants_report_table(const struct bench_variants *bench)
{
    print_header(bench);
    print_times(bench);
    print_gains(bench);
    print_differences(bench);
    print_published();
    return 0;
}

static json_t *run_json(const struct bench_variants *bench, int row, int octave)
{
    const struct bench_variant_run *run = run_of(bench, row, octave);
    json_t *object = json_pack("{s:s, s:i, s:o, s:f, s:f}", "variant", name_of(row), "octaves", octave + 1, "seconds",
                               bench_times_json(&run->times), "milliseconds", 1e3 * run->times.median,
                               "gain_over_unoptimised", gain(bench, row, octave));
    if (bench_variant_is_comparable(row)) {
        json_object_set_new(object, "largest_difference", json_real(run->difference));
    }
    if (bench_variants_rows[row].published[octave] > 0) {
        json_object_set_new(object, "gtx_960m_milliseconds", json_real(bench_variants_rows[row].published[octave]));
    }
    return object;
}

int bench_variants_report_json(const struct bench_variants *bench)
{
    json_t *runs = json_array();
    for (int row = 0; row < BENCH_VARIANTS; row++) {
        for (int o = 0; o < BENCH_VARIANT_OCTAVES; o++) {
            json_array_append_new(runs, run_json(bench, row, o));
        }
    }
    return bench_print_json(json_pack(
        "{s:s, s:s, s:i, s:o, s:b, s:i, s:i, s:I, s:s, s:o}", "benchmark", "variants", "version", scree_version(),
        "output_revision", (int)scree_output_revision(), "device", bench_device_json(&bench->info), "quick",
        bench->quick ? 1 : 0, "repeats", (int)bench->repeats, "evaluations", (int)bench->evaluations, "side",
        (json_int_t)bench->side, "clock", bench->is_device_time ? "device" : "wall", "runs", runs));
}
