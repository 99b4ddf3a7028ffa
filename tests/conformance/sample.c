#include "sample.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Comparisons that add so many rows or more are taken first, then those that add fewer. */
#define RICH 4u

/* The last step of SplitMix64. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t hash_text(const char *text)
{
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (; *text != '\0'; text++) {
        hash = mix(hash + (unsigned char)*text);
    }
    return hash;
}

static void *check_memory(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "no memory for a sample\n");
        exit(1);
    }
    return memory;
}

void sample_row(sample_rows *rows, const char *format, ...)
{
    char text[160] = "";
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text || rows->count == SAMPLE_MOST_ROWS) {
        fprintf(stderr, "a row is too long, or one too many: %s\n", text);
        exit(1);
    }
    rows->row[rows->count++] = hash_text(text);
}

/* Makes room for so many more elements; the array's size is the smallest power of 2 that holds them. */
static void *make_room(void *array, size_t count, size_t more, size_t element)
{
    size_t room = 64;
    while (room < count) {
        room *= 2;
    }
    bool has_room = array != NULL && count + more <= room;
    while (room < count + more) {
        room *= 2;
    }
    return has_room ? array : check_memory(realloc(array, room * element));
}

void sample_add(sample_table *table, unsigned number, unsigned implementation, const char *implementation_name,
                const sample_rows *rows)
{
    table->comparisons = make_room(table->comparisons, table->count, 1, sizeof *table->comparisons);
    table->rows = make_room(table->rows, table->entries, rows->count, sizeof *table->rows);
    table->comparisons[table->count++] = (sample_comparison){.number = number,
                                                             .implementation = implementation,
                                                             .name = hash_text(implementation_name),
                                                             .first_row = table->entries,
                                                             .row_count = rows->count};
    memcpy(table->rows + table->entries, rows->row, rows->count * sizeof *table->rows);
    table->entries += rows->count;
}

static int compare_rows(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a;
    const uint64_t right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Puts a number from 0 in the place of each row's hash. */
static void number_rows(sample_table *table)
{
    uint64_t *distinct = check_memory(malloc((table->entries + 1) * sizeof *distinct));
    size_t count = 0;
    if (table->entries != 0) {
        memcpy(distinct, table->rows, table->entries * sizeof *distinct);
        qsort(distinct, table->entries, sizeof *distinct, compare_rows);
    }
    for (size_t i = 0; i < table->entries; i++) {
        if (i == 0 || distinct[i] != distinct[count - 1]) {
            distinct[count++] = distinct[i];
        }
    }
    for (size_t i = 0; i < table->entries; i++) {
        const uint64_t *found = bsearch(&table->rows[i], distinct, count, sizeof *distinct, compare_rows);
        table->rows[i] = (uint64_t)(found - distinct);
    }
    free(distinct);
    table->distinct_rows = count;
}

static int compare_places(const void *a, const void *b)
{
    const sample_comparison *left = *(sample_comparison *const *)a;
    const sample_comparison *right = *(sample_comparison *const *)b;
    return left->order != right->order ? (left->order > right->order) - (left->order < right->order)
                                       : (left > right) - (left < right);
}

/* The comparisons in the order of the seed. */
static sample_comparison **shuffle(const sample_table *table, uint64_t seed)
{
    sample_comparison **order = check_memory(malloc((table->count + 1) * sizeof *order));
    for (size_t i = 0; i < table->count; i++) {
        sample_comparison *comparison = &table->comparisons[i];
        comparison->order = mix(mix(seed + 0x9e3779b97f4a7c15u) ^ mix(comparison->name + comparison->number));
        order[i] = comparison;
    }
    qsort(order, table->count, sizeof(sample_comparison *), compare_places);
    return order;
}

/* How many rows a comparison would add. */
static unsigned count_unmet(const sample_table *table, const sample_comparison *comparison, const bool *is_met)
{
    unsigned count = 0;
    for (unsigned i = 0; i < comparison->row_count; i++) {
        count += !is_met[table->rows[comparison->first_row + i]];
    }
    return count;
}

static size_t take(const sample_table *table, sample_comparison *comparison, bool *is_met)
{
    comparison->is_chosen = true;
    for (unsigned i = 0; i < comparison->row_count; i++) {
        is_met[table->rows[comparison->first_row + i]] = true;
    }
    return 1;
}

/*
 * Takes a comparison and all of the same case that add rows, too: what a device compiles for a case serves most of
 * them. They stand side by side.
 */
static size_t take_case(const sample_table *table, sample_comparison *comparison, bool *is_met)
{
    sample_comparison *const end = table->comparisons + table->count;
    sample_comparison *other = comparison;
    size_t taken = take(table, comparison, is_met);
    while (other > table->comparisons && other[-1].number == comparison->number) {
        other--;
    }
    for (; other < end && other->number == comparison->number; other++) {
        if (count_unmet(table, other, is_met) > 0) {
            taken += take(table, other, is_met);
        }
    }
    return taken;
}

/* Chooses comparisons until every row is met. */
static size_t cover(const sample_table *table, sample_comparison **order)
{
    bool *is_met = check_memory(calloc(table->distinct_rows + 1, sizeof *is_met));
    size_t chosen = 0;
    for (unsigned least = RICH; least > 0; least--) {
        for (size_t i = 0; i < table->count; i++) {
            if (count_unmet(table, order[i], is_met) >= least) {
                chosen += take_case(table, order[i], is_met);
            }
        }
    }
    free(is_met);
    return chosen;
}

size_t sample_choose(sample_table *table, uint64_t seed, size_t most)
{
    number_rows(table);
    sample_comparison **order = shuffle(table, seed);
    size_t chosen = cover(table, order);
    for (size_t i = 0; i < table->count && chosen < most; i++) {
        chosen += !order[i]->is_chosen;
        order[i]->is_chosen = true;
    }
    free(order);
    return chosen;
}

void sample_free(sample_table *table)
{
    free(table->comparisons);
    free(table->rows);
    *table = (sample_table){0};
}
