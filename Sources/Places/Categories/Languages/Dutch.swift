extension CategoryWords {
  /// Dutch: a line for each category, with the displayed word first, then synonyms.
  static let dutch = """
    accommodation: accommodatie, overnachting, slaapplaats, onderdak, overnachten, logies
    airport: luchthaven, vliegveld
    ambulance station: ambulance, ambulancepost
    arts centre: cultureel centrum, cultuurhuis
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
    bowling: bowling, bowlingbaan
    brewery: brouwerij, brouwerijen
    bus station: busstation
    bus stop: bushalte, bus, halte, bushaltes, bushokje
    butcher: slager, slagerij, vlees, slagers
    cable car: kabelbaan, stoeltjeslift, skilift
    cafe: koffiehuis, koffiebar, koffie, theehuis, lunchroom
    camp site: camping, kampeerterrein, tent, kamperen, campings, kampeerplaats
    car rental: autoverhuur, huurauto, auto huren
    car repair: garage, autogarage, automonteur, autoreparatie, garagebedrijf
    car sharing: deelauto, autodelen
    car wash: autowasserij, wasstraat, autowasstraat
    caravan site: camperplaats, camper, camperplaatsen
    casino: casino
    castle: kasteel, burcht, slot, kastelen, fort
    cave: grot
    cemetery: begraafplaats, kerkhof
    charging: laadpaal, oplaadpunt, laadstation, laadpalen, opladen
    chemist: drogist, drogisterij
    church: kerk, kapel, kathedraal, dom, kerken
    cinema: bioscoop, bios, film, bioscopen
    city: grote stad
    climbing: klimhal, klimmen
    clinic: kliniek, gezondheidscentrum, polikliniek
    clothes: kleding, kledingwinkel, kleren, mode
    community centre: buurthuis, wijkcentrum, dorpshuis
    convenience store: buurtwinkel, avondwinkel, gemakswinkel, kruidenier
    copy shop: kopieerwinkel, copyshop
    court: rechtbank, gerechtshof
    defibrillator: defibrillator, AED
    delicatessen: delicatessen, kaaswinkel, kaas
    dentist: tandarts, tandartspraktijk, tandartsen
    department store: warenhuis, warenhuizen
    diesel: diesel
    disabled parking: gehandicaptenparkeerplaats
    doctor: dokter, huisarts, arts, huisartsenpraktijk, dokters, artsen
    driving school: rijschool, rijscholen
    dry cleaner: stomerij, stomerijen
    electronics: elektronica, elektronicawinkel
    embassy: ambassade, consulaat
    emergency room: spoedeisende hulp, eerste hulp, SEH, spoed
    exchange: wisselkantoor, geldwisselkantoor
    farm shop: boerderijwinkel, boerenwinkel
    fast food: snackbar, frituur, friettent, cafetaria, snack, patat, frietkot
    ferry: veerboot, veer, pont, veerpont, veerdienst
    fire station: brandweer, brandweerkazerne
    firepit: vuurplaats, kampvuur
    first aid: EHBO
    fishing: vissen, visplek, visstek
    fishmonger: visboer, vishandel, viswinkel, vis
    florist: bloemist, bloemenwinkel, bloemen, bloemenzaak
    food: eten, maaltijd, eetgelegenheid, eetcafé, iets te eten
    forest: bos, bossen, woud
    fountain: fontein
    fuel: tankstation, benzinestation, benzine, pomp, brandstof, tanken, benzinepomp, tankstations
    gallery: galerie, kunstgalerie
    garden centre: tuincentrum, tuincentra, planten
    gift shop: cadeauwinkel, souvenirs, cadeaus
    greengrocer: groenteboer, groentewinkel, fruit, groente
    groceries: boodschappen, levensmiddelen, kruidenierswaren
    guest house: pension, gastenverblijf, gasthuis, bed and breakfast
    guidepost: wegwijzer, handwijzer
    gym: sportschool, fitnesscentrum, fitness, gym
    hairdresser: kapper, kapsalon, kappers, barbier, kapster
    hamlet: gehucht, buurtschap
    harbour: haven, havens
    hardware store: bouwmarkt, ijzerhandel, doe-het-zelf, gereedschap, doe-het-zelfzaak
    health food: natuurwinkel, biologische winkel, reformwinkel
    holiday flat: vakantiehuis, vakantiewoning, vakantieappartement
    hospital: ziekenhuis, ziekenhuizen, hospitaal
    hostel: jeugdherberg, hostel
    hotel: hotel, hotels
    hut: berghut, hut, schuilhut, trekkershut
    ice cream: ijssalon, ijs, ijsje, ijswinkel, ijssalons
    ice rink: ijsbaan, schaatsbaan
    internet cafe: internetcafé
    jeweller: juwelier, juweliers, goudsmid
    job centre: arbeidsbureau, UWV
    kindergarten: kleuterschool, peuterspeelzaal
    childcare: kinderdagverblijf, crèche, kinderopvang
    kiosk: kiosk, krantenkiosk, kranten
    lake: meer, vijver, plas, meren
    laundry: wasserette, wasserij, wassalon, wasmachine
    lawyer: advocaat, advocaten, notaris
    library: bibliotheek, bieb, bibliotheken
    lift: lift, liften
    lighthouse: vuurtoren
    lock: sluis, sluizen
    locksmith: slotenmaker
    luggage locker: bagagekluis, bagagekluizen
    marina: jachthaven, jachthavens
    market: markt, marktplein, weekmarkt
    mini golf: minigolf, midgetgolf
    mobile phone shop: telefoonwinkel, gsm-winkel
    monastery: klooster, abdij, kloosters
    monument: monument, standbeeld, gedenkteken
    mosque: moskee
    motorcycle repair: motorzaak, motorwerkplaats
    museum: museum, musea
    music shop: muziekwinkel, platenzaak
    nature reserve: natuurgebied, natuurreservaat, nationaal park
    nightclub: nachtclub, discotheek, disco
    nursing home: verpleeghuis, bejaardentehuis, verzorgingshuis
    off-licence: slijterij, wijnhandel, drank, wijn
    optician: opticien, brillen, brillenwinkel
    outdoor shop: outdoorwinkel, kampeerwinkel
    parcel locker: pakketkluis, pakketautomaat, afhaalpunt
    park: park, tuin, plantsoen, parken
    parking: parkeerplaats, parking, parkeergarage, parkeren, parkeerplaatsen, parkeerterrein
    pass: bergpas, pas
    peak: bergtop, top, berg
    pet shop: dierenwinkel, dierenwinkels
    pharmacy: apotheek, apotheken, medicijnen
    physiotherapist: fysiotherapeut, fysiotherapie
    picnic: picknickplaats, picknick, picknicktafel
    pizza: pizzeria, pizza
    place of worship: gebedshuis
    playground: speeltuin, speelplaats, speelveld, speeltuinen
    police: politie, politiebureau
    post box: brievenbus, postbus, brievenbussen
    post office: postkantoor, post, postzegels, postagentschap
    pub: kroeg, café, bruin café, cafés, kroegen, kroegje
    recycling: recycling, glasbak, kringloop, glascontainer
    river: rivier, rivieren
    second-hand shop: kringloopwinkel, tweedehands
    settlement: plaats, woonplaats, nederzetting
    shoe repair: schoenmaker, schoenmakers
    spa: spa, wellness, massage
    sports shop: sportwinkel, sportzaak
    stream: beek, beekje
    suburb: wijk, stadsdeel, buurt, voorstad
    tailor: kleermaker, kleermakerij
    takeaway: afhaal, afhaalrestaurant
    tennis: tennis, tennisbaan
    theme park: pretpark, attractiepark
    tobacconist: tabakswinkel, tabak, sigaretten
    town: stad, steden, stadje
    travel agency: reisbureau, reisbureaus
    tyres: banden, bandenservice
    village: dorp, dorpen
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
    sports centre: sportcentrum, sporthal, sportcomplex
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
    winery: wijnhuis, wijnmakerij
    zoo: dierentuin, dierenpark
    """
}
