#pragma once

#include <cstddef>

namespace cosm {

// Limits for one element and one block of a file.
struct Limits {
  // Nodes of a way, and members of a relation; the OpenStreetMap database allows 2,000 and 32,000.
  static constexpr size_t members = 1 << 20;
  // Bytes of an element's tags.
  static constexpr size_t text = 1 << 20;
  // Bytes of all tags of a PBF block, since a byte or two can refer to each.
  static constexpr size_t text_of_block = 64 << 20;
  // Strings of a block.
  static constexpr size_t strings = 1 << 20;
  // Bytes of a block, compressed or not, and of its header: the format's own limits.
  static constexpr size_t block = 32 << 20;
  static constexpr size_t block_header = 64 << 10;
  // Bytes of one tag of XML.
  static constexpr size_t xml_tag = 1 << 20;
  static constexpr size_t xml_depth = 64;
};

}  // namespace cosm
