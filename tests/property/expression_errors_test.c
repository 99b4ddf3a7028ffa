/* Expressions that must be refused, with messages that show the place; and limits of expressions. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "expression_rows.h"
#include "failing_allocation.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static unsigned message_count;
static char message[8192];

static void keep_message(void *user, scree_log_level level, const char *text)
{
    assert_int_equal(level, SCREE_LOG_ERROR);
    message_count++;
    snprintf(message, sizeof message, "%s", text);
}

/* A context that keeps messages of any length, and counts them. */
static scree_context *open_log(void)
{
    scree_context *context = NULL;
    const scree_context_params params = {.log = keep_message, .log_level = SCREE_LOG_INFO};
    assert_int_equal(scree_context_create(&params, &context), SCREE_OK);
    return context;
}

/* A text is refused with one message, which is the last error as far as that has room. */
static void assert_refused(const char *text, size_t length, const char *name, scree_result expected)
{
    scree_context *context = open_log();
    scree_field *field = (scree_field *)(uintptr_t)context; /* Any pointer but NULL. */
    /* Memory of exactly that size, so that sanitizers see what is read behind it. */
    char *copy = malloc(length > 0 ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    message_count = 0;
    message[0] = '\0';
    const scree_result result = scree_field_from_expression(context, copy, length, name, &field);
    free(copy);
    if (result != expected || message_count != 1) {
        fail_msg("%s: result %d, %u messages: %s", text, (int)result, message_count, message);
    }
    assert_null(field);
    assert_memory_equal(scree_last_error(), message, strlen(scree_last_error()));
    assert_true(strlen(scree_last_error()) == (strlen(message) < 511 ? strlen(message) : 511));
    scree_context_destroy(&context);
}

static void assert_rows(const refused_row *row, size_t count, scree_result expected)
{
    for (size_t i = 0; i < count; i++) {
        assert_refused(row[i].text, strlen(row[i].text), "f", expected);
        if (strcmp(message, row[i].message) != 0) {
            fail_msg("%s\nis refused with\n%s\ninstead of\n%s", row[i].text, message, row[i].message);
        }
    }
}

static void texts_that_are_no_expressions_are_refused(void **state)
{
    assert_rows(no_expressions, COUNT_OF(no_expressions), SCREE_ERROR_FORMAT);
}

static void wrong_names_are_refused(void **state)
{
    assert_rows(wrong_names, COUNT_OF(wrong_names), SCREE_ERROR_INVALID);
}

static void wrong_values_are_refused(void **state)
{
    assert_rows(wrong_values, COUNT_OF(wrong_values), SCREE_ERROR_INVALID);
}

static void texts_and_fields_must_be_there(void **state)
{
    scree_field *field = (scree_field *)(uintptr_t)&field; /* Any pointer but NULL. */
    assert_int_equal(scree_field_from_expression(fixture_context, NULL, 3, "f", &field), SCREE_ERROR_INVALID);
    assert_null(field);
    assert_string_equal(fixture_message, "text is NULL");
    assert_int_equal(scree_field_from_expression(fixture_context, "1", 1, "f", NULL), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "field is NULL");
    assert_refused("1 + y\0", 6, "f", SCREE_ERROR_FORMAT);
    assert_string_equal(message, "f:1:6: the text has a zero byte\n1 + y\n     ^");
    assert_refused("# \0", 3, NULL, SCREE_ERROR_FORMAT);
    assert_string_equal(message, "expression:1:3: the text has a zero byte\n# \n  ^");
}

/* A text of which `length` bytes are read needs no zero byte behind them. */
static void only_the_length_is_read(void **state)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_expression(fixture_context, "12(", 2, NULL, &field), SCREE_OK);
    assert_true(scree_field_at_2d(field, 0.0, 0.0) == 12.0f);
    scree_field_release(&field);
}

/* Names of files may be long, and hold any bytes. */
static void names_of_texts_are_shown(void **state)
{
    char name[3000];
    assert_refused("1 +", 3, "a\nb\x1b.txt", SCREE_ERROR_FORMAT);
    assert_string_equal(message, "a?b?.txt:1:4: a value is missing before the end of the text\n1 +\n   ^");
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_refused("1 +", 3, name, SCREE_ERROR_FORMAT);
    assert_memory_equal(message, name, sizeof name - 1);
    assert_string_equal(message + sizeof name - 1, ":1:4: a value is missing before the end of the text\n1 +\n   ^");
}

/* Lines of a message: the first one, then what is shown of the text, then the caret. */
static void split_message(char *line[3])
{
    line[0] = message;
    for (int i = 1; i < 3; i++) {
        line[i] = strchr(line[i - 1], '\n');
        assert_non_null(line[i]);
        *line[i]++ = '\0';
    }
    assert_null(strchr(line[2], '\n'));
}

static size_t count_characters(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++) {
        count += ((unsigned char)*text & 0xc0u) != 0x80u;
    }
    return count;
}

/* Wherever the mistake is in a long line, the caret is below it, and the last error has room for all. */
static void long_lines_are_shortened(void **state)
{
    for (size_t wide = 0; wide <= 1; wide++) {
        for (size_t before = 0; before < 300; before += before < 80 ? 1 : 37) {
            for (size_t behind = 0; behind < 300; behind += behind < 80 ? 7 : 73) {
                char text[2048] = "# first\n";
                char *line[3];
                for (size_t i = 0; i < before; i++) {
                    strcat(text, " ");
                }
                strcat(text, "@");
                for (size_t i = 0; i < behind; i++) {
                    strcat(text, wide ? "\xf0\x9f\x8c\x8d" : "-");
                }
                assert_refused(text, strlen(text), "f", SCREE_ERROR_FORMAT);
                assert_true(strlen(message) < 512);
                split_message(line);
                const size_t shown = count_characters(line[1]);
                const size_t caret = strlen(line[2]) - 1;
                assert_true(shown <= 72);
                assert_true(shown >= 24 || shown == before + 1 + behind);
                assert_true(before + 1 + behind > 72 || shown == before + 1 + behind || wide);
                assert_true(line[2][caret] == '^' && line[1][caret] == '@'); /* All before it are ASCII. */
                assert_true(strspn(line[2], " ") == caret);
            }
        }
    }
}

static scree_result try_text(const char *text, size_t length)
{
    scree_field *field = NULL;
    const scree_result result = scree_field_from_expression(fixture_context, text, length, "f", &field);
    assert_true((result == SCREE_OK) == (field != NULL));
    scree_field_release(&field);
    return result;
}

static void the_length_is_limited(void **state)
{
    char *text = malloc(SCREE_MAX_EXPRESSION_BYTES + 1);
    assert_non_null(text);
    memset(text, ' ', SCREE_MAX_EXPRESSION_BYTES);
    text[SCREE_MAX_EXPRESSION_BYTES - 1] = '1';
    text[SCREE_MAX_EXPRESSION_BYTES] = ' ';
    assert_int_equal(try_text(text, SCREE_MAX_EXPRESSION_BYTES), SCREE_OK);
    assert_int_equal(try_text(text, SCREE_MAX_EXPRESSION_BYTES + 1), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "f: the text has 1048577 bytes; it must have at most 1048576");
    memset(text, '1', SCREE_MAX_EXPRESSION_BYTES);
    assert_int_equal(try_text(text, SCREE_MAX_EXPRESSION_BYTES), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "f:1:1: the number is too large"));
    memset(text, 'a', SCREE_MAX_EXPRESSION_BYTES);
    assert_int_equal(try_text(text, SCREE_MAX_EXPRESSION_BYTES), SCREE_ERROR_FORMAT);
    assert_non_null(strstr(fixture_message, "f:1:1: a name has 1048576 characters; it must have at most 63\naaa"));
    free(text);
}

/* A text of `depth` levels: what opens each, a value, and what closes each. */
static scree_result try_levels(const char *open, const char *close, int depth)
{
    static char text[1 << 16];
    text[0] = '\0';
    for (int i = 0; i < depth; i++) {
        strcat(text, open);
    }
    strcat(text, "x");
    for (int i = 0; i < depth; i++) {
        strcat(text, close);
    }
    return try_text(text, strlen(text));
}

static void the_depth_is_limited(void **state)
{
    static const char *const levels[][2] = {{"(", ")"}, {"-(", "+1)*2"}, {"min(1,", ")"}, {"abs(x = ", ")"}};
    for (size_t i = 0; i < COUNT_OF(levels); i++) {
        assert_int_equal(try_levels(levels[i][0], levels[i][1], SCREE_MAX_EXPRESSION_DEPTH), SCREE_OK);
        assert_int_equal(try_levels(levels[i][0], levels[i][1], SCREE_MAX_EXPRESSION_DEPTH + 1), SCREE_ERROR_INVALID);
        assert_non_null(strstr(fixture_message, "parentheses and calls are more than 200 deep"));
    }
    /* Functions that call others. */
    for (int depth = SCREE_MAX_EXPRESSION_DEPTH; depth <= SCREE_MAX_EXPRESSION_DEPTH + 1; depth++) {
        static char text[1 << 16];
        char *at = text + sprintf(text, "fn f1(a) = a;");
        for (int i = 2; i <= depth; i++) {
            at += sprintf(at, "fn f%d(a) = f%d(a);", i, i - 1);
        }
        at += sprintf(at, "f%d(1)", depth);
        assert_int_equal(try_text(text, (size_t)(at - text)),
                         depth <= SCREE_MAX_EXPRESSION_DEPTH ? SCREE_OK : SCREE_ERROR_INVALID);
    }
    assert_non_null(strstr(fixture_message, "parentheses and calls are more than 200 deep, in f2() called at 1:"));
}

/* Each function calls the one before twice. */
static scree_result try_doubling(int functions, const char *padding)
{
    static char text[1 << 16];
    char *at = text + sprintf(text, "fn f0(a) = %s a;\n", padding);
    for (int i = 1; i <= functions; i++) {
        at += sprintf(at, "fn f%d(a) = f%d(f%d(a));\n", i, i - 1, i - 1);
    }
    at += sprintf(at, "f%d(1)", functions);
    return try_text(text, (size_t)(at - text));
}

static void what_is_evaluated_is_limited(void **state)
{
    assert_int_equal(try_doubling(15, ""), SCREE_OK); /* 65535 calls. */
    assert_int_equal(try_doubling(16, ""), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "more than 65536 operators and functions are evaluated"));
    assert_int_equal(try_doubling(60, ""), SCREE_ERROR_INVALID);
    char padding[8192];
    memset(padding, ' ', sizeof padding - 1);
    padding[sizeof padding - 1] = '\0';
    assert_int_equal(try_doubling(9, padding), SCREE_OK);
    assert_int_equal(try_doubling(12, padding), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "more than 8388608 bytes of functions are evaluated"));
}

static void numbers_of_things_are_limited(void **state)
{
    static char text[1 << 17];
    for (int count = 4096; count <= 4097; count++) {
        char *at = text;
        for (int i = 0; i < count; i++) {
            at += sprintf(at, "let a%d = 1;\n", i);
        }
        at += sprintf(at, "a%d", count - 1);
        assert_int_equal(try_text(text, (size_t)(at - text)), count == 4096 ? SCREE_OK : SCREE_ERROR_INVALID);
    }
    assert_non_null(strstr(fixture_message, "f:4097:5: the text has more than 4096 definitions"));
    for (int count = 64; count <= 65; count++) {
        char *at = text + sprintf(text, "fn f(");
        for (int i = 0; i < count; i++) {
            at += sprintf(at, "%sa%d", i > 0 ? ", " : "", i);
        }
        at += sprintf(at, ") = a63; f(0");
        for (int i = 1; i < count; i++) {
            at += sprintf(at, ", %d", i);
        }
        at += sprintf(at, ")");
        assert_int_equal(try_text(text, (size_t)(at - text)), count == 64 ? SCREE_OK : SCREE_ERROR_INVALID);
    }
    assert_non_null(strstr(fixture_message, "f: a function has at most 64 parameters"));
    char *at = text + sprintf(text, "min(0");
    for (int i = 0; i < 64; i++) {
        at += sprintf(at, ", 1");
    }
    assert_int_equal(try_text(text, (size_t)(at - text)), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "min: a call has at most 64 arguments"));
}

/* Reads a text again and again, while each allocation fails in its turn, and once when none does; returns how many
   there are. Where they fail the call says so and leaves nothing behind. */
static long fail_allocations(const char *text, scree_result otherwise)
{
    long failures = 0;
    for (long number = 0; number <= failures; number++) {
        scree_field *field = NULL;
        atomic_store(&until_failure, number);
        const scree_result result = scree_field_from_expression(NULL, text, strlen(text), "f", &field);
        const bool was_reached = atomic_load(&until_failure) < 0;
        atomic_store(&until_failure, -1);
        assert_int_equal(result, was_reached ? SCREE_ERROR_OUT_OF_MEMORY : otherwise);
        assert_true((field != NULL) == (result == SCREE_OK));
        scree_field_release(&field);
        failures += was_reached;
    }
    return failures;
}

static void allocations_may_fail(void **state)
{
    const long failures = fail_allocations("let n = perlin(seed=1, octaves=2, weights=[1, 2], fade=linear);\n"
                                           "fn f(a, b=ridged(simplex(), octaves=3)) = a + b * x;\n"
                                           "let k = 3; let l = k * k; let m = f(a=n);\n"
                                           "displace(f(n, l) + m, value(), amplitude=0.5) / 2",
                                           SCREE_OK);
    assert_true(failures > 40);
    /* A file that is there, and is a map: the smallest PGM. */
    char path[] = "/tmp/scree-expression-XXXXXX";
    char text[128];
    FILE *file = fdopen(mkstemp(path), "wb");
    assert_non_null(file);
    assert_true(fputs("P5 2 1 255\nab", file) >= 0);
    assert_int_equal(fclose(file), 0);
    snprintf(text, sizeof text, "file(\"%s\", channel=\"y\") + file(\"%s\", edge=mirror)", path, path);
    assert_true(fail_allocations(text, SCREE_OK) > 20);
    unlink(path);
}

/* A path that is longer than messages are leaves the reason, the line and the caret. */
static void long_paths_leave_room(void **state)
{
    char text[320];
    scree_field *field = NULL;
    memset(text, 'a', sizeof text);
    memcpy(text, "file(\"", 6);
    strcpy(text + sizeof text - 3, "\")");
    assert_int_equal(scree_field_from_expression(NULL, text, strlen(text), "f", &field), SCREE_ERROR_INVALID);
    assert_null(field);
    assert_non_null(strstr(scree_last_error(), "aaa: File name too long\nfile("));
    assert_non_null(strstr(scree_last_error(), "\n^"));
}

/* An error may fail for lack of memory, too. */
static void messages_may_lack_memory(void **state)
{
    assert_true(fail_allocations("fn f(a) = clamp(a, 1, 2, 3); f(x)", SCREE_ERROR_INVALID) > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_that_are_no_expressions_are_refused),
        cmocka_unit_test(wrong_names_are_refused),
        cmocka_unit_test(wrong_values_are_refused),
        cmocka_unit_test(texts_and_fields_must_be_there),
        cmocka_unit_test(only_the_length_is_read),
        cmocka_unit_test(names_of_texts_are_shown),
        cmocka_unit_test(long_lines_are_shortened),
        cmocka_unit_test(long_paths_leave_room),
        cmocka_unit_test(the_length_is_limited),
        cmocka_unit_test(the_depth_is_limited),
        cmocka_unit_test(what_is_evaluated_is_limited),
        cmocka_unit_test(numbers_of_things_are_limited),
        cmocka_unit_test(allocations_may_fail),
        cmocka_unit_test(messages_may_lack_memory),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
