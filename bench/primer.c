/* The GPU primer: measures the rows of its table on one device, and verifies what they made. */
#include "primer.h"

#include <stdlib.h>
#include <string.h>

#include "lessons/lesson_noise.h"

/* Rounds of a warm-up, the seconds after which it ends, and by how much its last three may differ. */
#define WARM_ROUNDS 1000u
#define WARM_SECONDS 1.0
#define STEADY_RATIO 1.02
/* A card that was idle is slow to raise its clock; it counts as raised at this share of its maximum. */
#define RAISED_SHARE 0.9
/* The least time of a round of a device that reports its time, so that the ends of its time count little. */
#define ROUND_SECONDS 2e-3
#define MOST_TIMES 256u
/* Launches of a round; the host's clock is good for one, but the median of single ones is not. */
#define LAUNCHES 32u

/* Gives words that are joined something to begin with; a walk goes on where it was, so that it meets no old word. */
static scree_result start_join(struct primer *primer, const struct primer_result *result)
{
    const uint32_t start = scree_lesson_start(result->row->program);
    return primer_is_joined(result->row->program) && result->walks == 0
               ? scree_buffer_write(primer->c, 0, sizeof start, &start)
               : SCREE_OK;
}

static void note_sum(struct primer_result *result, float sum)
{
    struct primer_sums *sums = &result->sums;
    if (sums->runs == 0) {
        *sums = (struct primer_sums){.last = sum, .least = sum, .greatest = sum};
    }
    sums->changes += memcmp(&sums->last, &sum, sizeof sum) != 0 ? 1 : 0;
    sums->least = sum < sums->least ? sum : sums->least;
    sums->greatest = sum > sums->greatest ? sum : sums->greatest;
    sums->last = sum;
    sums->runs++;
}

/* Keeps what the next run would overwrite. */
static scree_result note_run(struct primer *primer, struct primer_result *result)
{
    const uint32_t program = result->row->program;
    float sum = 0.0f;
    result->walks += program == SCREE_LESSON_WALK || program == SCREE_LESSON_SHARED_WALK ? result->times : 0;
    if (program != SCREE_LESSON_FLOAT_SUM) {
        return SCREE_OK;
    }
    const scree_result read = scree_buffer_read(primer->c, 0, sizeof sum, &sum);
    note_sum(result, sum);
    return read;
}

static scree_result run_programs(struct primer *primer, struct primer_result *result, double *seconds)
{
    scree_lesson_times taken = {0};
    scree_result ran = start_join(primer, result);
    if (ran == SCREE_OK) {
        ran = scree_lesson_run(primer->device, result->steps, result->step_count, result->times, &taken);
    }
    *seconds = (taken.device > 0.0 ? taken.device : taken.done) / result->times;
    return ran == SCREE_OK ? note_run(primer, result) : ran;
}

static scree_result run_launches(struct primer *primer, const struct primer_result *result, double *seconds)
{
    const uint32_t launches = primer->options->quick || result->row->program != SCREE_LESSON_EMPTY ? 1 : LAUNCHES;
    scree_result ran = SCREE_OK;
    *seconds = 0.0;
    for (uint32_t i = 0; i < launches && ran == SCREE_OK; i++) {
        scree_lesson_times taken = {0};
        ran = scree_lesson_run(primer->device, result->steps, result->step_count, 1, &taken);
        *seconds += (result->row->measure == PRIMER_CALL ? taken.called : taken.done) / launches;
    }
    return ran;
}

static scree_result run_transfer(struct primer *primer, const struct primer_result *result, double *seconds)
{
    const bool is_upload = result->row->measure == PRIMER_UPLOAD;
    void *memory = result->row->is_pinned ? primer->pinned : primer->ordinary;
    const double start = bench_clock();
    const scree_result ran = is_upload ? scree_buffer_write(primer->c, 0, result->bytes, memory)
                                       : scree_buffer_read(primer->c, 0, result->bytes, memory);
    *seconds = bench_clock() - start;
    return ran;
}

static scree_result run_fill(struct primer *primer, const struct primer_result *result, double *seconds)
{
    const double start = bench_clock();
    const scree_result ran = scree_buffer_fill(primer->c, result->steps[0].word, seconds);
    *seconds = *seconds > 0.0 ? *seconds : bench_clock() - start;
    return ran;
}

/* The library's dot product, or its sum of the same numbers. */
static scree_result run_library(struct primer *primer, struct primer_result *result, double *seconds)
{
    const scree_buffer_numbers a = {primer->a, 0};
    const scree_buffer_numbers b = {primer->b, 0};
    const bool is_dot = result->row->measure == PRIMER_LIBRARY_DOT;
    float sum = 0.0f;
    const double start = bench_clock();
    const scree_result ran = is_dot ? scree_buffer_dot(&a, &b, result->numbers, &sum, seconds)
                                    : scree_buffer_sum(&a, result->numbers, &sum, seconds);
    *seconds = *seconds > 0.0 ? *seconds : bench_clock() - start;
    result->dot = is_dot ? (double)sum : 0.0;
    note_sum(result, sum);
    return ran;
}

static scree_result run_round(struct primer *primer, struct primer_result *result, double *seconds)
{
    *seconds = 0.0;
    switch (result->row->measure) {
    case PRIMER_CALL:
    case PRIMER_COMPLETION:
        return run_launches(primer, result, seconds);
    case PRIMER_UPLOAD:
    case PRIMER_DOWNLOAD:
        return run_transfer(primer, result, seconds);
    case PRIMER_DRIVER_FILL:
        return run_fill(primer, result, seconds);
    case PRIMER_LIBRARY_DOT:
    case PRIMER_LIBRARY_SUM:
        return run_library(primer, result, seconds);
    default:
        return run_programs(primer, result, seconds);
    }
}

/* Words of each operand that the rows with such numbers read. */
static uint64_t words_of_contents(const struct primer *primer, enum primer_contents contents)
{
    return contents == PRIMER_GRADIENTS   ? SCREE_LESSON_GRADIENT_WORDS
           : contents == PRIMER_SCATTERED ? primer->sizes[PRIMER_MIDDLE]
                                          : primer->sizes[PRIMER_LARGE];
}

/* The numbers of a and b, unless they are there. */
static scree_result fill_operands(struct primer *primer, enum primer_contents contents)
{
    const bool is_a_enough = contents == PRIMER_WHOLE || contents == PRIMER_SCATTERED || contents == PRIMER_CYCLE;
    scree_buffer *const buffers[] = {primer->a, primer->b};
    scree_result result = SCREE_OK;
    if (contents == PRIMER_NO_CONTENTS || contents == primer->contents) {
        return SCREE_OK;
    }
    const uint64_t count = words_of_contents(primer, contents);
    for (int i = 0; i < (is_a_enough ? 1 : 2) && result == SCREE_OK; i++) {
        primer_make_numbers(contents, i == 1, primer->pinned, count);
        result = scree_buffer_write(buffers[i], 0, count * sizeof(uint32_t), primer->pinned);
    }
    primer->contents = result == SCREE_OK ? contents : PRIMER_NO_CONTENTS;
    return result;
}

/* Makes the numbers that a transfer moves: the host's, or for a download the device's. */
static scree_result fill_transfer(struct primer *primer, const struct primer_result *result)
{
    const bool is_upload = result->row->measure == PRIMER_UPLOAD;
    if (!is_upload && result->row->measure != PRIMER_DOWNLOAD) {
        return SCREE_OK;
    }
    primer_make_numbers(PRIMER_PAIRS, true, primer->pinned, result->numbers);
    const scree_result filled = scree_buffer_write(primer->c, 0, result->bytes, primer->pinned);
    memcpy(primer->ordinary, primer->pinned, result->bytes);
    if (!is_upload) {
        memset(primer->pinned, 0, result->bytes);
        memset(primer->ordinary, 0, result->bytes);
    }
    return filled;
}

/* Finds the number of runs of programs that makes a round long enough. Of an even number exclusive ors would leave
   nothing. */
static scree_result choose_times(struct primer *primer, struct primer_result *result)
{
    double seconds = 0.0;
    result->times = 1;
    if (result->row->measure != PRIMER_PROGRAM || primer->options->quick || primer_is_chained(result->row->program)) {
        return SCREE_OK;
    }
    const scree_result ran = run_round(primer, result, &seconds);
    const double wanted = seconds > 0.0 ? ROUND_SECONDS / seconds : 1.0;
    result->times = wanted >= MOST_TIMES ? MOST_TIMES : wanted > 1.0 ? (uint32_t)wanted : 1;
    result->times -= result->times % 2 == 0 ? 1 : 0;
    return ran;
}

/* A warm-up compares these numbers of its last rounds. */
enum primer_pace { PACE_SECONDS, PACE_MEGAHERTZ, PACES };
#define PACE_ROUNDS 3

static bool is_steady(const double *last)
{
    double least = last[0];
    double most = last[0];
    for (int i = 1; i < PACE_ROUNDS; i++) {
        least = last[i] < least ? last[i] : least;
        most = last[i] > most ? last[i] : most;
    }
    return most <= STEADY_RATIO * least;
}

/* A card's clock, if it is reported. That of a processor is another core's as likely as not, and its time says enough.
 */
static double clock_of(struct primer *primer, struct primer_clock *clock)
{
    primer_clocks_read(primer->clocks, clock);
    return primer->is_cpu ? 0.0 : clock->megahertz;
}

static bool is_raised(const struct primer *primer, const struct primer_clock *clock)
{
    return primer->is_cpu || clock->megahertz >= RAISED_SHARE * clock->most_megahertz;
}

/* Runs until successive rounds agree, and the clock in them: clocks rise, and caches and tables fill. */
static scree_result warm_up(struct primer *primer, struct primer_result *result)
{
    const uint32_t most = primer->options->quick ? PACE_ROUNDS : WARM_ROUNDS;
    const double start = bench_clock();
    double last[PACES][PACE_ROUNDS] = {{0}};
    scree_result ran = SCREE_OK;
    while (ran == SCREE_OK && result->warm_up < most && !result->is_steady) {
        const uint32_t index = result->warm_up++ % PACE_ROUNDS;
        const bool has_all = result->warm_up >= PACE_ROUNDS;
        ran = run_round(primer, result, &last[PACE_SECONDS][index]);
        last[PACE_MEGAHERTZ][index] = clock_of(primer, &result->clock);
        result->is_steady = has_all && is_raised(primer, &result->clock) && is_steady(last[PACE_SECONDS]) &&
                            is_steady(last[PACE_MEGAHERTZ]);
        if (has_all && bench_clock() - start > WARM_SECONDS) {
            break;
        }
    }
    return ran;
}

static scree_result measure_rounds(struct primer *primer, struct primer_result *result)
{
    scree_result ran = warm_up(primer, result);
    for (uint32_t round = 0; round < primer->repeats && ran == SCREE_OK; round++) {
        ran = run_round(primer, result, &result->seconds[round]);
    }
    primer_clocks_read(primer->clocks, &result->clock);
    result->frequency = primer_has_loops(result) ? primer_frequency_of(primer, result) : (struct primer_frequency){0};
    result->bus = primer_is_transfer(result->row) ? primer_bus_of(primer) : (struct primer_bus){0};
    bench_summarise(result->seconds, primer->repeats, &result->taken);
    return ran == SCREE_OK ? primer_verify(primer, result) : ran;
}

static scree_result measure_row(struct primer *primer, struct primer_result *result)
{
    result->seconds = calloc(primer->repeats, sizeof *result->seconds);
    if (result->seconds == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    scree_result ran = fill_operands(primer, primer_contents_of(result->row));
    ran = ran == SCREE_OK ? fill_transfer(primer, result) : ran;
    ran = ran == SCREE_OK ? choose_times(primer, result) : ran;
    return ran == SCREE_OK ? measure_rounds(primer, result) : ran;
}

static void raise_ceiling(struct primer *primer, enum primer_bound bound, double rate, const char *source)
{
    struct primer_ceiling *ceiling = &primer->ceilings[bound];
    if (rate > ceiling->rate) {
        ceiling->rate = rate;
        snprintf(ceiling->source, sizeof ceiling->source, "%s", source);
    }
}

/* Lessons are plain C on a CPU, which can do more by the vectors of its instruction set. */
static void measure_processor(struct primer *primer)
{
    const scree_device_info *info = &primer->info;
    char source[64];
    if (primer->is_cpu && primer->ceilings[PRIMER_ARITHMETIC].is_needed) {
        snprintf(source, sizeof source, "%u x one thread with %s", info->threads,
                 scree_cpu_level_name(info->cpu_level));
        raise_ceiling(primer, PRIMER_ARITHMETIC, info->threads * bench_peak_measure(info->cpu_level), source);
    }
}

static bool is_wanted(const struct primer *primer, const struct primer_row *row)
{
    const char *lesson = primer->options->lesson;
    return lesson == NULL || strcmp(row->lesson, lesson) == 0;
}

static void prepare_rows(struct primer *primer)
{
    for (size_t i = 0; i < primer_row_count; i++) {
        struct primer_result *result = &primer->results[i];
        result->row = &primer_rows[i];
        result->is_reported = is_wanted(primer, result->row);
        primer_prepare(primer, result);
        if (primer_is_measured(result)) {
            primer->ceilings[result->bound].is_needed = true;
        }
    }
}

static scree_result measure_rows(struct primer *primer)
{
    scree_result ran = SCREE_OK;
    prepare_rows(primer);
    measure_processor(primer);
    for (size_t i = 0; i < primer_row_count && ran == SCREE_OK; i++) {
        struct primer_result *result = &primer->results[i];
        const bool is_ceiling = primer_gives_ceiling(result->row) && primer->ceilings[result->bound].is_needed;
        primer_leave_out_if_long(primer, result);
        if (result->unsupported_reason[0] == '\0' && (result->is_reported || is_ceiling)) {
            ran = measure_row(primer, result);
        }
        if (ran == SCREE_OK && result->unsupported_reason[0] == '\0' && is_ceiling) {
            raise_ceiling(primer, result->bound, primer_rate(result), result->row->name);
        }
    }
    return ran;
}

static scree_result open_device(struct primer *primer)
{
    const scree_context_params context_params = {.log = bench_print_message};
    scree_result result = scree_context_create(&context_params, &primer->context);
    if (result == SCREE_OK) {
        result = scree_device_open(primer->context, primer->options->devices, &primer->device);
    }
    if (result == SCREE_OK) {
        scree_device_describe(primer->device, &primer->info);
        primer->limits = scree_lesson_limits_of(primer->device);
        primer->is_cpu = primer->info.backend == SCREE_BACKEND_CPU;
        primer->clocks = primer_clocks_open(&primer->info);
        primer_sizes(primer);
    }
    return result;
}

static scree_result take_memory(struct primer *primer)
{
    const uint64_t bytes = primer->sizes[PRIMER_LARGE] * sizeof(uint32_t);
    scree_buffer **const buffers[] = {&primer->a, &primer->b, &primer->c};
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0] && result == SCREE_OK; i++) {
        result = scree_buffer_create(primer->device, bytes, buffers[i]);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_create(primer->device, SCREE_LESSON_GROUP * sizeof(uint32_t), &primer->end);
    }
    if (result == SCREE_OK) {
        result = scree_host_memory_create(primer->device, bytes, &primer->pinned);
    }
    primer->ordinary = malloc((size_t)bytes);
    primer->results = calloc(primer_row_count, sizeof *primer->results);
    const bool lacks_memory = primer->ordinary == NULL || primer->results == NULL;
    return result == SCREE_OK && lacks_memory ? SCREE_ERROR_OUT_OF_MEMORY : result;
}

static scree_result measure(struct primer *primer)
{
    scree_result result = open_device(primer);
    if (result == SCREE_OK) {
        result = take_memory(primer);
    }
    return result == SCREE_OK ? measure_rows(primer) : result;
}

static void release(struct primer *primer)
{
    scree_buffer **const buffers[] = {&primer->a, &primer->b, &primer->c, &primer->end};
    for (size_t i = 0; i < primer_row_count && primer->results != NULL; i++) {
        free(primer->results[i].seconds);
        free(primer->results[i].numbered);
    }
    free(primer->results);
    free(primer->ordinary);
    free(primer->kept);
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) {
        scree_buffer_destroy(buffers[i]);
    }
    scree_host_memory_destroy(primer->device, &primer->pinned);
    primer_clocks_close(primer->clocks);
    scree_device_close(&primer->device);
    scree_context_destroy(&primer->context);
}

/* Reports errors now, and not after minutes of measuring. */
static int check_options(const struct scree_bench_options *options)
{
    if (options->plot != NULL && !bench_plot_name_is_good(options->plot)) {
        return 2;
    }
    return options->baseline != NULL ? bench_baseline_check(options->baseline, "primer") : 0;
}

int scree_bench_primer(const struct scree_bench_options *options)
{
    struct primer primer = {.options = options};
    int code = check_options(options);
    if (code != 0) {
        return code;
    }
    primer.repeats = options->repeats > 0 ? options->repeats : options->quick ? 3 : 7;
    primer.repeats = primer.repeats < BENCH_REPEATS_MOST ? primer.repeats : BENCH_REPEATS_MOST;
    const scree_result result = measure(&primer);
    if (result != SCREE_OK) {
        code = result == SCREE_ERROR_OUT_OF_MEMORY ? bench_out_of_memory() : bench_exit_code(result);
    }
    if (code == 0 && options->baseline != NULL) {
        code = primer_compare(&primer);
    }
    if (code == 0) {
        code = primer_report(&primer);
    }
    if (code == 0 && options->plot != NULL) {
        code = primer_plot(&primer);
    }
    code = code == 0 && primer.has_slower ? 1 : code;
    release(&primer);
    return code;
}
