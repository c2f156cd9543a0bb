#include "packed_file.hpp"

#include <bzlib.h>
#include <lz4.h>
#include <zlib.h>

namespace cosm {

class Unpacking::Method {
 public:
  virtual ~Method() = default;
  // Unpacks from `from` into `to`, and moves both on.
  virtual void step(const char *&from, size_t from_count, char *&to, size_t to_count) = 0;
  virtual bool is_slow() const { return false; }
  // Whether everything begun has ended.
  bool is_at_end = true;
};

namespace {

class GZip final : public Unpacking::Method {
 public:
  GZip() {
    // 16 above the largest window means gzip's header.
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw Failure(COSM_NO_MEMORY);
  }
  ~GZip() override { inflateEnd(&stream_); }

  void step(const char *&from, size_t from_count, char *&to, size_t to_count) override {
    // Several streams may follow each other.
    if (is_at_end) inflateReset(&stream_);
    stream_.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(from));
    stream_.avail_in = static_cast<uInt>(from_count);
    stream_.next_out = reinterpret_cast<Bytef *>(to);
    stream_.avail_out = static_cast<uInt>(to_count);
    const int result = inflate(&stream_, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) throw Failure(COSM_NO_MEMORY);
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) throw Failure(COSM_MALFORMED);
    is_at_end = result == Z_STREAM_END;
    from = reinterpret_cast<const char *>(stream_.next_in);
    to = reinterpret_cast<char *>(stream_.next_out);
  }

 private:
  z_stream stream_{};
};

class BZip2 final : public Unpacking::Method {
 public:
  BZip2() { begin(); }
  ~BZip2() override { BZ2_bzDecompressEnd(&stream_); }

  bool is_slow() const override { return true; }

  void step(const char *&from, size_t from_count, char *&to, size_t to_count) override {
    if (is_at_end && has_begun_) {
      BZ2_bzDecompressEnd(&stream_);
      begin();
    }
    has_begun_ = true;
    stream_.next_in = const_cast<char *>(from);
    stream_.avail_in = static_cast<unsigned>(from_count);
    stream_.next_out = to;
    stream_.avail_out = static_cast<unsigned>(to_count);
    const int result = BZ2_bzDecompress(&stream_);
    if (result == BZ_MEM_ERROR) throw Failure(COSM_NO_MEMORY);
    if (result != BZ_OK && result != BZ_STREAM_END) throw Failure(COSM_MALFORMED);
    is_at_end = result == BZ_STREAM_END;
    from = stream_.next_in;
    to = stream_.next_out;
  }

 private:
  void begin() {
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw Failure(COSM_NO_MEMORY);
  }

  bz_stream stream_{};
  bool has_begun_ = false;
};

}  // namespace

Unpacking::Unpacking(const File &file) : file_(file), packed_(64 << 10) {
  fill();
  if (end_ >= 2 && packed_[0] == '\x1F' && packed_[1] == '\x8B') method_ = std::make_unique<GZip>();
  else if (end_ >= 3 && std::memcmp(packed_.data(), "BZh", 3) == 0) method_ = std::make_unique<BZip2>();
}

Unpacking::~Unpacking() = default;

bool Unpacking::is_packed() const { return method_ != nullptr; }

bool Unpacking::is_slow() const { return method_ && method_->is_slow(); }

size_t Unpacking::read(char *buffer, size_t count) {
  char *to = buffer;
  while (to < buffer + count) {
    const bool is_over = begin_ == end_ && !fill();
    if (is_over && (!method_ || method_->is_at_end)) break;
    const size_t room = static_cast<size_t>(buffer + count - to);
    const char *from = packed_.data() + begin_;
    if (method_) {
      const char *const before = to;
      // Buffered input may still produce output after the end of the input.
      method_->step(from, end_ - begin_, to, room);
      begin_ = static_cast<size_t>(from - packed_.data());
      if (!is_over || to > before) continue;
      if (to == buffer && !method_->is_at_end) throw Failure(COSM_CUT_OFF);
      break;
    }
    const size_t part = std::min(end_ - begin_, room);
    std::memcpy(to, from, part);
    to += part;
    begin_ += part;
  }
  return static_cast<size_t>(to - buffer);
}

// Whether there is more.
bool Unpacking::fill() {
  begin_ = 0;
  end_ = file_.read(offset_, packed_.data(), packed_.size());
  offset_ += end_;
  return end_ > 0;
}

void Repacked::append(const char *bytes, size_t count) {
  const int size = static_cast<int>(count);
  packed_.resize(sizeof(Head) + static_cast<size_t>(LZ4_compressBound(size)));
  const int packed_size = LZ4_compress_default(
      bytes, packed_.data() + sizeof(Head), size, static_cast<int>(packed_.size() - sizeof(Head)));
  if (packed_size <= 0) throw Failure(COSM_NO_MEMORY);
  const Head head = {static_cast<uint32_t>(packed_size), static_cast<uint32_t>(count)};
  std::memcpy(packed_.data(), &head, sizeof head);
  const size_t whole = sizeof head + static_cast<size_t>(packed_size);
  pieces_.append(packed_.data(), whole);
  end_ += whole;
}

double Repacked::Reader::progress() const {
  return static_cast<double>(offset_) / static_cast<double>(std::max<uint64_t>(1, repacked_.end_));
}

size_t Repacked::Reader::read(char *buffer, size_t count) {
  if (offset_ >= repacked_.end_) return 0;
  Head head{};
  repacked_.pieces_.read(offset_, &head, sizeof head);
  packed_.resize(head.packed_size);
  repacked_.pieces_.read(offset_ + sizeof head, packed_.data(), packed_.size());
  offset_ += sizeof head + packed_.size();
  const int size = LZ4_decompress_safe(
      packed_.data(), buffer, static_cast<int>(packed_.size()), static_cast<int>(count));
  if (size < 0 || static_cast<uint32_t>(size) != head.size) throw Failure::system(EIO);
  return head.size;
}

}  // namespace cosm
