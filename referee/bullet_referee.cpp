// SPDX-License-Identifier: MIT
#include "bullet_referee.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "bullet_shapes.h"

namespace clearway::referee {

namespace {

/// Everything that Bullet needs for a world in which nothing moves by itself.
struct World
{
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
};

/// The deepest point of contact.
struct Deepest : btCollisionWorld::ContactResultCallback
{
    double depth = -1;

    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int, const btCollisionObjectWrapper*,
                             int, int) override
    {
        depth = std::max(depth, -point.getDistance());
        return 0;
    }
};

struct Ball
{
    btSphereShape shape{1};
    btCollisionObject object;
};

} // namespace

struct BulletReferee::State
{
    void addWall(const FloorWall& wall);
    void finishWalls();
    void setBalls(const RecordedTick& tick);
    void findPairs(const RecordedTick& tick, Verdict& verdict);
    void findWalls(const RecordedTick& tick, Verdict& verdict);

    World agents;
    World walls;
    std::vector<std::unique_ptr<Ball>> balls; ///< ball i is agent i of the tick
    std::vector<std::unique_ptr<WallSheet>> sheets;
    Ball probe;
    // The same walls as triangles, for rays: the ray test against convex shapes says of one ray in a thousand that it hits a flat
    // one which it misses by far.
    World ways;
    btTriangleMesh triangles;
    std::unique_ptr<btBvhTriangleMeshShape> mesh;
    btCollisionObject mesh_object;

    // Bullet's worlds keep no objects alive, but want them out before they die.
    ~State()
    {
        for (const auto& ball : balls) agents.world.removeCollisionObject(&ball->object);
        for (const auto& sheet : sheets) walls.world.removeCollisionObject(&sheet->object);
        if (mesh) ways.world.removeCollisionObject(&mesh_object);
    }
};

std::vector<FloorWall> listWalls(const NavMesh& mesh)
{
    std::vector<FloorWall> walls;
    for (const NavMesh::Obstacle& obstacle : mesh.obstacles()) walls.push_back({obstacle.segment, obstacle.layer});
    return walls;
}

RecordedTick recordTick(const Crowd& crowd)
{
    std::vector<std::size_t> order(crowd.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return crowd.ids()[a] < crowd.ids()[b]; });
    RecordedTick tick;
    for (const std::size_t i : order)
    {
        tick.ids.push_back(crowd.ids()[i]);
        tick.positions.push_back(crowd.positions()[i]);
        tick.asked.push_back(crowd.askedPositions()[i]);
        tick.radii.push_back(crowd.radii()[i]);
        tick.layers.push_back(static_cast<int>(crowd.footings()[i].layer));
    }
    return tick;
}

std::size_t countPairs(const Verdict& verdict, double depth)
{
    return static_cast<std::size_t>(std::count_if(verdict.pairs.begin(), verdict.pairs.end(),
                                                  [=](const PairContact& contact) { return contact.depth > depth; }));
}

std::size_t countWalls(const Verdict& verdict, double depth)
{
    return static_cast<std::size_t>(std::count_if(verdict.walls.begin(), verdict.walls.end(), [=](const WallContact& contact) {
        return contact.crosses || contact.depth > depth;
    }));
}

void BulletReferee::State::addWall(const FloorWall& wall)
{
    sheets.push_back(std::make_unique<WallSheet>(wall));
    walls.world.addCollisionObject(&sheets.back()->object);

    // Two triangles.
    const btVector3 up(0, 0, kWallHeight);
    const btVector3 a = placeOnLayer(wall.segment.a, wall.layer);
    const btVector3 b = placeOnLayer(wall.segment.b, wall.layer);
    triangles.addTriangle(a - up, b - up, b + up);
    triangles.addTriangle(a - up, b + up, a + up);
}

void BulletReferee::State::finishWalls()
{
    probe.object.setCollisionShape(&probe.shape);
    if (sheets.empty()) return;
    mesh = std::make_unique<btBvhTriangleMeshShape>(&triangles, false);
    mesh->setMargin(0);
    mesh_object.setCollisionShape(mesh.get());
    ways.world.addCollisionObject(&mesh_object);
}

BulletReferee::BulletReferee(std::span<const FloorWall> walls) : state_(std::make_unique<State>())
{
    for (const FloorWall& wall : walls) state_->addWall(wall);
    state_->finishWalls();
}

BulletReferee::~BulletReferee() = default;
BulletReferee::BulletReferee(BulletReferee&&) noexcept = default;
BulletReferee& BulletReferee::operator=(BulletReferee&&) noexcept = default;

void BulletReferee::State::setBalls(const RecordedTick& tick)
{
    while (balls.size() > tick.ids.size())
    {
        agents.world.removeCollisionObject(&balls.back()->object);
        balls.pop_back();
    }
    while (balls.size() < tick.ids.size())
    {
        balls.push_back(std::make_unique<Ball>());
        balls.back()->object.setCollisionShape(&balls.back()->shape);
        balls.back()->object.setUserIndex(static_cast<int>(balls.size()) - 1);
        agents.world.addCollisionObject(&balls.back()->object);
    }
    for (std::size_t i = 0; i < balls.size(); ++i)
    {
        balls[i]->shape.setUnscaledRadius(tick.radii[i]);
        balls[i]->object.setWorldTransform(
            btTransform(btQuaternion::getIdentity(), placeOnLayer(tick.positions[i], tick.layers[i])));
    }
}

/// Pairs are tested anew in each tick: the manifolds that a stepped world keeps would remember where agents were.
void BulletReferee::State::findPairs(const RecordedTick& tick, Verdict& verdict)
{
    setBalls(tick);
    agents.world.updateAabbs();
    agents.broadphase.calculateOverlappingPairs(&agents.dispatcher);
    const btBroadphasePairArray& pairs = agents.broadphase.getOverlappingPairCache()->getOverlappingPairArray();
    for (int k = 0; k < pairs.size(); ++k)
    {
        auto* a = static_cast<btCollisionObject*>(pairs[k].m_pProxy0->m_clientObject);
        auto* b = static_cast<btCollisionObject*>(pairs[k].m_pProxy1->m_clientObject);
        Deepest deepest;
        agents.world.contactPairTest(a, b, deepest);
        if (deepest.depth <= 0) continue;
        const AgentId first = tick.ids[static_cast<std::size_t>(a->getUserIndex())];
        const AgentId second = tick.ids[static_cast<std::size_t>(b->getUserIndex())];
        verdict.pairs.push_back({std::min(first, second), std::max(first, second), deepest.depth});
    }
    std::sort(verdict.pairs.begin(), verdict.pairs.end(), [](const PairContact& a, const PairContact& b) {
        return std::tie(a.first, a.second) < std::tie(b.first, b.second);
    });
}

void BulletReferee::State::findWalls(const RecordedTick& tick, Verdict& verdict)
{
    for (std::size_t i = 0; i < tick.ids.size(); ++i)
    {
        const btVector3 from = placeOnLayer(tick.positions[i], tick.layers[i]);
        const btVector3 to = placeOnLayer(tick.asked[i], tick.layers[i]);
        Deepest deepest;
        probe.shape.setUnscaledRadius(tick.radii[i]);
        probe.object.setWorldTransform(btTransform(btQuaternion::getIdentity(), to));
        walls.world.contactTest(&probe.object, deepest);
        btCollisionWorld::ClosestRayResultCallback ray(from, to);
        if (from != to) ways.world.rayTest(from, to, ray);
        if (deepest.depth > 0 || ray.hasHit()) verdict.walls.push_back({tick.ids[i], deepest.depth, ray.hasHit()});
    }
}

Verdict BulletReferee::judge(const RecordedTick& tick)
{
    Verdict verdict;
    state_->findPairs(tick, verdict);
    state_->findWalls(tick, verdict);
    return verdict;
}

} // namespace clearway::referee
