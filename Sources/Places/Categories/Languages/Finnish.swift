extension CategoryWords {
  /// Finnish: a line for each category, with the displayed word first, then synonyms.
  static let finnish = """
    accommodation: majoitus, yöpyminen, yösija, majapaikka
    airport: lentoasema, lentokenttä
    ambulance station: ambulanssi, ambulanssiasema
    arts centre: kulttuurikeskus, kulttuuritalo
    atm: pankkiautomaatti, otto, käteisautomaatti, ottoautomaatti, käteinen, rahaa, raha-automaatti
    attraction: nähtävyys, turistikohde, nähtävyydet
    bakery: leipomo, leipuri, leipä, konditoria, leipomot, leipää, pulla
    bank: pankki, pankit, pankin
    bar: baari, viinibaari, baarit, cocktailbaari
    barbecue: grillipaikka, grilli, grillauspaikka
    beach: uimaranta, ranta, hiekkaranta, rannat, uimarannat
    bench: penkki, puistonpenkki, penkit
    bicycle parking: pyöräparkki, pyöräpysäköinti, pyöräteline
    bicycle rental: pyörävuokraamo, polkupyörävuokraamo, kaupunkipyörä, pyörän vuokraus, kaupunkipyörät
    bicycle repair: pyöräkorjaamo, pyörähuolto
    bicycle shop: pyöräkauppa, polkupyörä, pyöräliike, polkupyöräkauppa, pyörä
    boat rental: venevuokraamo, kanoottivuokraamo
    bookshop: kirjakauppa, kirjat, kirjakaupat
    bowling: keilahalli, keilaus
    brewery: panimo, panimot
    bus station: linja-autoasema, bussiasema
    bus stop: bussipysäkki, bussi, pysäkki, linja-autopysäkki, bussipysäkit, linja-auto
    butcher: lihakauppa, teurastaja, liha
    cable car: köysirata, hiihtohissi, tuolihissi, gondolihissi
    cafe: kahvila, kahvilat, teehuone, kahvilaa
    car sharing: yhteiskäyttöauto
    casino: kasino
    childcare: perhepäivähoito, lastenhoito
    city: suurkaupunki
    climbing: kiipeily, kiipeilyhalli
    coffee: kahvi, kahvia, kahvit
    camp site: leirintäalue, telttapaikka, camping, leirintä, telttailu, teltta, leirintäalueet
    car rental: autovuokraamo, vuokra-auto
    car repair: autokorjaamo, korjaamo, autohuolto, mekaanikko
    car wash: autopesu, autopesula
    caravan site: matkailuautoalue, matkaparkki, karavaanialue, asuntovaunualue, matkailuauto
    castle: linna, linnoitus, palatsi, linnat
    cave: luola
    cemetery: hautausmaa, kalmisto
    charging: latausasema, latauspiste, sähköauton lataus, lataus, latauspisteet
    chemist: kemikaalikauppa, kosmetiikkakauppa
    church: kirkko, kappeli, tuomiokirkko, katedraali, kirkot, kirkon
    cinema: elokuvateatteri, leffateatteri, elokuva, leffa, elokuvateatterit
    clinic: terveysasema, terveyskeskus, lääkäriasema, klinikka
    clothes: vaatteet, vaatekauppa, vaateliike, muoti
    community centre: monitoimitalo, seurantalo
    convenience store: lähikauppa, kyläkauppa, pikkukauppa
    copy shop: kopiointi, kopiopalvelu
    court: oikeustalo, käräjäoikeus
    defibrillator: defibrillaattori, sydäniskuri
    delicatessen: herkkukauppa, juusto
    dentist: hammaslääkäri, hammashoitola, hammaslääkärit
    department store: tavaratalo
    diesel: diesel, dieseliä
    disabled parking: invalidipaikka, inva-paikka
    doctor: lääkäri, lääkärit, tohtori, lääkärin vastaanotto
    driving school: autokoulu
    dry cleaner: kemiallinen pesula
    electronics: elektroniikka, kodinkoneet
    embassy: suurlähetystö, konsulaatti, lähetystö
    emergency room: päivystys, ensiapupoliklinikka, ensiapu
    exchange: rahanvaihto, valuutanvaihto
    farm shop: tilamyymälä, tilakauppa
    fast food: pikaruoka, nakkikioski, grillikioski, pikaruokala, snägäri, hampurilaisravintola
    ferry: lautta, lossi, laivaranta, lauttasatama, yhteysalus
    fire station: paloasema, palokunta, pelastuslaitos
    firepit: nuotiopaikka, tulipaikka, nuotio, tulentekopaikka
    fishing: kalastus, kalastuspaikka, onginta
    fishmonger: kalakauppa, kala
    florist: kukkakauppa, kukat, kukkakaupat
    food: ruoka, ruokapaikka, syödä, ruokaa, ateria
    forest: metsä, metsät
    fountain: suihkulähde, suihkukaivo
    fuel: huoltoasema, bensa-asema, bensa, bensiini, polttoaine, bensis, tankkaus, huoltoasemat, \
    bensiiniasema
    gallery: galleria, taidegalleria
    garden centre: puutarhamyymälä, puutarhakauppa, taimimyymälä
    gift shop: lahjatavarakauppa, matkamuistot, lahjat
    greengrocer: vihanneskauppa, hedelmät, vihannekset
    groceries: elintarvikkeet, ruokakauppa, ruokaostokset, ruokatarvikkeet
    guest house: majatalo, matkustajakoti, aamiaismajoitus, vierasmaja
    guidepost: opaste, viitta, tienviitta
    gym: kuntosali, kuntosalit, sali
    hairdresser: kampaaja, kampaamo, parturi, parturi-kampaamo, kampaamot
    hamlet: pikkukylä
    harbour: satama, satamat
    hardware store: rautakauppa, työkalut
    health food: luontaistuotteet, luontaistuotekauppa
    holiday flat: loma-asunto, lomamökki, mökki
    hospital: sairaala, sairaalat, sairaalan
    hostel: hostelli, retkeilymaja
    hotel: hotelli, hotellit, motelli
    hut: autiotupa, tunturimaja, tupa, varaustupa, kämppä, eräkämppä, autiotuvat
    ice cream: jäätelö, jäätelökioski, jäätelöbaari, jäätelöä
    ice rink: luistelurata, luistinrata, jäähalli
    internet cafe: nettikahvila
    jeweller: kultaseppä, kelloseppä, koruliike
    job centre: työvoimatoimisto, TE-toimisto
    kindergarten: päiväkoti, lastentarha, esikoulu, päiväkodit
    kiosk: kioski, lehtikioski, lehdet, kioskit, ärrä, R-kioski
    lake: järvi, lampi, järvet, tekojärvi
    laundry: pesula, itsepalvelupesula, pyykinpesu, pesukone, pesutupa
    lawyer: asianajaja, lakimies
    library: kirjasto, kirjastot, kirjaston
    lift: hissi
    lighthouse: majakka
    lock: sulku, kanavasulku
    locksmith: lukkoseppä
    luggage locker: säilytyslokero, matkatavarasäilytys
    marina: venesatama, vierassatama, pienvenesatama
    market: tori, kauppahalli, markkinat, tori ja kauppahalli
    mini golf: minigolf
    mobile phone shop: puhelinkauppa, kännykkäkauppa
    monastery: luostari
    monument: muistomerkki, patsas, monumentti
    mosque: moskeija
    motorcycle repair: moottoripyöräkorjaamo
    museum: museo, museot
    music shop: musiikkikauppa, levykauppa
    nature reserve: luonnonsuojelualue, kansallispuisto
    nightclub: yökerho, disko
    nursing home: vanhainkoti, hoitokoti
    off-licence: alko, viinakauppa, viini
    optician: optikko, silmälasit, silmälasiliike
    outdoor shop: retkeilykauppa, retkeilyvarusteet
    parcel locker: pakettiautomaatti, noutopiste
    park: puisto, puutarha, puistot
    parking: pysäköinti, pysäköintialue, parkkipaikka, parkki, pysäköintitalo, parkkihalli, \
    parkkipaikat, pysäköintipaikka
    pass: vuoristosola, sola
    peak: huippu, vuori, vuorenhuippu, tunturi, tunturinhuippu
    pet shop: lemmikkikauppa, eläinkauppa
    pharmacy: apteekki, apteekit, lääkkeet, apteekin, lääke
    physiotherapist: fysioterapeutti, fysioterapia
    picnic: eväspaikka, piknik, piknikpaikka, taukopaikka
    pizza: pizzeria, pizza
    place of worship: rukoushuone
    playground: leikkipuisto, leikkikenttä, leikkipaikka, leikkipuistot
    police: poliisi, poliisiasema, poliisilaitos
    post box: postilaatikko, kirjelaatikko, postilaatikot
    post office: posti, postitoimisto, postin, postimerkit
    pub: pubi, kapakka, olutravintola, pubit, kuppila
    recycling: kierrätys, kierrätyspiste, lasinkeräys, ekopiste
    river: joki, joet
    second-hand shop: kirpputori, kirppis, kierrätyskeskus
    settlement: taajama, asutus
    shoe repair: suutari, suutarit
    spa: kylpylä, hieronta
    sports shop: urheilukauppa, urheiluliike
    stream: puro, purot, oja
    suburb: kaupunginosa, lähiö, esikaupunki
    tailor: räätäli, ompelija, ompelimo
    takeaway: noutoruoka
    tennis: tennis, tenniskenttä
    theme park: huvipuisto
    tobacconist: tupakkakauppa, tupakka
    town: kaupunki, kaupungit
    travel agency: matkatoimisto
    tyres: renkaat, rengasliike
    village: kylä, kylät
    waste transfer station: sortti-asema, jäteasema
    rest area: levähdysalue, levähdyspaikka
    restaurant: ravintola, ravintolat, ruokala, ravintolaa
    ruins: rauniot, raunio
    sauna: sauna, saunat, saunaa
    school: koulu, koulut, lukio
    shelter: laavu, sadekatos, katos, suoja, kota
    shoes: kenkäkauppa, kengät
    shop: kauppa, liike, myymälä, kaupat, puoti
    shopping centre: kauppakeskus, ostoskeskus, ostari
    shower: suihku, suihkut
    slipway: veneramppi, veneenlaskupaikka, veneluiska
    spring: lähde, vesilähde, lähteet
    sports centre: liikuntakeskus, urheiluhalli, liikuntahalli, urheilukeskus
    stadium: stadion
    subway: metro, metroasema, metron sisäänkäynti
    supermarket: supermarket, marketti, valintamyymälä, market
    swimming: uimahalli, uimapaikka, uima-allas, uida, uinti, uimahallit, maauimala
    synagogue: synagoga
    taxi: taksi, taksiasema, taksitolppa
    telephone: puhelin, puhelinkoppi, yleisöpuhelin
    theatre: teatteri, ooppera, teatterit
    toilets: vessa, WC, käymälä, vessat, yleinen vessa, huussi, yleisövessa, veski, vessaa
    tourist information: matkailuneuvonta, turisti-info, matkailuinfo
    tower: torni
    town hall: kaupungintalo, kunnantalo, kunnanvirasto
    toy shop: lelukauppa, lelut
    train station: rautatieasema, juna-asema, juna, asema, lähijuna, junat
    tram stop: raitiovaunupysäkki, raitiovaunu, ratikka, ratikkapysäkki, raitsikka, spora
    university: yliopisto, korkeakoulu, ammattikorkeakoulu
    vegan: vegaaniravintola, vegaaninen
    vegetarian: kasvisravintola, kasvisruoka
    vending machine: automaatti, juoma-automaatti, myyntiautomaatti
    vet: eläinlääkäri, eläinlääkäriasema, eläinsairaala
    viewpoint: näköalapaikka, näköala, näkötorni
    waste: roskakori, roskis, jäteastia, roskat, jätteet, roska-astia
    water: juomavesi, vesi, vesipiste, juomavettä, vettä, vesihana
    waterfall: vesiputous, putous
    well: kaivo
    wifi: wifi, netti, internet
    windmill: tuulimylly, mylly
    winery: viinitila
    zoo: eläintarha, eläinpuisto
    """
}
