/* Prints what programs have computed, and what the device reports of itself where a lesson speaks of it. */
#include "primer_values.h"

#include <math.h>
#include <string.h>

#include "lessons/lesson.h"

#define PI 3.14159265358979323846

/* The difference of sqrt(6 x) from pi, where x is the nearest float32 to pi^2 / 6. */
#define FLOAT_PI_ERROR 8.268578e-9

/* Threads whose numbers stand in a line at most. */
#define NUMBERS_IN_LINE 8u

void primer_write_number(char *text, size_t size, double number)
{
    snprintf(text, size, "%.*f", number < 9.9995 ? 3 : number < 99.995 ? 2 : number < 999.95 ? 1 : 0, number);
}

static bool is_wide(const struct primer_result *result)
{
    return result->row->program == SCREE_LESSON_WIDE_DOT;
}

/* Pi as the square root of six times a sum of 1 / i^2. */
static double pi_of(double sum)
{
    return sqrt(6.0 * sum);
}

static double error_of(double sum)
{
    return fabs(pi_of(sum) - PI);
}

/* The amount by which the exact sum of n terms leaves pi too small: 3 / (pi n). */
static double series_error(const struct primer_result *result)
{
    return 3.0 / (PI * (double)result->numbers);
}

/* The sum with all terms that it lacks, 1 / n - 1 / (2 n^2) to within 1 / (6 n^3). */
static double whole_series(const struct primer_result *result)
{
    const double n = (double)result->numbers;
    return result->dot + 1.0 / n - 0.5 / (n * n);
}

static void print_pi(const struct primer_result *result)
{
    if (is_wide(result)) {
        const double whole = whole_series(result);
        printf(
            "    pi %.12f, off by %.1e: the series ends %.1e short; with the rest, 1/n - 1/(2n^2), it is %.12f, off by "
            "%.1e\n",
            pi_of(result->dot), error_of(result->dot), series_error(result), pi_of(whole), error_of(whole));
        return;
    }
    printf("    pi %.9f, off by %.1e: the series ends %.1e short, float32 is %.1e off at best, the rest is rounding\n",
           pi_of(result->dot), error_of(result->dot), series_error(result), FLOAT_PI_ERROR);
}

static void print_whole_sum(const struct primer *primer, const struct primer_result *result)
{
    printf("    the sum of 0 to %llu is %u%s\n", (unsigned long long)(result->numbers - 1), result->whole_sum,
           result->numbers > PRIMER_PLAIN_GROUP ? " modulo 2^32" : "");
    if (result->row->size == PRIMER_GROUP && primer->is_cpu) {
        puts("    a CPU has no shared memory: what threads share lies in its caches");
    } else if (result->row->size == PRIMER_GROUP) {
        printf("    a group has %u bytes of shared memory at most\n", primer->limits.shared_bytes);
    }
}

static void print_joined(const struct primer_result *result)
{
    switch (result->row->program) {
    case SCREE_LESSON_XOR:
        printf("    the exclusive or of the numbers is 0x%08x\n", result->joined);
        break;
    case SCREE_LESSON_MINIMUM:
        printf("    the least of the numbers is 0x%08x\n", result->joined);
        break;
    case SCREE_LESSON_MAXIMUM:
        printf("    the greatest of the numbers is 0x%08x\n", result->joined);
        break;
    case SCREE_LESSON_EXCHANGE:
        puts("    each number came back once, but for the one that was left");
        break;
    default:
        printf("    the product of the numbers, made odd, is 0x%08x modulo 2^32\n", result->joined);
    }
}

static void print_sums(const struct primer_sums *sums)
{
    if (sums->changes == 0) {
        printf("    the sum is %.9g in each of %u runs\n", (double)sums->last, sums->runs);
    } else {
        printf("    the sum is %.9g to %.9g in %u runs, %u of which differ from the run before\n", (double)sums->least,
               (double)sums->greatest, sums->runs, sums->changes);
    }
    if (sums->forwards > 0.0f) {
        printf("    one by one it is %.9g from the first number on, and %.9g from the last on\n",
               (double)sums->forwards, (double)sums->backwards);
    }
}

/* Lines of threads along x: the numbers of the first and the last, and of each its group and its own number there. */
static void print_threads(const struct primer_result *result)
{
    const scree_lesson_step *step = &result->steps[0];
    const uint32_t row = step->sides[0] * step->groups[0];
    const uint32_t width = row < NUMBERS_IN_LINE ? row : NUMBERS_IN_LINE;
    puts("    thread     group:number in the group");
    for (uint32_t first = 0; result->numbered != NULL && first < step->threads; first += width) {
        const uint32_t *words = result->numbered + 3 * first;
        printf("    %2u to %2u ", words[0], words[3 * (width - 1)]);
        for (uint32_t i = 0; i < width; i++) {
            printf(" %u:%u", words[3 * i + 1], words[3 * i + 2]);
        }
        putchar('\n');
    }
}

static double loop_seconds(const struct primer_result *result)
{
    return result->taken.median / result->steps[0].each;
}

static double loop_clocks(const struct primer_result *result)
{
    return 1e6 * result->frequency.megahertz * loop_seconds(result);
}

static void print_loops(const struct primer_result *result)
{
    char nanoseconds[32];
    char clocks[32];
    primer_write_number(nanoseconds, sizeof nanoseconds, 1e9 * loop_seconds(result));
    primer_write_number(clocks, sizeof clocks, loop_clocks(result));
    if (result->frequency.megahertz > 0.0) {
        printf("    a loop takes %s ns: %s clocks of %.0f MHz, %s\n", nanoseconds, clocks, result->frequency.megahertz,
               result->frequency.source);
    } else {
        printf("    a loop takes %s ns; this device tells no clock\n", nanoseconds);
    }
}

static double bus_share(const struct primer_result *result)
{
    return primer_rate(result) / primer_bus_rate(&result->bus);
}

static void print_bus(const struct primer *primer, const struct primer_result *result)
{
    char rate[32];
    primer_write_number(rate, sizeof rate, 1e-9 * primer_bus_rate(&result->bus));
    if (primer->is_cpu) {
        puts("    bus: none, for the memory of a CPU is that of the host");
    } else if (result->bus.generation == 0) {
        puts("    bus: not told");
    } else {
        printf("    bus: PCI Express, generation %u, %u lanes: %s GB/s at best, of which this is %.1f %%\n",
               result->bus.generation, result->bus.lanes, rate, 100.0 * bus_share(result));
    }
}

void primer_print_values(const struct primer *primer, const struct primer_result *result)
{
    const uint32_t program = result->row->program;
    if (result->dot > 0.0) {
        print_pi(result);
    } else if (result->whole_sum > 0) {
        print_whole_sum(primer, result);
    } else if (program == SCREE_LESSON_FLOAT_SUM) {
        print_sums(&result->sums);
    } else if (program >= SCREE_LESSON_XOR && program <= SCREE_LESSON_PRODUCT) {
        print_joined(result);
    } else if (program == SCREE_LESSON_NUMBERS) {
        print_threads(result);
    } else if (primer_is_transfer(result->row)) {
        print_bus(primer, result);
    }
    if (primer_has_loops(result)) {
        print_loops(result);
    }
}

static json_t *pi_json(const struct primer_result *result)
{
    json_t *object = json_pack("{s:f, s:f, s:f}", "value", pi_of(result->dot), "error", error_of(result->dot),
                               "series_error", series_error(result));
    if (is_wide(result)) {
        const double whole = whole_series(result);
        json_object_set_new(object, "with_rest",
                            json_pack("{s:f, s:f}", "value", pi_of(whole), "error", error_of(whole)));
    } else {
        json_object_set_new(object, "float32_error", json_real(FLOAT_PI_ERROR));
    }
    return object;
}

static json_t *loop_json(const struct primer_result *result)
{
    json_t *object = json_pack("{s:f}", "seconds", loop_seconds(result));
    if (result->frequency.megahertz > 0.0) {
        json_object_set_new(object, "clocks", json_real(loop_clocks(result)));
        json_object_set_new(object, "megahertz", json_real(result->frequency.megahertz));
        json_object_set_new(object, "source", json_string(result->frequency.source));
    }
    return object;
}

static json_t *sums_json(const struct primer_sums *sums)
{
    json_t *object = json_pack("{s:i, s:i, s:f, s:f}", "runs", (int)sums->runs, "changes", (int)sums->changes, "least",
                               (double)sums->least, "greatest", (double)sums->greatest);
    if (sums->forwards > 0.0f) {
        json_object_set_new(object, "forwards", json_real((double)sums->forwards));
        json_object_set_new(object, "backwards", json_real((double)sums->backwards));
    }
    return object;
}

static json_t *bus_json(const struct primer_result *result)
{
    return result->bus.generation == 0
               ? json_string("not told")
               : json_pack("{s:i, s:i, s:f, s:f}", "generation", (int)result->bus.generation, "lanes",
                           (int)result->bus.lanes, "rate", primer_bus_rate(&result->bus), "share", bus_share(result));
}

void primer_add_values(const struct primer *primer, const struct primer_result *result, json_t *object)
{
    const uint32_t program = result->row->program;
    const struct primer_sums *sums = &result->sums;
    if (result->dot > 0.0) {
        json_object_set_new(object, "pi", pi_json(result));
    } else if (result->whole_sum > 0) {
        json_object_set_new(object, "sum", json_integer(result->whole_sum));
    } else if (program == SCREE_LESSON_FLOAT_SUM) {
        json_object_set_new(object, "sums", sums_json(sums));
    } else if (program >= SCREE_LESSON_XOR && program <= SCREE_LESSON_PRODUCT) {
        json_object_set_new(object, "joined", json_integer(result->joined));
    } else if (primer_is_transfer(result->row)) {
        json_object_set_new(object, "bus", bus_json(result));
    }
    if (program == SCREE_LESSON_REDUCE && result->row->size == PRIMER_GROUP) {
        json_object_set_new(object, "shared_bytes", json_integer(primer->limits.shared_bytes));
    }
    if (primer_has_loops(result)) {
        json_object_set_new(object, "loop", loop_json(result));
    }
}
