// Reads PBF (wiki.openstreetmap.org/wiki/PBF_Format), block by block.

#include "limits.hpp"
#include "source.hpp"

#include <lz4.h>
#include <protozero/pbf_reader.hpp>
#include <zlib.h>

namespace cosm {
namespace {

using protozero::data_view;
using protozero::pbf_reader;

std::string_view as_string(data_view view) { return {view.data(), view.size()}; }

// A blob's position in the file, and its content.
struct BlobPlace {
  uint64_t offset;
  uint32_t size;
  unsigned kinds;
};

// A sum of differences from a stranger's file: wraps around, as a signed overflow would be undefined.
int64_t plus(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }

// The next number of a packed field, which must not have ended.
template <typename Range>
auto next(Range &range) {
  if (range.empty()) throw Failure(COSM_MALFORMED);
  const auto value = range.front();
  range.drop_front();
  return value;
}

using Unsigned = protozero::iterator_range<pbf_reader::const_uint32_iterator>;
using Signed = protozero::iterator_range<pbf_reader::const_sint64_iterator>;
using Numbers = protozero::iterator_range<pbf_reader::const_int32_iterator>;

class PBF final : public Source {
 public:
  PBF(const char *path, const Filter &filter) : file_(path), filter_(filter) {
    BlobPlace place{};
    bool is_header = false;
    if (!find_blob(0, place, is_header)) throw Failure::at_byte(COSM_CUT_OFF, 0);
    if (!is_header) throw Failure(COSM_FOREIGN);
    at(place.offset, [&] { read_header(unpack(place)); });
    data_begin_ = place.offset + place.size;
  }

  void read(Visitor &visitor, const Progress &progress) override {
    if (is_first_pass_) {
      read_first(visitor, progress);
      is_first_pass_ = false;
      end_first_pass();
      return;
    }
    for (const BlobPlace &place : places_) {
      if ((place.kinds & visitor.kinds) == 0) continue;
      progress(static_cast<double>(place.offset) / static_cast<double>(file_.size()));
      at(place.offset, [&] { read_block(unpack(place), visitor); });
    }
  }

 private:
  // MARK: Blobs

  void read_first(Visitor &visitor, const Progress &progress) {
    uint64_t offset = data_begin_;
    unsigned seen = 0;
    try {
      BlobPlace place{};
      bool is_header = false;
      while (find_blob(offset, place, is_header)) {
        progress(static_cast<double>(offset) / static_cast<double>(file_.size()));
        seen = kinds_seen_;
        kinds_seen_ = 0;
        at(offset, [&] {
          if (is_header) throw Failure(COSM_MALFORMED);
          read_block(unpack(place), visitor);
        });
        place.kinds = kinds_seen_;
        kinds_seen_ |= seen;
        places_.push_back(place);
        offset = place.offset + place.size;
      }
    } catch (const Failure &failure) {
      kinds_seen_ |= seen;
      if (failure.problem.status != COSM_CUT_OFF && failure.problem.status != COSM_MALFORMED) throw;
      problem_ = failure.problem;
    }
  }

  // Reports anything wrong within a blob as a violation of the format.
  template <typename Body>
  void at(uint64_t offset, Body body) {
    try {
      body();
    } catch (const Failure &failure) {
      if (failure.problem.status != COSM_MALFORMED) throw;
      throw Failure::at_byte(COSM_MALFORMED, offset);
    } catch (const protozero::exception &) {
      throw Failure::at_byte(COSM_MALFORMED, offset);
    }
  }

  // Finds the next header or data blob from `offset` on, skipping other types; returns whether there is one.
  bool find_blob(uint64_t offset, BlobPlace &place, bool &is_header) {
    while (true) {
      unsigned char length[4];
      const size_t count = file_.read(offset, reinterpret_cast<char *>(length), sizeof length);
      if (count == 0) return false;
      if (count < sizeof length) throw Failure::at_byte(COSM_CUT_OFF, offset);
      const uint32_t size = uint32_t{length[0]} << 24 | uint32_t{length[1]} << 16 | uint32_t{length[2]} << 8 | length[3];
      if (size > Limits::block_header) throw Failure::at_byte(COSM_MALFORMED, offset);
      packed_.resize(size);
      if (file_.read(offset + sizeof length, packed_.data(), size) < size) {
        throw Failure::at_byte(COSM_CUT_OFF, offset);
      }
      std::string_view type;
      at(offset, [&] { place = {offset + sizeof length + size, read_blob_header(size, type), 0}; });
      if (place.offset + place.size > file_.size()) throw Failure::at_byte(COSM_CUT_OFF, offset);
      is_header = type == "OSMHeader";
      if (is_header || type == "OSMData") return true;
      offset = place.offset + place.size;
    }
  }

  // The size of the blob after the header.
  uint32_t read_blob_header(size_t count, std::string_view &type) {
    int64_t size = -1;
    pbf_reader header(packed_.data(), count);
    while (header.next()) {
      switch (header.tag()) {
        case 1: type = as_string(header.get_view()); break;
        case 3: size = header.get_int32(); break;
        default: header.skip();
      }
    }
    if (size < 0 || size > static_cast<int64_t>(Limits::block)) throw Failure(COSM_MALFORMED);
    return static_cast<uint32_t>(size);
  }

  data_view unpack(const BlobPlace &place) {
    packed_.resize(place.size);
    if (file_.read(place.offset, packed_.data(), place.size) < place.size) {
      throw Failure::at_byte(COSM_CUT_OFF, place.offset);
    }
    pbf_reader blob(packed_.data(), place.size);
    data_view raw;
    data_view deflated;
    data_view lz4;
    int64_t raw_size = -1;
    std::string_view other;
    while (blob.next()) {
      switch (blob.tag()) {
        case 1: raw = blob.get_view(); break;
        case 2: raw_size = blob.get_int32(); break;
        case 3: deflated = blob.get_view(); break;
        case 4: other = "LZMA"; blob.skip(); break;
        case 5: other = "bzip2"; blob.skip(); break;
        case 6: lz4 = blob.get_view(); break;
        case 7: other = "Zstandard"; blob.skip(); break;
        default: blob.skip();
      }
    }
    if (!raw.empty()) return raw;
    if (deflated.empty() && lz4.empty()) {
      if (!other.empty()) throw Failure::unsupported(other);
      return {};
    }
    if (raw_size < 0 || raw_size > static_cast<int64_t>(Limits::block)) throw Failure(COSM_MALFORMED);
    unpacked_.resize(static_cast<size_t>(raw_size));
    if (!deflated.empty()) {
      uLongf size = unpacked_.size();
      const int result = uncompress(
          reinterpret_cast<Bytef *>(unpacked_.data()), &size, reinterpret_cast<const Bytef *>(deflated.data()),
          deflated.size());
      if (result == Z_MEM_ERROR) throw Failure(COSM_NO_MEMORY);
      if (result != Z_OK || size != unpacked_.size()) throw Failure(COSM_MALFORMED);
    } else {
      const int size = LZ4_decompress_safe(
          lz4.data(), unpacked_.data(), static_cast<int>(lz4.size()), static_cast<int>(unpacked_.size()));
      if (size < 0 || static_cast<size_t>(size) != unpacked_.size()) throw Failure(COSM_MALFORMED);
    }
    return {unpacked_.data(), unpacked_.size()};
  }

  // MARK: The header

  void read_header(data_view data) {
    pbf_reader message(data);
    while (message.next()) {
      switch (message.tag()) {
        case 1: read_box(message.get_message()); break;
        case 4: {
          const std::string_view feature = as_string(message.get_view());
          if (feature != "OsmSchema-V0.6" && feature != "DenseNodes") throw Failure::unsupported(feature);
          break;
        }
        case 32: set_time(message.get_int64()); break;
        case 33:
          header_.sequence = message.get_int64();
          header_.has_sequence = true;
          break;
        case 34: {
          const std::string_view url = as_string(message.get_view());
          if (url.size() < sizeof header_.base_url) std::memcpy(header_.base_url, url.data(), url.size());
          break;
        }
        default: message.skip();
      }
    }
  }

  void read_box(pbf_reader message) {
    int64_t left = INT64_MAX, right = INT64_MAX, top = INT64_MAX, bottom = INT64_MAX;
    while (message.next()) {
      switch (message.tag()) {
        case 1: left = message.get_sint64(); break;
        case 2: right = message.get_sint64(); break;
        case 3: top = message.get_sint64(); break;
        case 4: bottom = message.get_sint64(); break;
        default: message.skip();
      }
    }
    header_.has_box = set_point(header_.south_west, left / 100, bottom / 100) &&
                      set_point(header_.north_east, right / 100, top / 100);
  }

  // MARK: Blocks

  void read_block(data_view data, Visitor &visitor) {
    strings_.clear();
    groups_.clear();
    granularity_ = 100;
    latitude_offset_ = 0;
    longitude_offset_ = 0;
    date_granularity_ = 1000;
    text_of_block_ = 0;
    data_view table;
    pbf_reader message(data);
    while (message.next()) {
      switch (message.tag()) {
        case 1: table = message.get_view(); break;
        case 2: groups_.push_back(message.get_view()); break;
        case 17: granularity_ = message.get_int32(); break;
        case 18: date_granularity_ = message.get_int32(); break;
        case 19: latitude_offset_ = message.get_int64(); break;
        case 20: longitude_offset_ = message.get_int64(); break;
        default: message.skip();
      }
    }
    if (visitor.reads_tags) read_strings(table);
    for (data_view group : groups_) read_group(group, visitor);
  }

  void read_strings(data_view data) {
    pbf_reader message(data);
    while (message.next()) {
      if (message.tag() != 1) {
        message.skip();
        continue;
      }
      if (strings_.size() == Limits::strings) throw Failure(COSM_MALFORMED);
      strings_.push_back(as_string(message.get_view()));
    }
    rules_.assign(strings_.size(), Rule{});
  }

  void read_group(data_view data, Visitor &visitor) {
    pbf_reader message(data);
    const auto read = [&](cosm_kind kind, auto reader) {
      saw(kind);
      if (visitor.kinds & bit(kind)) (this->*reader)(message.get_message(), visitor);
      else message.skip();
    };
    while (message.next()) {
      switch (message.tag()) {
        case 1: read(COSM_NODE, &PBF::read_node); break;
        case 2: read(COSM_NODE, &PBF::read_dense); break;
        case 3: read(COSM_WAY, &PBF::read_way); break;
        case 4: read(COSM_RELATION, &PBF::read_relation); break;
        default: message.skip();
      }
    }
  }

  // MARK: Tags

  // What is known about a string as a key; looked up at its first use.
  struct Rule {
    bool is_known = false;
    const Filter::Rule *rule = nullptr;
  };

  std::string_view string(uint32_t index) const {
    if (index >= strings_.size()) throw Failure(COSM_MALFORMED);
    return strings_[index];
  }

  bool accepts(uint32_t key, uint32_t value) {
    const std::string_view name = string(key);
    Rule &rule = rules_[key];
    if (!rule.is_known) rule = {true, filter_.rule(name)};
    return rule.rule != nullptr && rule.rule->accepts(string(value));
  }

  // Sets the tags of the element whose indices were collected, if they make it interesting.
  void set_tags() {
    element_.tags.clear();
    element_.is_too_long = false;
    element_.is_interesting = false;
    for (size_t index = 0; index + 1 < indices_.size() && !element_.is_interesting; index += 2) {
      element_.is_interesting = accepts(indices_[index], indices_[index + 1]);
    }
    if (!element_.is_interesting) return;
    size_t size = 0;
    for (size_t index = 0; index + 1 < indices_.size(); index += 2) {
      const std::string_view key = string(indices_[index]);
      const std::string_view value = string(indices_[index + 1]);
      size += key.size() + value.size() + sizeof(cosm_tag);
      if (size > Limits::text) {
        element_.is_too_long = true;
        element_.tags.clear();
        break;
      }
      element_.tags.push_back({text(key), text(value)});
    }
    text_of_block_ += size;
    if (text_of_block_ > Limits::text_of_block) throw Failure(COSM_MALFORMED);
  }

  void collect(Unsigned keys, Unsigned values) {
    indices_.clear();
    while (!keys.empty()) {
      indices_.push_back(next(keys));
      indices_.push_back(next(values));
    }
  }

  // MARK: Elements

  // Reads when an element was changed; returns whether it has been deleted.
  bool read_info(pbf_reader message) {
    bool is_deleted = false;
    while (message.next()) {
      switch (message.tag()) {
        case 2: saw_time_in_units(message.get_int64()); break;
        case 6: is_deleted = !message.get_bool(); break;
        default: message.skip();
      }
    }
    return is_deleted;
  }

  void saw_time_in_units(int64_t units) {
    if (header_has_time_ || date_granularity_ <= 0 || units < 0 || units > INT64_MAX / date_granularity_) return;
    saw_time(units * date_granularity_ / 1000);
  }

  void set_position(int64_t longitude, int64_t latitude) {
    element_.is_on_globe =
        set_point(element_.point, units(longitude_offset_, longitude), units(latitude_offset_, latitude));
  }

  // In 1e-7 degrees; the file has a grid of nanodegrees.
  int64_t units(int64_t offset, int64_t steps) const {
    int64_t nanodegrees = 0;
    if (__builtin_mul_overflow(steps, int64_t{granularity_}, &nanodegrees) ||
        __builtin_add_overflow(nanodegrees, offset, &nanodegrees)) {
      return INT64_MAX;
    }
    const int64_t half = nanodegrees < 0 ? -50 : 50;
    return nanodegrees > INT64_MAX - 50 || nanodegrees < INT64_MIN + 50 ? INT64_MAX : (nanodegrees + half) / 100;
  }

  void hand_over_node(Visitor &visitor) {
    if (visitor.coverage && element_.is_on_globe) visitor.coverage->add_node(element_.id, element_.point);
    if (element_.is_interesting || !visitor.takes_interesting_only) visitor.element(element_);
  }

  void read_node(pbf_reader message, Visitor &visitor) {
    Unsigned keys, values;
    bool is_deleted = false;
    int64_t longitude = INT64_MAX, latitude = INT64_MAX;
    element_.kind = COSM_NODE;
    while (message.next()) {
      switch (message.tag()) {
        case 1: element_.id = message.get_sint64(); break;
        case 2: keys = message.get_packed_uint32(); break;
        case 3: values = message.get_packed_uint32(); break;
        case 4: is_deleted = read_info(message.get_message()); break;
        case 8: latitude = message.get_sint64(); break;
        case 9: longitude = message.get_sint64(); break;
        default: message.skip();
      }
    }
    if (is_deleted) return;
    set_position(longitude, latitude);
    element_.is_interesting = false;
    if (visitor.reads_tags) {
      collect(keys, values);
      set_tags();
    }
    hand_over_node(visitor);
  }

  void read_dense(pbf_reader message, Visitor &visitor) {
    Signed ids, latitudes, longitudes, times;
    protozero::iterator_range<pbf_reader::const_bool_iterator> visible;
    Numbers tags;
    bool has_visible = false;
    while (message.next()) {
      switch (message.tag()) {
        case 1: ids = message.get_packed_sint64(); break;
        case 5: {
          pbf_reader info = message.get_message();
          while (info.next()) {
            switch (info.tag()) {
              case 2: times = info.get_packed_sint64(); break;
              case 6:
                visible = info.get_packed_bool();
                has_visible = !visible.empty();
                break;
              default: info.skip();
            }
          }
          break;
        }
        case 8: latitudes = message.get_packed_sint64(); break;
        case 9: longitudes = message.get_packed_sint64(); break;
        case 10: tags = message.get_packed_int32(); break;
        default: message.skip();
      }
    }
    element_.kind = COSM_NODE;
    element_.id = 0;
    int64_t latitude = 0, longitude = 0, time = 0;
    const bool reads_times = is_first_pass_ && !header_has_time_;
    while (!ids.empty()) {
      element_.id = plus(element_.id, next(ids));
      latitude = plus(latitude, next(latitudes));
      longitude = plus(longitude, next(longitudes));
      if (reads_times && !times.empty()) {
        time = plus(time, next(times));
        saw_time_in_units(time);
      }
      const bool is_deleted = has_visible && !next(visible);
      element_.is_interesting = false;
      if (visitor.reads_tags) {
        indices_.clear();
        while (!tags.empty()) {
          const int32_t key = next(tags);
          if (key == 0) break;
          indices_.push_back(static_cast<uint32_t>(key));
          indices_.push_back(static_cast<uint32_t>(next(tags)));
        }
        if (!indices_.empty() && !is_deleted) set_tags();
        if (!element_.is_interesting && visitor.takes_interesting_only && !visitor.coverage) continue;
      }
      if (is_deleted) continue;
      set_position(longitude, latitude);
      hand_over_node(visitor);
    }
  }

  void read_way(pbf_reader message, Visitor &visitor) {
    Unsigned keys, values;
    Signed nodes, latitudes, longitudes;
    bool is_deleted = false;
    element_.kind = COSM_WAY;
    while (message.next()) {
      switch (message.tag()) {
        case 1: element_.id = message.get_int64(); break;
        case 2: keys = message.get_packed_uint32(); break;
        case 3: values = message.get_packed_uint32(); break;
        case 4: is_deleted = read_info(message.get_message()); break;
        case 8: nodes = message.get_packed_sint64(); break;
        case 9: latitudes = message.get_packed_sint64(); break;
        case 10: longitudes = message.get_packed_sint64(); break;
        default: message.skip();
      }
    }
    if (is_deleted) return;
    if (visitor.coverage) add_to_coverage(nodes, *visitor.coverage);
    if (!wants_members(keys, values, visitor)) return;
    int64_t id = 0, latitude = 0, longitude = 0;
    while (!nodes.empty() && can_take_another()) {
      id = plus(id, next(nodes));
      element_.members.push_back({COSM_NODE, id});
      if (latitudes.empty() || longitudes.empty()) continue;
      latitude = plus(latitude, next(latitudes));
      longitude = plus(longitude, next(longitudes));
      cosm_point point = nowhere;
      set_point(point, units(longitude_offset_, longitude), units(latitude_offset_, latitude));
      element_.points.push_back(point);
    }
    visitor.members(element_);
  }

  static void add_to_coverage(Signed nodes, Coverage &coverage) {
    coverage.begin_way();
    int64_t id = 0;
    while (!nodes.empty() && coverage.add_to_way(id = plus(id, next(nodes)))) {}
    coverage.end_way();
  }

  void read_relation(pbf_reader message, Visitor &visitor) {
    Unsigned keys, values;
    Signed ids;
    Numbers kinds;
    bool is_deleted = false;
    element_.kind = COSM_RELATION;
    while (message.next()) {
      switch (message.tag()) {
        case 1: element_.id = message.get_int64(); break;
        case 2: keys = message.get_packed_uint32(); break;
        case 3: values = message.get_packed_uint32(); break;
        case 4: is_deleted = read_info(message.get_message()); break;
        case 9: ids = message.get_packed_sint64(); break;
        case 10: kinds = message.get_packed_int32(); break;
        default: message.skip();
      }
    }
    if (is_deleted || !wants_members(keys, values, visitor)) return;
    int64_t id = 0;
    while (!ids.empty() && can_take_another()) {
      id = plus(id, next(ids));
      const int32_t kind = next(kinds);
      if (kind < COSM_NODE || kind > COSM_RELATION) throw Failure(COSM_MALFORMED);
      element_.members.push_back({static_cast<cosm_kind>(kind), id});
    }
    visitor.members(element_);
  }

  bool wants_members(Unsigned keys, Unsigned values, Visitor &visitor) {
    element_.members.clear();
    element_.points.clear();
    element_.is_interesting = false;
    element_.is_too_long = false;
    if (visitor.reads_tags) {
      collect(keys, values);
      set_tags();
      if (!element_.is_interesting && visitor.takes_interesting_only) return false;
    }
    return visitor.element(element_);
  }

  bool can_take_another() {
    if (element_.members.size() < Limits::members) return true;
    element_.is_too_long = true;
    element_.members.clear();
    element_.points.clear();
    return false;
  }

  File file_;
  const Filter &filter_;
  uint64_t data_begin_ = 0;
  bool is_first_pass_ = true;
  std::vector<BlobPlace> places_;

  // Of the blob and block that is being read.
  std::vector<char> packed_;
  std::vector<char> unpacked_;
  std::vector<std::string_view> strings_;
  std::vector<Rule> rules_;
  std::vector<data_view> groups_;
  std::vector<uint32_t> indices_;
  int32_t granularity_ = 100;
  int32_t date_granularity_ = 1000;
  int64_t latitude_offset_ = 0;
  int64_t longitude_offset_ = 0;
  size_t text_of_block_ = 0;
  RawElement element_;
};

}  // namespace

std::unique_ptr<Source> pbf_source(const char *path, const Filter &filter) {
  return std::make_unique<PBF>(path, filter);
}

bool begins_as_pbf(const File &file) {
  char beginning[15];
  return file.read(0, beginning, sizeof beginning) == sizeof beginning && beginning[0] == 0 && beginning[1] == 0 &&
         std::memcmp(beginning + 4, "\x0a\x09OSMHeader", 11) == 0;
}

}  // namespace cosm
