#include <string.h>
#include <strings.h>

#include <scree/file.h>

#include "writer_internal.h"

/* Indexed by scree_format; types by scree_type: f32, u16, u8, i16, f16, u32, i32, i8, f64. */
static const scree_format_info formats[] = {
    {"png",
     ".png",
     "grey picture of 8 or 16 bits, compressed; one numbered file a plane for more than 2 axes",
     {false, true, true},
     SCREE_TYPE_U8,
     SCREE_MAX_AXES,
     true,
     true},
    {"r16",
     ".r16",
     "16-bit whole numbers, little endian, without a header",
     {false, true, false},
     SCREE_TYPE_U16,
     SCREE_MAX_AXES,
     true,
     true},
    {"r32",
     ".r32",
     "32-bit floating point, little endian, without a header",
     {true, false, false},
     SCREE_TYPE_F32,
     SCREE_MAX_AXES,
     true,
     true},
    {"npy",
     ".npy",
     "NumPy array in C order, the slowest axis first",
     {true, true, true},
     SCREE_TYPE_F32,
     SCREE_MAX_AXES,
     true,
     true},
    {"pfm",
     ".pfm",
     "portable float map, grey, 32-bit floating point",
     {true, false, false},
     SCREE_TYPE_F32,
     2,
     true,
     true},
    {"text",
     ".txt .text",
     "sides and number of axes on the first line, then one value a line",
     {true, false, false},
     SCREE_TYPE_F32,
     SCREE_MAX_AXES,
     true,
     true},
    [SCREE_FORMAT_EXR] = {"exr",
                          ".exr",
                          "OpenEXR of 16-bit and 32-bit floating point and 32-bit whole numbers; read only",
                          {true, false, false, false, true, true, false, false, false},
                          SCREE_TYPE_F32,
                          2,
                          true,
                          false},
    [SCREE_FORMAT_TIFF] = {"tiff",
                           ".tif .tiff",
                           "TIFF and BigTIFF of whole numbers and floating point, such as GeoTIFF; read only",
                           {true, true, true, true, true, true, true, true, true},
                           SCREE_TYPE_F32,
                           2,
                           true,
                           false},
};

#define FORMAT_COUNT (sizeof formats / sizeof formats[0])

const scree_format_info *scree_format_describe(scree_format format)
{
    return (size_t)format < FORMAT_COUNT ? &formats[format] : NULL;
}

static bool has_extension(const scree_format_info *format, const char *extension)
{
    size_t length = strlen(extension);
    for (const char *at = format->extensions; *at != '\0';) {
        size_t word = strcspn(at, " ");
        if (word == length && strncasecmp(at, extension, length) == 0) {
            return true;
        }
        at += word;
        at += strspn(at, " ");
    }
    return false;
}

bool scree_format_from_path(const char *path, scree_format *format)
{
    if (path == NULL || format == NULL) {
        return false;
    }
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    const char *extension = strrchr(name, '.');
    if (extension == NULL || extension == name) {
        return false;
    }
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (has_extension(&formats[i], extension)) {
            *format = (scree_format)i;
            return true;
        }
    }
    return false;
}

bool scree_host_is_little_endian(void)
{
    const uint16_t probe = 1;
    uint8_t first;
    memcpy(&first, &probe, 1);
    return first == 1;
}

void scree_swap_bytes(uint8_t *to, const uint8_t *from, size_t samples, size_t sample_bytes)
{
    if (sample_bytes == 2) {
        for (size_t i = 0; i < samples * 2; i += 2) {
            to[i] = from[i + 1];
            to[i + 1] = from[i];
        }
        return;
    }
    for (size_t i = 0; i < samples * 4; i += 4) {
        to[i] = from[i + 3];
        to[i + 1] = from[i + 2];
        to[i + 2] = from[i + 1];
        to[i + 3] = from[i];
    }
}
