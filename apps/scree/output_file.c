#include "output_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "enumeration_names.h"
#include "message.h"
#include "signals.h"
#include "text.h"

void output_file_list_extensions(const struct enumeration *offered, struct text *text)
{
    const char *between = "";
    for (int number = 0; scree_format_describe((scree_format)number) != NULL; number++) {
        if (enumeration_offers(offered, number)) {
            fprintf(text->stream, "%s%s", between, scree_format_describe((scree_format)number)->extensions);
            between = " ";
        }
    }
}

/* The words that are offered, instead of one that is not written. */
static int refuse_format(const struct option *option, const char *text)
{
    struct text words;
    enumeration_add_names(option->enumeration, text_begin(&words));
    message_error("--%s %s: files of this format are only read; give one of %s", option->name, text, text_end(&words));
    text_clear(&words);
    return EXIT_CODE_USAGE;
}

int output_file_find_by_name(const struct option *option, const struct enumeration *offered, const char *path,
                             scree_format *format)
{
    const bool has_format = option == &option_table[OPTION_OUTPUT] && offered != &enumeration_drawing_formats;
    if (strcmp(path, "-") == 0) {
        message_error("--%s -: cannot go to stdout; name a file%s", option->name,
                      has_format ? ", or give --format and -o /dev/stdout" : "");
        return EXIT_CODE_USAGE;
    }
    const bool named = scree_format_from_path(path, format);
    const scree_format_info *info = named ? scree_format_describe(*format) : NULL;
    if (info != NULL && info->is_written) {
        return EXIT_CODE_OK;
    }
    struct text extensions;
    output_file_list_extensions(offered, text_begin(&extensions));
    message_error("--%s %s: %s%s%s; give one of %s%s", option->name, path,
                  named ? "files of the format " : "no format has this extension", named ? info->name : "",
                  named ? " are only read" : "", text_end(&extensions), has_format ? ", or --format" : "");
    text_clear(&extensions);
    return EXIT_CODE_USAGE;
}

/* Finds the format that is asked for, by its name or by the extension of the file. */
static int find_format(const struct option_value *values, enum option_id format_option, struct output_file *file)
{
    const struct option_value *output = &values[OPTION_OUTPUT];
    const struct option_value *format = &values[format_option];
    *file = (struct output_file){.path = output->given ? output->text : NULL,
                                 .option = OPTION_OUTPUT,
                                 .text = output->text,
                                 .has_type = values[OPTION_TYPE].given || values[OPTION_DISTANCE_TYPE].given};
    if (format->given && !(output->given && strcmp(output->text, "-") == 0)) {
        file->option = format_option;
        file->text = format->text;
        file->has_format = true;
        file->format = (scree_format)format->choice;
        return scree_format_describe(file->format)->is_written
                   ? EXIT_CODE_OK
                   : refuse_format(&option_table[format_option], format->text);
    }
    if (file->path == NULL) {
        return EXIT_CODE_OK;
    }
    const int code = output_file_find_by_name(&option_table[OPTION_OUTPUT], option_table[format_option].enumeration,
                                              file->path, &file->format);
    file->has_format = code == EXIT_CODE_OK;
    return code;
}

int output_file_find(const struct option_value *values, enum option_id format_option, struct output_file *file)
{
    const int code = find_format(values, format_option, file);
    const scree_format_info *info = code == EXIT_CODE_OK && file->has_format ? scree_format_describe(file->format)
                                                                             : NULL;
    if (info != NULL && !info->has_sidecar && values[OPTION_NO_SIDECAR].given) {
        message_error("--no-sidecar: has no effect here; files of the format %s hold their metadata themselves",
                      info->name);
        return EXIT_CODE_USAGE;
    }
    return code;
}

/* Adds the types that a format is written with, of those that an enumeration of types offers: "f32, f16". */
static void list_types(const scree_format_info *format, const struct enumeration *enumeration, struct text *text)
{
    for (int type = 0; scree_type_name((scree_type)type) != NULL; type++) {
        if (scree_format_holds(format, type) && enumeration_offers(enumeration, type)) {
            text_add_word(text, scree_type_name((scree_type)type));
        }
    }
}

int output_file_check_type(const struct output_file *file, scree_type type, const struct enumeration *types,
                           const char *what, const char *in_words)
{
    const scree_format_info *info = file->has_format ? scree_format_describe(file->format) : NULL;
    const bool is_offered = enumeration_offers(types, (int)type);
    if (!is_offered && (file->has_type || info == NULL)) {
        message_error("--type %s: %s", scree_type_name(type), in_words);
        return EXIT_CODE_USAGE;
    }
    if (is_offered && (info == NULL || scree_format_holds(info, type))) {
        return EXIT_CODE_OK;
    }
    const char *option = option_table[file->option].name;
    struct text held;
    list_types(info, types, text_begin(&held));
    if (!is_offered || !held.has_words) {
        message_error("--%s %s: the format %s holds no %s%s", option, file->text, info->name, what,
                      info->holds_colours ? "; --slice makes a picture of some" : "");
    } else if (!file->has_type) {
        message_error("--%s %s: the format %s holds %s; %s", option, file->text, info->name, text_end(&held), in_words);
    } else {
        message_error("--type %s: the format %s holds %s", scree_type_name(type), info->name, text_end(&held));
    }
    text_clear(&held);
    return EXIT_CODE_USAGE;
}

static bool holds_channels(const scree_format_info *format, bool are_colours)
{
    return format->holds_channels || (are_colours && format->holds_colours);
}

static int refuse_channels(const struct output_file *file, const char *channels, bool are_colours)
{
    struct text formats;
    uint32_t count = 1;
    for (const char *blank = strchr(channels, ' '); blank != NULL; blank = strchr(blank + 1, ' ')) {
        count++;
    }
    text_begin(&formats);
    for (int number = 0; scree_format_describe((scree_format)number) != NULL; number++) {
        if (holds_channels(scree_format_describe((scree_format)number), are_colours)) {
            text_add_word(&formats, scree_format_describe((scree_format)number)->name);
        }
    }
    message_error("--%s %s: a sample has %" PRIu32
                  " channels (%s), which the format %s does not hold; formats that do: "
                  "%s",
                  option_table[file->option].name, file->text, count, channels,
                  scree_format_describe(file->format)->name, text_end(&formats));
    text_clear(&formats);
    return EXIT_CODE_USAGE;
}

int output_file_check_layout(const struct output_file *file, uint32_t axes, const char *channels, bool are_colours)
{
    const scree_format_info *info = file->has_format ? scree_format_describe(file->format) : NULL;
    if (info != NULL && channels != NULL && !holds_channels(info, are_colours)) {
        return refuse_channels(file, channels, are_colours);
    }
    if (info != NULL && axes > info->max_axes) {
        message_error("--%s %s: it would have %" PRIu32 " axes; the format %s holds 1 to %" PRIu32,
                      option_table[file->option].name, file->text, axes, info->name, info->max_axes);
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

int output_file_check_video(const struct option_value *values, bool has_frames, const struct output_file *file)
{
    const bool is_video = file->has_format && scree_format_describe(file->format)->is_video;
    if (!is_video && values[OPTION_FRAME_RATE].given) {
        return option_refuse(values, OPTION_FRAME_RATE,
                             "has no effect here; it is for videos, -o with .mp4, .gif or .webp");
    }
    return is_video && !has_frames ? option_refuse(values, OPTION_OUTPUT, "a video has frames; give --frames, too")
                                   : EXIT_CODE_OK;
}

static bool is_interrupted(void *user)
{
    (void)user;
    return signals_interrupted();
}

scree_writer_params output_file_writer_params(const struct option_value *values, const char *path, scree_format format)
{
    return (scree_writer_params){
        .path = path,
        .format = format,
        .replaces = values[OPTION_FORCE].given,
        .skips_sync = values[OPTION_NO_SYNC].given,
        .skips_sidecar = values[OPTION_NO_SIDECAR].given,
        .threads = (uint32_t)values[OPTION_THREADS].whole,
        .compression = (uint32_t)values[OPTION_COMPRESSION].whole,
        .frame_rate = (uint32_t)values[OPTION_FRAME_RATE].whole,
        .interrupted = is_interrupted,
    };
}

scree_result output_file_finish(scree_writer *writer, const scree_range *mapped, const scree_range *measured)
{
    const scree_result result = scree_writer_complete(writer, mapped, measured);
    if (result != SCREE_OK) {
        return result;
    }
    return signals_interrupted() ? SCREE_ERROR_CANCELLED : scree_writer_commit(&writer, 1);
}
