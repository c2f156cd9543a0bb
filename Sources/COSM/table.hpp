#pragma once

#include "file.hpp"

#include <memory>
#include <queue>

namespace cosm {

// A number for each of many ids, sorted by id: in memory up to a limit, then in a file of blocks.
class Table {
 public:
  // The number of an id that has none yet.
  static constexpr uint64_t unknown = uint64_t{1} << 63;

  Table(std::string folder, size_t memory)
      : file_(std::move(folder)), slot_limit_(std::max<size_t>(2, memory / sizeof(Block))) {}

  size_t count() const { return count_; }

  // Adds an id, which must be higher than the last.
  void append(int64_t id) {
    const size_t place = count_ % Block::size;
    if (place == 0) firsts_.push_back(id);
    Slot &slot = load(count_ / Block::size, place == 0);
    slot.block->entries[place] = {id, unknown};
    slot.is_changed = true;
    count_ += 1;
  }

  bool contains(int64_t id) { return find(id) != nullptr; }

  // The id's number; `unknown` also for an id that the table does not have.
  uint64_t number(int64_t id) {
    const Entry *entry = find(id);
    return entry ? entry->number : unknown;
  }

  void set(int64_t id, uint64_t number) {
    Entry *entry = find(id);
    if (!entry) return;
    entry->number = number;
    last_slot_->is_changed = true;
  }

 private:
  struct Entry {
    int64_t id;
    uint64_t number;
  };
  struct Block {
    static constexpr size_t size = 512;
    Entry entries[size];
  };
  struct Slot {
    size_t index = SIZE_MAX;
    bool is_changed = false;
    std::unique_ptr<Block> block;
  };

  Entry *find(int64_t id) {
    if (count_ == 0 || id < firsts_.front()) return nullptr;
    // Most files are sorted by id, so the next one wanted is usually in the same block.
    if (!(last_index_ < firsts_.size() && firsts_[last_index_] <= id &&
          (last_index_ + 1 == firsts_.size() || id < firsts_[last_index_ + 1]))) {
      last_index_ = static_cast<size_t>(std::upper_bound(firsts_.begin(), firsts_.end(), id) - firsts_.begin()) - 1;
    }
    last_slot_ = &load(last_index_, false);
    Entry *begin = last_slot_->block->entries;
    Entry *end = begin + std::min(Block::size, count_ - last_index_ * Block::size);
    if (id > end[-1].id) return nullptr;
    Entry *found =
        std::lower_bound(begin, end, id, [](const Entry &entry, int64_t wanted) { return entry.id < wanted; });
    return found->id == id ? found : nullptr;
  }

  Slot &load(size_t index, bool is_new) {
    const size_t place = index % slot_limit_;
    if (place >= slots_.size()) slots_.resize(place + 1);
    Slot &slot = slots_[place];
    if (slot.index == index) return slot;
    if (!slot.block) slot.block = std::make_unique<Block>();
    if (slot.is_changed) file_.write(slot.index * sizeof(Block), slot.block.get(), sizeof(Block));
    slot.index = index;
    slot.is_changed = false;
    if (!is_new) file_.read(index * sizeof(Block), slot.block.get(), sizeof(Block));
    return slot;
  }

  TemporaryFile file_;
  size_t slot_limit_;
  size_t count_ = 0;
  std::vector<int64_t> firsts_;
  std::vector<Slot> slots_;
  size_t last_index_ = 0;
  Slot *last_slot_ = nullptr;
};

// Ids in any order, to make a table of: in memory up to a limit, then in sorted runs of a file.
class IDCollector {
 public:
  IDCollector(std::string folder, size_t memory)
      : file_(std::move(folder)), limit_(std::max<size_t>(1024, memory / sizeof(int64_t))) {}

  void add(int64_t id) {
    if (!pending_.empty() && pending_.back() == id) return;
    pending_.push_back(id);
    if (pending_.size() < limit_) return;
    sort();
    if (pending_.size() > limit_ / 2) write();
  }

  // Moves all ids into a table, each once.
  void move_into(Table &table) {
    sort();
    if (runs_.empty()) {
      for (int64_t id : pending_) table.append(id);
    } else {
      write();
      merge_into(table);
    }
    pending_ = {};
  }

 private:
  struct Run {
    uint64_t next;
    uint64_t end;
    std::vector<int64_t> piece{};
    size_t place = 0;
  };
  static constexpr size_t piece_size = 4096;

  void sort() {
    std::sort(pending_.begin(), pending_.end());
    pending_.erase(std::unique(pending_.begin(), pending_.end()), pending_.end());
  }

  void write() {
    const size_t size = pending_.size() * sizeof(int64_t);
    file_.write(end_, pending_.data(), size);
    runs_.push_back({end_, end_ + size});
    end_ += size;
    pending_.clear();
  }

  bool advance(Run &run) {
    if (++run.place < run.piece.size()) return true;
    const size_t count = static_cast<size_t>(std::min<uint64_t>(piece_size, (run.end - run.next) / sizeof(int64_t)));
    if (count == 0) return false;
    run.piece.resize(count);
    file_.read(run.next, run.piece.data(), count * sizeof(int64_t));
    run.next += count * sizeof(int64_t);
    run.place = 0;
    return true;
  }

  void merge_into(Table &table) {
    using Head = std::pair<int64_t, size_t>;
    std::priority_queue<Head, std::vector<Head>, std::greater<Head>> heads;
    for (size_t index = 0; index < runs_.size(); index++) {
      if (advance(runs_[index])) heads.push({runs_[index].piece[0], index});
    }
    bool has_last = false;
    int64_t last = 0;
    while (!heads.empty()) {
      const auto [id, index] = heads.top();
      heads.pop();
      if (!has_last || id != last) table.append(id);
      has_last = true;
      last = id;
      Run &run = runs_[index];
      if (advance(run)) heads.push({run.piece[run.place], index});
    }
  }

  TemporaryFile file_;
  size_t limit_;
  std::vector<int64_t> pending_;
  std::vector<Run> runs_;
  uint64_t end_ = 0;
};

}  // namespace cosm
