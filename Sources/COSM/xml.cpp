// Reads OpenStreetMap XML (wiki.openstreetmap.org/wiki/OSM_XML), plain or compressed.

#include "limits.hpp"
#include "source.hpp"
#include "packed_file.hpp"

#include <cmath>
#include <ctime>
#include <exception>
#include <expat.h>

namespace cosm {
namespace {

class XML final : public Source {
 public:
  XML(const char *path, const Filter &filter, const cosm_options &options)
      : file_(path), filter_(filter), folder_(options.folder), memory_(std::min(options.memory / 16, most_memory)) {}

  void read(Visitor &visitor, const Progress &progress) override {
    Pass pass(*this, visitor);
    try {
      pass.read(progress);
    } catch (const Failure &failure) {
      const cosm_status status = failure.problem.status;
      if (status != COSM_CUT_OFF && status != COSM_MALFORMED) throw;
      // A later pass ends where the first one did, unless it has a problem of its own.
      if (problem_.status == COSM_OK) {
        problem_ = failure.problem.position > 0 ? failure.problem : Failure::at_line(status, pass.line()).problem;
      }
    }
    if (is_first_pass_) end_first_pass();
    is_first_pass_ = false;
  }

 private:
  // One reading of the whole document.
  class Pass {
   public:
    Pass(XML &source, Visitor &visitor) : source_(source), visitor_(visitor), parser_(XML_ParserCreate(nullptr)) {
      if (!parser_) throw Failure(COSM_NO_MEMORY);
      source_.element_ = {};
      XML_SetUserData(parser_, this);
      XML_SetElementHandler(parser_, started, ended);
      // None of these files declares entities, which can turn little input into much.
      XML_SetEntityDeclHandler(parser_, declared);
    }
    Pass(const Pass &) = delete;
    Pass &operator=(const Pass &) = delete;
    ~Pass() { XML_ParserFree(parser_); }

    void read(const Source::Progress &progress) {
      if (!source_.is_first_pass_ && source_.repacked_) {
        read(Repacked::Reader(*source_.repacked_), progress);
      } else {
        read(FileBytes(source_), progress);
      }
    }

    uint64_t line() const { return XML_GetCurrentLineNumber(parser_); }

   private:
    // The bytes of the file; those of the first pass are kept where unpacking them again would take long.
    class FileBytes {
     public:
      explicit FileBytes(XML &source) : source_(source), bytes_(source.file_) {
        if (source.is_first_pass_ && bytes_.is_slow()) {
          source.repacked_ = std::make_unique<Repacked>(source.folder_, source.memory_);
        }
      }

      double progress() const {
        return static_cast<double>(bytes_.consumed()) /
            static_cast<double>(std::max<uint64_t>(1, source_.file_.size()));
      }

      size_t read(char *buffer, size_t count) {
        const size_t size = bytes_.read(buffer, count);
        try {
          if (source_.repacked_ && size > 0) source_.repacked_->append(buffer, size);
        } catch (const Failure &) {
          // No room is left for them: later passes unpack the file again.
          source_.repacked_.reset();
        }
        return size;
      }

     private:
      XML &source_;
      Unpacking bytes_;
    };

    template <typename Bytes>
    void read(Bytes bytes, const Source::Progress &progress) {
      std::vector<char> piece(64 << 10);
      uint64_t count = 0;
      while (true) {
        progress(bytes.progress());
        size_t size = 0;
        try {
          size = bytes.read(piece.data(), piece.size());
        } catch (const Failure &failure) {
          if (failure.problem.status == COSM_SYSTEM) throw;
          throw Failure::at_line(failure.problem.status, line());
        }
        const bool is_last = size == 0;
        const bool is_well = XML_Parse(parser_, piece.data(), static_cast<int>(size), is_last) == XML_STATUS_OK;
        if (thrown_) std::rethrow_exception(thrown_);
        if (!is_well) throw_problem(is_last);
        count += size;
        if (is_last) return;
        const XML_Index index = XML_GetCurrentByteIndex(parser_);
        if (count - static_cast<uint64_t>(std::max<XML_Index>(0, index)) > Limits::xml_tag) {
          throw Failure::at_line(COSM_MALFORMED, line());
        }
      }
    }

    [[noreturn]] void throw_problem(bool is_last) {
      switch (XML_GetErrorCode(parser_)) {
        case XML_ERROR_NO_MEMORY: throw Failure(COSM_NO_MEMORY);
        case XML_ERROR_NO_ELEMENTS:
        case XML_ERROR_UNCLOSED_TOKEN:
        case XML_ERROR_PARTIAL_CHAR:
        case XML_ERROR_UNCLOSED_CDATA_SECTION:
          throw Failure::at_line(is_last ? COSM_CUT_OFF : COSM_MALFORMED, line());
        default: throw Failure::at_line(COSM_MALFORMED, line());
      }
    }

    // MARK: What expat calls; no exception may pass through it

    template <typename Body>
    void guarded(Body body) {
      if (thrown_) return;
      try {
        body();
      } catch (...) {
        thrown_ = std::current_exception();
        XML_StopParser(parser_, XML_FALSE);
      }
    }

    static void started(void *data, const XML_Char *name, const XML_Char **attributes) {
      Pass &pass = *static_cast<Pass *>(data);
      pass.guarded([&] { pass.start(name, attributes); });
    }

    static void ended(void *data, const XML_Char *name) {
      Pass &pass = *static_cast<Pass *>(data);
      pass.guarded([&] { pass.end(name); });
    }

    static void declared(
        void *data, const XML_Char *, int, const XML_Char *, int, const XML_Char *, const XML_Char *, const XML_Char *,
        const XML_Char *) {
      Pass &pass = *static_cast<Pass *>(data);
      pass.guarded([&] { throw Failure::at_line(COSM_MALFORMED, pass.line()); });
    }

    void start(std::string_view name, const XML_Char **attributes) {
      if (++depth_ > Limits::xml_depth) throw Failure::at_line(COSM_MALFORMED, line());
      if (depth_ == 1) {
        if (name != "osm") throw Failure(COSM_FOREIGN);
        return;
      }
      if (depth_ == 2) {
        if (name == "node") begin(COSM_NODE, attributes);
        else if (name == "way") begin(COSM_WAY, attributes);
        else if (name == "relation") begin(COSM_RELATION, attributes);
        else if (name == "bounds") set_box(attributes);
        else if (name == "meta") set_base_time(attributes);
        // Of changes between two states, as Overpass lists them.
        else if (name == "action") throw Failure(COSM_FOREIGN);
        return;
      }
      if (depth_ != 3 || !is_open_) return;
      if (name == "tag" && visitor_.reads_tags) add_tag(attributes);
      else if (name == "nd") add_member(COSM_NODE, attribute(attributes, "ref"));
      else if (name == "member") add_member(attributes);
    }

    void end(std::string_view) {
      depth_ -= 1;
      if (depth_ != 1 || !is_open_) return;
      is_open_ = false;
      RawElement &element = source_.element_;
      element.tags.clear();
      if (element.is_interesting && !element.is_too_long) {
        for (const auto &[key, value] : source_.tags_) element.tags.push_back({text(key), text(value)});
      }
      if (visitor_.coverage) add_to_coverage(*visitor_.coverage);
      if (visitor_.reads_tags && visitor_.takes_interesting_only && !element.is_interesting) return;
      if (visitor_.element(element) && element.kind != COSM_NODE) visitor_.members(element);
    }

    void add_to_coverage(Coverage &coverage) const {
      const RawElement &element = source_.element_;
      if (element.kind == COSM_NODE && element.is_on_globe) coverage.add_node(element.id, element.point);
      if (element.kind != COSM_WAY || element.is_too_long) return;
      coverage.begin_way();
      for (const Member &node : element.members) {
        if (!coverage.add_to_way(node.id)) break;
      }
      coverage.end_way();
    }

    void begin(cosm_kind kind, const XML_Char **attributes) {
      source_.saw(kind);
      if (!(visitor_.kinds & bit(kind))) return;
      const char *action = attribute(attributes, "action");
      const char *visible = attribute(attributes, "visible");
      const int64_t id = number(attribute(attributes, "id"));
      RawElement &element = source_.element_;
      // One version of an element after the other, as no other file has them.
      if (visible && element.kind == kind && element.id == id) throw Failure::unsupported("HistoricalInformation");
      element.kind = kind;
      element.id = id;
      if ((action && std::string_view(action) == "delete") || (visible && std::string_view(visible) == "false")) return;
      element.is_interesting = false;
      element.is_too_long = false;
      element.members.clear();
      element.points.clear();
      element.is_on_globe = false;
      source_.tags_.clear();
      text_size_ = 0;
      is_open_ = true;
      if (kind == COSM_NODE) {
        element.is_on_globe = set_position(element.point, attribute(attributes, "lon"), attribute(attributes, "lat"));
      }
      if (source_.is_first_pass_ && !source_.header_has_time_) source_.saw_time(time(attribute(attributes, "timestamp")));
    }

    void add_tag(const XML_Char **attributes) {
      const char *key = attribute(attributes, "k");
      const char *value = attribute(attributes, "v");
      if (!key || !value) throw Failure::at_line(COSM_MALFORMED, line());
      RawElement &element = source_.element_;
      const std::string_view name(key), meaning(value);
      if (!element.is_interesting) {
        const Filter::Rule *rule = source_.filter_.rule(name);
        element.is_interesting = rule && rule->accepts(meaning);
      }
      text_size_ += name.size() + meaning.size() + sizeof(cosm_tag);
      if (text_size_ > Limits::text) {
        element.is_too_long = true;
        source_.tags_.clear();
        return;
      }
      source_.tags_.emplace_back(name, meaning);
    }

    void add_member(const XML_Char **attributes) {
      const char *type = attribute(attributes, "type");
      const std::string_view kind = type ? type : "";
      if (kind == "node") add_member(COSM_NODE, attribute(attributes, "ref"));
      else if (kind == "way") add_member(COSM_WAY, attribute(attributes, "ref"));
      else if (kind == "relation") add_member(COSM_RELATION, attribute(attributes, "ref"));
      else throw Failure::at_line(COSM_MALFORMED, line());
    }

    void add_member(cosm_kind kind, const char *id) {
      RawElement &element = source_.element_;
      if (element.members.size() == Limits::members) element.is_too_long = true;
      if (!element.is_too_long) element.members.push_back({kind, number(id)});
    }

    void set_box(const XML_Char **attributes) {
      cosm_header &header = source_.header_;
      header.has_box =
          set_position(header.south_west, attribute(attributes, "minlon"), attribute(attributes, "minlat")) &&
          set_position(header.north_east, attribute(attributes, "maxlon"), attribute(attributes, "maxlat"));
    }

    // As an Overpass API writes it.
    void set_base_time(const XML_Char **attributes) {
      const int64_t seconds = time(attribute(attributes, "osm_base"));
      if (source_.is_first_pass_ && seconds > 0) source_.set_time(seconds);
    }

    // MARK: Attributes

    static const char *attribute(const XML_Char **attributes, std::string_view name) {
      for (; attributes[0]; attributes += 2) {
        if (name == attributes[0]) return attributes[1];
      }
      return nullptr;
    }

    int64_t number(const char *text) const {
      if (!text) throw Failure::at_line(COSM_MALFORMED, line());
      char *end = nullptr;
      errno = 0;
      const int64_t number = std::strtoll(text, &end, 10);
      if (end == text || *end != 0 || errno != 0) throw Failure::at_line(COSM_MALFORMED, line());
      return number;
    }

    static bool set_position(cosm_point &point, const char *longitude, const char *latitude) {
      int64_t x = 0, y = 0;
      return units(longitude, x) && units(latitude, y) && set_point(point, x, y);
    }

    // In 1e-7 degrees.
    static bool units(const char *text, int64_t &result) {
      if (!text) return false;
      char *end = nullptr;
      const double degrees = std::strtod(text, &end);
      if (end == text || *end != 0 || !(std::fabs(degrees) <= 360)) return false;
      result = std::llround(degrees * 1e7);
      return true;
    }

    // In seconds since 1970; 0 if it is not a time.
    static int64_t time(const char *text) {
      std::tm parts{};
      const char *end = text ? strptime(text, "%Y-%m-%dT%H:%M:%SZ", &parts) : nullptr;
      return end && *end == 0 ? timegm(&parts) : 0;
    }

    XML &source_;
    Visitor &visitor_;
    XML_Parser parser_;
    std::exception_ptr thrown_;
    size_t depth_ = 0;
    bool is_open_ = false;
    size_t text_size_ = 0;
  };

  // Bytes of memory for what is kept of a file that takes long to unpack.
  static constexpr size_t most_memory = 8 << 20;

  File file_;
  const Filter &filter_;
  std::string folder_;
  size_t memory_;
  // All that the first pass read, where it is kept.
  std::unique_ptr<Repacked> repacked_;
  bool is_first_pass_ = true;
  RawElement element_;
  std::vector<std::pair<std::string, std::string>> tags_;
};

}  // namespace

std::unique_ptr<Source> xml_source(const char *path, const Filter &filter, const cosm_options &options) {
  return std::make_unique<XML>(path, filter, options);
}

}  // namespace cosm
