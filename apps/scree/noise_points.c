#include "noise_points.h"

#include "command.h"
#include "enumeration_names.h"

static int check_shape(const char *path, const scree_file_info *info)
{
    if (info->format != SCREE_FORMAT_NPY) {
        return npy_rows_refuse("points", path, "is no NPY file");
    }
    if (info->axes != 2 || info->count[0] > SCREE_MAX_AXES) {
        return npy_rows_refuse("points", path, "must have two axes: a row for each point, with 1 to 8 coordinates");
    }
    return info->count[1] > 0 ? EXIT_CODE_OK : npy_rows_refuse("points", path, "holds no points");
}

static int open_rows(struct engine *engine, struct noise_points *points)
{
    scree_file_info info;
    const scree_result result = scree_file_describe(engine->context, points->path, &info);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    int code = check_shape(points->path, &info);
    if (code == EXIT_CODE_OK) {
        code = npy_rows_open("points", points->path, &info, &points->rows);
    }
    points->type = info.type;
    points->axes = (uint32_t)info.count[0];
    points->count = info.count[1];
    scree_file_info_clear(&info);
    return code;
}

int noise_points_open(struct engine *engine, const struct option_value *values, const char *path,
                      struct noise_points *points)
{
    static const enum option_id of_grids[] = {OPTION_SIZE,        OPTION_DENSITY,   OPTION_STEP, OPTION_CELL_SIZE,
                                              OPTION_ORIGIN,      OPTION_FIRST,     OPTION_TYPE, OPTION_RANGE,
                                              OPTION_TIME_FRAMES, OPTION_TIME_STEP, OPTION_LOOP, OPTION_FRAME_RATE,
                                              OPTION_PROJECTION,  OPTION_NORMALS,   OPTION_SLOPE};
    points->path = path != NULL ? path : values[OPTION_NOISE_POINTS].text;
    const int code = option_refuse_given(
        values, of_grids, sizeof of_grids / sizeof of_grids[0],
        path != NULL ? "not together with the recipe's points, which say where the float32 values lie"
                     : "not together with --points, which says where the float32 values lie");
    return code == EXIT_CODE_OK ? open_rows(engine, points) : code;
}

void noise_points_close(struct noise_points *points)
{
    npy_rows_close(&points->rows);
}

int noise_points_find_file(const struct option_value *values, struct output_file *file)
{
    const int code = output_file_find(values, OPTION_FORMAT, file);
    return code == EXIT_CODE_OK ? output_file_check_type(file, SCREE_TYPE_F32, &enumeration_noise_types, "values",
                                                         "values at points are float32")
                                : code;
}
