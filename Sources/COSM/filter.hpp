#pragma once

#include "COSM.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cosm {

inline std::string_view view(cosm_text text) { return {text.bytes, text.count}; }
inline cosm_text text(std::string_view view) { return {view.data(), view.size()}; }

// The tags that make an element interesting.
class Filter {
 public:
  // The values of one key.
  struct Rule {
    std::vector<std::string> values;

    bool accepts(std::string_view value) const {
      // A list of values always counts: those who know its meaning check the whole.
      return values.empty() || value.find(';') != std::string_view::npos ||
             std::binary_search(values.begin(), values.end(), value);
    }
  };

  explicit Filter(const cosm_options &options) {
    for (size_t index = 0; index < options.key_count; index++) {
      const cosm_key &key = options.keys[index];
      std::vector<std::string> values(key.values, key.values + key.value_count);
      std::sort(values.begin(), values.end());
      rules_.emplace(key.key, Rule{std::move(values)});
    }
  }

  // What is known about a key; null if it makes nothing interesting.
  const Rule *rule(std::string_view key) const {
    const auto found = rules_.find(key);
    return found == rules_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, Rule, std::less<>> rules_;
};

}  // namespace cosm
