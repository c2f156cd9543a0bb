import Places

/// The kinds of places that share a colour, which is that of their symbols on the page of `poi serve`; but health is not
/// red, which on a terminal means that something is wrong.
enum PlaceFamily: UInt32, CaseIterable {
  case water = 0x1268B3, transit = 0x245A9C, wheels = 0x0D7A52, health = 0x00767A, food = 0xB3470B
  case cafe = 0x8A4B1F, drink = 0x8F3A6B, shop = 0x8B3FA8, sleep = 0x5B3FB0, money = 0x4D6B1F
  case post = 0x8A6100, nature = 0x2C7A3A, history = 0x6B5344, sight = 0x7A4E00, other = 0x4A5A66

  /// `0xRRGGBB`.
  var colour: UInt32 { rawValue }

  /// The same as a file of SVG has it, dark enough for white numbers.
  var hex: String {
    let digits = String(colour, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The family of a category, such as `fast_food`.
  init(of category: String?) {
    let word = Array((category ?? "").utf8)
    self = Self.fragments.first { $0.texts.contains { $0.isPart(of: word) } }?.family ?? .other
  }

  /// Bytes of a word: each row of a list looks for all of them, and texts would take a hundred times as long.
  private struct Fragment {
    let bytes: [UInt8]
    let isBeginning: Bool

    init(_ text: Substring) {
      isBeginning = text.hasPrefix("^")
      bytes = Array((isBeginning ? text.dropFirst() : text).utf8)
    }

    func isPart(of word: [UInt8]) -> Bool {
      if isBeginning { return word.starts(with: bytes) }
      return word.indices.contains { word[$0] == bytes[0] && word[$0...].starts(with: bytes) }
    }
  }

  /// What categories have in their words; the first family that fits counts, and `^` is the beginning of a word.
  private static let fragments: [(family: PlaceFamily, texts: [Fragment])] = [
    (.other, "business_park building ^company fuel petrol"),
    (.water, "toilet shower"),
    (.wheels, "charging cycle"),
    (.transit, "parking car_park rest_area"),
    (.post, "post_ parcel"),
    (.health, "pharmac hospital clinic doctor dentist ^vet health optician defibrillator first_aid chemist"),
    (.transit, "bus_ tram train railway subway metro ferry taxi platform ^halt airport aerodrome cable_car"),
    (.transit, "^station"),
    (.cafe, "cafe coffee tea_ ice_cream bakery pastry confection"),
    (.drink, "^bar pub nightclub beer brewery winery wine distillery"),
    (.food, "restaurant food pizz kebab burger sushi takeaway canteen"),
    (.sleep, "hotel hostel motel guest_house camp caravan hut chalet holiday shelter bed_and apartment"),
    (.money, "^atm bank exchange bureau_de_change"),
    (.history, "school universit college kindergarten childcare library education"),
    (.history, "church chapel cathedral monastery"),
    (.nature, "sport pitch fitness gym swimming stadium tennis golf bowling climbing ice_rink sauna track"),
    (.shop, "shop supermarket store market kiosk mall hairdress groc convenience butcher jewel beauty"),
    (.shop, "florist laundry shoes clothes"),
    (.water, "water fountain spring ^well ^lake ^river ^stream beach pool"),
    (.nature, "park garden wood forest nature playground tree meadow picnic firepit"),
    (.history, "peak pass viewpoint hill saddle ridge volcano cave cliff glacier"),
    (.sight, "museum monument memorial castle attraction art sculpture statue gallery theatre cinema"),
    (.sight, "tower ruin zoo historic worship mosque synagogue temple"),
  ].map { ($0, $1.split(separator: " ").map(Fragment.init)) }
}

extension PointOfInterest {
  /// The colour of what it is.
  var style: TerminalStyle { .family(PlaceFamily(of: mainCategory)) }
}
