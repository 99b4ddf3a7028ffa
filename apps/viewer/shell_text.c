#include "shell_text.h"

#include "../../src/base/number_text.h"

void shell_text_quote(scree_text *text, const char *word)
{
    scree_text_append(text, "'");
    for (; *word != '\0'; word++) {
        if (*word == '\'') {
            scree_text_append(text, "'\\''");
        } else {
            scree_text_append_bytes(text, word, 1);
        }
    }
    scree_text_append(text, "'");
}

/* A value with a minus sign is joined to its option, so that it is not taken for another option. */
void shell_text_add_reals(scree_text *text, const char *name, uint32_t count, const double *numbers)
{
    char number[SCREE_NUMBER_TEXT_SIZE];
    scree_text_format(text, " --%s%s", name, numbers[0] < 0 ? "=" : " ");
    for (uint32_t i = 0; i < count; i++) {
        scree_double_print(number, numbers[i] + 0.0);
        scree_text_format(text, "%s%s", i > 0 ? "," : "", number);
    }
}

void shell_text_add_real(scree_text *text, const char *name, double number)
{
    shell_text_add_reals(text, name, 1, &number);
}

char *shell_text_end(scree_text *text)
{
    if (text->failed) {
        scree_text_clear(text);
    }
    return text->data;
}
