#include "particles.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A random number from 0 to 1, by a linear congruential generator, whose low bits are less random than the high ones.
 */
static float next_random(uint32_t *state)
{
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (float)(*state >> 8) / 16777216.0f;
}

void particles_start(struct particle *particles)
{
    uint32_t state = 1;
    for (int i = 0; i < PARTICLES; i++) {
        particles[i].x = 32.0f * next_random(&state) - 16.0f;
        particles[i].y = 32.0f * next_random(&state) - 16.0f;
        particles[i].z = 32.0f * next_random(&state) + 8.0f;
        particles[i].unused = 0.0f;
    }
}

static uint8_t brightness(uint32_t light)
{
    return (uint8_t)(light < 255 ? light : 255);
}

/* Every particle adds the same faint blue light, so that many together are white. */
static bool write_pixels(const uint32_t *counts, FILE *stream)
{
    for (int i = 0; i < PICTURE_PIXELS; i++) {
        const uint8_t pixel[3] = {brightness(4 * counts[i]), brightness(13 * counts[i]), brightness(77 * counts[i])};
        if (fwrite(pixel, sizeof pixel, 1, stream) != 1) {
            return false;
        }
    }
    return true;
}

bool particles_write(const uint32_t *counts, const char *file)
{
    uint32_t shown = 0;
    for (int i = 0; i < PICTURE_PIXELS; i++) {
        shown += counts[i];
    }
    FILE *stream = fopen(file, "wb");
    bool is_written = stream != NULL && fprintf(stream, "P6\n%d %d\n255\n", PICTURE_SIDE, PICTURE_SIDE) > 0 &&
                      write_pixels(counts, stream);
    is_written = stream != NULL && fclose(stream) == 0 && is_written;
    if (!is_written) {
        fprintf(stderr, "\"%s\" could not be written: %s\n", file, strerror(errno));
        return false;
    }
    printf("%d particles, of which the picture shows %u\n", PARTICLES, (unsigned)shown);
    return true;
}
