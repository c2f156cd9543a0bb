/// The pictures that receivers have for waypoints, by the names that Garmin gave them.
enum GarminSymbol {
  /// The symbol for the first of the words that has one.
  static func name(of words: [String?]) -> String {
    words.lazy.compactMap { $0.flatMap { names[$0] } }.first ?? "Waypoint"
  }

  private static let names = [
    "aerodrome": "Airport", "alpine_hut": "Lodging", "apartment": "Lodging", "artwork": "Scenic Area",
    "atm": "Bank", "attraction": "Scenic Area", "bank": "Bank", "bar": "Bar", "beach": "Beach",
    "bicycle_parking": "Bike Trail", "bicycle_rental": "Bike Trail", "biergarten": "Bar", "bridge": "Bridge",
    "bus_station": "Ground Transportation", "bus_stop": "Ground Transportation", "cafe": "Restaurant",
    "camp_site": "Campground", "car_rental": "Car Rental", "car_repair": "Car Repair",
    "caravan_site": "RV Park", "cemetery": "Cemetery", "chalet": "Lodging", "cinema": "Movie Theater",
    "clinic": "Medical Facility", "convenience": "Convenience Store", "dam": "Dam",
    "department_store": "Department Store", "doctors": "Medical Facility", "drinking_water": "Drinking Water",
    "fast_food": "Fast Food", "fitness_centre": "Fitness Center", "fuel": "Gas Station",
    "golf_course": "Golf Course", "grave_yard": "Cemetery", "guest_house": "Lodging",
    "halt": "Ground Transportation", "hospital": "Medical Facility", "hostel": "Lodging", "hotel": "Lodging",
    "information": "Information", "library": "Library", "lighthouse": "Light", "mall": "Shopping Center",
    "marina": "Marina", "mine": "Mine", "motel": "Lodging", "museum": "Museum", "park": "Park",
    "parking": "Parking Area", "peak": "Summit", "pharmacy": "Pharmacy", "picnic_site": "Picnic Area",
    "picnic_table": "Picnic Area", "place_of_worship": "Church", "police": "Police Station",
    "post_office": "Post Office", "pub": "Bar", "restaurant": "Restaurant", "school": "School",
    "shower": "Shower", "slipway": "Boat Ramp", "spring": "Drinking Water", "stadium": "Stadium",
    "station": "Ground Transportation", "subway_entrance": "Ground Transportation",
    "supermarket": "Shopping Center", "swimming_area": "Swimming Area", "swimming_pool": "Swimming Area",
    "telephone": "Telephone", "theatre": "Live Theater", "toilets": "Restroom", "tower": "Tall Tower",
    "townhall": "City Hall", "tram_stop": "Ground Transportation", "viewpoint": "Scenic Area",
    "water_point": "Drinking Water", "water_tap": "Drinking Water", "wilderness_hut": "Lodging",
    "zoo": "Zoo",
  ]
}
