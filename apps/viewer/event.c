#include "event.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/number_text.h"
#include "../scree/numbers.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define MAX_FILE_BYTES ((size_t)16 << 20)

/* The kind of values that follow the first word of a line. */
typedef enum operand {
    OPERAND_NONE,
    OPERAND_SIZE,
    OPERAND_PLACE,
    OPERAND_BUTTON,
    OPERAND_KEY,
    OPERAND_PLAIN_KEY,
    OPERAND_TEXT,
    OPERAND_PARAMETER,
    OPERAND_REST
} operand;

static const struct {
    const char *word;
    viewer_event_kind kind;
    operand operand;
} words[] = {
    {"size", VIEWER_EVENT_SIZE, OPERAND_SIZE},      {"move", VIEWER_EVENT_MOVE, OPERAND_PLACE},
    {"press", VIEWER_EVENT_PRESS, OPERAND_BUTTON},  {"release", VIEWER_EVENT_RELEASE, OPERAND_BUTTON},
    {"wheel", VIEWER_EVENT_WHEEL, OPERAND_PLACE},   {"key", VIEWER_EVENT_KEY, OPERAND_KEY},
    {"hold", VIEWER_EVENT_HOLD, OPERAND_PLAIN_KEY}, {"let", VIEWER_EVENT_LET, OPERAND_PLAIN_KEY},
    {"type", VIEWER_EVENT_TYPE, OPERAND_TEXT},      {"set", VIEWER_EVENT_SET, OPERAND_PARAMETER},
    {"drop", VIEWER_EVENT_DROP, OPERAND_REST},      {"frame", VIEWER_EVENT_FRAME, OPERAND_NONE},
    {"settle", VIEWER_EVENT_SETTLE, OPERAND_NONE},  {"picture", VIEWER_EVENT_PICTURE, OPERAND_REST},
    {"step", VIEWER_EVENT_STEP, OPERAND_NONE},      {"close", VIEWER_EVENT_CLOSE, OPERAND_NONE},
};

static const char *const buttons[] = {"left", "right", "middle"};

static const struct {
    const char *name;
    uint32_t key;
} keys[] = {
    {"space", VIEWER_KEY_SPACE},   {"up", VIEWER_KEY_UP},           {"down", VIEWER_KEY_DOWN},
    {"left", VIEWER_KEY_LEFT},     {"right", VIEWER_KEY_RIGHT},     {"home", VIEWER_KEY_HOME},
    {"end", VIEWER_KEY_END},       {"page-up", VIEWER_KEY_PAGE_UP}, {"page-down", VIEWER_KEY_PAGE_DOWN},
    {"insert", VIEWER_KEY_INSERT}, {"delete", VIEWER_KEY_DELETE},   {"backspace", VIEWER_KEY_BACKSPACE},
    {"tab", VIEWER_KEY_TAB},       {"enter", VIEWER_KEY_ENTER},     {"escape", VIEWER_KEY_ESCAPE},
    {"f1", VIEWER_KEY_F1},         {"f2", VIEWER_KEY_F1 + 1},       {"f3", VIEWER_KEY_F1 + 2},
    {"f4", VIEWER_KEY_F1 + 3},     {"f5", VIEWER_KEY_F1 + 4},       {"f6", VIEWER_KEY_F1 + 5},
    {"f7", VIEWER_KEY_F1 + 6},     {"f8", VIEWER_KEY_F1 + 7},       {"f9", VIEWER_KEY_F1 + 8},
    {"f10", VIEWER_KEY_F1 + 9},    {"f11", VIEWER_KEY_F1 + 10},     {"f12", VIEWER_KEY_F12},
};

static const struct {
    const char *name;
    uint32_t bit;
} modifiers_by_name[] = {{"ctrl+", VIEWER_CTRL}, {"shift+", VIEWER_SHIFT}, {"alt+", VIEWER_ALT}};

/* A line that is read word by word. */
typedef struct reader {
    const char *at;
    const char *end;
    char *error;
    size_t error_bytes;
} reader;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(reader *line)
{
    while (line->at < line->end && is_blank(*line->at)) {
        line->at++;
    }
}

/* The next word; its length is 0 at the end of the line. */
static const char *next_word(reader *line, size_t *length)
{
    skip_blanks(line);
    const char *start = line->at;
    while (line->at < line->end && !is_blank(*line->at)) {
        line->at++;
    }
    *length = (size_t)(line->at - start);
    return start;
}

/* Fails with a message about a word, of which as much is shown as a line of a message can take. */
static bool refuse(reader *line, const char *problem, const char *word, size_t length)
{
    char shown[41];
    size_t count = 0;
    for (size_t i = 0; i < length && count < sizeof shown - 1; i++) {
        unsigned char c = (unsigned char)word[i];
        shown[count++] = c >= ' ' && c < 127 ? (char)c : '?';
    }
    shown[count] = '\0';
    snprintf(line->error, line->error_bytes, length == 0 ? "%s" : "%s: '%s'", problem, shown);
    return false;
}

static bool is_word(const char *name, const char *word, size_t length)
{
    return strlen(name) == length && memcmp(name, word, length) == 0;
}

static bool read_number(reader *line, const char *what, double *number)
{
    size_t length;
    const char *word = next_word(line, &length);
    char problem[64];
    snprintf(problem, sizeof problem, "%s must be a number", what);
    return number_read_real(word, length, number) || refuse(line, problem, word, length);
}

static bool read_side(reader *line, const char *what, uint32_t *side)
{
    const char *start = line->at;
    double number;
    if (!read_number(line, what, &number)) {
        return false;
    }
    if (!(number >= 1.0 && number <= VIEWER_EVENT_MAX_SIDE) || number != floor(number)) {
        char problem[64];
        snprintf(problem, sizeof problem, "%s must be a whole number from 1 to %d", what, VIEWER_EVENT_MAX_SIDE);
        return refuse(line, problem, start + 1, (size_t)(line->at - start) - 1);
    }
    *side = (uint32_t)number;
    return true;
}

static bool read_button(reader *line, viewer_event *event)
{
    size_t length;
    const char *word = next_word(line, &length);
    for (size_t i = 0; i < COUNT_OF(buttons); i++) {
        if (is_word(buttons[i], word, length)) {
            event->button = (viewer_button)i;
            return true;
        }
    }
    return refuse(line, "the button must be left, right or middle", word, length);
}

static bool read_modifiers(const char **text, size_t *length, uint32_t *modifiers)
{
    *modifiers = 0;
    for (size_t i = 0; i < COUNT_OF(modifiers_by_name); i++) {
        size_t bytes = strlen(modifiers_by_name[i].name);
        if (*length > bytes && memcmp(*text, modifiers_by_name[i].name, bytes) == 0) {
            *modifiers |= modifiers_by_name[i].bit;
            *text += bytes;
            *length -= bytes;
        }
    }
    return *length != 0;
}

bool viewer_key_parse(const char *text, size_t length, uint32_t *key, uint32_t *modifiers)
{
    if (length == 0 || !read_modifiers(&text, &length, modifiers)) {
        return false;
    }
    if (length == 1) {
        *key = (unsigned char)text[0];
        return text[0] > ' ' && text[0] < 127 && !(text[0] >= 'A' && text[0] <= 'Z');
    }
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        if (is_word(keys[i].name, text, length)) {
            *key = keys[i].key;
            return true;
        }
    }
    return false;
}

static bool read_key(reader *line, viewer_event *event, bool is_plain)
{
    size_t length;
    const char *word = next_word(line, &length);
    if (length == 0 || !viewer_key_parse(word, length, &event->key, &event->modifiers)) {
        return refuse(line, "no such key", word, length);
    }
    if (is_plain && event->modifiers != 0) {
        return refuse(line, "a key that is held stands alone, without ctrl, shift or alt", word, length);
    }
    return true;
}

static int hexadecimal(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = c == '\0' ? NULL : strchr(digits, c);
    return found == NULL ? -1 : (int)(found - digits);
}

/* One character after a backslash; 0 for one that is none. */
static char read_escape(reader *line)
{
    char c = line->at < line->end ? *line->at++ : '\0';
    if (c == 'n') {
        return '\n';
    }
    if (c == 'x' && line->end - line->at >= 2) {
        int high = hexadecimal(line->at[0]);
        int low = hexadecimal(line->at[1]);
        line->at += 2;
        return high < 0 || low < 0 ? '\0' : (char)(unsigned char)(high * 16 + low);
    }
    return c == '"' || c == '\\' ? c : '\0';
}

static bool read_quoted(reader *line, char *text, size_t capacity)
{
    size_t count = 0;
    skip_blanks(line);
    const char *start = line->at;
    if (line->at == line->end || *line->at++ != '"') {
        return refuse(line, "a text stands in quotes", start, (size_t)(line->end - start));
    }
    while (line->at < line->end && *line->at != '"') {
        char c = *line->at++;
        c = c == '\\' ? read_escape(line) : c;
        if (c == '\0') {
            return refuse(line,
                          "a text has no zeros, and after a backslash only n, x and two small hexadecimal digits, "
                          "a quote, or a backslash",
                          "", 0);
        }
        if (count == capacity - 1) {
            return refuse(line, "the text is too long", "", 0);
        }
        text[count++] = c;
    }
    text[count] = '\0';
    if (line->at == line->end) {
        return refuse(line, "the text lacks its second quote", start, (size_t)(line->end - start));
    }
    line->at++;
    return true;
}

/* All that is left, in quotes or, without those, up to the last character that is no blank. */
static bool read_rest(reader *line, const char *what, char *text, size_t capacity)
{
    skip_blanks(line);
    if (line->at < line->end && *line->at == '"') {
        return read_quoted(line, text, capacity);
    }
    const char *start = line->at;
    const char *end = line->end;
    while (end > start && is_blank(end[-1])) {
        end--;
    }
    size_t length = (size_t)(end - start);
    line->at = line->end;
    if (length == 0 || length >= capacity || memchr(start, '\0', length) != NULL) {
        char problem[64];
        snprintf(problem, sizeof problem, "%s must be a text of 1 to %zu bytes", what, capacity - 1);
        return refuse(line, problem, start, length);
    }
    memcpy(text, start, length);
    text[length] = '\0';
    return true;
}

static bool read_parameter(reader *line, viewer_event *event)
{
    size_t length;
    const char *word = next_word(line, &length);
    if (length == 0 || length >= sizeof event->name || memchr(word, '\0', length) != NULL || word[0] == '"') {
        return refuse(line, "a parameter's name follows set", word, length);
    }
    memcpy(event->name, word, length);
    event->name[length] = '\0';
    return read_rest(line, "the value", event->text, sizeof event->text);
}

static bool read_operand(reader *line, operand kind, viewer_event *event)
{
    switch (kind) {
    case OPERAND_SIZE:
        return read_side(line, "the width", &event->width) && read_side(line, "the height", &event->height);
    case OPERAND_PLACE:
        return read_number(line, "the first value", &event->x) && read_number(line, "the second value", &event->y);
    case OPERAND_BUTTON:
        return read_button(line, event);
    case OPERAND_KEY:
        return read_key(line, event, false);
    case OPERAND_PLAIN_KEY:
        return read_key(line, event, true);
    case OPERAND_TEXT:
        return read_quoted(line, event->text, sizeof event->text);
    case OPERAND_PARAMETER:
        return read_parameter(line, event);
    case OPERAND_REST:
        return read_rest(line, "the name", event->text, sizeof event->text);
    default:
        return true;
    }
}

static bool parse_line(reader *line, viewer_event *event)
{
    size_t length;
    const char *word = next_word(line, &length);
    if (length == 0 || word[0] == '#') {
        return true;
    }
    size_t row = 0;
    while (row < COUNT_OF(words) && !is_word(words[row].word, word, length)) {
        row++;
    }
    if (row == COUNT_OF(words)) {
        return refuse(line, "no such event", word, length);
    }
    event->kind = words[row].kind;
    if (!read_operand(line, words[row].operand, event)) {
        return false;
    }
    word = next_word(line, &length);
    return length == 0 || refuse(line, "nothing may follow here", word, length);
}

bool viewer_event_parse(const char *text, size_t length, viewer_event *event, char *error, size_t error_bytes)
{
    reader line = {.at = text, .end = text + length, .error = error, .error_bytes = error_bytes};
    memset(event, 0, sizeof *event);
    error[0] = '\0';
    if (!parse_line(&line, event)) {
        memset(event, 0, sizeof *event);
        return false;
    }
    return true;
}

/* A line that is written. It cannot be too long: see VIEWER_EVENT_LINE. */
__attribute__((format(printf, 2, 3))) static void append(char *line, const char *format, ...)
{
    const size_t used = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + used, VIEWER_EVENT_LINE - used, format, arguments);
    va_end(arguments);
}

static void append_number(char *line, double number)
{
    char text[SCREE_NUMBER_TEXT_SIZE];
    scree_double_print(text, number);
    append(line, " %s", text);
}

static void append_quoted(char *line, const char *text)
{
    append(line, " \"");
    for (const char *at = text; *at != '\0'; at++) {
        const unsigned char c = (unsigned char)*at;
        if (c == '\n') {
            append(line, "\\n");
        } else if (c < ' ' || c == 127) {
            append(line, "\\x%02x", c);
        } else {
            append(line, c == '"' || c == '\\' ? "\\%c" : "%c", c);
        }
    }
    append(line, "\"");
}

/* In quotes only where the text would read back as another one without. */
static void append_rest(char *line, const char *text)
{
    size_t length = strlen(text);
    bool is_plain = length != 0 && text[0] != '"' && !is_blank(text[0]) && !is_blank(text[length - 1]);
    for (size_t i = 0; i < length; i++) {
        is_plain = is_plain && (unsigned char)text[i] >= ' ' && text[i] != 127;
    }
    if (is_plain) {
        append(line, " %s", text);
    } else {
        append_quoted(line, text);
    }
}

void viewer_key_print(uint32_t key, uint32_t modifiers, char *text, size_t text_bytes)
{
    const char *name = NULL;
    char character[2] = {key > ' ' && key < 127 ? (char)key : '?'};
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        name = keys[i].key == key ? keys[i].name : name;
    }
    snprintf(text, text_bytes, "%s%s%s%s", (modifiers & VIEWER_CTRL) != 0 ? "ctrl+" : "",
             (modifiers & VIEWER_SHIFT) != 0 ? "shift+" : "", (modifiers & VIEWER_ALT) != 0 ? "alt+" : "",
             name != NULL ? name : character);
}

static void append_key(char *line, const viewer_event *event)
{
    char text[40];
    viewer_key_print(event->key, event->modifiers, text, sizeof text);
    append(line, " %s", text);
}

static void append_operand(char *line, operand kind, const viewer_event *event)
{
    switch (kind) {
    case OPERAND_SIZE:
        append_number(line, event->width);
        append_number(line, event->height);
        break;
    case OPERAND_PLACE:
        append_number(line, event->x);
        append_number(line, event->y);
        break;
    case OPERAND_BUTTON:
        append(line, " %s", buttons[event->button]);
        break;
    case OPERAND_KEY:
    case OPERAND_PLAIN_KEY:
        append_key(line, event);
        break;
    case OPERAND_TEXT:
        append_quoted(line, event->text);
        break;
    case OPERAND_PARAMETER:
        append(line, " %s", event->name);
        append_rest(line, event->text);
        break;
    case OPERAND_REST:
        append_rest(line, event->text);
        break;
    default:
        break;
    }
}

void viewer_event_print(const viewer_event *event, char line[VIEWER_EVENT_LINE])
{
    line[0] = '\0';
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (words[i].kind == event->kind) {
            append(line, "%s", words[i].word);
            append_operand(line, words[i].operand, event);
        }
    }
}

void viewer_event_log_add(viewer_event_log *log, const viewer_event *event)
{
    char line[VIEWER_EVENT_LINE];
    if (log->file != NULL) {
        viewer_event_print(event, line);
        fprintf(log->file, "%s\n", line);
        fflush(log->file);
        log->has_input = event->kind != VIEWER_EVENT_FRAME;
    }
}

static bool play_line(const char *line, size_t length, viewer_event_player *play, void *user, char *error, size_t bytes)
{
    viewer_event event;
    return viewer_event_parse(line, length, &event, error, bytes) &&
           (event.kind == VIEWER_EVENT_NONE || play(user, &event, error, bytes));
}

/* Plays all lines, and leaves errno where they cannot be read. */
static bool play_lines(FILE *stream, const char *name, viewer_event_player *play, void *user, char *error,
                       size_t error_bytes)
{
    char problem[512] = "";
    char *line = NULL;
    size_t capacity = 0;
    size_t bytes = 0;
    ssize_t length = 0;
    bool goes_on = true;
    for (unsigned number = 1; goes_on && (length = getline(&line, &capacity, stream)) > 0; number++) {
        bytes += (size_t)length;
        if (bytes > MAX_FILE_BYTES) {
            errno = EFBIG;
            break;
        }
        goes_on = play_line(line, (size_t)length - (line[length - 1] == '\n'), play, user, problem, sizeof problem);
        if (problem[0] != '\0') {
            snprintf(error, error_bytes, "%s:%u: %s", name, number, problem);
        }
    }
    const bool is_read = bytes <= MAX_FILE_BYTES && (!goes_on || feof(stream));
    if (!is_read) {
        snprintf(error, error_bytes, "%s: %s", name, strerror(errno));
    }
    free(line);
    return is_read && problem[0] == '\0';
}

bool viewer_event_play(const char *path, viewer_event_player *play, void *user, char *error, size_t error_bytes)
{
    FILE *stream = fopen(path, "rbe");
    if (stream == NULL) {
        snprintf(error, error_bytes, "%s: %s", path, strerror(errno));
        return false;
    }
    const bool is_played = play_lines(stream, path, play, user, error, error_bytes);
    fclose(stream);
    return is_played;
}
