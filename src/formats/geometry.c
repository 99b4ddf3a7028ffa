#include "geometry.h"

#include <math.h>
#include <string.h>

#include "os.h"

/* How far lengths and right angles may be off: files store directions in six digits. */
#define TOLERANCE 1e-4

scree_geometry scree_geometry_plain(void)
{
    scree_geometry geometry = {.is_known = true};
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        geometry.spacing[axis] = 1;
    }
    for (uint32_t axis = 0; axis < SCREE_MAX_DIRECTIONS; axis++) {
        geometry.direction[axis][axis] = 1;
    }
    return geometry;
}

bool scree_geometry_is_valid(const scree_geometry *geometry, uint32_t axes)
{
    bool is_valid = true;
    for (uint32_t axis = 0; axis < axes; axis++) {
        is_valid &= geometry->spacing[axis] > 0 && isfinite(geometry->spacing[axis]) &&
                    isfinite(geometry->origin[axis]);
        for (uint32_t part = 0; part < SCREE_MAX_DIRECTIONS && axis < SCREE_MAX_DIRECTIONS; part++) {
            is_valid &= (bool)isfinite(geometry->direction[axis][part]);
        }
    }
    return is_valid;
}

static uint32_t directions_of(uint32_t axes)
{
    return axes < SCREE_MAX_DIRECTIONS ? axes : SCREE_MAX_DIRECTIONS;
}

bool scree_geometry_is_along_axes(const scree_geometry *geometry, uint32_t axes)
{
    for (uint32_t axis = 0; axis < directions_of(axes); axis++) {
        for (uint32_t part = 0; part < SCREE_MAX_DIRECTIONS; part++) {
            if (geometry->direction[axis][part] != (part == axis ? 1.0 : 0.0)) {
                return false;
            }
        }
    }
    return true;
}

bool scree_geometry_is_rigid(const scree_geometry *geometry, uint32_t axes)
{
    for (uint32_t axis = 0; axis < directions_of(axes); axis++) {
        for (uint32_t other = 0; other <= axis; other++) {
            double product = 0;
            for (uint32_t part = 0; part < SCREE_MAX_DIRECTIONS; part++) {
                product += geometry->direction[axis][part] * geometry->direction[other][part];
            }
            if (!(fabs(product - (other == axis ? 1.0 : 0.0)) <= TOLERANCE)) {
                return false;
            }
        }
    }
    return true;
}

void scree_geometry_move(scree_geometry *geometry, uint32_t axis, double samples)
{
    const double length = samples * geometry->spacing[axis];
    if (axis >= SCREE_MAX_DIRECTIONS) {
        geometry->origin[axis] += length;
        return;
    }
    for (uint32_t part = 0; part < SCREE_MAX_DIRECTIONS; part++) {
        geometry->origin[part] += length * geometry->direction[axis][part];
    }
}

uint32_t scree_geometry_numbers(const char *text, double *numbers, uint32_t most)
{
    static const char blanks[] = " \t\r\n";
    scree_os_locale *locale = scree_os_locale_create();
    uint32_t count = 0;
    bool is_right = true;
    if (locale == NULL) {
        return SCREE_GEOMETRY_NO_MEMORY;
    }
    for (text += strspn(text, blanks); is_right && *text != '\0' && count <= most; text += strspn(text, blanks)) {
        char *end;
        const double number = scree_os_locale_read_double(locale, text, &end);
        is_right = end != text && isfinite(number) && (*end == '\0' || strchr(blanks, *end) != NULL);
        if (is_right && count < most) {
            numbers[count] = number;
        }
        count++;
        text = end;
    }
    scree_os_locale_destroy(locale);
    return is_right ? count : 0;
}
