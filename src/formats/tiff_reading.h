/*
 * The state that the files of the TIFF reader share: the file and its pages, the layout of a page, and the unpacking of
 * its samples.
 */
#ifndef SCREE_TIFF_READING_H
#define SCREE_TIFF_READING_H

#include <tiffio.h>

#include "readers.h"

/* The assumed limit of packing for methods without a limit. A picture that packs better than this has hardly any
   content. */
#define TIFF_USUAL_RATIO 65536u

/* Maps rows and columns of the file to indices of the result, according to the orientation. */
typedef struct tiff_placing {
    uint64_t origin;
    uint64_t row_step; /* The steps wrap around, so that the order may be reversed. */
    uint64_t column_step;
} tiff_placing;

typedef struct tiff_reading {
    const scree_reader *reader;
    TIFF *tiff;
    char message[300]; /* The first error of libtiff since the last check. */
    uint32_t warnings; /* Number of warnings so far. */
    bool unpacks;      /* Whether samples are being unpacked, when certain warnings mean that the file is damaged. */
    bool silent;       /* Whether messages are dropped. */
    uint32_t width;    /* The stored width; the orientation may exchange it with the height. */
    uint32_t height;
    uint32_t tile_width; /* A strip counts as a tile that is as wide as the picture. */
    uint32_t tile_height;
    uint16_t samples; /* Samples of a pixel. */
    uint16_t bits;    /* Bits of a sample. */
    bool separate;    /* Whether each sample of a pixel is stored in a separate plane. */
    bool tiled;
    bool by_rows;   /* Whether strips are unpacked row by row. */
    uint32_t first; /* The first sample of a pixel that is read. */
    uint32_t end;   /* The sample after the last one that is read. */
    scree_number number;
    scree_number stored;     /* Format of the numbers in the buffer, before `colours` replaces them. */
    const uint16_t *colours; /* The wanted channel of every colour of the palette, or NULL. */
    uint32_t looked_up;      /* How many channels are those of a palette's colours: 3 or 0. */
    tiff_placing placing;
    uint64_t *pages; /* Offsets of the directories that are read: the layers of a volume, or a single one. */
    uint32_t page_count;
    uint32_t page; /* The page that is open. */
    bool is_open;  /* Whether a page is open. */
    bool has_nodata;
    double nodata;
    scree_scaling *scalings; /* The scaling of each sample of a pixel; NULL without GDAL's metadata, */
    bool has_scalings;       /* which may not name any. */
    uint8_t *buffer;         /* A row, a strip or a tile. */
    uint64_t buffer_bytes;
    uint8_t *line; /* A row of samples of fewer than 8 bits, or of palette colours, with 2 bytes each. */
} tiff_reading;

/* Fails with libtiff's own message if it has one. */
scree_result scree_tiff_fail(tiff_reading *reading, const char *what);

/* A field's value, or its default. */
uint16_t scree_tiff_field16(const tiff_reading *reading, uint32_t tag);
uint32_t scree_tiff_field32(const tiff_reading *reading, uint32_t tag, uint32_t otherwise);

/* The content of a tag that libtiff may not know: NULL where it is missing, of another type or has fewer numbers. */
const void *scree_tiff_find_array(const tiff_reading *reading, uint32_t tag, TIFFDataType type, uint32_t least,
                                  uint32_t *count);

/* Finds the pages to read: that which is asked for, or all of the first one's size and type. */
scree_result scree_tiff_find_pages(tiff_reading *reading);

/* Goes to a page, unless it is open already, and reads its layout. */
scree_result scree_tiff_open_page(tiff_reading *reading, uint32_t page);

/* Checks the amount of data that the file claims, and allocates memory for the samples. */
scree_result scree_tiff_begin(tiff_reading *reading);

/* tiff_geometry.c, for the page that is open: the info's geometry; and the scalings, which are allocated. */
void scree_tiff_find_geometry(const tiff_reading *reading);
scree_result scree_tiff_find_scalings(tiff_reading *reading);

/* Unpacks all strips or tiles of all pages and hands their samples to the collector. */
scree_result scree_tiff_read_pages(tiff_reading *reading);

#endif
