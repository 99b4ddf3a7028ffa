/* The kind of the scene of `scree render`, and whether options and samples suit it. */
#include <inttypes.h>
#include <math.h>

#include "command.h"
#include "message.h"
#include "render.h"
#include "text.h"

/* The first option that is given and has no effect on a kind of scene; -1 where there is none. */
static int find_idle(const struct option_value *values, scree_scene_kind kind)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        const uint32_t scenes = option_table[id].scenes;
        if (values[id].given && scenes != 0 && !scree_scene_kind_takes(kind, scenes)) {
            return id;
        }
    }
    return -1;
}

static int check_scopes(const struct option_value *values, scree_scene_kind kind)
{
    const int idle = find_idle(values, kind);
    if (idle < 0) {
        return EXIT_CODE_OK;
    }
    struct text names;
    text_begin(&names);
    for (int k = 0; scree_scene_kind_name((scree_scene_kind)k) != NULL; k++) {
        if (scree_scene_kind_takes((scree_scene_kind)k, option_table[idle].scenes)) {
            text_add_word(&names, scree_scene_kind_name((scree_scene_kind)k));
        }
    }
    option_refuse(values, (enum option_id)idle, "has no effect on --scene %s; it is for %s",
                  scree_scene_kind_name(kind), text_end(&names));
    text_clear(&names);
    return EXIT_CODE_USAGE;
}

bool render_scene_takes(const struct option_value *values, int kind)
{
    return find_idle(values, (scree_scene_kind)kind) < 0;
}

int render_scene_asked(const struct option_value *values)
{
    return values[OPTION_SCENE].given ? (int)recipe_scene_kind(values[OPTION_SCENE].choice) : -1;
}

/* The scene that is asked for, or the one that suits the samples. */
static int choose_kind(const struct field_request *field, const struct render *render, scree_scene_kind *kind)
{
    const struct render_source *source = &render->source;
    const int asked = render_scene_asked(field->values);
    const int told = source->scene.kind;
    const bool is_of_recipe = told >= 0 && scree_scene_kind_describe((scree_scene_kind)told)->axes == render->axes;
    *kind = asked >= 0     ? (scree_scene_kind)asked
            : is_of_recipe ? (scree_scene_kind)told
                           : recipe_scene_usual_kind(render->axes, render->axes == 3 && source->has_distances);
    const scree_scene_kind_info *info = scree_scene_kind_describe(*kind);
    if (info->axes != render->axes) {
        message_error("--scene %s: shows samples of %u axes, and %s has %u", info->name, (unsigned)info->axes,
                      source->name, (unsigned)render->axes);
        return EXIT_CODE_USAGE;
    }
    if (info->has_distances && source->grid != NULL) {
        return option_refuse(field->values, OPTION_SCENE,
                             "shows distances, and noise is none; 'scree sdf' makes a distance field of it");
    }
    return check_scopes(field->values, *kind);
}

static int check_counts(const struct render *render, const char *name)
{
    const scree_scene_kind_info *kind = scree_scene_kind_describe(render->scene.kind);
    double all = 1.0;
    for (int axis = 0; axis < 3; axis++) {
        all *= (double)render->count[axis];
        if (render->count[axis] > kind->max_side || all >= 0x1p32) {
            message_error("%s: has too many samples for a scene of the kind %s: at most %" PRIu32
                          " along each axis, and fewer "
                          "than 2^32 in all",
                          name, kind->name, kind->max_side);
            return EXIT_CODE_USAGE;
        }
    }
    return EXIT_CODE_OK;
}

/* Samples that a scene can show. */
static int check_box(const struct render *render)
{
    const double *side = render->box.side;
    const double longest = fmax(fmax(side[0], side[1]), side[2]);
    if (!(longest <= SCREE_MAX_SCENE_SIDES_RATIO)) {
        message_error("%s: the longest side of its samples is %g times the shortest; a scene shows at most %d times",
                      render->source.name, longest, SCREE_MAX_SCENE_SIDES_RATIO);
        return EXIT_CODE_USAGE;
    }
    return check_counts(render, render->source.name);
}

int render_scene_choose_kind(const struct field_request *field, struct render *render)
{
    const int code = choose_kind(field, render, &render->scene.kind);
    render->box = scree_scene_box_of(render->count, render->axes, render->sides);
    return code == EXIT_CODE_OK ? check_box(render) : code;
}
