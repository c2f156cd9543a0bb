extension CategoryWords {
  /// German: a line for each category, with the displayed word first, then synonyms.
  static let german = """
    accommodation: Unterkunft, Übernachtung, Unterkünfte, Schlafplatz, Herberge, Beherbergung
    airport: Flughafen, Flugplatz, Flughäfen
    ambulance station: Rettungswache, Rettungsdienst, Krankenwagen, Bergwacht
    arts centre: Kulturzentrum, Kulturhaus
    atm: Geldautomat, Bankomat, Bancomat, Bargeld, Geld abheben, Geld
    attraction: Sehenswürdigkeit, Attraktion, Ausflugsziel
    bakery: Bäckerei, Bäcker, Brot, Brötchen, Konditorei, Backstube, Semmeln
    bank: Bank, Banken, Sparkasse, Bankfiliale, Geldinstitut
    bar: Bar, Cocktailbar, Weinbar
    barbecue: Grillplatz, Grill, Grillstelle, grillen
    beach: Strand, Badestrand, Strände, Sandstrand
    beer garden: Biergarten, Biergärten
    bench: Sitzbank, Bänke, Parkbank, Ruhebank
    bicycle parking: Fahrradständer, Fahrradparkplatz, Radständer, Veloständer, Fahrradabstellplatz
    bicycle rental: Fahrradverleih, Radverleih, Leihrad, Leihräder, Veloverleih, Fahrrad mieten, Mietrad
    bicycle repair: Fahrradwerkstatt, Fahrradreparatur, Radwerkstatt, Velowerkstatt
    bicycle shop: Fahrradladen, Fahrradgeschäft, Fahrrad, Radladen, Velogeschäft, Fahrradhändler, Rad, Velo
    boat rental: Bootsverleih, Kanuverleih, Boot mieten
    book exchange: Bücherschrank, Büchertausch, Bücherzelle
    bookshop: Buchhandlung, Buchladen, Bücher, Buchgeschäft
    bowling: Bowling, Bowlingbahn, Kegelbahn
    brewery: Brauerei, Brauereien, Brauhaus
    bus station: Busbahnhof, ZOB, Omnibusbahnhof
    bus stop: Bushaltestelle, Bus, Haltestelle, Busstation, Bushalt
    butcher: Metzgerei, Metzger, Fleischerei, Fleischer, Schlachter, Schlachterei, Fleisch, Wurst
    cable car: Seilbahn, Sessellift, Gondelbahn, Bergbahn, Skilift, Schwebebahn
    cafe: Café, Cafés, Kaffeehaus, Kaffeehäuser, Teestube
    camp site: Campingplatz, Zeltplatz, Camping, Zelten, Zeltplätze, Campingplätze
    car rental: Autovermietung, Mietwagen, Autoverleih, Leihwagen
    car repair: Autowerkstatt, Werkstatt, Kfz-Werkstatt, Autoreparatur, Garage, Werkstätten
    car sharing: Carsharing, Autoteilen, Teilauto
    car wash: Autowäsche, Waschanlage, Waschstraße, Autowaschanlage
    caravan site: Wohnmobilstellplatz, Stellplatz, Wohnmobil, Wohnwagenplatz, Wohnmobilstellplätze
    casino: Casino, Spielbank, Spielkasino
    castle: Burg, Schloss, Burgen, Schlösser, Festung, Palast
    cave: Höhle, Grotte
    cemetery: Friedhof, Friedhöfe, Gottesacker
    charging: Ladestation, Ladesäule, E-Ladestation, Stromtankstelle, Ladepunkt, Elektroladestation
    chemist: Drogerie, Drogeriemarkt
    childcare: Kinderkrippe, Krippe, Tagesmutter
    church: Kirche, Kapelle, Dom, Kathedrale
    cinema: Kino, Kinos, Lichtspielhaus, Film
    city: Großstadt, Grossstadt, Metropole
    climbing: Klettern, Kletterhalle, Boulderhalle
    clinic: Klinik, Poliklinik, Ärztehaus, Ambulanz
    clothes: Kleidung, Kleider, Bekleidung, Modegeschäft, Klamotten, Mode, Kleidergeschäft
    coffee: Kaffee, Kaffeeautomat
    community centre: Gemeindezentrum, Bürgerhaus, Gemeinschaftshaus
    convenience store: Tante-Emma-Laden, Spätkauf, Späti, Dorfladen, Lebensmittelladen, Gemischtwarenladen
    copy shop: Copyshop, Kopierladen, kopieren
    court: Gericht, Amtsgericht, Gerichte
    defibrillator: Defibrillator, Defi
    delicatessen: Feinkost, Delikatessen, Käse, Käserei
    dentist: Zahnarzt, Zahnärzte, Zahnärztin, Zahnarztpraxis
    department store: Kaufhaus, Warenhaus, Kaufhäuser
    diesel: Diesel
    disabled parking: Behindertenparkplatz, Behindertenparkplätze
    doctor: Arzt, Ärzte, Ärztin, Hausarzt, Arztpraxis, Doktor
    driving school: Fahrschule, Fahrschulen
    dry cleaner: Reinigung, Textilreinigung
    dump station: Entsorgungsstation, Chemietoilette, Entsorgung
    electronics: Elektronik, Elektromarkt, Elektrogeschäft
    embassy: Botschaft, Konsulat
    emergency room: Notaufnahme, Notfallaufnahme, Notfall, Notfallstation
    exchange: Wechselstube, Geldwechsel
    farm shop: Hofladen, Bauernladen, ab Hof
    fast food: Imbiss, Schnellimbiss, Schnellrestaurant, Imbissbude, Würstchenbude, Pommesbude
    ferry: Fähre, Fähranleger, Schiffsanleger
    fire station: Feuerwehr, Feuerwache, Feuerwehrhaus
    firepit: Feuerstelle, Lagerfeuer
    first aid: Erste Hilfe
    fishing: Angeln, Angelplatz, Angelstelle
    fishmonger: Fischhändler, Fischgeschäft, Fisch
    florist: Blumenladen, Blumengeschäft, Blumen, Florist, Gärtnerei
    food: Essen, Gaststätte, Verpflegung, etwas zu essen, Lokal
    forest: Wald, Wälder, Forst, Gehölz
    fountain: Springbrunnen, Zierbrunnen
    fuel: Tankstelle, Tanke, Benzin, Tanken, Sprit, Zapfsäule
    gallery: Galerie, Kunstgalerie
    garden centre: Gartencenter, Pflanzen
    gift shop: Souvenirs, Andenken, Geschenke, Souvenirladen
    greengrocer: Gemüsehändler, Obst, Gemüse, Obst und Gemüse
    groceries: Lebensmittel, Lebensmittelgeschäft, Einkaufen, Nahrungsmittel
    guest house: Pension, Gästehaus, Gasthof, Fremdenzimmer, Gästezimmer, Privatzimmer
    guidepost: Wegweiser
    gym: Fitnessstudio, Fitnesscenter, Fitness, Muckibude
    hairdresser: Friseur, Frisör, Coiffeur, Friseursalon, Friseurin, Haarschnitt, Barbier
    hamlet: Weiler, Einöde
    harbour: Hafen, Häfen
    hardware store: Baumarkt, Eisenwaren, Werkzeug, Baumärkte, Eisenwarenhandlung
    health food: Bioladen, Reformhaus, Naturkost
    holiday flat: Ferienwohnung, Ferienhaus, Ferienhäuser
    hospital: Krankenhaus, Spital, Krankenhäuser, Hospital, Spitäler, Klinikum
    hostel: Jugendherberge, Hostel, Backpacker
    hotel: Hotel, Hotels, Motel
    hut: Hütte, Berghütte, Almhütte, Schutzhütte, Alpenvereinshütte, Biwak, Alm
    ice cream: Eisdiele, Eis, Eiscafé, Eissalon
    ice rink: Eisbahn, Eislaufbahn, Schlittschuhbahn, Eishalle
    internet cafe: Internetcafé
    jeweller: Juwelier, Schmuck, Uhrmacher, Goldschmied
    job centre: Arbeitsamt, Arbeitsagentur, Jobcenter
    kindergarten: Kindergarten, Kita, Kindergärten, Kindertagesstätte
    kiosk: Kiosk, Trafik, Büdchen, Trinkhalle, Zeitungskiosk, Zeitungen
    lake: See, Seen, Teich, Weiher, Stausee, Tümpel
    laundry: Wäscherei, Waschsalon, Waschmaschine, Wäsche waschen
    lawyer: Anwalt, Rechtsanwalt, Anwälte, Notar
    library: Bibliothek, Bücherei, Stadtbücherei
    lift: Aufzug, Fahrstuhl, Aufzüge, Lift
    lighthouse: Leuchtturm, Leuchttürme
    lock: Schleuse
    locksmith: Schlüsseldienst, Schlosserei
    luggage locker: Schließfach, Gepäckaufbewahrung, Schließfächer
    marina: Yachthafen, Jachthafen, Bootshafen, Marina
    market: Markt, Wochenmarkt, Marktplatz, Markthalle, Märkte, Bauernmarkt
    mini golf: Minigolf, Minigolfplatz
    mobile phone shop: Handyladen, Handyshop, Handy
    monastery: Kloster, Klöster, Abtei
    monument: Denkmal, Mahnmal, Denkmäler, Monument, Gedenkstätte
    mosque: Moschee
    motorcycle repair: Motorradwerkstatt, Motorradladen
    museum: Museum, Museen
    music shop: Musikgeschäft, Musikladen, Musikhaus
    nature reserve: Naturschutzgebiet, Nationalpark, Naturpark
    nightclub: Nachtclub, Disco, Diskothek, Club, Klub
    nursing home: Pflegeheim, Altenheim, Seniorenheim, Altersheim
    off-licence: Getränkemarkt, Weinhandlung, Spirituosen, Wein, Alkohol
    optician: Optiker, Augenoptiker, Brille
    outdoor shop: Outdoorladen, Bergsportgeschäft, Ausrüstung, Outdoor, Campingausrüstung
    park: Park, Parkanlage, Stadtpark, Grünanlage, Garten, Gärten
    parking: Parkplatz, Parkhaus, Parkplätze, Tiefgarage, Parken, Parkhäuser
    parcel locker: Packstation, Paketstation, Paketautomat
    pass: Pass, Bergpass, Sattel, Joch, Pässe
    peak: Gipfel, Berg, Berggipfel, Bergspitze, Berge
    pet shop: Tierhandlung, Zoohandlung, Tierfutter, Tierbedarf
    pharmacy: Apotheke, Arznei, Medikamente
    physiotherapist: Physiotherapie, Krankengymnastik, Physiotherapeut
    picnic: Picknickplatz, Rastplatz, Picknick, Picknicktisch, Brotzeitplatz
    pizza: Pizza, Pizzeria
    place of worship: Gotteshaus, Gebetshaus, Andachtsort
    playground: Spielplatz, Kinderspielplatz, Spielplätze
    police: Polizei, Polizeiwache, Polizeirevier, Polizeistation
    post box: Briefkasten, Briefkästen, Postkasten
    post office: Post, Postamt, Postfiliale, Poststelle, Briefmarken
    pub: Kneipe, Pub, Wirtshaus, Beisl, Schänke, Wirtschaft, Gasthaus
    recycling: Recycling, Glascontainer, Altglas, Wertstoffhof, Altglascontainer, Wertstoffcontainer
    rest area: Raststätte, Autobahnraststätte, Rasthof
    restaurant: Restaurant, Speiselokal, Gaststätten, Restaurants
    river: Fluss, Flüsse, Strom
    ruins: Ruine, Burgruine
    sauna: Sauna, Saunas
    school: Schule, Gymnasium, Grundschule
    second-hand shop: Gebrauchtwaren, Secondhand, Trödel
    settlement: Ort, Orte, Siedlung, Siedlungen
    shelter: Unterstand, Schutzdach, Schutz vor Regen, Unterschlupf
    shoe repair: Schuster, Schuhmacher, Schuhreparatur
    shoes: Schuhgeschäft, Schuhe, Schuhladen
    shop: Laden, Geschäft, Läden, Shop
    shopping centre: Einkaufszentrum, Einkaufszentren, Shoppingcenter
    shower: Dusche, duschen
    slipway: Slipanlage, Bootsrampe, Slip
    spa: Spa, Wellness, Massage
    sports shop: Sportgeschäft, Sportladen, Sportartikel
    spring: Quelle, Wasserquelle
    sports centre: Sportzentrum, Sporthalle, Turnhalle, Sportanlage
    stadium: Stadion, Stadien
    stream: Bach, Bäche, Bächlein
    suburb: Stadtteil, Stadtviertel, Viertel, Vorort, Quartier, Bezirk
    subway: U-Bahn, Metro, U-Bahn-Station, U-Bahnhof, Ubahn
    supermarket: Supermarkt, Supermärkte, Discounter
    swimming: Schwimmbad, Freibad, Hallenbad, Schwimmen, Baden, Badestelle, Schwimmbäder, Badesee, Strandbad
    synagogue: Synagoge
    tailor: Schneiderei, Schneider, Änderungsschneiderei
    takeaway: Speisen zum Mitnehmen, zum Mitnehmen
    taxi: Taxi, Taxistand
    telephone: Telefon, Telefonzelle, Münztelefon
    tennis: Tennis, Tennisplatz
    theatre: Theater, Oper, Schauspielhaus
    theme park: Freizeitpark, Vergnügungspark
    tobacconist: Tabakladen, Tabak, Zigaretten
    toilets: Toilette, Klo, WC, Toiletten, öffentliche Toilette, Klosett, Örtchen
    tourist information: Touristeninformation, Fremdenverkehrsamt, Touristinfo, Tourismusbüro, Auskunft, \
    Verkehrsamt
    tower: Turm, Türme
    town: Stadt, Städte, Kleinstadt
    town hall: Rathaus, Gemeindeamt, Stadtverwaltung, Rathäuser, Gemeindehaus
    toy shop: Spielzeugladen, Spielzeug, Spielwaren
    train station: Bahnhof, Zug, Bahn, Bahnhöfe, Eisenbahn, Hauptbahnhof, S-Bahn
    tram stop: Straßenbahnhaltestelle, Straßenbahn, Tram, Tramhaltestelle, Strassenbahn
    travel agency: Reisebüro, Reisebüros
    tyres: Reifen, Reifenhändler, Reifenservice
    university: Universität, Hochschule, Uni, Fachhochschule
    vegan: veganes Restaurant
    vegetarian: vegetarisches Restaurant
    vending machine: Automat, Verkaufsautomat, Getränkeautomat
    vet: Tierarzt, Tierärzte, Tierärztin, Tierklinik, Tierarztpraxis
    viewpoint: Aussichtspunkt, Aussicht, Ausblick, Aussichtsturm
    village: Dorf, Dörfer, Ortschaft
    waste: Mülleimer, Abfalleimer, Müll, Papierkorb, Abfall, Mülltonne
    water: Trinkwasser, Wasser, Trinkbrunnen, Wasserstelle, Wasserhahn, Brunnen
    waterfall: Wasserfall, Wasserfälle
    well: Ziehbrunnen, Wasserbrunnen
    wifi: WLAN, Internet, W-LAN
    windmill: Windmühle, Mühle, Wassermühle
    winery: Weingut, Winzer, Weinkellerei
    zoo: Zoo, Tierpark, Tiergarten
    """
}
