/* `scree bench`: hands its options to the benchmark. */
#include "bench.h"

#include "command.h"
#include "engine.h"
#include "enumeration_names.h"
#include "message.h"
#include "options.h"
#include "output_file.h"
#include "presets.h"
#include "signals.h"

/* The maps are presets, so that a user can look at them and make fields of them. */
static int run_distances(const struct scree_bench_options *options)
{
    static const char *const names[SCREE_BENCH_MAPS] = {"mountain", "ground"};
    struct scree_bench_map maps[SCREE_BENCH_MAPS];
    struct scree_bench_options own_options = *options;
    for (int i = 0; i < SCREE_BENCH_MAPS; i++) {
        const struct preset *preset = preset_at(enumeration_find(&enumeration_presets, names[i]));
        maps[i] = (struct scree_bench_map){.name = names[i], .recipe = &preset->recipe, .density = preset->density};
    }
    own_options.maps = maps;
    return scree_bench_distances(&own_options);
}

static int run_calls(const struct scree_bench_options *options)
{
    return options->names_device ? scree_bench_points(options) : scree_bench_calls(options);
}

/* A signal ends it in order, because it writes a file. */
static int run_maps(const struct scree_bench_options *options)
{
    signals_watch();
    return scree_bench_maps(options);
}

struct subject {
    int (*run)(const struct scree_bench_options *options);
    bool has_baseline;  /* It compares with an earlier run. */
    bool has_timeline;  /* It can report what a device did, and when. */
    bool takes_several; /* It takes several devices. */
};

static const struct subject subjects[] = {
    [BENCH_OF_NOISE] = {scree_bench_noise, .has_baseline = true, .has_timeline = true, .takes_several = true},
    [BENCH_OF_VARIANTS] = {scree_bench_variants},
    [BENCH_OF_DISTANCES] = {run_distances, .has_baseline = true},
    [BENCH_OF_CALLS] = {run_calls},
    [BENCH_OF_PARTICLES] = {scree_bench_particles},
    [BENCH_OF_PRIMER] = {scree_bench_primer, .has_baseline = true},
    [BENCH_OF_SCENES] = {scree_bench_scenes},
    [BENCH_OF_MAPS] = {run_maps, .takes_several = true},
    [BENCH_OF_AXES] = {scree_bench_axes},
};

/* Calls are made on the calling thread, or points by one device; they are compared with no earlier run. */
static int check_calls(const struct arguments *arguments)
{
    static const enum option_id others[] = {OPTION_BASELINE, OPTION_TIMELINE, OPTION_LEVEL, OPTION_THREADS};
    const size_t count = arguments->values[OPTION_DEVICE].given ? 2 : 4;
    const int other = option_find_given(arguments->values, others, count);
    if (other < 0) {
        return EXIT_CODE_OK;
    }
    message_error(
        "--%s: not with 'bench calls', which measures the calling thread, or points by the device of --device, "
        "and compares with no earlier run",
        option_table[other].name);
    return EXIT_CODE_USAGE;
}

const struct enumeration *command_bench_words(const char *benchmark)
{
    const int subject = enumeration_find(&enumeration_benches, benchmark);
    return subject == BENCH_OF_PRIMER     ? &enumeration_lessons
           : subject == BENCH_OF_VARIANTS ? &enumeration_algorithms
                                          : NULL;
}

/* Options of some benchmarks alone. */
static const struct {
    enum option_id id;
    unsigned subjects; /* Bits of enum bench_subject. */
    const char *takers;
} own_options[] = {
    {OPTION_BENCH_THRESHOLD, 1u << BENCH_OF_PRIMER, "'bench primer' takes it"},
    {OPTION_BENCH_OCTAVES, 1u << BENCH_OF_VARIANTS, "'bench variants' takes it"},
    {OPTION_PLOT, 1u << BENCH_OF_PRIMER | 1u << BENCH_OF_VARIANTS, "'bench primer' and 'bench variants' take it"},
};

/* Options and further words belong to some benchmarks; a lesson is the only one of its run. */
static int check_own(const struct arguments *arguments, int subject)
{
    const unsigned words = command_bench_words(arguments->operands[0]) == NULL ? 1
                           : subject == BENCH_OF_PRIMER                        ? 2
                                                                               : OPERANDS_MOST;
    for (size_t i = 0; i < sizeof own_options / sizeof own_options[0]; i++) {
        if (arguments->values[own_options[i].id].given && (own_options[i].subjects >> subject & 1u) == 0) {
            message_error("--%s: not with 'bench %s'; %s", option_table[own_options[i].id].name, arguments->operands[0],
                          own_options[i].takers);
            return EXIT_CODE_USAGE;
        }
    }
    if (arguments->operand_count > words) {
        message_error(
            "bench %s: '%s' is one argument too many; 'bench primer' takes one lesson, 'bench variants' takes "
            "algorithms",
            arguments->operands[0], arguments->operands[words]);
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

static uint32_t bits_of_octaves(const struct option_value *octaves)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < octaves->count; i++) {
        bits |= (uint32_t)1 << (octaves->wholes[i] - 1);
    }
    return bits;
}

static int check_options(const struct arguments *arguments, int number)
{
    const struct option_value *values = arguments->values;
    const char *name = arguments->operands[0];
    if (check_own(arguments, number) != EXIT_CODE_OK ||
        (number == BENCH_OF_CALLS && check_calls(arguments) != EXIT_CODE_OK)) {
        return EXIT_CODE_USAGE;
    }
    if (values[OPTION_BASELINE].given && !subjects[number].has_baseline) {
        return option_refuse(
            values, OPTION_BASELINE,
            "'bench %s' compares with no earlier run; 'bench noise', 'bench sdf' and 'bench primer' do", name);
    }
    return values[OPTION_TIMELINE].given && !subjects[number].has_timeline
               ? option_refuse(values, OPTION_TIMELINE, "'bench %s' has none; 'bench noise' has", name)
               : EXIT_CODE_OK;
}

static int choose_devices(const struct arguments *arguments, const struct subject *subject,
                          struct device_choice *choice)
{
    struct engine engine;
    int code = engine_start(&engine, false);
    if (code == EXIT_CODE_OK) {
        code = engine_choose_device(&engine, arguments, choice);
    }
    engine_stop(&engine);
    if (code == EXIT_CODE_OK && !subject->takes_several && choice->count > 1) {
        message_error("--device: 'bench %s' measures one device, not %u", arguments->operands[0], choice->count);
        return EXIT_CODE_USAGE;
    }
    return code;
}

int command_bench(const struct arguments *arguments)
{
    const struct option_value *values = arguments->values;
    const int number = enumeration_find(&enumeration_benches, arguments->operands[0]);
    const scree_writer_params file = output_file_writer_params(values, "scree-bench.png", SCREE_FORMAT_PNG);
    struct device_choice choice = {.count = 0};
    int code = check_options(arguments, number);
    if (code == EXIT_CODE_OK) {
        code = choose_devices(arguments, &subjects[number], &choice);
    }
    if (code != EXIT_CODE_OK) {
        return code;
    }
    const struct scree_bench_options options = {
        .json = values[OPTION_JSON].given,
        .timeline = values[OPTION_TIMELINE].given,
        .quick = values[OPTION_QUICK].given,
        .repeats = (uint32_t)values[OPTION_REPEATS].whole,
        .baseline = values[OPTION_BASELINE].given ? values[OPTION_BASELINE].text : NULL,
        .devices = choice.params,
        .device_count = choice.count,
        .names_device = values[OPTION_DEVICE].given,
        .lesson = arguments->operand_count > 1 ? arguments->operands[1] : NULL,
        .variants = arguments->operands + 1,
        .variant_count = arguments->operand_count - 1,
        .octaves = bits_of_octaves(&values[OPTION_BENCH_OCTAVES]),
        .plot = values[OPTION_PLOT].given ? values[OPTION_PLOT].text : NULL,
        .threshold = values[OPTION_BENCH_THRESHOLD].given ? 0.01 * values[OPTION_BENCH_THRESHOLD].reals[0] : 0.03,
        .file = &file,
    };
    return subjects[number].run(&options);
}
