/* The words of every enumeration: each number has its own, by which it is found again, and keeps it. */
#include "fixture.h"

#include <string.h>

/* Enumerations, their lowest number, and their first words from that on; a later version may have more. */
#define ENUMERATIONS(ROW)                                                                                 \
    ROW(scree_backend, -1, "auto|cpu|vulkan|cuda|")                                                       \
    ROW(scree_cpu_level, 0, "auto|scalar|sse41|avx2|avx512|neon|")                                        \
    ROW(scree_device_kind, 0, "cpu|discrete GPU|integrated GPU|virtual GPU|software GPU|")                \
    ROW(scree_distance_edge, 0, "open|clamp|")                                                            \
    ROW(scree_distance_method, 0, "exact|jfa|1+jfa|1+jfa+2|jfa+2|jfa+1|jfa2|naive|")                      \
    ROW(scree_distance_sign, 0, "both|outside|inside|")                                                   \
    ROW(scree_distance_surface, 0, "voxels|columns|mesh|")                                                \
    ROW(scree_exposure, 0, "additive|linear|log|equalised|")                                              \
    ROW(scree_format, 0, "png|r16|r32|npy|")                                                              \
    ROW(scree_handedness, 0, "opengl|directx|")                                                           \
    ROW(scree_log_level, 0, "error|warning|info|")                                                        \
    ROW(scree_nodata_rule, 0, "refuse|fill|lowest|")                                                      \
    ROW(scree_noise_distribution, 0, "own|uniform|normal|")                                               \
    ROW(scree_noise_fade, 0, "quintic|cubic|cosine|linear|")                                              \
    ROW(scree_noise_feature, 0, "f1|f2|f3|f2-f1|f1*f2|value|border|offset-x|offset-y|offset-z|offset-w|") \
    ROW(scree_noise_fractal, 0, "fbm|billow|ridged|ping-pong|")                                           \
    ROW(scree_noise_gradients, 0, "edges|sphere|cube|")                                                   \
    ROW(scree_noise_hash, 0, "scree|perlin2002|")                                                         \
    ROW(scree_noise_kind, 0, "perlin|value|white|simplex|")                                               \
    ROW(scree_noise_measure, 0, "height|distance|")                                                       \
    ROW(scree_noise_metric, 0, "euclidean|squared|manhattan|chebyshev|hybrid|")                           \
    ROW(scree_noise_orientation, 0, "classic|xy-planes|xyz|")                                             \
    ROW(scree_noise_profile, 0, "wave|saw|")                                                              \
    ROW(scree_noise_warp_fractal, 0, "independent|progressive|")                                          \
    ROW(scree_op, 0, "constant|add|sub|mul|div|min|max|smin|smax|abs|neg|sign|floor|ceil|round|")         \
    ROW(scree_parameter_type, 0, "choice|u32|u64|real|flag|reals|axes|")                                  \
    ROW(scree_particle_colour, 0, "density|speed|age|x|y|z|")                                             \
    ROW(scree_particle_integrator, 0, "default|euler|rk4|")                                               \
    ROW(scree_particle_shape, 0, "points|lines|quads|")                                                   \
    ROW(scree_particle_system, 0, "lorenz|rossler|thomas|aizawa|")                                        \
    ROW(scree_particle_type, 0, "f64|f32|")                                                               \
    ROW(scree_ramp, 0, "grey|viridis|magma|inferno|plasma|cividis|terrain|atlas|water|sand|wood|")        \
    ROW(scree_range_mode, 0, "fixed|measured|given|")                                                     \
    ROW(scree_scene_colour, 0, "value|height|normal|cell|plain|")                                         \
    ROW(scree_scene_kind, 0, "map|terrain|voxels|cloud|")                                                 \
    ROW(scree_span_kind, 0, "compute|download|prepare|")                                                  \
    ROW(scree_type, 0, "f32|u16|u8|i16|f16|u32|i32|i8|f64|")

/* Enumerations that have lines for people, too. */
#define DESCRIBED(ROW)            \
    ROW(scree_distance_method)    \
    ROW(scree_distance_surface)   \
    ROW(scree_exposure)           \
    ROW(scree_format)             \
    ROW(scree_handedness)         \
    ROW(scree_noise_distribution) \
    ROW(scree_noise_fade)         \
    ROW(scree_noise_feature)      \
    ROW(scree_noise_fractal)      \
    ROW(scree_noise_gradients)    \
    ROW(scree_noise_hash)         \
    ROW(scree_noise_kind)         \
    ROW(scree_noise_measure)      \
    ROW(scree_noise_metric)       \
    ROW(scree_noise_orientation)  \
    ROW(scree_noise_profile)      \
    ROW(scree_noise_warp_fractal) \
    ROW(scree_op)                 \
    ROW(scree_particle_system)    \
    ROW(scree_ramp)               \
    ROW(scree_scene_kind)         \
    ROW(scree_type)

/* The functions of an enumeration, by plain numbers. */
#define BY_NUMBER(type, first, words)                         \
    static const char *type##_word(int number)                \
    {                                                         \
        return type##_name((type)number);                     \
    }                                                         \
    static bool type##_number(const char *word, int *number)  \
    {                                                         \
        type found = (type)(first);                           \
        const bool is_found = type##_from_name(word, &found); \
        *number = (int)found;                                 \
        return is_found;                                      \
    }
ENUMERATIONS(BY_NUMBER)

#define LINE_BY_NUMBER(type)                     \
    static const char *type##_line(int number)   \
    {                                            \
        return type##_description((type)number); \
    }
DESCRIBED(LINE_BY_NUMBER)

typedef struct enumeration {
    const char *(*word)(int number);
    bool (*number)(const char *word, int *number);
    int first;
    const char *words;
} enumeration;

#define ENUMERATION(type, first, words) {type##_word, type##_number, first, words},
static const enumeration enumerations[] = {ENUMERATIONS(ENUMERATION)};

#define ENUMERATION_COUNT (sizeof enumerations / sizeof enumerations[0])

/* All words, each with a bar behind it. */
static int list_words(const enumeration *of, char text[512])
{
    int number = of->first;
    text[0] = '\0';
    for (; of->word(number) != NULL; number++) {
        assert_true(strlen(text) + strlen(of->word(number)) + 2 <= 512);
        strcat(strcat(text, of->word(number)), "|");
    }
    return number;
}

static void numbers_keep_their_words(void **state)
{
    for (size_t i = 0; i < ENUMERATION_COUNT; i++) {
        char text[512];
        list_words(&enumerations[i], text);
        text[strlen(enumerations[i].words)] = '\0';
        assert_string_equal(text, enumerations[i].words);
    }
}

/* The first number of a word is its only one if every number is found by its own. */
static void words_are_found(void **state)
{
    for (size_t i = 0; i < ENUMERATION_COUNT; i++) {
        char text[512];
        const int end = list_words(&enumerations[i], text);
        int found = 0;
        assert_null(strchr(text, '_'));
        for (int number = enumerations[i].first; number < end; number++) {
            assert_true(enumerations[i].number(enumerations[i].word(number), &found));
            assert_int_equal(found, number);
        }
    }
}

static void what_is_no_word_is_not_found(void **state)
{
    for (size_t i = 0; i < ENUMERATION_COUNT; i++) {
        static const char *const wrong[] = {"no such name", "", NULL};
        for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++) {
            int untouched = 0;
            assert_false(enumerations[i].number(wrong[w], &untouched));
            assert_int_equal(untouched, enumerations[i].first);
        }
        assert_null(enumerations[i].word(enumerations[i].first - 1));
        assert_null(enumerations[i].word(1000));
    }
}

/* A line for each word, and none beyond. */
static void check_lines(const char *(*word)(int number), const char *(*line)(int number))
{
    int number = 0;
    for (; word(number) != NULL; number++) {
        assert_non_null(line(number));
        assert_string_not_equal(line(number), "");
    }
    assert_null(line(number));
    assert_null(line(-1));
}

#define CHECK_LINES(type) check_lines(type##_word, type##_line);

static void words_have_lines_for_people(void **state)
{
    DESCRIBED(CHECK_LINES)
}

static void results_have_names(void **state)
{
    int count = 0;
    scree_result found = SCREE_OK;
    for (; strcmp(scree_result_name((scree_result)-count), "unknown result") != 0; count++) {
        assert_true(scree_result_from_name(scree_result_name((scree_result)-count), &found));
        assert_int_equal(found, -count);
    }
    assert_int_equal(count, 1 - SCREE_ERROR_INTERNAL);
    assert_string_equal(scree_result_name(SCREE_ERROR_IO), "SCREE_ERROR_IO");
    assert_string_equal(scree_result_name((scree_result)5), "unknown result");
    assert_false(scree_result_from_name("unknown result", &found));
    assert_false(scree_result_from_name(NULL, &found));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_keep_their_words),     cmocka_unit_test(words_are_found),
        cmocka_unit_test(what_is_no_word_is_not_found), cmocka_unit_test(words_have_lines_for_people),
        cmocka_unit_test(results_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
