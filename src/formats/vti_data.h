/*
 * The numbers of an array of VTK's XML formats: as text, or as bytes that are written as they are or in base64. Bytes
 * begin with a header of whole numbers. That of plain bytes is their number. That of packed bytes is the number
 * of blocks, the unpacked size of a block, that of the last block (0 = the same), and the packed size of each block.
 */
#ifndef SCREE_VTI_DATA_H
#define SCREE_VTI_DATA_H

#include "interleaved.h"
#include "xml_scanner.h"

typedef enum scree_vti_form { SCREE_VTI_TEXT, SCREE_VTI_BASE64, SCREE_VTI_BYTES } scree_vti_form;

/* How bytes are packed: not at all, or each block by itself as a file of zlib or xz. */
typedef enum scree_vti_packing { SCREE_VTI_PLAIN, SCREE_VTI_ZLIB, SCREE_VTI_LZMA } scree_vti_packing;

typedef struct scree_vti_data {
    const scree_reader *reader;
    scree_xml *xml;   /* The scanner that reads text. Its state is lost. */
    const char *name; /* The array's name in messages. */
    scree_vti_form form;
    uint64_t position; /* Offset in the file of the first byte or letter. */
    bool is_big_endian;
    uint8_t header_bytes; /* Bytes of a number of the header: 4 or 8. */
    scree_vti_packing packing;
} scree_vti_data;

/* The maximum number of bytes of the array that a byte of the file can stand for; 1 for text too, of which every number
   takes at least two letters. */
uint64_t scree_vti_packed_ratio(const scree_vti_data *data);

/* Reads an array and hands its samples to the collector. `samples` says what they must be; it is not changed but for
   the state of the transfer. Errors, logged: SCREE_ERROR_FORMAT, SCREE_ERROR_IO, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_vti_data_read(const scree_vti_data *data, scree_interleaved *samples);

#endif
