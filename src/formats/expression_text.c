#include "expression_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/expression.h>
#include <scree/version.h>

#include "context_internal.h"
#include "json_text.h"
#include "last_error.h"
#include "message_text.h"
#include "number_text.h"
#include "text_builder.h"

/* The most characters of a line that messages show, and the fewest where little room is left for it. */
#define MAX_SHOWN 72
#define MIN_SHOWN 24
#define SHOWN_STEP 8

/* Bytes of a message of another call that messages repeat. */
#define MAX_TOLD 256

/* Characters of a name or a number that messages show. */
#define MAX_SHOWN_THING 40

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool begins_name(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static bool is_in_name(char byte)
{
    return begins_name(byte) || is_digit(byte);
}

/* Zero bytes are looked for before: here one is the end. */
/* Warns where the comment that begins the text names another output revision than the library's. */
static void check_revision(const scree_expression_reader *in)
{
    const char *found = strstr(in->text, SCREE_EXPRESSION_REVISION);
    const bool is_made = strncmp(in->text, SCREE_EXPRESSION_MADE, strlen(SCREE_EXPRESSION_MADE)) == 0;
    if (!is_made || found == NULL || found > in->text + strcspn(in->text, "\n")) {
        return;
    }
    const char *number = found + strlen(SCREE_EXPRESSION_REVISION);
    const uint64_t revision = strtoull(number, NULL, 10);
    if (number[0] >= '0' && number[0] <= '9' && revision != scree_output_revision()) {
        scree_log(in->context, SCREE_LOG_WARNING,
                  "%s: has output revision %" PRIu64 ", this library's is %" PRIu32
                  "; the field may differ from the one that was printed",
                  in->name, revision, scree_output_revision());
    }
}

scree_result scree_expression_open(scree_expression_reader *in, const char *text, size_t length)
{
    if (text == NULL) {
        return scree_fail(in->context, SCREE_ERROR_INVALID, "text is NULL");
    }
    if (length > SCREE_MAX_EXPRESSION_BYTES) {
        return scree_fail(in->context, SCREE_ERROR_INVALID, "%s: the text has %zu bytes; it must have at most %zu",
                          in->name, length, SCREE_MAX_EXPRESSION_BYTES);
    }
    const size_t mark = scree_json_mark(text, length);
    in->text = scree_copy_text(text + mark, length - mark);
    in->locale = scree_os_locale_create();
    if (in->text == NULL || in->locale == NULL) {
        return scree_expression_fail_memory(in);
    }
    const size_t end = strlen(in->text);
    check_revision(in);
    return end == length - mark ? SCREE_OK
                                : scree_expression_fail(in, SCREE_ERROR_FORMAT, end, "the text has a zero byte");
}

void scree_expression_close(scree_expression_reader *in)
{
    if (in->locale != NULL) {
        scree_os_locale_destroy(in->locale);
    }
    free(in->text);
    in->locale = NULL;
    in->text = NULL;
}

char scree_expression_next(scree_expression_reader *in)
{
    for (;;) {
        const char byte = in->text[in->at];
        if (byte == '#') {
            in->at += strcspn(in->text + in->at, "\n");
        } else if (byte == ' ' || (byte >= '\t' && byte <= '\r')) {
            in->at++;
        } else {
            return byte;
        }
    }
}

/* Moves behind what was read. */
static void advance(scree_expression_reader *in, size_t count)
{
    in->at += count;
    in->end = in->at;
}

bool scree_expression_take(scree_expression_reader *in, char byte)
{
    const bool is_there = scree_expression_next(in) == byte;
    if (is_there) {
        advance(in, 1);
    }
    return is_there;
}

scree_result scree_expression_expect(scree_expression_reader *in, char byte)
{
    const char thing[] = {'\'', byte, '\'', '\0'};
    return scree_expression_take(in, byte) ? SCREE_OK : scree_expression_fail_missing(in, thing);
}

scree_result scree_expression_go_on(scree_expression_reader *in, char end, bool *goes_on)
{
    char thing[] = "',' or 'x'";
    *strchr(thing, 'x') = end;
    *goes_on = scree_expression_take(in, ',');
    return *goes_on || scree_expression_take(in, end) ? SCREE_OK : scree_expression_fail_missing(in, thing);
}

bool scree_expression_has_name(scree_expression_reader *in)
{
    return begins_name(scree_expression_next(in));
}

bool scree_expression_has_number(scree_expression_reader *in)
{
    const char byte = scree_expression_next(in);
    return is_digit(byte) || (byte == '.' && is_digit(in->text[in->at + 1]));
}

/* The length of the name at a place. */
static size_t name_length(const char *text)
{
    size_t length = 0;
    while (is_in_name(text[length])) {
        length++;
    }
    return length;
}

bool scree_expression_has_call(scree_expression_reader *in)
{
    const bool has_name = scree_expression_has_name(in);
    const size_t begin = in->at;
    in->at += has_name ? name_length(in->text + in->at) : 0;
    const bool has_call = has_name && scree_expression_next(in) == '(';
    in->at = begin;
    return has_call;
}

bool scree_expression_take_word(scree_expression_reader *in, const char *word)
{
    const size_t length = strlen(word);
    const bool is_there = scree_expression_has_name(in) && name_length(in->text + in->at) == length &&
                          strncmp(in->text + in->at, word, length) == 0;
    if (is_there) {
        advance(in, length);
    }
    return is_there;
}

/* Takes so many bytes as a name. */
static scree_result take_name(scree_expression_reader *in, size_t length, scree_expression_name *name)
{
    if (length > SCREE_MAX_NAME_BYTES) {
        return scree_expression_fail(in, SCREE_ERROR_FORMAT, in->at,
                                     "a name has %zu characters; it must have at most %d", length,
                                     SCREE_MAX_NAME_BYTES);
    }
    memcpy(name->text, in->text + in->at, length);
    name->text[length] = '\0';
    name->offset = in->at;
    advance(in, length);
    /* A letter of another alphabet would be a puzzle behind a name that is unknown without it. */
    const bool is_whole = (unsigned char)in->text[in->at] < 0x80;
    return is_whole ? SCREE_OK : scree_expression_fail_there(in, "is no letter of a name");
}

scree_result scree_expression_read_name(scree_expression_reader *in, scree_expression_name *name)
{
    return scree_expression_has_name(in) ? take_name(in, name_length(in->text + in->at), name)
                                         : scree_expression_fail_missing(in, "a name");
}

scree_result scree_expression_read_word(scree_expression_reader *in, scree_expression_name *word)
{
    size_t length = 0;
    if (!scree_expression_has_name(in)) {
        return scree_expression_fail_missing(in, "a name");
    }
    for (const char *at = in->text + in->at; is_in_name(at[length]) || at[length] == '-' || at[length] == '*';) {
        length++;
    }
    return take_name(in, length, word);
}

static size_t count_digits(const char *text)
{
    size_t count = 0;
    while (is_digit(text[count])) {
        count++;
    }
    return count;
}

/* The bytes of a fraction with its point, and of an exponent; 0 where there is none. */
static size_t count_fraction(const char *text)
{
    return text[0] == '.' ? 1 + count_digits(text + 1) : 0;
}

static size_t count_exponent(const char *text)
{
    const size_t sign = (text[0] == 'e' || text[0] == 'E') && (text[1] == '-' || text[1] == '+') ? 1 : 0;
    const size_t digits = text[0] == 'e' || text[0] == 'E' ? count_digits(text + 1 + sign) : 0;
    return digits > 0 ? 1 + sign + digits : 0;
}

/* Reads digits as a whole number; false where it is too large for one. */
static bool read_whole(const char *text, size_t digits, uint64_t *whole)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < digits; i++) {
        if (__builtin_mul_overflow(sum, 10u, &sum) || __builtin_add_overflow(sum, (uint64_t)(text[i] - '0'), &sum)) {
            return false;
        }
    }
    *whole = sum;
    return true;
}

/* The text is a number to the function of the library as far as it is one here: no letter but an exponent's precedes
   its end. */
scree_result scree_expression_read_number(scree_expression_reader *in, scree_expression_number *number)
{
    if (!scree_expression_has_number(in)) {
        return scree_expression_fail_missing(in, "a number");
    }
    const char *text = in->text + in->at;
    const size_t digits = count_digits(text);
    const size_t fraction = count_fraction(text + digits);
    const size_t length = digits + fraction + count_exponent(text + digits + fraction);
    *number = (scree_expression_number){.whole = 0};
    number->is_whole = length == digits && read_whole(text, digits, &number->whole);
    number->number = text[0] == '0' && digits == 1 && length == 1 ? 0.0
                                                                  : scree_os_locale_read_double(in->locale, text, NULL);
    if (isinf(number->number)) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, in->at,
                                     "the number is too large; the largest is 1.7976931348623157e308");
    }
    advance(in, length);
    return SCREE_OK;
}

/* The line of a place. */
typedef struct text_line {
    const char *text;
    size_t bytes;
    size_t number;     /* From 1 on. */
    size_t characters; /* A byte that is not UTF-8 is one. */
    size_t before;     /* Characters before the place. */
} text_line;

static text_line find_line(const scree_expression_reader *in, size_t offset)
{
    text_line line = {.text = in->text, .number = 1};
    for (size_t i = 0; i < offset; i++) {
        if (in->text[i] == '\n') {
            line.text = in->text + i + 1;
            line.number++;
        }
    }
    line.bytes = strcspn(line.text, "\n");
    line.bytes -= line.bytes > 0 && line.text[line.bytes - 1] == '\r' ? 1 : 0;
    uint32_t character;
    for (size_t at = 0; at < line.bytes; at += scree_character_read(line.text + at, &character)) {
        line.before += line.text + at < in->text + offset ? 1 : 0;
        line.characters++;
    }
    return line;
}

scree_expression_place scree_expression_show_place(const scree_expression_reader *in, size_t offset)
{
    scree_expression_place place;
    const text_line line = find_line(in, offset);
    snprintf(place.text, sizeof place.text, "%zu:%zu", line.number, line.before + 1);
    return place;
}

/* Appends the characters of a line from the first one to the last one, which is not shown. Dots stand for those that
   are left out. */
static void append_characters(scree_text *out, const text_line *line, size_t first, size_t last)
{
    size_t number = 0;
    size_t bytes = 0;
    uint32_t character;
    for (size_t at = 0; at < line->bytes && number < last; at += bytes, number++) {
        bytes = scree_character_read(line->text + at, &character);
        const bool is_dot = (first > 0 && number < first + 3) || (last < line->characters && number + 3 >= last);
        if (number >= first && (is_dot || character == '\t' || scree_character_is_control(character))) {
            scree_text_append(out, is_dot ? "." : character == '\t' ? " " : "?");
        } else if (number >= first) {
            scree_text_append_bytes(out, line->text + at, bytes);
        }
    }
}

/* Appends the line of a place, of which at most `width` characters are shown, and the line of its caret. */
static void append_line(scree_text *out, const text_line *line, size_t width)
{
    /* The place may be behind the last character. */
    const size_t all = line->characters + (line->before == line->characters ? 1 : 0);
    size_t first = 0;
    if (all > width) {
        first = line->before > width / 2 ? line->before - width / 2 : 0;
        first = first > all - width ? all - width : first;
    }
    const size_t last = first + width < line->characters ? first + width : line->characters;
    scree_text_append(out, "\n");
    append_characters(out, line, first, last);
    scree_text_append(out, "\n");
    for (size_t i = first; i < line->before; i++) {
        scree_text_append(out, " ");
    }
    scree_text_append(out, "^");
}

/* Appends as much of the line as a thread's last error has room for (last_error.h). */
static void append_fitting_line(scree_text *out, const text_line *line)
{
    const size_t begin = out->length;
    for (size_t width = MAX_SHOWN; !out->failed; width -= SHOWN_STEP) {
        append_line(out, line, width);
        if (out->length < SCREE_LAST_ERROR_SIZE || width == MIN_SHOWN) {
            break;
        }
        out->length = begin;
    }
}

scree_result scree_expression_fail(const scree_expression_reader *in, scree_result result, size_t offset,
                                   const char *format, ...)
{
    char what[SCREE_LAST_ERROR_SIZE];
    scree_text text = {0};
    const text_line line = find_line(in, offset);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    scree_text_append(&text, in->name);
    scree_text_format(&text, ":%zu:%zu: ", line.number, line.before + 1);
    scree_text_append(&text, what);
    if (in->function != NULL) {
        scree_text_format(&text, ", in %s() called at %s", in->function,
                          scree_expression_show_place(in, in->call).text);
    }
    if (!text.failed) {
        scree_make_printable(text.data);
        text.length = strlen(text.data);
        append_fitting_line(&text, &line);
    }
    result = text.failed ? scree_expression_fail_memory(in) : scree_fail_lines(in->context, result, text.data);
    scree_text_clear(&text);
    return result;
}

scree_result scree_expression_fail_again(const scree_expression_reader *in, scree_result result, size_t offset,
                                         const char *before)
{
    /* The end of a long message, which names a file, leaves room for the line and the caret. */
    const char *told = scree_last_error();
    const size_t length = strlen(told);
    const bool is_long = length > MAX_TOLD;
    return result == SCREE_ERROR_OUT_OF_MEMORY
               ? scree_expression_fail_memory(in)
               : scree_expression_fail(in, SCREE_ERROR_INVALID, offset, "%s%s%s", before, is_long ? "..." : "",
                                       told + (is_long ? length - MAX_TOLD : 0));
}

scree_result scree_expression_fail_memory(const scree_expression_reader *in)
{
    return scree_fail(in->context, SCREE_ERROR_OUT_OF_MEMORY, "%s: no memory to read it", in->name);
}

/* The next thing of the text as messages name it: a name or a number, a character, or the end of the text. */
typedef struct shown_thing {
    char text[MAX_SHOWN_THING + 16];
    bool is_foreign; /* A character that no expression has. */
} shown_thing;

static shown_thing show_next(scree_expression_reader *in)
{
    shown_thing shown = {.text = "the end of the text"};
    const char *text = in->text + in->at;
    uint32_t character;
    const size_t bytes = scree_character_read(text, &character);
    size_t length = 0;
    while (is_in_name(text[length]) || (text[length] == '.' && is_digit(text[0]))) {
        length++;
    }
    if (length > 0) {
        const bool is_short = length <= MAX_SHOWN_THING;
        snprintf(shown.text, sizeof shown.text, "'%.*s%s'", is_short ? (int)length : MAX_SHOWN_THING, text,
                 is_short ? "" : "...");
    } else if (character == SCREE_NO_CHARACTER) {
        snprintf(shown.text, sizeof shown.text, "the byte 0x%02x, which is not UTF-8,", (unsigned)(unsigned char)*text);
        shown.is_foreign = true;
    } else if (scree_character_is_control(character) && bytes > 0) {
        snprintf(shown.text, sizeof shown.text, "the character U+%04X", (unsigned)character);
        shown.is_foreign = true;
    } else if (bytes > 0) {
        snprintf(shown.text, sizeof shown.text, "'%.*s'", (int)bytes, text);
        shown.is_foreign = strchr("+-*/()[]=,;.\"", (int)(unsigned char)*text) == NULL;
    }
    return shown;
}

/* Says what stands for what other languages have at a place of the text. */
static const char *hint_of(const scree_expression_reader *in)
{
    const char *text = in->text + in->at;
    const char before = in->at > 0 ? text[-1] : '\0';
    if (*text == '*' && before == '*') {
        return "; the power is pow(x, exponent)";
    }
    if (*text == '/' && before == '/') {
        return "; the quotient rounded down is floor(x / y), and a comment begins with '#'";
    }
    if (*text == '=' && (before == '=' || text[1] == '=')) {
        return "; numbers are compared by step(x, edge)";
    }
    switch (*text) {
    case '^':
        return "; the power is pow(x, exponent)";
    case '%':
        return "; the remainder is mod(x, divisor)";
    case '<':
    case '>':
    case '!':
        return "; numbers are compared by step(x, edge)";
    case '?':
        return "; one of two fields is chosen by select(outside, inside, control, lower, upper)";
    case '&':
        return "; both are min(x, y)";
    case '|':
        return "; either is max(x, y)";
    case '"':
    case '\'':
        return "; words stand without quotes";
    default:
        return "";
    }
}

static scree_result fail_foreign(const scree_expression_reader *in, const shown_thing *next)
{
    return scree_expression_fail(in, SCREE_ERROR_FORMAT, in->at, "%s is not part of expressions%s", next->text,
                                 hint_of(in));
}

/* At the end of the text the place is behind what was read last: a comment or empty lines may follow it. */
scree_result scree_expression_fail_missing(scree_expression_reader *in, const char *thing)
{
    const char byte = scree_expression_next(in);
    const shown_thing next = show_next(in);
    return next.is_foreign ? fail_foreign(in, &next)
                           : scree_expression_fail(in, SCREE_ERROR_FORMAT, byte == '\0' ? in->end : in->at,
                                                   "%s is missing before %s%s", thing, next.text, hint_of(in));
}

scree_result scree_expression_fail_there(scree_expression_reader *in, const char *ending)
{
    scree_expression_next(in);
    const shown_thing next = show_next(in);
    return next.is_foreign
               ? fail_foreign(in, &next)
               : scree_expression_fail(in, SCREE_ERROR_FORMAT, in->at, "%s %s%s", next.text, ending, hint_of(in));
}
