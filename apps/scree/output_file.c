#include "output_file.h"

#include <stdio.h>
#include <string.h>

#include "command.h"
#include "message.h"
#include "vocabulary.h"

static void join_extensions(const struct vocabulary *offered, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int number = 0; scree_format_describe((scree_format)number) != NULL && length < size; number++) {
        const scree_format_info *info = scree_format_describe((scree_format)number);
        if (vocabulary_offers(offered, number)) {
            const int added = snprintf(text + length, size - length, "%s%s", length > 0 ? " " : "", info->extensions);
            length += added > 0 ? (size_t)added : 0;
        }
    }
}

static int refuse_unwritten(const struct option *option, const char *text, scree_format format)
{
    message_error("--%s %s: %s is a format that is read, not written", option->name, text,
                  scree_format_describe(format)->name);
    return EXIT_CODE_USAGE;
}

int output_file_find_by_name(const struct option *option, const struct vocabulary *offered, const char *path,
                             scree_format *format)
{
    if (strcmp(path, "-") == 0) {
        message_error("--%s -: files are renamed when they are whole, so they cannot go to stdout; name a file",
                      option->name);
        return EXIT_CODE_USAGE;
    }
    if (!scree_format_from_path(path, format)) {
        char extensions[200];
        join_extensions(offered, extensions, sizeof extensions);
        message_error("--%s %s: no format has this extension; give one of %s%s", option->name, path, extensions,
                      option == &option_table[OPTION_OUTPUT] ? ", or --format" : "");
        return EXIT_CODE_USAGE;
    }
    return scree_format_describe(*format)->is_written ? EXIT_CODE_OK : refuse_unwritten(option, path, *format);
}

int output_file_find(const struct option_value *values, enum option_id format_option, struct output_file *file)
{
    const struct option_value *output = &values[OPTION_OUTPUT];
    const struct option_value *format = &values[format_option];
    *file = (struct output_file){.path = output->given ? output->text : NULL};
    if (format->given && !(output->given && strcmp(output->text, "-") == 0)) {
        file->has_format = true;
        file->format = (scree_format)format->choice;
        return scree_format_describe(file->format)->is_written
                   ? EXIT_CODE_OK
                   : refuse_unwritten(&option_table[format_option], format->text, file->format);
    }
    if (file->path == NULL) {
        return EXIT_CODE_OK;
    }
    const int code = output_file_find_by_name(&option_table[OPTION_OUTPUT], option_table[format_option].vocabulary,
                                              file->path, &file->format);
    file->has_format = code == EXIT_CODE_OK;
    return code;
}

void output_file_list_types(const scree_format_info *format, const struct vocabulary *vocabulary, char *text,
                            size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int type = 0; scree_type_name((scree_type)type) != NULL && length < size; type++) {
        if (format->types[type] && vocabulary_offers(vocabulary, type)) {
            length += (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "",
                                       scree_type_name((scree_type)type));
        }
    }
}
