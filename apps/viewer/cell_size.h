/* The size of cells in samples is the inverse of the step; here it is read and printed. */
#ifndef VIEWER_CELL_SIZE_H
#define VIEWER_CELL_SIZE_H

#include <stdbool.h>
#include <stddef.h>

#include <scree/grid.h>

/* So many bytes hold a text with the sizes, or the steps, of all axes. */
#define CELL_SIZE_TEXT 256

/* Prints the sizes that a grid has once that along x is `size` and the proportions of its axes stay: one number where
   all are equal. */
void cell_size_print(const scree_grid *grid, double size, char *text, size_t bytes);

/* Turns sizes, one for all axes or one for each, into steps. False and a message where one is none. */
bool cell_size_read(const char *value, char steps[CELL_SIZE_TEXT], char *error, size_t bytes);

#endif
