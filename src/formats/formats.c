/* The table of formats and the search for one. No file of a format may use it, since it needs all of them. */
#include <string.h>

#include <scree/file.h>

#include "choices.h"
#include "context_internal.h"
#include "format_row.h"

#define ROW(NUMBER, name) [SCREE_FORMAT_##NUMBER] = &scree_format_##name,
static const scree_format_row *const rows[] = {SCREE_FORMAT_LIST(ROW)};
#undef ROW

#define FORMAT_COUNT (sizeof rows / sizeof rows[0])

const scree_format_row *scree_format_row_of(scree_format format)
{
    return (size_t)format < FORMAT_COUNT ? rows[format] : NULL;
}

const scree_format_info *scree_format_describe(scree_format format)
{
    const scree_format_row *row = scree_format_row_of(format);
    return row != NULL ? &row->info : NULL;
}

SCREE_DEFINE_CHOICES_BY(scree_format, scree_format_describe)

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
        if (has_extension(&rows[i]->info, extension)) {
            *format = (scree_format)i;
            return true;
        }
    }
    return false;
}

const char *scree_format_companion(scree_format format, const char *path)
{
    const scree_format_info *info = scree_format_describe(format);
    return info != NULL ? scree_companion_ending(info, path) : NULL;
}

static bool begins_so(const scree_format_row *row, const void *bytes, size_t size)
{
    for (size_t i = 0; i < SCREE_MAX_BEGINNINGS && row->beginnings[i].size > 0; i++) {
        const scree_beginning *beginning = &row->beginnings[i];
        if (size >= beginning->size && memcmp(bytes, beginning->bytes, beginning->size) == 0) {
            return true;
        }
    }
    return false;
}

bool scree_format_from_beginning(const void *bytes, size_t size, scree_format *format)
{
    for (size_t i = 0; bytes != NULL && format != NULL && i < FORMAT_COUNT; i++) {
        if (begins_so(rows[i], bytes, size)) {
            *format = (scree_format)i;
            return true;
        }
    }
    return false;
}
