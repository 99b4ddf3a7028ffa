/* Encoded trees of FastNoise2: what is accepted is an expression, in any number of axes; what is refused says why. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include <scree/import.h>
#include <scree/recipe.h>

#include "context_internal.h"
#include "last_error.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *encoded = malloc(size + 1);
    FUZZ_REQUIRE(encoded != NULL);
    if (size > 0) {
        memcpy(encoded, data, size);
    }
    encoded[size] = '\0';
    for (uint32_t axes = 2; axes <= 4; axes++) {
        char *text = NULL;
        const scree_result result = scree_import_fastnoise2(scree_context_silent(), encoded, axes, &text);
        FUZZ_REQUIRE((result == SCREE_OK) == (text != NULL));
        FUZZ_REQUIRE(result == SCREE_OK || result == SCREE_ERROR_FORMAT || result == SCREE_ERROR_INVALID);
        FUZZ_REQUIRE(result == SCREE_OK || scree_last_error()[0] != '\0');
        scree_recipe_text_free(&text);
    }
    free(encoded);
    return 0;
}
