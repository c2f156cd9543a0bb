extension CategoryWords {
  /// Swedish: a line for each category, the word that is shown first, then others for the same.
  static let swedish = """
    accommodation: boende, logi, övernattning, sovplats
    airport: flygplats
    ambulance station: ambulans, ambulansstation, fjällräddning
    atm: bankomat, uttagsautomat, kontanter, bankomaten, pengar
    attraction: sevärdhet, turistattraktion
    bakery: bageri, bagare, bröd, konditori, bageriet, bagerier, bullar
    bank: bank, banker, banken
    bar: bar, vinbar, barer, cocktailbar
    barbecue: grillplats, grill
    beach: strand, badstrand, stränder, stranden
    bench: bänk, parkbänk, bänkar, sittbänk
    bicycle parking: cykelparkering, cykelställ
    bicycle rental: cykeluthyrning, hyrcykel, hyra cykel, lånecykel
    bicycle repair: cykelverkstad, cykelreparation
    bicycle shop: cykelaffär, cykel, cykelbutik, cyklar, cykelhandlare
    boat rental: båtuthyrning, kanotuthyrning, hyra båt
    bookshop: bokhandel, bokaffär, böcker
    bus station: busstation, bussterminal
    bus stop: busshållplats, buss, hållplats, busshållplatser, bussen
    butcher: slaktare, köttaffär, charkuteri, kött, slakteri
    cable car: linbana, stolslift, skidlift, kabinbana
    cafe: kafé, café, fik, kaffestuga, fika, konditori och kafé
    coffee: kaffe
    camp site: campingplats, camping, tältplats, tält, tälta
    car rental: biluthyrning, hyrbil
    car repair: bilverkstad, mekaniker, bilreparation, verkstad
    car wash: biltvätt
    caravan site: ställplats, husbil, husvagn, ställplatser
    castle: slott, borg, fästning
    cave: grotta
    cemetery: kyrkogård, begravningsplats, gravplats
    charging: laddstation, laddstolpe, elbilsladdning, laddplats, ladda
    chemist: färghandel, parfymeri
    church: kyrka, kapell, katedral, kyrkan, domkyrka, kyrkor
    cinema: bio, biograf, film, biografer
    clinic: vårdcentral, klinik, läkarmottagning
    clothes: kläder, klädbutik, klädaffär, mode
    convenience store: närbutik, närlivs, jourbutik, lanthandel
    defibrillator: hjärtstartare, defibrillator
    dentist: tandläkare, tandvård, folktandvården
    department store: varuhus
    diesel: diesel
    doctor: läkare, doktor, läkarmottagningen, husläkare
    embassy: ambassad, konsulat
    emergency room: akutmottagning, akuten, akut
    exchange: växlingskontor, valutaväxling
    fast food: snabbmat, korvkiosk, gatukök, grillkiosk, korvmoj
    ferry: färja, färjeläge, färjeterminal, färjan
    fire station: brandstation, brandkår, räddningstjänst
    firepit: eldstad, lägereld, eldplats
    fishing: fiske, fiskeplats
    fishmonger: fiskaffär, fiskhandlare
    florist: blomsteraffär, blommor, florist, blomsterhandel
    food: mat, äta, matställe, något att äta
    fountain: fontän
    fuel: bensinstation, bensinmack, bensin, mack, tankstation, drivmedel, macken, tanka
    gallery: galleri, konstgalleri
    greengrocer: grönsakshandlare, frukt, grönsaker
    groceries: livsmedel, matvaror, mataffär, livsmedelsaffär, matbutik
    guest house: pensionat, gästhus, rum och frukost
    guidepost: vägvisare
    hairdresser: frisör, hårfrisör, barberare, frisersalong, frisörsalong
    harbour: hamn, hamnar, hamnen
    hardware store: järnaffär, byggvaruhus, verktyg, bygghandel, järnhandel
    holiday flat: semesterlägenhet, stuga, semesterhus
    hospital: sjukhus, lasarett, sjukhuset
    hostel: vandrarhem, hostel
    hotel: hotell, hotellet
    hut: fjällstuga, stuga i fjällen, koja, raststuga, fjällstation
    ice cream: glass, glassbar, glasskiosk, glasscafé
    ice rink: isbana, skridskobana, ishall
    kindergarten: förskola, dagis, daghem
    kiosk: kiosk, pressbyrån, tidningskiosk, tidningar
    laundry: tvättomat, tvätteri, tvättstuga, tvättmaskin
    library: bibliotek, biblioteket
    lift: hiss
    lighthouse: fyr, fyrtorn, fyrar
    lock: sluss
    locksmith: låssmed
    luggage locker: förvaringsbox, bagageförvaring
    marina: småbåtshamn, gästhamn, marina
    market: marknad, torg, torghandel, saluhall
    monument: monument, minnesmärke, staty
    mosque: moské
    museum: museum, museer, museet
    nature reserve: naturreservat, nationalpark
    nightclub: nattklubb, diskotek
    off-licence: systembolaget, vinbutik, systemet, vin
    optician: optiker, glasögon
    park: park, trädgård, parker, parken
    parking: parkering, parkeringsplats, parkeringshus, parkeringsplatser, parkera
    pass: bergspass, pass
    peak: bergstopp, topp, berg, fjälltopp
    pharmacy: apotek, apoteket, medicin, läkemedel
    picnic: rastplats med bord, picknick, picknickplats, picknickbord
    pizza: pizzeria, pizza
    playground: lekplats, lekpark, lekplatser
    police: polis, polisstation, polisen
    post box: brevlåda, postlåda, brevlådor
    post office: postkontor, post, posten, frimärken, postombud
    pub: pub, krog, puben, ölstuga, ölhall
    recycling: återvinning, återvinningsstation, glasigloo
    waste transfer station: återvinningscentral
    rest area: rastplats, vägkrog
    restaurant: restaurang, restauranger, matsal
    ruins: ruin, ruiner
    sauna: bastu
    school: skola, skolor, gymnasium
    shelter: vindskydd, skydd
    shoes: skoaffär, skor, skobutik
    shop: affär, butik, affärer, butiker
    shopping centre: köpcentrum, galleria, köpcenter
    shower: dusch, duschar
    slipway: sjösättningsramp, båtramp
    spring: källa, vattenkälla
    sports centre: idrottshall, sporthall, idrottsplats, sportcenter
    stadium: stadion, arena
    subway: tunnelbana, tunnelbanestation, t-bana
    supermarket: snabbköp, stormarknad, supermarket
    swimming: simhall, badplats, badhus, bad, simma, simbassäng, utomhusbad, friluftsbad
    synagogue: synagoga
    taxi: taxi, taxistation
    telephone: telefon, telefonkiosk, telefonautomat
    theatre: teater, opera, teatrar
    toilets: toalett, toa, WC, toaletter, offentlig toalett, dass, toan
    tourist information: turistinformation, turistbyrå
    tower: torn
    town hall: rådhus, stadshus, kommunhus
    toy shop: leksaksaffär, leksaker
    train station: järnvägsstation, tågstation, tåg, station, centralstation, pendeltåg
    tram stop: spårvagnshållplats, spårvagn
    university: universitet, högskola
    vegan: vegansk restaurang, vegansk
    vegetarian: vegetarisk restaurang, vegetarisk
    vending machine: automat, varuautomat
    vet: veterinär, djursjukhus, veterinärklinik
    viewpoint: utsiktsplats, utsikt, utkiksplats, utsiktstorn
    waste: papperskorg, soptunna, sopor, skräp, avfall
    water: dricksvatten, vatten, vattenkran, vattenpost, kran
    waterfall: vattenfall
    well: brunn
    wifi: wifi, internet
    windmill: väderkvarn, kvarn
    zoo: djurpark, zoo
    """
}
