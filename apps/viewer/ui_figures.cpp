/* Widgets that show numbers: curves, charts, shares and tables. */
#include "ui.h"

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <string>

#include <imgui.h>

#include "../../bench/chart.h"

namespace
{

/* Parts of a letter's line. */
constexpr float MARKER = 0.22f;
constexpr float GAP = 0.4f;
/* A point is near the pointer within so many lines. */
constexpr float NEAR = 1.0f;

/* The area of a chart between its axes, in pixels. */
struct plot_area {
    float left, top, right, bottom;
};

float width_of(const char *text)
{
    return ImGui::CalcTextSize(text).x;
}

ImU32 colour_of(unsigned line)
{
    const uint32_t rgb = chart_colour(line);
    return IM_COL32(rgb >> 16 & 255u, rgb >> 8 & 255u, rgb & 255u, 255u);
}

ImVec2 place_of(const plot_area &area, const chart_point &point)
{
    return ImVec2(area.left + float(point.x) * (area.right - area.left),
                  area.bottom - float(point.y) * (area.bottom - area.top));
}

void draw_marker(ImDrawList *list, unsigned line, ImVec2 at)
{
    const float size = std::fmax(2.0f, MARKER * ImGui::GetTextLineHeight());
    const ImU32 colour = colour_of(line);
    switch (chart_marker(line)) {
    case CHART_SQUARE:
        list->AddRectFilled(ImVec2(at.x - size, at.y - size), ImVec2(at.x + size, at.y + size), colour);
        break;
    case CHART_TRIANGLE:
        list->AddTriangleFilled(ImVec2(at.x - size, at.y + size), ImVec2(at.x + size, at.y + size),
                                ImVec2(at.x, at.y - size), colour);
        break;
    default:
        list->AddCircleFilled(at, size, colour);
        break;
    }
}

/* The area that labels and titles leave. */
plot_area find_area(const chart &drawn, ImVec2 corner, ImVec2 size)
{
    const float line = ImGui::GetTextLineHeight();
    float widest = 0.0f;
    for (unsigned i = 0; i < drawn.y.count; i++) {
        widest = std::fmax(widest, width_of(drawn.y.ticks[i].label));
    }
    return {corner.x + widest + GAP * line, corner.y + (1.5f + GAP) * line, corner.x + size.x - GAP * line,
            corner.y + size.y - (2.0f + GAP) * line};
}

void draw_axes(ImDrawList *list, const chart &drawn, ImVec2 corner, const plot_area &area)
{
    const float line = ImGui::GetTextLineHeight();
    const ImU32 letters = ImGui::GetColorU32(ImGuiCol_Text);
    const ImU32 rules = ImGui::GetColorU32(ImGuiCol_Border);
    for (unsigned i = 0; i < drawn.x.count; i++) {
        const chart_tick &tick = drawn.x.ticks[i];
        const float x = place_of(area, {tick.place, 0.0, 0.0, 0.0}).x;
        list->AddLine(ImVec2(x, area.top), ImVec2(x, area.bottom), rules);
        list->AddText(ImVec2(x - 0.5f * width_of(tick.label), area.bottom + 0.5f * GAP * line), letters, tick.label);
    }
    for (unsigned i = 0; i < drawn.y.count; i++) {
        const chart_tick &tick = drawn.y.ticks[i];
        const float y = place_of(area, {0.0, tick.place, 0.0, 0.0}).y;
        list->AddLine(ImVec2(area.left, y), ImVec2(area.right, y), rules);
        list->AddText(ImVec2(area.left - GAP * line - width_of(tick.label), y - 0.5f * line), letters, tick.label);
    }
    list->AddText(corner, letters, drawn.y.title);
    list->AddText(ImVec2(0.5f * (area.left + area.right - width_of(drawn.x.title)), area.bottom + line), letters,
                  drawn.x.title);
}

void draw_line(ImDrawList *list, const chart &drawn, unsigned number, const plot_area &area)
{
    const chart_line &line = drawn.lines[number];
    for (unsigned i = 0; i < line.count; i++) {
        const ImVec2 at = place_of(area, line.points[i]);
        if (i > 0) {
            list->AddLine(place_of(area, line.points[i - 1]), at, colour_of(number), 1.5f);
        }
        draw_marker(list, number, at);
    }
}

/* Shows the numbers of the point that is nearest to the pointer. */
void show_nearest(const chart &drawn, const plot_area &area)
{
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    float least = NEAR * ImGui::GetTextLineHeight();
    const chart_line *nearest = nullptr;
    const chart_point *point = nullptr;
    for (unsigned i = 0; i < drawn.count; i++) {
        for (unsigned k = 0; k < drawn.lines[i].count; k++) {
            const ImVec2 at = place_of(area, drawn.lines[i].points[k]);
            const float distance = std::hypot(at.x - pointer.x, at.y - pointer.y);
            if (distance < least) {
                least = distance;
                nearest = &drawn.lines[i];
                point = &nearest->points[k];
            }
        }
    }
    if (point != nullptr) {
        char text[256];
        std::snprintf(text, sizeof text, "%s\n%s %.6g\n%s %.4g", nearest->name, drawn.x.title, point->value_x,
                      drawn.y.title, point->value_y);
        ui_tooltip(text);
    }
}

/* Names of lines below the chart, as many in a row as there is room for. */
void draw_legend(const chart &drawn)
{
    const float line = ImGui::GetTextLineHeight();
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    for (unsigned i = 0; i < drawn.count; i++) {
        const float width = (1.0f + 2.0f * GAP) * line + width_of(drawn.lines[i].name);
        if (i > 0 && ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width <= right) {
            ImGui::SameLine();
        }
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        ImDrawList *list = ImGui::GetWindowDrawList();
        draw_marker(list, i, ImVec2(corner.x + 0.5f * line, corner.y + 0.5f * line));
        list->AddText(ImVec2(corner.x + (1.0f + GAP) * line, corner.y), ImGui::GetColorU32(ImGuiCol_Text),
                      drawn.lines[i].name);
        ImGui::Dummy(ImVec2(width, line));
    }
}

} // namespace

void ui_plot(const char *label, const float *values, unsigned count, float minimum, float maximum, double height)
{
    ImGui::SetNextItemWidth(-FLT_MIN);
    ImGui::PlotLines((std::string("##") + label).c_str(), values, int(count), 0, label, minimum, maximum,
                     ImVec2(0.0f, float(height)));
}

void ui_progress(double share, const char *text)
{
    ImGui::ProgressBar(float(share), ImVec2(-FLT_MIN, 0.0f), text);
}

bool ui_table_begin(const char *name, unsigned columns, const char *const *titles)
{
    if (!ImGui::BeginTable(name, int(columns),
                           ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchProp |
                               ImGuiTableFlags_NoSavedSettings)) {
        return false;
    }
    for (unsigned i = 0; i < columns; i++) {
        ImGui::TableSetupColumn(titles[i]);
    }
    ImGui::TableHeadersRow();
    return true;
}

void ui_table_cell(void)
{
    ImGui::TableNextColumn();
}

void ui_table_number(const char *text)
{
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(text);
}

void ui_table_end(void)
{
    ImGui::EndTable();
}

void ui_chart(const chart *drawn, double height)
{
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size = ImVec2(ImGui::GetContentRegionAvail().x, float(height));
    const plot_area area = find_area(*drawn, corner, size);
    ImDrawList *list = ImGui::GetWindowDrawList();
    ImGui::Dummy(size);
    draw_axes(list, *drawn, corner, area);
    for (unsigned i = 0; i < drawn->count; i++) {
        draw_line(list, *drawn, i, area);
    }
    show_nearest(*drawn, area);
    draw_legend(*drawn);
}
