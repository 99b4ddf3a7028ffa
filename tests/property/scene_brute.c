#include "scene_brute.h"

#include <math.h>

#define PI 3.14159265358979323846

typedef struct vector {
    double at[3];
} vector;

/* The voxel that a ray meets first, and the face. */
typedef struct brute_hit {
    bool is_hit;
    int voxel[3];
    double distance;
    int axis;
    int side; /* The normal's sign along the axis. */
} brute_hit;

static double dot(vector a, vector b)
{
    return a.at[0] * b.at[0] + a.at[1] * b.at[1] + a.at[2] * b.at[2];
}

static vector along(vector a, vector b, double factor)
{
    vector sum;
    for (int i = 0; i < 3; i++) {
        sum.at[i] = a.at[i] + b.at[i] * factor;
    }
    return sum;
}

static vector unit(vector a)
{
    return along((vector){{0}}, a, 1.0 / sqrt(dot(a, a)));
}

static double sine(double degrees)
{
    return sin(degrees * PI / 180.0);
}

static double cosine(double degrees)
{
    return cos(degrees * PI / 180.0);
}

static vector direction_to(double azimuth, double elevation)
{
    return (vector){{cosine(azimuth) * cosine(elevation), sine(azimuth) * cosine(elevation), sine(elevation)}};
}

/* A ray in the world, as particles.h describes cameras. */
static void cast(const test_scene *scene, double column, double row, vector *origin, vector *direction)
{
    const scree_camera *camera = &scene->params.camera;
    const double right_pixels = column - scene->width / 2.0;
    const double up_pixels = scene->height / 2.0 - row;
    const vector to_camera = direction_to(camera->azimuth - 90.0, camera->elevation);
    const vector ahead = along((vector){{0}}, to_camera, -1.0);
    const vector flat_right = direction_to(camera->azimuth, 0.0);
    const vector flat_up = direction_to(camera->azimuth + 90.0, 90.0 - camera->elevation);
    const vector right = along(along((vector){{0}}, flat_right, cosine(camera->roll)), flat_up, -sine(camera->roll));
    const vector up = along(along((vector){{0}}, flat_right, sine(camera->roll)), flat_up, cosine(camera->roll));
    const vector centre = {{camera->centre[0], camera->centre[1], camera->centre[2]}};
    if (camera->field_of_view > 0.0) {
        const double pixel = 2.0 * tan(camera->field_of_view * PI / 360.0) / scene->height;
        *origin = along(centre, ahead, -camera->distance);
        *direction = unit(along(along(ahead, right, right_pixels * pixel), up, up_pixels * pixel));
    } else {
        const double pixel = camera->extent / scene->height;
        *origin = along(along(along(centre, ahead, -10.0), right, right_pixels * pixel), up, up_pixels * pixel);
        *direction = ahead;
    }
}

static double greatest_count(const test_scene *scene)
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        most = scene->params.count[i] > most ? scene->params.count[i] : most;
    }
    return most;
}

/* From the world to samples. */
static vector to_samples(const test_scene *scene, vector position)
{
    for (int i = 0; i < 3; i++) {
        position.at[i] = (position.at[i] * greatest_count(scene) + scene->params.count[i]) / 2.0;
    }
    return position;
}

static float value_at(const test_scene *scene, const int voxel[3])
{
    const uint32_t *count = scene->params.count;
    return ((const float *)
                scene->samples)[((uint32_t)voxel[2] * count[1] + (uint32_t)voxel[1]) * count[0] + (uint32_t)voxel[0]];
}

static bool is_matter(const test_scene *scene, const int voxel[3])
{
    for (int i = 0; i < 3; i++) {
        if (voxel[i] < 0 || voxel[i] >= (int)scene->params.count[i]) {
            return false;
        }
    }
    const float value = value_at(scene, voxel);
    return isfinite(value) && value > (float)scene->params.threshold;
}

/* Meets a voxel with a ray from `near` on. */
static void meet(const int voxel[3], vector origin, vector direction, double near, brute_hit *hit)
{
    double enter = near;
    double leave = INFINITY;
    int axis = -1;
    for (int i = 0; i < 3; i++) {
        const double low = (voxel[i] - origin.at[i]) / direction.at[i];
        const double high = (voxel[i] + 1 - origin.at[i]) / direction.at[i];
        if (fmin(low, high) > enter) {
            enter = fmin(low, high);
            axis = i;
        }
        leave = fmin(leave, fmax(low, high));
    }
    if (enter < leave && (!hit->is_hit || enter < hit->distance)) {
        *hit = (brute_hit){true, {voxel[0], voxel[1], voxel[2]}, enter, axis, 0};
        hit->side = axis >= 0 ? (direction.at[axis] < 0.0 ? 1 : -1) : 0;
    }
}

static brute_hit trace(const test_scene *scene, vector origin, vector direction, double near)
{
    brute_hit hit = {.is_hit = false};
    int voxel[3];
    for (voxel[2] = 0; voxel[2] < (int)scene->params.count[2]; voxel[2]++) {
        for (voxel[1] = 0; voxel[1] < (int)scene->params.count[1]; voxel[1]++) {
            for (voxel[0] = 0; voxel[0] < (int)scene->params.count[0]; voxel[0]++) {
                if (is_matter(scene, voxel)) {
                    meet(voxel, origin, direction, near, &hit);
                }
            }
        }
    }
    return hit;
}

/* Whether a voxel in front of a face, some steps aside, is matter. */
static int beside(const test_scene *scene, const brute_hit *hit, int u, int v)
{
    const int axes[2] = {hit->axis == 0 ? 1 : 0, hit->axis == 2 ? 1 : 2};
    int voxel[3] = {hit->voxel[0], hit->voxel[1], hit->voxel[2]};
    voxel[hit->axis] += hit->side;
    voxel[axes[0]] += u;
    voxel[axes[1]] += v;
    return is_matter(scene, voxel);
}

/* The share of light at a position of a face: corners have none to three of their neighbours. */
static double openness(const test_scene *scene, const brute_hit *hit, vector position)
{
    const int axes[2] = {hit->axis == 0 ? 1 : 0, hit->axis == 2 ? 1 : 2};
    const double u = position.at[axes[0]] - hit->voxel[axes[0]];
    const double v = position.at[axes[1]] - hit->voxel[axes[1]];
    double dark = 0.0;
    for (int i = -1; i <= 1; i += 2) {
        for (int j = -1; j <= 1; j += 2) {
            const int sides = beside(scene, hit, i, 0) + beside(scene, hit, 0, j);
            const int corner = sides == 2 ? 3 : sides + beside(scene, hit, i, j);
            dark += corner * (i < 0 ? 1.0 - u : u) * (j < 0 ? 1.0 - v : v);
        }
    }
    return 1.0 - scene->params.occlusion * dark / 3.0;
}

/* As kernels/scene/scene_colour.h says: light from everywhere, a little more of it from above and from the light's
 * side. */
static double light_on(const test_scene *scene, const brute_hit *hit, vector position)
{
    const vector to_light = direction_to(scene->params.light_azimuth, scene->params.light_elevation);
    const double facing = hit->side * to_light.at[hit->axis];
    const double around = 0.7 + 0.18 * (hit->axis == 2 ? hit->side : 0) + 0.12 * facing;
    double direct = facing > 0.0 ? facing : 0.0;
    if (scene->params.has_shadows && direct > 0.0 && trace(scene, position, to_light, 1e-9).is_hit) {
        direct = 0.0;
    }
    return scene->params.ambient * around + (1.0 - scene->params.ambient) * direct;
}

static double sky(const test_scene *scene, double row, int channel)
{
    const double top = pow(scene->params.background[0][channel] / 255.0, 2.0);
    const double bottom = pow(scene->params.background[1][channel] / 255.0, 2.0);
    /* A row has one colour. */
    return top + (bottom - top) * (floor(row) + 0.5) / scene->height;
}

static brute_colour colour_of_hit(const test_scene *scene, const brute_hit *hit, vector position, double row)
{
    const scree_scene_params *params = &scene->params;
    const double level = floor(fmin(fmax(value_at(scene, hit->voxel), 0.0), 255.0) + 0.5) / 255.0;
    const double lit = level * level * light_on(scene, hit, position) * openness(scene, hit, position);
    const double length = hit->distance * 2.0 / greatest_count(scene);
    const double clear = params->camera.field_of_view > 0.0 ? exp(-params->fog * length) : 1.0;
    brute_colour colour;
    for (int i = 0; i < 3; i++) {
        colour.channel[i] = 255.0 * sqrt(lit * clear + sky(scene, row, i) * (1.0 - clear));
    }
    return colour;
}

brute_colour brute_voxels(const test_scene *scene, double column, double row)
{
    vector origin;
    vector direction;
    cast(scene, column, row, &origin, &direction);
    origin = to_samples(scene, origin);
    const brute_hit hit = trace(scene, origin, direction, 0.0);
    if (hit.is_hit) {
        return colour_of_hit(scene, &hit, along(origin, direction, hit.distance), row);
    }
    brute_colour colour;
    for (int i = 0; i < 3; i++) {
        colour.channel[i] = 255.0 * sqrt(sky(scene, row, i));
    }
    return colour;
}
