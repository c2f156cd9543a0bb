extension CategoryWords {
  /// Spanish: a line for each category, with the displayed word first, then synonyms.
  static let spanish = """
    accommodation: alojamiento, hospedaje, dónde dormir, dormir
    airport: aeropuerto, aeródromo
    ambulance station: ambulancia, ambulancias
    arts centre: centro cultural
    atm: cajero automático, cajero, cajeros, dinero, efectivo, cajeros automáticos
    attraction: atracción turística, atracción, lugar de interés
    bakery: panadería, panadero, pan, pastelería, horno, confitería
    bank: banco, bancos, caja de ahorros, sucursal bancaria
    bar: bar, bares, cantina, coctelería
    barbecue: barbacoa, parrilla, asador
    beach: playa
    bench: banca, banco para sentarse, asiento
    bicycle parking: aparcabicis, aparcamiento de bicicletas, estacionamiento de bicicletas
    bicycle rental: alquiler de bicicletas, alquiler de bicis, bicis públicas, renta de bicicletas
    bicycle repair: taller de bicicletas, reparación de bicicletas, taller de bicis
    bicycle shop: tienda de bicicletas, bicicleta, bicicletería, bici, tienda de bicis
    boat rental: alquiler de barcos, alquiler de botes
    bookshop: librería, libros
    bowling: bolera, bolos
    brewery: cervecería artesanal, fábrica de cerveza
    bus station: estación de autobuses, terminal de autobuses, terminal de ómnibus
    bus stop: parada de autobús, parada de bus, autobús, bus, parada, autobuses, colectivo, guagua, \
    city: gran ciudad, metrópoli
    forest: bosque, monte, arboleda
    hamlet: caserío
    lake: lago, laguna, estanque, embalse
    parada de guaguas
    butcher: carnicería, carnicero, carne
    cable car: teleférico, telesilla, telecabina, remonte
    cafe: cafetería, café, salón de té
    camp site: camping, zona de acampada, acampada, campamento, acampar, tienda de campaña
    car rental: alquiler de coches, alquiler de autos, renta de autos, alquiler de carros
    car repair: taller mecánico, taller, mecánico, taller de coches, garaje
    car sharing: coche compartido, carsharing
    car wash: lavado de coches, lavadero, autolavado
    caravan site: área de autocaravanas, autocaravana, área para autocaravanas
    casino: casino
    castle: castillo, palacio, fortaleza, alcázar
    cave: cueva, gruta
    cemetery: cementerio, camposanto, panteón
    charging: punto de recarga, cargador eléctrico, estación de carga, electrolinera, cargador
    chemist: droguería, perfumería
    childcare: guarderías
    church: iglesia, capilla, catedral, ermita
    cinema: cine, cines, película
    climbing: escalada, rocódromo
    clinic: clínica, centro de salud, ambulatorio, centro médico
    clothes: ropa, tienda de ropa, moda
    coffee: café para llevar
    community centre: centro cívico, centro social
    convenience store: tienda de conveniencia, ultramarinos, colmado, tienda de barrio, abarrotes, \
    bodega, minimercado
    copy shop: copistería, fotocopias
    court: juzgado, tribunal, juzgados
    defibrillator: desfibrilador, DEA
    delicatessen: delicatessen, quesería, queso, charcutería
    dentist: dentista, odontólogo, clínica dental
    department store: grandes almacenes, almacén
    diesel: gasóleo, diésel, gasoil
    disabled parking: aparcamiento para discapacitados
    doctor: médico, doctor, consultorio, doctora, médica
    driving school: autoescuela, autoescuelas
    dry cleaner: tintorería, tintorerías
    dump station: vaciado de aguas, vaciado
    electronics: electrónica, tienda de electrónica, electrodomésticos
    embassy: embajada, consulado
    emergency room: urgencias, emergencias, sala de urgencias
    exchange: cambio de moneda, casa de cambio, cambio
    farm shop: productos de granja, tienda de granja
    fast food: comida rápida, hamburguesería, chiringuito, comida para llevar
    ferry: ferry, transbordador, embarcadero, terminal de ferry
    fire station: bomberos, parque de bomberos, estación de bomberos
    firepit: hoguera, fogata
    first aid: primeros auxilios
    fishing: pesca, pescar
    fishmonger: pescadería, pescado
    florist: floristería, flores, florería
    food: comida, comer, dónde comer
    fountain: fuente ornamental, fuente decorativa, surtidor
    fuel: gasolinera, gasolina, estación de servicio, combustible, bencinera, nafta, grifo
    gallery: galería de arte, galería
    garden centre: vivero, centro de jardinería, plantas
    gift shop: recuerdos, tienda de regalos, souvenirs, regalos
    greengrocer: frutería, verdulería, fruta
    groceries: comestibles, alimentos, alimentación, víveres, la compra
    guest house: pensión, casa de huéspedes, hostal, casa rural, pensiones
    guidepost: poste indicador, señal
    gym: gimnasio, gimnasios, gym
    hairdresser: peluquería, peluquero, peluquera, barbería
    harbour: puerto
    hardware store: ferretería, bricolaje, herramientas
    health food: tienda ecológica, herbolario, productos ecológicos
    holiday flat: apartamento turístico, apartamento vacacional, piso turístico
    hospital: hospital, hospitales, nosocomio, sanatorio
    hostel: albergue juvenil, albergue, hostel
    hotel: hotel, hoteles
    hut: refugio, cabaña, refugio de montaña
    ice cream: heladería, helado, helados
    ice rink: pista de hielo, pista de patinaje
    internet cafe: cibercafé, locutorio
    jeweller: joyería, joyerías, relojería
    job centre: oficina de empleo, SEPE
    kindergarten: jardín de infancia, guardería, jardín de niños, parvulario, preescolar
    kiosk: quiosco, kiosco, periódicos, prensa
    laundry: lavandería, lavadora
    lawyer: abogado, abogados, notario
    library: biblioteca
    lift: ascensor, elevador
    lighthouse: faro
    lock: esclusa
    locksmith: cerrajero, cerrajería
    luggage locker: consigna, consigna de equipaje
    marina: puerto deportivo, marina
    market: mercado, mercadillo, plaza de abastos
    mini golf: minigolf
    mobile phone shop: tienda de móviles, móviles
    monastery: monasterio, convento, abadía
    monument: monumento, estatua, memorial
    mosque: mezquita
    motorcycle repair: taller de motos, motos
    museum: museo
    music shop: tienda de música, tienda de discos
    nature reserve: reserva natural, parque nacional, parque natural
    nightclub: discoteca, club nocturno, boliche, antro
    nursing home: residencia de ancianos, residencia de mayores
    off-licence: licorería, vinoteca, bodega de vinos, licores, vino
    optician: óptica, óptico, gafas
    outdoor shop: tienda de montaña, material de montaña
    parcel locker: taquilla de paquetes, punto de recogida
    park: parque, jardín, jardines, zona verde, plaza ajardinada
    parking: aparcamiento, parking, estacionamiento, aparcar, parqueadero, cochera
    pass: puerto de montaña, collado, paso de montaña
    peak: cumbre, pico, cima, montaña
    pet shop: tienda de mascotas, tienda de animales, mascotas
    pharmacy: farmacia, medicamentos, botica
    physiotherapist: fisioterapeuta, fisioterapia
    picnic: merendero, picnic, mesa de picnic, área recreativa
    pizza: pizzería
    place of worship: lugar de culto, templo
    playground: parque infantil, columpios, área de juegos, zona infantil
    police: policía, comisaría, guardia civil, cuartel
    post box: buzón, buzones
    post office: correos, oficina de correos, correo, sellos, estafeta
    pub: pub, taberna, cervecería, tasca
    recycling: reciclaje, contenedor de reciclaje, punto limpio, contenedor de vidrio
    rest area: área de descanso, área de servicio
    restaurant: restaurante, asador restaurante, mesón, fonda
    river: río, ríos
    ruins: ruinas, ruina
    sauna: sauna
    school: escuela, colegio, instituto
    second-hand shop: segunda mano, tienda de segunda mano
    settlement: población, localidad, poblado
    shelter: cobertizo, marquesina, techado
    shoe repair: zapatero, reparación de calzado
    shoes: zapatería, zapatos, calzado
    shop: tienda, comercio, negocio
    shopping centre: centro comercial, plaza comercial
    shower: ducha, regadera
    slipway: rampa para barcos, varadero
    spa: spa, masaje
    sports shop: tienda de deportes, deportes
    spring: manantial, naciente
    sports centre: polideportivo, centro deportivo, pabellón deportivo
    stadium: estadio
    stream: arroyo, riachuelo
    suburb: barrio, suburbio, distrito
    subway: metro, estación de metro, subte, boca de metro
    supermarket: supermercado, hipermercado, súper
    swimming: piscina, alberca, nadar, zona de baño, pileta, balneario
    synagogue: sinagoga
    tailor: sastrería, sastre, arreglos de ropa
    takeaway: para llevar
    taxi: taxi, parada de taxis
    telephone: teléfono, cabina telefónica, teléfono público
    tennis: tenis, pista de tenis
    theatre: teatro, ópera
    theme park: parque de atracciones, parque temático
    tobacconist: estanco, tabaco, cigarrillos
    toilets: aseos, baño, baños, servicios, lavabo, WC, aseo, baño público, sanitarios, retrete, servicio
    tourist information: oficina de turismo, información turística, turismo
    tower: torre
    town: ciudad, villa
    town hall: ayuntamiento, municipalidad, alcaldía, casa consistorial
    toy shop: juguetería, juguetes
    train station: estación de tren, tren, estación, estación de ferrocarril, ferrocarril, apeadero
    tram stop: parada de tranvía, tranvía
    travel agency: agencia de viajes
    tyres: neumáticos, ruedas
    university: universidad
    vegan: restaurante vegano, vegano
    vegetarian: restaurante vegetariano, vegetariano
    vending machine: máquina expendedora
    vet: veterinario, clínica veterinaria, veterinaria
    viewpoint: mirador, vista, vistas
    village: pueblo, aldea
    waste: papelera, basura, cubo de basura, basurero, contenedor
    water: agua potable, agua, fuente de agua, fuente, grifo de agua, bebedero
    waterfall: cascada, catarata, salto de agua
    well: pozo
    wifi: wifi, internet
    windmill: molino, molino de viento
    winery: bodega de vino, viñedo
    zoo: zoo, zoológico
    """
}
