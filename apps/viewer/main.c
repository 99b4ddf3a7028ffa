/* The command `scree-viewer`. */
#include <signal.h>
#include <stdio.h>

#include "../scree/command.h"
#include "../scree/message.h"
#include "../scree/standard_streams.h"
#include "begin.h"
#include "headless.h"
#include "options.h"
#include "window.h"

static int print_version(void)
{
    printf("scree-viewer %s (output revision %u)\n", scree_version(), (unsigned)scree_output_revision());
    return EXIT_CODE_OK;
}

static int print_bindings(void)
{
    viewer_binding binding;
    for (size_t number = 0; viewer_binding_get(number, &binding); number++) {
        printf("%-22s %s\n", binding.keys, binding.what);
    }
    return EXIT_CODE_OK;
}

static int run_window(const struct viewer_options *options, viewer_messages *messages)
{
    scree_recipe recipe;
    struct recipe_scene scene;
    viewer_start start;
    char text[512];
    const int code = begin_start(options, messages, &recipe, &scene, &start);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    const window_options window = {
        .width = options->width,
        .height = options->height,
        .play = options->play,
        .record = options->record,
        .pictures = options->pictures,
        .is_offscreen = options->is_offscreen,
        .without_vulkan = options->is_plain,
        .font = options->font,
        .scale = options->scale,
    };
    if (!window_run(&start, &window, text, sizeof text)) {
        message_error("%s", text);
        return EXIT_CODE_FAILED;
    }
    return EXIT_CODE_OK;
}

static int show(const struct viewer_options *options)
{
    viewer_messages *messages = viewer_messages_create();
    if (messages == NULL) {
        message_error("no memory for the viewer");
        return EXIT_CODE_FAILED;
    }
    const int code = options_are_headless(options) && !options->is_offscreen ? headless_run(options, messages)
                                                                             : run_window(options, messages);
    viewer_messages_destroy(&messages);
    return code;
}

static int run(const struct viewer_options *options)
{
    if (options->prints_help) {
        options_print_help();
        return EXIT_CODE_OK;
    }
    if (options->prints_manual) {
        options_print_manual();
        return EXIT_CODE_OK;
    }
    if (options->prints_version) {
        return print_version();
    }
    return options->prints_bindings ? print_bindings() : show(options);
}

int main(int count, char **texts)
{
    struct viewer_options options;
    standard_streams_open();
    message_name_program("scree-viewer");
    signal(SIGPIPE, SIG_IGN); /* A reader that goes away is an error that is reported. */
    signal(SIGXFSZ, SIG_IGN);
    int code = options_read(&options, count, texts);
    if (code == EXIT_CODE_OK) {
        code = run(&options);
    }
    options_free(&options);
    return standard_streams_close(code);
}
