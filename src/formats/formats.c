#include <string.h>

#include <scree/file.h>

#include "context_internal.h"
#include "writer_internal.h"

#define ANY_TYPE                                             \
    {                                                        \
        true, true, true, true, true, true, true, true, true \
    }
#define ALL_BUT_HALF                                                      \
    {                                                                     \
        true, true, true, true, [SCREE_TYPE_U32] = true, true, true, true \
    }

static const scree_format_info formats[] = {
    [SCREE_FORMAT_PNG] = {.name = "png",
                          .extensions = ".png",
                          .description = "grey picture of 8 or 16 bits, compressed; one numbered file a plane for more "
                                         "than 2 axes",
                          .types = {[SCREE_TYPE_U16] = true, [SCREE_TYPE_U8] = true},
                          .preferred = SCREE_TYPE_U8,
                          .max_axes = SCREE_MAX_AXES,
                          .is_read = true,
                          .is_written = true},
    [SCREE_FORMAT_R16] = {.name = "r16",
                          .extensions = ".r16",
                          .description = "16-bit whole numbers, little endian, without a header",
                          .types = {[SCREE_TYPE_U16] = true},
                          .preferred = SCREE_TYPE_U16,
                          .max_axes = SCREE_MAX_AXES,
                          .is_read = true,
                          .is_written = true},
    [SCREE_FORMAT_R32] = {.name = "r32",
                          .extensions = ".r32",
                          .description = "32-bit floating point, little endian, without a header",
                          .types = {[SCREE_TYPE_F32] = true},
                          .preferred = SCREE_TYPE_F32,
                          .max_axes = SCREE_MAX_AXES,
                          .is_read = true,
                          .is_written = true},
    [SCREE_FORMAT_NPY] = {.name = "npy",
                          .extensions = ".npy",
                          .description = "NumPy array in C order, the slowest axis first",
                          .types = ANY_TYPE,
                          .preferred = SCREE_TYPE_F32,
                          .max_axes = SCREE_MAX_AXES,
                          .is_read = true,
                          .is_written = true},
    [SCREE_FORMAT_PFM] = {.name = "pfm",
                          .extensions = ".pfm",
                          .description = "portable float map, grey, 32-bit floating point",
                          .types = {[SCREE_TYPE_F32] = true},
                          .preferred = SCREE_TYPE_F32,
                          .max_axes = 2,
                          .is_read = true,
                          .is_written = true},
    [SCREE_FORMAT_TEXT] = {.name = "text",
                           .extensions = ".txt .text",
                           .description = "sides and number of axes on the first line, then one value a line",
                           .types = {[SCREE_TYPE_F32] = true},
                           .preferred = SCREE_TYPE_F32,
                           .max_axes = SCREE_MAX_AXES,
                           .is_read = true,
                           .is_written = true},
    [SCREE_FORMAT_EXR] = {.name = "exr",
                          .extensions = ".exr",
                          .description = "OpenEXR picture of 16-bit or 32-bit floating point",
                          .preferred = SCREE_TYPE_F32,
                          .max_axes = 2,
                          .is_read = true},
    [SCREE_FORMAT_TIFF] = {.name = "tiff",
                           .extensions = ".tif .tiff",
                           .description = "TIFF picture of whole numbers or floating point, GeoTIFF too",
                           .preferred = SCREE_TYPE_F32,
                           .max_axes = 2,
                           .is_read = true},
    [SCREE_FORMAT_RAW] = {.name = "raw",
                          .extensions = ".raw",
                          .description = "samples of any type, little endian, without a header",
                          .types = ANY_TYPE,
                          .preferred = SCREE_TYPE_F32,
                          .max_axes = SCREE_MAX_AXES,
                          .is_read = true,
                          .is_written = true},
    [SCREE_FORMAT_MHD] = {.name = "mhd",
                          .extensions = ".mhd .mha",
                          .description = "MetaImage: a header, and the samples beside it in NAME.raw; .mha is one file",
                          .types = ALL_BUT_HALF,
                          .preferred = SCREE_TYPE_F32,
                          .max_axes = SCREE_MAX_AXES,
                          .is_written = true},
    [SCREE_FORMAT_VTI] = {.name = "vti",
                          .extensions = ".vti",
                          .description = "VTK image data, as ParaView opens it",
                          .types = ALL_BUT_HALF,
                          .preferred = SCREE_TYPE_F32,
                          .max_axes = 3,
                          .is_written = true},
    [SCREE_FORMAT_DDS] = {.name = "dds",
                          .extensions = ".dds",
                          .description = "texture of Direct3D, of one channel; a volume texture for 3 axes",
                          .types = {[SCREE_TYPE_F32] = true,
                                    [SCREE_TYPE_U16] = true,
                                    [SCREE_TYPE_U8] = true,
                                    [SCREE_TYPE_I16] = true,
                                    [SCREE_TYPE_F16] = true,
                                    [SCREE_TYPE_U32] = true},
                          .preferred = SCREE_TYPE_F32,
                          .max_axes = 3,
                          .is_written = true},
    [SCREE_FORMAT_VF] = {.name = "vf",
                         .extensions = ".vf",
                         .description = "volume file of Unity's Visual Effect Graph, 32-bit floating point",
                         .types = {[SCREE_TYPE_F32] = true},
                         .preferred = SCREE_TYPE_F32,
                         .max_axes = 3,
                         .is_written = true},
    [SCREE_FORMAT_VDB] = {.name = "vdb",
                          .extensions = ".vdb",
                          .description = "level set of OpenVDB, by a plug-in; distances only, in a narrow band",
                          .types = {[SCREE_TYPE_F32] = true, [SCREE_TYPE_F16] = true},
                          .preferred = SCREE_TYPE_F32,
                          .max_axes = 3,
                          .is_written = true},
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
        if (word == length && scree_same_letters(at, extension, length)) {
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
    for (size_t i = 0; i < samples * sample_bytes; i += sample_bytes) {
        for (size_t byte = 0; byte < sample_bytes; byte++) {
            to[i + byte] = from[i + sample_bytes - 1 - byte];
        }
    }
}
