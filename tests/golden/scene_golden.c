/* Golden values of scenes: golden.h has the command line. */
#include "golden.h"
#include "scene_cases.h"

static bool describe(scree_device *device, unsigned number, char *line, size_t size)
{
    static uint32_t pixels[SCENE_PIXELS];
    scene_case c;
    scene_case_make(number, &c);
    const bool is_made = scene_case_run(device, &c, false, pixels) == SCREE_OK;
    if (is_made) {
        golden_describe(c.name, pixels, SCENE_PIXELS, line, size);
    }
    return is_made;
}

int main(int argc, char **argv)
{
    return golden_main(argc, argv, describe, SCENE_CASES);
}
