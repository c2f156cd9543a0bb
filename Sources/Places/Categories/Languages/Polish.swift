extension CategoryWords {
  /// Polish: a line for each category, with the displayed word first, then synonyms.
  static let polish = """
    accommodation: nocleg, noclegi, zakwaterowanie, kwatera
    airport: lotnisko, port lotniczy
    ambulance station: pogotowie, pogotowie ratunkowe, karetka, GOPR, TOPR
    arts centre: centrum kultury, ośrodek kultury
    atm: bankomat, wpłatomat, gotówka, bankomaty, pieniądze
    attraction: atrakcja turystyczna, atrakcja, zabytek, atrakcje
    bakery: piekarnia, piekarz, chleb, cukiernia, pieczywo, ciastkarnia, piekarnie, bułki
    bank: bank, banki, oddział banku
    bar: bar, koktajlbar, bary
    barbecue: grill, miejsce na grilla
    beach: plaża, plaże
    beer garden: ogródek piwny
    bench: ławka, ławki, ławeczka
    bicycle parking: parking rowerowy, stojak rowerowy, stojaki rowerowe
    bicycle rental: wypożyczalnia rowerów, rower miejski, wynajem rowerów
    bicycle repair: serwis rowerowy, naprawa rowerów, warsztat rowerowy
    bicycle shop: sklep rowerowy, rower, rowery
    boat rental: wypożyczalnia łodzi, wypożyczalnia kajaków
    bookshop: księgarnia, książki, księgarnie
    bowling: kręgielnia, kręgle
    brewery: browar, browary
    bus station: dworzec autobusowy, PKS, dworzec PKS
    bus stop: przystanek autobusowy, autobus, przystanek, przystanki
    butcher: rzeźnik, masarnia, sklep mięsny, mięso, mięsny
    cable car: kolejka linowa, wyciąg krzesełkowy, wyciąg, gondola, kolej linowa
    cafe: kawiarnia, kawiarnie, herbaciarnia
    car sharing: carsharing, auto na minuty
    casino: kasyno
    city: metropolia, wielkie miasto
    climbing: wspinaczka, ścianka wspinaczkowa
    coffee: kawa
    camp site: kemping, pole namiotowe, camping, namiot, biwak, pole kempingowe, kempingi
    car rental: wypożyczalnia samochodów, wynajem samochodów
    car repair: warsztat samochodowy, mechanik, warsztat, mechanik samochodowy
    car wash: myjnia samochodowa, myjnia
    caravan site: miejsce dla kamperów, kamper, kampery
    castle: zamek, zamki, pałac, twierdza
    cave: jaskinia, grota
    cemetery: cmentarz, cmentarze
    charging: stacja ładowania, ładowarka, ładowanie, punkt ładowania
    chemist: drogeria
    church: kościół, kaplica, katedra, kościoły, kościoła
    cinema: kino, kina
    clinic: przychodnia, klinika, ośrodek zdrowia, poliklinika
    clothes: odzież, ubrania, sklep odzieżowy, ciuchy
    community centre: dom kultury, świetlica
    convenience store: sklep osiedlowy, sklepik
    copy shop: ksero, drukarnia
    court: sąd, sądy
    defibrillator: defibrylator, AED
    delicatessen: delikatesy, ser, sery
    dentist: dentysta, stomatolog, gabinet stomatologiczny, dentystka
    department store: dom towarowy
    diesel: olej napędowy, ropa
    disabled parking: parking dla niepełnosprawnych
    doctor: lekarz, doktor, lekarka, gabinet lekarski, lekarze
    driving school: szkoła jazdy, nauka jazdy
    dry cleaner: pralnia chemiczna
    electronics: elektronika, sklep elektroniczny, AGD
    embassy: ambasada, konsulat
    emergency room: SOR, izba przyjęć, ostry dyżur
    exchange: kantor, wymiana walut, kantory
    farm shop: sklep rolniczy, prosto od rolnika
    fast food: fast food, budka z jedzeniem, zapiekanki
    ferry: prom, przeprawa promowa, promy
    fire station: straż pożarna, remiza, strażacy
    firepit: ognisko, miejsce na ognisko
    first aid: pierwsza pomoc
    fishing: wędkowanie, łowisko, ryby
    fishmonger: sklep rybny, rybny
    florist: kwiaciarnia, kwiaty
    food: jedzenie, gastronomia, posiłek, zjeść
    forest: las, lasy, puszcza
    fountain: fontanna
    fuel: stacja benzynowa, stacja paliw, benzyna, paliwo, stacje benzynowe, tankowanie, cpn
    gallery: galeria sztuki
    garden centre: centrum ogrodnicze, ogrodniczy, rośliny
    gift shop: pamiątki, upominki, prezenty
    greengrocer: warzywniak, owoce, warzywa, owoce i warzywa
    groceries: artykuły spożywcze, spożywczy, sklep spożywczy, zakupy
    guest house: pensjonat, agroturystyka, pokoje gościnne, kwatery
    guidepost: drogowskaz
    gym: siłownia, siłownie, klub fitness, fitness
    hairdresser: fryzjer, salon fryzjerski, fryzjerka, barber, fryzjerzy
    hamlet: przysiółek
    harbour: port, przystań
    hardware store: sklep budowlany, market budowlany, narzędzia, sklep żelazny
    health food: zdrowa żywność, sklep ekologiczny
    holiday flat: apartament, domek letniskowy
    hospital: szpital, szpitale, lecznica
    hostel: schronisko młodzieżowe, hostel
    hotel: hotel, hotele
    hut: schronisko, schronisko górskie, chata, bacówka, schroniska
    ice cream: lodziarnia, lody, cukiernia lodowa
    ice rink: lodowisko
    internet cafe: kafejka internetowa
    jeweller: jubiler, zegarmistrz, biżuteria
    job centre: urząd pracy
    kindergarten: przedszkole, przedszkola
    childcare: żłobek, żłobki
    kiosk: kiosk, kiosk ruchu, gazety
    lake: jezioro, staw, jeziora, zalew
    laundry: pralnia, pralnia samoobsługowa, pralka
    lawyer: adwokat, prawnik, notariusz
    library: biblioteka, biblioteki
    lift: winda
    lighthouse: latarnia morska
    lock: śluza
    locksmith: ślusarz
    luggage locker: przechowalnia bagażu, skrytka bagażowa
    marina: marina, port jachtowy, przystań jachtowa
    market: targ, bazar, targowisko, rynek, hala targowa
    mini golf: minigolf
    mobile phone shop: sklep z telefonami, telefony
    monastery: klasztor, klasztory
    monument: pomnik, pomniki
    mosque: meczet
    motorcycle repair: warsztat motocyklowy, motocykle
    museum: muzeum, muzea
    music shop: sklep muzyczny
    nature reserve: rezerwat przyrody, rezerwat, park narodowy
    nightclub: klub nocny, dyskoteka, klub
    nursing home: dom opieki, dom seniora
    off-licence: sklep monopolowy, monopolowy, alkohol, wino
    optician: optyk, okulary
    outdoor shop: sklep turystyczny, sprzęt turystyczny
    park: park, ogród, skwer, parki, zieleniec
    parking: parking, parkingi, miejsce parkingowe, parkować
    parcel locker: paczkomat, paczkomaty, automat paczkowy
    pass: przełęcz
    peak: szczyt, góra, szczyty, wierzchołek
    pet shop: sklep zoologiczny, zoologiczny
    pharmacy: apteka, apteki, leki, aptekę
    physiotherapist: fizjoterapeuta, fizjoterapia, rehabilitacja
    picnic: miejsce piknikowe, piknik
    pizza: pizzeria, pizza
    place of worship: miejsce kultu
    playground: plac zabaw, place zabaw
    police: policja, komisariat, komenda policji, posterunek
    post box: skrzynka pocztowa, skrzynka na listy
    post office: poczta, urząd pocztowy, pocztę, znaczki
    pub: pub, piwiarnia, karczma, puby
    recycling: recykling, pojemnik na szkło, segregacja
    river: rzeka, rzeki
    second-hand shop: second-hand, lumpeks, używane
    settlement: miejscowość
    shoe repair: szewc, naprawa obuwia
    spa: spa, masaż
    sports shop: sklep sportowy, artykuły sportowe
    stream: strumień, potok, strumyk
    suburb: dzielnica, osiedle, przedmieście
    tailor: krawiec, krawcowa, poprawki krawieckie
    takeaway: na wynos, jedzenie na wynos
    tennis: tenis, kort tenisowy
    theme park: park rozrywki, wesołe miasteczko
    tobacconist: trafika, papierosy, tytoń
    town: miasto, miasteczko
    travel agency: biuro podróży
    tyres: opony, wulkanizacja
    village: wieś, wioska
    waste transfer station: PSZOK
    rest area: MOP, miejsce obsługi podróżnych
    restaurant: restauracja, restauracje, restaurację, jadłodajnia
    ruins: ruiny, ruina
    sauna: sauna
    school: szkoła, szkoły, liceum
    shelter: wiata, schronienie, zadaszenie
    shoes: sklep obuwniczy, buty, obuwie
    shop: sklep, sklepy
    shopping centre: centrum handlowe, galeria handlowa, galeria
    shower: prysznic, prysznice
    slipway: slip
    spring: źródło, źródełko, źródła
    sports centre: centrum sportowe, hala sportowa, ośrodek sportu
    stadium: stadion
    subway: metro, stacja metra
    supermarket: supermarket, hipermarket, supermarkety, dyskont, market
    swimming: basen, pływalnia, kąpielisko, pływanie, baseny
    synagogue: synagoga
    taxi: taksówka, postój taksówek, taxi, taryfa
    telephone: telefon, budka telefoniczna, automat telefoniczny
    theatre: teatr, opera, teatry
    toilets: toaleta, WC, toalety, ubikacja, szalet, łazienka, kibel, wychodek, toaletę
    tourist information: informacja turystyczna, biuro turystyczne, punkt informacji turystycznej
    tower: wieża
    town hall: ratusz, urząd miasta, urząd gminy
    toy shop: sklep z zabawkami, zabawki
    train station: dworzec kolejowy, stacja kolejowa, dworzec, pociąg, kolej, stacja, pociągi, PKP
    tram stop: przystanek tramwajowy, tramwaj, tramwaje
    university: uniwersytet, uczelnia, politechnika
    vegan: restauracja wegańska, wegański
    vegetarian: restauracja wegetariańska, wegetariański
    vending machine: automat
    vet: weterynarz, lecznica dla zwierząt, weterynaria
    viewpoint: punkt widokowy, widok, taras widokowy
    waste: kosz na śmieci, śmieci, śmietnik, kosz, odpady
    water: woda pitna, woda, wodę, kran, poidełko, ujęcie wody
    waterfall: wodospad
    well: studnia
    wifi: wifi, internet
    windmill: wiatrak, młyn
    winery: winnica, winiarnia
    zoo: zoo, ogród zoologiczny
    """
}
