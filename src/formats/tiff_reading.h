/* What the two halves of the TIFF reader share: what is known of a file, and how its samples are unpacked. */
#ifndef SCREE_TIFF_READING_H
#define SCREE_TIFF_READING_H

#include <tiffio.h>

#include "readers.h"

/* Where a method has no bound of its own: a picture may pack better than this, but then it says hardly anything. */
#define TIFF_USUAL_RATIO 65536u

/* What the chosen orientation makes of a row and a column of the file. */
typedef struct tiff_placing {
    uint64_t origin;
    uint64_t row_step; /* These wrap around, so that they may go backwards. */
    uint64_t column_step;
} tiff_placing;

typedef struct tiff_reading {
    const scree_reader *reader;
    TIFF *tiff;
    char message[300]; /* The first error of libtiff since it was last looked at. */
    uint32_t warnings; /* So far. */
    bool unpacks;      /* Whether samples are being unpacked, where a complaint means that the file is damaged. */
    bool silent;       /* Whether messages are dropped. */
    uint32_t width;    /* As stored; the orientation may exchange it with the height. */
    uint32_t height;
    uint32_t tile_width; /* A strip counts as a tile that is as wide as the picture. */
    uint32_t tile_height;
    uint16_t samples; /* Of a pixel. */
    uint16_t bits;    /* Of a sample. */
    bool separate;    /* Whether the samples of a pixel lie in planes of their own. */
    bool tiled;
    bool by_rows;   /* Whether strips are unpacked row by row. */
    uint32_t first; /* The samples of a pixel that are read, */
    uint32_t end;   /* up to this one. */
    scree_number number;
    scree_number stored;     /* What the buffer holds, where `colours` makes another number of it. */
    const uint16_t *colours; /* One part of every colour of the palette, where it is asked for. */
    tiff_placing placing;
    bool has_nodata;
    double nodata;
    uint8_t *buffer; /* A row, a strip or a tile. */
    uint64_t buffer_bytes;
    uint8_t *line; /* Samples of fewer than 8 bits, or looked up, spread to 2 bytes each. */
} tiff_reading;

/* A failure of libtiff, in its own words where it has any. */
scree_result scree_tiff_fail(tiff_reading *reading, const char *what);

/* A field's value, or its default. */
uint16_t scree_tiff_field16(const tiff_reading *reading, uint32_t tag);

/* Checks what the file claims to hold, and takes memory for the samples. */
scree_result scree_tiff_begin(tiff_reading *reading);

/* Unpacks all strips or tiles and hands their samples on. */
scree_result scree_tiff_read_blocks(tiff_reading *reading);

#endif
