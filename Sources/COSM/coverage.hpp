#pragma once

#include "COSM.h"

#include <algorithm>
#include <vector>

namespace cosm {

// Finds the squares in which whole ways lie.
//
// Instead of the position of each node it keeps that of each run of consecutive nodes in one square: nodes are in the
// order of their ids, and those that somebody added together mostly lie together.
class Coverage {
 public:
  // - memory: bytes to work with; when they are used up, later nodes count as unknown.
  Coverage(const cosm_handlers &handlers, size_t memory) : handlers_(handlers), most_runs_(memory / sizeof(Run)) {}

  void add_node(int64_t id, cosm_point point) {
    const uint32_t column = grid(int64_t{point.longitude} + 1800000000, 65535);
    const uint32_t row = grid(int64_t{point.latitude} + 900000000, 32767);
    const uint32_t square = row << 16 | column;
    if (!runs_.empty()) {
      Run &last = runs_.back();
      const int64_t end = last.first + last.length;
      if (id <= end) is_in_order_ = false;
      if (is_full_ || !is_in_order_) return;
      if (square == last.square && distance(last.first, id) <= UINT32_MAX) {
        last.length = static_cast<uint32_t>(distance(last.first, id));
        return;
      }
    }
    is_full_ = runs_.size() >= most_runs_;
    if (!is_full_) runs_.push_back({id, 0, square});
  }

  void begin_way() {
    level_ = 0;
    count_ = 0;
  }

  // Takes the next node of a way; false if the way is not known to lie within a square.
  bool add_to_way(int64_t id) {
    const Run *run = level_ <= COSM_TOP_LEVEL && is_in_order_ ? find(id) : nullptr;
    if (run == nullptr) {
      level_ = COSM_TOP_LEVEL + 1;
      return false;
    }
    if (count_++ == 0) square_ = run->square;
    while (level_ <= COSM_TOP_LEVEL && raised(square_) != raised(run->square)) level_ += 1;
    return level_ <= COSM_TOP_LEVEL;
  }

  void end_way() {
    if (level_ > COSM_TOP_LEVEL || count_ < 2) return;
    const uint32_t square = raised(square_);
    // Ways of one place mostly follow each other.
    if (level_ == last_level_ && square == last_square_) return;
    last_level_ = level_;
    last_square_ = square;
    handlers_.mark(handlers_.context, level_, square & 0xFFFF, square >> 16);
  }

 private:
  // Nodes of consecutive ids in one square.
  struct Run {
    int64_t first;
    // From the first id to the last.
    uint32_t length;
    // The row, and in the lower 16 bits the column.
    uint32_t square;
  };

  static uint32_t grid(int64_t units, int64_t last) {
    return static_cast<uint32_t>(std::min<int64_t>(units * 65536 / 3600000000, last));
  }

  uint32_t raised(uint32_t square) const {
    return square >> (16 + level_) << 16 | (square & 0xFFFF) >> level_;
  }

  const Run *find(int64_t id) {
    if (found_ < runs_.size() && has(runs_[found_], id)) return &runs_[found_];
    const auto after = std::upper_bound(
        runs_.begin(), runs_.end(), id, [](int64_t id, const Run &run) { return id < run.first; });
    if (after == runs_.begin()) return nullptr;
    found_ = static_cast<size_t>(after - runs_.begin()) - 1;
    return has(runs_[found_], id) ? &runs_[found_] : nullptr;
  }

  static bool has(const Run &run, int64_t id) { return id >= run.first && distance(run.first, id) <= run.length; }

  static uint64_t distance(int64_t from, int64_t to) { return static_cast<uint64_t>(to) - static_cast<uint64_t>(from); }

  const cosm_handlers &handlers_;
  const size_t most_runs_;
  std::vector<Run> runs_;
  bool is_full_ = false;
  bool is_in_order_ = true;
  size_t found_ = 0;
  // Of the way that is being read: its first square, and the level at which one square holds it so far.
  uint32_t square_ = 0;
  unsigned level_ = 0;
  size_t count_ = 0;
  unsigned last_level_ = 0;
  uint32_t last_square_ = UINT32_MAX;
};

}  // namespace cosm
