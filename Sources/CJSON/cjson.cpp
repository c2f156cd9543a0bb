#include "CJSON.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

// Every processor of these kinds has the instructions that look at sixteen bytes of a string at once.
#if defined(__SSE2__)
#define RAPIDJSON_SSE2
#elif defined(__ARM_NEON)
#define RAPIDJSON_NEON
#endif
#include <rapidjson/reader.h>
#include <vector>

namespace {

constexpr size_t deepest = 512;

// Takes what RapidJSON reads.
class Tokens {
 public:
  std::vector<cjson_token> list;

  void clear() {
    list.clear();
    open_.clear();
  }

  bool Null() { return add(CJSON_NULL); }
  bool Bool(bool value) { return add(value ? CJSON_TRUE : CJSON_FALSE); }
  bool Int(int value) { return Int64(value); }
  bool Uint(unsigned value) { return Int64(value); }
  bool Int64(int64_t value) {
    add(CJSON_INTEGER);
    list.back().integer = value;
    return true;
  }
  bool Uint64(uint64_t value) {
    return value > INT64_MAX ? Double(static_cast<double>(value)) : Int64(static_cast<int64_t>(value));
  }
  bool Double(double value) {
    add(CJSON_NUMBER);
    list.back().number = value;
    return true;
  }
  // RapidJSON's own exact conversion reads beyond its tables for numbers like 0.0e300.
  bool RawNumber(const char *bytes, rapidjson::SizeType count, bool) {
    const char *end = bytes + count;
    int64_t whole = 0;
    const auto read = std::from_chars(bytes, end, whole);
    if (read.ec == std::errc() && read.ptr == end) return Int64(whole);
    if (read.ptr == end) return text(CJSON_DIGITS, bytes, count);
    double value = 0;
    // What follows a number ends it for strtod(), which tells too small from too large.
    if (std::from_chars(bytes, end, value).ec != std::errc()) value = std::strtod(bytes, nullptr);
    return std::isfinite(value) && Double(value);
  }
  bool String(const char *bytes, rapidjson::SizeType count, bool) { return text(CJSON_STRING, bytes, count); }
  bool Key(const char *bytes, rapidjson::SizeType count, bool copy) { return String(bytes, count, copy); }
  bool StartObject() { return open(CJSON_OBJECT); }
  bool EndObject(rapidjson::SizeType count) { return close(count); }
  bool StartArray() { return open(CJSON_ARRAY); }
  bool EndArray(rapidjson::SizeType count) { return close(count); }

 private:
  bool add(cjson_kind kind) {
    cjson_token token{};
    token.kind = kind;
    token.end = static_cast<uint32_t>(list.size() + 1);
    list.push_back(token);
    return true;
  }

  bool text(cjson_kind kind, const char *bytes, size_t count) {
    add(kind);
    list.back().bytes = bytes;
    list.back().count = count;
    return true;
  }

  bool open(cjson_kind kind) {
    if (open_.size() == deepest) return false;
    open_.push_back(list.size());
    return add(kind);
  }

  bool close(rapidjson::SizeType count) {
    cjson_token &token = list[open_.back()];
    token.end = static_cast<uint32_t>(list.size());
    token.count = count;
    open_.pop_back();
    return true;
  }

  std::vector<size_t> open_;
};

}  // namespace

struct cjson_parser {
  std::vector<char> text;
  Tokens tokens;
};

cjson_parser *cjson_make(void) { return new (std::nothrow) cjson_parser; }

void cjson_free(cjson_parser *parser) { delete parser; }

cjson_status cjson_parse(cjson_parser *parser, const char *bytes, size_t count, const cjson_token **tokens) {
  // A null byte ends a text here; JSON has none.
  if (std::memchr(bytes, 0, count) != nullptr || count > UINT32_MAX) return CJSON_MALFORMED;
  try {
    parser->text.assign(bytes, bytes + count);
    // What looks at sixteen bytes at once may look beyond the null byte.
    parser->text.resize(count + 16, 0);
    parser->tokens.clear();
    rapidjson::InsituStringStream stream(parser->text.data());
    rapidjson::Reader reader;
    // It calls itself for what is nested, which the depth allowed here bounds.
    constexpr unsigned flags = rapidjson::kParseInsituFlag | rapidjson::kParseNumbersAsStringsFlag;
    if (reader.Parse<flags>(stream, parser->tokens).IsError()) return CJSON_MALFORMED;
    *tokens = parser->tokens.list.data();
    return CJSON_OK;
  } catch (const std::bad_alloc &) {
    return CJSON_NO_MEMORY;
  } catch (...) {
    return CJSON_MALFORMED;
  }
}
