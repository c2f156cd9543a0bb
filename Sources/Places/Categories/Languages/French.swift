extension CategoryWords {
  /// French: a line for each category, with the displayed word first, then synonyms.
  static let french = """
    accommodation: hébergement, logement, où dormir, dormir
    airport: aéroport, aérodrome
    ambulance station: ambulance, secours en montagne, poste de secours
    arts centre: centre culturel, maison de la culture
    atm: distributeur de billets, distributeur, guichet automatique, DAB, bancomat, retrait, billetterie \
    automatique, argent
    attraction: attraction touristique, curiosité, site touristique
    bakery: boulangerie, boulanger, pain, pâtisserie, viennoiserie, pâtissier, baguette
    bank: banque
    bar: bar, bar à vin
    barbecue: barbecue, grill
    beach: plage
    beer garden: brasserie en plein air, jardin à bière
    bench: banc, banc public
    bicycle parking: parking à vélos, parking vélo, stationnement vélo, arceau à vélo
    bicycle rental: location de vélos, location de vélo, vélo en libre-service, vélos en libre service, \
    city: grande ville, métropole
    forest: forêt, bois, forêts
    hamlet: hameau, lieu-dit
    lake: lac, étang, lacs, mare, plan d'eau
    louer un vélo
    bicycle repair: réparation de vélos, réparation vélo, atelier vélo, réparateur de vélos
    bicycle shop: magasin de vélos, vélo, vélociste, marchand de cycles, cycles, bicyclette
    boat rental: location de bateaux, location de canoë
    book exchange: boîte à livres
    bookshop: librairie, libraire, livres
    bowling: bowling
    brewery: brasserie artisanale, brasseur
    bus station: gare routière
    bus stop: arrêt de bus, arrêt d'autobus, bus, autobus, abribus, arrêt
    butcher: boucherie, boucher, charcuterie, viande
    cable car: téléphérique, télésiège, télécabine, remontée mécanique, funiculaire
    cafe: café, salon de thé, cafétéria
    camp site: camping, terrain de camping, tente, campement
    car rental: location de voitures, location de voiture, louer une voiture
    car repair: garage, garagiste, réparation automobile, mécanicien, garage automobile
    car sharing: autopartage, voiture partagée
    car wash: lavage auto, lave-auto, station de lavage
    caravan site: aire de camping-car, camping-car, aire de service pour camping-cars
    casino: casino
    castle: château, châteaux, forteresse, château fort, palais
    cave: grotte, caverne
    cemetery: cimetière
    charging: borne de recharge, recharge électrique, borne électrique, station de recharge, recharge
    chemist: droguerie, parapharmacie
    church: église, chapelle, cathédrale
    cinema: cinéma, ciné, film
    climbing: escalade, salle d'escalade, mur d'escalade
    clinic: clinique, centre de santé, centre médical, polyclinique
    clothes: vêtements, magasin de vêtements, habits, prêt-à-porter, fringues
    coffee: torréfacteur, café à emporter, machine à café
    community centre: maison de quartier, salle des fêtes, centre social
    convenience store: épicerie, supérette, dépanneur, épicerie de quartier
    copy shop: photocopies, reprographie, imprimerie
    court: tribunal, palais de justice
    defibrillator: défibrillateur, DAE
    delicatessen: fromagerie, épicerie fine, traiteur, fromage
    dentist: dentiste, chirurgien-dentiste
    department store: grand magasin, grands magasins
    diesel: gazole, gasoil, diesel
    disabled parking: parking handicapé, place handicapé
    doctor: médecin, docteur, généraliste, cabinet médical, toubib
    driving school: auto-école, autoécole
    dry cleaner: pressing, nettoyage à sec
    dump station: vidange, aire de vidange, vidange camping-car
    electronics: électronique, électroménager
    embassy: ambassade, consulat
    emergency room: urgences, service des urgences
    exchange: bureau de change, change
    farm shop: vente à la ferme, produits fermiers
    fast food: restauration rapide, snack, friterie, sandwicherie, baraque à frites
    ferry: ferry, embarcadère, bac, traversier, gare maritime
    fire station: caserne de pompiers, pompiers, sapeurs-pompiers, caserne
    firepit: foyer, feu de camp
    first aid: premiers secours, secours
    fishing: pêche, lieu de pêche
    fishmonger: poissonnerie, poissonnier, poisson
    florist: fleuriste, fleurs
    food: manger, à manger, nourriture, repas, où manger
    fountain: fontaine, jet d'eau
    fuel: station-service, essence, station essence, carburant, pompe à essence, stations-service
    gallery: galerie d'art, galerie
    garden centre: jardinerie, pépinière, plantes
    gift shop: souvenirs, boutique de souvenirs, cadeaux
    greengrocer: primeur, fruits et légumes, fruits, légumes
    groceries: alimentation, courses, provisions
    guest house: chambre d'hôtes, chambres d'hôtes, pension, gîte, maison d'hôtes
    guidepost: poteau indicateur, panneau indicateur, balise
    gym: salle de sport, salle de fitness, fitness, salle de musculation
    hairdresser: coiffeur, coiffeuse, salon de coiffure, barbier
    harbour: port, port de pêche
    hardware store: quincaillerie, bricolage, magasin de bricolage, outillage
    health food: magasin bio, bio, produits bio
    holiday flat: location de vacances, appartement de vacances, meublé
    hospital: hôpital, hôpitaux, CHU, hosto
    hostel: auberge de jeunesse, auberge
    hotel: hôtel, hôtels, motel
    hut: refuge, cabane, refuge de montagne, chalet d'alpage, bivouac
    ice cream: glacier, glace, glaces, crème glacée
    ice rink: patinoire
    internet cafe: cybercafé
    jeweller: bijouterie, bijoutier, horloger
    job centre: France Travail, Pôle emploi, agence pour l'emploi
    kindergarten: école maternelle, maternelle, jardin d'enfants
    childcare: crèche, garderie, crèches
    kiosk: kiosque, kiosque à journaux, marchand de journaux, maison de la presse, journaux
    laundry: laverie, blanchisserie, lavomatique, laverie automatique, buanderie, machine à laver
    lawyer: avocat, notaire, avocats
    library: bibliothèque, médiathèque
    lift: ascenseur
    lighthouse: phare
    lock: écluse
    locksmith: serrurier, serrurerie
    luggage locker: consigne, consigne à bagages
    marina: port de plaisance
    market: marché, halles, place du marché, marché couvert
    mini golf: minigolf, mini-golf
    mobile phone shop: téléphonie, boutique de téléphonie
    monastery: monastère, abbaye, couvent
    monument: monument, mémorial, statue, monument aux morts
    mosque: mosquée
    motorcycle repair: garage moto, moto
    museum: musée
    music shop: magasin de musique, disquaire
    nature reserve: réserve naturelle, parc national, parc naturel
    nightclub: boîte de nuit, discothèque, boîte, club
    nursing home: maison de retraite, EHPAD
    off-licence: caviste, vins et spiritueux, cave à vin, alcool, vin
    optician: opticien, lunettes
    outdoor shop: magasin de randonnée, magasin de montagne, matériel de camping
    parcel locker: consigne à colis, point relais, casier à colis
    park: parc, jardin public, jardin, espace vert, square
    parking: parking, stationnement, parc de stationnement, se garer
    pass: col, col de montagne
    peak: sommet, montagne, pic, cime
    pet shop: animalerie, animaleries
    pharmacy: pharmacie, pharmacien, médicaments
    physiotherapist: kiné, kinésithérapeute
    picnic: pique-nique, aire de pique-nique, table de pique-nique
    pizza: pizzeria
    place of worship: lieu de culte
    playground: aire de jeux, terrain de jeux, jeux pour enfants, plaine de jeux
    police: police, gendarmerie, commissariat, poste de police, gendarmes
    post box: boîte aux lettres, boîtes aux lettres, boîte postale
    post office: poste, bureau de poste, timbres
    pub: pub, taverne, troquet, bistrot, brasserie
    recycling: recyclage, tri, conteneur à verre, point de tri, bac à verre
    river: rivière, fleuve, rivières
    second-hand shop: friperie, dépôt-vente, brocante, occasion
    settlement: localité, agglomération
    shoe repair: cordonnerie, cordonnier
    spa: spa, massage
    sports shop: magasin de sport, articles de sport
    stream: ruisseau, ruisseaux
    suburb: quartier, faubourg, banlieue
    tailor: tailleur, couturier, retouches, couture
    takeaway: à emporter, plats à emporter
    tennis: tennis, court de tennis
    theme park: parc d'attractions, parc à thème
    town: ville, villes
    travel agency: agence de voyages, agence de voyage
    tyres: pneus, pneu
    village: village, bourg
    waste transfer station: déchetterie, déchèterie
    rest area: aire de repos, aire d'autoroute, aire de service
    restaurant: restaurant, resto, restau
    ruins: ruines, ruine
    school: école, collège, lycée
    shelter: abri, abri de pluie
    shoes: chaussures, magasin de chaussures
    shop: magasin, boutique, commerce
    shopping centre: centre commercial, centres commerciaux, galerie marchande
    shower: douche
    slipway: cale, cale de mise à l'eau, rampe de mise à l'eau
    spring: source, source d'eau
    sports centre: centre sportif, gymnase, complexe sportif
    stadium: stade
    subway: métro, station de métro, bouche de métro
    supermarket: supermarché, hypermarché, grande surface
    swimming: piscine, baignade, nager, lieu de baignade, bain
    synagogue: synagogue
    taxi: taxi, station de taxis
    telephone: téléphone, cabine téléphonique, téléphone public
    theatre: théâtre, opéra, salle de spectacle
    tobacconist: bureau de tabac, tabac, cigarettes
    toilets: toilettes, WC, toilettes publiques, sanitaires, cabinets, chiottes
    tourist information: office de tourisme, syndicat d'initiative, information touristique, office du \
    tourisme
    tower: tour
    town hall: mairie, hôtel de ville
    toy shop: magasin de jouets, jouets
    train station: gare, train, gare ferroviaire, gare SNCF, halte
    tram stop: arrêt de tram, tramway, tram, arrêt de tramway
    university: université, fac, faculté
    vegan: restaurant végan, végan, végétalien
    vegetarian: restaurant végétarien, végétarien
    vending machine: distributeur automatique
    vet: vétérinaire, clinique vétérinaire
    viewpoint: point de vue, belvédère, panorama, vue
    waste: poubelle, corbeille, déchets, ordures
    water: eau potable, eau, point d'eau, fontaine à eau, robinet
    waterfall: cascade, chute d'eau, chutes
    well: puits
    wifi: wifi, internet
    windmill: moulin, moulin à vent
    winery: domaine viticole, vigneron
    zoo: zoo, parc animalier, jardin zoologique
    """
}
