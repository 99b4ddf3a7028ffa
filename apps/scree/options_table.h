/*
 * The rows of the table of options, without guards: a file that includes them defines what becomes of
 * OPTION(number, members...) and of OPTION_RANGE(first, last, count). Rows for a field's parameters name the parameter;
 * options_bind() fills in the rest from the library.
 */
/* clang-format off */
    OPTION(OPTION_LAYERS, .name = "layers", .syntax = "N", .default_text = "64", .group = GROUP_DISTANCE, .brief = COMMAND_SDF,
        .form = FORM_WHOLE, .commands = COMMAND_SDF, .minimum = 1, .most = TWO_TO_24,
        .help = "Layers of voxels that a terrain lies in; a volume has its own.")
    OPTION(OPTION_SCALE, .name = "scale", .syntax = "S", .group = GROUP_DISTANCE, .brief = COMMAND_SDF, .form = FORM_REAL,
        .commands = COMMAND_SDF, .low = -1e30, .high = 1e30, .zero_excluded = true,
        .help = "Height of a sample: sample * S + offset, in the unit of a voxel's z side; a voxel is solid when its "
                "centre is below. Without --scale and --offset the map's own range is fitted to 1/8 to 7/8 of the "
                "volume's height, and the report has the numbers.")
    OPTION(OPTION_OFFSET, .name = "offset", .syntax = "O", .group = GROUP_DISTANCE, .brief = COMMAND_SDF, .form = FORM_REAL,
        .commands = COMMAND_SDF, .low = -1e30, .high = 1e30, .help = "See --scale; 0 when only that is given.")
    OPTION(OPTION_VOXEL, .name = "voxel", .syntax = "X[,Y,Z]", .default_text = "the spacing of the file, or 1", .group = GROUP_DISTANCE, .brief = COMMAND_SDF,
        .form = FORM_REAL_LIST, .commands = COMMAND_SDF, .low = 1e-10, .high = 1e10, .capacity = 3,
        .help = "Sides of a voxel: one number for all, or one for each. Distances are in their unit.")
    OPTION(OPTION_DISTANCE_METHOD, .name = "method", .syntax = "NAME", .default_text = "exact",
        .group = GROUP_DISTANCE, .brief = COMMAND_SDF, .form = FORM_WORD, .commands = COMMAND_SDF,
        .enumeration = &enumeration_distance_methods,
        .help = "How the nearest voxel is found; 'scree list methods' explains them.")
    OPTION(OPTION_SURFACE, .name = "surface", .syntax = "NAME", .default_text = "voxels", .group = GROUP_DISTANCE, .brief = COMMAND_SDF,
        .form = FORM_WORD, .commands = COMMAND_SDF, .enumeration = &enumeration_surfaces,
        .help = "What the distance is measured to; columns and mesh use the real heights of a terrain.")
    OPTION(OPTION_SIGN, .name = "sign", .syntax = "NAME", .default_text = "both", .group = GROUP_DISTANCE, .brief = COMMAND_SDF,
        .form = FORM_WORD, .commands = COMMAND_SDF, .enumeration = &enumeration_signs,
        .help = "Sides that are measured: both is positive outside and negative inside, the others are 0 on the other "
                "side.")
    OPTION(OPTION_EDGE, .name = "edge", .syntax = "NAME", .default_text = "open", .group = GROUP_DISTANCE, .brief = COMMAND_SDF,
        .form = FORM_WORD, .commands = COMMAND_SDF, .enumeration = &enumeration_edges,
        .help = "What lies beyond a terrain's volume: nothing (open), or solid ground below and empty space above "
                "(clamp).")
    OPTION(OPTION_CONSERVATIVE, .name = "conservative", .group = GROUP_DISTANCE, .form = FORM_FLAG,
        .commands = COMMAND_SDF,
        .help = "Never over-estimate the distance to the surface, for sphere tracing: what voxels or columns can err "
                "by is taken off, and --type rounds towards 0.")
    OPTION(OPTION_CLIP, .name = "clip", .syntax = "D", .group = GROUP_DISTANCE, .brief = COMMAND_SDF, .form = FORM_REAL,
        .commands = COMMAND_SDF, .low = 1e-15, .high = 1e30,
        .help = "Greatest magnitude of a distance, also of infinite ones.")

    OPTION(OPTION_MASK, .name = "mask", .group = GROUP_MAP, .form = FORM_FLAG, .commands = COMMAND_SDF,
        .help = "The map is no terrain but a mask of what is solid: a map of 2 axes makes a field of 2 axes. One of 3 axes "
                "is a volume without this option.")
    OPTION(OPTION_THRESHOLD, .name = "threshold", .syntax = "T", .default_text = "0", .group = GROUP_MAP, .brief = COMMAND_SDF,
        .form = FORM_REAL, .commands = COMMAND_SDF, .low = -1e30, .high = 1e30,
        .help = "Of a mask or volume: solid is where the sample is greater than T.")
    OPTION(OPTION_CHANNEL, .name = "channel", .syntax = "NAME", .group = GROUP_MAP, .form = FORM_NAME,
        .commands = SAMPLES | COMMAND_NOISE | COMMAND_GRAPH,
        .help = "Channel of a picture that has several: its name, or its number from 0. Of a field with several outputs "
                "the name of one, which is then made alone.")
    OPTION(OPTION_PAGE, .name = "page", .syntax = "N", .default_text = "all", .group = GROUP_MAP, .form = FORM_WHOLE,
        .commands = SAMPLES, .minimum = 0, .most = UINT32_MAX,
        .help = "Page of a TIFF, or part of an EXR, that has several. All pages of one size are a volume.")
    OPTION(OPTION_HOLES, .name = "holes", .syntax = "refuse|lowest|VALUE", .default_text = "refuse",
        .group = GROUP_MAP, .form = FORM_HOLES, .commands = SAMPLES,
        .help = "What becomes of cells without data: an error, the map's lowest sample, or a number.")
    OPTION(OPTION_NODATA, .name = "nodata", .syntax = "V", .group = GROUP_MAP, .form = FORM_REAL,
        .commands = SAMPLES, .low = -1.7976931348623157e308, .high = 1.7976931348623157e308,
        .help = "A stored value that stands for no data, besides NaN, infinity, and the one that a TIFF names.")
    OPTION(OPTION_RAW_SIZE, .name = "raw-size", .syntax = "WxH[xD]", .group = GROUP_MAP, .form = FORM_SIZE,
        .commands = SAMPLES, .minimum = 1, .most = TWO_TO_40, .capacity = 3,
        .help = "Samples along each axis of a file without a header.")
    OPTION(OPTION_RAW_TYPE, .name = "raw-type", .syntax = "NAME", .default_text = "u16, of .r32 and .raw f32",
        .group = GROUP_MAP, .form = FORM_WORD, .commands = SAMPLES, .enumeration = &enumeration_types,
        .help = "Type of its samples.")
    OPTION(OPTION_RAW_BIG_ENDIAN, .name = "raw-big-endian", .group = GROUP_MAP, .form = FORM_FLAG,
        .commands = SAMPLES, .help = "Its samples have their first byte first.")

    OPTION(OPTION_SYSTEM, .name = "system", .syntax = "NAME", .default_text = "lorenz", .group = GROUP_PARTICLES, .brief = COMMAND_ATTRACTOR,
        .form = FORM_WORD, .commands = COMMAND_ATTRACTOR, .enumeration = &enumeration_systems,
        .help = "The equations; 'scree list systems' has them all.")
    OPTION(OPTION_PARTICLES, .name = "particles", .syntax = "N", .default_text = "1048576", .group = GROUP_PARTICLES, .brief = COMMAND_ATTRACTOR,
        .form = FORM_WHOLE, .commands = COMMAND_ATTRACTOR, .minimum = 1, .most = SCREE_MAX_PARTICLES,
        .help = "How many.")
    OPTION(OPTION_STEPS, .name = "steps", .syntax = "N", .default_text = "as the system needs", .group = GROUP_PARTICLES, .brief = COMMAND_ATTRACTOR,
        .form = FORM_WHOLE, .commands = COMMAND_ATTRACTOR, .minimum = 0, .most = TWO_TO_40,
        .help = "Steps of each particle; 0 shows where they start. With --from further ones, none by default.")
    OPTION(OPTION_DT, .name = "dt", .syntax = "T", .default_text = "the system's", .group = GROUP_PARTICLES, .brief = COMMAND_ATTRACTOR,
        .form = FORM_REAL, .commands = COMMAND_ATTRACTOR, .low = -1e30, .high = 1e30, .zero_excluded = true,
        .help = "Time of a step; maps have none.")
    OPTION(OPTION_INTEGRATOR, .name = "integrator", .syntax = "NAME", .default_text = "the system's",
        .group = GROUP_PARTICLES, .brief = COMMAND_ATTRACTOR, .form = FORM_WORD, .commands = COMMAND_ATTRACTOR,
        .enumeration = &enumeration_integrators,
        .help = "How a flow is followed: euler adds the velocity, rk4 is the classic method of Runge and Kutta.")
    OPTION(OPTION_NUMBERS, .name = "numbers", .syntax = "A,B,...", .default_text = "the system's",
        .group = GROUP_PARTICLES, .form = FORM_REAL_LIST, .commands = COMMAND_ATTRACTOR, .low = -1e30, .high = 1e30,
        .capacity = SCREE_MAX_SYSTEM_NUMBERS, .help = "All numbers of the system, in the order of its description.")
    OPTION(OPTION_BOX, .name = "box", .syntax = "X,Y,Z,W,H,D", .default_text = "the system's", .group = GROUP_PARTICLES,
        .form = FORM_REAL_LIST, .commands = COMMAND_ATTRACTOR, .low = -1e30, .high = 1e30, .capacity = 6,
        .help = "Where particles start: the lowest corner of a box, and its extent.")
    OPTION(OPTION_PARTICLE_TYPE, .name = "type", .syntax = "NAME", .default_text = "f64", .group = GROUP_PARTICLES, .brief = COMMAND_ATTRACTOR,
        .form = FORM_WORD, .commands = COMMAND_ATTRACTOR, .enumeration = &enumeration_particle_types,
        .help = "Type of coordinates and of all arithmetic.")
    OPTION(OPTION_FROM, .name = "from", .syntax = "FILE.npy", .group = GROUP_PARTICLES, .form = FORM_TEXT,
        .commands = COMMAND_ATTRACTOR,
        .help = "Go on from coordinates that --points wrote, with the bits of a cloud that never paused. The sidecar "
                "says how particles move.")

    OPTION(OPTION_SCENE, .name = "scene", .syntax = "NAME", .group = GROUP_SCENE, .brief = COMMAND_RENDER, .form = FORM_WORD,
        .default_text = "the preset's; else map for 2 axes, voxels for 3, surface for distances", .commands = COMMAND_RENDER,
        .enumeration = &enumeration_scenes, .help = "What is shown; 'scree list scenes' describes them.")
    OPTION(OPTION_SCENE_COLOUR, .name = "colour", .aliases = {"color"}, .syntax = "NAME", .group = GROUP_SCENE, .brief = COMMAND_RENDER,
        .default_text = "the preset's; else value, of voxels, columns and surface height, of clouds plain", .form = FORM_WORD,
        .commands = COMMAND_RENDER, .enumeration = &enumeration_scene_colours,
        .help = "What chooses the colour: the sample or the height by the ramp, the direction of the surface, a hash of "
                "the cell, or nothing.")
    OPTION(OPTION_SCENE_THRESHOLD, .name = "threshold", .syntax = "T", .group = GROUP_SCENE, .brief = COMMAND_RENDER, .form = FORM_REAL,
        .default_text = "the preset's, or the one above which a third of the samples lie; of distances 0",
        .scenes = SCREE_SCENE_TAKES_THRESHOLD, .commands = COMMAND_RENDER, .low = -1e30, .high = 1e30,
        .help = "Samples above it are matter; of a surface, the distance at which it is drawn; of columns, the sample at "
                "their bottom, the lowest unless given.")
    OPTION(OPTION_WATER, .name = "water", .syntax = "L", .group = GROUP_SCENE, .brief = COMMAND_RENDER, .form = FORM_REAL,
        .default_text = "the preset's, or no water", .scenes = SCREE_SCENE_TAKES_WATER, .commands = MAPS, .low = -1e30, .high = 1e30,
        .help = "Of a terrain or a map: there is water where samples are below L, in the colours of its ground.")
    OPTION(OPTION_NO_WATER, .name = "no-water", .group = GROUP_SCENE, .form = FORM_FLAG, .scenes = SCREE_SCENE_TAKES_WATER, .commands = MAPS,
        .help = "Of a terrain or a map: leaves out the water that a preset or a recipe has.")
    OPTION(OPTION_EDGE_FADE, .name = "edge-fade", .syntax = "F", .group = GROUP_SCENE, .form = FORM_REAL,
        .default_text = "the preset's; else 0.3, and 0 of files and distances", .scenes = SCREE_SCENE_TAKES_EDGE_FADE, .commands = COMMAND_RENDER, .low = 0, .high = 1,
        .help = "Of a cloud: the share of the box in which it thins out towards the sides.")
    OPTION(OPTION_HEIGHT, .name = "height", .syntax = "H", .default_text = "the preset's; else 0.2", .group = GROUP_SCENE, .brief = MAPS & FILES,
        .form = FORM_REAL, .scenes = SCREE_SCENE_TAKES_HEIGHT_SCALE, .commands = MAPS, .low = 1e-6, .high = 1e3,
        .help = "Of a terrain, of columns, and of a map's relief: the height from the lowest sample to the highest, as a share of "
                "the longer side; columns have whole cubes.")
    OPTION(OPTION_HEIGHT_SCALE, .name = "height-scale", .syntax = "S", .group = GROUP_SCENE, .form = FORM_REAL,
        .scenes = SCREE_SCENE_TAKES_HEIGHT_SCALE, .commands = MAPS, .low = -1e100, .high = 1e100, .zero_excluded = true,
        .help = "The height of a sample of 1 instead, where the longest side of what is shown is 2 long. Heights are then "
                "counted from 0, and not from the middle of the land, so that other samples have no influence. Columns begin "
                "at --threshold all the same, and are cut off at --height.")
    OPTION(OPTION_OPACITY, .name = "opacity", .syntax = "D", .group = GROUP_SCENE,
        .default_text = "the preset's; else 20; where the greatest sample is below 1e-12 or above 1e12, about 20 divided by it",
        .form = FORM_REAL, .scenes = SCREE_SCENE_TAKES_DENSITY, .commands = COMMAND_RENDER, .low = 0, .high = 1e100,
        .help = "Of a cloud: how much a sample 1 above the threshold absorbs along half of the longest side.")
    OPTION(OPTION_RELIEF, .name = "relief", .syntax = "R", .default_text = "the preset's; else 0.6", .group = GROUP_SCENE, .brief = MAPS & FILES,
        .form = FORM_REAL, .scenes = SCREE_SCENE_TAKES_POSITION, .commands = MAPS, .low = 0, .high = 1,
        .help = "Of a map: how strongly slopes are shaded; 0 leaves the colours as they are.")
    OPTION(OPTION_NO_SMOOTHING, .name = "no-smoothing", .group = GROUP_SCENE, .form = FORM_FLAG,
        .commands = MAPS,
        .help = "Of a map: each pixel shows the nearest sample alone, not the mean of those that it covers or a number between "
                "samples.")
    OPTION(OPTION_CONTOURS, .name = "contours", .syntax = "I", .group = GROUP_SCENE, .brief = MAPS & FILES, .form = FORM_REAL,
        .scenes = SCREE_SCENE_TAKES_INTERVAL, .commands = MAPS, .low = 0, .high = 1e100, .min_magnitude = 1e-100,
        .help = "Contour lines at the multiples of I, on a map or on the slice of a surface; 0 chooses a round number.")
    OPTION(OPTION_SCENE_SLICE, .name = "slice", .syntax = "AXIS=N", .group = GROUP_SCENE, .form = FORM_SLICES,
        .scenes = SCREE_SCENE_TAKES_SLICE, .commands = COMMAND_RENDER, .most = TWO_TO_24, .capacity = 1,
        .help = "Of a surface: cut through layer N of an axis (x, y or z); what is before it is taken away.")
    OPTION(OPTION_PLANE, .name = "slice", .syntax = "AXIS=N", .group = GROUP_SCENE, .brief = COMMAND_DRAW, .form = FORM_SLICES,
        .commands = DRAWINGS, .most = TWO_TO_24, .capacity = 1,
        .help = "Of a volume: the plane N across an axis (x, y or z), instead of a sheet.")
    OPTION(OPTION_SHEET, .name = "sheet", .syntax = "AXIS=N", .default_text = "z=16", .group = GROUP_SCENE, .brief = COMMAND_DRAW,
        .form = FORM_SLICES, .commands = DRAWINGS, .most = PLANES_MOST, .capacity = 1,
        .help = "Of a volume: a contact sheet of N planes across an axis, spread evenly.")
    OPTION(OPTION_TILED, .name = "tiled", .group = GROUP_SCENE, .form = FORM_FLAG, .commands = DRAWINGS,
        .help = "Each plane twice along both sides, which shows the seams of what shall repeat.")
    OPTION(OPTION_DIFFERENCE, .name = "difference", .syntax = "FILE", .group = GROUP_SCENE, .brief = COMMAND_DRAW, .form = FORM_TEXT,
        .commands = DRAWINGS,
        .help = "A second file or recipe, whose samples have the same shape: three maps beside each other, of the first, of "
                "the second, and of the first less the second, blue below zero, white at zero and orange above. Cells "
                "without data are grey unless --holes says otherwise. Options of noise are for the first.")
    OPTION(OPTION_LIGHT, .name = "light", .syntax = "A,E", .group = GROUP_SCENE, .brief = MAPS & FILES,
        .default_text = "the preset's; else over the camera's left shoulder, on maps 135,40", .form = FORM_REAL_LIST,
        .commands = MAPS, .low = -3600, .high = 3600, .capacity = 2,
        .help = "Where light comes from: degrees anticlockwise from the x axis, and above the horizon.")
    OPTION(OPTION_AMBIENT, .name = "ambient", .syntax = "A", .default_text = "0.35", .group = GROUP_SCENE,
        .form = FORM_REAL, .commands = MAPS, .low = 0, .high = 1,
        .help = "The share of light that comes from everywhere.")
    OPTION(OPTION_OCCLUSION, .name = "occlusion", .syntax = "O", .default_text = "0.6", .group = GROUP_SCENE,
        .form = FORM_REAL, .scenes = SCREE_SCENE_TAKES_OCCLUSION, .commands = COMMAND_RENDER, .low = 0, .high = 1,
        .help = "How much hollows and corners are darkened.")
    OPTION(OPTION_NO_SHADOWS, .name = "no-shadows", .group = GROUP_SCENE, .form = FORM_FLAG, .scenes = SCREE_SCENE_TAKES_CAMERA, .commands = COMMAND_RENDER,
        .help = "Things cast no shadows.")
    OPTION(OPTION_FOG, .name = "fog", .syntax = "F", .default_text = "0", .group = GROUP_SCENE, .form = FORM_REAL,
        .scenes = SCREE_SCENE_TAKES_CAMERA, .commands = COMMAND_RENDER, .low = 0, .high = 1e6,
        .help = "Fog: light fades by exp(-F) along half of the longest side.")
    OPTION(OPTION_SKY, .name = "sky", .syntax = "R,G,B[,R,G,B]", .group = GROUP_SCENE, .form = FORM_REAL_LIST,
        .default_text = "a light blue", .commands = COMMAND_RENDER, .low = 0, .high = 1, .capacity = 6,
        .help = "Red, green and blue of the background: one colour, or one at the top and one at the bottom.")

    OPTION(OPTION_PICTURE_SIZE, .name = "size", .syntax = "WxH", .default_text = "1920x1080, of scenes 1280x720, of maps their samples", .group = GROUP_PICTURE, .brief = PICTURES & FILES,
        .form = FORM_SIZE, .commands = PICTURES, .minimum = 1, .most = SCREE_MAX_PICTURE_SIDE, .capacity = 2,
        .help = "Pixels of the picture.")
    OPTION(OPTION_SUPERSAMPLE, .name = "supersample", .syntax = "S", .default_text = "1", .group = GROUP_PICTURE,
        .form = FORM_WHOLE, .commands = PICTURES, .minimum = 1, .most = SCREE_MAX_SUPERSAMPLE,
        .help = "Draw S times as fine along both sides, which makes edges smooth, and join the pixels.")
    OPTION(OPTION_SHAPE, .name = "shape", .syntax = "NAME", .default_text = "points", .group = GROUP_PICTURE, .brief = COMMAND_ATTRACTOR,
        .form = FORM_WORD, .commands = COMMAND_ATTRACTOR, .enumeration = &enumeration_shapes,
        .help = "A pixel for each particle, a line from each second one to the next, or a square around each that faces the "
                "camera.")
    OPTION(OPTION_QUAD_SIZE, .name = "quad-size", .syntax = "L", .default_text = "a hundredth of the system's radius",
        .group = GROUP_PICTURE, .form = FORM_REAL, .commands = COMMAND_ATTRACTOR, .low = 1e-6, .high = 1e9,
        .help = "Side of a square of --shape quads, as a length of the system: near ones are larger.")
    OPTION(OPTION_EVERY, .name = "every", .syntax = "N", .default_text = "only after the last", .group = GROUP_PICTURE, .brief = COMMAND_ATTRACTOR,
        .form = FORM_WHOLE, .commands = COMMAND_ATTRACTOR, .minimum = 1, .most = TWO_TO_40,
        .help = "Draw all particles after every N steps: their trails.")
    OPTION(OPTION_COLOUR, .name = "colour", .aliases = {"color"}, .syntax = "NAME", .default_text = "density",
        .group = GROUP_PICTURE, .brief = COMMAND_ATTRACTOR, .form = FORM_WORD, .commands = COMMAND_ATTRACTOR,
        .enumeration = &enumeration_particle_colours,
        .help = "What chooses the colour: how many particles are in a pixel, or the mean of a quantity of theirs.")
    OPTION(OPTION_COLOUR_RANGE, .name = "range", .syntax = "auto|LOW:HIGH", .default_text = "auto",
        .group = GROUP_PICTURE, .brief = PICTURES & FILES, .form = FORM_RANGE, .commands = PICTURES,
        .help = "Values that have the first and the last colour of the ramp: samples, heights in the world, speeds or coordinates.")
    OPTION(OPTION_EXPOSURE, .name = "exposure", .syntax = "NAME", .group = GROUP_PICTURE, .brief = COMMAND_ATTRACTOR, .form = FORM_WORD,
        .default_text = "additive; with --ramp or another --colour than density log", .commands = COMMAND_ATTRACTOR,
        .enumeration = &enumeration_exposures, .help = "How bright a pixel is for its number of particles.")
    OPTION(OPTION_BRIGHTNESS, .name = "brightness", .syntax = "K", .default_text = "1", .group = GROUP_PICTURE,
        .form = FORM_REAL, .commands = COMMAND_ATTRACTOR, .low = SCREE_MIN_EXPOSURE_NUMBER,
        .high = SCREE_MAX_EXPOSURE_NUMBER,
        .help = "Factor of the exposure: of added colours, of linear brightness, and of counts before a logarithm.")
    OPTION(OPTION_WHITE, .name = "white", .syntax = "N", .default_text = "the most in a pixel", .group = GROUP_PICTURE,
        .form = FORM_REAL, .commands = COMMAND_ATTRACTOR, .low = SCREE_MIN_EXPOSURE_NUMBER,
        .high = SCREE_MAX_EXPOSURE_NUMBER, .help = "Particles in the brightest pixel, for linear and log.")
    OPTION(OPTION_GAMMA, .name = "gamma", .syntax = "G", .default_text = "1", .group = GROUP_PICTURE,
        .form = FORM_REAL, .commands = COMMAND_ATTRACTOR, .low = SCREE_MIN_GAMMA,
        .high = SCREE_MAX_GAMMA, .help = "Brightness to the power of 1 / G: above 1, faint parts are brighter.")
    OPTION(OPTION_TINT, .name = "tint", .syntax = "R,G,B", .default_text = "0.0154,0.05,0.3", .group = GROUP_PICTURE,
        .form = FORM_REAL_LIST, .commands = COMMAND_ATTRACTOR, .low = 0, .high = 1, .capacity = 3,
        .help = "Red, green and blue that each particle adds.")
    OPTION(OPTION_BACKGROUND, .name = "background", .syntax = "R,G,B", .default_text = "0,0,0", .group = GROUP_PICTURE,
        .form = FORM_REAL_LIST, .commands = COMMAND_ATTRACTOR, .low = 0, .high = 1, .capacity = 3,
        .help = "Red, green and blue where there is nothing.")
    OPTION(OPTION_RAMP, .name = "ramp", .syntax = "NAME", .default_text = "of particles inferno or viridis, of scenes the preset's; else terrain",
        .group = GROUP_PICTURE, .brief = PICTURES & FILES, .form = FORM_WORD, .commands = PICTURES, .enumeration = &enumeration_ramps,
        .help = "Colours; 'scree list ramps' describes them.")
    OPTION(OPTION_REVERSED, .name = "reversed", .group = GROUP_PICTURE, .form = FORM_FLAG,
        .commands = PICTURES, .help = "Exchange the ends of the ramp.")
    OPTION(OPTION_GRAPHICS, .name = "graphics", .syntax = "NAME", .default_text = "the best that the terminal has",
        .group = GROUP_PICTURE, .form = FORM_WORD, .commands = COMMAND_PREVIEW, .enumeration = &enumeration_graphics,
        .help = "How the terminal shows pixels: by the protocols of kitty or sixel, by half blocks in 24-bit or in 256 "
                "colours, or by letters without colours.")
    OPTION(OPTION_DEPTH, .name = "depth", .syntax = "8|16", .default_text = "8", .group = GROUP_PICTURE,
        .form = FORM_WHOLE, .commands = COMMAND_ATTRACTOR, .minimum = 8, .most = 16,
        .help = "Bits of each of the three channels.")

    OPTION(OPTION_CENTRE, .name = "centre", .aliases = {"center"}, .syntax = "X,Y,Z", .default_text = "the middle",
        .group = GROUP_CAMERA, .form = FORM_REAL_LIST, .commands = SEEN, .low = -1e9, .high = 1e9,
        .capacity = 3, .help = "The point that the camera looks at; of a map two numbers, in samples from its left upper corner.")
    OPTION(OPTION_AZIMUTH, .name = "azimuth", .syntax = "A", .default_text = "the system's, of scenes 30", .group = GROUP_CAMERA, .brief = SEEN,
        .form = FORM_REAL, .scenes = SCREE_SCENE_TAKES_CAMERA, .commands = SEEN, .low = -3600, .high = 3600,
        .help = "Degrees that the camera is turned around the z axis; with 0 it looks along y.")
    OPTION(OPTION_ELEVATION, .name = "elevation", .syntax = "A", .default_text = "the system's, of its maps 90, of scenes 30",
        .group = GROUP_CAMERA, .brief = SEEN, .form = FORM_REAL, .scenes = SCREE_SCENE_TAKES_CAMERA, .commands = SEEN, .low = -90, .high = 90,
        .help = "Degrees that it is above the centre; with 90 it looks down.")
    OPTION(OPTION_ROLL, .name = "roll", .syntax = "A", .default_text = "0", .group = GROUP_CAMERA,
        .form = FORM_REAL, .scenes = SCREE_SCENE_TAKES_CAMERA, .commands = SEEN, .low = -360, .high = 360,
        .help = "Degrees that it is turned clockwise around its own axis.")
    OPTION(OPTION_DISTANCE, .name = "distance", .syntax = "D", .default_text = "such that all is seen",
        .group = GROUP_CAMERA, .brief = COMMAND_RENDER, .form = FORM_REAL, .scenes = SCREE_SCENE_TAKES_CAMERA, .commands = SEEN, .low = 1e-6, .high = 1e9,
        .help = "Distance of the camera from the centre.")
    OPTION(OPTION_FIELD_OF_VIEW, .name = "fov", .syntax = "A", .default_text = "60, of scenes 40", .group = GROUP_CAMERA,
        .form = FORM_REAL, .scenes = SCREE_SCENE_TAKES_CAMERA, .commands = SEEN, .low = 0.1, .high = 179,
        .help = "Field of view: degrees that the picture's height is, seen from the camera.")
    OPTION(OPTION_EXTENT, .name = "extent", .syntax = "L", .group = GROUP_CAMERA, .form = FORM_REAL,
        .commands = SEEN, .low = 1e-6, .high = 1e9,
        .help = "No perspective: the length that the picture's height is; of a map, in samples (their shorter side).")

    OPTION(OPTION_PRESET, .name = "preset", .syntax = "NAME", .default_text = "terrain", .group = GROUP_FIELD, .brief = FIELD & FILES,
        .form = FORM_WORD, .commands = FIELD, .enumeration = &enumeration_presets,
        .help = "Named recipe to start from; every option given changes it. Not together with a file.")
    OPTION(OPTION_EXPRESSION, .name = "expr", .syntax = "TEXT", .group = GROUP_FIELD, .brief = COMMAND_NOISE, .form = FORM_EXPRESSION,
        .commands = COMMAND_NOISE | COMMAND_GRAPH | MAPS,
        .help = "The field of an expression, such as 'terrace(perlin(seed=1, octaves=6), steps=6)', instead of noise by "
                "other options. Its functions are operators on fields, and kinds of noise with their parameters by name.")
    OPTION(OPTION_EXPRESSION_FILE, .name = "expr-file", .syntax = "FILE", .group = GROUP_FIELD, .form = FORM_TEXT,
        .commands = COMMAND_NOISE | COMMAND_GRAPH | MAPS,
        .help = "The same with the text of a file; - reads it from stdin.")
    OPTION(OPTION_KIND, .parameter = "kind", .help = "The kind of noise; 'scree list kinds' describes them all.",
        .default_text = "perlin", .group = GROUP_FIELD, .brief = FIELD & FILES, .commands = FIELD,
        .enumeration = &enumeration_kinds)
    OPTION(OPTION_SEED, .parameter = "seed", .default_text = "0", .group = GROUP_FIELD, .brief = FILES,
        .commands = FIELD | COMMAND_ATTRACTOR)
    OPTION(OPTION_OCTAVES, .parameter = "octaves", .default_text = "8", .group = GROUP_FIELD, .brief = COMMAND_NOISE | COMMAND_RENDER | COMMAND_DRAW, .commands = FIELD)
    OPTION(OPTION_LACUNARITY, .parameter = "lacunarity", .default_text = "2", .group = GROUP_FIELD, .brief = COMMAND_NOISE, .commands = FIELD)
    OPTION(OPTION_GAIN, .parameter = "gain", .default_text = "0.5", .group = GROUP_FIELD, .brief = COMMAND_NOISE, .commands = FIELD)
    OPTION(OPTION_WEIGHTS, .parameter = "weights", .group = GROUP_FIELD, .brief = COMMAND_NOISE, .commands = FIELD)
    OPTION(OPTION_FRACTAL, .parameter = "fractal", .default_text = "fbm", .group = GROUP_FIELD, .brief = COMMAND_NOISE, .commands = FIELD,
        .enumeration = &enumeration_fractals)
    OPTION(OPTION_ABS, .name = "abs", .group = GROUP_FIELD, .form = FORM_FLAG, .commands = FIELD,
        .help = "Absolute value of every octave: the same as --fractal billow.")
    OPTION(OPTION_HASH, .parameter = "hash", .default_text = "scree", .group = GROUP_FIELD, .brief = COMMAND_NOISE, .commands = FIELD,
        .enumeration = &enumeration_hashes)
    OPTION(OPTION_GRADIENTS, .parameter = "gradients", .default_text = "edges", .group = GROUP_FIELD, .brief = COMMAND_NOISE, .commands = FIELD,
        .enumeration = &enumeration_gradients)
    OPTION(OPTION_FADE, .parameter = "fade", .default_text = "quintic", .group = GROUP_FIELD, .brief = COMMAND_NOISE, .commands = FIELD,
        .enumeration = &enumeration_fades)
    OPTION(OPTION_ORIENTATION, .parameter = "orientation", .default_text = "classic", .group = GROUP_FIELD,
        .commands = FIELD, .enumeration = &enumeration_orientations)
    OPTION(OPTION_PERIOD, .parameter = "period", .default_text = "0", .group = GROUP_FIELD, .brief = COMMAND_NOISE, .commands = FIELD)
    OPTION(OPTION_KEEP_FINE_OCTAVES, .name = "keep-fine-octaves", .group = GROUP_FIELD, .form = FORM_FLAG,
        .commands = FIELD,
        .help = "Keep octaves whose cells are smaller than the distance of two samples; without it they are left "
                "out, since on that grid they would be white noise.")
    OPTION(OPTION_OCTAVE_ROTATION, .name = "octave-rotation", .parameter = "octave_rotation", .group = GROUP_FIELD, .form = FORM_FLAG,
        .commands = FIELD)
    OPTION(OPTION_DERIVATIVES, .name = "derivatives", .parameter = "derivatives", .group = GROUP_FIELD, .form = FORM_FLAG,
        .commands = COMMAND_NOISE | COMMAND_VERIFY)
    OPTION(OPTION_CURL, .name = "curl", .parameter = "curl", .group = GROUP_FIELD, .form = FORM_FLAG,
        .commands = COMMAND_NOISE | COMMAND_VERIFY)
    OPTION(OPTION_QUANTILES, .name = "quantiles", .syntax = "WHERE", .default_text = "field, unless the recipe has quantiles", .group = GROUP_FIELD,
        .form = FORM_WORD, .commands = FIELD, .enumeration = &enumeration_quantiles,
        .help = "Where the quantiles for --distribution are measured: all over the field, or on this grid's own "
                "samples, whose shares are exact then.")
    OPTION_RANGE(OPTION_OF_PARAMETERS, OPTION_OF_PARAMETERS_LAST, 32) /* Options of parameters that no other row names. */

    OPTION(OPTION_SIZE, .name = "size", .syntax = "WxHxD...", .default_text = "that of the preset or recipe, else 1024x1024", .group = GROUP_GRID, .brief = COMMAND_NOISE | COMMAND_SDF,
        .form = FORM_SIZE, .commands = FIELD & ~(unsigned)MAPS, .minimum = 1, .most = TWO_TO_40, .capacity = SCREE_MAX_AXES,
        .help = "Samples along each axis, x first.")
    OPTION(OPTION_SAMPLES, .name = "samples", .syntax = "WxH[xD]", .group = GROUP_GRID, .brief = MAPS & FILES, .form = FORM_SIZE,
        .default_text = "the preset's or the recipe's; else 1024x1024, of volumes 128x128x128", .commands = MAPS, .minimum = 1,
        .most = TWO_TO_40, .capacity = SCREE_MAX_AXES, .help = "Samples of noise along each axis, x first.")
    OPTION(OPTION_DENSITY, .name = "density", .syntax = "N", .default_text = "4", .group = GROUP_GRID, .brief = FIELD & FILES,
        .form = FORM_REAL, .commands = FIELD, .low = STEP_MIN, .high = TWO_TO_60,
        .help = "Lattice cells along x in the first octave: the step becomes N / width on every axis.")
    OPTION(OPTION_STEP, .name = "step", .aliases = {"frequency"}, .syntax = "S[,S...]", .group = GROUP_GRID, .brief = COMMAND_NOISE,
        .form = FORM_REAL_LIST, .commands = FIELD, .low = STEP_MIN, .high = STEP_MOST, .capacity = SCREE_MAX_AXES,
        .help = "Distance of two samples in cells of the first octave, for each axis or one number for all. Instead "
                "of --density, and the better choice for tiles, for it does not depend on the size.")
    OPTION(OPTION_CELL_SIZE, .name = "cell-size", .syntax = "N[,N...]", .group = GROUP_GRID, .form = FORM_REAL_LIST,
        .commands = FIELD, .low = 1 / STEP_MOST, .high = 1 / STEP_MIN, .capacity = SCREE_MAX_AXES,
        .help = "Samples along a cell of the first octave, for each axis or one number for all: the inverse of --step, "
                "and instead of it.")
    OPTION(OPTION_ORIGIN, .name = "origin", .syntax = "X[,Y...]", .default_text = "0", .group = GROUP_GRID, .brief = COMMAND_NOISE,
        .form = FORM_REAL_LIST, .commands = FIELD, .low = -TWO_TO_60, .high = TWO_TO_60, .capacity = SCREE_MAX_AXES,
        .help = "Position of sample 0 in cells of the first octave, for each axis or one number for all.")
    OPTION(OPTION_FIRST, .name = "first", .syntax = "I[,J...]", .default_text = "0", .group = GROUP_GRID, .brief = COMMAND_NOISE,
        .form = FORM_WHOLE_LIST, .commands = FIELD, .minimum = -TWO_TO_40, .most = TWO_TO_40,
        .capacity = SCREE_MAX_AXES,
        .help = "Index of the first sample, for each axis or one number for all: cuts a tile that holds exactly the "
                "samples of the whole.")
    OPTION(OPTION_NOISE_POINTS, .name = "points", .syntax = "FILE", .group = GROUP_GRID, .form = FORM_TEXT,
        .commands = COMMAND_NOISE,
        .help = "Instead of a grid, the points of an NPY file: a row of coordinates for each, f32 or f64, in cells of "
                "the first octave. The output is one f32 for each.")
    OPTION(OPTION_PROJECTION, .name = "projection", .syntax = "NAME", .group = GROUP_GRID, .form = FORM_WORD,
        .commands = COMMAND_NOISE, .enumeration = &enumeration_projections,
        .help = "The surface of a sphere, cut from a field of three axes: a map, or six square faces of --size. --density "
                "counts cells along the equator, and --origin is the middle of the sphere on every axis.")

    OPTION(OPTION_FRAMES, .name = "frames", .aliases = {"turntable"}, .syntax = "N", .group = GROUP_FRAMES, .brief = SEEN, .form = FORM_WHOLE,
        .commands = SEEN, .minimum = 1, .most = 1000000,
        .help = "N pictures in which the camera goes round once: turn_0000.png and so on for -o turn.png, or a video for -o turn.mp4, .gif and .webp.")
    OPTION(OPTION_FRAME_TURN, .name = "frame-turn", .syntax = "A", .default_text = "360 / N, with --flight 0", .group = GROUP_FRAMES,
        .form = FORM_REAL, .commands = SEEN, .low = -360, .high = 360,
        .help = "Degrees of azimuth from frame to frame.")
    OPTION(OPTION_FLIGHT, .name = "flight", .syntax = "X,Y,Z", .group = GROUP_FRAMES, .form = FORM_REAL_LIST,
        .scenes = SCREE_SCENE_TAKES_CAMERA, .commands = COMMAND_RENDER, .low = -1e6, .high = 1e6, .capacity = 3,
        .help = "With --frames: the way of the camera, and of the point that it looks at, from the first frame to the last; "
                "the longest side of what is shown is 2 long.")
    OPTION(OPTION_FRAME_STEPS, .name = "frame-steps", .syntax = "N", .default_text = "0", .group = GROUP_FRAMES,
        .form = FORM_WHOLE, .commands = COMMAND_ATTRACTOR, .minimum = 0, .most = TWO_TO_40,
        .help = "Steps of the particles from frame to frame; the first one shows them after --steps.")
    OPTION(OPTION_TIME_FRAMES, .name = "frames", .syntax = "N", .group = GROUP_FRAMES, .brief = COMMAND_NOISE, .form = FORM_WHOLE,
        .commands = COMMAND_NOISE, .minimum = 1, .most = 1000000,
        .help = "N samples along one more axis behind those of --size, which is time. Each is a frame: walk_0000.png and "
                "so on for -o walk_%04d.png or -o walk.png, or a picture of a video for -o walk.mp4, .gif and .webp. With "
                "--curl each is the flow of its plane.")
    OPTION(OPTION_TIME_STEP, .name = "frame-step", .syntax = "S", .default_text = "1/128", .group = GROUP_FRAMES,
        .form = FORM_REAL, .commands = COMMAND_NOISE, .low = STEP_MIN, .high = STEP_MOST,
        .help = "Cells of the first octave from frame to frame.")
    OPTION(OPTION_LOOP, .name = "loop", .group = GROUP_FRAMES, .form = FORM_FLAG, .commands = COMMAND_NOISE,
        .help = "The first frame follows the last one: the frames are one period of the time axis, of as many whole "
                "cells as --frame-step comes closest to, at least one.")
    OPTION(OPTION_FRAME_RATE, .name = "frame-rate", .syntax = "N", .default_text = "25", .group = GROUP_FRAMES,
        .form = FORM_WHOLE, .commands = SEEN | COMMAND_NOISE, .minimum = 1, .most = SCREE_MAX_FRAME_RATE,
        .help = "Frames that a video shows in a second; a GIF shows up to 50.")
    OPTION(OPTION_RESUME, .name = "resume", .group = GROUP_FRAMES, .form = FORM_FLAG, .commands = SEEN,
        .help = "Leave frames that are there as they are, and make the others.")

    OPTION(OPTION_OUTPUT, .name = "output", .letter = 'o', .syntax = "FILE", .group = GROUP_OUTPUT, .brief = FILES,
        .form = FORM_TEXT, .commands = FILES,
        .help = "File to write. It appears whole or not at all. Several outputs of a field have a file each, whose names "
                "stand before the extension or in place of %s, unless one file holds all of them.")
    OPTION(OPTION_FORMAT, .name = "format", .syntax = "NAME", .default_text = "by the file's extension",
        .group = GROUP_OUTPUT, .form = FORM_WORD, .commands = COMMAND_NOISE, .enumeration = &enumeration_noise_formats,
        .help = "Format of the file.")
    OPTION(OPTION_TYPE, .name = "type", .syntax = "NAME", .default_text = "the usual one of the format",
        .group = GROUP_OUTPUT, .brief = COMMAND_NOISE, .form = FORM_WORD, .commands = COMMAND_NOISE, .enumeration = &enumeration_noise_types,
        .help = "Type of the samples in the file.")
    OPTION(OPTION_RANGE, .name = "range", .syntax = "auto|fixed|LOW:HIGH", .group = GROUP_OUTPUT, .brief = COMMAND_NOISE,
        .default_text = "auto for u8 and u16, fixed for f32", .form = FORM_RANGE, .commands = COMMAND_NOISE,
        .takes_fixed = true,
        .help = "Values that become the least and greatest of the type: auto measures them by a first pass, fixed is "
                "the proven bound of the recipe, the same for every seed and tile. For f32, fixed keeps values as "
                "they are; the others map them to 0 to 1.")
    OPTION(OPTION_NORMALS, .name = "normals", .group = GROUP_OUTPUT, .form = FORM_FLAG, .commands = COMMAND_NOISE,
        .help = "Instead of the values a normal map of the surface whose heights they are, from their derivatives: red, "
                "green and blue of a PNG, or three channels of NPY and RAW, for f32 from -1 to 1.")
    OPTION(OPTION_SLOPE, .name = "slope", .group = GROUP_OUTPUT, .form = FORM_FLAG, .commands = COMMAND_NOISE,
        .help = "Instead of the values the slope of that surface in degrees, from 0 for level ground to 90. In u8 and "
                "u16 these are the least and the greatest.")
    OPTION(OPTION_SURFACE_HEIGHT, .name = "height", .syntax = "H", .default_text = "an eighth of a cell along x",
        .group = GROUP_OUTPUT, .form = FORM_REAL, .commands = COMMAND_NOISE, .low = SCREE_MIN_SURFACE_HEIGHT,
        .high = SCREE_MAX_SURFACE_HEIGHT,
        .help = "The height of a value of 1 for --normals and --slope, in distances of samples: how strong the relief "
                "is.")
    OPTION(OPTION_HANDEDNESS, .name = "handedness", .syntax = "NAME", .default_text = "opengl", .group = GROUP_OUTPUT,
        .form = FORM_WORD, .commands = COMMAND_NOISE, .enumeration = &enumeration_handednesses,
        .help = "Where the green of --normals points: up, as OpenGL has it, or down, as DirectX has.")
    OPTION(OPTION_DISTANCE_FORMAT, .name = "format", .syntax = "NAME", .default_text = "by the file's extension",
        .group = GROUP_OUTPUT, .form = FORM_WORD, .commands = COMMAND_SDF, .enumeration = &enumeration_distance_formats,
        .help = "Format of the file; png is for --slice.")
    OPTION(OPTION_DISTANCE_TYPE, .name = "type", .syntax = "NAME", .default_text = "f32", .group = GROUP_OUTPUT, .brief = COMMAND_SDF,
        .form = FORM_WORD, .commands = COMMAND_SDF, .enumeration = &enumeration_distance_types,
        .help = "Type of the distances in the file.")
    OPTION(OPTION_VALUE_SCALE, .name = "value-scale", .syntax = "S", .group = GROUP_OUTPUT, .form = FORM_REAL,
        .commands = COMMAND_SDF, .low = 1e-30, .high = 1e30,
        .default_text = "1; for i16 such that --clip, or the diagonal of the volume and the mesh, fits",
        .help = "What is stored is distance * S.")
    OPTION(OPTION_BAND, .name = "band", .syntax = "B", .default_text = "three sides of a voxel",
        .group = GROUP_OUTPUT, .form = FORM_REAL, .commands = COMMAND_SDF, .low = 1e-30, .high = 1e30,
        .help = "Of a VDB file: distances of a greater magnitude are not kept.")
    OPTION(OPTION_NEAREST, .name = "nearest", .syntax = "FILE", .group = GROUP_OUTPUT, .brief = COMMAND_SDF, .form = FORM_TEXT,
        .commands = COMMAND_SDF,
        .help = "Second file, of a format that holds u32: the index of the nearest voxel of the opposite side.")
    OPTION(OPTION_POINTS, .name = "points", .syntax = "FILE", .group = GROUP_OUTPUT, .brief = COMMAND_ATTRACTOR, .form = FORM_TEXT,
        .commands = COMMAND_ATTRACTOR,
        .help = "The coordinates of all particles after the last step; the extension names the format.")
    OPTION(OPTION_CHECKPOINT, .name = "checkpoint", .syntax = "FILE", .group = GROUP_OUTPUT, .form = FORM_TEXT,
        .commands = COMMAND_ATTRACTOR,
        .help = "Save what is drawn so far, and go on from there when the command is run again.")
    OPTION(OPTION_CHECKPOINT_EVERY, .name = "checkpoint-every", .syntax = "SECONDS", .default_text = "30",
        .group = GROUP_OUTPUT, .form = FORM_REAL, .commands = COMMAND_ATTRACTOR, .low = 0, .high = 86400,
        .help = "Time between two checkpoints, at least.")
    OPTION(OPTION_SLICE, .name = "slice", .syntax = "AXIS=N", .group = GROUP_OUTPUT, .brief = COMMAND_SDF, .form = FORM_SLICES,
        .commands = COMMAND_SDF, .most = TWO_TO_24, .capacity = WHOLES_MOST,
        .help = "Instead of the volume, a PNG picture of slice N of an axis (x, y or z), with a colour for each sign "
                "and lines of equal distance. Several of them make NAME_z7.png and so on.")
    OPTION(OPTION_ZOOM, .name = "zoom", .syntax = "N", .default_text = "1", .group = GROUP_OUTPUT,
        .form = FORM_WHOLE, .commands = COMMAND_SDF, .minimum = 1, .most = 256,
        .help = "Pixels of a slice's picture for each voxel, along either side.")
    OPTION(OPTION_COMPRESSION, .name = "compression", .syntax = "N", .default_text = "1", .group = GROUP_OUTPUT,
        .form = FORM_WHOLE, .commands = COMMAND_NOISE | SEEN | COMMAND_DRAW, .minimum = 1, .most = SCREE_MAX_COMPRESSION,
        .help = "Effort of PNG compression; 1 is the fastest.")
    OPTION(OPTION_FORCE, .name = "force", .letter = 'f', .group = GROUP_OUTPUT, .form = FORM_FLAG,
        .commands = FILES, .help = "Replace a file that exists.")
    OPTION(OPTION_NO_SYNC, .name = "no-sync", .group = GROUP_OUTPUT, .form = FORM_FLAG, .commands = FILES,
        .help = "Do not wait until the disk has the file. It is quicker, but after a loss of power the file may be "
                "empty or partial.")
    OPTION(OPTION_NO_SIDECAR, .name = "no-sidecar", .group = GROUP_OUTPUT, .form = FORM_FLAG, .commands = FILES,
        .help = "Write no FILE.json beside a format that has no room for its metadata; with --force, one that is "
                "there is removed.")

    OPTION(OPTION_DEVICE, .name = "device", .syntax = "NAME[:N[,N...]]", .default_text = "cpu", .group = GROUP_DEVICE,
        .form = FORM_DEVICE, .commands = COMPUTED | COMMAND_ATTRACTOR | COMMAND_BENCH, .most = UINT32_MAX, .capacity = SCREE_MAX_MEMBERS,
        .enumeration = &enumeration_devices,
        .help = "What computes; 'scree devices' lists them. auto is the best GPU, or the CPU where that is done "
                "before a GPU has started, as it is with small fields. Several GPUs of one kind share the work: "
                "vulkan:0,2 or, for all that can be used, vulkan:all. The bits do not depend on it.")
    OPTION(OPTION_LEVEL, .name = "level", .syntax = "NAME", .default_text = "auto", .group = GROUP_DEVICE,
        .form = FORM_WORD, .commands = FILES | COMMAND_PREVIEW | COMMAND_BENCH, .enumeration = &enumeration_levels,
        .help = "Instruction set of the CPU; not together with a GPU. The bits do not depend on it.")
    OPTION(OPTION_THREADS, .name = "threads", .syntax = "N", .default_text = "one for each processor",
        .group = GROUP_DEVICE, .form = FORM_WHOLE, .commands = COMPUTED | COMMAND_ATTRACTOR | COMMAND_BENCH, .minimum = 1,
        .most = SCREE_MAX_THREADS,
        .help = "CPU threads, to compute and to write files. The bits do not depend on it.")

    OPTION(OPTION_BASELINE, .name = "baseline", .syntax = "FILE", .group = GROUP_BENCH, .form = FORM_TEXT,
        .commands = COMMAND_BENCH, .help = "Result of an earlier run (--json) to compare with.")
    OPTION(OPTION_REPEATS, .name = "repeats", .syntax = "N", .default_text = "7, of sdf, maps and axes 3, of variants what a minute allows", .group = GROUP_BENCH,
        .form = FORM_WHOLE, .commands = COMMAND_BENCH, .minimum = 1, .most = 1000,
        .help = "Timed runs of each case; the median is reported, with the least and the greatest. Given, maps and axes leave "
                "out no size for the time that it takes.")
    OPTION(OPTION_QUICK, .name = "quick", .group = GROUP_BENCH, .form = FORM_FLAG, .commands = COMMAND_BENCH,
        .help = "Small grids and three runs: shows that the benchmark works, not how fast the library is.")
    OPTION(OPTION_TIMELINE, .name = "timeline", .group = GROUP_BENCH, .form = FORM_FLAG, .commands = COMMAND_BENCH,
        .help = "Instead of the cases: what the device did for one stream of 1024^3 samples, and when, box by box.")
    OPTION(OPTION_BENCH_THRESHOLD, .name = "threshold", .syntax = "PERCENT", .default_text = "3", .group = GROUP_BENCH,
        .form = FORM_REAL, .commands = COMMAND_BENCH, .low = 0, .high = 1e6,
        .help = "Of primer with --baseline: medians that differ by less are the same; a slower row ends with exit "
                "status 1.")
    OPTION(OPTION_BENCH_OCTAVES, .name = "octaves", .syntax = "N,...", .default_text = "1:8", .group = GROUP_BENCH,
        .form = FORM_WHOLE_LIST, .commands = COMMAND_BENCH, .minimum = 1, .most = 8, .capacity = 8,
        .takes_intervals = true,
        .help = "Of variants: the numbers of octaves that are measured, such as 1,2,4,8 or 1:4.")
    OPTION(OPTION_PLOT, .name = "plot", .syntax = "FILE.svg", .group = GROUP_BENCH, .form = FORM_TEXT,
        .commands = COMMAND_BENCH,
        .help = "Of variants: draw the time over the octaves. Of primer: draw the shares of the ceilings by gnuplot, and "
                "write them to FILE.dat.")

    OPTION(OPTION_IMPORT_AXES, .name = "axes", .syntax = "N", .default_text = "2", .group = GROUP_IMPORT, .brief = COMMAND_IMPORT,
        .form = FORM_WHOLE, .commands = COMMAND_IMPORT, .minimum = 2, .most = 4,
        .help = "Of fastnoise2: the axes of the field, which its strings do not tell.")
    OPTION(OPTION_IMPORT_PACK, .name = "pack", .syntax = "FOLDER", .group = GROUP_IMPORT, .brief = COMMAND_IMPORT,
        .form = FORM_TEXT, .commands = COMMAND_IMPORT,
        .help = "Of minecraft: a further data pack, whose folder data is searched for what the file's own pack does not have, "
                "such as that of the game itself.")
    OPTION(OPTION_IMPORT_FUNCTION, .name = "function", .syntax = "NAME", .default_text = "final_density", .group = GROUP_IMPORT,
        .brief = COMMAND_IMPORT, .form = FORM_NAME, .commands = COMMAND_IMPORT,
        .help = "Of minecraft: the function of the noise router, where the file has noise settings.")

    OPTION(OPTION_COMPARE, .name = "compare", .syntax = "METHOD", .group = GROUP_REPORT, .form = FORM_WORD,
        .commands = COMMAND_SDF, .enumeration = &enumeration_references,
        .help = "Make the field by this method too, and print how many voxels differ and by how much.")
    OPTION(OPTION_JSON, .name = "json", .group = GROUP_REPORT, .form = FORM_FLAG,
        .commands = COMMAND_ALL & ~(unsigned)(COMMAND_COMPLETION | COMMAND_MAN | COMMAND_PREVIEW),
        .help = "Result as JSON on stdout.")
    OPTION(OPTION_PRINT_RECIPE, .name = "print-recipe", .group = GROUP_REPORT, .form = FORM_FLAG,
        .commands = COMMAND_NOISE | COMMAND_GRAPH | COMMAND_ATTRACTOR, .help = "Print the whole recipe as JSON, and generate nothing.")
    OPTION(OPTION_EXPLAIN, .name = "explain", .group = GROUP_REPORT, .form = FORM_FLAG, .commands = FILES,
        .help = "Print what it would take, and make nothing: slabs, memory, bytes on the disk, time as guessed from a short "
                "trial, and what a GPU would launch. With --json, as JSON.")
    OPTION(OPTION_GRAPH_EXPLAIN, .name = "explain", .group = GROUP_REPORT, .brief = COMMAND_GRAPH, .form = FORM_FLAG,
        .commands = COMMAND_GRAPH,
        .help = "Print the nodes of the field: how often each is used, the axes along which it varies, an interval that "
                "contains its values, its part of the time, and how it is evaluated. With --json, as JSON.")
    OPTION(OPTION_DOT, .name = "dot", .group = GROUP_REPORT, .brief = COMMAND_GRAPH, .form = FORM_FLAG,
        .commands = COMMAND_GRAPH, .help = "Print a drawing of the same for Graphviz, as DOT.")
    OPTION(OPTION_PROGRESS, .name = "progress", .syntax = "WHEN", .default_text = "auto", .group = GROUP_REPORT,
        .form = FORM_WORD, .commands = FILES, .enumeration = &enumeration_progress,
        .help = "Progress bar on stderr; auto shows it where stderr is a terminal.")
    OPTION(OPTION_QUIET, .name = "quiet", .letter = 'q', .group = GROUP_REPORT, .form = FORM_FLAG,
        .commands = FIELD | COMMAND_ATTRACTOR,
        .help = "No line on stderr but errors.")
    OPTION(OPTION_HELP, .name = "help", .letter = 'h', .group = GROUP_REPORT, .form = FORM_FLAG,
        .commands = COMMAND_ALL, .help = "Show this help; with --json, as JSON.")
/* clang-format on */
