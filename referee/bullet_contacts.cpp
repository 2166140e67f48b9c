// SPDX-License-Identifier: MIT
#include "bullet_contacts.h"

#include <btBulletDynamicsCommon.h>

#include <vector>

#include "bullet_shapes.h"

namespace clearway::referee {

namespace {

constexpr double kStep = 1; ///< seconds; nothing has a velocity, so any will do
constexpr int kRounds = 20; ///< of the solver, for the contacts that it knows
constexpr int kSteps = 4;   ///< so often contacts are found anew: who makes room bumps into the next

/// A disc that can be pushed in its plane, but not turned.
struct Body
{
    btSphereShape shape{1};
    btRigidBody body{btRigidBody::btRigidBodyConstructionInfo(1, nullptr, &shape)};

    Body()
    {
        body.setLinearFactor({1, 1, 0});
        body.setAngularFactor(btVector3(0, 0, 0));
        body.setActivationState(DISABLE_DEACTIVATION);
        body.setFriction(0);
    }
};

} // namespace

struct BulletContacts::State
{
    void setBodies(const RecordedTick& tick);

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    std::vector<std::unique_ptr<WallSheet>> sheets;
    std::vector<std::unique_ptr<Body>> bodies; ///< body i is agent i of the tick

    ~State()
    {
        for (const auto& body : bodies) world.removeRigidBody(&body->body);
        for (const auto& sheet : sheets) world.removeCollisionObject(&sheet->object);
    }
};

BulletContacts::BulletContacts(std::span<const FloorWall> walls) : state_(std::make_unique<State>())
{
    state_->world.setGravity({0, 0, 0});
    btContactSolverInfo& info = state_->world.getSolverInfo();
    info.m_splitImpulse = 1; // positions are corrected apart from velocities,
    info.m_splitImpulsePenetrationThreshold = 0;
    info.m_erp2 = 1; // and all the way,
    info.m_linearSlop = 0;
    info.m_numIterations = kRounds;
    info.m_restitution = 0;
    for (const FloorWall& wall : walls)
    {
        state_->sheets.push_back(std::make_unique<WallSheet>(wall));
        state_->sheets.back()->object.setFriction(0);
        state_->world.addCollisionObject(&state_->sheets.back()->object);
    }
}

BulletContacts::~BulletContacts() = default;
BulletContacts::BulletContacts(BulletContacts&&) noexcept = default;
BulletContacts& BulletContacts::operator=(BulletContacts&&) noexcept = default;

/// All contacts are found anew: agents have moved by themselves since Bullet saw them.
void BulletContacts::State::setBodies(const RecordedTick& tick)
{
    for (const auto& body : bodies) world.removeRigidBody(&body->body);
    while (bodies.size() < tick.ids.size()) bodies.push_back(std::make_unique<Body>());
    bodies.resize(tick.ids.size());
    for (std::size_t i = 0; i < bodies.size(); ++i)
    {
        Body& body = *bodies[i];
        const btTransform at(btQuaternion::getIdentity(), placeOnLayer(tick.positions[i], tick.layers[i]));
        body.shape.setUnscaledRadius(tick.radii[i]);
        body.body.setWorldTransform(at);
        body.body.setInterpolationWorldTransform(at);
        body.body.setLinearVelocity({0, 0, 0});
        body.body.clearForces();
        // The larger, the harder to push.
        body.body.setMassProps(tick.radii[i] * tick.radii[i], {0, 0, 0});
        world.addRigidBody(&body.body);
    }
}

std::size_t BulletContacts::resolve(Crowd& crowd)
{
    const RecordedTick tick = recordTick(crowd);
    state_->setBodies(tick);
    for (int i = 0; i < kSteps; ++i) state_->world.stepSimulation(kStep, 0);
    std::size_t moved = 0;
    for (std::size_t i = 0; i < tick.ids.size(); ++i)
    {
        const btVector3& at = state_->bodies[i]->body.getWorldTransform().getOrigin();
        const Vec2 target = {at.x(), at.y()};
        if (target == tick.positions[i] || !isFinite(target)) continue;
        (void)crowd.push(tick.ids[i], target);
        ++moved;
    }
    return moved;
}

} // namespace clearway::referee
