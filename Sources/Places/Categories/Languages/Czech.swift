extension CategoryWords {
  /// Czech: a line for each category, with the displayed word first, then synonyms.
  static let czech = """
    accommodation: ubytování, nocleh, přenocování
    airport: letiště
    ambulance station: záchranná služba, záchranka, sanitka, horská služba
    arts centre: kulturní centrum
    atm: bankomat, výběr hotovosti, hotovost, bankomaty, peníze
    attraction: turistická atrakce, atrakce, pamětihodnost, památka
    bakery: pekárna, pekař, pekařství, chléb, cukrárna, pečivo, chleba, rohlíky
    bank: banka, banky, spořitelna
    bar: bar, vinárna, koktejlový bar
    barbecue: gril, grilování, ohniště s grilem
    beach: pláž, pláže
    beer garden: pivní zahrádka
    bench: lavička, lavice, lavičky
    bicycle parking: stojan na kola, parkoviště pro kola, stojany na kola
    bicycle rental: půjčovna kol, půjčovna jízdních kol, sdílená kola
    bicycle repair: cykloservis, opravna kol, servis kol
    bicycle shop: cykloprodejna, kolo, prodejna kol, kola, obchod s koly
    boat rental: půjčovna lodí, půjčovna lodiček
    bookshop: knihkupectví, knihy
    bowling: bowling, kuželky
    brewery: pivovar, pivovary
    bus station: autobusové nádraží, autobusák
    bus stop: autobusová zastávka, autobus, zastávka, zastávka autobusu, zastávky
    butcher: řeznictví, řezník, maso, uzeniny
    cable car: lanovka, sedačková lanovka, vlek
    cafe: kavárna, kavárny, čajovna
    car sharing: sdílená auta, carsharing
    casino: kasino
    city: velkoměsto
    climbing: lezení, horolezecká stěna
    coffee: káva, kafe
    camp site: kemp, tábořiště, stan, kempink, kempování, autokemp, kempy
    car rental: půjčovna aut, autopůjčovna
    car repair: autoservis, automechanik, autoopravna, pneuservis
    car wash: myčka, automyčka
    caravan site: stání pro karavany, karavan, obytné vozy
    castle: hrad, zámek, hrady, zámky, pevnost, tvrz
    cave: jeskyně
    cemetery: hřbitov
    charging: nabíjecí stanice, nabíječka, dobíjecí stanice, nabíjení
    chemist: drogerie
    church: kostel, kaple, katedrála, kostely, chrám
    cinema: kino, biograf, kina
    clinic: klinika, poliklinika, zdravotní středisko
    clothes: oblečení, oděvy, obchod s oblečením, šaty
    community centre: komunitní centrum, kulturní dům
    convenience store: večerka, smíšené zboží, koloniál
    copy shop: kopírování, tisk
    court: soud, soudy
    defibrillator: defibrilátor, AED
    delicatessen: lahůdky, lahůdkářství, sýry
    dentist: zubař, zubní lékař, stomatolog, zubařka
    department store: obchodní dům
    diesel: nafta
    disabled parking: parkování pro invalidy
    doctor: lékař, doktor, ordinace, lékařka, praktický lékař, doktorka
    driving school: autoškola
    dry cleaner: čistírna, čistírny
    electronics: elektronika, elektro
    embassy: ambasáda, velvyslanectví, konzulát
    emergency room: pohotovost, urgentní příjem, urgent
    exchange: směnárna, směnárny
    farm shop: farmářský obchod, farmářské produkty
    fast food: rychlé občerstvení, bufet, stánek, občerstvení
    ferry: přívoz, trajekt
    fire station: hasiči, hasičská stanice, hasičárna, hasičská zbrojnice, požární stanice
    firepit: ohniště, táborák
    first aid: první pomoc
    fishing: rybaření, rybářský revír, ryby
    fishmonger: rybárna, rybí prodejna
    florist: květinářství, květiny
    food: jídlo, najíst se, stravování
    forest: les, lesy, hvozd
    fountain: fontána, kašna
    fuel: čerpací stanice, benzínka, benzin, pumpa, benzínová pumpa, palivo, benzinka, benzín
    gallery: galerie, galerie umění
    garden centre: zahradnictví, zahradní centrum, rostliny
    gift shop: suvenýry, dárky
    greengrocer: ovoce a zelenina, zelenina, ovoce
    groceries: potraviny, nákup
    guest house: penzion, penziony, ubytovna
    guidepost: rozcestník, turistický rozcestník
    gym: posilovna, posilovny, fitness, fitko
    hairdresser: kadeřnictví, kadeřník, holičství, kadeřnice, holič
    hamlet: osada, samota
    harbour: přístav
    hardware store: železářství, hobby market, nářadí, stavebniny
    health food: zdravá výživa, biopotraviny
    holiday flat: apartmán, chata k pronájmu
    hospital: nemocnice, špitál
    hostel: ubytovna mládeže, hostel
    hotel: hotel, hotely
    hut: horská chata, chata, bouda, útulna, chaty
    ice cream: zmrzlina, zmrzlinárna
    ice rink: kluziště, zimní stadion, bruslení
    internet cafe: internetová kavárna
    jeweller: klenotnictví, zlatnictví, hodinářství
    job centre: úřad práce, pracák
    kindergarten: mateřská škola, školka
    childcare: jesle
    kiosk: trafika, kiosek, novinový stánek, noviny
    lake: jezero, rybník, přehrada
    laundry: prádelna, prádelny, pračka
    lawyer: advokát, právník, notář
    library: knihovna, knihovny
    lift: výtah
    lighthouse: maják
    lock: zdymadlo, plavební komora
    locksmith: zámečník, zámečnictví
    luggage locker: úschovna zavazadel
    marina: jachetní přístav, marina
    market: trh, tržiště, tržnice, trhy, farmářský trh
    mini golf: minigolf
    mobile phone shop: prodejna mobilů, mobily
    monastery: klášter, kláštery
    monument: pomník, památník, socha
    mosque: mešita
    motorcycle repair: motoservis, motorky
    museum: muzeum, muzea
    music shop: hudebniny, hudební nástroje
    nature reserve: přírodní rezervace, národní park, chráněná krajinná oblast
    nightclub: noční klub, diskotéka, klub
    nursing home: domov důchodců, domov pro seniory
    off-licence: vinotéka, prodejna alkoholu, víno
    optician: optika, optik, brýle
    outdoor shop: outdoorové vybavení, turistické potřeby
    park: park, zahrada, sad, parky
    parking: parkoviště, parkování, parkovací dům, parkovat
    parcel locker: zásilkovna, box na balíky, balíkomat, balíkovna, výdejní box
    pass: horské sedlo, sedlo, průsmyk
    peak: vrchol, hora, kopec, vrcholy
    pet shop: zverimex, chovatelské potřeby
    pharmacy: lékárna, lékárny, léky, lékárnu
    physiotherapist: fyzioterapie, fyzioterapeut, rehabilitace
    picnic: piknik, piknikové místo
    pizza: pizzerie, pizza
    place of worship: modlitebna
    playground: dětské hřiště, hřiště, pískoviště
    police: policie, policejní stanice, služebna
    post box: poštovní schránka, schránka
    post office: pošta, poštu, známky, poštovní úřad
    pub: hospoda, hostinec, pivnice, hospody, krčma, hospůdka, výčep
    recycling: recyklace, kontejner na sklo, tříděný odpad
    river: řeka, řeky
    second-hand shop: second hand, sekáč, bazar
    settlement: sídlo, obydlené místo
    shoe repair: obuvník, oprava obuvi, opravna obuvi
    spa: lázně, wellness, masáže
    sports shop: sportovní potřeby, obchod se sportem
    stream: potok, bystřina
    suburb: čtvrť, předměstí, městská část
    tailor: krejčí, krejčovství
    takeaway: s sebou, jídlo s sebou
    tennis: tenis, tenisový kurt
    theme park: zábavní park, lunapark
    tobacconist: tabák, cigarety
    town: město, městečko
    travel agency: cestovní kancelář, cestovka
    tyres: pneumatiky
    village: vesnice, ves
    waste transfer station: sběrný dvůr
    rest area: odpočívadlo, odpočívka
    restaurant: restaurace, restaurant, jídelna, restauraci
    ruins: zřícenina, ruiny
    sauna: sauna
    school: škola, školy, gymnázium
    shelter: přístřešek, úkryt
    shoes: obuv, boty, obchod s obuví
    shop: obchod, prodejna, krám, obchody
    shopping centre: nákupní centrum, obchodní centrum
    shower: sprcha, sprchy
    spring: pramen, prameny, studánka
    sports centre: sportovní centrum, sportovní hala, tělocvična
    stadium: stadion
    subway: metro, stanice metra
    supermarket: supermarket, samoobsluha, supermarkety, hypermarket
    swimming: bazén, koupaliště, plavání, plovárna, plavecký bazén, koupání
    synagogue: synagoga
    taxi: taxi, taxík, stanoviště taxi
    telephone: telefon, telefonní budka, telefonní automat
    theatre: divadlo, opera, divadla
    toilets: záchod, toaleta, WC, záchody, toalety, veřejné záchody, hajzl
    tourist information: turistické informace, informační centrum, infocentrum
    tower: věž, rozhledna věž
    town hall: radnice, městský úřad, obecní úřad
    toy shop: hračkářství, hračky
    train station: nádraží, vlakové nádraží, železniční stanice, vlak, vlaky, železnice
    tram stop: tramvajová zastávka, tramvaj, tramvaje, šalina
    university: univerzita, vysoká škola
    vegan: veganská restaurace, veganský
    vegetarian: vegetariánská restaurace, vegetariánský
    vending machine: automat, prodejní automat
    vet: veterinář, zvěrolékař, veterinární ordinace
    viewpoint: vyhlídka, rozhledna, výhled
    waste: odpadkový koš, koš, odpadky, popelnice
    water: pitná voda, voda, pítko, vodu, kohoutek
    waterfall: vodopád
    well: studna
    wifi: wifi, internet
    windmill: větrný mlýn, mlýn
    winery: vinařství, vinný sklep
    zoo: zoo, zoologická zahrada
    """
}
