/* The operators as the library's users see them: their definitions, in the order of the public enum. */
#include <ctype.h>

#include "choices.h"
#include "context_internal.h"
#include "op_definition.h"

#define DEFINITION(OP, name) [SCREE_OP_##OP] = &scree_op_definition_##name,
static const scree_op_definition *const ops[] = {SCREE_OPS(DEFINITION)};

#define POSITION(OP, name) POSITION_##OP,
enum { SCREE_OPS(POSITION) };
#define NUMBER_IS_PUBLIC(OP, name) \
    _Static_assert((int)SCREE_OP_##OP == (int)POSITION_##OP, "the list and users number the operators alike");
SCREE_OPS(NUMBER_IS_PUBLIC)

const scree_op_definition *scree_op_definition_of(scree_op op)
{
    return (size_t)op < SCREE_OP_COUNT ? ops[op] : NULL;
}

const scree_op_info *scree_op_describe(scree_op op)
{
    return (size_t)op < SCREE_OP_COUNT ? &ops[op]->info : NULL;
}

const scree_op_input_info *scree_op_input_describe(scree_op op, uint32_t number)
{
    return (size_t)op < SCREE_OP_COUNT && number < ops[op]->info.input_count ? &ops[op]->input[number] : NULL;
}

/* The next letter or digit of a text within a list; NULL at the end of its part. */
static const char *next_letter(const char *text)
{
    while (*text != '\0' && *text != ',' && !isalnum((unsigned char)*text)) {
        text++;
    }
    return *text != '\0' && *text != ',' ? text : NULL;
}

/* Whether two names have the same letters and digits, whatever is between them: "Map Range" and "map_range". */
static bool are_alike(const char *a, const char *b)
{
    for (a = next_letter(a), b = next_letter(b); a != NULL && b != NULL;
         a = next_letter(a + 1), b = next_letter(b + 1)) {
        if (!scree_same_letters(a, b, 1)) {
            return false;
        }
    }
    return a == NULL && b == NULL;
}

bool scree_op_is_called_elsewhere(scree_op op, const char *name)
{
    bool is = false;
    for (const char *part = scree_op_describe(op)->elsewhere; part != NULL && !is; part = strchr(part, ',')) {
        part += strspn(part, ", ");
        is = are_alike(part + strcspn(part, " "), name);
    }
    return is;
}

SCREE_DEFINE_CHOICES_BY(scree_op, scree_op_describe)
