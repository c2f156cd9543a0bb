extension CategoryWords {
  /// Italian: a line for each category, with the displayed word first, then synonyms.
  static let italian = """
    accommodation: alloggio, dove dormire, pernottamento, dormire, ospitalità
    airport: aeroporto, aerodromo
    ambulance station: ambulanza, soccorso alpino
    arts centre: centro culturale
    atm: bancomat, sportello automatico, prelievo, contanti, sportello bancomat, soldi
    attraction: attrazione turistica, attrazione, luogo di interesse
    bakery: panetteria, panificio, forno, panettiere, fornaio, pane, pasticceria
    bank: banca, banche, cassa di risparmio
    bar: bar, cocktail bar, enoteca
    barbecue: barbecue, griglia
    beach: spiaggia, spiagge, lido
    bench: panchina, panca, panche
    bicycle parking: parcheggio biciclette, parcheggio bici, rastrelliera
    bicycle rental: noleggio biciclette, noleggio bici, bike sharing, noleggio di biciclette
    bicycle repair: riparazione biciclette, ciclofficina, riparazione bici, officina bici
    bicycle shop: negozio di biciclette, bicicletta, bici, ciclista, negozio di bici
    boat rental: noleggio barche
    bookshop: libreria, libri
    bowling: bowling
    brewery: birrificio, birrifici
    bus station: autostazione, stazione degli autobus, stazione autobus
    bus stop: fermata dell'autobus, fermata autobus, autobus, fermata, bus, pullman, corriera, fermata \
    city: metropoli, grande città
    del bus
    butcher: macelleria, macellaio, carne
    cable car: funivia, seggiovia, cabinovia, ovovia, impianto di risalita
    cafe: caffè, caffetteria, sala da tè
    camp site: campeggio, camping, tenda, campeggi
    car rental: autonoleggio, noleggio auto
    car repair: officina, meccanico, carrozzeria, autofficina, autoriparazione
    car sharing: car sharing, auto condivisa
    car wash: autolavaggio
    caravan site: area camper, area sosta camper, camper, sosta camper
    casino: casinò
    castle: castello, fortezza, rocca, palazzo, castelli
    cave: grotta, caverna
    cemetery: cimitero, camposanto
    charging: colonnina di ricarica, stazione di ricarica, ricarica elettrica, ricarica, colonnina
    chemist: drogheria, profumeria, sanitaria
    church: chiesa, cappella, duomo, cattedrale, chiese, basilica
    cinema: cinema, film
    climbing: arrampicata, palestra di arrampicata
    clinic: clinica, poliambulatorio, ambulatorio
    clothes: abbigliamento, vestiti, negozio di abbigliamento, moda
    community centre: centro civico, centro sociale
    convenience store: alimentari, minimarket, negozio di alimentari, bottega
    copy shop: copisteria, fotocopie
    court: tribunale
    defibrillator: defibrillatore, DAE
    delicatessen: gastronomia, salumeria, formaggi
    dentist: dentista, odontoiatra, studio dentistico
    department store: grande magazzino, grandi magazzini
    diesel: gasolio, diesel
    disabled parking: parcheggio disabili
    doctor: medico, dottore, medico di base, studio medico, dottoressa, medici
    driving school: scuola guida, autoscuola
    dry cleaner: lavasecco, tintoria
    dump station: scarico camper, camper service, carico e scarico
    electronics: elettronica, elettrodomestici
    embassy: ambasciata, consolato
    emergency room: pronto soccorso, emergenza
    exchange: cambio valuta, ufficio di cambio, cambio
    farm shop: vendita diretta, prodotti agricoli
    fast food: fast food, paninoteca, tavola calda, cibo da asporto
    ferry: traghetto, imbarcadero, imbarco traghetti, traghetti
    fire station: vigili del fuoco, pompieri, caserma dei pompieri
    firepit: focolare, falò
    first aid: primo soccorso
    fishing: pesca, pescare
    fishmonger: pescheria, pesce
    florist: fioraio, fiori, fiorista
    food: cibo, mangiare, dove mangiare
    forest: bosco, foresta, boschi
    fountain: fontana ornamentale, fontana monumentale
    fuel: distributore di benzina, benzinaio, benzina, stazione di servizio, distributore, rifornimento, \
    carburante
    gallery: galleria d'arte, galleria
    garden centre: vivaio, garden center, piante
    gift shop: souvenir, articoli da regalo, regali
    greengrocer: fruttivendolo, ortofrutta, frutta, frutta e verdura
    groceries: generi alimentari, spesa, fare la spesa, viveri
    guest house: pensione, affittacamere, bed and breakfast, agriturismo, locanda
    guidepost: segnavia, cartello indicatore
    gym: palestra, palestre, fitness
    hairdresser: parrucchiere, parrucchiera, barbiere, parrucchieri
    hamlet: frazione, contrada
    harbour: porto, porti
    hardware store: ferramenta, bricolage, fai da te, utensili
    health food: negozio bio, biologico, erboristeria
    holiday flat: casa vacanze, appartamento, appartamento vacanze
    hospital: ospedale, ospedali, policlinico, nosocomio
    hostel: ostello, ostello della gioventù
    hotel: albergo, hotel, alberghi
    hut: rifugio, baita, bivacco, rifugio alpino, malga, capanna, rifugi
    ice cream: gelateria, gelato, gelati
    ice rink: pista di pattinaggio, palaghiaccio
    internet cafe: internet point, internet café
    jeweller: gioielleria, gioielliere, orologeria
    job centre: centro per l'impiego, ufficio di collocamento
    kindergarten: asilo, scuola materna, scuola dell'infanzia
    childcare: asilo nido, nido
    kiosk: edicola, chiosco, giornali, giornalaio
    lake: lago, laghetto, stagno, laghi
    laundry: lavanderia, lavatrice
    lawyer: avvocato, avvocati, notaio
    library: biblioteca, biblioteche
    lift: ascensore
    lighthouse: faro, fari
    lock: chiusa
    locksmith: fabbro, serraturiere
    luggage locker: deposito bagagli
    marina: porto turistico, marina, darsena
    market: mercato, mercati
    mini golf: minigolf
    mobile phone shop: negozio di telefonia, telefonia
    monastery: monastero, convento, abbazia
    monument: monumento, statua, memoriale
    mosque: moschea
    motorcycle repair: officina moto, moto
    museum: museo, musei
    music shop: negozio di musica, negozio di dischi
    nature reserve: riserva naturale, parco nazionale, parco naturale
    nightclub: discoteca, locale notturno, night
    nursing home: casa di riposo, RSA
    off-licence: negozio di vini, vino, liquori
    optician: ottico, occhiali
    outdoor shop: attrezzatura da montagna, negozio outdoor
    parcel locker: armadietto pacchi, punto di ritiro
    park: parco, giardino, giardini pubblici, parchi, villa comunale
    parking: parcheggio, posteggio, autorimessa, parcheggi, parcheggiare
    pass: passo, valico, colle, passo di montagna
    peak: cima, vetta, montagna, monte, picco
    pet shop: negozio di animali, animali
    pharmacy: farmacia, farmacie, medicine, medicinali
    physiotherapist: fisioterapista, fisioterapia
    picnic: area picnic, picnic, tavolo da picnic
    pizza: pizzeria, pizza
    place of worship: luogo di culto
    playground: parco giochi, area giochi, giochi per bambini, campo giochi
    police: polizia, carabinieri, questura, commissariato, vigili urbani, caserma
    post box: buca delle lettere, cassetta postale, cassetta delle lettere
    post office: ufficio postale, posta, poste, francobolli
    pub: pub, birreria, osteria, taverna
    recycling: riciclaggio, riciclo, raccolta differenziata, campana del vetro
    river: fiume, fiumi
    second-hand shop: usato, mercatino dell'usato, negozio dell'usato
    settlement: località, centro abitato
    shoe repair: calzolaio, ciabattino, riparazione scarpe
    spa: spa, terme, massaggi
    sports shop: negozio di sport, articoli sportivi
    stream: ruscello, torrente
    suburb: quartiere, rione, sobborgo
    tailor: sartoria, sarto
    takeaway: da asporto, asporto
    tennis: tennis, campo da tennis
    theme park: parco divertimenti, luna park
    town: città, cittadina
    travel agency: agenzia di viaggi, agenzia viaggi
    tyres: gommista, pneumatici, gomme
    village: villaggio, paese, borgo
    waste transfer station: isola ecologica, ecocentro, discarica
    rest area: area di sosta, autogrill, area di servizio
    restaurant: ristorante, trattoria, ristoranti
    ruins: rovine, rudere, ruderi
    sauna: sauna
    school: scuola, scuole, liceo
    shelter: riparo, tettoia
    shoes: scarpe, calzature, negozio di scarpe
    shop: negozio, negozi
    shopping centre: centro commerciale
    shower: doccia, docce
    slipway: scivolo, scalo
    spring: sorgente, fonte
    sports centre: centro sportivo, palazzetto dello sport
    stadium: stadio
    subway: metropolitana, metro, stazione della metropolitana
    supermarket: supermercato, ipermercato, supermercati
    swimming: piscina, nuotare, stabilimento balneare, piscine, balneazione, nuoto
    synagogue: sinagoga
    taxi: taxi, posteggio taxi, tassì
    telephone: telefono, cabina telefonica, telefono pubblico
    theatre: teatro, opera, teatri
    tobacconist: tabaccheria, tabaccaio, tabacchi, sigarette
    toilets: gabinetto, bagno, bagni, servizi igienici, WC, toilette, bagno pubblico, cesso, bagni \
    pubblici, gabinetti
    tourist information: ufficio turistico, informazioni turistiche, pro loco, ufficio informazioni
    tower: torre, torri
    town hall: municipio, comune
    toy shop: negozio di giocattoli, giocattoli
    train station: stazione ferroviaria, stazione, treno, stazione dei treni, ferrovia, stazioni, treni
    tram stop: fermata del tram, tram
    university: università, ateneo
    vegan: ristorante vegano, vegano
    vegetarian: ristorante vegetariano, vegetariano
    vending machine: distributore automatico
    vet: veterinario, clinica veterinaria, veterinari
    viewpoint: punto panoramico, belvedere, panorama, vista
    waste: cestino, spazzatura, cestino dei rifiuti, rifiuti, bidone, immondizia, pattumiera
    water: acqua potabile, acqua, fontanella, fontana, rubinetto, nasone
    waterfall: cascata
    well: pozzo
    wifi: wifi, internet
    windmill: mulino, mulino a vento
    winery: cantina vinicola, azienda vinicola, cantina
    zoo: zoo, giardino zoologico
    """
}
