extension CategoryWords {
  /// Portuguese: a line for each category, with the displayed word first, then synonyms.
  static let portuguese = """
    accommodation: alojamento, hospedagem, onde dormir, dormida
    airport: aeroporto, aeródromo
    ambulance station: ambulância
    arts centre: centro cultural
    atm: caixa eletrônico, multibanco, caixa automático, caixa multibanco, caixa eletrónico, dinheiro
    attraction: atração turística, ponto turístico, atração
    bakery: padaria, padeiro, pão, pastelaria, confeitaria, panificadora
    bank: banco, bancos, agência bancária
    bar: bar, bares, boteco, botequim
    barbecue: churrasqueira, churrasco, grelhador
    beach: praia
    bench: assento, banco de jardim, banco de praça
    bicycle parking: estacionamento de bicicletas, bicicletário, paraciclo
    bicycle rental: aluguel de bicicletas, aluguer de bicicletas, bicicletas partilhadas
    bicycle repair: oficina de bicicletas, reparação de bicicletas, conserto de bicicletas
    bicycle shop: loja de bicicletas, bicicleta, bicicletaria, bicla, bike
    boat rental: aluguel de barcos, aluguer de barcos
    bookshop: livraria, livros, alfarrabista
    bowling: bowling, boliche
    brewery: cervejaria artesanal, fábrica de cerveja
    bus station: rodoviária, terminal rodoviário, estação rodoviária, central de camionagem, terminal de \
    city: cidade grande, metrópole
    forest: floresta, bosque, mata
    hamlet: lugarejo, casal
    lake: lago, lagoa, albufeira, represa
    river: rio, rios
    settlement: localidade, povoação
    stream: ribeiro, riacho, ribeira
    suburb: bairro, subúrbio
    town: cidade, vila
    village: aldeia, povoado
    ônibus
    bus stop: paragem de autocarro, ponto de ônibus, parada de ônibus, autocarro, ônibus, paragem, ponto \
    de autocarro
    butcher: talho, açougue, açougueiro, carne, carniceiro
    cable car: teleférico, telecabine
    cafe: café, cafetaria, cafeteria, casa de chá
    camp site: parque de campismo, camping, campismo, acampamento, acampar, área de camping
    car rental: aluguel de carros, aluguer de carros, rent-a-car, locadora de veículos
    car repair: oficina mecânica, oficina, mecânico, oficina de automóveis
    car sharing: partilha de carros, carsharing
    car wash: lavagem de carros, lava-jato, lavagem auto
    caravan site: área de autocaravanas, autocaravana
    casino: casino, cassino
    castle: castelo, fortaleza, palácio
    cave: gruta, caverna
    cemetery: cemitério
    charging: posto de carregamento, carregador elétrico, ponto de carregamento, carregamento, eletroposto
    chemist: drogaria, perfumaria
    church: igreja, capela, catedral, sé
    cinema: cinema, filme
    climbing: escalada
    clinic: clínica, centro de saúde, posto de saúde, policlínica
    clothes: roupa, roupas, loja de roupa, vestuário, moda
    coffee: café expresso, cafezinho
    community centre: centro comunitário
    convenience store: mercearia, minimercado, loja de conveniência, mercadinho
    copy shop: fotocópias, gráfica
    court: tribunal
    defibrillator: desfibrilhador, desfibrilador, DAE
    delicatessen: queijaria, queijo, charcutaria
    dentist: dentista, consultório dentário
    department store: grandes armazéns, loja de departamentos
    diesel: gasóleo, diesel
    disabled parking: estacionamento para deficientes
    doctor: médico, doutor, consultório, médica, consultório médico
    driving school: escola de condução, autoescola
    dry cleaner: lavagem a seco, limpeza a seco, tinturaria
    electronics: eletrónica, eletrônica, eletrodomésticos
    embassy: embaixada, consulado
    emergency room: urgência, pronto-socorro, urgências, emergência
    exchange: casa de câmbio, câmbio
    farm shop: produtos da quinta, loja da quinta
    fast food: comida rápida, lanchonete, fast-food, hamburgueria, snack-bar
    ferry: balsa, barco, terminal fluvial, cais de embarque, travessia
    fire station: bombeiros, quartel de bombeiros, corpo de bombeiros
    firepit: fogueira
    first aid: primeiros socorros
    fishing: pesca, pescar
    fishmonger: peixaria, peixe
    florist: florista, flores, floricultura
    food: comida, comer, onde comer, refeição
    fountain: chafariz, fonte ornamental
    fuel: posto de gasolina, bomba de gasolina, gasolina, posto de combustível, combustível, posto, \
    abastecimento, gasolineira
    gallery: galeria de arte, galeria
    garden centre: centro de jardinagem, viveiro, plantas
    gift shop: lembranças, recordações, presentes
    greengrocer: frutaria, hortifruti, quitanda, fruta
    groceries: mantimentos, alimentos, compras
    guest house: pensão, pousada, casa de hóspedes, residencial
    guidepost: poste indicador
    gym: academia, academia de ginástica
    hairdresser: cabeleireiro, salão de cabeleireiro, barbearia, barbeiro, cabeleireira
    harbour: porto
    hardware store: ferragens, loja de ferragens, bricolage, ferramentas
    health food: produtos naturais, loja biológica
    holiday flat: apartamento turístico, apartamento de férias
    hospital: hospital, hospitais
    hostel: albergue, pousada da juventude, hostel
    hotel: hotel, hotéis
    hut: refúgio, cabana, abrigo de montanha
    ice cream: gelataria, sorveteria, gelado, sorvete
    ice rink: pista de gelo, rinque de patinação
    internet cafe: cibercafé, lan house
    jeweller: joalharia, joalheria, ourivesaria, relojoaria
    job centre: centro de emprego
    kindergarten: jardim de infância, infantário, pré-escola
    childcare: creche, creches
    kiosk: quiosque, banca de jornais, jornais, banca
    laundry: lavandaria, lavanderia, máquina de lavar
    lawyer: advogado, advogados, notário
    library: biblioteca
    lift: elevador, ascensor
    lighthouse: farol
    lock: eclusa
    locksmith: serralheiro, chaveiro
    luggage locker: guarda-volumes, cacifos
    marina: marina, porto de recreio
    market: mercado, feira
    mini golf: minigolfe, minigolf
    mobile phone shop: loja de telemóveis, loja de celulares
    monastery: mosteiro, convento
    monument: monumento, estátua, memorial
    mosque: mesquita
    motorcycle repair: oficina de motos, motos
    museum: museu
    music shop: loja de música, loja de discos
    nature reserve: reserva natural, parque nacional, parque natural
    nightclub: discoteca, boate, balada, casa noturna
    nursing home: lar de idosos, casa de repouso
    off-licence: garrafeira, adega, vinhos
    optician: oculista, ótica, óculos
    outdoor shop: loja de montanhismo, artigos de campismo
    parcel locker: cacifo de encomendas, ponto de recolha
    park: parque, jardim, jardim público, praça
    parking: estacionamento, parque de estacionamento, estacionar, parqueamento
    pass: passo de montanha, colo, desfiladeiro
    peak: pico, cume, montanha, serra
    pet shop: loja de animais, pet shop
    pharmacy: farmácia, medicamentos, remédios
    physiotherapist: fisioterapeuta, fisioterapia
    picnic: parque de merendas, piquenique, mesa de piquenique
    pizza: pizzaria, pizza
    place of worship: local de culto, templo
    playground: parque infantil, parquinho, playground
    police: polícia, esquadra, delegacia, GNR, PSP
    post box: marco de correio, caixa de correio, caixa postal
    post office: correios, correio, estação de correios, agência dos correios, selos
    pub: pub, cervejaria, taberna, tasca
    recycling: reciclagem, ecoponto, vidrão
    second-hand shop: segunda mão, brechó
    shoe repair: sapateiro, conserto de sapatos
    spa: spa, termas, massagem
    sports shop: loja de desporto, loja de esportes, artigos desportivos
    tailor: alfaiate, costureira, alfaiataria
    takeaway: para levar, takeaway
    tennis: ténis, tênis
    theme park: parque de diversões, parque temático
    travel agency: agência de viagens
    tyres: pneus, borracharia
    waste transfer station: ecocentro
    rest area: área de descanso, área de serviço
    restaurant: restaurante, churrascaria
    ruins: ruínas, ruína
    sauna: sauna
    school: escola, colégio, liceu
    shelter: abrigo
    shoes: sapataria, sapatos, calçado, calçados
    shop: loja, comércio
    shopping centre: centro comercial, shopping, shopping center
    shower: chuveiro, duche, ducha
    slipway: rampa de acesso, rampa para barcos
    spring: nascente, fonte natural
    sports centre: centro desportivo, ginásio, pavilhão desportivo, centro esportivo
    stadium: estádio
    subway: metro, metrô, estação de metro, estação de metrô
    supermarket: supermercado, hipermercado
    swimming: piscina, nadar, natação, banhos
    synagogue: sinagoga
    taxi: táxi, praça de táxis, ponto de táxi
    telephone: telefone, cabine telefónica, orelhão, telefone público
    theatre: teatro, ópera
    tobacconist: tabacaria, tabaco, cigarros
    toilets: casa de banho, banheiro, sanitários, WC, lavabos, casas de banho, banheiros, sanitário, \
    retrete, casa de banho pública, banheiro público
    tourist information: posto de turismo, informação turística, turismo
    tower: torre
    town hall: câmara municipal, prefeitura, paços do concelho
    toy shop: loja de brinquedos, brinquedos
    train station: estação de comboios, estação de trem, comboio, trem, estação, estação ferroviária, \
    caminho de ferro, apeadeiro
    tram stop: paragem de elétrico, elétrico, bonde, parada de bonde
    university: universidade, faculdade
    vegan: restaurante vegano, vegano
    vegetarian: restaurante vegetariano, vegetariano
    vending machine: máquina de venda automática
    vet: veterinário, clínica veterinária, veterinária
    viewpoint: miradouro, mirante, vista
    waste: lixo, lixeira, caixote do lixo, papeleira, balde do lixo
    water: água potável, água, bebedouro, fonte, torneira
    waterfall: cascata, cachoeira, queda de água
    well: poço
    wifi: wifi, internet
    windmill: moinho, moinho de vento
    winery: vinícola
    zoo: jardim zoológico, zoológico
    """
}
