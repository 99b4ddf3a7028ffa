/*
 * Strict reading of numbers: the whole text must be the number, without blanks. The command never calls setlocale(),
 * so the decimal point is a point everywhere.
 */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads digits only. False for anything else, and for numbers that do not fit. */
bool number_read_unsigned(const char *text, size_t length, uint64_t *number);

/* Digits, with at most one sign before them. */
bool number_read_signed(const char *text, size_t length, int64_t *number);

/* Decimal, with or without point and exponent; no hexadecimal, no infinity, no NaN, nothing beyond float64. */
bool number_read_real(const char *text, size_t length, double *number);

/* Writes a limit for people: powers of two from 2^20 on, and below 2^-20, as such, other numbers in the shortest exact
 * form. */
__attribute__((nonnull)) void number_print_limit(char *text, size_t size, double number);

/* Counts along axes, of which 0 stands for 1, with a text between them: "64x48". */
void number_print_counts(char *text, size_t size, const uint64_t *counts, uint32_t axes, const char *between);

/* "1.5 MiB" */
void number_print_bytes(char *text, size_t size, uint64_t bytes);

#endif
