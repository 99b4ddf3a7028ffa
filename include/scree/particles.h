/**
 * @file
 * @brief Particles: clouds of them that follow a dynamical system, and pictures of where they are.
 *
 * Particles start in a box, are moved by steps of an attractor or a map, and drawn into an accumulation buffer, by a
 * device (splatting.h). All of it has the same bits on every device, with any number of threads, and whatever parts it
 * is done in: particles do not depend on each other, their arithmetic is float64 or float32 in a fixed order, and an
 * accumulation buffer is whole numbers.
 *
 * A cloud is a field (field.h), which says how particles move. Where they are is in its samples; or, for
 * scree_particles_run(), in buffers that the caller owns (buffer.h), or nowhere: it can start, move and draw a part of
 * the cloud and forget it, so that a picture of 10^10 particles needs no memory but that of its accumulation buffer.
 * scree_job_draw() does that for a whole cloud; histogram.h makes colours of what it has drawn.
 *
 * Numbers near zero become exactly zero after every 64 steps: below 2^-60 of float32, below 2^-511 of float64.
 */
#ifndef SCREE_PARTICLES_H
#define SCREE_PARTICLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/buffer.h>
#include <scree/context.h>
#include <scree/device.h>
#include <scree/field.h>
#include <scree/job.h>
#include <scree/output.h>
#include <scree/splatting.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Systems. scree_particle_system_describe() describes them. */
typedef enum scree_particle_system {
    SCREE_PARTICLE_SYSTEM_LORENZ = 0,
    SCREE_PARTICLE_SYSTEM_ROSSLER = 1,
    SCREE_PARTICLE_SYSTEM_THOMAS = 2,
    SCREE_PARTICLE_SYSTEM_AIZAWA = 3,
    SCREE_PARTICLE_SYSTEM_HALVORSEN = 4,
    SCREE_PARTICLE_SYSTEM_CHEN = 5,
    SCREE_PARTICLE_SYSTEM_DADRAS = 6,
    SCREE_PARTICLE_SYSTEM_SPROTT_LINZ = 7,
    SCREE_PARTICLE_SYSTEM_CLIFFORD = 8,
    SCREE_PARTICLE_SYSTEM_DE_JONG = 9,
    SCREE_PARTICLE_SYSTEM_FLOW = 10,
    SCREE_PARTICLE_SYSTEM_FLOW_PLANE = 11
} scree_particle_system;

/** The maximum seed of flows of noise, which is their third number: 0 to 2^22 - 1. */
#define SCREE_MAX_FLOW_SEED 4194303

/** How a particle is moved along the flow of a system. Maps take no notice of it. */
typedef enum scree_particle_integrator {
    SCREE_PARTICLE_INTEGRATOR_DEFAULT = 0, /**< The integrator of the system's description. */
    SCREE_PARTICLE_INTEGRATOR_EULER = 1,   /**< p + dt v(p). */
    SCREE_PARTICLE_INTEGRATOR_RK4 = 2      /**< The classic method of Runge and Kutta, with four velocities a step. */
} scree_particle_integrator;

/** The name of an integrator: "default", "euler", "rk4"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_particle_integrator_name(scree_particle_integrator integrator);
/** The reverse of scree_particle_integrator_name(); false where no integrator has that name. */
SCREE_API bool scree_particle_integrator_from_name(const char *name, scree_particle_integrator *integrator);

/** The type of the three coordinates of a particle. */
typedef enum scree_particle_type {
    SCREE_PARTICLE_F64 = 0, /**< float64; unsupported by a GPU without it. */
    SCREE_PARTICLE_F32 = 1  /**< float32. */
} scree_particle_type;

/** The name of a type: "f64", "f32"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_particle_type_name(scree_particle_type type);
/** The reverse of scree_particle_type_name(); false where no type has that name. */
SCREE_API bool scree_particle_type_from_name(const char *name, scree_particle_type *type);

/** Maximum numbers of a system. */
#define SCREE_MAX_SYSTEM_NUMBERS 6
/** Maximum particles of a cloud. */
#define SCREE_MAX_PARTICLES (UINT64_C(1) << 48)

/** The description of a system. Strings are static. The library's; grows (context.h). */
typedef struct scree_particle_system_info {
    const char *name;                                   /**< The name on the command line, such as "sprott-linz". */
    const char *description;                            /**< A line for people, with the source. */
    const char *formula;                                /**< The velocity, or the next position, for people. */
    bool is_map;                                        /**< It maps positions to positions: there is no time step. */
    uint32_t number_count;                              /**< How many numbers it has. */
    const char *number_names[SCREE_MAX_SYSTEM_NUMBERS]; /**< NULL past the last. */
    double numbers[SCREE_MAX_SYSTEM_NUMBERS];           /**< Their defaults. */
    scree_particle_integrator integrator;               /**< The default; EULER or RK4. */
    double euler_step;                                  /**< The default time step with EULER; 0 for maps. */
    double rk4_step;                                    /**< The same with RK4. */
    double box_origin[3];                               /**< The default box: its lowest corner, */
    double box_size[3];                                 /**< and its extent. */
    double centre[3];                                   /**< The middle of what a picture shows by default. */
    double radius;                                      /**< The radius of a sphere around it that holds nearly all. */
    double azimuth;   /**< Direction from which a camera sees it well (scree_camera): degrees, */
    double elevation; /**< and these. */
    double max_speed; /**< A speed that few particles exceed, for colours. */
    uint64_t steps;   /**< Steps after which a cloud is worth looking at. */
} scree_particle_system_info;

/** Describes a system; NULL for a number that is not one. Thread-safety: safe. */
SCREE_API const scree_particle_system_info *scree_particle_system_describe(scree_particle_system system);
/** The name of a system, such as "sprott-linz"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_particle_system_name(scree_particle_system system);
/** The reverse of scree_particle_system_name(); false where no system has that name. */
SCREE_API bool scree_particle_system_from_name(const char *name, scree_particle_system *system);
/** A line about a system for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_particle_system_description(scree_particle_system system);

/** Parameters of a cloud; zeroed, they are those of Lorenz' system. Grows (context.h). */
typedef struct scree_particle_params {
    scree_particle_system system;             /**< The system. */
    scree_particle_integrator integrator;     /**< How to follow it. */
    scree_particle_type type;                 /**< Type of coordinates, and of all arithmetic. */
    bool has_numbers;                         /**< Whether `numbers` are given; otherwise the system's own are used. */
    double numbers[SCREE_MAX_SYSTEM_NUMBERS]; /**< The system's numbers, finite; those beyond its last are ignored. */
    double time_step;     /**< Time of a step, of either sign and finite; 0 = the system's own. Maps take none. */
    uint64_t seed;        /**< The seed of the positions in which particles start, see scree_particles_run(). */
    uint64_t first;       /**< Number of the first particle: clouds with other numbers go on where one ends. */
    uint64_t count;       /**< Particles of the field's samples; 0 = 2^20. `first` + `count` is at most
                               SCREE_MAX_PARTICLES. */
    uint64_t steps;       /**< Steps after which they are sampled. 0 = as many as the system's description has; with
                               `positions`, and where `has_steps` is true, none. */
    bool has_box;         /**< Whether the box is given; otherwise it is the system's own. */
    double box_origin[3]; /**< The lowest corner of the box in which particles start; finite. */
    double box_size[3];   /**< Its extent along each axis; finite, 0 or more. */
    /** The positions in which particles start, instead of the box: three coordinates each, of `type`. NULL = in the
       box. Borrowed: the array outlives the field, and does not change. */
    const void *positions;
    uint64_t first_step; /**< Steps that were made before, with `positions`; 0 without. A cloud that goes on from where
                              another one is after this many steps has the bits of one that never paused. */
    bool has_steps;      /**< Whether 0 `steps` are given, so that particles are where they start. */
    bool reserved[7];    /**< Must be false. */
} scree_particle_params;

/** As scree_field_from_particles(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_field_from_particles_sized(scree_context *context, const scree_particle_params *params,
                                                        size_t size, scree_field **field);

/**
 * Makes a field of particles. Like any field it is immutable and reference-counted (field.h), and can be filled,
 * streamed to a file and so on, with a grid of NULL, because it has its own: its samples are the particles' coordinates
 * after `steps` steps, x, y and z of the first, then those of the next. Samples are float32. A stream of a float64
 * cloud, whose output is NULL, hands out `data` of float64 beside them. The caller owns `*field` and releases it with
 * scree_field_release(). A `context` other than NULL must outlive it.
 * Errors: SCREE_ERROR_INVALID (names the parameter), SCREE_ERROR_OUT_OF_MEMORY; `*field` is NULL then.
 */
static inline scree_result scree_field_from_particles(scree_context *context, const scree_particle_params *params,
                                                      scree_field **field)
{
    return scree_field_from_particles_sized(context, params, sizeof *params, field);
}

/**
 * The parameters of a field of particles, complete: what was left to the system is filled in. Valid as long as the
 * field; NULL for a field of another type.
 */
SCREE_API const scree_particle_params *scree_particles_params(const scree_field *field);

/** Bytes of a particle in a buffer: three coordinates, 24 or 12. */
SCREE_API uint32_t scree_particle_bytes(scree_particle_type type);

/** One run of a part of a cloud. Grows (context.h). */
typedef struct scree_particle_run {
    uint64_t first;          /**< Number of the part's first particle, whatever the field's own `first` is. */
    uint64_t count;          /**< Particles of the part. */
    uint64_t first_step;     /**< Steps that were made before: 0 where particles start. */
    uint64_t steps;          /**< Steps to make now. */
    uint64_t all_steps;      /**< Steps that are made in all runs, for `every` and AGE; 0 = this one is the last. */
    scree_buffer *positions; /**< Coordinates of the particles, or NULL, where they start and are then forgotten. */
    uint64_t offset;         /**< Bytes of the buffer before the first particle's; a multiple of 8. */
    bool is_continued;       /**< Particles are where `positions` has them; otherwise they start. Required for a
                                  field that has `positions`, which only its samples start from. */
    const scree_splat_params *splat; /**< How to draw them, or NULL. */
    scree_accumulation accumulation; /**< The accumulation buffer that `splat` draws to. */
} scree_particle_run;

/** Results of a run. Grows (context.h). */
typedef struct scree_particle_report {
    uint64_t lost;         /**< Particles that are nowhere after the last step: not finite as float32. None is drawn. */
    uint64_t drawings;     /**< The number of splats, in the picture or not. */
    double device_seconds; /**< Time of the GPU; 0 on the CPU. */
} scree_particle_report;

/** As scree_particles_run(), with structs of the given sizes (context.h). */
SCREE_API scree_result scree_particles_run_sized(scree_device *device, const scree_field *particles,
                                                 const scree_particle_run *run, size_t run_size, size_t splat_size,
                                                 scree_particle_report *report, size_t report_size);

/**
 * Starts a part of a cloud in the box, or takes it from a buffer; moves it; draws it; and leaves it in the buffer. The
 * buffers belong to `device`; without `positions` and `splat` nothing but the report remains, which is optional. The
 * call returns when all is done; a long run should be made of several calls, which give the same bits.
 *
 * Particles start in the box by a hash of their number. The first 2^30 of seed 0 start at 1024 positions along each
 * axis, by the hash of Thomas Wang (2007) of the number times 1847483629; all others at 2^24 positions along each axis,
 * by scree's own hash.
 *
 * Thread-safety: safe. It waits for the device's jobs. In a group the first device does it.
 * Errors: SCREE_ERROR_INVALID (names the parameter), SCREE_ERROR_UNSUPPORTED (float64 on a GPU without it),
 * SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_DEVICE_LOST.
 */
static inline scree_result scree_particles_run(scree_device *device, const scree_field *particles,
                                               const scree_particle_run *run, scree_particle_report *report)
{
    return scree_particles_run_sized(device, particles, run, sizeof *run, sizeof *run->splat, report, sizeof *report);
}

/** As scree_job_draw(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_job_draw_sized(scree_device *device, const scree_field *particles,
                                            const scree_splat_params *splat, size_t size, scree_histogram *histogram,
                                            const scree_sink *sink, scree_job **job);

/**
 * Splats a whole cloud: starts its particles, makes their steps, and adds the splats to a histogram of the caller's,
 * which is not cleared before. It goes through the cloud in parts of at most 2^24 particles, and once for each window
 * if the picture is too large for an accumulation buffer of the device: 512 MiB, or less where a GPU has less memory or
 * sees less at once. After an error the histogram holds a part of the splats.
 *
 * `sink`, optional, gets the coordinates as from scree_job_stream(), in the same pass. The job reports their minimum
 * and maximum; without a sink none. Errors: as scree_job_fill() and scree_particles_run(); SCREE_ERROR_INVALID also for
 * a histogram without pixels, and for a side of more than SCREE_MAX_PICTURE_SIDE pixels that are drawn.
 */
static inline scree_result scree_job_draw(scree_device *device, const scree_field *particles,
                                          const scree_splat_params *splat, scree_histogram *histogram,
                                          const scree_sink *sink, scree_job **job)
{
    return scree_job_draw_sized(device, particles, splat, sizeof *splat, histogram, sink, job);
}

#ifdef __cplusplus
}
#endif

#endif
