/*
 * The chooser of samples itself, on a made-up table: cases of three kinds and four sizes, one of which has a row that
 * no other has, by three implementations, of which one takes the even cases alone.
 */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASES 240u
#define IMPLEMENTATIONS 3u
#define RARE_CASE 137u
#define RARE_IMPLEMENTATION 1u
#define PICKY_IMPLEMENTATION 2u
#define ROWS (IMPLEMENTATIONS * 3u + 4u + 1u)
#define BUDGET 40u

static const char *const names[IMPLEMENTATIONS] = {"cpu-scalar", "vulkan:0-auto", "vulkan:0-direct"};
static unsigned failures;

static void expect(bool is_right, const char *what)
{
    if (!is_right) {
        printf("FAILED: %s\n", what);
        failures++;
    }
}

static bool applies(unsigned number, unsigned implementation)
{
    return implementation != PICKY_IMPLEMENTATION || number % 2 == 0;
}

static bool is_rare(unsigned number, unsigned implementation)
{
    return number == RARE_CASE && implementation == RARE_IMPLEMENTATION;
}

static sample_table make_table(void)
{
    sample_table table = {0};
    for (unsigned number = 0; number < CASES; number++) {
        for (unsigned i = 0; i < IMPLEMENTATIONS; i++) {
            sample_rows rows = {.count = 0};
            sample_row(&rows, "%s: kind %u", names[i], number % 3);
            sample_row(&rows, "size %u", number / 3 % 4);
            if (is_rare(number, i)) {
                sample_row(&rows, "rare");
            }
            if (applies(number, i)) {
                sample_add(&table, number, i, names[i], &rows);
            }
        }
    }
    return table;
}

/* A bit for each row that a sample meets, found without the rows that the table keeps. */
static unsigned rows_met(const sample_table *table)
{
    unsigned met = 0;
    for (size_t i = 0; i < table->count; i++) {
        const sample_comparison *next = &table->comparisons[i];
        if (next->is_chosen) {
            met |= 1u << (next->implementation * 3 + next->number % 3);
            met |= 1u << (IMPLEMENTATIONS * 3 + next->number / 3 % 4);
            met |= (unsigned)is_rare(next->number, next->implementation) << (ROWS - 1);
        }
    }
    return met;
}

static size_t count_chosen(const sample_table *table)
{
    size_t count = 0;
    for (size_t i = 0; i < table->count; i++) {
        expect(!table->comparisons[i].is_chosen ||
                   applies(table->comparisons[i].number, table->comparisons[i].implementation),
               "no comparison is chosen that does not apply");
        count += table->comparisons[i].is_chosen;
    }
    return count;
}

static sample_table choose(uint64_t seed, size_t most)
{
    sample_table table = make_table();
    size_t chosen = sample_choose(&table, seed, most);
    expect(table.distinct_rows == ROWS, "every row counts once");
    expect(chosen == count_chosen(&table), "as many are chosen as it says");
    expect(rows_met(&table) == (1u << ROWS) - 1, "every row is met");
    return table;
}

static bool is_same(const sample_table *left, const sample_table *right)
{
    bool same = left->count == right->count;
    for (size_t i = 0; same && i < left->count; i++) {
        same = left->comparisons[i].is_chosen == right->comparisons[i].is_chosen;
    }
    return same;
}

/* Whether two seeds choose the same. */
static bool chooses_same(uint64_t first, uint64_t second)
{
    sample_table left = choose(first, BUDGET);
    sample_table right = choose(second, BUDGET);
    bool same = is_same(&left, &right);
    sample_free(&left);
    sample_free(&right);
    return same;
}

static size_t count_with(uint64_t seed, size_t most)
{
    sample_table table = choose(seed, most);
    size_t count = count_chosen(&table);
    sample_free(&table);
    return count;
}

static void check_seed(uint64_t seed)
{
    const size_t fewest = count_with(seed, 0);
    /* Each implementation has its three kinds; a size comes with each of these, and the rare row may. */
    expect(fewest >= IMPLEMENTATIONS * 3 && fewest < ROWS, "a cover is small");
    expect(count_with(seed, BUDGET) == BUDGET, "a budget is used up");
    expect(count_with(seed, SIZE_MAX) == CASES * IMPLEMENTATIONS - CASES / 2, "without a budget all are chosen");
    expect(chooses_same(seed, seed), "the same seed chooses the same");
    expect(!chooses_same(seed, seed + 1), "another seed chooses others");
}

/* The same comparisons are chosen where an implementation has another number, as on another machine. */
static void check_numbers(void)
{
    sample_table table = {0};
    sample_table other = {0};
    for (unsigned number = 0; number < CASES; number++) {
        sample_rows rows = {.count = 0};
        sample_row(&rows, "kind %u", number % 3);
        sample_add(&table, number, 0, names[0], &rows);
        sample_add(&other, number, 5, names[0], &rows);
    }
    expect(sample_choose(&table, 1, BUDGET) == sample_choose(&other, 1, BUDGET), "numbers are of no account");
    expect(is_same(&table, &other), "only the names of implementations count");
    sample_free(&table);
    sample_free(&other);
}

int main(void)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        check_seed(seed);
    }
    check_numbers();
    sample_table empty = {0};
    expect(sample_choose(&empty, 1, BUDGET) == 0, "nothing is chosen from nothing");
    sample_free(&empty);
    return failures == 0 ? 0 : 1;
}
