/* The parts that the files of the panel share. */
#ifndef VIEWER_PANEL_PARTS_H
#define VIEWER_PANEL_PARTS_H

#include "panel_host.h"

#define PANEL_MAX_PRESETS 64
#define PANEL_MAX_RAMPS 32
#define PANEL_TEXT 1024
#define PANEL_EXPRESSION VIEWER_EVENT_TEXT

/* Pixels of a preset's picture, and of a ramp's. */
#define PANEL_PRESET_WIDTH 144u
#define PANEL_PRESET_HEIGHT 96u
#define PANEL_RAMP_WIDTH 128u

typedef enum panel_dialogue {
    PANEL_DIALOGUE_NONE,
    PANEL_DIALOGUE_HELP,
    PANEL_DIALOGUE_PICTURE,
    PANEL_DIALOGUE_RECIPE,
    PANEL_DIALOGUE_VOLUME,
    PANEL_DIALOGUE_TURNTABLE,
    PANEL_DIALOGUE_BENCHMARK,
    PANEL_DIALOGUE_EDIT
} panel_dialogue;

struct panel {
    panel_host host;
    viewer_status status; /* The status in this frame. */
    uint32_t width, height;
    double scale;

    const char *struck; /* A key as if it had been struck, once the panel is drawn; NULL = none. */
    char said[PANEL_TEXT];
    ui_tone said_tone;

    uint32_t presets[PANEL_MAX_PRESETS]; /* Textures; 0 = not made yet. */
    scree_device *preset_device;         /* Draws these, on the CPU; NULL before the first and after the last. */
    int preset_count;
    int preset_made;                    /* So many have a picture. */
    char preset[64];                    /* The name of the one that was chosen last. */
    uint32_t ramps[2][PANEL_MAX_RAMPS]; /* And reversed. */

    scree_device_info *devices;
    size_t device_count;

    panel_dialogue dialogue;
    bool is_dialogue_open;
    char path[PANEL_TEXT - 64];
    uint64_t save_width, save_height;
    uint32_t frames, rate;
    char *recipe; /* The text that is edited. */
    /* The text of the expression that is edited, and behind it the one that the viewer took last; NULL before the first
       one. An error of the text, of several lines. */
    char *expression;
    char expression_error[PANEL_TEXT];
    unsigned expression_changes; /* Texts that came from elsewhere. */
    /* The slider of a number that the mouse holds, from 1 on, and its ends, which stay meanwhile; 0 = none. */
    unsigned held_slider;
    double held_low, held_high;
    bool is_expression_slid; /* A slider has changed the text, which is not recorded yet. */
    char search[64];

    bool is_recording;
    int64_t frames_left;

    bool wants_keys; /* To be focused in this frame. */
    bool has_keys;
    bool opens_benchmark;
    uint64_t bench_rows;               /* Bits of the algorithms that are chosen. */
    uint32_t bench_octaves[2];         /* The least and the greatest number. */
    uint32_t algorithm_octaves;        /* The octaves of an algorithm that is to be shown. */
    const viewer_algorithm *algorithm; /* The one whose octaves these were at first. */
    viewer_bench bench;                /* The benchmark as it is in this frame. */
};

/* Makes the picture of a preset; there is none without memory, and for a recipe that cannot be drawn. */
void panel_make_preset(panel *shown, int number);
/* The texture of a ramp. */
uint32_t panel_ramp(panel *shown, int ramp, bool is_reversed);

/* Sets a parameter: by a copy of the state in which it has another value, by its text, or to a number, which is a step
   of undo. Records that, or tells why it cannot be. */
void panel_set_value(panel *shown, const scree_parameter *row, const viewer_state *wanted);
bool panel_set(panel *shown, const char *name, const char *value);
void panel_choose(panel *shown, const scree_parameter *row, double number);
/* Tells of an action: nothing where it was done, or why not. */
bool panel_report(panel *shown, bool is_done, const char *problem);

/* Ends a step of undo, which is recorded; and does so when the last widget is let go. */
void panel_finish_step(panel *shown);
void panel_end_step(panel *shown);

/* Records that a parameter was set. */
void panel_note(panel *shown, const char *name, const char *value);

/* Records the text of the expression where a slider of one of its numbers has changed it: once, not for each frame. */
void panel_note_expression(panel *shown);

/* The text of the expression that is shown, and its numbers; for noise a button that makes an expression of it. */
void panel_draw_expression(panel *shown);

/* Widgets for the parameters of the field and of the view. */
void panel_draw_field(panel *shown);
void panel_draw_view(panel *shown);
/* The system that particles follow, and its numbers. */
void panel_draw_system(panel *shown);

/* Sections about the device, times and comparison. */
void panel_draw_device(panel *shown);
void panel_draw_comparison(panel *shown);

/* The benchmark: what is measured at first, and what has been measured. */
void panel_choose_benchmark(panel *shown);
void panel_start_benchmark(panel *shown);
void panel_draw_benchmark(panel *shown);

/* Buttons that save, and the dialogues. */
void panel_draw_saving(panel *shown);
void panel_draw_dialogues(panel *shown);
void panel_open_dialogue(panel *shown, panel_dialogue dialogue);
void panel_copy_command(panel *shown);
/* Goes on with a recording. */
void panel_record(panel *shown);

#endif
