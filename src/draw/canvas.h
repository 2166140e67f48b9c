// SPDX-License-Identifier: MIT
// A sheet to draw on, turned into the bytes of an SVG, PNG or PDF file at the end. The only place that knows Cairo.
// Why bytes: they are written by `writeFile`, so that a picture appears whole or not at all.
// Pixels (points in PDF), origin top left, y down. One thread at a time. The same calls give the same bytes: no date is stored.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <clearway/base/result.h>
#include <clearway/geometry/vec.h>

#include "draw/palette.h"

namespace clearway {

enum class PictureFormat
{
    svg,
    png,
    pdf,
};

/// The format that the ending of a file name asks for.
Result<PictureFormat> findPictureFormat(const std::string& path);

struct Stroke
{
    Color color;
    double width = 1;
    double dash = 0; ///< length of a dash and about of a gap; 0: solid
};

enum class TextAlign
{
    left,
    center,
    right,
};

struct TextStyle
{
    double size = 12;
    Color color = palette::kInk;
    TextAlign align = TextAlign::left;
    bool bold = false;
};

class Canvas
{
public:
    static constexpr double kMaxSide = 20'000;
    static constexpr double kMaxPngPixels = 2e8; ///< 800 MB while drawing

    /// A sheet in the colour of the page. Fails when it is larger than the limits.
    static Result<Canvas> build(PictureFormat format, double width, double height);
    Canvas(Canvas&&) noexcept;
    Canvas& operator=(Canvas&&) noexcept;
    ~Canvas();

    // A path is gathered, then filled or stroked, which starts a new one.
    void moveTo(Vec2 p);
    void lineTo(Vec2 p);
    /// A piece of a parabola from where the path stands; `control` is where the tangents at its ends meet.
    void parabolaTo(Vec2 control, Vec2 to);
    void closePath();
    void addRectangle(Vec2 corner, Vec2 size);
    void addDisc(Vec2 center, double radius);
    /// An arc from where the path stands; `start` is its angle there and `sweep` how far it goes, in radians, positive clockwise
    /// on the sheet.
    void arcTo(Vec2 center, double radius, double start, double sweep);
    void fill(const Color& color);
    void stroke(const Stroke& stroke);
    /// Fills, then strokes the same path thinly in the same colour: no hairline of background between neighbours.
    void fillAndSeal(const Color& color, double seal_width);

    /// Restricts drawing to a rectangle until `endClip`. Does not nest.
    void beginClip(Vec2 corner, Vec2 size);
    /// The same to the inside of the path that was gathered.
    void beginClip();
    void endClip();

    /// `position` is on the base line. Bytes that are not UTF-8 become question marks.
    void drawText(Vec2 position, std::string_view text, const TextStyle& style);
    double measureText(std::string_view text, const TextStyle& style);
    /// `text`, shortened with an ellipsis where it is wider than `width`.
    std::string fitText(std::string_view text, const TextStyle& style, double width);

    /// Covers this sheet with another one of the same size. Both must be PNG.
    void drawCanvas(const Canvas& other);
    /// Pixels of a picture, row by row from the top: alpha in the highest byte, then red, green and blue, multiplied by it.
    void drawImage(Vec2 corner, int width, int height, std::span<const std::uint32_t> pixels);
    /// The pixels of a PNG so far, row by row from the top, four bytes each: blue, green, red, nothing.
    std::span<const std::byte> pixels();

    /// The bytes of the file; the canvas is used up.
    Result<std::vector<std::byte>> finish(const std::string& title);

private:
    struct Impl;
    explicit Canvas(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace clearway
