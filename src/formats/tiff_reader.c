/* TIFF and BigTIFF, through libtiff: reads the description of a file. Messages are handled per file, so that libtiff's
   global handlers, which an application may have set, are left alone. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "os.h"
#include "tiff_reading.h"

/* GDAL's tag for the value that stands for "no data", as text. */
#define TAG_GDAL_NODATA 42113

/* Memory that libtiff needs whatever the file. */
#define LIBTIFF_BYTES ((uint64_t)16 << 20)

/* The number of warnings that are logged for one file. */
#define MAX_WARNINGS 8

static tmsize_t read_stream(thandle_t handle, void *buffer, tmsize_t size)
{
    const tiff_reading *reading = handle;
    return (tmsize_t)fread(buffer, 1, (size_t)size, reading->reader->stream);
}

static tmsize_t refuse_write(thandle_t handle, void *buffer, tmsize_t size)
{
    (void)handle;
    (void)buffer;
    (void)size;
    return -1;
}

static toff_t seek_stream(thandle_t handle, toff_t offset, int whence)
{
    const tiff_reading *reading = handle;
    if (offset > INT64_MAX || !scree_os_seek(reading->reader->stream, (int64_t)offset, whence)) {
        return (toff_t)-1;
    }
    return (toff_t)scree_os_tell(reading->reader->stream);
}

static int close_stream(thandle_t handle)
{
    (void)handle;
    return 0;
}

static toff_t stream_size(thandle_t handle)
{
    const tiff_reading *reading = handle;
    return reading->reader->info->file_bytes;
}

__attribute__((format(printf, 4, 0))) static int on_error(TIFF *tiff, void *user, const char *module,
                                                          const char *format, va_list arguments)
{
    tiff_reading *reading = user;
    (void)tiff;
    (void)module;
    if (reading->message[0] == '\0' && !reading->silent) {
        vsnprintf(reading->message, sizeof reading->message, format, arguments);
    }
    return 1;
}

/* Whether a warning of libtiff means that it dropped or invented samples. */
static bool is_damage(const char *message)
{
    static const char *const beginnings[] = {
        "Discarding ",                  /* PackBits: a run goes beyond the row, strip or tile. */
        "Premature EO",                 /* Fax: a row, or a strip, ends too early. */
        "Line length mismatch",         /* Fax: a row is too long. */
        "fractional scanline not read", /* JPEG, and what follows: the rest of a strip or tile is missing. */
        "Premature end of JPEG",
        "Corrupt JPEG data: premature end",
        "Corrupt JPEG data: bad",
        "Corrupt JPEG data: found marker",
    };
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (strncmp(message, beginnings[i], strlen(beginnings[i])) == 0) {
            return true;
        }
    }
    return false;
}

__attribute__((format(printf, 4, 0))) static int on_warning(TIFF *tiff, void *user, const char *module,
                                                            const char *format, va_list arguments)
{
    tiff_reading *reading = user;
    char message[300];
    (void)tiff;
    (void)module;
    vsnprintf(message, sizeof message, format, arguments);
    if (reading->unpacks && is_damage(message)) {
        snprintf(reading->message, sizeof reading->message, "%s", message);
        return 1;
    }
    /* Unknown tags, such as those of maps, do not concern the samples. Warnings are limited because some faults occur
       in every row. */
    if (reading->silent || reading->warnings == MAX_WARNINGS ||
        strncmp(format, "Unknown field with tag", strlen("Unknown field with tag")) == 0) {
        return 1;
    }
    reading->warnings++;
    scree_make_printable(message);
    scree_log(reading->reader->context, SCREE_LOG_WARNING, "%s: %s", reading->reader->name, message);
    return 1;
}

/* Logs an error from which libtiff recovered. */
static scree_result report_complaint(tiff_reading *reading)
{
    if (reading->message[0] != '\0') {
        scree_make_printable(reading->message);
        scree_log(reading->reader->context, SCREE_LOG_WARNING, "%s: %s", reading->reader->name, reading->message);
        reading->message[0] = '\0';
    }
    return SCREE_OK;
}

static scree_result open_tiff(tiff_reading *reading)
{
    uint64_t file_bytes = reading->reader->info->file_bytes;
    uint64_t limit = file_bytes > INT64_MAX / (2 * TIFF_USUAL_RATIO) ? INT64_MAX / 2 : file_bytes * TIFF_USUAL_RATIO;
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (options == NULL) {
        return scree_reader_fail_memory(reading->reader);
    }
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)(limit + LIBTIFF_BYTES));
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, reading);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, reading);
    reading->tiff = TIFFClientOpenExt(reading->reader->name, "rm", reading, read_stream, refuse_write, seek_stream,
                                      close_stream, stream_size, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    if (reading->tiff == NULL) {
        return scree_tiff_fail(reading, "it cannot be opened");
    }
    return SCREE_OK;
}

static bool parse_number(const char *text, const scree_os_locale *locale, double *value)
{
    char *end;
    *value = scree_os_locale_read_double(locale, text, &end);
    return end != text && end[strspn(end, " \t\r\n")] == '\0';
}

/* Reads the value, which is the text of a number and may be "nan". */
static scree_result read_nodata(tiff_reading *reading)
{
    const scree_reader *reader = reading->reader;
    uint32_t count;
    const char *found = scree_tiff_find_array(reading, TAG_GDAL_NODATA, TIFF_ASCII, 1, &count);
    if (found == NULL) {
        return SCREE_OK;
    }
    char text[64];
    snprintf(text, sizeof text, "%.*s", count < sizeof text - 1 ? (int)count : (int)sizeof text - 1, found);
    scree_os_locale *locale = scree_os_locale_create();
    if (locale == NULL) {
        return scree_reader_fail_memory(reader);
    }
    reading->has_nodata = parse_number(text, locale, &reading->nodata);
    scree_os_locale_destroy(locale);
    if (reading->has_nodata) {
        scree_collector_add_nodata(reader->collector, reading->nodata, false);
        return SCREE_OK;
    }
    scree_make_printable(text);
    scree_log(reader->context, SCREE_LOG_WARNING, "%s: \"%s\", which is to stand for no data, is not a number",
              reader->name, text);
    return SCREE_OK;
}

static scree_result open_first(tiff_reading *reading)
{
    const scree_result result = scree_tiff_open_page(reading, 0);
    if (result == SCREE_OK) {
        scree_tiff_find_geometry(reading);
    }
    return result;
}

/* A palette's colours have no scale. The channels of samples have their numbers where there is no palette. */
static scree_result read_scaling(tiff_reading *reading)
{
    const scree_result result = scree_tiff_find_scalings(reading);
    if (result == SCREE_OK && reading->has_scalings && reading->looked_up == 0) {
        reading->reader->collector->is_scaled = true;
        reading->reader->collector->scaling = reading->scalings;
        reading->reader->info->scale = reading->scalings[reading->first].scale;
        reading->reader->info->offset = reading->scalings[reading->first].offset;
    }
    return result;
}

static scree_result read_all(tiff_reading *reading)
{
    scree_result (*const steps[])(tiff_reading *) = {open_tiff,        scree_tiff_find_pages, open_first,
                                                     read_nodata,      read_scaling,          scree_tiff_begin,
                                                     report_complaint, scree_tiff_read_pages};
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && result == SCREE_OK; i++) {
        result = steps[i](reading);
    }
    return result;
}

static scree_result read_file(const scree_reader *reader)
{
    tiff_reading reading = {.reader = reader};
    scree_result result = read_all(&reading);
    if (reading.tiff != NULL) {
        TIFFClose(reading.tiff);
    }
    free(reading.pages);
    free(reading.buffer);
    free(reading.line);
    scree_reader_end(reader);
    free(reading.scalings);
    return result;
}

const scree_format_row scree_format_tiff = {
    .info =
        {
            .name = "tiff",
            .extensions = ".tif .tiff",
            .description = "TIFF picture of whole numbers or floating point, GeoTIFF too",
            .preferred = SCREE_TYPE_F32,
            .max_axes = 3,
            .is_read = true,
            .is_picture = true,
            .has_sidecar = true,
            .has_pages = true,
        },
    .beginnings = {{"II*\0", 4}, {"MM\0*", 4}, {"II+\0", 4}, {"MM\0+", 4}},
    .read = read_file,
};
