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

// What tags make an element one that may be wanted.
class Filter {
 public:
  // The values of one key.
  struct Rule {
    std::vector<std::string> values;

    bool accepts(std::string_view value) const {
      // A list is looked at as a whole by those who know what it means.
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

  // What is known of a key; null where it makes nothing wanted.
  const Rule *rule(std::string_view key) const {
    const auto found = rules_.find(key);
    return found == rules_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, Rule, std::less<>> rules_;
};

}  // namespace cosm
