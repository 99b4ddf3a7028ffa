/* Opens a file to read, and finds its format and its sidecar. */
#include <errno.h>
#include <inttypes.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "float_environment.h"
#include "json_text.h"
#include "os.h"
#include "readers.h"
#include "sized_params.h"
#include "target.h"
#include "text_builder.h"

/* A sidecar usually has about 2 KiB, and up to 20 MiB where a graph has 4096 fields of noise with quantiles. */
#define MAX_SIDECAR_BYTES ((uint64_t)32 << 20)

/* Reads a whole sidecar and appends a zero byte. `*text` is NULL if there is no such file. */
static scree_result load_sidecar(scree_context *context, const char *path, char **text, size_t *length)
{
    FILE *stream;
    uint64_t size;
    *text = NULL;
    scree_os_file_info info;
    if (scree_os_file_look(SCREE_OS_WORKING_FOLDER, path, true, &info) == ENOENT) {
        return SCREE_OK;
    }
    scree_result result = scree_file_open_regular(context, path, &stream, &size);
    if (result != SCREE_OK) {
        return result;
    }
    if (size > MAX_SIDECAR_BYTES) {
        fclose(stream);
        return scree_fail(context, SCREE_ERROR_FORMAT, "%s: a sidecar has at most %llu bytes", path,
                          (unsigned long long)MAX_SIDECAR_BYTES);
    }
    char *data = malloc((size_t)size + 1);
    if (data == NULL) {
        fclose(stream);
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to read %s", path);
    }
    *length = fread(data, 1, (size_t)size, stream);
    const size_t skipped = scree_json_mark(data, *length);
    *length -= skipped;
    memmove(data, data + skipped, *length);
    data[*length] = '\0';
    bool failed = ferror(stream) != 0;
    fclose(stream);
    if (failed) {
        free(data);
        return scree_file_fail_read(context, path, EIO);
    }
    *text = data;
    return SCREE_OK;
}

static bool is_headerless(scree_format format)
{
    return scree_format_describe(format)->is_headerless;
}

/* Whether the wanted format is headerless or, if none is wanted, the one that the name stands for. */
static bool wants_headerless(const scree_samples_params *wanted, const char *path)
{
    scree_format format;
    if (wanted != NULL && wanted->has_format) {
        return is_headerless(wanted->format);
    }
    return scree_format_from_path(path, &format) && is_headerless(format);
}

/* Finds the format by the file's first bytes, else by its name, else by its sidecar. */
static bool find_format(const scree_reader *reader, scree_format *format)
{
    char bytes[SCREE_BEGINNING_SIZE];
    /* A name of a headerless format decides first, because its samples may begin like any other format. */
    bool named = scree_format_from_path(reader->name, format);
    if (named && is_headerless(*format)) {
        return true;
    }
    size_t size = fread(bytes, 1, sizeof bytes, reader->stream);
    rewind(reader->stream);
    if (scree_format_from_beginning(bytes, size, format)) {
        return true;
    }
    if (!named && reader->sidecar != NULL) {
        *format = reader->sidecar->format;
        return true;
    }
    return named;
}

static scree_result check_format(const scree_reader *reader, const scree_format_info *format)
{
    if (reader->wanted != NULL && (reader->wanted->has_page || reader->wanted->page != 0) && !format->has_pages) {
        return scree_fail(reader->context, SCREE_ERROR_INVALID,
                          "%s: page %" PRIu32 " was asked for; a file of the format %s has only one", reader->name,
                          reader->wanted->page, format->name);
    }
    return format->is_read
               ? SCREE_OK
               : scree_reader_fail(reader, "scree writes files of the format %s, but does not read them", format->name);
}

/* Says which formats are read. */
static scree_result fail_unknown(const scree_reader *reader)
{
    scree_text names = {0};
    const scree_format_info *format = NULL;
    for (int number = 0; (format = scree_format_describe((scree_format)number)) != NULL; number++) {
        if (format->is_read) {
            scree_text_format(&names, "%s%s", names.length > 0 ? ", " : "", format->name);
        }
    }
    const scree_result result = names.failed ? scree_reader_fail_memory(reader)
                                             : scree_reader_fail(reader, "unknown format; scree reads %s", names.data);
    scree_text_clear(&names);
    return result;
}

/* Checks that a sidecar is of a format without a header, which nothing else describes, and of a type that it holds. */
static scree_result check_sidecar(const scree_reader *reader)
{
    const scree_sidecar *sidecar = reader->sidecar;
    if (sidecar == NULL) {
        return SCREE_OK; /* The format's reader refuses it. */
    }
    const scree_format_row *format = scree_format_row_of(sidecar->format);
    if (!format->info.is_headerless) {
        return scree_reader_fail(reader, "its sidecar is of the format %s, which has a header", format->info.name);
    }
    if (format->sample_bytes != 0 && format->sample_bytes != scree_type_bytes(sidecar->type)) {
        return scree_reader_fail(reader, "it is said to be %s of the type %s, which do not go together",
                                 format->info.name, scree_type_name(sidecar->type));
    }
    return SCREE_OK;
}

/* Reads the file with the help of its sidecar, whose text it takes ownership of. */
static scree_result read_stream(const scree_reader *reader, char *text)
{
    scree_format format;
    if (reader->wanted != NULL && reader->wanted->has_format) {
        format = reader->wanted->format;
    } else if (!find_format(reader, &format)) {
        free(text);
        return fail_unknown(reader);
    }
    const scree_format_row *row = scree_format_row_of(format);
    if (row->info.has_sidecar) {
        reader->info->metadata = text;
    } else {
        free(text);
    }
    reader->info->format = format;
    reader->info->pages = 1;
    reader->info->scale = 1;
    if (reader->sidecar != NULL) {
        reader->info->geometry = reader->sidecar->geometry;
    }
    scree_result result = check_format(reader, &row->info);
    if (result == SCREE_OK && row->info.is_headerless) {
        result = check_sidecar(reader);
    }
    return result == SCREE_OK ? row->read(reader) : result;
}

static char *join_sidecar_path(const char *path)
{
    size_t length = strlen(path);
    char *joined = malloc(length + sizeof ".json");
    if (joined != NULL) {
        memcpy(joined, path, length);
        memcpy(joined + length, ".json", sizeof ".json");
    }
    return joined;
}

/* Loads the sidecar beside a file. If a symbolic link has none, it is the one beside the link's target, where a writer
   that followed the link has put it. `*found_path` is the allocated path of the one that was found. */
static scree_result find_sidecar(scree_context *context, const char *path, char **text, size_t *length,
                                 char **found_path)
{
    scree_os_file_info link;
    *found_path = join_sidecar_path(path);
    if (*found_path == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to read %s", path);
    }
    scree_result result = load_sidecar(context, *found_path, text, length);
    if (result != SCREE_OK || *text != NULL || scree_os_file_look(SCREE_OS_WORKING_FOLDER, path, false, &link) != 0 ||
        link.kind != SCREE_OS_LINK) {
        return result;
    }
    char *resolved;
    int error = scree_os_path_resolve(path, &resolved);
    char *second = error != 0 ? NULL : join_sidecar_path(resolved);
    free(resolved);
    if (second == NULL) {
        error = error != 0 ? error : ENOMEM;
        return scree_fail(context, error == ENOMEM ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_ERROR_IO, "cannot read %s: %s",
                          path, strerror(error));
    }
    free(*found_path);
    *found_path = second;
    return load_sidecar(context, second, text, length);
}

/* Computes the CRC-32 of a whole file, and returns to its beginning. */
static bool find_checksum(FILE *stream, uint32_t *crc)
{
    uint8_t bytes[8192];
    size_t got = sizeof bytes;
    *crc = 0;
    while (got == sizeof bytes) {
        got = fread(bytes, 1, sizeof bytes, stream);
        *crc = libdeflate_crc32(*crc, bytes, got);
    }
    bool found = ferror(stream) == 0;
    rewind(stream);
    return found;
}

/*
 * The allocated path of the file that holds the samples of a header; NULL without memory. The header is known by its
 * sidecar's path, because that lies beside it also where the reader's file is a link.
 */
static char *join_companion_path(const char *sidecar_path, const char *ending)
{
    const size_t length = strlen(sidecar_path) - strlen(".json");
    char *joined = malloc(length + strlen(ending) + 1);
    if (joined == NULL) {
        return NULL;
    }
    memcpy(joined, sidecar_path, length);
    joined[length] = '\0';
    char *slash = strrchr(joined, '/');
    char *name = slash == NULL ? joined : slash + 1;
    strcpy(name + scree_companion_stem(name, ending), ending);
    return joined;
}

/* Compares a file with what its sidecar says. The checksum is found only where the size is right. */
static scree_result compare_data(const scree_reader *reader, const char *path, FILE *stream, uint64_t bytes,
                                 const scree_sidecar *sidecar, bool *fits)
{
    uint32_t crc = 0;
    *fits = sidecar->data_bytes == bytes;
    if (*fits && !find_checksum(stream, &crc)) {
        return scree_file_fail_read(reader->context, path, EIO);
    }
    *fits = *fits && sidecar->data_crc == crc;
    return SCREE_OK;
}

/* Compares the second file of a header, which is not there if the header names another one. */
static scree_result compare_companion(const scree_reader *reader, const char *path, const scree_sidecar *sidecar,
                                      bool *fits)
{
    FILE *stream;
    uint64_t bytes = 0;
    *fits = false;
    scree_result result = scree_reader_open_if_there(reader, path, &stream, &bytes);
    if (stream != NULL) {
        result = compare_data(reader, path, stream, bytes, sidecar, fits);
        fclose(stream);
    }
    return result;
}

/* Compares the samples that a sidecar describes: those of the file, or of the second file of a header. */
static scree_result compare_samples(const scree_reader *reader, const char *sidecar_path, const scree_sidecar *sidecar,
                                    bool *fits)
{
    scree_format format;
    const char *ending = scree_format_from_path(reader->name, &format) ? scree_format_companion(format, reader->name)
                                                                       : NULL;
    if (ending == NULL) {
        return compare_data(reader, reader->name, reader->stream, reader->info->file_bytes, sidecar, fits);
    }
    char *path = join_companion_path(sidecar_path, ending);
    const scree_result result = path == NULL ? scree_reader_fail_memory(reader)
                                             : compare_companion(reader, path, sidecar, fits);
    free(path);
    return result;
}

/* Stores in `*fits` whether a sidecar was written for the data that it lies beside, and not by another run. A wrong
   sidecar is an error if the data have no header, because nothing else describes them. */
static scree_result check_data(const scree_reader *reader, const char *sidecar_path, const scree_sidecar *sidecar,
                               bool needed, bool *fits)
{
    *fits = true;
    if (!sidecar->has_data) {
        return SCREE_OK;
    }
    scree_result result = compare_samples(reader, sidecar_path, sidecar, fits);
    if (result != SCREE_OK) {
        return result;
    }
    if (!*fits && needed) {
        return scree_reader_fail(reader,
                                 "its sidecar %s describes other data (%" PRIu64 " bytes, CRC-32 %08" PRIx32
                                 "), so the file was changed or is of another run; give its size and type instead, "
                                 "or write it anew",
                                 sidecar_path, sidecar->data_bytes, sidecar->data_crc);
    }
    if (!*fits) {
        scree_log(reader->context, SCREE_LOG_WARNING,
                  "%s: its sidecar %s describes other data and is left out: the file was changed, or is of another run",
                  reader->name, sidecar_path);
    }
    return SCREE_OK;
}

/* A sidecar of another program is an error only for formats that need one, and their reader reports it. */
static scree_result read_sidecar(const scree_reader *reader, bool needed, char **text, scree_sidecar *sidecar)
{
    size_t length = 0;
    char *sidecar_path;
    bool fits = true;
    bool is_known = false;
    scree_result result = find_sidecar(reader->context, reader->name, text, &length, &sidecar_path);
    if (result == SCREE_OK && *text != NULL) {
        result = scree_sidecar_parse(reader->context, *text, length, sidecar_path, sidecar);
        is_known = result == SCREE_OK;
    }
    if (is_known) {
        result = check_data(reader, sidecar_path, sidecar, needed, &fits);
    }
    free(sidecar_path);
    if (result != SCREE_OK || !fits) {
        free(*text);
        *text = NULL;
    }
    bool matters = needed || is_known || result == SCREE_ERROR_OUT_OF_MEMORY;
    return matters ? result : SCREE_OK;
}

/* Makes the entries of a sidecar from the parameters. */
static scree_sidecar make_sidecar(const scree_samples_params *wanted, const char *path)
{
    scree_sidecar sidecar = {.axes = wanted->axes, .is_big_endian = wanted->is_big_endian, .format = wanted->format};
    if (!wanted->has_format) {
        scree_format_from_path(path, &sidecar.format);
    }
    sidecar.type = wanted->has_type ? wanted->type : scree_format_describe(sidecar.format)->preferred;
    memcpy(sidecar.count, wanted->count, sizeof sidecar.count);
    return sidecar;
}

scree_result scree_file_read(scree_reader *reader)
{
    char *text = NULL;
    scree_sidecar sidecar;
    const scree_samples_params *wanted = reader->wanted;
    bool headerless = wants_headerless(wanted, reader->name);
    scree_result result =
        scree_file_open_regular(reader->context, reader->name, &reader->stream, &reader->info->file_bytes);
    if (result != SCREE_OK) {
        return result;
    }
    if (headerless && wanted != NULL && wanted->axes > 0) {
        sidecar = make_sidecar(wanted, reader->name);
        reader->sidecar = &sidecar;
    } else {
        result = read_sidecar(reader, headerless, &text, &sidecar);
        reader->sidecar = text == NULL ? NULL : &sidecar;
    }
    if (result == SCREE_OK) {
        result = read_stream(reader, text);
    }
    reader->sidecar = NULL;
    fclose(reader->stream);
    return result;
}

/* Frees what an info holds. */
static void free_info(const scree_file_info *info)
{
    free(info->metadata);
    free(info->channels);
    free(info->channel);
}

scree_result scree_file_describe_sized(scree_context *context, const char *path, scree_file_info *info, size_t size)
{
    if (path == NULL || info == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", path == NULL ? "path" : "info");
    }
    memset(info, 0, size);
    scree_file_info own = {0};
    scree_collector collector = {.values = NULL};
    scree_reader reader = {.context = context, .name = path, .info = &own, .collector = &collector};
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    scree_result result = scree_file_read(&reader);
    scree_float_environment_leave(&saved);
    if (result == SCREE_OK) {
        scree_info_hand_over(&own, sizeof own, info, size);
    }
    free_info(&own);
    return result;
}

void scree_file_info_clear_sized(scree_file_info *info, size_t size)
{
    if (info != NULL) {
        scree_file_info own;
        scree_params_copy(info, size, &own, sizeof own);
        free_info(&own);
        memset(info, 0, size);
    }
}
