extension CategoryWords {
  /// Swedish: a line for each category, with the displayed word first, then synonyms.
  static let swedish = """
    accommodation: boende, logi, övernattning, sovplats
    airport: flygplats
    ambulance station: ambulans, ambulansstation, fjällräddning
    arts centre: kulturhus
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
    bowling: bowling, bowlinghall
    brewery: bryggeri, bryggerier
    bus station: busstation, bussterminal
    bus stop: busshållplats, buss, hållplats, busshållplatser, bussen
    butcher: slaktare, köttaffär, charkuteri, kött, slakteri
    cable car: linbana, stolslift, skidlift, kabinbana
    cafe: kafé, café, fik, kaffestuga, fika, konditori och kafé
    car sharing: bilpool, bilpooler
    casino: kasino
    childcare: barnomsorg, dagmamma
    city: storstad
    climbing: klättring, klätterhall
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
    community centre: medborgarhus, bygdegård
    convenience store: närbutik, närlivs, jourbutik, lanthandel
    copy shop: kopiering, tryckeri
    court: domstol, tingsrätt
    defibrillator: hjärtstartare, defibrillator
    delicatessen: delikatesser, ostaffär, ost
    dentist: tandläkare, tandvård, folktandvården
    department store: varuhus
    diesel: diesel
    disabled parking: handikapparkering
    doctor: läkare, doktor, läkarmottagningen, husläkare
    driving school: körskola, trafikskola
    dry cleaner: kemtvätt
    electronics: elektronik, elektronikaffär
    embassy: ambassad, konsulat
    emergency room: akutmottagning, akuten, akut
    exchange: växlingskontor, valutaväxling
    farm shop: gårdsbutik, gårdsbutiker
    fast food: snabbmat, korvkiosk, gatukök, grillkiosk, korvmoj
    ferry: färja, färjeläge, färjeterminal, färjan
    fire station: brandstation, brandkår, räddningstjänst
    firepit: eldstad, lägereld, eldplats
    first aid: första hjälpen
    fishing: fiske, fiskeplats
    fishmonger: fiskaffär, fiskhandlare, fisk
    florist: blomsteraffär, blommor, florist, blomsterhandel
    food: mat, äta, matställe, något att äta
    forest: skog, skogar, skogen
    fountain: fontän
    fuel: bensinstation, bensinmack, bensin, mack, tankstation, drivmedel, macken, tanka
    gallery: galleri, konstgalleri
    garden centre: handelsträdgård, plantskola, trädgårdsbutik
    gift shop: presentbutik, souvenirer, presenter
    greengrocer: grönsakshandlare, frukt, grönsaker, grönsaksaffär, frukt och grönt
    groceries: livsmedel, matvaror, mataffär, livsmedelsaffär, matbutik
    guest house: pensionat, gästhus, rum och frukost
    guidepost: vägvisare
    gym: gym, träningscenter, styrketräning
    hairdresser: frisör, hårfrisör, barberare, frisersalong, frisörsalong
    hamlet: småby
    harbour: hamn, hamnar, hamnen
    hardware store: järnaffär, byggvaruhus, verktyg, bygghandel, järnhandel
    health food: hälsokost, hälsokostbutik
    holiday flat: semesterlägenhet, stuga, semesterhus
    hospital: sjukhus, lasarett, sjukhuset
    hostel: vandrarhem, hostel
    hotel: hotell, hotellet
    hut: fjällstuga, stuga i fjällen, koja, raststuga, fjällstation
    ice cream: glass, glassbar, glasskiosk, glasscafé
    ice rink: isbana, skridskobana, ishall
    internet cafe: internetkafé
    jeweller: guldsmed, juvelerare, urmakare
    job centre: Arbetsförmedlingen, arbetsförmedling
    kindergarten: förskola, dagis, daghem
    kiosk: kiosk, pressbyrån, tidningskiosk, tidningar
    lake: sjö, damm, tjärn, sjöar
    laundry: tvättomat, tvätteri, tvättstuga, tvättmaskin
    lawyer: advokat, jurist, advokater
    library: bibliotek, biblioteket
    lift: hiss
    lighthouse: fyr, fyrtorn, fyrar
    lock: sluss
    locksmith: låssmed
    luggage locker: förvaringsbox, bagageförvaring
    marina: småbåtshamn, gästhamn, marina
    market: marknad, torg, torghandel, saluhall
    mini golf: minigolf, bangolf
    mobile phone shop: mobilbutik, mobilaffär
    monastery: kloster
    monument: monument, minnesmärke, staty
    mosque: moské
    motorcycle repair: motorcykelverkstad, mc-verkstad
    museum: museum, museer, museet
    music shop: musikaffär, skivaffär
    nature reserve: naturreservat, nationalpark
    nightclub: nattklubb, diskotek
    nursing home: äldreboende, vårdhem
    off-licence: vinbutik, systemet, vin
    optician: optiker, glasögon
    outdoor shop: friluftsbutik, friluftsutrustning
    parcel locker: paketbox, paketskåp, paketautomat
    park: park, trädgård, parker, parken
    parking: parkering, parkeringsplats, parkeringshus, parkeringsplatser, parkera
    pass: bergspass, pass
    peak: bergstopp, topp, berg, fjälltopp
    pet shop: djuraffär, zooaffär
    pharmacy: apotek, apoteket, medicin, läkemedel
    physiotherapist: sjukgymnast, fysioterapeut
    picnic: rastplats med bord, picknick, picknickplats, picknickbord
    pizza: pizzeria, pizza
    place of worship: gudstjänstlokal, bönehus
    playground: lekplats, lekpark, lekplatser
    police: polis, polisstation, polisen
    post box: brevlåda, postlåda, brevlådor
    post office: postkontor, post, posten, frimärken, postombud
    pub: pub, krog, puben, ölstuga, ölhall
    recycling: återvinning, återvinningsstation, glasigloo
    river: älv, flod, vattendrag
    second-hand shop: secondhand, loppis, begagnat
    settlement: ort, tätort, samhälle
    shoe repair: skomakare, skomakeri
    spa: spa, massage
    sports shop: sportaffär, sportbutik
    stream: bäck, bäckar
    suburb: stadsdel, förort, kvarter
    tailor: skräddare, skrädderi
    takeaway: hämtmat, avhämtning
    tennis: tennis, tennisbana
    theme park: nöjespark, nöjesfält, tivoli
    tobacconist: tobaksaffär, tobak, cigaretter
    town: stad, städer
    travel agency: resebyrå, resebyråer
    tyres: däck, däckverkstad
    village: by, byar
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
    winery: vingård
    zoo: djurpark, zoo
    """
}
