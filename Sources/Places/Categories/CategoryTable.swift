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
      "water to drink: taps, fountains, springs, wells and all that offers it",
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
      "spring", "where water comes out of the ground, fit to drink or not",
      .natural("spring", "hot_spring", "geyser")),
    Category(
      "well", "a well, its water fit to drink or not", .manMade("water_well"), caveats: [.potabilityUnknown]),
    Category(
      "fountain", "a fountain, to drink from or to look at",
      .amenity("fountain"), .tag("artwork_type", "fountain")),
    Category(
      "toilets",
      "toilets, also inside other places",
      .amenity("toilets"), .tag("toilets", "yes"), .tag("building", "toilets"),
      except: [.tag("toilets:access", "private", "no")],
      caveats: [
        .init("customers only", .any(.tag("access", "customers"), .tag("toilets:access", "customers")))
      ]),
    Category(
      "shower", "a shower, also inside other places",
      .amenity("shower"), .tag("shower", "yes", "hot", "cold", "outdoor"), caveats: [.customersOnly]),
    Category(
      "laundry", "where clothes are washed, by oneself or by others",
      .shop("laundry"), .amenity("laundry", "washing_machine"), .tag("washing_machine", "yes")),
    Category("dry cleaner", "where clothes are cleaned dry", .shop("dry_cleaning"), .craft("dry_cleaner")),
  ]

  // MARK: Food and drink

  private static let food: [Category] = [
    Category(
      "food",
      "a meal or a bite: restaurants, cafes, fast food, food courts, beer gardens",
      .amenity("restaurant", "cafe", "fast_food", "food_court", "biergarten", "canteen"),
      members: [
        "restaurant", "cafe", "fast food", "takeaway", "food court", "beer garden", "pizza", "burger",
        "kebab",
        "sushi", "vegetarian", "vegan", "vegetarian dishes", "vegan dishes",
      ]),
    Category("restaurant", "a meal at a table", .amenity("restaurant"), wider: "food"),
    Category("fast food", "food at a counter, to take along", .amenity("fast_food")),
    Category(
      "takeaway", "a meal to take along",
      .amenity("fast_food"), .all(.has(key: "amenity"), .tag("takeaway", "yes", "only")),
      except: [.tag("takeaway", "no")], wider: "food"),
    Category("cafe", "coffee or tea and something small to eat", .amenity("cafe")),
    Category(
      "coffee", "coffee: cafes, shops that sell it, machines",
      .amenity("cafe"), .shop("coffee"), .tag("cuisine", "coffee_shop", "coffee"),
      .tag("vending", "coffee"), members: ["cafe"]),
    Category(
      "pizza", "pizza", .tag("cuisine", "pizza", "italian_pizza"),
      .tag("vending", "pizza"), .all(.named("pizz"), .eatingPlace),
      caveats: [.onlyByName(.tag("cuisine", "pizza", "italian_pizza"), .tag("vending", "pizza"))]),
    Category("burger", "hamburgers", .tag("cuisine", "burger")),
    Category(
      "kebab", "meat from the spit", .tag("cuisine", "kebab", "doner", "gyros", "shawarma"),
      .all(.named("kebab", "kebap", "kebob", "doner", "gyros", "shawarma", "shoarma"), .eatingPlace),
      caveats: [.onlyByName(.tag("cuisine", "kebab", "doner", "gyros", "shawarma"))]),
    Category("sushi", "sushi", .tag("cuisine", "sushi")),
    Category(
      "vegetarian", "a place that serves nothing with meat or fish",
      .all(
        .eatingPlace,
        .any(
          .tag("diet:vegetarian", "only"), .tag("diet:vegan", "only"),
          .all(
            .exactly("cuisine", "vegetarian", "vegan", "vegetarian;vegan", "vegan;vegetarian"),
            .not(.tag("diet:vegetarian", "no", "limited"))))),
      members: ["vegan"], wider: "vegetarian dishes"),
    Category(
      "vegetarian dishes", "a place that has dishes without meat, beside others or only",
      .all(
        .eatingPlace,
        .any(
          .tag("diet:vegetarian", "yes", "only"), .tag("diet:vegan", "yes", "only"),
          .tag("cuisine", "vegetarian", "vegan"))),
      except: [.tag("diet:vegetarian", "no")], members: ["vegetarian", "vegan", "vegan dishes"]),
    Category(
      "vegan", "a place that serves nothing from animals",
      .all(
        .eatingPlace,
        .any(
          .tag("diet:vegan", "only"),
          .all(.exactly("cuisine", "vegan"), .not(.tag("diet:vegan", "yes", "no", "limited"))))),
      wider: "vegan dishes"),
    Category(
      "vegan dishes", "a place that has dishes without anything from animals, beside others or only",
      .all(.eatingPlace, .any(.tag("diet:vegan", "yes", "only"), .tag("cuisine", "vegan"))),
      except: [.tag("diet:vegan", "no")], members: ["vegan"]),
    Category("bar", "drinks, most often without a meal", .amenity("bar")),
    Category("pub", "beer and company", .amenity("pub")),
    Category(
      "beer garden", "beer under trees",
      .amenity("biergarten"), .tag("biergarten", "yes"), .tag("beer_garden", "yes")),
    Category(
      "ice cream", "ice cream", .amenity("ice_cream"), .shop("ice_cream"), .tag("cuisine", "ice_cream")),
    Category("food court", "several kitchens around shared tables", .amenity("food_court")),
    Category("nightclub", "music to dance to by night", .amenity("nightclub")),
    Category(
      "brewery", "where beer is brewed",
      .craft("brewery"), .tag("microbrewery", "yes"), .tag("industrial", "brewery")),
    Category("winery", "where wine is made", .craft("winery"), .tag("industrial", "winery")),
    Category("distillery", "where spirits are made", .craft("distillery"), .tag("industrial", "distillery")),
    Category("vending machine", "a machine that sells something", .amenity("vending_machine")),
  ]

  // MARK: Food shops

  private static let groceries: [Category] = [
    Category(
      "groceries", "food to take along: supermarkets, corner shops, grocers and farm shops",
      .shop(
        "supermarket", "convenience", "grocery", "greengrocer", "general", "farm", "food", "health_food",
        "deli"),
      .amenity("marketplace"),
      members: [
        "supermarket", "convenience store", "greengrocer", "delicatessen", "farm shop", "health food",
        "market",
      ]),
    Category(
      "supermarket", "a large food shop with baskets and tills", .shop("supermarket"), wider: "groceries"),
    Category(
      "convenience store", "a small shop for daily needs",
      .shop("convenience", "general"), wider: "groceries"),
    Category("kiosk", "papers, sweets and drinks over a counter", .shop("kiosk", "newsagent")),
    Category("bakery", "fresh bread and cakes", .shop("bakery", "pastry"), .craft("bakery")),
    Category("butcher", "meat and sausages", .shop("butcher")),
    Category("fishmonger", "fish to take home", .shop("seafood", "fish", "fishmonger")),
    Category("greengrocer", "fruit and vegetables", .shop("greengrocer")),
    Category("delicatessen", "fine food", .shop("deli", "delicatessen", "cheese")),
    Category("farm shop", "food from the farm that grew it", .shop("farm")),
    Category(
      "health food", "organic or health food", .shop("health_food"),
      .all(.shop("supermarket", "convenience", "greengrocer"), .tag("organic", "only"))),
    Category("sweets", "sweets and chocolate", .shop("confectionery", "chocolate")),
    Category("off-licence", "wine, beer and spirits to take home", .shop("alcohol", "wine", "beverages")),
    Category("market", "stalls on market days, or every day", .amenity("marketplace")),
  ]

  // MARK: Other shops

  private static let shops: [Category] = [
    Category(
      "shop", "a shop of any kind",
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
    Category("shopping centre", "many shops under one roof", .shop("mall")),
    Category("department store", "many kinds of goods under one roof", .shop("department_store")),
    Category(
      "hardware store", "tools, screws and building materials",
      .shop("hardware", "doityourself", "tool_hire", "building_materials")),
    Category("outdoor shop", "gear for hiking, climbing and camping", .shop("outdoor", "camping")),
    Category("sports shop", "gear for sports", .shop("sports", "outdoor", "ski", "golf", "scuba_diving")),
    Category("fishing shop", "rods, lures and bait", .shop("fishing")),
    Category("clothes", "clothes", .shop("clothes", "fashion", "boutique")),
    Category("shoes", "shoes", .shop("shoes")),
    Category("shoe repair", "where shoes are mended", .shop("shoe_repair", "shoemaker"), .craft("shoemaker")),
    Category("tailor", "where clothes are made or mended", .shop("tailor"), .craft("tailor", "dressmaker")),
    Category("bookshop", "books to buy", .shop("books")),
    Category("florist", "flowers", .shop("florist")),
    Category("garden centre", "plants and all for the garden", .shop("garden_centre")),
    Category("chemist", "soap, plasters and the like, no prescriptions", .shop("chemist")),
    Category("hairdresser", "hair cut and done", .shop("hairdresser", "barber")),
    Category(
      "beauty salon", "beauty care",
      .shop("beauty", "cosmetics", "nails", "beauty_salon", "nail_salon", "nailstudio")),
    Category("optician", "glasses and eye tests", .shop("optician"), .healthcare("optometrist")),
    Category(
      "electronics", "electronic devices and parts",
      .shop("electronics", "computer", "electrical", "hifi", "radiotechnics")),
    Category("mobile phone shop", "mobile phones and SIM cards", .shop("mobile_phone", "telecommunication")),
    Category("copy shop", "copies and prints", .shop("copyshop", "printing"), .craft("printer")),
    Category("stationery", "paper and pens", .shop("stationery")),
    Category("furniture", "furniture", .shop("furniture", "bed", "kitchen")),
    Category(
      "jeweller", "jewellery and watches", .shop("jewelry", "watches"), .craft("jeweller", "watchmaker")),
    Category("gift shop", "gifts and souvenirs", .shop("gift", "souvenirs", "souvenir")),
    Category("toy shop", "toys", .shop("toys")),
    Category("music shop", "instruments, records and notes", .shop("musical_instrument", "music", "records")),
    Category("pet shop", "food and gear for pets", .shop("pet", "pet_food")),
    Category(
      "second-hand shop", "used things", .shop("second_hand", "charity", "antiques"),
      .all(.has(key: "shop"), .tag("second_hand", "yes", "only"))),
    Category("locksmith", "locks opened, keys cut", .shop("locksmith"), .craft("locksmith", "key_cutter")),
    Category("tobacconist", "tobacco", .shop("tobacco"), .tag("vending", "cigarettes")),
    Category("travel agency", "where journeys are booked", .shop("travel_agency"), .office("travel_agent")),
    Category("gas bottles", "gas in bottles to cook with", .shop("gas"), .has(key: "fuel:propane")),
  ]

  // MARK: A bed for the night

  private static let sleep: [Category] = [
    Category(
      "accommodation",
      "a roof for the night: hotels, hostels, guest houses, huts and flats",
      .tourism(
        "hotel", "motel", "hostel", "guest_house", "apartment", "chalet", "alpine_hut", "wilderness_hut"),
      members: ["hotel", "hostel", "guest house", "holiday flat", "hut"]),
    Category("hotel", "rooms with service", .tourism("hotel", "motel"), wider: "accommodation"),
    Category("hostel", "beds in shared rooms", .tourism("hostel")),
    Category(
      "guest house", "a few rooms, often in a home",
      .tourism("guest_house"), .tag("guest_house", "bed_and_breakfast")),
    Category("holiday flat", "a flat or house of one's own for some days", .tourism("apartment", "chalet")),
    Category(
      "camp site", "where a tent may be pitched",
      .tourism("camp_site"), .all(.tourism("caravan_site"), .tag("tents", "yes")),
      except: [
        .tag("tents", "no"), .tag("group_only", "yes"), .tag("scout", "yes"), .tag("access", "members"),
        .tag("permanent_camping", "only"),
      ]),
    Category(
      "caravan site",
      "where a van or caravan may stay the night",
      .tourism("caravan_site"),
      .all(
        .tourism("camp_site"),
        .any(.tag("caravans", "yes", "designated"), .tag("motorhome", "yes", "designated"))),
      except: [.tag("group_only", "yes"), .tag("permanent_camping", "only")]),
    Category(
      "dump station", "where toilet cassettes and waste tanks are emptied, of vans and of boats",
      .amenity("sanitary_dump_station"), .tag("sanitary_dump_station", "yes", "customers", "public"),
      .tag("waterway", "sanitary_dump_station"), .tag("seamark:small_craft_facility:category", "pump-out")),
    Category(
      "hut", "a hut in the wild to sleep in, with a warden or without",
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
      "shelter", "a roof against the weather; bus shelters are found as bus stops",
      .amenity("shelter"), .tourism("wilderness_hut"),
      except: [
        .tag("shelter_type", "public_transport", "bomb", "bomb_shelter", "changing_rooms"),
        .has(key: "public_transport"), .highway("bus_stop"), .railway("tram_stop"),
      ]),
  ]

  // MARK: Health

  private static let health: [Category] = [
    Category("pharmacy", "medicine, also on prescription", .amenity("pharmacy"), .healthcare("pharmacy")),
    Category(
      "doctor", "a doctor's practice",
      .amenity("doctors"), .healthcare("doctor"), .tag("office", "physician"), except: .alternativeMedicine,
      wider: "clinic"),
    Category(
      "clinic", "several doctors under one roof",
      .amenity("clinic", "health_post"), .healthcare("clinic", "centre"),
      except: .alternativeMedicine + [.amenity("veterinary")]),
    Category(
      "hospital", "a hospital",
      .amenity("hospital"), .healthcare("hospital"),
      except: .alternativeMedicine + [
        .all(.has(key: "healthcare"), .not(.healthcare("hospital", "yes", "emergency", "centre", "clinic"))),
        .amenity("veterinary", "doctors"),
      ]),
    Category(
      "emergency room", "a hospital that takes emergencies",
      .all(.any(.amenity("hospital"), .healthcare("hospital")), .not(.tag("emergency", "no"))),
      .emergency("emergency_ward_entrance"), .amenity("emergency_room"),
      except: .alternativeMedicine + [
        .all(.has(key: "healthcare"), .not(.healthcare("hospital", "yes", "emergency")))
      ],
      caveats: [.init("emergencies unknown", .not(.has(key: "emergency")))],
      wider: "hospital"),
    Category(
      "dentist", "teeth looked after",
      .amenity("dentist"), .healthcare("dentist"),
      .all(
        .named(
          "dentist", "dental", "zahnarzt", "zahnmedizin", "odontolog", "odontoiatr", "tandarts", "dentyst",
          "stomatolog", "zubni", "zubar", "tandlakar", "tandvard", "hammas"),
        .any(.amenity("doctors", "clinic"), .has(key: "healthcare"))),
      caveats: [.onlyByName(.amenity("dentist"), .healthcare("dentist"))]),
    Category("vet", "a doctor for animals", .amenity("veterinary")),
    Category("physiotherapist", "physiotherapy", .healthcare("physiotherapist")),
    Category(
      "nursing home", "care for the old or ill",
      .amenity("nursing_home"), .tag("social_facility", "nursing_home", "assisted_living")),
  ]

  // MARK: On four wheels

  private static let motoring: [Category] = [
    Category(
      "fuel",
      "petrol, diesel or gas for vehicles; for boats ask for boat fuel",
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
      "diesel", "a filling station that has diesel, as far as is known",
      .all(.amenity("fuel"), .not(.tag("fuel:diesel", "no"))),
      except: [
        .all(.tag("fuel:lpg", "yes"), .not(.has(key: "fuel:diesel")), .not(.has(key: "brand"))),
        .all(.tag("boat", "yes", "designated"), .tag("motor_vehicle", "no")),
      ],
      caveats: [.init("diesel unknown", .not(.has(key: "fuel:diesel")))], wider: "fuel"),
    Category(
      "lpg", "a filling station that has liquid gas for cars",
      .all(.amenity("fuel"), .tag("fuel:lpg", "yes")), wider: "fuel"),
    Category(
      "charging", "electricity for cars and bicycles",
      .amenity("charging_station"), .manMade("charge_point"), caveats: [.customersOnly]),
    Category(
      "parking", "where a car may be left", .amenity("parking"),
      except: [.tag("access", "residents", "employees", "permit", "military")], caveats: [.customersOnly]),
    Category("motorcycle parking", "where a motorcycle may be left", .amenity("motorcycle_parking")),
    Category(
      "disabled parking", "parking for people with disabilities",
      .all(
        .amenity("parking", "parking_space"),
        .any(.tag("capacity:disabled", "yes"), .atLeast(key: "capacity:disabled", number: 1))),
      .all(.amenity("parking_space"), .tag("parking_space", "disabled"))),
    Category(
      "car repair", "where cars are mended",
      .shop("car_repair"), .craft("car_repair"), .tag("service:vehicle:car_repair", "yes"),
      .tag("service:vehicle:repair", "yes")),
    Category("tyres", "tyres sold and changed", .shop("tyres"), .tag("service:vehicle:tyres", "yes")),
    Category("motorcycle repair", "motorcycles sold and mended", .shop("motorcycle", "motorcycle_repair")),
    Category("car parts", "parts for cars", .shop("car_parts")),
    Category("car dealer", "cars to buy", .shop("car")),
    Category("car wash", "where vehicles are washed", .amenity("car_wash"), .tag("car_wash", "yes")),
    Category("car rental", "cars for some days", .amenity("car_rental")),
    Category("car sharing", "cars shared by the hour", .amenity("car_sharing")),
    Category(
      "compressed air", "air for tyres",
      .amenity("compressed_air"), .tag("compressed_air", "yes"), .tag("service:bicycle:pump", "yes")),
    Category("rest area", "a place to rest beside the road", .highway("rest_area", "services")),
    Category("vehicle inspection", "where vehicles are tested", .amenity("vehicle_inspection")),
    Category("speed camera", "a camera that measures speed", .highway("speed_camera")),
    Category("toll", "where a toll is paid", .tag("barrier", "toll_booth"), .highway("toll_gantry")),
    Category(
      "border crossing", "where a border is crossed", .tag("barrier", "border_control"), .amenity("customs"),
      .tag("government", "customs", "border_control")),
  ]

  // MARK: On two wheels

  private static let cycling: [Category] = [
    Category("bicycle shop", "bicycles and parts", .shop("bicycle")),
    Category(
      "bicycle repair", "bicycles mended, by others or with public tools",
      .amenity("bicycle_repair_station"), .tag("service:bicycle:repair", "yes"),
      .tag("service:bicycle:diy", "yes"), .all(.shop("bicycle"), .not(.tag("service:bicycle:repair", "no")))),
    Category(
      "bicycle pump", "air for bicycle tyres", .tag("service:bicycle:pump", "yes"),
      .all(.amenity("bicycle_repair_station"), .not(.tag("service:bicycle:pump", "no"))),
      .amenity("compressed_air")),
    Category(
      "bicycle rental", "bicycles to rent", .amenity("bicycle_rental"), .tag("service:bicycle:rental", "yes"),
      .all(.shop("bicycle"), .tag("service:bicycle", "rental"))),
    Category(
      "bicycle parking", "where a bicycle may be locked",
      .amenity("bicycle_parking"), caveats: [.customersOnly]),
    Category(
      "e-bike charging", "electricity for bicycles",
      .all(.amenity("charging_station"), .tag("bicycle", "yes", "designated")),
      .tag("service:bicycle:charging", "yes")),
  ]

  // MARK: Going by bus, train and plane

  private static let transit: [Category] = [
    Category(
      "bus stop", "where a bus stops", .highway("bus_stop"), .amenity("bus_station"),
      .all(.tag("public_transport", "platform"), .tag("bus", "yes"))),
    Category(
      "bus station", "where many buses start and end",
      .amenity("bus_station"), .all(.tag("public_transport", "station"), .tag("bus", "yes"))),
    Category(
      "tram stop", "where a tram stops",
      .railway("tram_stop"), .all(.tag("public_transport", "platform"), .tag("tram", "yes"))),
    Category(
      "train station",
      "where a train stops, other than the underground",
      .railway("station", "halt"),
      .all(.tag("public_transport", "station"), .tag("building", "train_station")),
      .all(.tag("public_transport", "station"), .tag("train", "yes")),
      except: [
        .all(.tag("station", "subway", "monorail", "funicular", "miniature"), .not(.tag("train", "yes")))
      ]),
    Category(
      "subway", "stations of the underground, and the ways down to them", .railway("subway_entrance"),
      .all(.railway("station"), .any(.tag("station", "subway"), .tag("subway", "yes"))),
      .all(.tag("public_transport", "station"), .tag("subway", "yes"))),
    Category(
      "ferry", "where a ferry lands", .amenity("ferry_terminal"),
      .all(.tag("public_transport", "platform", "station"), .tag("ferry", "yes"))),
    Category(
      "airport", "where planes land", .tag("aeroway", "aerodrome", "airstrip"),
      except: [.tag("aerodrome:type", "military")]),
    Category("heliport", "where helicopters land", .tag("aeroway", "heliport", "helipad"), evenPrivate: true),
    Category("taxi", "where taxis wait", .amenity("taxi")),
    Category(
      "cable car", "lifts up a mountain, and their stations",
      .tag("aerialway", "station", "cable_car", "gondola", "mixed_lift", "chair_lift"),
      except: [.tag("aerialway:usage", "goods", "freight"), .tag("usage", "freight")]),
    Category("lift", "a lift between floors or levels", .highway("elevator")),
    Category(
      "ticket machine", "a machine that sells tickets for bus and train",
      .tag("vending", "public_transport_tickets")),
    Category(
      "tickets", "where tickets are sold",
      .tag("vending", "public_transport_tickets"), .shop("ticket"), members: ["ticket machine"]),
    Category(
      "luggage locker", "where luggage is kept",
      .amenity("luggage_locker", "left_luggage"), .tag("luggage_locker", "yes")),
  ]

  // MARK: On the water

  private static let boating: [Category] = [
    Category(
      "marina", "berths for pleasure boats",
      .leisure("marina"), .tag("seamark:harbour:category", "marina", "marina_no_facilities")),
    Category(
      "harbour", "where ships find shelter",
      .has(key: "harbour"), .tag("landuse", "harbour", "port"), .tag("industrial", "port"),
      .tag("seamark:type", "harbour")),
    Category(
      "slipway", "where boats are put into the water",
      .leisure("slipway"), .tag("seamark:small_craft_facility:category", "slipway")),
    Category(
      "mooring", "where a boat may be made fast",
      .tag("mooring", "yes", "guest", "visitor", "public"), .tag("seamark:type", "mooring", "berth"),
      .tag("seamark:small_craft_facility:category", "visitor_berth", "visitors_mooring")),
    Category(
      "anchorage", "where a boat lies safe at anchor", .tag("seamark:type", "anchorage", "anchor_berth")),
    Category(
      "lock", "where boats change the level",
      .tag("lock", "yes"), .tag("waterway", "lock_gate", "lock"), .tag("seamark:gate:category", "lock"),
      evenPrivate: true),
    Category(
      "chandler", "gear for boats",
      .shop("boat", "ship_chandler", "chandler"), .tag("seamark:small_craft_facility:category", "chandler")),
    Category(
      "boat fuel", "fuel for boats at the water's edge",
      .tag("waterway", "fuel"), .all(.amenity("fuel"), .tag("boat", "yes", "designated")),
      .tag("seamark:small_craft_facility:category", "fuel_station")),
    Category(
      "boatyard", "where boats are built and mended",
      .tag("waterway", "boatyard"), .craft("boatbuilder"), .tag("industrial", "shipyard"),
      .tag("seamark:small_craft_facility:category", "boatyard")),
    Category(
      "crane", "a fixed crane, such as one that takes boats out of the water",
      .all(.manMade("crane"), .not(.tag("crane:type", "tower_crane"))), .tag("waterway", "boat_lift"),
      .tag("seamark:small_craft_facility:category", "boat_hoist")),
    Category("boat rental", "boats to rent", .amenity("boat_rental", "boat_sharing")),
    Category(
      "canoe launch", "where canoes and kayaks get into the water",
      .tag("canoe", "put_in", "egress"), .tag("whitewater", "put_in", "egress")),
    Category(
      "lighthouse", "a light for ships", .manMade("lighthouse"), .tag("seamark:type", "light_major"),
      evenPrivate: true, evenDisused: true),
    Category(
      "harbour master", "who to ask for a berth",
      .amenity("harbourmaster"), .tag("harbour", "harbour_master"),
      .tag("seamark:building:function", "harbour_master"), .office("harbour_master")),
    Category("pier", "a walk out over the water", .manMade("pier")),
  ]

  // MARK: Under the sky

  private static let outdoors: [Category] = [
    Category("viewpoint", "a place with a view", .tourism("viewpoint"), .tag("tower:type", "observation")),
    Category("peak", "the top of a mountain or hill", .natural("peak", "volcano", "hill"), evenPrivate: true),
    Category(
      "pass", "the lowest way over a ridge", .tag("mountain_pass", "yes"), .natural("saddle"),
      evenPrivate: true),
    Category("cave", "a way into a cave", .natural("cave_entrance")),
    Category(
      "waterfall", "falling water", .tag("waterway", "waterfall"), .natural("waterfall"), evenPrivate: true),
    Category("glacier", "a glacier", .natural("glacier"), evenPrivate: true),
    Category(
      "hot spring", "warm water out of the ground",
      .natural("hot_spring", "geyser"), .tag("bath:type", "hot_spring")),
    Category("beach", "sand or pebbles at the water", .natural("beach"), .leisure("beach_resort")),
    Category(
      "forest", "trees that cover the ground", .natural("wood"), .tag("landuse", "forest"),
      evenPrivate: true),
    Category(
      "lake", "standing water: lakes, ponds and reservoirs",
      .all(
        .natural("water"),
        .not(
          .tag(
            "water", "river", "canal", "stream", "ditch", "drain", "stream_pool", "rapids", "lock",
            "fish_pass", "wastewater", "moat", "fountain", "pool"))),
      .tag("landuse", "reservoir"), except: [.amenity("fountain")], evenPrivate: true),
    Category(
      "river", "a river: its line, and its water between the banks",
      .tag("waterway", "river", "riverbank"), .all(.natural("water"), .tag("water", "river")),
      evenPrivate: true),
    Category(
      "stream", "a stream that one may jump over",
      .tag("waterway", "stream", "brook"), .all(.natural("water"), .tag("water", "stream")),
      evenPrivate: true),
    Category("ford", "a way through a stream", .has(key: "ford"), .highway("ford")),
    Category(
      "nature reserve", "protected nature",
      .leisure("nature_reserve"), .tag("boundary", "national_park", "protected_area"),
      except: [
        // Water, soil and monuments are protected in areas that nobody would call nature.
        .tag(
          "protect_class", "11", "12", "13", "15", "16", "18", "19", "22", "23", "24", "25", "27", "28", "29"),
        .tag("protection_object", "water"),
      ],
      evenPrivate: true),
    Category(
      "picnic", "a table or place for a picnic", .tourism("picnic_site"), .leisure("picnic_table"),
      .all(.amenity("shelter"), .tag("shelter_type", "picnic_shelter"))),
    Category("barbecue", "a public grill", .amenity("bbq"), .tag("bbq", "yes")),
    Category(
      "firepit", "a place for a fire",
      .leisure("firepit"), .tag("openfire", "yes"), .tag("fireplace", "yes")),
    Category("bench", "a bench to sit on", .amenity("bench", "lounger"), .tag("bench", "yes")),
    Category("hide", "a hut to watch animals from", .leisure("bird_hide", "wildlife_hide")),
    Category("trailhead", "where a trail begins", .highway("trailhead"), .tag("information", "trailhead")),
    Category(
      "guidepost", "a signpost for walkers or cyclists", .tag("information", "guidepost", "route_marker")),
    Category("survey point", "a fixed point of the land survey", .manMade("survey_point"), evenPrivate: true),
    Category(
      "weather station", "instruments for the weather",
      .manMade("weather_station"), .tag("monitoring:weather", "yes"), evenPrivate: true),
  ]

  // MARK: Things to see

  private static let sights: [Category] = [
    Category(
      "attraction", "what visitors come to see",
      .tourism("attraction", "theme_park", "zoo", "aquarium", "museum", "viewpoint"),
      members: ["museum", "zoo", "aquarium", "theme park", "viewpoint"]),
    Category(
      "monument", "what keeps a memory", .historic("monument", "memorial"), .tag("artwork_type", "statue"),
      evenPrivate: true),
    Category(
      "wayside cross", "a cross or shrine beside the way",
      .historic("wayside_cross", "wayside_shrine"), .manMade("cross"), evenPrivate: true),
    Category(
      "artwork", "art in public", .tourism("artwork"), .amenity("artwork"), .has(key: "artwork_type"),
      .all(.historic("memorial"), .tag("memorial", "sculpture", "statue", "bust"))),
    Category(
      "castle", "a castle, palace or fort", .historic("castle", "fort", "palace", "manor"),
      .tag("castle_type", "palace", "stately", "defensive", "fortress"), evenPrivate: true),
    Category(
      "ruins", "what is left of old walls",
      .historic("ruins"), .tag("ruins", "yes"), .tag("building", "ruins"),
      evenPrivate: true, evenDisused: true),
    Category(
      "archaeological site", "traces of early people",
      .historic("archaeological_site", "megalith", "tumulus"), evenPrivate: true),
    Category(
      "tower", "a tower of any kind",
      .manMade("tower", "water_tower", "communications_tower"), .tag("building", "tower"), .historic("tower"),
      evenPrivate: true, evenDisused: true),
    Category(
      "windmill", "a mill driven by wind or water",
      .manMade("windmill", "watermill"), .historic("mill", "watermill", "windmill"),
      evenPrivate: true, evenDisused: true),
    Category("cemetery", "where the dead lie", .tag("landuse", "cemetery"), .amenity("grave_yard")),
    Category("zoo", "live animals to see", .tourism("zoo")),
    Category("aquarium", "fish to see", .tourism("aquarium")),
    Category("theme park", "rides and shows", .tourism("theme_park"), .leisure("amusement_park")),
    Category(
      "observatory", "where the stars are watched",
      .manMade("observatory"), .amenity("planetarium"), .tag("observatory:type", "astronomical"),
      evenPrivate: true),
  ]

  // MARK: Culture and faith

  private static let culture: [Category] = [
    Category("museum", "a museum", .tourism("museum")),
    Category("gallery", "art to see or to buy", .tourism("gallery"), .shop("art")),
    Category("cinema", "films", .amenity("cinema")),
    Category(
      "theatre", "plays, operas and concerts",
      .amenity("theatre", "concert_hall"), .tag("theatre:type", "concert_hall", "opera_house")),
    Category(
      "arts centre", "a house for the arts",
      .amenity("arts_centre"), .tag("community_centre", "cultural_centre")),
    Category("community centre", "where neighbours meet", .amenity("community_centre", "social_centre")),
    Category(
      "church", "a Christian place of worship, or its building",
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
      "mosque", "a Muslim place of worship",
      .all(.amenity("place_of_worship"), .any(.tag("religion", "muslim"), .tag("building", "mosque")))),
    Category(
      "synagogue", "a Jewish place of worship",
      .all(.amenity("place_of_worship"), .any(.tag("religion", "jewish"), .tag("building", "synagogue")))),
    Category(
      "temple", "a Buddhist, Hindu, Sikh, Shinto or Taoist place of worship",
      .all(
        .amenity("place_of_worship"),
        .any(
          .tag("religion", "buddhist", "hindu", "sikh", "shinto", "taoist", "jain"),
          .tag("building", "temple", "shrine", "pagoda")))),
    Category(
      "place of worship", "a place of worship of any faith",
      .amenity("place_of_worship"), members: ["church", "mosque", "synagogue", "temple"]),
    Category(
      "monastery", "where monks or nuns live, or lived",
      .amenity("monastery"), .historic("monastery", "abbey"), .tag("building", "monastery"),
      evenPrivate: true),
  ]

  // MARK: Play and sport

  private static let leisure: [Category] = [
    Category(
      "park", "a park or public garden",
      .leisure("park"),
      .all(
        .leisure("garden"),
        .any(
          .has(key: "name"), .tag("access", "yes", "permissive", "public"), .has(key: "opening_hours"),
          .tag("garden:type", "botanical", "community", "arboretum", "rose_garden", "castle"))),
      except: [.tag("garden:type", "residential", "private")]),
    Category("playground", "where children play", .leisure("playground")),
    Category("dog park", "where dogs run free", .leisure("dog_park")),
    Category(
      "swimming",
      "where one may swim, inside or outside",
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
    Category("sauna", "a sauna", .leisure("sauna"), .tag("sauna", "yes"), .tag("bath:type", "sauna")),
    Category("gym", "where one works out", .leisure("fitness_centre"), .amenity("gym")),
    Category(
      "outdoor gym", "free equipment to work out on",
      .leisure("fitness_station"), .tag("sport", "calisthenics")),
    Category(
      "sports centre", "a house for sports", .leisure("sports_centre", "sports_hall"), .tag("club", "sport")),
    Category("pitch", "a field or court to play on", .leisure("pitch")),
    Category("tennis", "tennis", .tag("sport", "tennis"), except: [.has(key: "shop")]),
    Category(
      "climbing", "rocks and walls to climb",
      .tag("sport", "climbing", "climbing_adventure"), .has(key: "climbing"), except: [.has(key: "shop")]),
    Category("stadium", "a stadium", .leisure("stadium")),
    Category("ice rink", "ice to skate on", .leisure("ice_rink"), .tag("sport", "ice_skating")),
    Category("skate park", "ramps for skateboards", .tag("sport", "skateboard"), except: [.has(key: "shop")]),
    Category("golf", "golf", .leisure("golf_course")),
    Category("mini golf", "golf on small tracks", .leisure("miniature_golf")),
    Category("bowling", "bowling", .leisure("bowling_alley"), .tag("sport", "10pin", "9pin")),
    Category(
      "horse riding", "horses to ride",
      .leisure("horse_riding"), .all(.leisure("sports_centre"), .tag("sport", "equestrian"))),
    Category(
      "fishing", "where one may fish", .leisure("fishing"), .tag("fishing", "yes"),
      except: [.has(key: "shop")]),
    Category(
      "diving", "dives and air for them",
      .amenity("dive_centre"), .tag("sport", "scuba_diving"), .shop("scuba_diving")),
    Category("geocache", "a hidden box to find", .has(key: "geocache"), .amenity("geocache")),
    Category("casino", "games for money", .amenity("casino", "gambling"), .leisure("adult_gaming_centre")),
    Category("betting", "bets and lottery tickets", .shop("bookmaker", "lottery")),
    Category(
      "spa", "bath and massage",
      .leisure("spa"), .shop("massage"), .tag("bath:type", "thermal"), .amenity("spa")),
  ]

  // MARK: Learning and work

  private static let learning: [Category] = [
    Category("library", "books to borrow", .amenity("library")),
    Category("book exchange", "books to take and to leave", .amenity("public_bookcase")),
    Category("school", "a school", .amenity("school"), evenPrivate: true),
    Category("kindergarten", "for children before school", .amenity("kindergarten"), evenPrivate: true),
    Category("childcare", "care for small children", .amenity("childcare")),
    Category("university", "a university or college", .amenity("university", "college"), evenPrivate: true),
    Category("driving school", "where driving is learnt", .amenity("driving_school")),
    Category("office", "an office of any kind", .has(key: "office"), except: [.tag("office", "vacant")]),
    Category(
      "coworking", "a desk for a day", .amenity("coworking_space"), .office("coworking", "coworking_space")),
  ]

  // MARK: Money, post and offices

  private static let money: [Category] = [
    Category("bank", "a bank", .amenity("bank")),
    Category("atm", "cash from a machine", .amenity("atm"), .tag("atm", "yes")),
    Category(
      "exchange", "foreign money",
      .amenity("bureau_de_change"), .tag("bureau_de_change", "yes"), .tag("currency_exchange", "yes")),
    Category(
      "money transfer", "money sent abroad", .amenity("money_transfer"), .tag("money_transfer", "yes")),
    Category(
      "post office", "letters and parcels over a counter",
      .amenity("post_office"), .tag("post_office", "post_partner", "post_annex", "post_point")),
    Category("post box", "where letters are posted", .amenity("post_box")),
    Category(
      "parcel locker", "parcels from a locker",
      .amenity("parcel_locker"), .tag("vending", "parcel_pickup", "parcel_mail_in")),
  ]

  // MARK: Public services

  private static let services: [Category] = [
    Category("town hall", "where a town is governed", .amenity("townhall")),
    Category(
      "embassy", "where a country helps its citizens abroad",
      .amenity("embassy"), .office("diplomatic"), .tag("diplomatic", "embassy", "consulate")),
    Category("court", "where justice is spoken", .amenity("courthouse")),
    Category(
      "tourist information",
      "people who know the place",
      .all(
        .tourism("information"),
        .any(
          .tag("information", "office", "visitor_centre"),
          .all(.has(key: "building"), .not(.has(key: "information")))))),
    Category("map board", "a map or board to read", .tag("information", "map", "board", "tactile_map")),
    Category("lawyer", "advice on the law", .office("lawyer", "notary")),
    Category("job centre", "where work is found", .office("employment_agency")),
    Category("animal shelter", "where lost animals stay", .amenity("animal_shelter")),
    Category("clock", "what time it is", .amenity("clock")),
  ]

  // MARK: In an emergency

  private static let safety: [Category] = [
    Category("police", "the police", .amenity("police"), evenPrivate: true),
    Category("fire station", "the fire brigade", .amenity("fire_station"), evenPrivate: true),
    Category(
      "ambulance station", "ambulances and mountain rescue",
      .emergency("ambulance_station", "mountain_rescue", "rescue_station"), evenPrivate: true),
    Category(
      "defibrillator", "a defibrillator, for anyone to use unless it is marked private",
      .emergency("defibrillator"), .tag("defibrillator", "yes"), evenPrivate: true,
      caveats: [.init("private", .tag("access", "private", "no")), .customersOnly]),
    Category(
      "emergency phone", "a telephone that calls for help", .emergency("phone"), .amenity("emergency_phone")),
    Category("telephone", "a public telephone", .amenity("telephone")),
    Category(
      "hydrant", "water for the fire brigade",
      .emergency("fire_hydrant"), .amenity("fire_hydrant"), evenPrivate: true),
    Category("fire extinguisher", "to put out a small fire", .emergency("fire_extinguisher", "fire_hose")),
    Category(
      "lifebuoy", "a ring to throw to someone in the water",
      .emergency("lifebuoy", "life_ring"), .amenity("life_ring", "lifebuoy")),
    Category(
      "lifeguard", "who rescues swimmers and sailors",
      .emergency(
        "lifeguard", "lifeguard_base", "lifeguard_tower", "lifeguard_place", "lifeboat_station",
        "water_rescue_station", "water_rescue", "coast_guard"),
      .amenity("lifeboat_station", "coast_guard")),
    Category("assembly point", "where to gather in an emergency", .emergency("assembly_point")),
    Category("first aid", "bandages and help", .emergency("first_aid_kit", "first_aid")),
  ]

  // MARK: Radio and internet

  private static let radio: [Category] = [
    Category(
      "wifi", "internet for guests by radio",
      .tag("internet_access", "wlan", "yes", "wifi"), .tag("wifi", "yes", "free")),
    Category(
      "internet cafe", "a computer with internet",
      .amenity("internet_cafe"), .tag("internet_access", "terminal")),
    Category(
      "phone charging", "electricity for telephones and laptops",
      .amenity("device_charging_station"), .has(key: "socket:usb"), .tag("device_charging_station", "yes")),
    Category(
      "repeater", "a station of radio amateurs",
      .has(key: "communication:amateur_radio"), .has(key: "communication:amateur_radio:repeater"),
      .has(key: "amateur_radio"), evenPrivate: true),
    Category(
      "mast", "a mast or tower that carries antennas",
      .manMade("mast", "antenna", "communications_tower"), .tag("tower:type", "communication"),
      except: [.tag("tower:type", "lighting", "wind_measuring", "monitoring")], evenPrivate: true),
  ]

  // MARK: Rubbish

  private static let waste: [Category] = [
    Category(
      "recycling", "what is collected to be used again",
      .amenity("recycling"), .tag("recycling_type", "container", "centre")),
    Category(
      "waste",
      "where rubbish is thrown away",
      .amenity("waste_basket", "waste_disposal"), .tag("waste_basket", "yes"), .tag("bin", "yes"),
      .all(
        .any(.highway("bus_stop"), .railway("tram_stop"), .has(key: "public_transport")),
        .tag("waste_bin", "yes"))),
    Category(
      "dog waste", "bags and bins for dogs' mess",
      .tag("vending", "excrement_bags"), .tag("waste", "dog_excrement"), .amenity("dog_toilet")),
    Category(
      "waste transfer station", "where large or dangerous waste is brought",
      .amenity("waste_transfer_station"), .all(.amenity("recycling"), .tag("recycling_type", "centre"))),
  ]

  // MARK: Where people live

  private static let settlements: [Category] = [
    Category(
      "settlement", "where people live, by name: towns, villages, hamlets and their parts",
      .settlement("city", "town", "village", "hamlet", "isolated_dwelling"),
      .settlement("borough", "suburb", "quarter", "neighbourhood"),
      evenPrivate: true, members: ["city", "town", "village", "hamlet", "suburb"]),
    Category("city", "a large town", .settlement("city"), evenPrivate: true),
    Category("town", "a town, smaller than a city", .settlement("town"), evenPrivate: true),
    Category("village", "a village", .settlement("village"), evenPrivate: true),
    Category(
      "hamlet", "a few houses with a name of their own", .settlement("hamlet", "isolated_dwelling"),
      evenPrivate: true),
    Category(
      "suburb", "a part of a town that has a name",
      .settlement("borough", "suburb", "quarter", "neighbourhood"), evenPrivate: true),
  ]
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
