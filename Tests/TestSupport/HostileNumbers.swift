/// Texts in places of numbers and positions that no computation may trust.
public let hostileNumbers = [
  "1e308", "-1e308", "1e20", "-1e20", "nan", "inf", "-inf", "9223372036854775807", "-9223372036854775808",
  "100000000000000000000", "1e-320", "0", "-0", "", String(repeating: "9", count: 400),
  "0." + String(repeating: "9", count: 400),
  "٣", "1e308km", "9223372036854775807m", "9223372036854775807w", "9223372036854775807GB", "1e20:59min/km",
  "9223372036854775807:59/km", "9999-12-31T23:59:59-23:59", "0000-01-01T00:00:00+23:59", "0000-01-01 00:00",
]

/// The largest digits of Plus Codes.
private func largest(_ count: Int) -> String { String(repeating: "X", count: count) }

/// Positions in each notation with numbers beyond its own.
public let hostilePositions =
  [
    "FFFFFFFF+", "X2X2X2X2+XX", "\(largest(8))+\(largest(7))", "XX000000+", "X2+ 60,24",
    "\(largest(4))+XX 89.99999,179.99999", "22+22 -90,-180",
  ]
  + [
    "RR99xx99", "AA00aa00aa00", "60ZZZ9999999999", "01CAA0000000000", "ZZZ0000000000", "32n 900000 10000000",
  ]
  + ["1s 100000 0", "n 99999999 99999999", "n 1300000 1300000", "90°59'59.999999999\"N 180°59'59\"E"]
  + hostileNumbers.flatMap {
    [
      "\($0),\($0)", "geo:\($0),\($0)", "geo:1,1;u=\($0)", "\($0)N \($0)E", "32n \($0) \($0)",
      "\($0)°\($0)'N 0°E",
    ]
  }
