/*
 * The pages of a TIFF. Its directories form a chain: pictures, and after each one perhaps smaller copies of it and
 * masks, as GDAL writes them. Microscopes and scanners store the layers of a volume as pages of one size.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "context_internal.h"
#include "tiff_reading.h"

/* The layout that all pages of a volume share. */
typedef struct tiff_shape {
    uint32_t width;
    uint32_t height;
    uint16_t bits;
    uint16_t format;
    uint16_t samples;
    uint16_t photometric;
    uint16_t orientation;
} tiff_shape;

static tiff_shape find_shape(const tiff_reading *reading)
{
    return (tiff_shape){
        .width = scree_tiff_field32(reading, TIFFTAG_IMAGEWIDTH, 0),
        .height = scree_tiff_field32(reading, TIFFTAG_IMAGELENGTH, 0),
        .bits = scree_tiff_field16(reading, TIFFTAG_BITSPERSAMPLE),
        .format = scree_tiff_field16(reading, TIFFTAG_SAMPLEFORMAT),
        .samples = scree_tiff_field16(reading, TIFFTAG_SAMPLESPERPIXEL),
        .photometric = scree_tiff_field16(reading, TIFFTAG_PHOTOMETRIC),
        .orientation = scree_tiff_field16(reading, TIFFTAG_ORIENTATION),
    };
}

static bool is_same(const tiff_shape *a, const tiff_shape *b)
{
    return a->width == b->width && a->height == b->height && a->bits == b->bits && a->format == b->format &&
           a->samples == b->samples && a->photometric == b->photometric && a->orientation == b->orientation;
}

/* The chain of directories while it is walked along. */
typedef struct tiff_walk {
    tiff_reading *reading;
    uint32_t room;
    uint32_t directory; /* Its number in the file. */
    tiff_shape shape;   /* The layout of the first page. */
    bool differs;
    uint32_t other; /* The first directory that differs. */
    tiff_shape other_shape;
} tiff_walk;

static bool keep_page(tiff_walk *walk)
{
    tiff_reading *reading = walk->reading;
    if (reading->page_count == walk->room) {
        const uint32_t room = walk->room == 0 ? 16 : 2 * walk->room;
        uint64_t *pages = realloc(reading->pages, room * sizeof pages[0]);
        if (pages == NULL) {
            return false;
        }
        reading->pages = pages;
        walk->room = room;
    }
    reading->pages[reading->page_count++] = TIFFCurrentDirOffset(reading->tiff);
    return true;
}

/* Whether a directory after the first is a page of its own. Masks are ignored, which their owners shall know. */
static bool is_page(const tiff_walk *walk)
{
    const tiff_reading *reading = walk->reading;
    const uint32_t kind = scree_tiff_field32(reading, TIFFTAG_SUBFILETYPE, 0);
    const bool is_smaller = (kind & FILETYPE_REDUCEDIMAGE) != 0;
    const bool is_mask = (kind & FILETYPE_MASK) != 0 ||
                         scree_tiff_field16(reading, TIFFTAG_PHOTOMETRIC) == PHOTOMETRIC_MASK;
    if (is_mask && !is_smaller) {
        scree_log(reading->reader->context, SCREE_LOG_WARNING,
                  "%s: the mask in directory %" PRIu32 ", which says where there is no data, is ignored",
                  reading->reader->name, walk->directory);
    }
    return !is_mask && !is_smaller;
}

/* Takes the directory at hand; false without memory. */
static bool take_directory(tiff_walk *walk)
{
    const tiff_shape shape = find_shape(walk->reading);
    if (walk->reading->page_count == 0) {
        walk->shape = shape;
        return keep_page(walk);
    }
    if (!is_page(walk)) {
        return true;
    }
    if (!walk->differs && !is_same(&shape, &walk->shape)) {
        walk->differs = true;
        walk->other = walk->directory;
        walk->other_shape = shape;
    }
    return keep_page(walk);
}

/* Messages about other directories are dropped: one that is read gives its messages then. */
static bool walk_along(tiff_walk *walk)
{
    tiff_reading *reading = walk->reading;
    bool has_memory = take_directory(walk);
    reading->silent = true;
    while (has_memory && TIFFLastDirectory(reading->tiff) == 0) {
        walk->directory++;
        if (TIFFReadDirectory(reading->tiff) == 0) {
            scree_log(reading->reader->context, SCREE_LOG_WARNING,
                      "%s: its directories from number %" PRIu32 " on are damaged, and not read", reading->reader->name,
                      walk->directory);
            break;
        }
        has_memory = take_directory(walk);
    }
    reading->silent = false;
    return has_memory;
}

static scree_result refuse_pages(const tiff_walk *walk)
{
    const tiff_shape *a = &walk->shape;
    const tiff_shape *b = &walk->other_shape;
    return scree_reader_fail(walk->reading->reader,
                             "its %" PRIu32 " pages are no volume, since they differ: page 0 has %" PRIu32 "x%" PRIu32
                             " pixels of %u x %u bits, page %" PRIu32 " has %" PRIu32 "x%" PRIu32
                             " of %u x %u; a page must be chosen",
                             walk->reading->page_count, a->width, a->height, (unsigned)a->samples, (unsigned)a->bits,
                             walk->other, b->width, b->height, (unsigned)b->samples, (unsigned)b->bits);
}

/* Goes through what follows a page and belongs to it, for its masks. */
static void tell_masks(tiff_walk *walk)
{
    tiff_reading *reading = walk->reading;
    reading->silent = true;
    bool belongs = true;
    while (belongs && TIFFReadDirectory(reading->tiff) != 0) {
        walk->directory++;
        belongs = !is_page(walk);
    }
    reading->silent = false;
}

/* The page that the caller has chosen, by the number of its directory. */
static scree_result choose_page(tiff_walk *walk, uint32_t page)
{
    if (TIFFSetDirectory(walk->reading->tiff, page) == 0) {
        char what[64];
        snprintf(what, sizeof what, "it has no directory %" PRIu32 " that can be read", page);
        return scree_tiff_fail(walk->reading, what);
    }
    if (!keep_page(walk)) {
        return scree_reader_fail_memory(walk->reading->reader);
    }
    walk->directory = page;
    tell_masks(walk);
    return SCREE_OK;
}

scree_result scree_tiff_find_pages(tiff_reading *reading)
{
    const scree_samples_params *wanted = reading->reader->wanted;
    tiff_walk walk = {.reading = reading};
    if (wanted != NULL && wanted->has_page) {
        return choose_page(&walk, wanted->page);
    }
    if (!walk_along(&walk)) {
        return scree_reader_fail_memory(reading->reader);
    }
    reading->reader->info->pages = reading->page_count;
    reading->reader->info->has_unlike_pages = walk.differs;
    if (walk.differs && wanted != NULL) {
        return refuse_pages(&walk);
    }
    reading->page_count = walk.differs ? 1 : reading->page_count;
    return SCREE_OK;
}
