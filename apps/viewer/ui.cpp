#include "ui.h"

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <deque>
#include <new>
#include <string>
#include <vector>

#include <backends/imgui_impl_opengl2.h>
#include <imgui.h>

static_assert(sizeof(ui_vertex) == sizeof(ImDrawVert), "vertices are copied as they are");
static_assert(sizeof(ImDrawIdx) == sizeof(uint16_t), "indices are copied as they are");

namespace
{

/* Height of letters on a display of the scale 1. The built-in ones are drawn for 13 pixels. */
constexpr float FONT_PIXELS = 15.0f;
constexpr float BUILT_IN_PIXELS = 13.0f;

struct texture {
    std::vector<uint32_t> pixels;
    uint32_t width = 0, height = 0, version = 0;
};

struct rectangle {
    float left, top, right, bottom;
};

} // namespace

struct ui {
    ImGuiContext *context = nullptr;
    ImFont *code_font = nullptr;
    std::string font;
    ui_theme theme = UI_THEME_DARK;
    ui_clipboard clipboard{};
    std::deque<viewer_event> events;
    std::vector<uint32_t> keys_to_let; /* Struck in the frame that was begun last. */
    std::vector<texture> textures;
    std::vector<rectangle> windows; /* The windows of the last frame that has ended. */
    std::vector<rectangle> new_windows;
    std::vector<ui_vertex> vertices;
    std::vector<uint16_t> indices;
    std::vector<ui_command> commands;
    ui_drawing drawing{};
    unsigned unsettled = 2; /* Frames until sizes that depend on contents are right. */
    bool is_popup_open = false;
    ImGuiID typed = 0; /* The slider that is open for typing. */
};

namespace
{

ui *current;

ImVec4 colour(uint32_t rgb, float alpha = 1.0f)
{
    return ImVec4(float(rgb >> 16 & 255u) / 255.0f, float(rgb >> 8 & 255u) / 255.0f, float(rgb & 255u) / 255.0f, alpha);
}

void paint(const ui_palette &p)
{
    ImVec4 *colours = ImGui::GetStyle().Colors;
    const ImVec4 accent = colour(p.accent);
    colours[ImGuiCol_Text] = colour(p.text);
    colours[ImGuiCol_TextDisabled] = colour(p.tones[UI_TONE_QUIET]);
    colours[ImGuiCol_WindowBg] = colours[ImGuiCol_PopupBg] = colour(p.back);
    colours[ImGuiCol_ChildBg] = colour(p.back, 0.0f);
    colours[ImGuiCol_Border] = colours[ImGuiCol_Separator] = colour(p.line);
    colours[ImGuiCol_TableBorderStrong] = colours[ImGuiCol_TableBorderLight] = colour(p.line);
    colours[ImGuiCol_FrameBg] = colours[ImGuiCol_ScrollbarBg] = colour(p.field);
    colours[ImGuiCol_FrameBgHovered] = colours[ImGuiCol_FrameBgActive] = colour(p.field_hot);
    colours[ImGuiCol_TitleBg] = colours[ImGuiCol_TitleBgActive] = colour(p.field);
    colours[ImGuiCol_TableHeaderBg] = colour(p.field);
    colours[ImGuiCol_TableRowBg] = colour(p.back);
    colours[ImGuiCol_TableRowBgAlt] = colour(p.field, 0.5f);
    colours[ImGuiCol_Button] = colours[ImGuiCol_Header] = colour(p.button);
    colours[ImGuiCol_ButtonHovered] = colours[ImGuiCol_HeaderHovered] = colour(p.button_hot);
    colours[ImGuiCol_ButtonActive] = colours[ImGuiCol_HeaderActive] = colour(p.button_hot);
    colours[ImGuiCol_SliderGrab] = colours[ImGuiCol_SliderGrabActive] = accent;
    colours[ImGuiCol_ScrollbarGrab] = colour(p.line);
    colours[ImGuiCol_ScrollbarGrabHovered] = colours[ImGuiCol_ScrollbarGrabActive] = accent;
    colours[ImGuiCol_CheckMark] = colours[ImGuiCol_PlotLines] = colours[ImGuiCol_NavHighlight] = accent;
    colours[ImGuiCol_PlotHistogram] = colour(p.button_hot);
    colours[ImGuiCol_TextSelectedBg] = colour(p.accent, 0.4f);
    colours[ImGuiCol_ModalWindowDimBg] = colour(0x000000, 0.4f);
}

void shape(float scale)
{
    ImGuiStyle &style = ImGui::GetStyle();
    style = ImGuiStyle();
    style.WindowPadding = ImVec2(12.0f, 10.0f);
    style.FramePadding = ImVec2(8.0f, 4.0f);
    style.ItemSpacing = ImVec2(8.0f, 6.0f);
    style.ItemInnerSpacing = ImVec2(8.0f, 4.0f);
    style.ScrollbarSize = 12.0f;
    style.GrabMinSize = 12.0f;
    style.WindowRounding = 0.0f;
    style.FrameRounding = style.GrabRounding = style.PopupRounding = style.ScrollbarRounding = 4.0f;
    style.WindowBorderSize = 0.0f;
    style.DisabledAlpha = 0.5f;
    style.ScaleAllSizes(scale);
}

void load_font(ui *interface, float scale)
{
    ImFontAtlas *fonts = ImGui::GetIO().Fonts;
    fonts->Clear();
    FILE *file = interface->font.empty() ? nullptr : std::fopen(interface->font.c_str(), "rbe");
    if (file != nullptr) {
        std::fclose(file);
        fonts->AddFontFromFileTTF(interface->font.c_str(), std::round(FONT_PIXELS * scale));
    }
    /* Built-in letters have one width, as code needs it. Letters of pixels stay sharp at whole scales only. */
    ImFontConfig config;
    config.SizePixels = BUILT_IN_PIXELS * std::fmax(1.0f, std::floor(scale + 0.25f));
    config.OversampleH = config.OversampleV = 1;
    config.PixelSnapH = true;
    interface->code_font = fonts->AddFontDefault(&config);
    unsigned char *pixels = nullptr;
    int width = 0;
    int height = 0;
    fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    texture &letters = interface->textures[0];
    letters.width = uint32_t(width);
    letters.height = uint32_t(height);
    letters.pixels.resize(size_t(width) * size_t(height));
    std::memcpy(letters.pixels.data(), pixels, letters.pixels.size() * sizeof(uint32_t));
    letters.version++;
    fonts->SetTexID(nullptr);
}

void map_keys(ImGuiIO &io)
{
    struct pair {
        ImGuiKey_ to;
        int from;
    };
    /* clang-format off */
    static const pair rows[] = {
        {ImGuiKey_Tab, VIEWER_KEY_TAB}, {ImGuiKey_LeftArrow, VIEWER_KEY_LEFT}, {ImGuiKey_RightArrow, VIEWER_KEY_RIGHT},
        {ImGuiKey_UpArrow, VIEWER_KEY_UP}, {ImGuiKey_DownArrow, VIEWER_KEY_DOWN}, {ImGuiKey_PageUp, VIEWER_KEY_PAGE_UP},
        {ImGuiKey_PageDown, VIEWER_KEY_PAGE_DOWN}, {ImGuiKey_Home, VIEWER_KEY_HOME}, {ImGuiKey_End, VIEWER_KEY_END},
        {ImGuiKey_Insert, VIEWER_KEY_INSERT}, {ImGuiKey_Delete, VIEWER_KEY_DELETE}, {ImGuiKey_Backspace, VIEWER_KEY_BACKSPACE},
        {ImGuiKey_Space, VIEWER_KEY_SPACE}, {ImGuiKey_Enter, VIEWER_KEY_ENTER}, {ImGuiKey_Escape, VIEWER_KEY_ESCAPE},
        {ImGuiKey_A, 'a'}, {ImGuiKey_C, 'c'}, {ImGuiKey_V, 'v'},
        {ImGuiKey_X, 'x'}, {ImGuiKey_Y, 'y'}, {ImGuiKey_Z, 'z'},
    };
    /* clang-format on */
    for (const auto &row : rows) {
        io.KeyMap[row.to] = row.from;
    }
}

const char *clipboard_get(void *user)
{
    const ui *interface = static_cast<const ui *>(user);
    return interface->clipboard.get == nullptr ? "" : interface->clipboard.get(interface->clipboard.user);
}

void clipboard_set(void *user, const char *text)
{
    const ui *interface = static_cast<const ui *>(user);
    if (interface->clipboard.set != nullptr) {
        interface->clipboard.set(interface->clipboard.user, text);
    }
}

void set_modifiers(ImGuiIO &io, uint32_t modifiers)
{
    io.KeyCtrl = (modifiers & VIEWER_CTRL) != 0;
    io.KeyShift = (modifiers & VIEWER_SHIFT) != 0;
    io.KeyAlt = (modifiers & VIEWER_ALT) != 0;
}

void strike(ui *interface, ImGuiIO &io, const viewer_event &event)
{
    io.KeysDown[event.key] = true;
    set_modifiers(io, event.modifiers);
    interface->keys_to_let.push_back(event.key);
}

/* The events that a frame has taken already. The library looks at states, not at events. */
struct taken {
    bool has_changed = false; /* A button or a key. */
    bool has_moved = false;
};

/* Whether an event has to wait for the next frame, so that this one sees what came before. */
bool waits(const viewer_event &event, const taken &before)
{
    return before.has_changed || (before.has_moved && event.kind == VIEWER_EVENT_RELEASE);
}

void apply(ui *interface, ImGuiIO &io, const viewer_event &event, taken *before)
{
    switch (event.kind) {
    case VIEWER_EVENT_MOVE:
        io.MousePos = ImVec2(float(event.x), float(event.y));
        before->has_moved = true;
        break;
    case VIEWER_EVENT_PRESS:
    case VIEWER_EVENT_RELEASE:
        io.MouseDown[event.button] = event.kind == VIEWER_EVENT_PRESS;
        set_modifiers(io, event.kind == VIEWER_EVENT_PRESS ? event.modifiers : 0);
        before->has_changed = true;
        break;
    case VIEWER_EVENT_WHEEL:
        io.MouseWheelH += float(event.x);
        io.MouseWheel += float(event.y);
        break;
    case VIEWER_EVENT_KEY:
        strike(interface, io, event);
        before->has_changed = true;
        break;
    case VIEWER_EVENT_TYPE:
        io.AddInputCharactersUTF8(event.text);
        break;
    default:
        break;
    }
}

void take_events(ui *interface, ImGuiIO &io)
{
    taken before;
    for (uint32_t key : interface->keys_to_let) {
        io.KeysDown[key] = false;
    }
    if (!interface->keys_to_let.empty()) {
        interface->keys_to_let.clear();
        set_modifiers(io, 0);
    }
    while (!interface->events.empty() && !waits(interface->events.front(), before)) {
        apply(interface, io, interface->events.front(), &before);
        interface->events.pop_front();
        interface->unsettled = 2;
    }
}

void add_commands(ui *interface, const ImDrawList *list, ImVec2 size)
{
    const auto first_index = uint32_t(interface->indices.size());
    const auto first_vertex = uint32_t(interface->vertices.size());
    const auto *vertices = reinterpret_cast<const ui_vertex *>(list->VtxBuffer.Data);
    interface->vertices.insert(interface->vertices.end(), vertices, vertices + list->VtxBuffer.Size);
    interface->indices.insert(interface->indices.end(), list->IdxBuffer.Data,
                              list->IdxBuffer.Data + list->IdxBuffer.Size);
    for (const ImDrawCmd &from : list->CmdBuffer) {
        ui_command to{};
        to.texture = uint32_t(reinterpret_cast<uintptr_t>(from.TextureId));
        to.first_index = first_index + from.IdxOffset;
        to.index_count = from.ElemCount;
        to.first_vertex = first_vertex + from.VtxOffset;
        to.left = std::fmax(0.0f, from.ClipRect.x);
        to.top = std::fmax(0.0f, from.ClipRect.y);
        to.right = std::fmin(size.x, from.ClipRect.z);
        to.bottom = std::fmin(size.y, from.ClipRect.w);
        if (to.index_count != 0 && to.left < to.right && to.top < to.bottom) {
            interface->commands.push_back(to);
        }
    }
}

/* A label's name without its letters, which stand above or beside. */
std::string hidden(const char *label)
{
    return std::string("##") + label;
}

/* A label on the left of a widget that takes the rest of the line. */
void label_beside(const char *label)
{
    ImGui::AlignTextToFramePadding();
    const float place = ImGui::GetCursorPosX() + ImGui::GetWindowContentRegionMax().x * 0.42f;
    ImGui::TextUnformatted(label, std::strstr(label, "##"));
    ImGui::SameLine();
    ImGui::SetCursorPosX(std::fmax(ImGui::GetCursorPosX(), place));
    ImGui::SetNextItemWidth(-FLT_MIN);
}

/*
 * A slider of any type with its number on the right, because its handle would hide it. A click with Ctrl opens it for
 * typing; then its letters are shown.
 */
bool slide(const char *label, ImGuiDataType type, void *value, const void *minimum, const void *maximum,
           const char *format, ImGuiSliderFlags flags, const char *text)
{
    const ImGuiStyle &style = ImGui::GetStyle();
    const float spare = ImGui::CalcTextSize("-0.00000").x + style.ItemInnerSpacing.x;
    const ImU32 letters = ImGui::GetColorU32(ImGuiCol_Text);
    label_beside(label);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - spare);
    const ImGuiID id = ImGui::GetID(hidden(label).c_str());
    ImGui::PushStyleColor(ImGuiCol_Text, current->typed == id ? letters : 0u);
    const bool has_changed = ImGui::SliderScalar(hidden(label).c_str(), type, value, minimum, maximum, format, flags);
    ImGui::PopStyleColor();
    const bool is_typed = ImGui::IsItemActive() && ImGui::GetIO().WantTextInput;
    current->typed = is_typed ? id : current->typed == id ? 0 : current->typed;
    const ImVec2 place(ImGui::GetItemRectMax().x + style.ItemInnerSpacing.x,
                       ImGui::GetItemRectMin().y + style.FramePadding.y);
    ImGui::GetWindowDrawList()->AddText(place, letters, text);
    return has_changed;
}

ImTextureID texture_id(uint32_t number)
{
    return reinterpret_cast<ImTextureID>(uintptr_t(number));
}

} // namespace

ui *ui_create(const ui_options *options)
{
    ui *interface = new (std::nothrow) ui;
    if (interface == nullptr) {
        return nullptr;
    }
    current = interface;
    interface->context = ImGui::CreateContext();
    ImGui::SetCurrentContext(interface->context);
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard | ImGuiConfigFlags_NoMouseCursorChange;
    /* Nothing moves by itself, so that an idle window draws nothing. */
    io.ConfigInputTextCursorBlink = false;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.GetClipboardTextFn = clipboard_get;
    io.SetClipboardTextFn = clipboard_set;
    io.ClipboardUserData = interface;
    map_keys(io);
    interface->font = options->font == nullptr ? "" : options->font;
    interface->textures.resize(1);
    ui_set_scale(interface, options->scale);
    ui_set_theme(interface, options->theme);
    return interface;
}

void ui_destroy(ui **interface)
{
    if (*interface != nullptr) {
        ImGui::DestroyContext((*interface)->context);
        delete *interface;
        *interface = nullptr;
        current = nullptr;
    }
}

void ui_set_theme(ui *interface, ui_theme theme)
{
    if (interface->theme != theme) {
        interface->theme = theme;
        interface->unsettled = 2;
        paint(*ui_palette_of(theme));
    }
}

void ui_set_scale(ui *interface, double scale)
{
    const float bounded = float(std::fmin(std::fmax(scale, 0.5), 8.0));
    shape(bounded);
    paint(*ui_palette_of(interface->theme));
    load_font(interface, bounded);
    interface->unsettled = 2;
}

void ui_set_clipboard(ui *interface, const ui_clipboard *clipboard)
{
    interface->clipboard = *clipboard;
}

void ui_copy(const char *text)
{
    ImGui::SetClipboardText(text);
}

void ui_input(ui *interface, const viewer_event *event)
{
    interface->events.push_back(*event);
}

bool ui_wants_mouse(const ui *interface, double x, double y)
{
    bool is_inside = interface->is_popup_open;
    for (const rectangle &window : interface->windows) {
        is_inside = is_inside || (x >= double(window.left) && x < double(window.right) && y >= double(window.top) &&
                                  y < double(window.bottom));
    }
    return is_inside;
}

bool ui_wants_keyboard(const ui *)
{
    return ImGui::GetIO().WantTextInput;
}

bool ui_is_popup_open(const ui *interface)
{
    return interface->is_popup_open;
}

void ui_unfocus(ui *interface)
{
    interface->unsettled = 2;
    ImGui::SetWindowFocus(nullptr);
}

bool ui_is_unsettled(const ui *interface)
{
    return !interface->events.empty() || !interface->keys_to_let.empty() || interface->unsettled != 0;
}

void ui_begin(ui *interface, double seconds, uint32_t width, uint32_t height)
{
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = ImVec2(float(width), float(height));
    io.DeltaTime = float(std::fmin(std::fmax(seconds, 1.0e-4), 0.1));
    interface->unsettled -= interface->unsettled != 0 ? 1 : 0;
    interface->new_windows.clear();
    take_events(interface, io);
    ImGui::NewFrame();
}

const ui_drawing *ui_end(ui *interface)
{
    interface->is_popup_open = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    ImGui::Render();
    const ImDrawData *data = ImGui::GetDrawData();
    interface->vertices.clear();
    interface->indices.clear();
    interface->commands.clear();
    for (int i = 0; i < data->CmdListsCount; i++) {
        add_commands(interface, data->CmdLists[i], data->DisplaySize);
    }
    interface->windows = interface->new_windows;
    interface->drawing = {interface->vertices.data(),          interface->indices.data(),
                          interface->commands.data(),          uint32_t(interface->vertices.size()),
                          uint32_t(interface->indices.size()), uint32_t(interface->commands.size())};
    return &interface->drawing;
}

bool ui_texture_at(const ui *interface, uint32_t number, ui_texture *to)
{
    if (number >= interface->textures.size()) {
        return false;
    }
    const texture &from = interface->textures[number];
    *to = {from.pixels.data(), from.width, from.height, from.version};
    return true;
}

void ui_draw_by_opengl(void)
{
    ImGui_ImplOpenGL2_RenderDrawData(ImGui::GetDrawData());
}

bool ui_texture_set(ui *interface, const uint32_t *pixels, uint32_t width, uint32_t height, uint32_t *number)
{
    if (*number == 0) {
        if (interface->textures.size() == UI_MAX_TEXTURES) {
            return false;
        }
        *number = uint32_t(interface->textures.size());
        interface->textures.emplace_back();
    }
    texture &to = interface->textures[*number];
    to.pixels.assign(pixels, pixels + size_t(width) * height);
    to.width = width;
    to.height = height;
    to.version++;
    return true;
}

void ui_window_begin(const char *title, double x, double y, double width, double height, bool *is_open)
{
    ImGui::SetNextWindowPos(ImVec2(float(x), float(y)));
    ImGui::SetNextWindowSize(ImVec2(float(width), float(height)));
    ImGui::Begin(title, is_open,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     (is_open == nullptr ? ImGuiWindowFlags_NoTitleBar : 0));
    const ImVec2 place = ImGui::GetWindowPos();
    current->new_windows.push_back({place.x, place.y, place.x + float(width), place.y + float(height)});
}

void ui_window_end(void)
{
    ImGui::End();
}

bool ui_dialogue_begin(const char *title, double width, bool *is_open)
{
    if (*is_open && !ImGui::IsPopupOpen(title)) {
        ImGui::OpenPopup(title);
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x * 0.5f, size.y * 0.5f), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSizeConstraints(ImVec2(std::fmin(float(width), size.x), 0.0f), ImVec2(size.x, size.y * 0.95f));
    if (!ImGui::BeginPopupModal(title, is_open,
                                ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings)) {
        return false;
    }
    if (ImGui::IsKeyPressed(ImGui::GetIO().KeyMap[ImGuiKey_Escape], false)) {
        *is_open = false;
        ImGui::CloseCurrentPopup();
    }
    return true;
}

bool ui_section(const char *title, bool is_open_at_first)
{
    return ImGui::CollapsingHeader(title, is_open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None);
}

void ui_names_begin(const char *name)
{
    ImGui::PushID(name);
}

void ui_names_end(void)
{
    ImGui::PopID();
}

void ui_disabled_begin(bool is_disabled)
{
    ImGui::BeginDisabled(is_disabled);
}

void ui_disabled_end(void)
{
    ImGui::EndDisabled();
}

void ui_text(ui_tone tone, const char *text)
{
    ImGui::PushStyleColor(ImGuiCol_Text, ui_tone_colour(current->theme, tone));
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

void ui_space(void)
{
    ImGui::Spacing();
}

void ui_same_line(void)
{
    ImGui::SameLine();
}

void ui_same_line_at(double offset)
{
    ImGui::SameLine(float(offset));
}

void ui_lamp(ui_tone tone)
{
    const float height = ImGui::GetTextLineHeight();
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled(ImVec2(place.x + height * 0.5f, place.y + height * 0.5f),
                                                height * 0.38f, ui_tone_colour(current->theme, tone));
    ImGui::Dummy(ImVec2(height, height));
}

bool ui_button(const char *label)
{
    return ImGui::Button(label);
}

bool ui_wide_button(const char *label, unsigned count)
{
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const float width = ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x;
    return ImGui::Button(label, ImVec2(std::floor((width - spacing * float(count - 1)) / float(count)), 0.0f));
}

/* Smaller where it is longer than the picture above it is wide. */
static void draw_name(const char *name, float width)
{
    const float size = ImGui::GetFontSize() * std::fmin(1.0f, width / ImGui::CalcTextSize(name).x);
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), size, place, ImGui::GetColorU32(ImGuiCol_Text), name);
    ImGui::Dummy(ImVec2(width, ImGui::GetTextLineHeight()));
}

bool ui_image_button(const char *label, uint32_t number, double width, double height, bool is_chosen)
{
    ImGui::PushID(label);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(2.0f, 2.0f));
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(is_chosen ? ImGuiCol_CheckMark : ImGuiCol_Button));
    ImGui::BeginGroup();
    const bool is_pressed = ImGui::ImageButton(texture_id(number), ImVec2(float(width), float(height)));
    draw_name(label, float(width) + 4.0f);
    ImGui::EndGroup();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopID();
    return is_pressed;
}

void ui_image(uint32_t number, double width, double height)
{
    ImGui::Image(texture_id(number), ImVec2(float(width), float(height)));
}

void ui_tooltip(const char *text)
{
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        ImGui::BeginTooltip();
        ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24.0f);
        ImGui::TextUnformatted(text);
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }
}

bool ui_is_held(void)
{
    return ImGui::IsItemActive();
}

bool ui_was_let_go(void)
{
    return ImGui::IsItemDeactivated();
}

void ui_focus(void)
{
    ImGui::SetWindowFocus();
    ImGui::GetIO().NavVisible = true;
}

bool ui_context_begin(const char *name)
{
    return ImGui::BeginPopupContextItem(name);
}

void ui_popup_end(void)
{
    ImGui::EndPopup();
}

bool ui_menu_item(const char *label, const char *shortcut)
{
    return ImGui::MenuItem(label, shortcut);
}

bool ui_check(const char *label, bool *value)
{
    return ImGui::Checkbox(label, value);
}

bool ui_checkbox(const char *label, bool *value)
{
    label_beside(label);
    return ImGui::Checkbox(hidden(label).c_str(), value);
}

bool ui_slider(const char *label, double *value, double minimum, double maximum, bool is_logarithmic,
               const char *format)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", *value);
    return slide(label, ImGuiDataType_Double, value, &minimum, &maximum, format,
                 ImGuiSliderFlags_NoRoundToFormat | (is_logarithmic ? ImGuiSliderFlags_Logarithmic : 0), text);
}

bool ui_whole_slider(const char *label, uint32_t *value, uint32_t minimum, uint32_t maximum, bool is_logarithmic)
{
    char text[32];
    std::snprintf(text, sizeof text, "%u", *value);
    return slide(label, ImGuiDataType_U32, value, &minimum, &maximum, "%u",
                 is_logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None, text);
}

bool ui_whole(const char *label, uint64_t *value, double spare)
{
    label_beside(label);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - float(spare));
    ImGui::InputScalar(hidden(label).c_str(), ImGuiDataType_U64, value, nullptr, nullptr, "%llu");
    return ImGui::IsItemDeactivatedAfterEdit();
}

bool ui_picture_combo(const char *label, int *choice, const char *(*name)(void *user, int number),
                      uint32_t (*picture)(void *user, int number), void *user, double width, double height)
{
    bool has_changed = false;
    const ImVec2 size = ImVec2(float(width), float(height));
    label_beside(label);
    const ImVec2 field = ImGui::GetCursorScreenPos();
    const bool is_open = ImGui::BeginCombo(hidden(label).c_str(), "", ImGuiComboFlags_HeightLarge);
    if (is_open) {
        for (int i = 0; name(user, i) != nullptr; i++) {
            ImGui::PushID(i);
            const float start = ImGui::GetCursorPosX();
            if (ImGui::Selectable("##choice", i == *choice) && i != *choice) {
                *choice = i;
                has_changed = true;
            }
            ImGui::SameLine();
            ImGui::SetCursorPosX(start);
            ImGui::Image(texture_id(picture(user, i)), size);
            ImGui::SameLine();
            ImGui::TextUnformatted(name(user, i));
            ImGui::PopID();
        }
        ImGui::EndCombo();
    }
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    const ImVec2 corner = ImVec2(field.x + padding.x, field.y + padding.y);
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddImage(texture_id(picture(user, *choice)), corner, ImVec2(corner.x + size.x, corner.y + size.y));
    list->AddText(ImVec2(corner.x + size.x + padding.x, corner.y), ImGui::GetColorU32(ImGuiCol_Text),
                  name(user, *choice));
    return has_changed;
}

bool ui_combo(const char *label, int *choice, const char *(*name)(void *user, int number), void *user)
{
    bool has_changed = false;
    const char *shown = name(user, *choice);
    label_beside(label);
    if (!ImGui::BeginCombo(hidden(label).c_str(), shown == nullptr ? "" : shown, ImGuiComboFlags_HeightLarge)) {
        return false;
    }
    for (int i = 0; name(user, i) != nullptr; i++) {
        if (ImGui::Selectable(name(user, i), i == *choice) && i != *choice) {
            *choice = i;
            has_changed = true;
        }
        if (i == *choice) {
            ImGui::SetItemDefaultFocus();
        }
    }
    ImGui::EndCombo();
    return has_changed;
}

bool ui_input_text(const char *label, char *text, size_t bytes)
{
    label_beside(label);
    const bool is_entered = ImGui::InputText(hidden(label).c_str(), text, bytes, ImGuiInputTextFlags_EnterReturnsTrue);
    return is_entered || ImGui::IsItemDeactivatedAfterEdit();
}

bool ui_edit_code(const char *label, char *text, size_t bytes, double lines, bool *is_left)
{
    ImGui::TextUnformatted(label);
    ImGui::PushFont(current->code_font);
    const float height = float(lines) * ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().FramePadding.y;
    const bool has_changed = ImGui::InputTextMultiline(hidden(label).c_str(), text, bytes, ImVec2(-FLT_MIN, height));
    *is_left = ImGui::IsItemDeactivatedAfterEdit();
    ImGui::PopFont();
    return has_changed;
}

void ui_code(ui_tone tone, const char *text)
{
    ImGui::PushFont(current->code_font);
    ImGui::PushStyleColor(ImGuiCol_Text, ui_tone_colour(current->theme, tone));
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

bool ui_input_lines(const char *label, char *text, size_t bytes, double height)
{
    ImGui::TextUnformatted(label);
    ImGui::InputTextMultiline(hidden(label).c_str(), text, bytes, ImVec2(-FLT_MIN, float(height)));
    return ImGui::IsItemDeactivatedAfterEdit();
}

double ui_line_height(void)
{
    return double(ImGui::GetTextLineHeight());
}

double ui_text_width(const char *text)
{
    return double(ImGui::CalcTextSize(text).x);
}

double ui_width_left(void)
{
    return double(ImGui::GetContentRegionAvail().x);
}
