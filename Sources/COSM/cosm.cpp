// The passes through a file that make elements with their points.

#include "COSM.h"

#include "source.hpp"
#include "table.hpp"
#include "packed_file.hpp"

#include <deque>
#include <new>
#include <unordered_set>

namespace cosm {
namespace {

// A bit for each element asked about; every pass has them in the same order.
class Answers {
 public:
  void add(bool answer) { bits_.push_back(answer); }
  bool next() { return next_ < bits_.size() && bits_[next_++]; }
  bool has_any() const { return std::find(bits_.begin(), bits_.end(), true) != bits_.end(); }

 private:
  std::vector<bool> bits_;
  size_t next_ = 0;
};

uint64_t packed(cosm_point point) {
  return uint64_t{static_cast<uint32_t>(point.longitude)} << 32 | static_cast<uint32_t>(point.latitude);
}

cosm_point unpacked(uint64_t number) {
  return {static_cast<int32_t>(number >> 32), static_cast<int32_t>(number & UINT32_MAX)};
}

class Reading {
 public:
  Reading(Source &source, const cosm_options &options, const cosm_handlers &handlers)
      : source_(source),
        options_(options),
        handlers_(handlers),
        nodes_(options.folder, options.memory / 2),
        ways_(options.folder, options.memory / 8),
        lines_(options.folder, options.memory / 4),
        node_ids_(options.folder, options.memory / 4),
        way_ids_(options.folder, options.memory / 16),
        points_of_relation_(std::clamp<size_t>(options.memory / bytes_of_point, 1 << 16, 4 << 20)) {
    begin_nested_level();
    if (handlers.mark != nullptr) coverage_ = std::make_unique<Coverage>(handlers, options.memory / 8);
  }

  void run() {
    read(FirstPass(*this), 0, 0.4);
    coverage_.reset();
    for (int depth = 0; depth < deepest; depth++) {
      nested_ids_->move_into(nested_.back());
      if (nested_.back().count() == 0) break;
      begin_nested_level();
      read(NestedPass(*this, nested_[nested_.size() - 2]), 0.4, 0.4);
    }
    way_ids_.move_into(ways_);
    if (ways_.count() > 0) read(MemberWayPass(*this), 0.4, 0.5);
    node_ids_.move_into(nodes_);
    if (nodes_.count() > 0) read(LocationPass(*this), 0.5, 0.7);
    if (wanted_ways_.has_any() || ways_.count() > 0) read(WayPass(*this), 0.7, 0.9);
    if (wanted_relations_.has_any()) read(RelationPass(*this), 0.9, 1);
  }

 private:
  // How deep relations of relations are followed.
  static constexpr int deepest = 3;
  // What a point takes while the caller makes a shape of it. The largest of real relations have a million or two.
  static constexpr size_t bytes_of_point = 128;
  // How many ways and nodes a relation may have; a part takes the caller as much as some ten points.
  static constexpr size_t parts_of_relation = 1 << 18;
  // How many members a relation may have with those of its relations, known or not.
  static constexpr size_t members_of_relation = 2 << 20;

  template <typename Pass>
  void read(Pass pass, double begin, double end) {
    if (pass.kinds != all && !source_.has(pass.only)) return;
    source_.read(pass, [&](double part) {
      if (!handlers_.on_progress(handlers_.context, begin + part * (end - begin))) throw Failure(COSM_STOPPED);
    });
  }

  static constexpr unsigned all = bit(COSM_NODE) | bit(COSM_WAY) | bit(COSM_RELATION);

  struct Pass : Visitor {
    Reading &reading;
    cosm_kind only = COSM_NODE;

    explicit Pass(Reading &reading) : reading(reading) { kinds = all; }
    Pass(Reading &reading, cosm_kind kind) : reading(reading), only(kind) { kinds = bit(kind); }
  };

  // MARK: What is wanted

  // Hands over nodes, and finds the ways and relations that are wanted, and what they need.
  struct FirstPass : Pass {
    explicit FirstPass(Reading &reading) : Pass(reading) {
      reads_tags = true;
      takes_interesting_only = true;
      coverage = reading.coverage_.get();
    }

    bool element(const RawElement &element) override {
      if (element.kind == COSM_NODE) {
        reading.take_node(element);
        return false;
      }
      bool is_wanted = false;
      if (element.is_too_long) {
        reading.pass_over(element, COSM_TOO_LONG);
      } else {
        const cosm_element shown = shape(element);
        is_wanted = reading.handlers_.wants(reading.handlers_.context, &shown);
      }
      (element.kind == COSM_WAY ? reading.wanted_ways_ : reading.wanted_relations_).add(is_wanted);
      return is_wanted;
    }

    void members(const RawElement &element) override {
      if (element.points.empty()) reading.need(element);
    }
  };

  // Finds the members of relations that are members themselves.
  struct NestedPass : Pass {
    NestedPass(Reading &reading, Table &level) : Pass(reading, COSM_RELATION), level(level) {}

    bool element(const RawElement &element) override {
      return level.contains(element.id) && reading.nested_number(element.id) == Table::unknown;
    }

    void members(const RawElement &element) override {
      if (element.is_too_long) return;
      const uint64_t count = element.members.size();
      const uint64_t offset = reading.lines_.append(&count, sizeof count);
      reading.lines_.append(element.members.data(), count * sizeof(Member));
      level.set(element.id, offset);
      reading.need(element);
    }

    Table &level;
  };

  // Finds the nodes of ways that are members.
  struct MemberWayPass : Pass {
    explicit MemberWayPass(Reading &reading) : Pass(reading, COSM_WAY) {}

    bool element(const RawElement &element) override { return reading.ways_.contains(element.id); }

    void members(const RawElement &element) override {
      if (element.points.empty()) reading.need(element);
    }
  };

  // MARK: Where it is

  struct LocationPass : Pass {
    explicit LocationPass(Reading &reading) : Pass(reading, COSM_NODE) {}

    bool element(const RawElement &element) override {
      if (element.is_on_globe) reading.nodes_.set(element.id, packed(element.point));
      return false;
    }

    void members(const RawElement &) override {}
  };

  // Hands over ways, and keeps the points of those that are members.
  struct WayPass : Pass {
    explicit WayPass(Reading &reading) : Pass(reading, COSM_WAY) { reads_tags = true; }

    bool element(const RawElement &element) override {
      is_wanted = element.is_interesting && reading.wanted_ways_.next();
      is_member = reading.ways_.contains(element.id);
      return is_wanted || is_member;
    }

    void members(const RawElement &element) override {
      if (element.is_too_long) {
        if (is_wanted) reading.pass_over(element, COSM_TOO_LONG);
        return;
      }
      reading.begin_points();
      reading.add_line(element);
      if (is_member) reading.keep_line(element.id);
      if (is_wanted) reading.take_with_points(element);
    }

    bool is_wanted = false;
    bool is_member = false;
  };

  struct RelationPass : Pass {
    explicit RelationPass(Reading &reading) : Pass(reading, COSM_RELATION) {
      reads_tags = true;
      takes_interesting_only = true;
    }

    bool element(const RawElement &) override { return reading.wanted_relations_.next(); }

    void members(const RawElement &element) override {
      reading.begin_points();
      reading.members_read_ += element.members.size();
      // The relations of a boundary are the areas within it.
      const int depth = has(element.tags, "type", "boundary") ? 0 : deepest;
      if (element.is_too_long || !reading.add_members(element.members, depth)) {
        reading.pass_over(element, COSM_TOO_LONG);
      } else {
        reading.take_with_points(element);
      }
    }
  };

  // MARK: Handing over

  static bool has(const std::vector<cosm_tag> &tags, std::string_view key, std::string_view value) {
    return std::any_of(tags.begin(), tags.end(), [&](const cosm_tag &tag) {
      return view(tag.key) == key && view(tag.value) == value;
    });
  }

  static cosm_element shape(const RawElement &element) {
    cosm_element shape{};
    shape.kind = element.kind;
    shape.id = element.id;
    shape.tags = element.tags.data();
    shape.tag_count = element.tags.size();
    return shape;
  }

  void pass_over(const RawElement &element, cosm_reason reason) {
    const cosm_element shown = shape(element);
    handlers_.pass_over(handlers_.context, &shown, reason);
  }

  void take_node(const RawElement &element) {
    if (element.is_too_long) return pass_over(element, COSM_TOO_LONG);
    if (!element.is_on_globe) return pass_over(element, COSM_OFF_THE_GLOBE);
    const cosm_part part = {0, 1, false};
    cosm_element shown = shape(element);
    shown.points = &element.point;
    shown.point_count = 1;
    shown.parts = &part;
    shown.part_count = 1;
    handlers_.take(handlers_.context, &shown);
  }

  void take_with_points(const RawElement &element) {
    if (points_.empty()) return pass_over(element, COSM_NOWHERE);
    cosm_element shown = shape(element);
    shown.points = points_.data();
    shown.point_count = points_.size();
    shown.parts = parts_.data();
    shown.part_count = parts_.size();
    shown.is_cut = is_cut_;
    handlers_.take(handlers_.context, &shown);
  }

  // MARK: Members

  void need(const RawElement &element) {
    for (const Member &member : element.members) {
      switch (member.kind) {
        case COSM_NODE: node_ids_.add(member.id); break;
        case COSM_WAY: way_ids_.add(member.id); break;
        case COSM_RELATION: nested_ids_->add(member.id); break;
      }
    }
  }

  void begin_nested_level() {
    nested_.emplace_back(options_.folder, options_.memory / 64);
    nested_ids_ = std::make_unique<IDCollector>(options_.folder, options_.memory / 32);
  }

  // Where the members of a relation are kept; `unknown` if they are not.
  uint64_t nested_number(int64_t id) {
    for (Table &level : nested_) {
      const uint64_t number = level.number(id);
      if (number != Table::unknown) return number;
    }
    return Table::unknown;
  }

  void begin_points() {
    points_.clear();
    parts_.clear();
    ways_added_.clear();
    relations_added_.clear();
    members_gathered_ = 0;
    is_cut_ = false;
  }

  // Adds what the file has of a way's nodes; where some are missing, a new piece begins after them.
  void add_line(const RawElement &way) {
    size_t first = points_.size();
    bool is_closed = way.members.size() > 1 && way.members.front().id == way.members.back().id;
    const auto end_piece = [&](bool is_closed) {
      if (points_.size() > first) parts_.push_back({first, points_.size() - first, is_closed});
      first = points_.size();
    };
    for (size_t index = 0; index < way.members.size(); ++index) {
      cosm_point point = nowhere;
      if (!way.points.empty()) {
        if (index < way.points.size()) point = way.points[index];
      } else if (const uint64_t number = nodes_.number(way.members[index].id); number != Table::unknown) {
        point = unpacked(number);
      }
      if (point.latitude != nowhere.latitude) {
        points_.push_back(point);
        continue;
      }
      is_cut_ = true;
      is_closed = false;
      end_piece(false);
    }
    end_piece(is_closed);
  }

  // Before the points of a way that is kept; between them the number of points of each piece.
  struct Line {
    uint32_t points;
    uint32_t pieces;
    bool is_closed;
    bool is_cut;
  };

  void keep_line(int64_t way) {
    if (parts_.empty()) return;
    const Line line = {static_cast<uint32_t>(points_.size()), static_cast<uint32_t>(parts_.size()),
                       parts_.front().is_closed, is_cut_};
    const uint64_t offset = lines_.append(&line, sizeof line);
    for (const cosm_part &part : parts_) {
      const uint32_t points = static_cast<uint32_t>(part.count);
      lines_.append(&points, sizeof points);
    }
    lines_.append(points_.data(), points_.size() * sizeof(cosm_point));
    ways_.set(way, offset);
    points_kept_ += points_.size();
  }

  // Returns whether it stayed within the limit.
  bool add_members(const std::vector<Member> &members, int depth) {
    for (const Member &member : members) {
      members_gathered_ += 1;
      work_ += 1;
      switch (member.kind) {
        case COSM_NODE: {
          const uint64_t number = nodes_.number(member.id);
          if (number == Table::unknown) break;
          parts_.push_back({points_.size(), 1, false});
          points_.push_back(unpacked(number));
          break;
        }
        case COSM_WAY: add_kept_line(member.id); break;
        case COSM_RELATION:
          if (!add_nested(member.id, depth)) return false;
          break;
      }
      if (points_.size() > points_of_relation_ || parts_.size() > parts_of_relation) return false;
      if (members_gathered_ > members_of_relation) return false;
      // A few bytes can name the longest way or relation again and again; no real file does.
      if (work_ > 16 * (points_kept_ + members_read_) + (4 << 20)) throw Failure(COSM_MALFORMED);
    }
    return true;
  }

  void add_kept_line(int64_t way) {
    const uint64_t offset = ways_.number(way);
    if (offset == Table::unknown) is_cut_ = true;
    // Counted twice, its area would cancel out.
    if (offset == Table::unknown || !ways_added_.insert(way).second) return;
    Line line{};
    lines_.read(offset, &line, sizeof line);
    if (line.is_cut) is_cut_ = true;
    std::vector<uint32_t> pieces(line.pieces);
    lines_.read(offset + sizeof line, pieces.data(), pieces.size() * sizeof(uint32_t));
    size_t first = points_.size();
    work_ += line.points;
    points_.resize(first + line.points);
    lines_.read(offset + sizeof line + pieces.size() * sizeof(uint32_t), points_.data() + first,
                line.points * sizeof(cosm_point));
    for (const uint32_t points : pieces) {
      parts_.push_back({first, points, line.is_closed});
      first += points;
    }
  }

  bool add_nested(int64_t id, int depth) {
    const uint64_t offset = depth > 0 ? nested_number(id) : Table::unknown;
    if (offset == Table::unknown || !relations_added_.insert(id).second) return true;
    uint64_t count = 0;
    lines_.read(offset, &count, sizeof count);
    std::vector<Member> members(count);
    lines_.read(offset + sizeof count, members.data(), members.size() * sizeof(Member));
    return add_members(members, depth - 1);
  }

  Source &source_;
  const cosm_options &options_;
  const cosm_handlers &handlers_;
  Table nodes_;
  Table ways_;
  // The points of ways that are members, and the members of relations that are.
  Spill lines_;
  IDCollector node_ids_;
  IDCollector way_ids_;
  // The relations that are members, those of each level apart, and those of the next level.
  std::deque<Table> nested_;
  std::unique_ptr<IDCollector> nested_ids_;
  std::unique_ptr<Coverage> coverage_;
  Answers wanted_ways_;
  Answers wanted_relations_;
  uint64_t points_kept_ = 0;
  uint64_t members_read_ = 0;
  // Members and points that were gathered for all relations.
  uint64_t work_ = 0;
  size_t points_of_relation_;
  // Of the element that is being handed over.
  std::vector<cosm_point> points_;
  std::vector<cosm_part> parts_;
  size_t members_gathered_ = 0;
  bool is_cut_ = false;
  std::unordered_set<int64_t> ways_added_;
  std::unordered_set<int64_t> relations_added_;
};

// Converts whatever is thrown into the interface's result.
template <typename Body>
cosm_problem guarded(Body body) {
  try {
    return body();
  } catch (const Failure &failure) {
    return failure.problem;
  } catch (const std::bad_alloc &) {
    return Failure(COSM_NO_MEMORY).problem;
  } catch (...) {
    return Failure(COSM_MALFORMED).problem;
  }
}

}  // namespace
}  // namespace cosm

using namespace cosm;

bool cosm_is_packed_extract(const char *path) {
  const cosm_problem problem = guarded([&]() -> cosm_problem {
    const File file(path);
    Unpacking bytes(file);
    if (!bytes.is_packed()) throw Failure(COSM_FOREIGN);
    std::vector<char> beginning(4096);
    const std::string_view text(beginning.data(), bytes.read(beginning.data(), beginning.size()));
    if (text.find("<osm") == std::string_view::npos) throw Failure(COSM_FOREIGN);
    return {};
  });
  return problem.status == COSM_OK;
}

cosm_problem cosm_read(
    const char *path, const cosm_options *options, const cosm_handlers *handlers, cosm_header *header) {
  *header = {};
  std::unique_ptr<Source> source;
  const cosm_problem problem = guarded([&]() -> cosm_problem {
    const Filter filter(*options);
    const bool is_pbf = begins_as_pbf(File(path));
    source = is_pbf ? pbf_source(path, filter) : xml_source(path, filter, *options);
    const cosm_problem ended = guarded([&]() -> cosm_problem {
      Reading(*source, *options, *handlers).run();
      return source->problem();
    });
    *header = source->header();
    return ended;
  });
  return problem;
}
