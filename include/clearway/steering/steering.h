// SPDX-License-Identifier: MIT
// Steering: the velocity that an agent asks for, from the velocity it prefers, its neighbours and the walls around it. One of the
// three doors of a crowd; one class per model. A model knows nothing of the world: all it sees are offsets in the plane of the
// agent. Models read only the frozen tick and write only their agents' answer and their own state, so that agents may be taken in
// any order and on any thread. Metres, seconds; float, because only differences come in.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <clearway/potential/behaviour.h>
#include <clearway/yielding/yielding.h>

namespace clearway {

inline constexpr int kMaxNeighbours = 32;

/// A block of agents and their surroundings. Element i of each array of `count` is about agent i; its neighbours are
/// [first_neighbour[i], first_neighbour[i + 1]) of the neighbour arrays, nearest first, its walls [first_wall[i],
/// first_wall[i + 1]) of the wall arrays. Arrays of floats may be read up to 16 elements past their end, never written there.
struct SteeringBlock
{
    /// What went wrong while a model made up its answer; the crowd counts.
    enum class Fault : std::uint8_t
    {
        none,
        clamped, ///< a force that blew up was shortened to a limit of the model
    };

    int count = 0;
    float dt = 0;
    std::uint64_t tick = 0;
    PassingSide side = PassingSide::right; ///< on which people of this crowd pass each other

    const std::uint64_t* id = nullptr;
    const float* velocity_x = nullptr;
    const float* velocity_y = nullptr;
    const float* preferred_x = nullptr; ///< preferred velocity
    const float* preferred_y = nullptr;
    const float* radius = nullptr;
    const float* max_speed = nullptr;
    /// How soon the agent will be where it wants to be, and stop: looking further ahead makes no sense. Seconds, > 0; infinite
    /// while it is on the way.
    const float* horizon = nullptr;
    const float* held_up = nullptr; ///< how long the agent has been held up, as in clearway/yielding; may be missing: nobody is

    /// How surely people come against the agent, 0 to 1, as in clearway/yielding; may be missing: nobody does.
    const float* counterflow = nullptr;
    const float* crowding = nullptr; ///< how crowded it is around the agent, as in Guide::Batch; may be missing: very

    // Only for models that want the target.
    const float* target_x = nullptr; ///< of what the agent heads for, from its centre
    const float* target_y = nullptr;
    const float* room = nullptr;  ///< of free space at the target, as in Guidance; metres, may be infinite
    const float* speed = nullptr; ///< that the agent likes to walk at

    const std::uint32_t* first_neighbour = nullptr; ///< count + 1
    const float* offset_x = nullptr;                ///< of the neighbour's centre from the agent's
    const float* offset_y = nullptr;
    const float* neighbour_velocity_x = nullptr;
    const float* neighbour_velocity_y = nullptr;
    const float* neighbour_wish_x = nullptr; ///< preferred velocity of the neighbour; null unless the model wants wishes
    const float* neighbour_wish_y = nullptr;
    const float* neighbour_radius = nullptr;
    const std::uint64_t* neighbour_id = nullptr;
    const std::uint8_t* neighbour_stands = nullptr; ///< 1 for those who do not want to get anywhere
    const std::uint8_t* neighbour_sign = nullptr;   ///< first byte of their state; only for models that want it shown
    /// 1 for those who do not make way for the agent, which has to do it alone; may be missing: everybody does.
    const std::uint8_t* neighbour_keeps_on = nullptr;

    const std::uint32_t* first_wall = nullptr; ///< count + 1
    const float* wall_ax = nullptr;            ///< ends of the wall from the agent's centre, free space on the left
    const float* wall_ay = nullptr;
    const float* wall_bx = nullptr;
    const float* wall_by = nullptr;

    std::byte* state = nullptr; ///< state_bytes for each
    float* asked_x = nullptr;   ///< the answer: the velocity asked for, finite, at most max_speed
    float* asked_y = nullptr;
    Fault* fault = nullptr; ///< none at first; may be missing, and may be left alone
};

class Steering
{
public:
    /// What a model wants to be told about the surroundings.
    struct Needs
    {
        float neighbour_range = 5; ///< gap between discs up to which a neighbour counts; metres
        int neighbour_count = 10;  ///< the nearest so many (by gap, then by id); at most kMaxNeighbours
        float wall_range = 3;      ///< gap between disc and wall up to which a wall counts; metres
        std::size_t state_bytes =
            0; ///< of its own for each agent, a multiple of 8; zero at first; kept, saved and hashed by the crowd
        bool keeps_apart = true; ///< whether the crowd should take back moves that end in another disc
        /// Whether the first byte of an agent's state is shown to its neighbours, in the next tick: somebody who has fallen looks
        /// like somebody who stands, and is not walked round alike.
        bool shows_sign = false;
        bool wants_wishes = false; ///< whether to be told what velocities the neighbours prefer
        bool wants_target = false; ///< whether to be told where the agents head for, and how much room there is
        /// Where in an agent's state there are two floats, x and y, that are a vector in its plane. The crowd turns it with the
        /// plane, when the agent walks over an edge of curved ground. Below zero: nowhere.
        int vector_at = -1;
    };

    virtual ~Steering() = default;

    /// A short name for people and files, for example "orca".
    virtual const char* name() const = 0;
    virtual Needs needs() const = 0;
    /// Allocates nothing. Called from several threads at once.
    virtual void steer(const SteeringBlock& block) const = 0;
    /// Writes how an agent walks from now on into its state. False when the model has no manners of single agents.
    virtual bool writeManner(std::span<std::byte> /*state*/, const Manner::Choice& /*manner*/) const { return false; }
};

} // namespace clearway
