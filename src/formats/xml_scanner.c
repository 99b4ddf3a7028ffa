#include "xml_scanner.h"

#include <stdlib.h>
#include <string.h>

#include "os.h"

static const char blanks[] = " \t\r\n";

bool scree_xml_start(scree_xml *xml, FILE *stream, uint64_t position)
{
    xml->bytes = (scree_bytes){.stream = stream, .ahead = xml->ahead, .size = sizeof xml->ahead};
    xml->position = position;
    xml->has_ended = false;
    xml->tag[0] = '\0';
    return position <= INT64_MAX && scree_os_seek(stream, (int64_t)position, SEEK_SET);
}

int scree_xml_byte(scree_xml *xml)
{
    const int byte = scree_next_byte(&xml->bytes);
    xml->position += byte != EOF ? 1 : 0;
    return byte;
}

/* Skips everything up to the end of a comment or an instruction. */
static bool skip_past(scree_xml *xml, const char *end)
{
    const size_t length = strlen(end);
    char last[4] = {0};
    for (int byte = scree_xml_byte(xml); byte != EOF; byte = scree_xml_byte(xml)) {
        memmove(last, last + 1, length - 1);
        last[length - 1] = (char)byte;
        if (memcmp(last, end, length) == 0) {
            return true;
        }
    }
    return false;
}

static scree_xml_event skip_comment(scree_xml *xml)
{
    const bool is_comment = scree_xml_byte(xml) == '-' && scree_xml_byte(xml) == '-';
    return is_comment && skip_past(xml, "-->") ? SCREE_XML_SKIP : SCREE_XML_BAD;
}

/* Reads a tag up to its closing bracket, which in quotes is a letter like others. */
static bool read_tag(scree_xml *xml, int byte, size_t *length)
{
    int quote = '\0';
    *length = 0;
    for (; byte != EOF && (quote != '\0' || byte != '>'); byte = scree_xml_byte(xml)) {
        if (*length == SCREE_XML_TAG_SIZE - 1 || byte == '\0' || byte == '<') {
            return false;
        }
        if (quote == '\0') {
            quote = byte == '"' || byte == '\'' ? byte : '\0';
        } else if (byte == quote) {
            quote = '\0';
        }
        xml->tag[(*length)++] = (char)byte;
    }
    return byte != EOF && *length > 0;
}

/* Reads what begins with a bracket that has been read. */
static scree_xml_event read_markup(scree_xml *xml)
{
    const int byte = scree_xml_byte(xml);
    size_t length = 0;
    if (byte == '?') {
        return skip_past(xml, "?>") ? SCREE_XML_SKIP : SCREE_XML_BAD;
    }
    if (byte == '!') {
        return skip_comment(xml);
    }
    if (!read_tag(xml, byte, &length)) {
        return SCREE_XML_BAD;
    }
    const bool is_close = xml->tag[0] == '/';
    const bool is_empty = !is_close && xml->tag[length - 1] == '/';
    length -= is_close || is_empty ? 1 : 0;
    memmove(xml->tag, xml->tag + (is_close ? 1 : 0), length);
    xml->tag[length] = '\0';
    const bool has_name = xml->tag[0] != '\0' && strchr(blanks, xml->tag[0]) == NULL;
    return !has_name ? SCREE_XML_BAD : is_close ? SCREE_XML_CLOSE : is_empty ? SCREE_XML_EMPTY : SCREE_XML_OPEN;
}

scree_xml_event scree_xml_next(scree_xml *xml)
{
    scree_xml_event event = SCREE_XML_SKIP;
    while (event == SCREE_XML_SKIP) {
        int byte = scree_xml_byte(xml);
        while (byte != '<' && byte != EOF) {
            byte = scree_xml_byte(xml);
        }
        event = byte == EOF ? SCREE_XML_END : read_markup(xml);
    }
    return event;
}

/* Skips the elements within one that has been opened, and its end. */
static bool skip_element(scree_xml *xml)
{
    for (uint64_t depth = 1; depth > 0;) {
        const scree_xml_event event = scree_xml_next(xml);
        if (event == SCREE_XML_END || event == SCREE_XML_BAD) {
            return false;
        }
        depth += event == SCREE_XML_OPEN ? 1 : 0;
        depth -= event == SCREE_XML_CLOSE ? 1 : 0;
    }
    return true;
}

int scree_xml_text(scree_xml *xml)
{
    int byte = xml->has_ended ? EOF : scree_xml_byte(xml);
    while (byte == '<') {
        const scree_xml_event event = read_markup(xml);
        const bool is_within = event == SCREE_XML_SKIP || event == SCREE_XML_EMPTY ||
                               (event == SCREE_XML_OPEN && skip_element(xml));
        byte = is_within ? scree_xml_byte(xml) : EOF;
    }
    xml->has_ended = byte == EOF;
    return byte;
}

bool scree_xml_is(const scree_xml *xml, const char *name)
{
    const size_t length = strcspn(xml->tag, blanks);
    return length == strlen(name) && memcmp(xml->tag, name, length) == 0;
}

/* The character of a reference by its number, "&#228;" or "&#xE4;", whose length is stored; 0 if there is none. */
static uint32_t read_reference(const char *at, size_t *length)
{
    const bool is_hexadecimal = at[2] == 'x';
    const char *digits = at + (is_hexadecimal ? 3 : 2);
    const size_t count = strspn(digits, is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789");
    const unsigned long code = count > 0 ? strtoul(digits, NULL, is_hexadecimal ? 16 : 10) : 0;
    const bool is_character = digits[count] == ';' && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    *length = (size_t)(digits - at) + count + 1;
    return is_character ? (uint32_t)code : 0;
}

/* The character that an entity or a reference stands for, whose length is stored; 0 if there is none. */
static uint32_t decode_entity(const char *at, size_t *length)
{
    static const struct {
        const char *text;
        char letter;
    } entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        *length = strlen(entities[i].text);
        if (strncmp(at, entities[i].text, *length) == 0) {
            return (unsigned char)entities[i].letter;
        }
    }
    return at[1] == '#' ? read_reference(at, length) : 0;
}

/* Stores a character in UTF-8, and returns how many bytes it has. */
static size_t encode_character(uint32_t code, char bytes[4])
{
    static const uint8_t marks[] = {0, 0, 0xc0, 0xe0, 0xf0}; /* Marks of first bytes, by the number of bytes. */
    const size_t count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = count - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    bytes[0] = (char)(marks[count] | code);
    return count;
}

static scree_xml_found copy_value(const char *at, const char *end, char *value, size_t size)
{
    size_t copied = 0;
    while (at < end) {
        char bytes[4] = {*at};
        size_t length = 1;
        size_t count = 1;
        if (*at == '&') {
            const uint32_t code = decode_entity(at, &length);
            count = code != 0 ? encode_character(code, bytes) : size;
        }
        if (count >= size - copied) {
            value[0] = '\0';
            return SCREE_XML_DAMAGED;
        }
        memcpy(value + copied, bytes, count);
        copied += count;
        at += length;
    }
    value[copied] = '\0';
    return SCREE_XML_FOUND;
}

/* Finds the next attribute behind `at`: its name, and its value between quotes. False if there is none, or no name with
   a value; `*at` is then where the search has ended. */
static bool next_attribute(const char **at, const char **name, size_t *name_length, const char **value,
                           const char **value_end)
{
    *name = *at + strspn(*at, blanks);
    *name_length = strcspn(*name, " \t\r\n=");
    const char *equals = *name + *name_length + strspn(*name + *name_length, blanks);
    *at = *name;
    if (*name_length == 0 || *equals != '=') {
        return false;
    }
    const char *quote = equals + 1 + strspn(equals + 1, blanks);
    *value_end = *quote == '"' || *quote == '\'' ? strchr(quote + 1, *quote) : NULL;
    if (*value_end == NULL) {
        return false;
    }
    *value = quote + 1;
    *at = *value_end + 1;
    return true;
}

scree_xml_found scree_xml_attribute(const scree_xml *xml, const char *name, char *value, size_t size)
{
    const char *at = xml->tag + strcspn(xml->tag, blanks);
    const char *found;
    const char *from;
    const char *end;
    size_t length;
    value[0] = '\0';
    while (next_attribute(&at, &found, &length, &from, &end)) {
        if (length == strlen(name) && memcmp(found, name, length) == 0) {
            return copy_value(from, end, value, size);
        }
    }
    return *at == '\0' ? SCREE_XML_ABSENT : SCREE_XML_DAMAGED;
}
