/// poi's own words for tags whose value says little, or something else, by itself.
///
/// Words have underscores, as in JSON; people see them with spaces. A value that is not here is its own word.
enum MainCategoryWords {
  /// The word for a tag of a place.
  ///
  /// - Parameter value: the first of the tag's values, or the key itself if the tag says only `yes`.
  static func word(for key: String, _ value: String, in tags: [String: String]) -> String {
    for detail in details["\(key)=\(value)"] ?? [] {
      let parts = tags[detail.key].map(TagExpression.parts) ?? []
      if let word = parts.lazy.compactMap({ detail.words[String($0)] }).first { return word }
    }
    return words[key]?[value] ?? value
  }

  /// The word for a place without any of `Category.featureKeys`, and its key.
  static func wordWithoutFeature(in tags: [String: String]) -> (key: String?, word: String)? {
    for (key, word) in [("piste:type", "ski_run"), ("ford", "ford"), ("attraction", "ride")] {
      if let value = tags[key], value != "no" { return (key, word) }
    }
    return nil
  }

  private typealias Detail = (key: String, words: [String: String])

  /// By the main tag: the keys that say more, the most telling first.
  private static let details: [String: [Detail]] = [
    "tourism=information": [
      (
        "information",
        [
          "guidepost": "guidepost", "route_marker": "route_marker", "trail_blaze": "route_marker",
          "board": "information_board", "map": "map_board", "tactile_map": "tactile_map",
          "tactile_model": "tactile_model", "terminal": "information_terminal", "audioguide": "audio_guide",
          "office": "tourist_information", "visitor_centre": "visitor_centre", "trailhead": "trailhead",
          "citymap": "map_board", "history": "information_board", "nature": "information_board",
        ]
      ),
      ("building", ["yes": "tourist_information"]),
    ],
    "amenity=place_of_worship": [
      ("building", ["chapel": "chapel", "cathedral": "cathedral"]),
      (
        "religion",
        [
          "christian": "church", "muslim": "mosque", "jewish": "synagogue", "buddhist": "temple",
          "hindu": "temple", "sikh": "temple", "taoist": "temple", "jain": "temple", "shinto": "shrine",
        ]
      ),
    ],
    "amenity=shelter": [
      (
        "shelter_type",
        [
          "basic_hut": "hut", "bothy": "hut", "hut": "hut", "cabin": "hut", "refuge": "hut",
          "lean_to": "lean-to", "public_transport": "bus_shelter", "picnic_shelter": "picnic_shelter",
          "weather_shelter": "weather_shelter", "rock_shelter": "rock_shelter", "gazebo": "gazebo",
          "pavilion": "pavilion", "wildlife_hide": "wildlife_hide",
        ]
      )
    ],
    "amenity=vending_machine": [
      (
        "vending",
        [
          "public_transport_tickets": "ticket_machine", "parking_tickets": "parking_ticket_machine",
          "excrement_bags": "dog_bag_dispenser", "cigarettes": "cigarette_machine",
          "drinks": "drinks_machine", "sweets": "sweets_machine", "food": "food_machine",
          "coffee": "coffee_machine", "newspapers": "newspaper_machine", "stamps": "stamp_machine",
          "condoms": "condom_machine", "parcel_pickup": "parcel_locker", "parcel_mail_in": "parcel_locker",
          "bicycle_tube": "bicycle_tube_machine", "toll": "toll_machine",
        ]
      )
    ],
    "amenity=recycling": [
      ("recycling_type", ["centre": "recycling_centre", "container": "recycling_point"])
    ],
    "man_made=tower": [("tower:type", kindsOfTowers)],
    "man_made=mast": [
      (
        "tower:type",
        ["communication": "radio_mast", "lighting": "lighting_mast", "monitoring": "measuring_mast"]
      )
    ],
    "railway=station": [
      (
        "station",
        [
          "subway": "subway_station", "light_rail": "light_rail_station", "monorail": "monorail_station",
          "funicular": "funicular_station", "miniature": "miniature_railway_station",
        ]
      ),
      ("subway", ["yes": "subway_station"]),
    ],
    "leisure=pitch": [
      (
        "sport",
        [
          "soccer": "football_pitch", "tennis": "tennis_court", "basketball": "basketball_court",
          "beachvolleyball": "beach_volleyball_court", "volleyball": "volleyball_court",
          "table_tennis": "table_tennis_table", "skateboard": "skate_park", "boules": "boules_pitch",
          "petanque": "boules_pitch", "baseball": "baseball_field", "american_football": "football_field",
        ]
      )
    ],
    "historic=memorial": [
      (
        "memorial",
        [
          "plaque": "memorial_plaque", "statue": "statue", "stone": "memorial_stone",
          "war_memorial": "war_memorial", "stolperstein": "stumbling_stone", "ghost_bike": "ghost_bike",
          "bench": "memorial_bench", "cross": "memorial_cross",
        ]
      )
    ],
    "tourism=artwork": [
      (
        "artwork_type",
        [
          "statue": "statue", "sculpture": "sculpture", "mural": "mural", "fountain": "artistic_fountain",
          "graffiti": "graffiti", "mosaic": "mosaic", "relief": "relief",
        ]
      )
    ],
    "natural=water": [
      (
        "water",
        [
          "lake": "lake", "pond": "pond", "reservoir": "reservoir", "basin": "basin", "river": "river",
          "canal": "canal", "lagoon": "lagoon", "stream_pool": "stream_pool", "oxbow": "oxbow_lake",
        ]
      )
    ],
    "power=plant": [
      (
        "plant:source",
        [
          "hydro": "hydroelectric_plant", "solar": "solar_plant", "wind": "wind_farm",
          "nuclear": "nuclear_plant",
        ]
      )
    ],
    "power=generator": [("generator:source", ["wind": "wind_turbine", "solar": "solar_panels"])],
  ]

  private static let kindsOfTowers = [
    "communication": "radio_tower", "observation": "observation_tower", "bell_tower": "bell_tower",
    "watchtower": "watchtower", "cooling": "cooling_tower", "lighting": "lighting_tower",
    "defensive": "defensive_tower", "minaret": "minaret", "radar": "radar_tower", "clock": "clock_tower",
    "siren": "siren", "climbing": "climbing_tower",
  ]

  /// By key, and then by value.
  private static let words: [String: [String: String]] = [
    "amenity": [
      "bbq": "barbecue", "biergarten": "beer_garden",
      "courthouse": "court", "device_charging_station": "phone_charging", "doctors": "doctor",
      "grave_yard": "graveyard", "life_ring": "lifebuoy", "marketplace": "market",
      "sanitary_dump_station": "dump_station",
      "townhall": "town_hall", "veterinary": "vet", "waste_basket": "waste_bin",
      // A tap whose water is not for drinking.
      "water_tap": "tap_not_for_drinking",
    ],
    "shop": [
      "alcohol": "off-licence", "antiques": "antique_shop", "appliance": "household_appliance_shop",
      "art": "art_shop", "baby_goods": "baby_shop", "bag": "bag_shop", "beauty": "beauty_salon",
      "bed": "bed_shop", "beverages": "drinks_shop", "bicycle": "bicycle_shop", "boat": "boat_shop",
      "books": "bookshop", "camera": "camera_shop", "candles": "candle_shop", "car": "car_dealer",
      "carpet": "carpet_shop", "charity": "charity_shop", "cheese": "cheese_shop",
      "chocolate": "chocolate_shop", "clothes": "clothes_shop", "coffee": "coffee_shop",
      "computer": "computer_shop", "confectionery": "sweet_shop", "convenience": "convenience_store",
      "copyshop": "copy_shop", "cosmetics": "cosmetics_shop", "craft": "craft_shop",
      "curtain": "curtain_shop",
      "dairy": "dairy_shop", "deli": "delicatessen", "doityourself": "hardware_store",
      "dry_cleaning": "dry_cleaner", "e-cigarette": "e-cigarette_shop", "electrical": "electrical_shop",
      "electronics": "electronics_shop", "erotic": "erotic_shop", "fabric": "fabric_shop",
      "farm": "farm_shop",
      "fashion_accessories": "fashion_accessory_shop", "fishing": "fishing_shop", "fur": "fur_shop",
      "furniture": "furniture_shop", "games": "game_shop", "gas": "gas_bottles", "general": "general_store",
      "gift": "gift_shop", "handicraft": "handicraft_shop", "hardware": "hardware_store", "hat": "hat_shop",
      "hats": "hat_shop", "health_food": "health_food_shop", "hearing_aids": "hearing_aid_shop",
      "hifi": "hi-fi_shop", "houseware": "household_shop", "interior_decoration": "home_decoration_shop",
      "jewelry": "jeweller", "kitchen": "kitchen_shop", "leather": "leather_shop",
      "lottery": "lottery_shop", "mall": "shopping_centre",
      "medical_supply": "medical_supply_shop", "mobile_phone": "mobile_phone_shop",
      "motorcycle": "motorcycle_shop", "music": "music_shop", "musical_instrument": "musical_instrument_shop",
      "nails": "nail_salon", "nutrition_supplements": "food_supplement_shop", "outdoor": "outdoor_shop",
      "outpost": "pickup_point", "paint": "paint_shop", "party": "party_shop", "pastry": "pastry_shop",
      "pet": "pet_shop", "pet_grooming": "pet_groomer", "photo": "photo_shop",
      "records": "record_shop", "rental": "rental_shop", "scuba_diving": "dive_shop",
      "seafood": "fishmonger", "second_hand": "second-hand_shop", "sewing": "sewing_shop",
      "shoes": "shoe_shop", "ski": "ski_shop", "souvenirs": "souvenir_shop", "sports": "sports_shop",
      "tattoo": "tattoo_studio", "tea": "tea_shop", "ticket": "ticket_shop", "tobacco": "tobacconist",
      "toys": "toy_shop", "trade": "trade_supplier", "tyres": "tyre_shop", "vacant": "vacant_shop",
      "video": "video_shop", "video_games": "video_game_shop",
      "watches": "watch_shop", "wholesale": "wholesaler", "wine": "wine_shop", "wool": "wool_shop",
    ],
    "tourism": [
      "apartment": "holiday_flat", "chalet": "holiday_home", "information": "information_point",
      "tourism": "tourist_place",
    ],
    "leisure": [
      "adult_gaming_centre": "gambling_hall", "common": "common_land", "dance": "dance_hall",
      "fitness_station": "outdoor_gym", "leisure": "leisure_facility", "track": "sports_track",
    ],
    "historic": [
      "aircraft": "historic_aircraft", "building": "historic_building", "church": "historic_church",
      "farm": "historic_farm", "historic": "historic_place", "house": "historic_house",
      "mine": "historic_mine", "ship": "historic_ship", "tank": "historic_tank",
    ],
    "natural": ["stone": "boulder", "water": "body_of_water"],
    "man_made": [
      "petroleum_well": "oil_well", "surveillance": "surveillance_camera",
      "wastewater_plant": "sewage_works", "water_well": "well", "water_works": "waterworks",
      "works": "factory",
    ],
    "emergency": ["emergency": "emergency_service", "life_ring": "lifebuoy", "phone": "emergency_phone"],
    "office": [
      "administrative": "administration", "diplomatic": "embassy", "employment_agency": "job_centre",
      "financial": "financial_office", "government": "government_office", "insurance": "insurance_office",
      "it": "IT_company", "ngo": "non-profit_organisation", "quango": "public_agency",
      "telecommunication": "telecommunication_office", "travel_agent": "travel_agency",
    ],
    "craft": ["craft": "workshop"],
    "healthcare": [
      "alternative": "alternative_practitioner", "centre": "health_centre", "healthcare": "health_facility",
      "laboratory": "medical_laboratory",
    ],
    "railway": [
      "abandoned": "abandoned_railway", "construction": "railway_construction", "disused": "disused_railway",
      "halt": "railway_halt", "light_rail": "light_rail_line", "platform": "railway_platform",
      "rail": "railway_line", "razed": "former_railway", "station": "train_station",
      "stop": "train_stop_position", "subway": "subway_line", "switch": "railway_switch",
      "tram": "tram_line", "yard": "railway_yard",
    ],
    "aerialway": [
      "goods": "goods_lift", "platter": "drag_lift", "pylon": "lift_pylon",
      "station": "lift_station", "t-bar": "drag_lift", "j-bar": "drag_lift",
    ],
    "aeroway": ["gate": "airport_gate", "terminal": "airport_terminal"],
    "highway": [
      "construction": "road_construction", "crossing": "pedestrian_crossing", "elevator": "lift",
      "footway": "footpath", "living_street": "residential_street", "pedestrian": "pedestrian_street",
      "platform": "bus_platform", "primary": "main_road", "residential": "residential_street",
      "secondary": "main_road", "service": "service_road", "services": "motorway_services",
      "stop": "stop_sign", "tertiary": "road", "trunk": "main_road", "unclassified": "road",
    ],
    "public_transport": ["station": "public_transport_station"],
    "waterway": ["fuel": "boat_fuel", "riverbank": "river"],
    "power": ["line": "power_line", "plant": "power_station", "pole": "power_pole", "tower": "power_pylon"],
    "telecom": ["exchange": "telephone_exchange"],
    "military": [
      "airfield": "military_airfield", "base": "military_base", "military": "military_site",
      "office": "military_office", "range": "military_range",
    ],
    "barrier": ["block": "road_block", "entrance": "gap_in_barrier"],
    "landuse": [
      "commercial": "commercial_area", "construction": "building_site", "industrial": "industrial_area",
      "military": "military_area", "railway": "railway_land", "residential": "residential_area",
      "retail": "shopping_area",
    ],
    "boundary": ["administrative": "administrative_area", "boundary": "area"],
    "building": [
      "apartments": "block_of_flats", "civic": "public_building", "commercial": "commercial_building",
      "construction": "building_site", "hospital": "hospital_building", "hotel": "hotel_building",
      "hut": "small_building", "industrial": "industrial_building", "kindergarten": "kindergarten_building",
      "kiosk": "kiosk_building", "office": "office_building", "public": "public_building",
      "residential": "residential_building", "retail": "shop_building", "school": "school_building",
      "service": "service_building", "train_station": "station_building", "university": "university_building",
    ],
  ]
}
