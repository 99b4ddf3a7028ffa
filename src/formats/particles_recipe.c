/* Particles in files: their coordinates, and the recipe that they were made by. */
#include <math.h>
#include <string.h>

#include "choices.h"
#include "context_internal.h"
#include "particles_type.h"
#include "recipe_internal.h"
#include "recipe_type.h"

/* A recipe of particles as it is read and printed. */
typedef struct particle_recipe {
    scree_particle_params params;
    uint32_t numbers; /* How many numbers of the system are given. */
    uint32_t origin;  /* How many coordinates of the box's corner are given. */
    uint32_t size;    /* How many sides of the box are given. */
} particle_recipe;

SCREE_DEFINE_BY_NUMBER(system_name, scree_particle_system, scree_particle_system_name)
SCREE_DEFINE_BY_NUMBER(integrator_name, scree_particle_integrator, scree_particle_integrator_name)
SCREE_DEFINE_BY_NUMBER(type_name, scree_particle_type, scree_particle_type_name)

#define AT(member) .offset = offsetof(particle_recipe, member), .minimum = -HUGE_VAL, .maximum = HUGE_VAL
#define COUNTED_BY(member) .count_offset = offsetof(particle_recipe, member)

/* Limits that the library checks when it makes the field are not repeated here. */
static const scree_parameter table[] = {
    {.name = "system", .type = SCREE_PARAMETER_CHOICE, AT(params.system), .choice_name = system_name},
    {.name = "integrator", .type = SCREE_PARAMETER_CHOICE, AT(params.integrator), .choice_name = integrator_name},
    {.name = "type", .type = SCREE_PARAMETER_CHOICE, AT(params.type), .choice_name = type_name},
    {.name = "numbers",
     .type = SCREE_PARAMETER_REALS,
     AT(params.numbers),
     COUNTED_BY(numbers),
     .capacity = SCREE_MAX_SYSTEM_NUMBERS},
    {.name = "dt", .type = SCREE_PARAMETER_REAL, AT(params.time_step)},
    {.name = "seed", .type = SCREE_PARAMETER_U64, AT(params.seed)},
    {.name = "box_origin", .type = SCREE_PARAMETER_REALS, AT(params.box_origin), COUNTED_BY(origin), .capacity = 3},
    {.name = "box_size", .type = SCREE_PARAMETER_REALS, AT(params.box_size), COUNTED_BY(size), .capacity = 3},
    {.name = "first", .type = SCREE_PARAMETER_U64, AT(params.first)},
    {.name = "particles", .type = SCREE_PARAMETER_U64, AT(params.count)},
    {.name = "steps", .type = SCREE_PARAMETER_U64, AT(params.steps)},
};

static const scree_parameter *parameter_at(size_t number)
{
    return number < sizeof table / sizeof table[0] ? &table[number] : NULL;
}

static scree_result check_counts(const scree_value_reader *object, const particle_recipe *recipe)
{
    const scree_particle_system_info *info = scree_particle_system_describe(recipe->params.system);
    if (recipe->numbers != 0 && recipe->numbers != info->number_count) {
        return scree_fail(object->context, SCREE_ERROR_INVALID,
                          "%s: \"numbers\" is an array of %u; the system %s has %u numbers", object->name,
                          recipe->numbers, info->name, info->number_count);
    }
    if (recipe->origin != recipe->size || (recipe->origin != 0 && recipe->origin != 3)) {
        return scree_fail(
            object->context, SCREE_ERROR_INVALID,
            "%s: \"box_origin\" and \"box_size\" have %u and %u numbers; both must have 3, or be left out",
            object->name, recipe->origin, recipe->size);
    }
    return SCREE_OK;
}

static const char *field_name(int choice)
{
    return choice == 0 ? "particles" : NULL;
}

static scree_result make(const scree_value_reader *object, scree_recipe *sampling, scree_field **field)
{
    static const char *const others[] = {"field", NULL};
    const json_t *named = json_object_get(object->root, "field");
    particle_recipe recipe = {.numbers = 0};
    int unused = 0;
    (void)sampling;
    scree_result result = scree_value_check_keys(object, parameter_at, others);
    if (result == SCREE_OK && named != NULL) {
        result = scree_value_choice(object, "field", named, field_name, &unused);
    }
    if (result == SCREE_OK) {
        result = scree_value_parameters(object, parameter_at, &recipe);
    }
    if (result == SCREE_OK) {
        result = check_counts(object, &recipe);
    }
    recipe.params.has_numbers = recipe.numbers != 0;
    recipe.params.has_box = recipe.origin != 0;
    recipe.params.has_steps = json_object_get(object->root, "steps") != NULL;
    return result == SCREE_OK ? scree_field_from_particles(object->context, &recipe.params, field) : result;
}

static void append(scree_text *text, const scree_particle_params *params, unsigned indent)
{
    const scree_particle_system_info *info = scree_particle_system_describe(params->system);
    const particle_recipe recipe = {.params = *params, .numbers = info->number_count, .origin = 3, .size = 3};
    scree_printer out = {.text = text, .indent = indent, .first = true};
    scree_text_append(text, "{");
    scree_print_name(&out, "field", "particles");
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const bool is_reported = strcmp(table[i].name, "dt") == 0      ? !info->is_map
                                 : strcmp(table[i].name, "first") == 0 ? params->first > 0
                                                                       : true;
        if (is_reported) {
            scree_print_parameter(&out, &table[i], &recipe, 3);
        }
    }
    if (params->positions != NULL) {
        scree_print_name(&out, "places", "given");
    }
    scree_text_format(text, "\n%*s}", (int)indent, "");
}

char *scree_particles_describe(const scree_particle_params *params, unsigned indent)
{
    scree_text text = {0};
    append(&text, params, indent);
    if (text.failed) {
        scree_text_clear(&text);
    }
    return text.data;
}

/* Positions are in no text. */
static bool has_text(const scree_field *field)
{
    return scree_particles_params(field)->positions == NULL;
}

static void print(const scree_field *field, const scree_grid *grid, const scree_output *output, unsigned indent,
                  scree_text *text)
{
    (void)grid;
    (void)output;
    append(text, scree_particles_params(field), indent);
}

static scree_result describe(const scree_field *field, const scree_grid *grid, scree_file_contents *contents,
                             scree_writer_params *params)
{
    const scree_particle_params *particles = scree_particles_params(field);
    const scree_type type = particles->type == SCREE_PARTICLE_F64 ? SCREE_TYPE_F64 : SCREE_TYPE_F32;
    (void)grid;
    contents->volume =
        (scree_volume){.axes = 2, .count = {3, particles->count}, .type = type, .source = type, .name = "positions"};
    params->volume = &contents->volume;
    return SCREE_OK;
}

const scree_recipe_type scree_particles_recipe_type = {
    .key = "particles", .name = "particles", .make = make, .has_text = has_text, .print = print, .describe = describe};
