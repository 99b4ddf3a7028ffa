/* Golden values of particles: golden.h has the command line. */
#include <stdlib.h>

#include "golden.h"
#include "particle_cases.h"

static bool describe(scree_device *device, unsigned number, char *line, size_t size)
{
    particle_case c;
    particle_case_make(number, &c);
    const size_t count = particle_case_words(&c);
    uint32_t *words = calloc(count, sizeof *words);
    const bool is_made = words != NULL && particle_case_run(device, &c, false, words) == SCREE_OK;
    if (is_made) {
        golden_describe(c.name, words, count, line, size);
    }
    free(words);
    return is_made;
}

int main(int argc, char **argv)
{
    return golden_main(argc, argv, describe, PARTICLE_CASES);
}
