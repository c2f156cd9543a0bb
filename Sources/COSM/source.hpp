#pragma once

#include "filter.hpp"
#include "file.hpp"
#include "coverage.hpp"

#include <functional>
#include <memory>

namespace cosm {

// A bit for each kind.
constexpr unsigned bit(cosm_kind kind) { return 1U << kind; }

struct Member {
  cosm_kind kind;
  int64_t id;
};

// An element as in the file.
struct RawElement {
  cosm_kind kind = COSM_NODE;
  int64_t id = 0;
  // Whether its tags may make it wanted; otherwise they are left out.
  bool is_interesting = false;
  bool is_too_long = false;
  std::vector<cosm_tag> tags;
  // Of a node, and whether it is on the globe.
  cosm_point point{};
  bool is_on_globe = false;
  // The nodes of a way, or the members of a relation.
  std::vector<Member> members;
  // The positions of a way's nodes, if the file has them with the way.
  std::vector<cosm_point> points;
};

// Takes the elements of a pass through the file.
struct Visitor {
  // The kinds that are read.
  unsigned kinds = 0;
  // Whether to read tags at all, and whether to leave out elements without interesting ones.
  bool reads_tags = false;
  bool takes_interesting_only = false;
  // Learns of all nodes and ways; null if it need not.
  Coverage *coverage = nullptr;

  virtual ~Visitor() = default;
  // Takes an element before its members; returns whether they are wanted.
  virtual bool element(const RawElement &element) = 0;
  // The same element with its members.
  virtual void members(const RawElement &element) = 0;
};

// A file of elements that is read several times.
class Source {
 public:
  // Called with how much of the file a pass has read; throws to end it.
  using Progress = std::function<void(double)>;

  virtual ~Source() = default;
  // The first pass goes as far as the file can be read; later ones go no farther.
  virtual void read(Visitor &visitor, const Progress &progress) = 0;

  // Whether any element of the kind was seen in the first pass.
  bool has(cosm_kind kind) const { return (kinds_seen_ & bit(kind)) != 0; }
  const cosm_header &header() const { return header_; }
  // What ended the first pass before the end of the file.
  const cosm_problem &problem() const { return problem_; }

 protected:
  void saw(cosm_kind kind) { kinds_seen_ |= bit(kind); }
  // Remembers a time as that of the newest element.
  void saw_time(int64_t seconds) {
    // The year 2004, before which there were no elements, up to 2200.
    if (!header_has_time_ && seconds > newest_ && seconds > 1072915200 && seconds < 7258118400) newest_ = seconds;
  }
  void set_time(int64_t seconds) {
    header_.time = seconds;
    header_has_time_ = seconds > 0;
  }
  void end_first_pass() {
    if (!header_has_time_) header_.time = newest_;
  }

  unsigned kinds_seen_ = 0;
  bool header_has_time_ = false;
  int64_t newest_ = 0;
  cosm_header header_{};
  cosm_problem problem_{};
};

constexpr cosm_point nowhere = {INT32_MAX, INT32_MAX};

// A position of the globe; false for any other.
inline bool set_point(cosm_point &point, int64_t longitude, int64_t latitude) {
  if (longitude < -1800000000 || longitude > 1800000000 || latitude < -900000000 || latitude > 900000000) return false;
  point = {static_cast<int32_t>(longitude), static_cast<int32_t>(latitude)};
  return true;
}

// The readers of the formats; they throw if the file has another.
std::unique_ptr<Source> pbf_source(const char *path, const Filter &filter);
// - options: where to keep what takes long to unpack.
std::unique_ptr<Source> xml_source(const char *path, const Filter &filter, const cosm_options &options);

// Whether a file begins like a PBF.
bool begins_as_pbf(const File &file);

}  // namespace cosm
