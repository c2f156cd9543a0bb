#pragma once

#include "filter.hpp"
#include "file.hpp"

#include <functional>
#include <memory>

namespace cosm {

// What is held to, of one element and of one block of a file.
struct Limits {
  // Nodes of a way, and members of a relation; the OpenStreetMap database has 2,000 and 32,000.
  static constexpr size_t members = 1 << 20;
  // Bytes of an element's tags.
  static constexpr size_t text = 1 << 20;
  // Bytes of tags that a block of a PBF may unfold to, as each may be named by a byte or two.
  static constexpr size_t text_of_block = 64 << 20;
  // Strings of a block.
  static constexpr size_t strings = 1 << 20;
  // Bytes of a block, packed or not, and of its header: as the format has them.
  static constexpr size_t block = 32 << 20;
  static constexpr size_t block_header = 64 << 10;
  // Bytes of one tag of XML.
  static constexpr size_t xml_tag = 1 << 20;
  static constexpr size_t xml_depth = 64;
};

// A bit for each kind.
constexpr unsigned bit(cosm_kind kind) { return 1U << kind; }

struct Member {
  cosm_kind kind;
  int64_t id;
};

// An element as it stands in the file.
struct RawElement {
  cosm_kind kind = COSM_NODE;
  int64_t id = 0;
  // Whether it may be wanted by its tags; it has no others.
  bool is_interesting = false;
  bool is_too_long = false;
  std::vector<cosm_tag> tags;
  // Of a node, and whether it is on the globe.
  cosm_point point{};
  bool is_on_globe = false;
  // The nodes of a way, or the members of a relation.
  std::vector<Member> members;
  // The positions of a way's nodes, where the file has them with the way.
  std::vector<cosm_point> points;
};

// Takes the elements of a pass through the file.
struct Visitor {
  // The kinds that are read.
  unsigned kinds = 0;
  // Whether tags are read at all, and whether elements are left out that they do not make interesting.
  bool reads_tags = false;
  bool takes_interesting_only = false;

  virtual ~Visitor() = default;
  // An element without members yet, and whether they are wanted.
  virtual bool element(const RawElement &element) = 0;
  // The same element with its members.
  virtual void members(const RawElement &element) = 0;
};

// A file of elements, which is gone through several times.
class Source {
 public:
  // Hears how much of the file a pass has gone through; throws to end it.
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

// A position of the globe; false for any other.
inline bool set_point(cosm_point &point, int64_t longitude, int64_t latitude) {
  if (longitude < -1800000000 || longitude > 1800000000 || latitude < -900000000 || latitude > 900000000) return false;
  point = {static_cast<int32_t>(longitude), static_cast<int32_t>(latitude)};
  return true;
}

// The readers of the formats; they throw where the file is another.
std::unique_ptr<Source> pbf_source(const char *path, const Filter &filter);
// - options: where to keep what takes long to unpack.
std::unique_ptr<Source> xml_source(const char *path, const Filter &filter, const cosm_options &options);

// Whether a file begins as a PBF does.
bool begins_as_pbf(const File &file);

}  // namespace cosm
