#include "picture_text.h"

void scree_picture_text_number(scree_text *text, const char *name, double value)
{
    scree_text_format(text, ", \"%s\": ", name);
    scree_text_double(text, value);
}

void scree_picture_text_numbers(scree_text *text, const char *name, const double *values, uint32_t count)
{
    scree_text_format(text, ", \"%s\": ", name);
    scree_text_doubles(text, values, count);
}

void scree_picture_text_camera(scree_text *text, const scree_camera *camera)
{
    scree_text_append(text, ", \"camera\": {\"centre\": ");
    scree_text_doubles(text, camera->centre, 3);
    scree_picture_text_number(text, "azimuth", camera->azimuth);
    scree_picture_text_number(text, "elevation", camera->elevation);
    scree_picture_text_number(text, "roll", camera->roll);
    if (camera->field_of_view > 0.0) {
        scree_picture_text_number(text, "distance", camera->distance);
        scree_picture_text_number(text, "field_of_view", camera->field_of_view);
    } else {
        scree_picture_text_number(text, "extent", camera->extent);
    }
    scree_text_append(text, "}");
}
