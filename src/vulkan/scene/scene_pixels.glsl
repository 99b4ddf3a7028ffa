// Draws the pixels of a scene, a thread for each. The shader that includes this has defined
// scene_light(memory, column, row), the light of a pixel of the whole picture.
layout(std430, binding = BINDING_VALUES) writeonly buffer pixel_words { uint scene_pixels[]; };

void main()
{
    uint column = gl_GlobalInvocationID.x;
    uint row = gl_GlobalInvocationID.y;
    if (column < scree_table_word(0u, SCREE_SCENE_WIDTH) && row < scree_table_word(0u, SCREE_SCENE_HEIGHT)) {
        scree_scene_light light = scene_light(scene_memory(), scree_table_word(0u, SCREE_SCENE_LEFT) + column,
                                              scree_table_word(0u, SCREE_SCENE_TOP) + row);
        scene_pixels[push.pixels + row * scree_table_word(0u, SCREE_SCENE_STRIDE) + column] = scree_scene_pixel(light);
    }
    check_watchdog();
}
