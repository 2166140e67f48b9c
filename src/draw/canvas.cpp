// SPDX-License-Identifier: MIT
#include "draw/canvas.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <new>

#include "base/errors.h"

namespace clearway {

struct Canvas::Impl
{
    PictureFormat format = PictureFormat::svg;
    cairo_surface_t* surface = nullptr;
    cairo_t* context = nullptr;
    std::vector<std::byte> bytes;

    ~Impl()
    {
        if (context) cairo_destroy(context);
        if (surface) cairo_surface_destroy(surface);
    }
};

/// Called from C code, which no exception may cross.
static cairo_status_t appendBytes(void* closure, const unsigned char* data, unsigned int size)
{
    try
    {
        auto& bytes = *static_cast<std::vector<std::byte>*>(closure);
        const auto* first = reinterpret_cast<const std::byte*>(data);
        bytes.insert(bytes.end(), first, first + size);
    } catch (const std::bad_alloc&)
    {
        return CAIRO_STATUS_NO_MEMORY;
    }
    return CAIRO_STATUS_SUCCESS;
}

/// The length of the UTF-8 sequence at the start of `text`, or 0 if there is none. Overlong forms and surrogates are none.
static std::size_t countSequenceBytes(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    if ((lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) > 0x9f)) return 0;
    if ((lead == 0xf0 && byte(1) < 0x90) || (lead == 0xf4 && byte(1) > 0x8f)) return 0;
    return length;
}

/// One string per character; Cairo stops drawing altogether at the first broken one.
static std::vector<std::string> splitCharacters(std::string_view text)
{
    std::vector<std::string> characters;
    while (!text.empty())
    {
        const std::size_t length = countSequenceBytes(text);
        const bool is_control = length == 1 && (static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f);
        characters.emplace_back(length == 0 ? "?" : is_control ? " " : std::string(text.substr(0, length)));
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return characters;
}

static std::string cleanText(std::string_view text)
{
    std::string clean;
    for (const std::string& character : splitCharacters(text)) clean += character;
    return clean;
}

Result<PictureFormat> findPictureFormat(const std::string& path)
{
    std::string ending;
    if (const std::size_t dot = path.rfind('.'); dot != std::string::npos) ending = path.substr(dot);
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (ending == ".svg") return PictureFormat::svg;
    if (ending == ".png") return PictureFormat::png;
    if (ending == ".pdf") return PictureFormat::pdf;
    return makeError(ErrorCode::unsupported_format,
                     "no picture format is known for '" + path + "': the name must end in .png, .svg or .pdf.", inFile(path));
}

static Error makeSizeError(double width, double height)
{
    const auto text = [](double value) { return std::to_string(static_cast<long long>(value)); };
    return makeError(ErrorCode::out_of_range, "a picture of " + text(width) + " by " + text(height) +
                                                  " pixels is too large (at most " + text(Canvas::kMaxSide) + " each way, and " +
                                                  text(Canvas::kMaxPngPixels / 1e6) +
                                                  " million in a PNG): choose a smaller width.");
}

static Error makeCairoError(cairo_status_t status)
{
    return makeError(status == CAIRO_STATUS_NO_MEMORY ? ErrorCode::out_of_range : ErrorCode::invalid_argument,
                     std::string("the picture could not be drawn: ") + cairo_status_to_string(status) + ".");
}

Canvas::Canvas(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Canvas::Canvas(Canvas&&) noexcept = default;
Canvas& Canvas::operator=(Canvas&&) noexcept = default;
Canvas::~Canvas() = default;

Result<Canvas> Canvas::build(PictureFormat format, double width, double height)
{
    const bool fits = width >= 1 && height >= 1 && width <= kMaxSide && height <= kMaxSide;
    if (!fits || (format == PictureFormat::png && width * height > kMaxPngPixels)) return makeSizeError(width, height);

    auto impl = std::make_unique<Impl>();
    impl->format = format;
    switch (format)
    {
    case PictureFormat::png:
        impl->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height));
        break;
    case PictureFormat::svg:
        impl->surface = cairo_svg_surface_create_for_stream(appendBytes, &impl->bytes, width, height);
        cairo_svg_surface_set_document_unit(impl->surface, CAIRO_SVG_UNIT_PX);
        break;
    case PictureFormat::pdf: impl->surface = cairo_pdf_surface_create_for_stream(appendBytes, &impl->bytes, width, height); break;
    }
    impl->context = cairo_create(impl->surface);
    if (const cairo_status_t status = cairo_status(impl->context)) return makeCairoError(status);

    // Without hinting a text is as wide in a PNG as in a PDF.
    cairo_font_options_t* font_options = cairo_font_options_create();
    cairo_font_options_set_antialias(font_options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(font_options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(font_options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(impl->context, font_options);
    cairo_font_options_destroy(font_options);
    cairo_set_line_join(impl->context, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(impl->context, CAIRO_LINE_CAP_ROUND);

    Canvas canvas(std::move(impl));
    canvas.addRectangle({0, 0}, {width, height});
    canvas.fill(palette::kPage);
    return canvas;
}

void Canvas::moveTo(Vec2 p) { cairo_move_to(impl_->context, p.x, p.y); }
void Canvas::lineTo(Vec2 p) { cairo_line_to(impl_->context, p.x, p.y); }
void Canvas::closePath() { cairo_close_path(impl_->context); }
void Canvas::addRectangle(Vec2 corner, Vec2 size) { cairo_rectangle(impl_->context, corner.x, corner.y, size.x, size.y); }

void Canvas::addDisc(Vec2 center, double radius)
{
    cairo_new_sub_path(impl_->context);
    cairo_arc(impl_->context, center.x, center.y, radius, 0, 2 * 3.14159265358979323846);
    cairo_close_path(impl_->context);
}

void Canvas::parabolaTo(Vec2 control, Vec2 to)
{
    Vec2 from;
    cairo_get_current_point(impl_->context, &from.x, &from.y);
    const Vec2 a = interpolate(from, control, 2.0 / 3), b = interpolate(to, control, 2.0 / 3);
    cairo_curve_to(impl_->context, a.x, a.y, b.x, b.y, to.x, to.y);
}

void Canvas::arcTo(Vec2 center, double radius, double start, double sweep)
{
    if (sweep >= 0)
        cairo_arc(impl_->context, center.x, center.y, radius, start, start + sweep);
    else
        cairo_arc_negative(impl_->context, center.x, center.y, radius, start, start + sweep);
}

static void setColor(cairo_t* context, const Color& color) { cairo_set_source_rgba(context, color.r, color.g, color.b, color.a); }

void Canvas::fill(const Color& color)
{
    setColor(impl_->context, color);
    cairo_fill(impl_->context);
}

void Canvas::stroke(const Stroke& stroke)
{
    setColor(impl_->context, stroke.color);
    cairo_set_line_width(impl_->context, stroke.width);
    const std::array<double, 2> dashes = {stroke.dash, stroke.dash * 0.8};
    cairo_set_dash(impl_->context, dashes.data(), stroke.dash > 0 ? 2 : 0, 0);
    cairo_set_line_cap(impl_->context, stroke.dash > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    cairo_stroke(impl_->context);
}

void Canvas::fillAndSeal(const Color& color, double seal_width)
{
    setColor(impl_->context, color);
    cairo_fill_preserve(impl_->context);
    stroke({.color = color, .width = seal_width});
}

void Canvas::beginClip(Vec2 corner, Vec2 size)
{
    cairo_save(impl_->context);
    addRectangle(corner, size);
    cairo_clip(impl_->context);
}

void Canvas::beginClip()
{
    cairo_path_t* path = cairo_copy_path(impl_->context);
    cairo_new_path(impl_->context);
    cairo_save(impl_->context);
    cairo_append_path(impl_->context, path);
    cairo_path_destroy(path);
    cairo_clip(impl_->context);
}

void Canvas::endClip() { cairo_restore(impl_->context); }

static void setFont(cairo_t* context, const TextStyle& style)
{
    cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           style.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(context, style.size);
}

static double measureClean(cairo_t* context, const std::string& text)
{
    cairo_text_extents_t extents = {};
    cairo_text_extents(context, text.c_str(), &extents);
    return extents.x_advance;
}

void Canvas::drawText(Vec2 position, std::string_view text, const TextStyle& style)
{
    const std::string clean = cleanText(text);
    setFont(impl_->context, style);
    setColor(impl_->context, style.color);
    double x = position.x;
    if (style.align == TextAlign::center) x -= measureClean(impl_->context, clean) / 2;
    if (style.align == TextAlign::right) x -= measureClean(impl_->context, clean);
    cairo_move_to(impl_->context, x, position.y);
    cairo_show_text(impl_->context, clean.c_str());
    cairo_new_path(impl_->context);
}

double Canvas::measureText(std::string_view text, const TextStyle& style)
{
    setFont(impl_->context, style);
    return measureClean(impl_->context, cleanText(text));
}

std::string Canvas::fitText(std::string_view text, const TextStyle& style, double width)
{
    constexpr std::size_t kMaxCharacters = 500;
    setFont(impl_->context, style);
    // No character is narrower than a few bytes of name are worth looking at; what lies beyond never fits.
    std::vector<std::string> characters = splitCharacters(text.substr(0, 4 * kMaxCharacters));
    std::string all;
    for (const std::string& character : characters) all += character;
    if (measureClean(impl_->context, all) <= width) return all;
    std::string shortened;
    for (const std::string& character : characters)
    {
        if (measureClean(impl_->context, shortened + character + "…") > width) break;
        shortened += character;
    }
    return shortened.empty() ? shortened : shortened + "…";
}

void Canvas::drawCanvas(const Canvas& other)
{
    cairo_set_source_surface(impl_->context, other.impl_->surface, 0, 0);
    cairo_paint(impl_->context);
}

void Canvas::drawImage(Vec2 corner, int width, int height, std::span<const std::uint32_t> pixels)
{
    cairo_surface_t* image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    if (cairo_surface_status(image) == CAIRO_STATUS_SUCCESS)
    {
        cairo_surface_flush(image);
        unsigned char* const data = cairo_image_surface_get_data(image);
        const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(image));
        const auto row_pixels = static_cast<std::size_t>(width);
        for (std::size_t row = 0; row < static_cast<std::size_t>(height); ++row)
            std::memcpy(data + row * stride, pixels.data() + row * row_pixels, row_pixels * sizeof(std::uint32_t));
        cairo_surface_mark_dirty(image);
        cairo_set_source_surface(impl_->context, image, corner.x, corner.y);
        cairo_paint(impl_->context);
    }
    cairo_surface_destroy(image);
}

std::span<const std::byte> Canvas::pixels()
{
    cairo_surface_flush(impl_->surface);
    const auto* data = reinterpret_cast<const std::byte*>(cairo_image_surface_get_data(impl_->surface));
    // Rows of four-byte pixels have no gaps between them.
    const auto row_bytes = static_cast<std::size_t>(cairo_image_surface_get_stride(impl_->surface));
    const auto rows = static_cast<std::size_t>(cairo_image_surface_get_height(impl_->surface));
    return {data, data ? row_bytes * rows : 0};
}

/// Cairo numbers the surfaces of a process and writes the number into the file; nothing refers to it.
static void removeSurfaceNumber(std::vector<std::byte>& bytes)
{
    constexpr std::string_view kBefore = "<g id=\"surface";
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t found = text.find(kBefore);
    if (found == std::string_view::npos) return;
    const std::size_t first = found + kBefore.size();
    const std::size_t end = std::min(text.find_first_not_of("0123456789", first), text.size());
    bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(first), bytes.begin() + static_cast<std::ptrdiff_t>(end));
}

/// The same with images, which are referred to: they are numbered from 0 in the order in which they come.
static void renumberImages(std::vector<std::byte>& bytes)
{
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::vector<std::string> numbers;
    for (const std::string_view before : {"id=\"image", "href=\"#image"})
        for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at + 1))
        {
            const std::size_t first = at + before.size();
            const std::size_t end = std::min(text.find_first_not_of("0123456789", first), text.size());
            const std::string number = text.substr(first, end - first);
            auto known = std::find(numbers.begin(), numbers.end(), number);
            if (known == numbers.end()) known = numbers.insert(known, number);
            text.replace(first, end - first, std::to_string(known - numbers.begin()));
        }
    if (numbers.empty()) return;
    const std::span<const std::byte> changed = std::as_bytes(std::span(text));
    bytes.assign(changed.begin(), changed.end());
}

Result<std::vector<std::byte>> Canvas::finish(const std::string& title)
{
    if (const cairo_status_t status = cairo_status(impl_->context)) return makeCairoError(status);
    cairo_status_t status = CAIRO_STATUS_SUCCESS;
    if (impl_->format == PictureFormat::png)
        status = cairo_surface_write_to_png_stream(impl_->surface, appendBytes, &impl_->bytes);
    if (impl_->format == PictureFormat::pdf)
    {
        // Cairo would store the time of drawing; a fixed day keeps the bytes equal.
        cairo_pdf_surface_set_metadata(impl_->surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
        cairo_pdf_surface_set_metadata(impl_->surface, CAIRO_PDF_METADATA_TITLE, cleanText(title).c_str());
    }
    if (status == CAIRO_STATUS_SUCCESS)
    {
        cairo_surface_finish(impl_->surface);
        status = cairo_surface_status(impl_->surface);
    }
    if (status != CAIRO_STATUS_SUCCESS) return makeCairoError(status);
    if (impl_->format == PictureFormat::svg)
    {
        removeSurfaceNumber(impl_->bytes);
        renumberImages(impl_->bytes);
    }
    return std::move(impl_->bytes);
}

} // namespace clearway
