/*
 * Reads the tags of an XML file one by one: elements, attributes and text. Comments and processing instructions are
 * skipped. There are no document types, no CDATA sections, and no entities but the five that every XML has; values of
 * attributes may have characters by their numbers, such as "&#228;" or "&#xE4;", too.
 */
#ifndef SCREE_XML_SCANNER_H
#define SCREE_XML_SCANNER_H

#include "readers.h"

/* Longer tags are refused. */
#define SCREE_XML_TAG_SIZE 8192
#define SCREE_XML_BYTES_AHEAD 4096

typedef enum scree_xml_event {
    SCREE_XML_OPEN,  /* An element begins. */
    SCREE_XML_EMPTY, /* An element without content. */
    SCREE_XML_CLOSE, /* An element ends. */
    SCREE_XML_SKIP,  /* A comment or a processing instruction; scree_xml_next() never returns it. */
    SCREE_XML_END,   /* The end of the file. */
    SCREE_XML_BAD    /* The next bytes are not XML, or the file ends within a tag. */
} scree_xml_event;

typedef struct scree_xml {
    scree_bytes bytes;
    uint64_t position;            /* Offset in the file of the next byte. */
    bool has_ended;               /* Whether scree_xml_text() has come to the end of the text. */
    char tag[SCREE_XML_TAG_SIZE]; /* The last tag, without its brackets and slash. */
    uint8_t ahead[SCREE_XML_BYTES_AHEAD];
} scree_xml;

/* Starts to read at an offset of a stream; false if the system cannot go there. */
bool scree_xml_start(scree_xml *xml, FILE *stream, uint64_t position);

/* The next byte of the file as it is, or EOF. */
int scree_xml_byte(scree_xml *xml);

/* Skips text, and reads the next tag. */
scree_xml_event scree_xml_next(scree_xml *xml);

/* The next byte of text of the element that is open, or EOF at its end. Elements within it are skipped, with their
   text. */
int scree_xml_text(scree_xml *xml);

/* Whether the last tag has this name. */
bool scree_xml_is(const scree_xml *xml, const char *name);

typedef enum scree_xml_found { SCREE_XML_ABSENT, SCREE_XML_FOUND, SCREE_XML_DAMAGED } scree_xml_found;

/* Copies the value of an attribute of the last tag into `size` bytes. It is damaged if it is too long, or has an
   unknown entity or the number of no character, and it is empty unless it is found. */
scree_xml_found scree_xml_attribute(const scree_xml *xml, const char *name, char *value, size_t size);

#endif
