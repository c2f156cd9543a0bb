import Geography

extension Double {
  /// Degrees as written, or, if they have the noise of a computation, with seven decimals: a centimetre.
  package var withoutNoise: Double {
    // Nobody measures a tenth of a millimetre.
    let written = (self * 1e9).rounded() / 1e9
    return written == self || !isFinite ? self : (self * 1e7).rounded() / 1e7
  }

  /// The number without an exponent, as XML Schema's `decimal` and `geo:` URIs have it; must be finite.
  var decimal: String {
    let text = "\(self)"
    guard text.utf8.contains(UInt8(ascii: "e")) else { return text }
    let parts = "\(magnitude)".split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return text }
    let digits = parts[0].filter { $0 != "." }
    let wholeDigits = 1 + exponent
    let written =
      wholeDigits > 0
      ? digits + String(repeating: "0", count: max(0, wholeDigits - digits.count))
      : "0." + String(repeating: "0", count: -wholeDigits) + digits
    return self < 0 ? "-" + written : written
  }

  /// A millimetre, a metre per hour, or a hundred-thousandth of a turn is precise enough.
  var toThousandth: Double {
    let thousandths = (self * 1000).rounded()
    return thousandths.isFinite ? thousandths / 1000 : self
  }
}

extension Bearing {
  /// Degrees to a thousandth; just west of north rounds to 0, since 360 is not a direction.
  var thousandth: Double {
    let rounded = degrees.toThousandth
    return rounded == 360 ? 0 : rounded
  }
}

extension Coordinate {
  /// The same position without meaningless decimals.
  var withoutNoise: Coordinate {
    Coordinate(latitude: latitude.withoutNoise, longitude: longitude.withoutNoise)
  }
}
