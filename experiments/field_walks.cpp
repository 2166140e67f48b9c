// SPDX-License-Identifier: MIT
// Walks on potentials: D-F2, D-MAP.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <vector>

#include <clearway/field.h>
#include <clearway/native/trajectory_sqlite.h>
#include <clearway/published/potential.h>

#include "list.h"
#include "require.h"
#include "world.h"

namespace clearway::experiments {
namespace {

using Line = std::vector<Vec2>;

double computeLength(const Line& line)
{
    double sum = 0;
    for (std::size_t i = 1; i < line.size(); ++i) sum += distance(line[i - 1], line[i]);
    return sum;
}

/// So many points at equal distances along the line.
Line resample(const Line& line, std::size_t count)
{
    const double step = computeLength(line) / static_cast<double>(count - 1);
    Line points = {line.front()};
    double left = step;
    for (std::size_t i = 1; i < line.size() && points.size() + 1 < count; ++i)
    {
        Vec2 from = line[i - 1];
        double gap = distance(from, line[i]);
        for (; gap >= left && gap > 0 && points.size() + 1 < count; gap = distance(from, line[i]))
        {
            from = interpolate(from, line[i], left / gap);
            points.push_back(from);
            left = step;
        }
        left -= gap;
    }
    while (points.size() < count) points.push_back(line.back());
    return points;
}

/// Mean distance of points at equal parts of both.
double computeMeanDistance(const Line& a, const Line& b)
{
    constexpr std::size_t kCount = 64;
    const Line p = resample(a, kCount), q = resample(b, kCount);
    double sum = 0;
    for (std::size_t i = 0; i < kCount; ++i) sum += distance(p[i], q[i]);
    return sum / static_cast<double>(kCount);
}

/// One way with one manner to the half, and another from there.
class Switcher
{
public:
    struct Manner
    {
        double eps = 0;
        double angle = 0; ///< of v from the straight line, positive to the left; degrees
    };

    /// A map of `n` x `n` cells; the reference goes from (0.2 n, 0.5 n) to (0.8 n, 0.5 n).
    explicit Switcher(std::int32_t n, published::DriftSign sign) : n_(n), sign_(sign)
    {
        grid_.emplace(require(buildFieldGrid(n, n, std::vector<std::uint8_t>(static_cast<std::size_t>(n * n), 1))));
        goal_ = grid_->cellAt({0.8 * n, 0.5 * n});
    }

    Vec2 start() const { return {0.2 * n_, 0.5 * n_}; }
    Vec2 end() const { return grid_->centerOf(goal_); }

    Line walk(const Manner& first, const Manner& second)
    {
        Line way = computePlanarPoints(fieldOf(first).findPath(start(), {.step = 0.5}));
        if (way.empty()) return {start(), end()};
        way.resize(std::max<std::size_t>(2, way.size() / 2));
        const Line rest = computePlanarPoints(fieldOf(second).findPath(way.back(), {.step = 0.5}));
        way.insert(way.end(), rest.begin(), rest.end());
        return way;
    }

private:
    /// Those of few values are kept: a search comes back to them.
    const Field& fieldOf(const Manner& manner)
    {
        constexpr std::size_t kMostFields = 512;
        const auto key = std::pair{manner.eps, manner.eps == 0 ? 0 : manner.angle};
        if (const auto found = fields_.find(key); found != fields_.end()) return found->second;
        if (fields_.size() >= kMostFields) fields_.clear();
        const double angle = manner.angle * std::numbers::pi / 180;
        // As printed, with y up, the x term has the other sign.
        const Vec2 v = {sign_ == published::DriftSign::printed ? -std::cos(angle) : std::cos(angle), std::sin(angle)};
        const FieldSolver solver = require(buildFieldSolver(*grid_, {.eps = manner.eps, .v = v}));
        return fields_.emplace(key, Field(require(solver.solve(goal_)))).first->second;
    }

    std::int32_t n_;
    published::DriftSign sign_;
    std::optional<FieldGrid> grid_;
    std::int32_t goal_ = 0;
    std::map<std::pair<double, double>, Field> fields_;
};

constexpr double kEps[] = {0, 0.1, 0.2, 0.4, 0.7, 1.0};

struct Fit
{
    Switcher::Manner first, second;
    double distance = 1e300;
};

enum class Halves
{
    alike,
    apart,
};

/// A search around what was found so far.
class Fitting
{
public:
    Fitting(Switcher& switcher, const Line& reference) : switcher_(switcher), reference_(reference) {}

    const Fit& best() const { return best_; }
    bool consider(const Switcher::Manner& first, const Switcher::Manner& second)
    {
        const double d = computeMeanDistance(switcher_.walk(first, second), reference_);
        if (d >= best_.distance) return false;
        best_ = {first, second, d};
        return true;
    }
    /// Better and better, in smaller and smaller steps: both halves alike, or each for itself too.
    void refine(Halves halves)
    {
        for (double step = 1; step > 0.03;)
        {
            bool is_better = false;
            for (const double sign : {-1.0, 1.0})
                for (const auto& [eps, angle] : {std::pair{0.1, 0.0}, {0.0, 20.0}})
                {
                    const auto move = [&, eps = eps * sign * step, angle = angle * sign * step](Switcher::Manner manner) {
                        return Switcher::Manner{std::clamp(manner.eps + eps, 0.0, 1.9),
                                                std::remainder(manner.angle + angle, 360.0)};
                    };
                    is_better |= consider(move(best_.first), move(best_.second));
                    if (halves == Halves::alike) continue;
                    is_better |= consider(move(best_.first), best_.second);
                    is_better |= consider(best_.first, move(best_.second));
                }
            if (!is_better) step /= 2;
        }
    }

private:
    Switcher& switcher_;
    const Line& reference_;
    Fit best_;
};

/// The best of a few, then better and better around it. Where one manner for the whole way is as good, it is that one.
Fit fit(Switcher& switcher, const Line& reference)
{
    const auto visit = [&](const auto& each) {
        for (const double eps : kEps)
            for (int angle = 0; angle < (eps == 0 ? 1 : 8); ++angle) each(Switcher::Manner{eps, 45.0 * angle});
    };
    Fitting single(switcher, reference), both(switcher, reference);
    visit([&](const Switcher::Manner& manner) { single.consider(manner, manner); });
    single.refine(Halves::alike);
    visit([&](const Switcher::Manner& first) { visit([&](const Switcher::Manner& second) { both.consider(first, second); }); });
    both.refine(Halves::apart);
    constexpr double kAsGood = 0.05; // cells
    return single.best().distance <= both.best().distance + kAsGood ? single.best() : both.best();
}

std::string formatManner(const Switcher::Manner& manner)
{
    return fmt::format("{:.2f}, {:.0f}°", manner.eps, manner.eps == 0 ? 0 : std::remainder(manner.angle, 360.0));
}

/// Turned, scaled and moved so that it goes from the start to the end of the map.
Line fitToMap(const Line& line, Vec2 start, Vec2 end)
{
    const Vec2 from = line.front(), d = line.back() - from, to = end - start;
    const double size_sq = lengthSq(d);
    const Vec2 turn = {dot(d, to) / size_sq, cross(d, to) / size_sq};
    Line result;
    for (const Vec2 p : line)
    {
        const Vec2 q = p - from;
        result.push_back(start + Vec2{q.x * turn.x - q.y * turn.y, q.x * turn.y + q.y * turn.x});
    }
    return result;
}

/// Paths of people who walked at least 3 m and not to and fro; at most `most`.
std::vector<Line> readWalks(const std::string& file, double unit, std::size_t most)
{
    // Paths have no time: any frame rate does.
    const auto reader =
        require(openTrajectory(file, {.unit = unit, .frame_rate = 25, .unit_advice = "say it with --unit m, cm or mm"}));
    std::map<std::uint64_t, Line> lines;
    TrajectoryFrame frame;
    while (require(reader->read(frame)))
        for (std::size_t i = 0; i < frame.ids.size(); ++i) lines[frame.ids[i]].push_back(frame.positions[i]);
    std::vector<Line> walks;
    for (auto& [id, line] : lines)
        if (walks.size() < most && distance(line.front(), line.back()) > std::max(3.0, 0.6 * computeLength(line)))
            walks.push_back(std::move(line));
    return walks;
}

/// What people do: arcs to one side, and curves to one side and then to the other.
std::vector<Line> makeArcs(Vec2 start, Vec2 end)
{
    std::vector<Line> arcs;
    for (const double aside : {0.05, 0.15, -0.1})
        for (const bool is_double : {false, true})
        {
            Line line;
            for (int i = 0; i <= 64; ++i)
            {
                const double t = i / 64.0, turns = is_double ? 2 : 1;
                line.push_back(interpolate(start, end, t) +
                               Vec2{0, aside * distance(start, end) * std::sin(turns * std::numbers::pi * t)});
            }
            arcs.push_back(std::move(line));
        }
    return arcs;
}

// ---- D-MAP

struct WalkReport
{
    double reacts_at = 0; ///< distance to whoever stands ahead when the walk is 0.1 m off its line
    double clearance = 1e300;
    double straightness = 0;
    double microseconds = 0;
    bool arrives = false;
};

/// Past two people who stand near the line, 0.25 m cells.
WalkReport walkPast(std::int32_t size, double view_degrees)
{
    constexpr double kCell = 0.25, kRadius = 0.25, kSpeed = 1.34, kStep = 1.0 / 30;
    const std::array<Disc, 2> others = {Disc{{8, 0.1}, 0.25}, Disc{{14, -0.2}, 0.25}};
    const Vec2 goal = {20, 0};
    WalkReport report;
    Vec2 p, heading = {1, 0};
    double walked = 0, seconds = 0;
    int ticks = 0;
    for (; ticks < 1500 && !report.arrives; ++ticks)
    {
        LocalMapInput input{
            .position = p, .heading = heading, .toward = (goal - p) / distance(goal, p), .goal = goal, .radius = kRadius};
        input.other_count = 2;
        Vec2 direction;
        const double before = threadSeconds();
        require(computeLocalDirections(
            {&input, 1}, others, nullptr,
            {.size = size, .cell_size = kCell, .view_degrees = view_degrees, .method = LocalMapOptions::Method::exact},
            {&direction, 1}));
        seconds += threadSeconds() - before;
        const LocalMotion motion = computeLocalMotion(heading, direction, 0.5);
        heading = motion.heading;
        p = p + heading * (kSpeed * motion.speed * kStep);
        walked += kSpeed * motion.speed * kStep;
        if (report.reacts_at == 0 && std::abs(p.y) > 0.1) report.reacts_at = distance(p, others[0].center) - 0.5;
        for (const Disc& disc : others)
            report.clearance = std::min(report.clearance, distance(p, disc.center) - disc.radius - kRadius);
        report.arrives = distance(p, goal) < 0.3;
    }
    report.straightness = length(p) / walked;
    report.microseconds = seconds * 1e6 / ticks;
    return report;
}

} // namespace

Outcome runBehaviourFit(const Settings& settings)
{
    const std::int32_t n = settings.quick ? 25 : 41;
    Outcome outcome;
    // Where the two signs lead: eps 0.1 and v down to the half, then eps 0.7 and v to the right, as in the figure; and v up.
    Table signs{
        "From left to right in an open room: where the way is at the half, and how far above the straight line at most; cells",
        {"sign", "first half", "second half", "y at the half", "highest", "lowest"},
        {}};
    double bend[2] = {};
    for (const published::DriftSign sign : {published::DriftSign::corrected, published::DriftSign::printed})
    {
        Switcher switcher(n, sign);
        for (const auto& [first, second, text, text2] :
             {std::tuple{Switcher::Manner{0.1, -90}, Switcher::Manner{0.7, 0}, "0.1, down", "0.7, right"},
              std::tuple{Switcher::Manner{0.7, 90}, Switcher::Manner{0.7, 90}, "0.7, up", "0.7, up"},
              std::tuple{Switcher::Manner{0.7, 45}, Switcher::Manner{0.7, 135}, "0.7, up right", "0.7, up left"}})
        {
            const Line way = switcher.walk(first, second);
            const double middle = switcher.start().y;
            const auto [low, high] = std::minmax_element(way.begin(), way.end(), [](Vec2 a, Vec2 b) { return a.y < b.y; });
            signs.rows.push_back({sign == published::DriftSign::corrected ? "equation" : "as printed", text, text2,
                                  fmt::format("{:+.1f}", way[way.size() / 2].y - middle),
                                  fmt::format("{:+.1f}", high->y - middle), fmt::format("{:+.1f}", low->y - middle)});
            if (first.angle == 90) bend[sign == published::DriftSign::printed ? 1 : 0] = high->y - middle;
        }
    }
    outcome.tables.push_back(std::move(signs));

    Switcher equation(n, published::DriftSign::corrected), printed(n, published::DriftSign::printed);
    std::vector<Line> references;
    const bool is_recorded = !settings.trajectories.empty();
    for (const std::string& file : settings.trajectories)
        for (Line& walk : readWalks(file, settings.trajectory_unit, settings.quick ? 4 : 20))
            references.push_back(fitToMap(walk, equation.start(), equation.end()));
    if (is_recorded && references.empty())
        throw std::runtime_error("D-F2: nobody in the trajectories walks 3 m or more without turning back; give other files.");
    if (references.empty()) references = makeArcs(equation.start(), equation.end());
    if (settings.quick && references.size() > 4) references.resize(4);
    Table fits{is_recorded ? "Recorded paths, turned and scaled to one length: mean distance in per cent of it"
                           : "Arcs and double arcs (no recorded paths were given): mean distance in per cent of their length",
               {"path", "straight", "harmonic", "one switch, equation", "eps and v before, v from the straight line", "after",
                "one switch, printed"},
               {}};
    std::vector<double> plain, fitted, mixed, first_eps, second_eps;
    const double scale = 100 / distance(equation.start(), equation.end());
    for (std::size_t i = 0; i < references.size(); ++i)
    {
        const double straight = scale * computeMeanDistance({equation.start(), equation.end()}, references[i]);
        plain.push_back(scale * computeMeanDistance(equation.walk({}, {}), references[i]));
        const Fit best = fit(equation, references[i]);
        fitted.push_back(scale * best.distance);
        first_eps.push_back(best.first.eps);
        second_eps.push_back(best.second.eps);
        mixed.push_back(scale * fit(printed, references[i]).distance);
        fits.rows.push_back({fmt::format("{}", i + 1), fmt::format("{:.1f} %", straight), fmt::format("{:.1f} %", plain.back()),
                             fmt::format("{:.1f} %", fitted.back()), formatManner(best.first), formatManner(best.second),
                             fmt::format("{:.1f} %", mixed.back())});
    }
    outcome.tables.push_back(std::move(fits));
    outcome.measured =
        fmt::format("{} {}: mean distance {:.1f} % of the length with one switch, {:.1f} % for the plain potential, {:.1f} % "
                    "with the printed sign; eps {:.2f} before and {:.2f} after the switch, in the middle",
                    references.size(), is_recorded ? "recorded paths" : "arcs", computeMedian(fitted), computeMedian(plain),
                    computeMedian(mixed), computeMedian(first_eps), computeMedian(second_eps));
    outcome.verdict = computeMedian(fitted) < 0.8 * computeMedian(plain) ? Verdict::confirmed : Verdict::refuted;
    outcome.reason = fmt::format(
        "ways bend toward v with the sign of the differential equation (v up: {:+.1f} cells); the printed one mirrors "
        "v in x, so each fits with the other's v, and only the first does what the text says",
        bend[0]);
    return outcome;
}

Outcome runLocalMapSize(const Settings& settings)
{
    Outcome outcome;
    Table table{"One walker past two people who stand near its line; cells of 0.25 m",
                {"map", "view", "turns aside at", "least clearance", "straightness", "time of a map, alone"},
                {}};
    double first = 0, last = 0;
    bool all_arrive = true;
    for (const std::int32_t size : {17, 33, 65})
        for (const double view : {60.0, 120.0, 240.0, 360.0})
        {
            if (settings.quick && (size == 65 || view == 240)) continue;
            const WalkReport report = walkPast(size, view);
            all_arrive = all_arrive && report.arrives;
            if (view == 120) last = report.reacts_at;
            if (view == 120 && first == 0) first = report.reacts_at;
            table.rows.push_back({fmt::format("{0} x {0}", size), fmt::format("{:.0f} degrees", view),
                                  fmt::format("{:.1f} m", report.reacts_at), fmt::format("{:.2f} m", report.clearance),
                                  fmt::format("{:.3f}", report.straightness), fmt::format("{:.0f} µs", report.microseconds)});
        }
    outcome.measured =
        fmt::format("with a view of 120 degrees walkers turn aside {:.1f} m before somebody with the smallest map, {:.1f} m with "
                    "the largest{}",
                    first, last, all_arrive ? "" : "; not all arrive");
    outcome.verdict = last > first ? Verdict::confirmed : Verdict::refuted;
    outcome.reason =
        "what is not on the map is not avoided: a larger map lets walkers turn aside earlier and pass at a greater distance, at "
        "the price of longer ways and more time";
    outcome.tables.push_back(std::move(table));
    outcome.tables.push_back(compareLocalStarts(settings));
    return outcome;
}

} // namespace clearway::experiments
