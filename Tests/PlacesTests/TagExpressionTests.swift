import Testing

@testable import Places

@Suite struct TagExpressionTests {
  @Test(
    "an expression matches tags",
    arguments: [
      (.tag("amenity", "fuel"), ["amenity": "fuel"], true),
      (.tag("amenity", "fuel"), ["disused:amenity": "fuel"], false),
      (.tag("amenity", "cafe", "bar"), ["amenity": "bar"], true),
      (.tag("amenity", "bar"), ["amenity": "barber"], false),
      (.tag("cuisine", "kebab"), ["cuisine": "pizza;kebab"], true),
      (.tag("cuisine", "pizza"), ["cuisine": " pizza ; kebab"], true),
      (.tag("cuisine", "deep pan"), ["cuisine": "deep pan; kebab"], true),
      (.tag("cuisine", "pizza"), ["cuisine": ";;"], false),
      (.tag("amenity"), ["amenity": "bar"], false),
      (.has(key: "shop"), ["shop": "yes"], true),
      (.has(key: "shop"), ["shop": "no"], false),
      (.has(key: "shop"), [:], false),
      (.exactly(key: "a", values: ["1"]), ["a": "1"], true),
      (.exactly(key: "a", values: ["1"]), ["a": "1;2"], false),
      (.exactly(key: "a", values: ["1"]), [:], false),
      (.atLeast(key: "beds", number: 2), ["beds": "2"], true),
      (.atLeast(key: "beds", number: 2), ["beds": "12.5 m"], true),
      (.atLeast(key: "beds", number: 2), ["beds": "1"], false),
      (.atLeast(key: "beds", number: 2), ["beds": "many"], false),
      (.atLeast(key: "beds", number: 2), [:], false),
      (.any(.tag("a", "1"), .tag("b", "1")), ["b": "1"], true),
      (.any(), [:], false),
      (.all(.tag("a", "1"), .tag("b", "1")), ["b": "1"], false),
      (.all(.tag("a", "1"), .not(.tag("b", "1"))), ["a": "1", "b": "2"], true),
      (.all(), [:], true),
      (.not(.tag("a", "1")), [:], true),
    ] as [(TagExpression, [String: String], Bool)])
  func matches(expression: TagExpression, tags: [String: String], isMatch: Bool) {
    #expect(expression.matches(tags) == isMatch)
  }

  @Test(
    "an expression reads like a sentence",
    arguments: [
      (.tag("amenity", "bar", "pub"), "amenity=bar|pub"),
      (.has(key: "shop"), "shop=*"),
      (.any(.tag("a", "1"), .has(key: "b")), "a=1 or b=*"),
      (.exactly(key: "opening_hours", values: ["closed", "off"]), "opening_hours==closed|off"),
      (.atLeast(key: "beds", number: 2), "beds>=2"), (.atLeast(key: "beds", number: 1.5), "beds>=1.5"),
      (.all(.tag("a", "1"), .not(.gone)), "a=1, but not gone"),
      (.all(.tag("a", "1"), .tag("b", "2")), "a=1 and b=2"),
      (.all(.any(.tag("a", "1"), .tag("b", "2")), .tag("c", "3")), "(a=1 or b=2) and c=3"),
      (.any(.all(.tag("a", "1"), .tag("b", "2")), .tag("c", "3")), "(a=1 and b=2) or c=3"),
      (
        .all(.any(.tag("a", "1"), .tag("b", "2")), .not(.tag("access", "private", "no"))),
        "a=1 or b=2, but not access=private|no"
      ),
      (.any(.tag("c", "3"), .all(.tag("a", "1"), .not(.tag("b", "2")))), "c=3 or (a=1, but not b=2)"),
      (.all(.tag("c", "3"), .not(.any(.tag("a", "1"), .tag("b", "2")))), "c=3, but not a=1 or b=2"),
      (
        .all(.tag("d", "4"), .not(.all(.tag("a", "1"), .not(.tag("b", "2"))))),
        "d=4, but not (a=1, but not b=2)"
      ),
      (.all(.not(.tag("a", "1")), .not(.tag("b", "2"))), "not a=1 and not b=2"),
      (.not(.any(.tag("a", "1"), .tag("b", "2"))), "not (a=1 or b=2)"),
      (.any(.any(.tag("a", "1")), .tag("b", "2")), "a=1 or b=2"),
      (.any(), "nothing"),
      (.all(), "anything"),
    ] as [(TagExpression, String)])
  func description(expression: TagExpression, text: String) {
    #expect(String(describing: expression) == text)
  }

  @Test(
    "decides by known keys alone where it can",
    arguments: [
      (.tag("a", "1"), ["a": "1"], true), (.tag("a", "1"), ["a": "2"], false), (.tag("a", "1"), [:], false),
      (.tag("z", "1"), [:], nil), (.tag("z", "1"), ["z": "2"], false), (.not(.tag("z", "1")), [:], nil),
      (.any(.tag("a", "1"), .has(key: "z")), ["a": "1"], true),
      (.any(.tag("a", "1"), .has(key: "z")), [:], nil),
      (.all(.tag("a", "1"), .has(key: "z")), ["a": "1"], nil),
      (.all(.tag("a", "1"), .has(key: "z")), [:], false), (.gone, [:], nil),
      (.gone, ["disused": "yes"], true),
      (.exactly(key: "z", values: ["1"]), [:], nil), (.atLeast(key: "z", number: 1), [:], nil),
    ] as [(TagExpression, [String: String], Bool?)])
  func partlyKnown(expression: TagExpression, tags: [String: String], truth: Bool?) {
    #expect(expression.truth(of: tags) { $0 == "a" } == truth)
  }
}
