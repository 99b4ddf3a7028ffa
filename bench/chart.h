/*
 * A chart of lines, described once for a file (SVG) and for the viewer's panel. Positions are parts of an axis: 0 at
 * its start, 1 at its end.
 */
#ifndef SCREE_BENCH_CHART_H
#define SCREE_BENCH_CHART_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CHART_TICKS 24
#define CHART_POINTS 8
#define CHART_LINES 64

struct chart_tick {
    double place;
    char label[16];
};

struct chart_axis {
    const char *title; /* Borrowed. */
    double minimum;
    double maximum;
    bool is_logarithmic;
    unsigned count;
    struct chart_tick ticks[CHART_TICKS];
};

struct chart_point {
    double x, y; /* Positions. */
    double value_x, value_y;
};

struct chart_line {
    const char *name; /* Borrowed. */
    unsigned count;
    struct chart_point points[CHART_POINTS];
};

struct chart {
    char title[256];
    struct chart_axis x, y;
    unsigned count;
    struct chart_line lines[CHART_LINES];
};

/* An axis of positive values from the least to the greatest, which is logarithmic where they lie far apart. */
void chart_set_values(struct chart_axis *axis, const char *title, double least, double most);
/* An axis of whole numbers with a tick for each, no more than CHART_TICKS. */
void chart_set_numbers(struct chart_axis *axis, const char *title, unsigned first, unsigned last);
/* Adds a point to a line, once both axes are set; left out where the line is full. */
void chart_add_point(const struct chart *chart, struct chart_line *line, double x, double y);

/* Each line has a colour (0xrrggbb), and a marker for each ten of them. */
enum chart_marker { CHART_CIRCLE, CHART_SQUARE, CHART_TRIANGLE };
uint32_t chart_colour(unsigned line);
enum chart_marker chart_marker(unsigned line);

void chart_write_svg(const struct chart *chart, FILE *stream);

#ifdef __cplusplus
}
#endif

#endif
