/* Errors of readers, with the name of the file. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "context_internal.h"
#include "readers.h"

__attribute__((format(printf, 3, 0))) static scree_result fail(const scree_reader *reader, scree_result result,
                                                               const char *format, va_list arguments)
{
    char buffer[512];
    char *reason = scree_message_format(buffer, sizeof buffer, format, arguments);
    scree_fail(reader->context, result, "%s: %s", reader->name, reason);
    scree_message_free(reason, buffer);
    return result;
}

scree_result scree_reader_fail(const scree_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    scree_result result = fail(reader, SCREE_ERROR_FORMAT, format, arguments);
    va_end(arguments);
    return result;
}

scree_result scree_reader_fail_unsupported(const scree_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    scree_result result = fail(reader, SCREE_ERROR_UNSUPPORTED, format, arguments);
    va_end(arguments);
    return result;
}

scree_result scree_reader_fail_system(const scree_reader *reader)
{
    return scree_fail(reader->context, SCREE_ERROR_IO, "cannot read %s: %s", reader->name,
                      ferror(reader->stream) ? strerror(errno) : "it became shorter");
}

scree_result scree_reader_fail_memory(const scree_reader *reader)
{
    return scree_fail(reader->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to read %s", reader->name);
}
