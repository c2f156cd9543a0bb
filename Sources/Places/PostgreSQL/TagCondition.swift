/// Conditions on tags in SQL.
///
/// A statement may find more than what is asked for, never less: every row is judged again by poi's own rules.
struct TagCondition {
  let table: PlaceTable

  /// Which rows to err on the side of, where SQL cannot say it exactly.
  private enum Side {
    case more, fewer

    var other: Side { self == .more ? .fewer : .more }
    /// What stands for a condition that SQL cannot say.
    var unknown: String { self == .more ? "TRUE" : "FALSE" }
  }

  /// What every place meets that meets the expression, and others may.
  func sql(_ expression: TagExpression, in statement: inout SQLStatement) -> String {
    sql(expression, .more, &statement)
  }

  /// What every place meets whose tags include this one.
  func sql(_ tag: PlaceFilter.Tag, in statement: inout SQLStatement) -> String {
    guard let value = tag.value else { return "\(table.value(of: tag.key, in: &statement)) IS NOT NULL" }
    // An empty value has no parts to compare.
    return value.isEmpty
      ? "\(table.value(of: tag.key, in: &statement)) IS NOT NULL"
      : listed(tag.key, [value], &statement)
  }

  private func sql(_ expression: TagExpression, _ side: Side, _ statement: inout SQLStatement) -> String {
    switch expression {
    case .tag(let key, let values): return listed(key, values, &statement)
    case .exactly(let key, let values):
      return "\(table.value(of: key, in: &statement)) = ANY(\(statement.parameter(values)))"
    case .has(let key): return "\(table.value(of: key, in: &statement)) <> \(statement.parameter("no"))"
    case .atLeast(let key, _):
      return side == .more ? "\(table.value(of: key, in: &statement)) IS NOT NULL" : side.unknown
    case .gone:
      // Prefixes and names are judged afterwards.
      return side == .more ? side.unknown : surelyGone(&statement)
    case .any(let parts): return joined(parts, " OR ", "FALSE", side, &statement)
    case .all(let parts): return joined(parts, " AND ", "TRUE", side, &statement)
    case .not(let part): return "(\(sql(part, side.other, &statement))) IS NOT TRUE"
    }
  }

  /// Whether a value, or a part of one that is a list, is among some.
  private func listed(_ key: String, _ values: [String], _ statement: inout SQLStatement) -> String {
    let value = table.value(of: key, in: &statement)
    let wanted = statement.parameter(values)
    return """
      (\(value) = ANY(\(wanted)) OR strpos(\(value), ';') > 0 \
      AND regexp_split_to_array(btrim(\(value)), ' *; *') && \(wanted))
      """
  }

  private func surelyGone(_ statement: inout SQLStatement) -> String {
    var conditions: [String] = []
    for key in Lifecycle.plainKeys {
      conditions.append("\(table.value(of: key, in: &statement)) <> \(statement.parameter("no"))")
    }
    let hours = table.value(of: "opening_hours", in: &statement)
    conditions.append("\(hours) = ANY(\(statement.parameter(Lifecycle.closed)))")
    return "(\(conditions.joined(separator: " OR ")))"
  }

  private func joined(
    _ parts: [TagExpression], _ word: String, _ none: String, _ side: Side, _ statement: inout SQLStatement
  ) -> String {
    guard !parts.isEmpty else { return none }
    var conditions: [String] = []
    for part in parts { conditions.append(sql(part, side, &statement)) }
    return conditions.count == 1 ? conditions[0] : "(\(conditions.joined(separator: word)))"
  }
}

extension TagCondition {
  /// What every element meets that is a place by `OSMSelection`, and others may: what is selected by default, and what
  /// has one of the tags that categories ask for.
  func selection(in statement: inout SQLStatement) -> String {
    var conditions = [sql(.defaultSelection, in: &statement)]
    for (key, values) in OSMSelection.shared.keys.sorted(by: { $0.key < $1.key }) where key != "name" {
      if let values {
        conditions.append(listed(key, values.sorted(), &statement))
      } else {
        conditions.append("\(table.value(of: key, in: &statement)) IS NOT NULL")
      }
    }
    return "(\(conditions.joined(separator: " OR ")))"
  }
}
