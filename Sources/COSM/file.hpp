#pragma once

#include "failure.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace cosm {

// A file with random access.
class File {
 public:
  // A pipe would wait for somebody to write into it.
  explicit File(const char *path) : descriptor_(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (descriptor_ < 0) throw Failure::system(errno);
    struct stat status;
    if (fstat(descriptor_, &status) != 0) {
      const int code = errno;
      close(descriptor_);
      throw Failure::system(code);
    }
    if (!S_ISREG(status.st_mode)) {
      close(descriptor_);
      throw S_ISDIR(status.st_mode) ? Failure::system(EISDIR) : Failure(COSM_NOT_A_FILE);
    }
    size_ = static_cast<uint64_t>(status.st_size);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  ~File() { close(descriptor_); }

  uint64_t size() const { return size_; }

  // Returns how many bytes were read: fewer than wanted only at the end.
  size_t read(uint64_t offset, char *buffer, size_t count) const {
    size_t done = 0;
    while (done < count) {
      const ssize_t result = pread(descriptor_, buffer + done, count - done, static_cast<off_t>(offset + done));
      if (result < 0 && errno == EINTR) continue;
      if (result < 0) throw Failure::system(errno);
      if (result == 0) break;
      done += static_cast<size_t>(result);
    }
    return done;
  }

 private:
  int descriptor_;
  uint64_t size_ = 0;
};

// A nameless file, so that nothing of it remains whatever happens; created at the first write.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string folder) : folder_(std::move(folder)) {}
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  bool exists() const { return descriptor_ >= 0; }

  void write(uint64_t offset, const void *bytes, size_t count) {
    if (descriptor_ < 0) make();
    const char *next = static_cast<const char *>(bytes);
    while (count > 0) {
      const ssize_t result = pwrite(descriptor_, next, count, static_cast<off_t>(offset));
      if (result < 0 && errno == EINTR) continue;
      if (result < 0) throw Failure::system(errno, folder_);
      next += result;
      offset += static_cast<uint64_t>(result);
      count -= static_cast<size_t>(result);
    }
  }

  void read(uint64_t offset, void *bytes, size_t count) const {
    char *next = static_cast<char *>(bytes);
    while (count > 0) {
      const ssize_t result = pread(descriptor_, next, count, static_cast<off_t>(offset));
      if (result < 0 && errno == EINTR) continue;
      if (result < 0) throw Failure::system(errno, folder_);
      if (result == 0) throw Failure::system(EIO, folder_);
      next += result;
      offset += static_cast<uint64_t>(result);
      count -= static_cast<size_t>(result);
    }
  }

 private:
  void make() {
    descriptor_ = open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor_ >= 0) return;
    // Some file systems know no such files. mkostemp(3) replaces the last six letters with its own.
    std::string name = folder_ + "/.poi-" + std::string(6, 'X');
    descriptor_ = mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) throw Failure::system(errno, folder_);
    unlink(name.c_str());
  }

  std::string folder_;
  int descriptor_ = -1;
};

// Bytes kept in the order of arrival: in memory up to a limit, then in a file.
class Spill {
 public:
  Spill(std::string folder, size_t limit) : file_(std::move(folder)), limit_(limit) {}

  // Where the bytes begin.
  uint64_t append(const void *bytes, size_t count) {
    const uint64_t offset = written_ + pending_.size();
    const char *start = static_cast<const char *>(bytes);
    pending_.insert(pending_.end(), start, start + count);
    if (pending_.size() > limit_) {
      file_.write(written_, pending_.data(), pending_.size());
      written_ += pending_.size();
      pending_.clear();
    }
    return offset;
  }

  void read(uint64_t offset, void *bytes, size_t count) const {
    char *next = static_cast<char *>(bytes);
    if (offset < written_) {
      const size_t part = static_cast<size_t>(std::min<uint64_t>(count, written_ - offset));
      file_.read(offset, next, part);
      next += part;
      offset += part;
      count -= part;
    }
    if (count == 0) return;
    if (offset - written_ + count > pending_.size()) throw Failure::system(EIO);
    std::memcpy(next, pending_.data() + (offset - written_), count);
  }

 private:
  TemporaryFile file_;
  size_t limit_;
  uint64_t written_ = 0;
  std::vector<char> pending_;
};

}  // namespace cosm
