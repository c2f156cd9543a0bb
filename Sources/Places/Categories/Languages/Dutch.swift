extension CategoryWords {
  /// Dutch: a line for each category, the word that is shown first, then others for the same.
  static let dutch = """
    accommodation: accommodatie, overnachting, slaapplaats, onderdak, overnachten, logies
    airport: luchthaven, vliegveld
    ambulance station: ambulance, ambulancepost
    atm: geldautomaat, pinautomaat, pinnen, geld, flappentap, contant geld
    attraction: bezienswaardigheid, attractie
    bakery: bakkerij, bakker, brood, banketbakker, broodjes, bakkerijen, patisserie
    bank: bank, banken, spaarbank
    bar: bar, café-bar, wijnbar
    barbecue: barbecue, grillplaats
    beach: strand, stranden
    bench: bankje, zitbank, bankjes, parkbank
    bicycle parking: fietsenstalling, fietsparkeerplaats, fietsenrek, fietsenstallingen
    bicycle rental: fietsverhuur, fiets huren, huurfiets, ov-fiets, deelfiets
    bicycle repair: fietsenmaker, fietsreparatie, fietsenmakers
    bicycle shop: fietsenwinkel, fiets, rijwielhandel, fietsen, fietswinkel, rijwielzaak
    boat rental: bootverhuur, boot huren, kanoverhuur
    bookshop: boekhandel, boekwinkel, boeken
    bus station: busstation
    bus stop: bushalte, bus, halte, bushaltes, bushokje
    butcher: slager, slagerij, vlees, slagers
    cable car: kabelbaan, stoeltjeslift, skilift
    cafe: koffiehuis, koffiebar, koffie, theehuis, lunchroom
    camp site: camping, kampeerterrein, tent, kamperen, campings, kampeerplaats
    car rental: autoverhuur, huurauto, auto huren
    car repair: garage, autogarage, automonteur, autoreparatie, garagebedrijf
    car wash: autowasserij, wasstraat, autowasstraat
    caravan site: camperplaats, camper, camperplaatsen
    castle: kasteel, burcht, slot, kastelen, fort
    cave: grot
    cemetery: begraafplaats, kerkhof
    charging: laadpaal, oplaadpunt, laadstation, laadpalen, opladen
    chemist: drogist, drogisterij
    church: kerk, kapel, kathedraal, dom, kerken
    cinema: bioscoop, bios, film, bioscopen
    clinic: kliniek, gezondheidscentrum, polikliniek
    clothes: kleding, kledingwinkel, kleren, mode
    convenience store: buurtwinkel, avondwinkel, gemakswinkel, kruidenier
    defibrillator: defibrillator, AED
    dentist: tandarts, tandartspraktijk, tandartsen
    department store: warenhuis, warenhuizen
    diesel: diesel
    doctor: dokter, huisarts, arts, huisartsenpraktijk, dokters, artsen
    embassy: ambassade, consulaat
    emergency room: spoedeisende hulp, eerste hulp, SEH, spoed
    exchange: wisselkantoor, geldwisselkantoor
    fast food: snackbar, frituur, friettent, cafetaria, snack, patat, frietkot
    ferry: veerboot, veer, pont, veerpont, veerdienst
    fire station: brandweer, brandweerkazerne
    firepit: vuurplaats, kampvuur
    fishing: vissen, visplek, visstek
    fishmonger: visboer, vishandel, viswinkel
    florist: bloemist, bloemenwinkel, bloemen, bloemenzaak
    food: eten, maaltijd, eetgelegenheid, eetcafé, iets te eten
    fountain: fontein
    fuel: tankstation, benzinestation, benzine, pomp, brandstof, tanken, benzinepomp, tankstations
    gallery: galerie, kunstgalerie
    greengrocer: groenteboer, groentewinkel, fruit, groente
    groceries: boodschappen, levensmiddelen, kruidenierswaren
    guest house: pension, gastenverblijf, gasthuis, bed and breakfast
    guidepost: wegwijzer, handwijzer
    hairdresser: kapper, kapsalon, kappers, barbier, kapster
    harbour: haven, havens
    hardware store: bouwmarkt, ijzerhandel, doe-het-zelf, gereedschap, doe-het-zelfzaak
    holiday flat: vakantiehuis, vakantiewoning, vakantieappartement
    hospital: ziekenhuis, ziekenhuizen, hospitaal
    hostel: jeugdherberg, hostel
    hotel: hotel, hotels
    hut: berghut, hut, schuilhut, trekkershut
    ice cream: ijssalon, ijs, ijsje, ijswinkel, ijssalons
    ice rink: ijsbaan, schaatsbaan
    kindergarten: kleuterschool, peuterspeelzaal
    childcare: kinderdagverblijf, crèche, kinderopvang
    kiosk: kiosk, krantenkiosk, kranten
    laundry: wasserette, wasserij, wassalon, wasmachine
    library: bibliotheek, bieb, bibliotheken
    lift: lift, liften
    lighthouse: vuurtoren
    lock: sluis, sluizen
    locksmith: slotenmaker
    luggage locker: bagagekluis, bagagekluizen
    marina: jachthaven, jachthavens
    market: markt, marktplein, weekmarkt
    monument: monument, standbeeld, gedenkteken
    mosque: moskee
    museum: museum, musea
    nature reserve: natuurgebied, natuurreservaat, nationaal park
    nightclub: nachtclub, discotheek, disco
    off-licence: slijterij, wijnhandel, drank, wijn
    optician: opticien, brillen, brillenwinkel
    park: park, tuin, plantsoen, parken
    parking: parkeerplaats, parking, parkeergarage, parkeren, parkeerplaatsen, parkeerterrein
    pass: bergpas, pas
    peak: bergtop, top, berg
    pharmacy: apotheek, apotheken, medicijnen
    picnic: picknickplaats, picknick, picknicktafel
    pizza: pizzeria, pizza
    playground: speeltuin, speelplaats, speelveld, speeltuinen
    police: politie, politiebureau
    post box: brievenbus, postbus, brievenbussen
    post office: postkantoor, post, postzegels, postagentschap
    pub: kroeg, café, bruin café, cafés, kroegen, kroegje
    recycling: recycling, glasbak, kringloop, glascontainer
    waste transfer station: milieustraat, containerpark, recyclagepark
    rest area: verzorgingsplaats, rustplaats, wegrestaurant
    restaurant: restaurant, eethuis, restaurants
    ruins: ruïne, ruïnes
    sauna: sauna
    school: school, basisschool, scholen
    shelter: schuilplaats, afdak
    shoes: schoenwinkel, schoenen, schoenenzaak
    shop: winkel, zaak, winkels
    shopping centre: winkelcentrum, winkelcentra
    shower: douche, douches
    slipway: trailerhelling, scheepshelling, botenhelling
    spring: bron, waterbron
    sports centre: sportcentrum, sporthal, sportschool, sportcomplex
    stadium: stadion, stadions
    subway: metro, metrostation
    supermarket: supermarkt, supermarkten, super
    swimming: zwembad, zwemmen, zwemplas, zwembaden, zwemplek
    synagogue: synagoge
    taxi: taxi, taxistandplaats
    telephone: telefoon, telefooncel
    theatre: theater, schouwburg, opera
    toilets: toilet, wc, toiletten, openbaar toilet, plee
    tourist information: VVV, toeristeninformatie, toeristenbureau, VVV-kantoor
    tower: toren, torens
    town hall: stadhuis, gemeentehuis, raadhuis
    toy shop: speelgoedwinkel, speelgoed
    train station: treinstation, station, trein, stations, NS-station, spoorwegstation
    tram stop: tramhalte, tram
    university: universiteit, hogeschool
    vegan: veganistisch restaurant, veganistisch
    vegetarian: vegetarisch restaurant, vegetarisch
    vending machine: automaat, snoepautomaat
    vet: dierenarts, dierenkliniek, dierenartsen
    viewpoint: uitzichtpunt, uitzicht, uitkijktoren
    waste: prullenbak, vuilnisbak, afval, afvalbak, vuilnis
    water: drinkwater, water, waterpunt, kraan, drinkfontein
    waterfall: waterval
    well: waterput, put
    wifi: wifi, internet
    windmill: windmolen, molen, molens
    zoo: dierentuin, dierenpark
    """
}
