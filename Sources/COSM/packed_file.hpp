#pragma once

#include "file.hpp"

#include <memory>

namespace cosm {

// The bytes of a file in order, decompressed if it begins like gzip or bzip2.
class Unpacking {
 public:
  explicit Unpacking(const File &file);
  ~Unpacking();

  // Whether it is compressed.
  bool is_packed() const;
  // Whether unpacking takes so long that once is enough.
  bool is_slow() const;
  // How many bytes of the file have been read.
  uint64_t consumed() const { return offset_; }
  // Returns how many bytes were decompressed; 0 at the end. Throws `COSM_CUT_OFF` and `COSM_MALFORMED`.
  size_t read(char *buffer, size_t count);

  // A compression format.
  class Method;

 private:
  bool fill();

  const File &file_;
  std::unique_ptr<Method> method_;
  std::vector<char> packed_;
  size_t begin_ = 0;
  size_t end_ = 0;
  uint64_t offset_ = 0;
};

// Pieces that have been unpacked, packed anew by LZ4, which takes a hundredth of the time of bzip2 to unpack: in memory
// up to a limit, and then in a file without a name.
class Repacked {
 public:
  Repacked(std::string folder, size_t memory) : pieces_(std::move(folder), memory) {}

  // Adds a piece. Throws `COSM_SYSTEM`, as where the disk is full.
  void append(const char *bytes, size_t count);

  // Goes through the pieces.
  class Reader {
   public:
    explicit Reader(const Repacked &repacked) : repacked_(repacked) {}
    // How much of all has been read, from 0 to 1.
    double progress() const;
    // The next piece, and its size; 0 at the end. `buffer` has room for the largest.
    size_t read(char *buffer, size_t count);

   private:
    const Repacked &repacked_;
    uint64_t offset_ = 0;
    std::vector<char> packed_;
  };

 private:
  struct Head {
    uint32_t packed_size;
    uint32_t size;
  };

  Spill pieces_;
  uint64_t end_ = 0;
  std::vector<char> packed_;
};

}  // namespace cosm
