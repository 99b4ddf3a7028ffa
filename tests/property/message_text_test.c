/* Messages are lines of UTF-8 that a terminal shows and does not obey, and they are never cut. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "message_text.h"

static size_t encode(uint32_t character, char bytes[5])
{
    memset(bytes, 0, 5);
    if (character < 0x80) {
        bytes[0] = (char)character;
        return 1;
    }
    if (character < 0x800) {
        bytes[0] = (char)(0xc0 | character >> 6);
        bytes[1] = (char)(0x80 | (character & 0x3f));
        return 2;
    }
    if (character < 0x10000) {
        bytes[0] = (char)(0xe0 | character >> 12);
        bytes[1] = (char)(0x80 | (character >> 6 & 0x3f));
        bytes[2] = (char)(0x80 | (character & 0x3f));
        return 3;
    }
    bytes[0] = (char)(0xf0 | character >> 18);
    bytes[1] = (char)(0x80 | (character >> 12 & 0x3f));
    bytes[2] = (char)(0x80 | (character >> 6 & 0x3f));
    bytes[3] = (char)(0x80 | (character & 0x3f));
    return 4;
}

static void characters_are_read(void **state)
{
    for (uint32_t expected = 1; expected <= 0x10ffff + 0x1000; expected++) {
        char bytes[5];
        uint32_t found = 0;
        const size_t length = encode(expected, bytes);
        const bool is_none = (expected >= 0xd800 && expected <= 0xdfff) || expected > 0x10ffff;
        if (scree_character_read(bytes, &found) != (is_none ? 1 : length) ||
            found != (is_none ? SCREE_NO_CHARACTER : expected)) {
            fail_msg("U+%04X is read as U+%04X", expected, found);
        }
    }
}

static void wrong_bytes_are_no_characters(void **state)
{
    static const char *const texts[] = {"\x80",
                                        "\x9b",
                                        "\xbf",
                                        "\xc0\x80",
                                        "\xc1\xbf",
                                        "\xc3",
                                        "\xc3(",
                                        "\xe0\x80\x80",
                                        "\xe0\x9f\xbf",
                                        "\xe2\x80",
                                        "\xe2(\x80",
                                        "\xed\xa0\x80",
                                        "\xf0\x8f\xbf\xbf",
                                        "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80",
                                        "\xf0\x9f\x98",
                                        "\xfe",
                                        "\xff"};
    uint32_t character = 0;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(scree_character_read(texts[i], &character), 1);
        assert_int_equal(character, SCREE_NO_CHARACTER);
    }
    assert_int_equal(scree_character_read("", &character), 0);
}

static void what_terminals_obey_becomes_a_question_mark(void **state)
{
    static const struct {
        const char *text;
        const char *shown;
    } cases[] = {
        {"plain text", "plain text"},
        {"a\x01\tb\nc\x1b[31m\x7f", "a??b?c?[31m?"},
        {"\xc2\x80\xc2\x9b"
         "31m\xc2\x9f\xc2\xa0",
         "??31m?\xc2\xa0"},
        {"\x9b"
         "31m",
         "?31m"},
        {"txt.\xe2\x80\xae"
         "gnp",
         "txt.?gnp"},
        {"\xe2\x80\xaa\xe2\x80\xab\xe2\x80\xac\xe2\x80\xad\xe2\x80\xae", "?????"},
        {"\xe2\x81\xa6\xe2\x81\xa7\xe2\x81\xa8\xe2\x81\xa9", "????"},
        {"\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c\xe2\x80\xa8\xe2\x80\xa9", "?????"},
        {"M\xc3\xbcnchen \xe6\x9d\xb1\xe4\xba\xac \xd7\x90\xd7\x91 \xf0\x9f\x98\x80",
         "M\xc3\xbcnchen \xe6\x9d\xb1\xe4\xba\xac \xd7\x90\xd7\x91 \xf0\x9f\x98\x80"},
        {"M\xfcnchen \xe6\x9d", "M?nchen ??"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = strdup(cases[i].text);
        assert_non_null(text);
        scree_make_printable(text);
        assert_string_equal(text, cases[i].shown);
        /* All messages of the library go the same way. */
        assert_int_equal(scree_fail(fixture_context, SCREE_ERROR_IO, "%s", cases[i].text), SCREE_ERROR_IO);
        assert_string_equal(fixture_message, cases[i].shown);
        free(text);
    }
}

/* The last words of a message, which say why. */
static char last_words[64];
static size_t message_length;

static void keep_end(void *user, scree_log_level level, const char *message)
{
    (void)user;
    (void)level;
    message_length = strlen(message);
    const size_t kept = message_length < sizeof last_words - 1 ? message_length : sizeof last_words - 1;
    memcpy(last_words, message + message_length - kept, kept + 1);
}

static void assert_ends(const char *ending)
{
    const size_t length = strlen(last_words);
    if (length < strlen(ending) || strcmp(last_words + length - strlen(ending), ending) != 0) {
        fail_msg("'...%s' does not end with '%s'", last_words, ending);
    }
}

/* Names of 900 to 20000 bytes. */
static void long_names_do_not_push_the_reason_out(void **state)
{
    const scree_context_params params = {.log = keep_end};
    scree_context *context = NULL;
    assert_int_equal(scree_context_create(&params, &context), SCREE_OK);
    for (size_t length = 900; length < 20000; length += length / 7) {
        char *path = malloc(length + 1);
        assert_non_null(path);
        for (size_t i = 0; i < length; i++) {
            path[i] = i % 100 == 99 ? '/' : 'a';
        }
        path[length] = '\0';
        const scree_samples_params samples = {.path = path};
        scree_samples read;
        scree_recipe recipe = {0};
        scree_file_info info;
        assert_int_equal(scree_file_describe(context, path, &info), SCREE_ERROR_IO);
        assert_ends(length < 4096 ? "No such file or directory" : "File name too long");
        assert_int_equal(scree_samples_read(context, &samples, &read), SCREE_ERROR_IO);
        assert_ends(length < 4096 ? "No such file or directory" : "File name too long");
        assert_int_equal(scree_recipe_parse(context, "{\"octaves\": 99}", 15, path, &recipe), SCREE_ERROR_INVALID);
        assert_ends("is 99; it must be a whole number, 1 to 32");
        assert_true(message_length > length);
        free(path);
    }
    scree_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_read),
        cmocka_unit_test(wrong_bytes_are_no_characters),
        cmocka_unit_test(what_terminals_obey_becomes_a_question_mark),
        cmocka_unit_test(long_names_do_not_push_the_reason_out),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
