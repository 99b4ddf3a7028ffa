/* The command whose output is what is seen. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "final_scene.h"
#include "parameter_value.h"
#include "particle_view.h"
#include "render_command.h"
#include "viewer.h"
#include "viewer_internal.h"

/* JSON on one line: line feeds stand between values only, and are followed by blanks. */
static void join_lines(char *json)
{
    char *to = json;
    for (const char *from = json; *from != '\0'; from++) {
        if (*from == '\n') {
            while (from[1] == ' ') {
                from++;
            }
            continue;
        }
        *to++ = *from;
    }
    *to = '\0';
}

static void add_source(const viewer *self, scree_text *text)
{
    char *json = self->state.file < 0 ? viewer_recipe_text(self) : NULL;
    if (self->state.file >= 0) {
        scree_text_format(text, " ");
        shell_text_quote(text, self->opened[self->state.file].path);
    } else if (json != NULL) {
        join_lines(json);
        scree_text_format(text, " --recipe ");
        shell_text_quote(text, json);
    }
    text->failed = text->failed || (self->state.file < 0 && json == NULL);
    if (self->second_path != NULL) {
        scree_text_format(text, " --compare ");
        shell_text_quote(text, self->second_path);
    }
    free(json);
}

/* Some stand there in any case, because what is opened would choose other ones. */
static bool is_needed(const viewer *self, const scree_parameter *row)
{
    const viewer_view *view = &self->state.view;
    const bool is_shown = strcmp(row->name, "panel") != 0 && strcmp(row->name, "turn") != 0;
    const bool is_chosen = strcmp(row->name, "scene") == 0 || strcmp(row->name, "range") == 0 ||
                           strcmp(row->name, "edge-fade") == 0 ||
                           (self->has_second && strcmp(row->name, "comparison") == 0);
    /* Levels that are set turn on what uses them. */
    if (strcmp(row->name, "threshold") == 0) {
        return !view->auto_threshold;
    }
    if (strcmp(row->name, "water") == 0) {
        return view->has_water;
    }
    if (strcmp(row->name, "auto-threshold") == 0 || strcmp(row->name, "has-water") == 0) {
        return false;
    }
    return is_shown && (is_chosen || !parameter_is_default(row, view));
}

static void add_view(const viewer *self, scree_text *text)
{
    char value[PARAMETER_TEXT];
    for (size_t number = 0; viewer_view_parameter(number) != NULL; number++) {
        const scree_parameter *row = viewer_view_parameter(number);
        if (!is_needed(self, row)) {
            continue;
        }
        parameter_print(row, &self->state.view, value, sizeof value);
        if (row->type != SCREE_PARAMETER_FLAG) {
            scree_text_format(text, " --%s %s", row->name, value);
        } else {
            scree_text_format(text, strcmp(value, "true") == 0 ? " --%s" : " --no-%s", row->name);
        }
    }
}

/* The command of the viewer without a window, for scenes that `scree render` does not draw. */
static char *viewer_line(const viewer *self, uint32_t width, uint32_t height, const char *output)
{
    scree_text text = {0};
    scree_text_format(&text, "scree-viewer");
    add_source(self, &text);
    add_view(self, &text);
    if (self->memory_limit > 0) {
        scree_text_format(&text, " --memory %llu", (unsigned long long)self->memory_limit);
    }
    scree_text_format(&text, " --size %ux%u", width, height);
    if (output != NULL) {
        scree_text_format(&text, " --output ");
        shell_text_quote(&text, output);
    }
    return shell_text_end(&text);
}

char *viewer_command(const viewer *self, uint32_t width, uint32_t height, const char *output)
{
    const viewer_view *view = &self->state.view;
    struct final_scene scene;
    char reason[256];
    char *line = NULL;
    if (viewer_get_algorithm(self) != NULL) {
        return NULL;
    }
    const bool is_found = final_scene_find(self, width, height, &scene, reason, sizeof reason);
    if (is_found && final_scene_is_rendered(self, &scene)) {
        line = render_command(self, &scene, width, height, output);
    } else if (is_found && particle_command_exists(view) && scene.plan.count[0] == view->particles) {
        line = particle_command(view, width, height, output);
    } else {
        line = viewer_line(self, width, height, output);
    }
    final_scene_clear(&scene);
    return line;
}
