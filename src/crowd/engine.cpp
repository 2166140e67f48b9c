// SPDX-License-Identifier: MIT
// Crowd: checks what it is asked and hands it to its engine.
#include "crowd/engine.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <clearway/base/hash.h>

#include "base/errors.h"
#include "crowd/state.h"
#include "crowd/walkers_engine.h"

namespace clearway {

std::string_view toString(AgentStatus status)
{
    constexpr std::string_view kTexts[] = {"moving", "arrived", "stuck"};
    return kTexts[static_cast<int>(status)];
}

std::string_view toString(StuckReason reason)
{
    constexpr std::string_view kTexts[] = {"none", "blocked_by_agent", "waiting", "unreachable", "arrived"};
    return kTexts[static_cast<int>(reason)];
}

std::string_view toString(CrowdEvent::Kind kind)
{
    constexpr std::string_view kTexts[] = {"arrived", "next_goal", "left", "got_stuck", "got_going", "planned", "unreachable"};
    return kTexts[static_cast<int>(kind)];
}

std::string_view toString(CrowdOptions::Engine engine) { return kCrowdEngineNames[static_cast<int>(engine)]; }

void Crowd::SteeringFaults::add(const Crowd::SteeringFaults& other)
{
    const bool is_first = first_bad_id == kNoAgent || other.first_bad_tick < first_bad_tick ||
                          (other.first_bad_tick == first_bad_tick && other.first_bad_id < first_bad_id);
    if (other.bad_answer_count > 0 && is_first)
    {
        first_bad_id = other.first_bad_id;
        first_bad_tick = other.first_bad_tick;
    }
    clamped_count += other.clamped_count;
    bad_answer_count += other.bad_answer_count;
}

// ---- the engine

Crowd::Engine::Engine(World the_world, CrowdOptions the_options, std::shared_ptr<const Steering> usual)
    : world(std::move(the_world)),
      options(std::move(the_options)),
      steering(options.steering ? options.steering : std::move(usual)),
      hook(options.execution.task_hook)
{
    CLEARWAY_ASSERT(world.ground && world.guide, "a crowd needs a ground and a guide");
    if (!(options.max_step > 0)) options.max_step = CrowdOptions{}.max_step;
    if (hook || options.execution.worker_count == 1) return;
    pool = std::make_unique<WorkerPool>(std::max(0, options.execution.worker_count));
    if (pool->workerCount() > 1)
        hook = pool->hook();
    else
        pool.reset();
}

Error makeCrowdFileError(std::string message) { return makeError(ErrorCode::malformed_file, std::move(message)); }

std::uint64_t Crowd::Engine::hashOfGround() const
{
    if (!ground_hash_) ground_hash_ = world.ground->computeHash();
    return *ground_hash_;
}

/// What the bytes of agents are made for: this ground, guide and steering.
void Crowd::Engine::writeOrigin(ByteWriter& writer) const
{
    writer.u64(hashOfGround());
    writer.text(world.guide->name());
    writer.text(modelName());
    writer.u64(stateSizes().first);
    writer.u64(stateSizes().second);
}

/// Whether bytes that begin here were made for the same.
Result<void> Crowd::Engine::checkOrigin(ByteReader& reader) const
{
    const bool is_other_ground = reader.u64() != hashOfGround();
    const std::string guide = reader.text(), model = reader.text();
    const std::uint64_t guide_bytes = reader.u64();
    const bool has_other_states = std::pair(guide_bytes, reader.u64()) != stateSizes();
    if (reader.failed()) return makeCrowdFileError("The bytes end too soon.");
    if (is_other_ground) return makeCrowdFileError("These bytes were made on another ground.");
    if (guide != world.guide->name())
        return makeCrowdFileError(
            fmt::format("These bytes were made with the guide \"{}\"; this crowd has \"{}\".", guide, world.guide->name()));
    if (model != modelName())
        return makeCrowdFileError(
            fmt::format("These bytes were made with the steering \"{}\"; this crowd has \"{}\".", model, modelName()));
    if (has_other_states) return makeCrowdFileError("These bytes were made by another version of the guide or steering.");
    return {};
}

Crowd::Crowd(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
Crowd::Crowd(World world, CrowdOptions options)
{
    if (options.engine == CrowdOptions::Engine::crowd)
    {
        engine_ = std::make_unique<State>(std::move(world), std::move(options));
        return;
    }
    Result<std::unique_ptr<Engine>> built = Walkers::build(std::move(world), std::move(options));
    CLEARWAY_ASSERT(built, "the engine cannot step a crowd in this world; buildCrowd() says why");
    engine_ = std::move(*built);
}

Result<Crowd> buildCrowd(World world, CrowdOptions options)
{
    if (!world) return makeError("The world of the crowd is empty: it has no ground or no guide.");
    if (options.engine == CrowdOptions::Engine::crowd) return Crowd(std::move(world), std::move(options));
    Result<std::unique_ptr<Crowd::Engine>> built = Crowd::Walkers::build(std::move(world), std::move(options));
    if (!built) return built.error();
    return Crowd(std::move(*built));
}

Crowd::~Crowd() = default;
Crowd::Crowd(Crowd&&) noexcept = default;
Crowd& Crowd::operator=(Crowd&&) noexcept = default;

const World& Crowd::world() const { return engine_->world; }
const Steering& Crowd::steering() const { return *engine_->steering; }

// ---- who is there

/// What is wrong with the numbers of an agent; empty when nothing is.
static std::string findFault(const AgentOptions& agent)
{
    if (!isFinite(agent.position)) return fmt::format("position ({}, {}) is not finite", agent.position.x, agent.position.y);
    if (!(agent.radius > 0 && agent.radius <= kMaxAgentRadius))
        return fmt::format("radius {} is not above 0 and at most {} m", agent.radius, kMaxAgentRadius);
    if (!(agent.speed >= 0 && agent.speed <= kMaxAgentSpeed))
        return fmt::format("speed {} is not between 0 and {} m/s", agent.speed, kMaxAgentSpeed);
    if (!(agent.max_speed >= 0 && agent.max_speed <= kMaxAgentSpeed))
        return fmt::format("max_speed {} is not between 0 and {} m/s", agent.max_speed, kMaxAgentSpeed);
    if (!agent.goal.isFinite()) return "its goal has no points, or one that is not finite";
    if (!(agent.max_acceleration > 0)) return fmt::format("max_acceleration {} is not above 0 m/s^2", agent.max_acceleration);
    if (!(agent.max_turn_rate > 0)) return fmt::format("max_turn_rate {} is not above 0 rad/s", agent.max_turn_rate);
    return {};
}

static Error makeUnknownAgent(AgentId id) { return makeError(fmt::format("There is no agent {} in this crowd.", id)); }

Result<AgentId> Crowd::add(const AgentOptions& agent)
{
    if (const std::string fault = findFault(agent); !fault.empty()) return makeError("The agent was not added: " + fault + ".");
    if (agent.id != kNoAgent && has(agent.id))
        return makeError(fmt::format("The agent was not added: id {} is taken.", agent.id));
    return engine_->add(agent);
}

bool Crowd::hasRoom(Vec2 position, double radius, int layer) const
{
    return isFinite(position) && radius > 0 && radius <= kMaxAgentRadius && engine_->hasRoom(position, radius, layer);
}

void Crowd::reserve(std::size_t agent_count) { engine_->reserve(agent_count); }

bool Crowd::remove(AgentId id)
{
    const std::size_t index = engine_->indexOf(id);
    if (index == Engine::kNoIndex) return false;
    engine_->remove(index);
    return true;
}

Result<void> Crowd::setGoal(AgentId id, const Goal& goal)
{
    const std::size_t index = engine_->indexOf(id);
    if (index == Engine::kNoIndex) return makeUnknownAgent(id);
    if (!goal.isFinite()) return makeError(fmt::format("The goal of agent {} has no points, or one that is not finite.", id));
    return engine_->setGoal(index, goal);
}

AgentOptions Crowd::options(AgentId id) const
{
    const std::size_t index = engine_->indexOf(id);
    CLEARWAY_ASSERT(index != Engine::kNoIndex, "there is no such agent in this crowd");
    return engine_->optionsOf(index);
}

Result<void> Crowd::set(AgentId id, const AgentOptions& agent)
{
    const std::size_t index = engine_->indexOf(id);
    if (index == Engine::kNoIndex) return makeUnknownAgent(id);
    if (const std::string fault = findFault(agent); !fault.empty()) return makeError(fmt::format("Agent {}: {}.", id, fault));
    if (agent.id != kNoAgent && agent.id != id)
        return makeError(fmt::format("Agent {} cannot become agent {}: an id is for life.", id, agent.id));
    return engine_->set(index, agent);
}

Result<Vec2> Crowd::teleport(AgentId id, Vec2 position, int layer)
{
    if (!has(id)) return makeUnknownAgent(id);
    AgentOptions moved = options(id);
    moved.position = position;
    moved.layer = layer;
    if (const Result<void> result = set(id, moved); !result) return result.error();
    return agent(id).position;
}

Result<void> Crowd::place(AgentId id, Vec2 position, Vec2 velocity, int layer)
{
    const std::size_t index = engine_->indexOf(id);
    if (index == Engine::kNoIndex) return makeUnknownAgent(id);
    if (!isFinite(position) || !isFinite(velocity) || !(length(velocity) <= kMaxAgentSpeed))
        return makeError(
            fmt::format("Agent {}: the position must be finite, and the velocity at most {} m/s.", id, kMaxAgentSpeed));
    return engine_->place(index, position, velocity, layer);
}

Result<void> Crowd::setRadius(AgentId id, double radius)
{
    if (!has(id)) return makeUnknownAgent(id);
    AgentOptions agent = options(id);
    agent.radius = radius;
    return set(id, agent);
}

Result<void> Crowd::setSpeed(AgentId id, double speed, double max_speed)
{
    const std::size_t index = engine_->indexOf(id);
    if (index == Engine::kNoIndex) return makeUnknownAgent(id);
    AgentOptions agent;
    agent.speed = speed;
    agent.max_speed = max_speed;
    if (const std::string fault = findFault(agent); !fault.empty()) return makeError(fmt::format("Agent {}: {}.", id, fault));
    return engine_->setSpeed(index, speed, max_speed);
}

Result<void> Crowd::setManner(AgentId id, const Manner::Choice& manner)
{
    const std::size_t index = engine_->indexOf(id);
    if (index == Engine::kNoIndex) return makeUnknownAgent(id);
    if (const auto* own = std::get_if<Manner>(&manner); own && !own->isInRange())
        return makeError(fmt::format("Agent {}: eps must be from -{} to {} per metre and both numbers of v from -{} to {}; they "
                                     "are {} and ({}, {}).",
                                     id, Manner::kMaxEps, Manner::kMaxEps, Manner::kMaxV, Manner::kMaxV, own->eps, own->v.x,
                                     own->v.y));
    if (engine_->steering->writeManner(engine_->steeringState(index), manner)) return {};
    return makeError(
        fmt::format("Agent {}: the steering '{}' has no manners of walking; 'field' has.", id, engine_->steering->name()));
}

Result<Vec2> Crowd::push(AgentId id, Vec2 target)
{
    const std::size_t index = engine_->indexOf(id);
    if (index == Engine::kNoIndex) return makeError(fmt::format("there is no agent {} to push.", id));
    if (!isFinite(target)) return makeError(fmt::format("agent {} cannot be pushed to a point that is not finite.", id));
    return engine_->push(index, target);
}

std::size_t Crowd::size() const { return engine_->size(); }
bool Crowd::has(AgentId id) const { return engine_->indexOf(id) != Engine::kNoIndex; }

std::optional<AgentView> Crowd::find(AgentId id) const
{
    const std::size_t index = engine_->indexOf(id);
    if (index == Engine::kNoIndex) return std::nullopt;
    return view(index);
}

AgentView Crowd::agent(AgentId id) const
{
    const std::size_t index = engine_->indexOf(id);
    CLEARWAY_ASSERT(index != Engine::kNoIndex, "there is no such agent in this crowd");
    return view(index);
}

AgentView Crowd::view(std::size_t index) const
{
    CLEARWAY_ASSERT(index < size(), "there are not so many agents");
    return engine_->view(index);
}

std::span<const AgentId> Crowd::ids() const { return engine_->ids(); }
std::span<const Vec2> Crowd::positions() const { return engine_->positions(); }
std::span<const double> Crowd::radii() const { return engine_->radii(); }
std::span<const Footing> Crowd::footings() const { return engine_->footings(); }
std::span<const AgentStatus> Crowd::statuses() const { return engine_->statuses(); }
std::span<const std::uint32_t> Crowd::groups() const { return engine_->groups(); }
std::span<const Vec2> Crowd::askedPositions() const { return engine_->askedPositions(); }
Vec2 Crowd::startPosition(std::size_t index) const { return engine_->startPosition(index); }
Vec2 Crowd::velocity(std::size_t index) const { return engine_->velocity(index); }

// ---- time

void Crowd::step(double dt)
{
    constexpr double kShortest = 1e-9; // velocities of shorter ones would be rounding errors, then infinite
    engine_->events.clear();
    if (!(dt >= kShortest) || !std::isfinite(dt)) return;
    const double part_count = std::min(std::ceil(dt / engine_->options.max_step * (1 - 1e-12)), 1e9);
    for (double part = 0; part < part_count; ++part)
    {
        engine_->step(dt / part_count);
        if (engine_->options.contacts) engine_->options.contacts(*this);
    }
    engine_->clock.advance(dt); // as it was given: the parts of a step may not add up to it
}

std::uint64_t Crowd::tick() const { return engine_->tick; }
double Crowd::time() const { return engine_->clock.time(); }
std::span<const CrowdEvent> Crowd::events() const { return engine_->events; }
const Crowd::SteeringFaults& Crowd::faults() const { return engine_->faults; }

// ---- state

std::uint64_t Crowd::computeHash() const { return engine_->computeHash(); }
std::uint64_t Crowd::runHash() const { return engine_->run_hash; }
double Crowd::ghostRange() const { return engine_->ghostRange(); }
std::size_t Crowd::memoryBytes() const { return engine_->memoryBytes(); }

static constexpr std::uint32_t kCrowdMagic = 0x43574352; // "RCWC"
static constexpr std::uint32_t kCrowdVersion = 7;

void Crowd::save(ByteWriter& writer) const
{
    const Engine& engine = *engine_;
    ByteWriter body;
    engine.writeOrigin(body);
    body.u64(engine.options.seed);
    body.u64(engine.tick);
    engine.clock.write(body);
    body.u64(engine.run_hash);
    body.u64(engine.next_id);
    engine.writeAgents(body);

    writer.u32(kCrowdMagic);
    writer.u32(kCrowdVersion);
    writer.u64(clearway::computeHash(body.bytes()));
    writer.u64(body.bytes().size());
    writer.raw(body.bytes());
}

Result<void> Crowd::restore(ByteReader& reader)
{
    if (reader.u32() != kCrowdMagic) return makeCrowdFileError("These bytes are not a saved crowd.");
    if (const std::uint32_t version = reader.u32(); version != kCrowdVersion)
        return makeError(
            ErrorCode::unsupported_format,
            fmt::format("The crowd was saved in version {}; this program reads version {}.", version, kCrowdVersion));
    const std::uint64_t checksum = reader.u64();
    const std::span<const std::byte> bytes = reader.raw(reader.count(1));
    if (reader.failed() || clearway::computeHash(bytes) != checksum)
        return makeCrowdFileError("The saved crowd is damaged: its checksum does not match.");

    ByteReader body(bytes);
    if (const Result<void> fits = engine_->checkOrigin(body); !fits) return fits.error();
    std::unique_ptr<Engine> fresh = engine_->makeEmpty();
    fresh->options.seed = body.u64();
    fresh->tick = body.u64();
    fresh->clock = StepClock::read(body);
    if (!std::isfinite(fresh->clock.time())) return makeCrowdFileError("The saved crowd is damaged: its time is not a number.");
    fresh->run_hash = body.u64();
    const AgentId next_id = body.u64();
    if (const Result<void> agents = fresh->readAgents(body); !agents) return agents.error();
    if (body.failed()) return makeCrowdFileError("The saved crowd ends too soon.");
    fresh->next_id = std::max(fresh->next_id, next_id);
    engine_ = std::move(fresh);
    return {};
}

AgentState Crowd::copy(AgentId id) const
{
    const std::size_t index = engine_->indexOf(id);
    CLEARWAY_ASSERT(index != Engine::kNoIndex, "there is no such agent in this crowd");
    ByteWriter writer;
    engine_->writeOrigin(writer);
    engine_->writeAgent(index, writer);
    return {id, writer.take()};
}

AgentState Crowd::take(AgentId id)
{
    AgentState agent = copy(id);
    remove(id);
    return agent;
}

Result<void> Crowd::put(const AgentState& agent)
{
    ByteReader reader(agent.bytes);
    if (const Result<void> fits = engine_->checkOrigin(reader); !fits) return fits.error();
    return engine_->readAgent(reader);
}

Result<void> Crowd::addGhost(const AgentState& agent)
{
    ByteReader reader(agent.bytes);
    if (const Result<void> fits = engine_->checkOrigin(reader); !fits) return fits.error();
    return engine_->readGhost(reader);
}

} // namespace clearway
