#include "chart.h"

#include <math.h>
#include <string.h>

/* Values whose greatest is more than this many times the least are shown on a logarithmic axis. */
#define FAR_APART 30.0
/* Ticks of a linear axis, about. */
#define TICKS 6.0

/* Pixels of the picture. */
#define WIDTH 960
#define HEIGHT 560
#define LEFT 80
#define RIGHT 720
#define TOP 56
#define BOTTOM 490
#define LEGEND_LEFT 750
#define LEGEND_ROW 20
#define MARKER 4.0

static double place_of(const struct chart_axis *axis, double value)
{
    const double low = axis->is_logarithmic ? log10(axis->minimum) : axis->minimum;
    const double high = axis->is_logarithmic ? log10(axis->maximum) : axis->maximum;
    const double at = axis->is_logarithmic ? log10(value) : value;
    return high > low ? (at - low) / (high - low) : 0.5;
}

static void add_tick(struct chart_axis *axis, double value)
{
    if (axis->count < CHART_TICKS) {
        struct chart_tick *tick = &axis->ticks[axis->count++];
        tick->place = place_of(axis, value);
        snprintf(tick->label, sizeof tick->label, "%.6g", value);
    }
}

/* 1, 2 or 5 times a power of ten: the least such step with which no more than about TICKS are needed. */
static double step_of(double most)
{
    const double power = pow(10.0, floor(log10(most / TICKS)));
    const double times = most / TICKS / power;
    return power * (times <= 1.0 ? 1.0 : times <= 2.0 ? 2.0 : times <= 5.0 ? 5.0 : 10.0);
}

static void set_linear(struct chart_axis *axis, double most)
{
    const double step = step_of(most);
    const double steps = ceil(most / step);
    axis->maximum = step * steps;
    for (double i = 0.0; i <= steps; i++) {
        add_tick(axis, step * i);
    }
}

static void set_logarithmic(struct chart_axis *axis, double least, double most)
{
    const double first = floor(log10(least));
    const double last = ceil(log10(most));
    axis->is_logarithmic = true;
    axis->minimum = pow(10.0, first);
    axis->maximum = pow(10.0, last);
    for (double power = first; power <= last; power++) {
        add_tick(axis, pow(10.0, power));
    }
}

void chart_set_values(struct chart_axis *axis, const char *title, double least, double most)
{
    *axis = (struct chart_axis){.title = title, .maximum = 1.0};
    if (least > 0.0 && most > FAR_APART * least) {
        set_logarithmic(axis, least, most);
    } else if (most > 0.0) {
        set_linear(axis, most);
    }
}

void chart_set_numbers(struct chart_axis *axis, const char *title, unsigned first, unsigned last)
{
    *axis = (struct chart_axis){.title = title, .minimum = first, .maximum = last};
    for (unsigned number = first; number <= last; number++) {
        add_tick(axis, number);
    }
}

void chart_add_point(const struct chart *chart, struct chart_line *line, double x, double y)
{
    if (line->count < CHART_POINTS) {
        line->points[line->count++] = (struct chart_point){place_of(&chart->x, x), place_of(&chart->y, y), x, y};
    }
}

static const uint32_t colours[] = {0x1f77b4, 0xff7f0e, 0x2ca02c, 0xd62728, 0x9467bd,
                                   0x8c564b, 0xe377c2, 0x7f7f7f, 0xbcbd22, 0x17becf};
#define COLOURS (sizeof colours / sizeof colours[0])

uint32_t chart_colour(unsigned line)
{
    return colours[line % COLOURS];
}

enum chart_marker chart_marker(unsigned line)
{
    return (enum chart_marker)(line / COLOURS % (CHART_TRIANGLE + 1));
}

static void write_escaped(const char *text, FILE *stream)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", stream);
            break;
        case '<':
            fputs("&lt;", stream);
            break;
        default:
            fputc(*text, stream);
            break;
        }
    }
}

static void write_text(FILE *stream, double x, double y, const char *anchor, const char *text)
{
    fprintf(stream, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    write_escaped(text, stream);
    fputs("</text>\n", stream);
}

static double pixel_x(double place)
{
    return LEFT + place * (RIGHT - LEFT);
}

static double pixel_y(double place)
{
    return BOTTOM - place * (BOTTOM - TOP);
}

static void write_rule(FILE *stream, double x0, double y0, double x1, double y1)
{
    fprintf(stream, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#d0d0d0\"/>\n", x0, y0, x1, y1);
}

static void write_axes(const struct chart *chart, FILE *stream)
{
    for (unsigned i = 0; i < chart->x.count; i++) {
        const double x = pixel_x(chart->x.ticks[i].place);
        write_rule(stream, x, TOP, x, BOTTOM);
        write_text(stream, x, BOTTOM + 18, "middle", chart->x.ticks[i].label);
    }
    for (unsigned i = 0; i < chart->y.count; i++) {
        const double y = pixel_y(chart->y.ticks[i].place);
        write_rule(stream, LEFT, y, RIGHT, y);
        write_text(stream, LEFT - 8, y + 4, "end", chart->y.ticks[i].label);
    }
    fprintf(stream, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#404040\"/>\n", LEFT,
            TOP, RIGHT - LEFT, BOTTOM - TOP);
    write_text(stream, 0.5 * (LEFT + RIGHT), BOTTOM + 42, "middle", chart->x.title);
    fprintf(stream, "<g transform=\"rotate(-90 20 %d)\">", (TOP + BOTTOM) / 2);
    write_text(stream, 20, (TOP + BOTTOM) / 2, "middle", chart->y.title);
    fputs("</g>\n", stream);
}

static void write_marker(FILE *stream, enum chart_marker marker, double x, double y)
{
    switch (marker) {
    case CHART_SQUARE:
        fprintf(stream, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", x - MARKER, y - MARKER,
                2 * MARKER, 2 * MARKER);
        break;
    case CHART_TRIANGLE:
        fprintf(stream, "<path d=\"M%.1f %.1fh%.1fl%.1f %.1fz\"/>", x - MARKER, y + MARKER, 2 * MARKER, -MARKER,
                -2 * MARKER);
        break;
    default:
        fprintf(stream, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", x, y, MARKER);
        break;
    }
}

static void write_line(const struct chart *chart, unsigned number, FILE *stream)
{
    const struct chart_line *line = &chart->lines[number];
    fprintf(stream, "<g fill=\"#%06x\">\n<polyline fill=\"none\" stroke=\"#%06x\" stroke-width=\"2\" points=\"",
            chart_colour(number), chart_colour(number));
    for (unsigned i = 0; i < line->count; i++) {
        fprintf(stream, "%s%.1f,%.1f", i > 0 ? " " : "", pixel_x(line->points[i].x), pixel_y(line->points[i].y));
    }
    fputs("\"/>\n", stream);
    for (unsigned i = 0; i < line->count; i++) {
        write_marker(stream, chart_marker(number), pixel_x(line->points[i].x), pixel_y(line->points[i].y));
    }
    const double row = TOP + LEGEND_ROW * (number + 0.5);
    write_marker(stream, chart_marker(number), LEGEND_LEFT, row);
    fputs("\n</g>\n", stream);
    write_text(stream, LEGEND_LEFT + 14, row + 4, "start", line->name);
}

void chart_write_svg(const struct chart *chart, FILE *stream)
{
    const int legend = TOP + LEGEND_ROW * ((int)chart->count + 1);
    const int height = legend > HEIGHT ? legend : HEIGHT;
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
            WIDTH, height, WIDTH, height, WIDTH, height);
    write_text(stream, LEFT, TOP - 24, "start", chart->title);
    write_axes(chart, stream);
    for (unsigned i = 0; i < chart->count; i++) {
        write_line(chart, i, stream);
    }
    fputs("</svg>\n", stream);
}
