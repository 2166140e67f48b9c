# SPDX-License-Identifier: MIT
# Finds Bullet as Debian builds it with double precision; CMake's own FindBullet knows only the build with floats. Target:
# BulletDouble::Dynamics.
clearway_forget_what_is_gone(BulletDouble_INCLUDE_DIR:btBulletDynamicsCommon.h BulletDouble_LIBRARY BulletDouble_Collision_LIBRARY
                             BulletDouble_LinearMath_LIBRARY)
find_path(BulletDouble_INCLUDE_DIR btBulletDynamicsCommon.h PATH_SUFFIXES bullet)
find_library(BulletDouble_LIBRARY BulletDynamics-float64)
find_library(BulletDouble_Collision_LIBRARY BulletCollision-float64)
find_library(BulletDouble_LinearMath_LIBRARY LinearMath-float64)
mark_as_advanced(BulletDouble_INCLUDE_DIR BulletDouble_LIBRARY BulletDouble_Collision_LIBRARY BulletDouble_LinearMath_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(BulletDouble REQUIRED_VARS BulletDouble_LIBRARY BulletDouble_Collision_LIBRARY
                                  BulletDouble_LinearMath_LIBRARY BulletDouble_INCLUDE_DIR)
if(BulletDouble_FOUND AND NOT TARGET BulletDouble::Dynamics)
    add_library(BulletDouble::Dynamics UNKNOWN IMPORTED)
    set_target_properties(BulletDouble::Dynamics PROPERTIES IMPORTED_LOCATION ${BulletDouble_LIBRARY})
    target_include_directories(BulletDouble::Dynamics SYSTEM INTERFACE ${BulletDouble_INCLUDE_DIR})
    # Without it the headers would describe another library than the one that is linked.
    target_compile_definitions(BulletDouble::Dynamics INTERFACE BT_USE_DOUBLE_PRECISION)
    target_link_libraries(BulletDouble::Dynamics INTERFACE ${BulletDouble_Collision_LIBRARY} ${BulletDouble_LinearMath_LIBRARY})
endif()
