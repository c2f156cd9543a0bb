#pragma once

#include "COSM.h"

#include <cstring>
#include <string_view>

namespace cosm {

// What ends a reading; caught where the face begins.
struct Failure {
  cosm_problem problem{};

  explicit Failure(cosm_status status) { problem.status = status; }

  static Failure system(int code) {
    Failure failure(COSM_SYSTEM);
    failure.problem.code = code;
    return failure;
  }

  static Failure at_byte(cosm_status status, uint64_t position) {
    Failure failure(status);
    failure.problem.position = position;
    return failure;
  }

  static Failure at_line(cosm_status status, uint64_t line) {
    Failure failure = at_byte(status, line);
    failure.problem.position_is_line = true;
    return failure;
  }

  static Failure unsupported(std::string_view what) {
    Failure failure(COSM_UNSUPPORTED);
    const size_t count = what.size() < sizeof failure.problem.detail ? what.size() : sizeof failure.problem.detail - 1;
    std::memcpy(failure.problem.detail, what.data(), count);
    return failure;
  }
};

}  // namespace cosm
