/*
 * The formats, in the order of scree_format: X(PNG, png) has the number SCREE_FORMAT_PNG and the row scree_format_png,
 * which stands in the format's own file. To add a format, add a line here and to scree_format.
 */
#ifndef SCREE_FORMAT_LIST_H
#define SCREE_FORMAT_LIST_H

#define SCREE_FORMAT_LIST(X) \
    X(PNG, png)              \
    X(R16, r16)              \
    X(R32, r32)              \
    X(NPY, npy)              \
    X(PFM, pfm)              \
    X(TEXT, text)            \
    X(EXR, exr)              \
    X(TIFF, tiff)            \
    X(RAW, raw)              \
    X(MHD, mhd)              \
    X(VTI, vti)              \
    X(DDS, dds)              \
    X(VF, vf)                \
    X(VDB, vdb)              \
    X(PGM, pgm)              \
    X(PLY, ply)              \
    X(VTP, vtp)              \
    X(MP4, mp4)              \
    X(GIF, gif)              \
    X(WEBP, webp)

#endif
