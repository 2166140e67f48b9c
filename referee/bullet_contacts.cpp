// SPDX-License-Identifier: MIT
#include "bullet_contacts.h"

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

#include "bullet_shapes.h"

namespace clearway::referee {

namespace {

constexpr double kStep = 1; ///< seconds; nothing has a velocity, so any will do
constexpr int kRounds = 20; ///< of the solver, for the contacts that it knows
constexpr int kSteps = 4;   ///< so often contacts are found again: somebody who makes room bumps into the next

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

/// One Bullet, and what it knows of a crowd.
class Contacts
{
public:
    explicit Contacts(std::span<const FloorWall> walls);
    ~Contacts();
    void resolve(Crowd& crowd);

private:
    void setBodies(const RecordedTick& tick);

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
    std::vector<std::unique_ptr<WallSheet>> sheets_;
    std::vector<std::unique_ptr<Body>> bodies_; ///< body i is agent i of the tick
};

Contacts::Contacts(std::span<const FloorWall> walls)
{
    world_.setGravity({0, 0, 0});
    btContactSolverInfo& info = world_.getSolverInfo();
    info.m_splitImpulse = 1; // positions are corrected apart from velocities,
    info.m_splitImpulsePenetrationThreshold = 0;
    info.m_erp2 = 1; // and all the way,
    info.m_linearSlop = 0;
    info.m_numIterations = kRounds;
    info.m_restitution = 0;
    for (const FloorWall& wall : walls)
    {
        sheets_.push_back(std::make_unique<WallSheet>(wall));
        sheets_.back()->object.setFriction(0);
        world_.addCollisionObject(&sheets_.back()->object);
    }
}

Contacts::~Contacts()
{
    for (const auto& body : bodies_) world_.removeRigidBody(&body->body);
    for (const auto& sheet : sheets_) world_.removeCollisionObject(&sheet->object);
}

/// All contacts are found again: agents have moved by themselves since Bullet saw them.
void Contacts::setBodies(const RecordedTick& tick)
{
    for (const auto& body : bodies_) world_.removeRigidBody(&body->body);
    while (bodies_.size() < tick.ids.size()) bodies_.push_back(std::make_unique<Body>());
    bodies_.resize(tick.ids.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i)
    {
        Body& body = *bodies_[i];
        const btTransform at(btQuaternion::getIdentity(), placeOnLayer(tick.positions[i], tick.layers[i]));
        body.shape.setUnscaledRadius(tick.radii[i]);
        body.body.setWorldTransform(at);
        body.body.setInterpolationWorldTransform(at);
        body.body.setLinearVelocity({0, 0, 0});
        body.body.clearForces();
        // The larger, the harder to push.
        body.body.setMassProps(tick.radii[i] * tick.radii[i], {0, 0, 0});
        world_.addRigidBody(&body.body);
    }
}

void Contacts::resolve(Crowd& crowd)
{
    const RecordedTick tick = recordTick(crowd);
    setBodies(tick);
    for (int i = 0; i < kSteps; ++i) world_.stepSimulation(kStep, 0);
    for (std::size_t i = 0; i < tick.ids.size(); ++i)
    {
        const btVector3& at = bodies_[i]->body.getWorldTransform().getOrigin();
        const Vec2 target = {at.x(), at.y()};
        if (target != tick.positions[i] && isFinite(target)) (void)crowd.push(tick.ids[i], target);
    }
}

} // namespace

std::function<void(Crowd& crowd)> bulletContacts(std::span<const FloorWall> walls)
{
    return [contacts = std::make_shared<Contacts>(walls)](Crowd& crowd) { contacts->resolve(crowd); };
}

} // namespace clearway::referee
