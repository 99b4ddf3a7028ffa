/* The colours of distances (picture.h). */
#ifndef SCREE_PICTURE_COLOURS_H
#define SCREE_PICTURE_COLOURS_H

/* Steps from zero to the full colour, including both ends. */
#define SCREE_PICTURE_STEPS 1024

/* A colour in sRGB, 0 to 255. */
typedef struct scree_colour {
    float red;
    float green;
    float blue;
} scree_colour;

typedef struct scree_picture_colours {
    scree_colour inside[SCREE_PICTURE_STEPS];
    scree_colour outside[SCREE_PICTURE_STEPS];
} scree_picture_colours;

void scree_picture_colours_make(scree_picture_colours *colours);

#endif
