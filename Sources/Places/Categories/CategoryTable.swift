// To add a category, add one entry to the group it belongs to, and its words to the files of Sources/Words.

extension Category {
  /// Every category, by its word.
  public static let all: [Category] = [
    water, food, groceries, shops, sleep, health, motoring, cycling, transit, boating, outdoors, sights,
    culture, leisure, learning, money, services, safety, radio, waste, settlements,
  ]
  .flatMap { $0 }.sorted { $0.word < $1.word }

  // MARK: Water and washing

  private static let water: [Category] = [
    Category(
      "water",
      "drinking water: taps, fountains, springs, wells, and places that give water",
      .amenity("drinking_water", "water_point"), .tag("drinking_water", "yes"),
      .manMade("water_tap", "water_well", "drinking_fountain"), .natural("spring"),
      .tag("fountain", "drinking", "bubbler", "bottle_refill"), .tag("waterway", "water_point"),
      .tag("seamark:small_craft_facility:category", "water_tap"),
      except: [
        .tag("drinking_water", "no"), .tag("drinkable", "no"), .tag("operational_status", "broken", "closed"),
        .tag("pump:status", "broken", "missing_beam"),
      ],
      caveats: [
        .potabilityUnknown, .untested, .customersOnly,
        .init("seasonal", .any(.tag("seasonal", "yes", "spring", "summer"), .tag("intermittent", "yes"))),
      ]),
    Category(
      "spring", "springs, whether or not the water is drinkable",
      .natural("spring", "hot_spring", "geyser")),
    Category(
      "well", "wells, whether or not the water is drinkable", .manMade("water_well"),
      caveats: [.potabilityUnknown]),
    Category(
      "fountain", "fountains, for drinking or for show",
      .amenity("fountain"), .tag("artwork_type", "fountain")),
    Category(
      "toilets",
      "toilets, including those inside other places",
      .amenity("toilets"), .tag("toilets", "yes"), .tag("building", "toilets"),
      except: [.tag("toilets:access", "private", "no")],
      caveats: [
        .init("customers only", .any(.tag("access", "customers"), .tag("toilets:access", "customers")))
      ]),
    Category(
      "shower", "showers, including those inside other places",
      .amenity("shower"), .tag("shower", "yes", "hot", "cold", "outdoor"), caveats: [.customersOnly]),
    Category(
      "laundry", "laundries and launderettes",
      .shop("laundry"), .amenity("laundry", "washing_machine"), .tag("washing_machine", "yes")),
    Category("dry cleaner", "dry cleaners", .shop("dry_cleaning"), .craft("dry_cleaner")),
  ]

  // MARK: Food and drink

  private static let food: [Category] = [
    Category(
      "food",
      "places to eat: restaurants, cafes, fast food, food courts, beer gardens",
      .amenity("restaurant", "cafe", "fast_food", "food_court", "biergarten", "canteen"),
      members: [
        "restaurant", "cafe", "fast food", "takeaway", "food court", "beer garden", "pizza", "burger",
        "kebab",
        "sushi", "vegetarian", "vegan", "vegetarian dishes", "vegan dishes",
      ]),
    Category("restaurant", "restaurants", .amenity("restaurant"), wider: "food"),
    Category("fast food", "fast food", .amenity("fast_food")),
    Category(
      "takeaway", "food to take away",
      .amenity("fast_food"), .all(.has(key: "amenity"), .tag("takeaway", "yes", "only")),
      except: [.tag("takeaway", "no")], wider: "food"),
    Category("cafe", "places for coffee, tea and light meals", .amenity("cafe")),
    Category(
      "coffee", "coffee: cafes, shops that sell it, machines",
      .amenity("cafe"), .shop("coffee"), .tag("cuisine", "coffee_shop", "coffee"),
      .tag("vending", "coffee"), members: ["cafe"]),
    Category(
      "pizza", "places that serve pizza", .tag("cuisine", "pizza", "italian_pizza"),
      .tag("vending", "pizza"), .all(.named("pizz"), .eatingPlace),
      caveats: [.onlyByName(.tag("cuisine", "pizza", "italian_pizza"), .tag("vending", "pizza"))]),
    Category("burger", "places that serve burgers", .tag("cuisine", "burger")),
    Category(
      "kebab", "places that serve kebab", .tag("cuisine", "kebab", "doner", "gyros", "shawarma"),
      .all(.named("kebab", "kebap", "kebob", "doner", "gyros", "shawarma", "shoarma"), .eatingPlace),
      caveats: [.onlyByName(.tag("cuisine", "kebab", "doner", "gyros", "shawarma"))]),
    Category("sushi", "places that serve sushi", .tag("cuisine", "sushi")),
    Category(
      "vegetarian", "places that serve only vegetarian food",
      .all(
        .eatingPlace,
        .any(
          .tag("diet:vegetarian", "only"), .tag("diet:vegan", "only"),
          .all(
            .exactly("cuisine", "vegetarian", "vegan", "vegetarian;vegan", "vegan;vegetarian"),
            .not(.tag("diet:vegetarian", "no", "limited"))))),
      members: ["vegan"], wider: "vegetarian dishes"),
    Category(
      "vegetarian dishes", "places that serve vegetarian dishes",
      .all(
        .eatingPlace,
        .any(
          .tag("diet:vegetarian", "yes", "only"), .tag("diet:vegan", "yes", "only"),
          .tag("cuisine", "vegetarian", "vegan"))),
      except: [.tag("diet:vegetarian", "no")], members: ["vegetarian", "vegan", "vegan dishes"]),
    Category(
      "vegan", "places that serve only vegan food",
      .all(
        .eatingPlace,
        .any(
          .tag("diet:vegan", "only"),
          .all(.exactly("cuisine", "vegan"), .not(.tag("diet:vegan", "yes", "no", "limited"))))),
      wider: "vegan dishes"),
    Category(
      "vegan dishes", "places that serve vegan dishes",
      .all(.eatingPlace, .any(.tag("diet:vegan", "yes", "only"), .tag("cuisine", "vegan"))),
      except: [.tag("diet:vegan", "no")], members: ["vegan"]),
    Category("bar", "bars", .amenity("bar")),
    Category("pub", "pubs", .amenity("pub")),
    Category(
      "beer garden", "beer gardens",
      .amenity("biergarten"), .tag("biergarten", "yes"), .tag("beer_garden", "yes")),
    Category(
      "ice cream", "ice cream", .amenity("ice_cream"), .shop("ice_cream"), .tag("cuisine", "ice_cream")),
    Category("food court", "food courts", .amenity("food_court")),
    Category("nightclub", "nightclubs", .amenity("nightclub")),
    Category(
      "brewery", "breweries",
      .craft("brewery"), .tag("microbrewery", "yes"), .tag("industrial", "brewery")),
    Category("winery", "wineries", .craft("winery"), .tag("industrial", "winery")),
    Category("distillery", "distilleries", .craft("distillery"), .tag("industrial", "distillery")),
    Category("vending machine", "vending machines", .amenity("vending_machine")),
  ]

  // MARK: Food shops

  private static let groceries: [Category] = [
    Category(
      "groceries", "food shops: supermarkets, corner shops, grocers, farm shops",
      .shop(
        "supermarket", "convenience", "grocery", "greengrocer", "general", "farm", "food", "health_food",
        "deli"),
      .amenity("marketplace"),
      members: [
        "supermarket", "convenience store", "greengrocer", "delicatessen", "farm shop", "health food",
        "market",
      ]),
    Category(
      "supermarket", "supermarkets", .shop("supermarket"), wider: "groceries"),
    Category(
      "convenience store", "convenience stores and corner shops",
      .shop("convenience", "general"), wider: "groceries"),
    Category("kiosk", "kiosks", .shop("kiosk", "newsagent")),
    Category("bakery", "bakeries", .shop("bakery", "pastry"), .craft("bakery")),
    Category("butcher", "butchers", .shop("butcher")),
    Category("fishmonger", "fishmongers", .shop("seafood", "fish", "fishmonger")),
    Category("greengrocer", "greengrocers", .shop("greengrocer")),
    Category("delicatessen", "delicatessens", .shop("deli", "delicatessen", "cheese")),
    Category("farm shop", "farm shops", .shop("farm")),
    Category(
      "health food", "health food and organic shops", .shop("health_food"),
      .all(.shop("supermarket", "convenience", "greengrocer"), .tag("organic", "only"))),
    Category("sweets", "sweet shops and chocolate shops", .shop("confectionery", "chocolate")),
    Category("off-licence", "shops that sell wine, beer or spirits", .shop("alcohol", "wine", "beverages")),
    Category("market", "markets", .amenity("marketplace")),
  ]

  // MARK: Other shops

  private static let shops: [Category] = [
    Category(
      "shop", "shops of any kind",
      .has(key: "shop"),
      except: [.shop("vacant", "disused", "closed")],
      members: [
        "groceries", "supermarket", "convenience store", "kiosk", "bakery", "butcher", "fishmonger",
        "greengrocer", "delicatessen", "farm shop", "health food", "sweets", "off-licence", "shopping centre",
        "department store", "hardware store", "outdoor shop", "sports shop", "fishing shop", "clothes",
        "shoes",
        "bookshop", "florist", "garden centre", "chemist", "hairdresser", "beauty salon", "optician",
        "electronics", "mobile phone shop", "copy shop", "stationery", "furniture", "jeweller", "gift shop",
        "toy shop", "music shop", "pet shop", "second-hand shop", "tobacconist", "bicycle shop", "car parts",
        "car dealer", "tyres", "chandler",
      ]),
    Category("shopping centre", "shopping centres", .shop("mall")),
    Category("department store", "department stores", .shop("department_store")),
    Category(
      "hardware store", "shops for tools, hardware and building materials",
      .shop("hardware", "doityourself", "tool_hire", "building_materials")),
    Category("outdoor shop", "shops for hiking, climbing and camping gear", .shop("outdoor", "camping")),
    Category("sports shop", "sports shops", .shop("sports", "outdoor", "ski", "golf", "scuba_diving")),
    Category("fishing shop", "shops for fishing tackle and bait", .shop("fishing")),
    Category("clothes", "clothes shops", .shop("clothes", "fashion", "boutique")),
    Category("shoes", "shoe shops", .shop("shoes")),
    Category("shoe repair", "shoe repairers", .shop("shoe_repair", "shoemaker"), .craft("shoemaker")),
    Category("tailor", "tailors and clothes repairers", .shop("tailor"), .craft("tailor", "dressmaker")),
    Category("bookshop", "bookshops", .shop("books")),
    Category("florist", "florists", .shop("florist")),
    Category("garden centre", "garden centres", .shop("garden_centre")),
    Category("chemist", "chemists, which sell no prescription medicine", .shop("chemist")),
    Category("hairdresser", "hairdressers", .shop("hairdresser", "barber")),
    Category(
      "beauty salon", "beauty salons",
      .shop("beauty", "cosmetics", "nails", "beauty_salon", "nail_salon", "nailstudio")),
    Category("optician", "opticians", .shop("optician"), .healthcare("optometrist")),
    Category(
      "electronics", "electronics shops",
      .shop("electronics", "computer", "electrical", "hifi", "radiotechnics")),
    Category(
      "mobile phone shop", "shops for mobile phones and SIM cards", .shop("mobile_phone", "telecommunication")
    ),
    Category("copy shop", "copy shops", .shop("copyshop", "printing"), .craft("printer")),
    Category("stationery", "stationers", .shop("stationery")),
    Category("furniture", "furniture shops", .shop("furniture", "bed", "kitchen")),
    Category(
      "jeweller", "jewellers", .shop("jewelry", "watches"), .craft("jeweller", "watchmaker")),
    Category("gift shop", "gift and souvenir shops", .shop("gift", "souvenirs", "souvenir")),
    Category("toy shop", "toy shops", .shop("toys")),
    Category(
      "music shop", "shops for instruments, records and sheet music",
      .shop("musical_instrument", "music", "records")),
    Category("pet shop", "pet shops", .shop("pet", "pet_food")),
    Category(
      "second-hand shop", "second-hand shops", .shop("second_hand", "charity", "antiques"),
      .all(.has(key: "shop"), .tag("second_hand", "yes", "only"))),
    Category("carpenter", "carpenters and joiners", .craft("carpenter", "joiner", "cabinet_maker")),
    Category("electrician", "electricians", .craft("electrician")),
    Category("photographer", "photographers", .craft("photographer"), .shop("photo", "photo_studio")),
    Category("plumber", "plumbers and heating engineers", .craft("plumber", "hvac", "heating_engineer")),
    Category("locksmith", "locksmiths", .shop("locksmith"), .craft("locksmith", "key_cutter")),
    Category("tobacconist", "tobacconists", .shop("tobacco"), .tag("vending", "cigarettes")),
    Category("travel agency", "travel agencies", .shop("travel_agency"), .office("travel_agent")),
    Category("gas bottles", "bottled gas for cooking", .shop("gas"), .has(key: "fuel:propane")),
  ]

  // MARK: A bed for the night

  private static let sleep: [Category] = [
    Category(
      "accommodation",
      "places to stay: hotels, hostels, guest houses, huts, flats",
      .lodging, members: ["hotel", "hostel", "guest house", "holiday flat", "hut"]),
    Category("hotel", "hotels", .tourism("hotel", "motel"), wider: "accommodation"),
    Category("hostel", "hostels", .tourism("hostel")),
    Category(
      "guest house", "guest houses",
      .tourism("guest_house"), .tag("guest_house", "bed_and_breakfast")),
    Category("holiday flat", "holiday flats and houses", .tourism("apartment", "chalet")),
    Category(
      "camp site", "camp sites",
      .tourism("camp_site"), .all(.tourism("caravan_site"), .tag("tents", "yes")),
      except: [
        .tag("tents", "no"), .tag("group_only", "yes"), .tag("scout", "yes"), .tag("access", "members"),
        .tag("permanent_camping", "only"),
      ]),
    Category(
      "caravan site",
      "overnight sites for vans and caravans",
      .tourism("caravan_site"),
      .all(
        .tourism("camp_site"),
        .any(.tag("caravans", "yes", "designated"), .tag("motorhome", "yes", "designated"))),
      except: [.tag("group_only", "yes"), .tag("permanent_camping", "only")]),
    Category(
      "dump station", "where vans and boats empty toilets and waste tanks",
      .amenity("sanitary_dump_station"), .tag("sanitary_dump_station", "yes", "customers", "public"),
      .tag("waterway", "sanitary_dump_station"), .tag("seamark:small_craft_facility:category", "pump-out")),
    Category(
      "hut", "mountain and wilderness huts to sleep in, staffed or not",
      .tourism("alpine_hut", "wilderness_hut"),
      .all(
        .amenity("shelter"),
        .any(
          .tag("shelter_type", "basic_hut", "bothy", "hut", "cabin", "refuge"),
          .all(.tag("fireplace", "yes"), .not(.has(key: "shelter_type"))),
          .atLeast(key: "beds", number: 1), .tag("bunks", "yes"))),
      .all(.tag("building", "hut", "cabin"), .tag("shelter_type", "basic_hut")),
      except: [
        .tag(
          "shelter_type", "picnic_shelter", "public_transport", "lean_to", "gazebo", "sun_shelter",
          "pavilion",
          "rock_shelter", "building", "changing_rooms", "wildlife_hide", "bomb_shelter"),
        .tourism("picnic_site"),
      ],
      caveats: [
        .init("beds unknown", .all(.not(.has(key: "tourism")), .not(.tag("shelter_type", "basic_hut"))))
      ],
      wider: "shelter"),
    Category(
      "shelter", "shelters from the weather; for bus shelters, search for bus stops",
      .amenity("shelter"), .tourism("wilderness_hut"),
      except: [
        .tag("shelter_type", "public_transport", "bomb", "bomb_shelter", "changing_rooms"),
        .has(key: "public_transport"), .highway("bus_stop"), .railway("tram_stop"),
      ]),
  ]

  // MARK: Health

  private static let health: [Category] = [
    Category("pharmacy", "pharmacies", .amenity("pharmacy"), .healthcare("pharmacy")),
    Category(
      "doctor", "doctors",
      .amenity("doctors"), .healthcare("doctor"), .tag("office", "physician"), except: .alternativeMedicine,
      wider: "clinic"),
    Category(
      "clinic", "medical centres",
      .amenity("clinic", "health_post"), .healthcare("clinic", "centre"),
      except: .alternativeMedicine + [.amenity("veterinary")]),
    Category(
      "hospital", "hospitals",
      .amenity("hospital"), .healthcare("hospital"),
      except: .alternativeMedicine + [
        .all(.has(key: "healthcare"), .not(.healthcare("hospital", "yes", "emergency", "centre", "clinic"))),
        .amenity("veterinary", "doctors"),
      ]),
    Category(
      "emergency room", "hospitals with an emergency department",
      .all(.any(.amenity("hospital"), .healthcare("hospital")), .not(.tag("emergency", "no"))),
      .emergency("emergency_ward_entrance"), .amenity("emergency_room"),
      except: .alternativeMedicine + [
        .all(.has(key: "healthcare"), .not(.healthcare("hospital", "yes", "emergency")))
      ],
      caveats: [.init("emergencies unknown", .not(.has(key: "emergency")))],
      wider: "hospital"),
    Category(
      "dentist", "dentists",
      .amenity("dentist"), .healthcare("dentist"),
      .all(
        .named(
          "dentist", "dental", "zahnarzt", "zahnmedizin", "odontolog", "odontoiatr", "tandarts", "dentyst",
          "stomatolog", "zubni", "zubar", "tandlakar", "tandvard", "hammas"),
        .any(.amenity("doctors", "clinic"), .has(key: "healthcare"))),
      caveats: [.onlyByName(.amenity("dentist"), .healthcare("dentist"))]),
    Category("vet", "vets", .amenity("veterinary")),
    Category("physiotherapist", "physiotherapy", .healthcare("physiotherapist")),
    Category(
      "nursing home", "nursing homes",
      .amenity("nursing_home"), .tag("social_facility", "nursing_home", "assisted_living")),
  ]

  // MARK: On four wheels

  private static let motoring: [Category] = [
    Category(
      "fuel",
      "filling stations for vehicles; for boats, search for boat fuel",
      .amenity("fuel"),
      caveats: [
        .init(
          "perhaps only gas",
          .all(
            .any(.tag("fuel:lpg", "yes"), .tag("fuel:cng", "yes"), .tag("fuel:lng", "yes")),
            .not(
              .any(
                [
                  "diesel", "GTL_diesel", "HGV_diesel", "biodiesel", "octane_80", "octane_87", "octane_89",
                  "octane_90", "octane_91", "octane_92", "octane_93", "octane_95", "octane_97", "octane_98",
                  "octane_100", "e5", "e10", "e85",
                ].map { .tag("fuel:\($0)", "yes") }))))
      ]),
    Category(
      "diesel", "filling stations known to sell diesel",
      .all(.amenity("fuel"), .not(.tag("fuel:diesel", "no"))),
      except: [
        .all(.tag("fuel:lpg", "yes"), .not(.has(key: "fuel:diesel")), .not(.has(key: "brand"))),
        .all(.tag("boat", "yes", "designated"), .tag("motor_vehicle", "no")),
      ],
      caveats: [.init("diesel unknown", .not(.has(key: "fuel:diesel")))], wider: "fuel"),
    Category(
      "lpg", "filling stations that sell LPG",
      .all(.amenity("fuel"), .tag("fuel:lpg", "yes")), wider: "fuel"),
    Category(
      "adblue", "AdBlue for diesel engines",
      .tag("fuel:adblue", "yes"), .tag("fuel:adblue:canister", "yes"), .tag("adblue", "yes")),
    Category(
      "charging", "charging stations for cars and bicycles",
      .amenity("charging_station"), .manMade("charge_point"), caveats: [.customersOnly]),
    Category(
      "parking", "car parks and other parking", .amenity("parking"),
      except: [.tag("access", "residents", "employees", "permit", "military")], caveats: [.customersOnly]),
    Category(
      "multi-storey parking", "parking garages, above and below ground",
      .all(.amenity("parking"), .tag("parking", "multi-storey", "underground")),
      .all(.amenity("parking"), .tag("building", "parking", "garage")),
      except: [.tag("access", "residents", "employees", "permit", "military")], caveats: [.customersOnly],
      wider: "parking"),
    Category("motorcycle parking", "motorcycle parking", .amenity("motorcycle_parking")),
    Category(
      "disabled parking", "parking for people with disabilities",
      .all(
        .amenity("parking", "parking_space"),
        .any(.tag("capacity:disabled", "yes"), .atLeast(key: "capacity:disabled", number: 1))),
      .all(.amenity("parking_space"), .tag("parking_space", "disabled"))),
    Category(
      "car repair", "car repair workshops",
      .shop("car_repair"), .craft("car_repair"), .tag("service:vehicle:car_repair", "yes"),
      .tag("service:vehicle:repair", "yes")),
    Category("tyres", "tyre shops", .shop("tyres"), .tag("service:vehicle:tyres", "yes")),
    Category("motorcycle repair", "motorcycle shops and workshops", .shop("motorcycle", "motorcycle_repair")),
    Category("car parts", "shops for car parts", .shop("car_parts")),
    Category("car dealer", "car dealers", .shop("car")),
    Category("car wash", "car washes", .amenity("car_wash"), .tag("car_wash", "yes")),
    Category("car rental", "car hire", .amenity("car_rental")),
    Category("car sharing", "car sharing stations", .amenity("car_sharing")),
    Category(
      "compressed air", "air for tyres",
      .amenity("compressed_air"), .tag("compressed_air", "yes"), .tag("service:bicycle:pump", "yes")),
    Category("rest area", "roadside rest areas", .highway("rest_area", "services")),
    Category("vehicle inspection", "vehicle inspection stations", .amenity("vehicle_inspection")),
    Category("speed camera", "speed cameras", .highway("speed_camera")),
    Category(
      "pedestrian crossing", "places to cross a road on foot",
      .highway("crossing"), .all(.has(key: "crossing"), .highway("traffic_signals")),
      .all(.railway("crossing"), .not(.has(key: "highway"))),
      except: [.tag("crossing", "no"), .tag("foot", "no")]),
    Category(
      "traffic lights", "traffic lights",
      .highway("traffic_signals"),
      .all(.highway("crossing"), .any(.tag("crossing", "traffic_signals"), .tag("crossing:signals", "yes")))),
    Category("toll", "toll booths", .tag("barrier", "toll_booth"), .highway("toll_gantry")),
    Category(
      "border crossing", "border crossings", .tag("barrier", "border_control"), .amenity("customs"),
      .tag("government", "customs", "border_control")),
  ]

  // MARK: On two wheels

  private static let cycling: [Category] = [
    Category("bicycle shop", "bicycle shops", .shop("bicycle")),
    Category(
      "bicycle repair", "bicycle repair: workshops and public tool stands",
      .amenity("bicycle_repair_station"), .tag("service:bicycle:repair", "yes"),
      .tag("service:bicycle:diy", "yes"), .all(.shop("bicycle"), .not(.tag("service:bicycle:repair", "no")))),
    Category(
      "bicycle pump", "pumps for bicycle tyres", .tag("service:bicycle:pump", "yes"),
      .all(.amenity("bicycle_repair_station"), .not(.tag("service:bicycle:pump", "no"))),
      .amenity("compressed_air")),
    Category(
      "bicycle rental", "bicycle hire", .amenity("bicycle_rental"), .tag("service:bicycle:rental", "yes"),
      .all(.shop("bicycle"), .tag("service:bicycle", "rental"))),
    Category(
      "bicycle parking", "bicycle parking",
      .amenity("bicycle_parking"), caveats: [.customersOnly]),
    Category(
      "e-bike charging", "charging stations for e-bikes",
      .all(.amenity("charging_station"), .tag("bicycle", "yes", "designated")),
      .tag("service:bicycle:charging", "yes")),
  ]

  // MARK: Going by bus, train and plane

  private static let transit: [Category] = [
    Category(
      "bus stop", "bus stops", .highway("bus_stop"), .amenity("bus_station"),
      .all(.tag("public_transport", "platform"), .tag("bus", "yes"))),
    Category(
      "bus station", "bus stations",
      .amenity("bus_station"), .all(.tag("public_transport", "station"), .tag("bus", "yes"))),
    Category(
      "tram stop", "tram stops",
      .railway("tram_stop"), .all(.tag("public_transport", "platform"), .tag("tram", "yes"))),
    Category(
      "train station",
      "railway stations and halts, without the underground",
      .railway("station", "halt"),
      .all(.tag("public_transport", "station"), .tag("building", "train_station")),
      .all(.tag("public_transport", "station"), .tag("train", "yes")),
      except: [
        .all(.tag("station", "subway", "monorail", "funicular", "miniature"), .not(.tag("train", "yes")))
      ]),
    Category(
      "subway", "underground stations and their entrances", .railway("subway_entrance"),
      .all(.railway("station"), .any(.tag("station", "subway"), .tag("subway", "yes"))),
      .all(.tag("public_transport", "station"), .tag("subway", "yes"))),
    Category(
      "ferry", "ferry terminals", .amenity("ferry_terminal"),
      .all(.tag("public_transport", "platform", "station"), .tag("ferry", "yes"))),
    Category(
      "airport", "airports and airstrips", .tag("aeroway", "aerodrome", "airstrip"),
      except: [.tag("aerodrome:type", "military")]),
    Category("heliport", "heliports and helipads", .tag("aeroway", "heliport", "helipad"), evenPrivate: true),
    Category("taxi", "taxi ranks", .amenity("taxi")),
    Category(
      "cable car", "cable cars and mountain lifts, and their stations",
      .tag("aerialway", "station", "cable_car", "gondola", "mixed_lift", "chair_lift"),
      except: [.tag("aerialway:usage", "goods", "freight"), .tag("usage", "freight")]),
    Category("lift", "lifts between floors or levels", .highway("elevator")),
    Category(
      "ticket machine", "ticket machines for buses and trains",
      .tag("vending", "public_transport_tickets")),
    Category(
      "tickets", "ticket shops and ticket machines",
      .tag("vending", "public_transport_tickets"), .shop("ticket"), members: ["ticket machine"]),
    Category(
      "luggage locker", "luggage lockers",
      .amenity("luggage_locker", "left_luggage"), .tag("luggage_locker", "yes")),
  ]

  // MARK: On the water

  private static let boating: [Category] = [
    Category(
      "marina", "marinas",
      .leisure("marina"), .tag("seamark:harbour:category", "marina", "marina_no_facilities")),
    Category(
      "harbour", "harbours",
      .has(key: "harbour"), .tag("landuse", "harbour", "port"), .tag("industrial", "port"),
      .tag("seamark:type", "harbour")),
    Category(
      "slipway", "slipways",
      .leisure("slipway"), .tag("seamark:small_craft_facility:category", "slipway")),
    Category(
      "mooring", "moorings",
      .tag("mooring", "yes", "guest", "visitor", "public"), .tag("seamark:type", "mooring", "berth"),
      .tag("seamark:small_craft_facility:category", "visitor_berth", "visitors_mooring")),
    Category(
      "anchorage", "anchorages", .tag("seamark:type", "anchorage", "anchor_berth")),
    Category(
      "lock", "canal and river locks",
      .tag("lock", "yes"), .tag("waterway", "lock_gate", "lock"), .tag("seamark:gate:category", "lock"),
      evenPrivate: true),
    Category(
      "chandler", "boat supplies",
      .shop("boat", "ship_chandler", "chandler"), .tag("seamark:small_craft_facility:category", "chandler")),
    Category(
      "boat fuel", "fuel for boats",
      .tag("waterway", "fuel"), .all(.amenity("fuel"), .tag("boat", "yes", "designated")),
      .tag("seamark:small_craft_facility:category", "fuel_station")),
    Category(
      "boatyard", "boatyards",
      .tag("waterway", "boatyard"), .craft("boatbuilder"), .tag("industrial", "shipyard"),
      .tag("seamark:small_craft_facility:category", "boatyard")),
    Category(
      "crane", "fixed cranes, such as those that lift boats",
      .all(.manMade("crane"), .not(.tag("crane:type", "tower_crane"))), .tag("waterway", "boat_lift"),
      .tag("seamark:small_craft_facility:category", "boat_hoist")),
    Category("boat rental", "boat hire", .amenity("boat_rental", "boat_sharing")),
    Category(
      "canoe launch", "launching places for canoes and kayaks",
      .tag("canoe", "put_in", "egress"), .tag("whitewater", "put_in", "egress")),
    Category(
      "lighthouse", "lighthouses", .manMade("lighthouse"), .tag("seamark:type", "light_major"),
      evenPrivate: true, evenDisused: true),
    Category(
      "harbour master", "harbour masters",
      .amenity("harbourmaster"), .tag("harbour", "harbour_master"),
      .tag("seamark:building:function", "harbour_master"), .office("harbour_master")),
    Category("pier", "piers", .manMade("pier")),
  ]

  // MARK: Under the sky

  private static let outdoors: [Category] = [
    Category("viewpoint", "viewpoints", .tourism("viewpoint"), .tag("tower:type", "observation")),
    Category("peak", "mountain tops and hilltops", .natural("peak", "volcano", "hill"), evenPrivate: true),
    Category(
      "pass", "mountain passes and saddles", .tag("mountain_pass", "yes"), .natural("saddle"),
      evenPrivate: true),
    Category("cave", "cave entrances", .natural("cave_entrance")),
    Category(
      "waterfall", "waterfalls", .tag("waterway", "waterfall"), .natural("waterfall"), evenPrivate: true),
    Category("glacier", "glaciers", .natural("glacier"), evenPrivate: true),
    Category(
      "hot spring", "hot springs",
      .natural("hot_spring", "geyser"), .tag("bath:type", "hot_spring")),
    Category("beach", "beaches", .natural("beach"), .leisure("beach_resort")),
    Category(
      "forest", "forests and woods", .natural("wood"), .tag("landuse", "forest"),
      evenPrivate: true),
    Category(
      "lake", "lakes, ponds and reservoirs",
      .all(
        .natural("water"),
        .not(
          .tag(
            "water", "river", "canal", "stream", "ditch", "drain", "stream_pool", "rapids", "lock",
            "fish_pass", "wastewater", "moat", "fountain", "pool"))),
      .tag("landuse", "reservoir"), except: [.amenity("fountain")], evenPrivate: true),
    Category(
      "river", "rivers",
      .tag("waterway", "river", "riverbank"), .all(.natural("water"), .tag("water", "river")),
      evenPrivate: true),
    Category(
      "stream", "streams",
      .tag("waterway", "stream", "brook"), .all(.natural("water"), .tag("water", "stream")),
      evenPrivate: true),
    Category("ford", "fords", .has(key: "ford"), .highway("ford")),
    Category(
      "nature reserve", "nature reserves and other protected areas",
      .leisure("nature_reserve"), .tag("boundary", "national_park", "protected_area"),
      except: [
        // Water, soil and monuments are protected in areas that nobody would call nature.
        .tag(
          "protect_class", "11", "12", "13", "15", "16", "18", "19", "22", "23", "24", "25", "27", "28", "29"),
        .tag("protection_object", "water"),
      ],
      evenPrivate: true),
    Category(
      "picnic", "picnic tables and sites", .tourism("picnic_site"), .leisure("picnic_table"),
      .all(.amenity("shelter"), .tag("shelter_type", "picnic_shelter"))),
    Category("barbecue", "public barbecues", .amenity("bbq"), .tag("bbq", "yes")),
    Category(
      "firepit", "fire pits",
      .leisure("firepit"), .tag("openfire", "yes"), .tag("fireplace", "yes")),
    Category("bench", "benches", .amenity("bench", "lounger"), .tag("bench", "yes")),
    Category("hide", "hides for watching wildlife", .leisure("bird_hide", "wildlife_hide")),
    Category("trailhead", "trailheads", .highway("trailhead"), .tag("information", "trailhead")),
    Category(
      "guidepost", "signposts for walkers and cyclists", .tag("information", "guidepost", "route_marker")),
    Category("survey point", "survey markers", .manMade("survey_point"), evenPrivate: true),
    Category(
      "weather station", "weather stations",
      .manMade("weather_station"), .tag("monitoring:weather", "yes"), evenPrivate: true),
  ]

  // MARK: Things to see

  private static let sights: [Category] = [
    Category(
      "attraction", "tourist attractions",
      .tourism("attraction", "theme_park", "zoo", "aquarium", "museum", "viewpoint"),
      members: ["museum", "zoo", "aquarium", "theme park", "viewpoint"]),
    Category(
      "monument", "monuments and memorials", .historic("monument", "memorial"),
      .tag("artwork_type", "statue"),
      evenPrivate: true),
    Category(
      "wayside cross", "wayside crosses and shrines",
      .historic("wayside_cross", "wayside_shrine"), .manMade("cross"), evenPrivate: true),
    Category(
      "artwork", "public art", .tourism("artwork"), .amenity("artwork"), .has(key: "artwork_type"),
      .all(.historic("memorial"), .tag("memorial", "sculpture", "statue", "bust"))),
    Category(
      "castle", "castles, palaces and forts", .historic("castle", "fort", "palace", "manor"),
      .tag("castle_type", "palace", "stately", "defensive", "fortress"), evenPrivate: true),
    Category(
      "ruins", "ruins",
      .historic("ruins"), .tag("ruins", "yes"), .tag("building", "ruins"),
      evenPrivate: true, evenDisused: true),
    Category(
      "archaeological site", "archaeological sites",
      .historic("archaeological_site", "megalith", "tumulus"), evenPrivate: true),
    Category(
      "tower", "towers of any kind",
      .manMade("tower", "water_tower", "communications_tower"), .tag("building", "tower"), .historic("tower"),
      evenPrivate: true, evenDisused: true),
    Category(
      "windmill", "windmills and watermills",
      .manMade("windmill", "watermill"), .historic("mill", "watermill", "windmill"),
      evenPrivate: true, evenDisused: true),
    Category("cemetery", "cemeteries and graveyards", .tag("landuse", "cemetery"), .amenity("grave_yard")),
    Category("zoo", "zoos", .tourism("zoo")),
    Category("aquarium", "aquariums open to visitors", .tourism("aquarium")),
    Category("theme park", "theme parks", .tourism("theme_park"), .leisure("amusement_park")),
    Category(
      "observatory", "astronomical observatories and planetariums",
      .manMade("observatory"), .amenity("planetarium"), .tag("observatory:type", "astronomical"),
      evenPrivate: true),
  ]

  // MARK: Culture and faith

  private static let culture: [Category] = [
    Category("museum", "museums", .tourism("museum")),
    Category("gallery", "art galleries, to look or to buy", .tourism("gallery"), .shop("art")),
    Category("cinema", "cinemas", .amenity("cinema")),
    Category(
      "theatre", "theatres, opera houses and concert halls",
      .amenity("theatre", "concert_hall"), .tag("theatre:type", "concert_hall", "opera_house")),
    Category(
      "arts centre", "venues for exhibitions, shows and courses",
      .amenity("arts_centre"), .tag("community_centre", "cultural_centre")),
    Category(
      "community centre", "community and social centres", .amenity("community_centre", "social_centre")),
    Category(
      "church", "Christian places of worship, and church buildings",
      .all(
        .amenity("place_of_worship"),
        .any(
          .tag("religion", "christian"), .tag("building", "church", "chapel", "cathedral"),
          .all(.not(.has(key: "religion")), .not(.tag("building", "mosque", "synagogue", "temple", "shrine")))
        )),
      .all(
        .tag("building", "church", "chapel", "cathedral"), .not(.has(key: "amenity")),
        .any(.has(key: "name"), .tag("religion", "christian")),
        // It may have become something else.
        .not(
          .any(
            .has(key: "shop"), .has(key: "office"), .has(key: "craft"), .has(key: "leisure"),
            .tourism("hotel", "hostel", "guest_house", "apartment", "museum", "gallery")))),
      caveats: [
        .init(
          "religion unknown",
          .all(
            .not(.has(key: "religion")), .not(.tag("building", "church", "chapel", "cathedral"))))
      ]),
    Category(
      "mosque", "Muslim places of worship",
      .all(.amenity("place_of_worship"), .any(.tag("religion", "muslim"), .tag("building", "mosque")))),
    Category(
      "synagogue", "Jewish places of worship",
      .all(.amenity("place_of_worship"), .any(.tag("religion", "jewish"), .tag("building", "synagogue")))),
    Category(
      "temple", "Buddhist, Hindu, Sikh, Shinto and Taoist places of worship",
      .all(
        .amenity("place_of_worship"),
        .any(
          .tag("religion", "buddhist", "hindu", "sikh", "shinto", "taoist", "jain"),
          .tag("building", "temple", "shrine", "pagoda")))),
    Category(
      "place of worship", "places of worship of any faith",
      .amenity("place_of_worship"), members: ["church", "mosque", "synagogue", "temple"]),
    Category(
      "monastery", "monasteries and convents, past or present",
      .amenity("monastery"), .historic("monastery", "abbey"), .tag("building", "monastery"),
      evenPrivate: true),
  ]

  // MARK: Play and sport

  private static let leisure: [Category] = [
    Category(
      "park", "parks and public gardens",
      .leisure("park"),
      .all(
        .leisure("garden"),
        .any(
          .has(key: "name"), .tag("access", "yes", "permissive", "public"), .has(key: "opening_hours"),
          .tag("garden:type", "botanical", "community", "arboretum", "rose_garden", "castle"))),
      except: [.tag("garden:type", "residential", "private")]),
    Category("playground", "playgrounds", .leisure("playground")),
    Category("dog park", "dog parks", .leisure("dog_park")),
    Category(
      "swimming",
      "swimming pools, baths, water parks and bathing places",
      .leisure("swimming_area", "bathing_place", "water_park", "beach_resort"), .amenity("public_bath"),
      .all(
        .any(.leisure("swimming_pool"), .amenity("swimming_pool")),
        .any(
          .tag("access", "yes", "permissive", "public", "customers"), .has(key: "name"),
          .has(key: "operator"), .has(key: "opening_hours"), .has(key: "fee"), .has(key: "website"))),
      .all(
        .any(.leisure("swimming_pool"), .amenity("swimming_pool")),
        .any(.tag("indoor", "yes"), .tag("covered", "yes"), .tag("location", "indoor"))),
      .all(.amenity("swimming_pool"), .tag("sport", "swimming"), .not(.tag("covered", "no"))),
      .all(.leisure("sports_centre", "park"), .tag("sport", "swimming")),
      .all(
        .tag("sport", "swimming"), .any(.has(key: "name"), .has(key: "building")), .not(.has(key: "shop")),
        .not(.has(key: "club")), .not(.has(key: "office"))),
      .all(
        .natural("beach"),
        .any(.tag("swimming", "yes", "designated"), .all(.has(key: "name"), .not(.tag("swimming", "no"))))),
      except: [
        .tag("swimming_pool", "wading", "plunge", "private"),
        .all(.tag("location", "roof"), .not(.has(key: "name"))),
        .tag("access", "members", "residents", "permit"),
      ],
      caveats: [.customersOnly]),
    Category("sauna", "saunas", .leisure("sauna"), .tag("sauna", "yes"), .tag("bath:type", "sauna")),
    Category("gym", "gyms", .leisure("fitness_centre"), .amenity("gym")),
    Category(
      "outdoor gym", "outdoor fitness stations",
      .leisure("fitness_station"), .tag("sport", "calisthenics")),
    Category(
      "sports centre", "sports centres", .leisure("sports_centre", "sports_hall"), .tag("club", "sport")),
    Category("pitch", "sports pitches and courts", .leisure("pitch")),
    Category("tennis", "tennis courts and clubs", .tag("sport", "tennis"), except: [.has(key: "shop")]),
    Category(
      "climbing", "climbing rocks, climbing walls and high ropes courses",
      .tag("sport", "climbing", "climbing_adventure"), .has(key: "climbing"), except: [.has(key: "shop")]),
    Category("stadium", "stadiums", .leisure("stadium")),
    Category("ice rink", "ice rinks", .leisure("ice_rink"), .tag("sport", "ice_skating")),
    Category("skate park", "skate parks", .tag("sport", "skateboard"), except: [.has(key: "shop")]),
    Category("golf", "golf courses", .leisure("golf_course")),
    Category("mini golf", "mini golf courses", .leisure("miniature_golf")),
    Category("bowling", "bowling alleys", .leisure("bowling_alley"), .tag("sport", "10pin", "9pin")),
    Category(
      "horse riding", "riding schools and stables",
      .leisure("horse_riding"), .all(.leisure("sports_centre"), .tag("sport", "equestrian"))),
    Category(
      "fishing", "places to fish", .leisure("fishing"), .tag("fishing", "yes"),
      except: [.has(key: "shop")]),
    Category(
      "diving", "dive centres, shops and sites",
      .amenity("dive_centre"), .tag("sport", "scuba_diving"), .shop("scuba_diving")),
    Category("geocache", "geocaches", .has(key: "geocache"), .amenity("geocache")),
    Category("casino", "casinos", .amenity("casino", "gambling"), .leisure("adult_gaming_centre")),
    Category("betting", "bookmakers and lottery shops", .shop("bookmaker", "lottery")),
    Category(
      "spa", "spas, thermal baths and massage",
      .leisure("spa"), .shop("massage"), .tag("bath:type", "thermal"), .amenity("spa")),
  ]

  // MARK: Learning and work

  private static let learning: [Category] = [
    Category("library", "libraries", .amenity("library")),
    Category("book exchange", "public bookcases", .amenity("public_bookcase")),
    Category("school", "schools", .amenity("school"), evenPrivate: true),
    Category("kindergarten", "kindergartens", .amenity("kindergarten"), evenPrivate: true),
    Category("childcare", "childcare", .amenity("childcare")),
    Category("university", "universities and colleges", .amenity("university", "college"), evenPrivate: true),
    Category("driving school", "driving schools", .amenity("driving_school")),
    Category("office", "offices of any kind", .has(key: "office"), except: [.tag("office", "vacant")]),
    Category(
      "coworking", "coworking spaces", .amenity("coworking_space"), .office("coworking", "coworking_space")),
  ]

  // MARK: Money, post and offices

  private static let money: [Category] = [
    Category("bank", "banks", .amenity("bank")),
    Category("atm", "cash machines", .amenity("atm"), .tag("atm", "yes")),
    Category(
      "exchange", "currency exchange",
      .amenity("bureau_de_change"), .tag("bureau_de_change", "yes"), .tag("currency_exchange", "yes")),
    Category(
      "money transfer", "money transfer", .amenity("money_transfer"), .tag("money_transfer", "yes")),
    Category(
      "post office", "post offices",
      .amenity("post_office"), .tag("post_office", "post_partner", "post_annex", "post_point")),
    Category("post box", "post boxes", .amenity("post_box")),
    Category(
      "parcel locker", "parcel lockers",
      .amenity("parcel_locker"), .tag("vending", "parcel_pickup", "parcel_mail_in")),
  ]

  // MARK: Public services

  private static let services: [Category] = [
    Category("town hall", "town halls", .amenity("townhall")),
    Category(
      "embassy", "embassies and consulates",
      .amenity("embassy"), .office("diplomatic"), .tag("diplomatic", "embassy", "consulate")),
    Category("court", "courts of law", .amenity("courthouse")),
    Category(
      "tourist information",
      "tourist information offices",
      .all(
        .tourism("information"),
        .any(
          .tag("information", "office", "visitor_centre"),
          .all(.has(key: "building"), .not(.has(key: "information")))))),
    Category("map board", "maps and information boards", .tag("information", "map", "board", "tactile_map")),
    Category("lawyer", "lawyers", .office("lawyer", "notary")),
    Category("job centre", "job centres", .office("employment_agency")),
    Category("animal shelter", "animal shelters", .amenity("animal_shelter")),
    Category("clock", "public clocks", .amenity("clock")),
  ]

  // MARK: In an emergency

  private static let safety: [Category] = [
    Category("police", "police stations", .amenity("police"), evenPrivate: true),
    Category("fire station", "fire stations", .amenity("fire_station"), evenPrivate: true),
    Category(
      "ambulance station", "ambulance and mountain rescue stations",
      .emergency("ambulance_station", "mountain_rescue", "rescue_station"), evenPrivate: true),
    Category(
      "defibrillator", "defibrillators; private ones are marked",
      .emergency("defibrillator"), .tag("defibrillator", "yes"), evenPrivate: true,
      caveats: [.init("private", .tag("access", "private", "no")), .customersOnly]),
    Category(
      "emergency phone", "emergency telephones", .emergency("phone"), .amenity("emergency_phone")),
    Category("telephone", "public telephones", .amenity("telephone")),
    Category(
      "hydrant", "fire hydrants",
      .emergency("fire_hydrant"), .amenity("fire_hydrant"), evenPrivate: true),
    Category("fire extinguisher", "fire extinguishers", .emergency("fire_extinguisher", "fire_hose")),
    Category(
      "lifebuoy", "lifebuoys",
      .emergency("lifebuoy", "life_ring"), .amenity("life_ring", "lifebuoy")),
    Category(
      "lifeguard", "lifeguards, lifeboat stations and the coast guard",
      .emergency(
        "lifeguard", "lifeguard_base", "lifeguard_tower", "lifeguard_place", "lifeboat_station",
        "water_rescue_station", "water_rescue", "coast_guard"),
      .amenity("lifeboat_station", "coast_guard")),
    Category("assembly point", "emergency assembly points", .emergency("assembly_point")),
    Category("first aid", "first aid kits and posts", .emergency("first_aid_kit", "first_aid")),
  ]

  // MARK: Radio and internet

  private static let radio: [Category] = [
    Category(
      "wifi", "places with Wi-Fi for guests",
      .tag("internet_access", "wlan", "yes", "wifi"), .tag("wifi", "yes", "free")),
    Category(
      "internet cafe", "internet cafes and public computers",
      .amenity("internet_cafe"), .tag("internet_access", "terminal")),
    Category(
      "phone charging", "charging for phones and laptops",
      .amenity("device_charging_station"), .has(key: "socket:usb"), .tag("device_charging_station", "yes")),
    Category(
      "repeater", "amateur radio repeaters",
      .has(key: "communication:amateur_radio"), .has(key: "communication:amateur_radio:repeater"),
      .has(key: "amateur_radio"), evenPrivate: true),
    Category(
      "mast", "masts and towers with antennas",
      .manMade("mast", "antenna", "communications_tower"), .tag("tower:type", "communication"),
      except: [.tag("tower:type", "lighting", "wind_measuring", "monitoring")], evenPrivate: true),
  ]

  // MARK: Rubbish

  private static let waste: [Category] = [
    Category(
      "recycling", "recycling containers and centres",
      .amenity("recycling"), .tag("recycling_type", "container", "centre")),
    Category(
      "waste",
      "rubbish bins and containers",
      .amenity("waste_basket", "waste_disposal"), .tag("waste_basket", "yes"), .tag("bin", "yes"),
      .all(
        .any(.highway("bus_stop"), .railway("tram_stop"), .has(key: "public_transport")),
        .tag("waste_bin", "yes"))),
    Category(
      "dog waste", "dog waste bins and bags",
      .tag("vending", "excrement_bags"), .tag("waste", "dog_excrement"), .amenity("dog_toilet")),
    Category(
      "waste transfer station", "waste transfer stations",
      .amenity("waste_transfer_station"), .all(.amenity("recycling"), .tag("recycling_type", "centre"))),
  ]

  // MARK: Where people live

  private static let settlements: [Category] = [
    Category(
      "settlement", "settlements: cities, towns, villages, hamlets and their parts",
      .settlement("city", "town", "village", "hamlet", "isolated_dwelling"),
      .settlement("borough", "suburb", "quarter", "neighbourhood"),
      evenPrivate: true, members: ["city", "town", "village", "hamlet", "suburb"]),
    Category("city", "cities", .settlement("city"), evenPrivate: true),
    Category("town", "towns", .settlement("town"), evenPrivate: true),
    Category("village", "villages", .settlement("village"), evenPrivate: true),
    Category(
      "hamlet", "hamlets", .settlement("hamlet", "isolated_dwelling"),
      evenPrivate: true),
    Category(
      "suburb", "suburbs and other named parts of towns",
      .settlement("borough", "suburb", "quarter", "neighbourhood"), evenPrivate: true),
  ]
}

// MARK: - What carries the word of a category in its name

extension Category {
  /// Which places count because a word of this category is in their names, as many a restaurant is called a Gasthaus.
  var namesakes: TagExpression? {
    switch word {
    case "bank": .amenity("bank")
    case "guest house", "hotel", "pub", "restaurant": .any(.eatingPlace, .lodging)
    case "hut": .any(.eatingPlace, .lodging, .has(key: "place"), .tag("landuse", "farmyard", "meadow"))
    case "swimming": .any(.has(key: "leisure"), .amenity("public_bath"))
    default: nil
    }
  }
}

// MARK: - Words for the commonest keys

extension Category.Caveat {
  /// A spring, tap or well whose water may not be drinkable.
  fileprivate static let potabilityUnknown = Self(
    "potability unknown",
    .all(
      .any(.natural("spring"), .manMade("water_well", "water_tap")),
      .not(.tag("drinking_water", "yes", "treated")), .not(.tag("drinkable", "yes")),
      .not(.amenity("drinking_water", "water_point"))))
  /// A place that only its name says to be meant.
  fileprivate static func onlyByName(_ others: TagExpression...) -> Self {
    Self("by its name", .all(others.map(TagExpression.not)))
  }
  fileprivate static let untested = Self("not tested officially", .tag("drinking_water:legal", "no"))
  fileprivate static let customersOnly = Self("customers only", .tag("access", "customers"))
}

extension [TagExpression] {
  /// A practice or clinic of anyone but a physician.
  fileprivate static let alternativeMedicine: [TagExpression] = [
    .healthcare("alternative"),
    .tag(
      "healthcare:speciality", "reiki", "hypnosis", "herbalism", "naturopathy", "homeopathy", "acupuncture",
      "osteopathy", "massage", "reflexology", "ayurveda", "traditional_chinese_medicine", "kinesiology",
      "energy_healing", "alternative"),
  ]
}

extension TagExpression {
  /// Where people can eat or drink.
  fileprivate static let eatingPlace = TagExpression.amenity(
    "restaurant", "cafe", "fast_food", "bar", "pub", "food_court", "ice_cream", "biergarten", "canteen")
  /// Where people can sleep.
  fileprivate static let lodging = TagExpression.tourism(
    "hotel", "motel", "hostel", "guest_house", "apartment", "chalet", "alpine_hut", "wilderness_hut")
  fileprivate static func named(_ beginnings: String...) -> TagExpression { .named(beginnings: beginnings) }
  fileprivate static func amenity(_ values: String...) -> TagExpression {
    .tag(key: "amenity", values: values)
  }
  fileprivate static func shop(_ values: String...) -> TagExpression { .tag(key: "shop", values: values) }
  fileprivate static func tourism(_ values: String...) -> TagExpression {
    .tag(key: "tourism", values: values)
  }
  fileprivate static func leisure(_ values: String...) -> TagExpression {
    .tag(key: "leisure", values: values)
  }
  fileprivate static func historic(_ values: String...) -> TagExpression {
    .tag(key: "historic", values: values)
  }
  fileprivate static func natural(_ values: String...) -> TagExpression {
    .tag(key: "natural", values: values)
  }
  fileprivate static func manMade(_ values: String...) -> TagExpression {
    .tag(key: "man_made", values: values)
  }
  fileprivate static func emergency(_ values: String...) -> TagExpression {
    .tag(key: "emergency", values: values)
  }
  fileprivate static func office(_ values: String...) -> TagExpression { .tag(key: "office", values: values) }
  fileprivate static func craft(_ values: String...) -> TagExpression { .tag(key: "craft", values: values) }
  fileprivate static func healthcare(_ values: String...) -> TagExpression {
    .tag(key: "healthcare", values: values)
  }
  fileprivate static func settlement(_ values: String...) -> TagExpression {
    .all(.tag(key: "place", values: values), .has(key: "name"))
  }
  fileprivate static func railway(_ values: String...) -> TagExpression {
    .tag(key: "railway", values: values)
  }
  fileprivate static func highway(_ values: String...) -> TagExpression {
    .tag(key: "highway", values: values)
  }
}
