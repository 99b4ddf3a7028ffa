/* Adds pixels of an accumulation buffer to a histogram. */
#include <scree/splatting.h>

/* A packed pixel: the sum of values in the lower bits, the count above. */
#define SUM_BITS 36
#define SUM_MASK ((UINT64_C(1) << SUM_BITS) - 1)

/* Adds a row of pixels; each run of `supersample` pixels belongs to one pixel of the histogram. */
static void add_row(const uint64_t *pixels, uint64_t width, uint32_t supersample, uint64_t *counts, uint64_t *sums)
{
    for (uint64_t x = 0; x < width; x++) {
        for (uint32_t i = 0; i < supersample; i++) {
            const uint64_t pixel = pixels[x * supersample + i];
            counts[x] += pixel >> SUM_BITS;
            if (sums != NULL) {
                sums[x] += pixel & SUM_MASK;
            }
        }
    }
}

scree_result scree_histogram_add(scree_histogram *histogram, const uint64_t *pixels, uint32_t supersample,
                                 uint32_t left, uint32_t top, uint32_t width, uint32_t height)
{
    if (histogram == NULL || histogram->counts == NULL || pixels == NULL || supersample < 1 ||
        supersample > SCREE_MAX_SUPERSAMPLE || width % supersample != 0 || height % supersample != 0) {
        return SCREE_ERROR_INVALID;
    }
    const uint32_t columns = width / supersample;
    if (left > histogram->width || columns > histogram->width - left || top > histogram->height ||
        height / supersample > histogram->height - top) {
        return SCREE_ERROR_INVALID;
    }
    for (uint64_t y = 0; y < height; y++) {
        const uint64_t first = (top + y / supersample) * histogram->width + left;
        add_row(pixels + y * width, columns, supersample, histogram->counts + first,
                histogram->sums != NULL ? histogram->sums + first : NULL);
    }
    return SCREE_OK;
}
