import Places

/// Conditions on tags in SQL.
///
/// A statement may find more than the query asks for, never less: poi applies its own rules to every row.
struct TagCondition {
  let table: PlaceTable

  /// Which way to err if SQL cannot express a condition exactly.
  private enum Side {
    case more, fewer

    var other: Side { self == .more ? .fewer : .more }
    /// What replaces a condition that SQL cannot express.
    var unknown: String { self == .more ? "TRUE" : "FALSE" }
  }

  /// A condition that holds for every place that the expression accepts, and perhaps for others.
  func sql(_ expression: TagExpression, in statement: inout SQLStatement) -> String {
    sql(expression, .more, &statement)
  }

  /// A condition that holds for every place with this tag.
  func sql(_ tag: PlaceFilter.Tag, in statement: inout SQLStatement) -> String {
    // An empty value has no parts to compare.
    tag.values.isEmpty || tag.values.contains("")
      ? "\(table.value(of: tag.key, in: &statement)) IS NOT NULL" : listed(tag.key, tag.values, &statement)
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
      // poi checks prefixes and names afterwards.
      return side == .more ? side.unknown : surelyGone(&statement)
    case .named(let beginnings):
      guard side == .more else { return side.unknown }
      return NearestPlacesSQL.name(beginnings, table, in: &statement)
    case .any(let parts): return joined(parts, " OR ", "FALSE", side, &statement)
    case .all(let parts): return joined(parts, " AND ", "TRUE", side, &statement)
    case .not(let part): return "(\(sql(part, side.other, &statement))) IS NOT TRUE"
    }
  }

  /// Whether a value, or a part of a list value, is among these.
  private func listed(_ key: String, _ values: [String], _ statement: inout SQLStatement) -> String {
    let value = table.value(of: key, in: &statement)
    let wanted = statement.parameter(values)
    return """
      (\(value) = ANY(\(wanted)) OR strpos(\(value), ';') > 0 \
      AND regexp_split_to_array(btrim(\(value)), ' *; *') && \(wanted))
      """
  }

  private func surelyGone(_ statement: inout SQLStatement) -> String {
    var conditions = Lifecycle.plainKeys.map {
      "\(table.value(of: $0, in: &statement)) <> \(statement.parameter("no"))"
    }
    let hours = table.value(of: "opening_hours", in: &statement)
    conditions.append("\(hours) = ANY(\(statement.parameter(Lifecycle.closed)))")
    return "(\(conditions.joined(separator: " OR ")))"
  }

  private func joined(
    _ parts: [TagExpression], _ word: String, _ none: String, _ side: Side, _ statement: inout SQLStatement
  ) -> String {
    guard !parts.isEmpty else { return none }
    let conditions = parts.map { sql($0, side, &statement) }
    return conditions.count == 1 ? conditions[0] : "(\(conditions.joined(separator: word)))"
  }

  /// A condition that holds for every place by `OSMPlaceRule`, and perhaps for others: for what is selected
  /// by default, and for what has a tag that categories ask for.
  func selection(in statement: inout SQLStatement) -> String {
    var conditions = [sql(.defaultPlaces, in: &statement)]
    for (key, values) in OSMPlaceRule.shared.keys.sorted(by: { $0.key < $1.key }) where key != "name" {
      if let values {
        conditions.append(listed(key, values.sorted(), &statement))
      } else {
        conditions.append("\(table.value(of: key, in: &statement)) IS NOT NULL")
      }
    }
    return "(\(conditions.joined(separator: " OR ")))"
  }
}
