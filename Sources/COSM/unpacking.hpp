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

}  // namespace cosm
