#pragma once

#include "COSM.h"

#include <cstring>
#include <string_view>

namespace cosm {

// What ends reading; caught at the interface.
struct Failure {
  cosm_problem problem{};

  explicit Failure(cosm_status status) { problem.status = status; }

  // - what: what cannot be used, if it is not the file itself.
  static Failure system(int code, std::string_view what = {}) {
    Failure failure(COSM_SYSTEM);
    failure.problem.code = code;
    failure.set_detail(what);
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
    failure.set_detail(what);
    return failure;
  }

 private:
  void set_detail(std::string_view text) {
    const size_t count = text.size() < sizeof problem.detail ? text.size() : sizeof problem.detail - 1;
    std::memcpy(problem.detail, text.data(), count);
  }
};

}  // namespace cosm
