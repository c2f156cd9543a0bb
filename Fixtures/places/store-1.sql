-- A store of format 1: the first places of helsinki.geojson, as SQLite's tables and rows.
PRAGMA application_id = 1886349617;
PRAGMA user_version = 1;
CREATE TABLE source (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  attribution TEXT,
  licence TEXT,
  imported TEXT NOT NULL -- UTC, RFC 3339
);
CREATE TABLE counter (next INTEGER NOT NULL);
CREATE TABLE kind (
  number INTEGER PRIMARY KEY,
  category TEXT NOT NULL, -- empty where there is none
  tags TEXT NOT NULL, -- a JSON object, or empty
  UNIQUE (category, tags)
);
CREATE TABLE place (
  number INTEGER PRIMARY KEY,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  kind INTEGER NOT NULL REFERENCES kind,
  source INTEGER NOT NULL REFERENCES source,
  id TEXT NOT NULL,
  name TEXT,
  proximity REAL, -- metres
  tags TEXT -- a JSON object of strings
);
CREATE TABLE identity (
  hash INTEGER NOT NULL,
  place INTEGER NOT NULL REFERENCES place,
  PRIMARY KEY (hash, place)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE term USING fts5(
  words, content = '', columnsize = 0, detail = none,
  tokenize = "ascii tokenchars '=@_:.-'"
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(term, row);
INSERT INTO source VALUES (1, 'helsinki', '© OpenStreetMap contributors, ODbL 1.0', NULL, '2026-11-21T12:51:19.910Z');
INSERT INTO counter VALUES (80);
INSERT INTO kind VALUES (1, 'station', '{"public_transport":"station","railway":"station"}');
INSERT INTO kind VALUES (2, 'post_office', '{"amenity":"post_office"}');
INSERT INTO kind VALUES (3, 'hotel', '{"tourism":"hotel"}');
INSERT INTO kind VALUES (6, 'cafe', '{"amenity":"cafe"}');
INSERT INTO kind VALUES (8, 'artwork', '{"amenity":"artwork","historic":"memorial","tourism":"artwork"}');
INSERT INTO kind VALUES (13, 'pub', '{"amenity":"pub"}');
INSERT INTO kind VALUES (14, 'kiosk', '{"shop":"kiosk"}');
INSERT INTO kind VALUES (16, 'toilets', '{"amenity":"toilets"}');
INSERT INTO kind VALUES (18, 'fast_food', '{"amenity":"fast_food"}');
INSERT INTO kind VALUES (20, 'supermarket', '{"shop":"supermarket"}');
INSERT INTO kind VALUES (21, 'atm', '{"amenity":"atm"}');
INSERT INTO kind VALUES (23, 'memorial', '{"historic":"memorial"}');
INSERT INTO kind VALUES (24, 'alcohol', '{"shop":"alcohol"}');
INSERT INTO kind VALUES (26, 'embassy', '{"amenity":"embassy"}');
INSERT INTO kind VALUES (28, 'tram_stop', '{"railway":"tram_stop"}');
INSERT INTO kind VALUES (29, 'tram_stop', '{"bench":"yes","railway":"tram_stop","waste_basket":"yes"}');
INSERT INTO kind VALUES (34, 'library', '{"amenity":"library"}');
INSERT INTO kind VALUES (35, 'bicycle', '{"shop":"bicycle"}');
INSERT INTO kind VALUES (36, 'station', '{"public_transport":"station","railway":"station","station":"subway"}');
INSERT INTO kind VALUES (40, 'restaurant', '{"amenity":"restaurant","cuisine":"regional"}');
INSERT INTO place VALUES (3802431040031555598, 60.1647366, 24.9377736, 6, 1, 'node/151006533', 'Cafe Ekberg', NULL, '{"addr:city":"Helsinki","addr:country":"FI","addr:housenumber":"9","addr:postcode":"00120","addr:street":"Bulevardi","amenity":"cafe","opening_hours":"Mo-Fr 7:30-19:00;Sa 8:30-17:00;Su 9:00-17:00","website":"http://www.cafeekberg.fi/","wheelchair":"limited"}');
INSERT INTO place VALUES (3802431040031555640, 60.1665607, 24.9375839, 35, 1, 'node/416096478', 'Fillarikellari', NULL, '{"addr:city":"Helsinki","addr:country":"FI","addr:housenumber":"19","addr:postcode":"00120","addr:street":"Annankatu","opening_hours":"Mo-Fr 10:00-18:00; Sa 10:00-15:00; PH off","phone":"+35896122100","shop":"bicycle","website":"https://www.fillarikellari.fi/","wheelchair":"no"}');
INSERT INTO place VALUES (3802431044326522885, 60.169967, 24.937518, 6, 1, 'node/60068035', 'Cafe Java', NULL, '{"addr:city":"Helsinki","addr:country":"FI","amenity":"cafe","opening_hours":"Mo,Tu 08:00-22:00; We-Sa 08:00-24:00, Su 09:00-22:00","url":"http://www.cafejava.fi/","wheelchair":"limited"}');
INSERT INTO place VALUES (3802431044326522896, 60.1677885, 24.9372757, 13, 1, 'node/247156695', 'Pub Peräkammari', NULL, '{"addr:city":"Helsinki","addr:country":"FI","addr:housenumber":"2","addr:postcode":"00100","addr:street":"Eerikinkatu","address":"Eerikinkatu 2","amenity":"pub","website":"https://www.facebook.com/PubPerakammari/"}');
INSERT INTO place VALUES (3802431044326522905, 60.1706546, 24.9386883, 20, 1, 'node/288130404', 'S-Market Sokos Helsinki', NULL, '{"addr:city":"Helsinki","addr:country":"FI","addr:postcode":"00100","layer":"-1","opening_hours":"24/7","payment:mastercard":"yes","payment:visa":"yes","phone":"+358 10 7661000","shop":"supermarket","short_name":"S-Market","wheelchair":"yes"}');
INSERT INTO place VALUES (3802431044326522911, 60.1693328, 24.9382903, 24, 1, 'node/306957582', 'Alko', NULL, '{"addr:city":"Helsinki","addr:country":"FI","addr:housename":"Forum","addr:housenumber":"20","addr:postcode":"00100","addr:street":"Mannerheimintie","branch":"Mannerheimintie","email":"asiakaspalvelu@alko.fi","level":"0","opening_hours":"Mo-Fr 09:00-21:00; Sa 09:00-18:00","phone":"+358 20 692 771","shop":"alcohol","short_name":"Alko","website":"https://www.alko.fi/INTERSHOP/web/WFS/Alko-OnlineShop-Site/fi_FI/-/EUR/ALKO_ViewStore-Start?StoreID=2105&referMethod=allStores-map/","wheelchair":"yes"}');
INSERT INTO place VALUES (3802431057211424786, 60.1721939, 24.9383393, 14, 1, 'node/249350471', 'R-Kioski Sanomatalo', NULL, '{"addr:city":"Helsinki","addr:housenumber":"2","addr:postcode":"00100","addr:street":"Töölönlahdenkatu","shop":"kiosk","website":"http://www.r-kioski.fi/","wheelchair":"yes"}');
INSERT INTO place VALUES (3802431065801359388, 60.1649395, 24.9484441, 2, 1, 'node/299983771', 'Helsinki 00130', NULL, '{"addr:city":"Helsinki","addr:country":"FI","amenity":"post_office","opening_hours":"Mo-Fr 09:00-21:00","wheelchair":"yes"}');
INSERT INTO place VALUES (3802431067948843008, 60.1713198, 24.9414566, 1, 1, 'node/25389429', 'Helsinki', NULL, '{"addr:city":"Helsinki","addr:housenumber":"1","addr:postcode":"00100","addr:street":"Kaivokatu","alt_name":"Helsingin asema","alt_name:en":"Helsinki station","alt_name:sv":"Helsinki station","gauge":"1524","loc_name":"Steissi","name:en":"Helsinki railway station","name:fi":"Helsingin rautatieasema","name:sv":"Helsingfors järnvägsstation","official_name":"Helsingin päärautatieasema","public_transport":"station","railway":"station","railway:ref":"Hki","ref":"0070","short_name":"asema","short_name:en":"station","short_name:sv":"station","website":"https://www.vrgroup.fi/fi/kivimiehet-100-vuotta/kivimiesten-historia/","wheelchair":"yes"}');
INSERT INTO place VALUES (3802431067948843016, 60.1716831, 24.9439197, 8, 1, 'node/60131847', 'Aleksis Kiven muistopatsas', NULL, '{"addr:city":"Helsinki","addr:postcode":"00100","addr:street":"Rautatientori, Vilhonkatu","alt_name":"Aleksis Kiven patsas","amenity":"artwork","artist_name":"Wäinö Aaltonen","historic":"memorial","inscription":"Memorial to Aleksis Kivi (1834-1872), national author of Finland. Statue by Wäinö Aaltonen, 1939.","memorial":"statue","name:en":"Aleksis Kivi Memorial","name:fi":"Aleksis Kiven muistopatsas","name:sv":"Aleksis Kivi","note":"ÄLÄ LISÄÄ VUOSIA NIMEEN!","start_date":"1939","tourism":"artwork","website":"https://www.hamhelsinki.fi/sculpture/aleksis-kiven-muistopatsas-waino-aaltonen/","wheelchair":"yes","wheelchair:description":"This bronze statue was made by Mr Wäinö Aaltonen in 1939.","wikidata":"Q11850731","wikipedia":"fi:Aleksis Kiven muistopatsas"}');
INSERT INTO place VALUES (3802431067948843030, 60.1697636, 24.9417051, 18, 1, 'node/256259533', 'wetzel''s pretzels', NULL, '{"amenity":"fast_food","level":"1"}');
INSERT INTO place VALUES (3802431067948843048, 60.170435, 24.9406728, 28, 1, 'node/314048973', 'Rautatieasema (M)', NULL, '{"addr:city":"Helsinki","addr:postcode":"00100","addr:street":"Kaivokatu","departures_board":"realtime","name:fi":"Rautatieasema","name:sv":"Järnvägsstationen","railway":"tram_stop","ref":"0302","shelter":"yes","website":"https://www.hsl.fi/","wheelchair":"yes"}');
INSERT INTO place VALUES (3802431067948843055, 60.1689344, 24.9411909, 21, 1, 'node/320029547', NULL, NULL, '{"addr:city":"Helsinki","addr:housenumber":"21","addr:postcode":"00100","addr:street":"Aleksanterinkatu","amenity":"atm","operator":"Suomen Automatia Oy","website":"https://www.otto.fi/","wheelchair":"yes"}');
INSERT INTO place VALUES (3802431067948843072, 60.1685969, 24.9398488, 21, 1, 'node/464729828', 'Otto', NULL, '{"amenity":"atm","operator":"Suomen Automatia Oy","wheelchair":"no"}');
INSERT INTO place VALUES (3802431070096326676, 60.1716826, 24.9446332, 16, 1, 'node/251337995', NULL, NULL, '{"amenity":"toilets"}');
INSERT INTO place VALUES (3802431070096326689, 60.1686847, 24.9457012, 21, 1, 'node/307465176', NULL, NULL, '{"amenity":"atm","operator":"Otto"}');
INSERT INTO place VALUES (3802431070096326698, 60.1702913, 24.9454099, 29, 1, 'node/315151660', 'Mikonkatu', NULL, '{"addr:city":"Helsinki","addr:postcode":"00100","addr:street":"Mikonkatu","bench":"yes","lit":"yes","name:fi":"Mikonkatu","name:sv":"Mikaelsgatan","railway":"tram_stop","ref":"0425","shelter":"yes","shelter:ref":"1789","waste_basket":"yes","website":"https://www.hsl.fi/","wheelchair":"limited"}');
INSERT INTO place VALUES (3802431070096326707, 60.1703967, 24.9493927, 34, 1, 'node/369550855', 'Kansalliskirjasto', NULL, '{"addr:city":"Helsinki","addr:country":"FI","addr:housenumber":"35","addr:street":"Fabianinkatu","amenity":"library","name:da":"Finlands NAtionalbibliotek","name:sv":"Nationalbiblioteket","note":"freedepositlibrary","website":"https://www.kansalliskirjasto.fi/","wikidata":"Q420747","wikipedia":"en:National Library of Finland"}');
INSERT INTO place VALUES (3802431070096326722, 60.1711534, 24.9449813, 28, 1, 'node/506726723', 'Mikonkatu', NULL, '{"note":"Koff -ratikan pysäkki","railway":"tram_stop","ref":"0342","shelter":"no"}');
INSERT INTO place VALUES (3802431070096326726, 60.1719875, 24.9482394, 3, 1, 'node/600091159', 'Scandic Kaisaniemi', NULL, '{"addr:city":"Helsinki","addr:country":"FI","addr:housenumber":"7","addr:postcode":"00100","addr:street":"Kaisaniemenkatu","phone":"+358 9 6899 9026","stars":"3","tourism":"hotel","url":"https://www.scandichotels.fi/hotellit/suomi/helsinki/scandic-kaisaniemi"}');
INSERT INTO place VALUES (3802431072243810341, 60.1663716, 24.9509965, 26, 1, 'node/311101072', 'Itävallan lähetystö', NULL, '{"addr:city":"Helsinki","addr:country":"FI","addr:postcode":"00130","amenity":"embassy","country":"AT","name:en":"Austrian embassy in Finland","name:sv":"Österrikes ambassad"}');
INSERT INTO place VALUES (3802431076538777635, 60.168913, 24.951745, 6, 1, 'node/307465178', 'Cafe Engel', NULL, '{"addr:city":"Helsinki","addr:country":"FI","addr:housenumber":"26","addr:postcode":"00170","addr:street":"Aleksanterinkatu","amenity":"cafe","opening_hours":"Mo-Fr 08:00-21:00; Sa 09:00-21:00; Su 10:00-19:00","phone":"+3589652776","wheelchair":"yes","wheelchair:description":"Esteetön sisäänkäynti Sofiankadun puolelta sisäpihalta. Wheelchair accessible door with elevator from Sofiankatu."}');
INSERT INTO place VALUES (3802431076538777673, 60.1679484, 24.9500488, 40, 1, 'node/600394451', 'Ravintola Aino (Finnish cuisine)', NULL, '{"addr:city":"Helsinki","addr:country":"FI","addr:housenumber":"21","addr:postcode":"00100","addr:street":"Pohjoisesplanadi","amenity":"restaurant","cuisine":"regional","website":"http://ravintolaaino.fi/","wheelchair":"yes"}');
INSERT INTO place VALUES (3802431076538777679, 60.1684109, 24.9520396, 16, 1, 'node/603743745', NULL, NULL, '{"addr:city":"Helsinki","addr:country":"FI","addr:postcode":"00170","addr:street":"Sofiankatu","amenity":"toilets","opening_hours":"Mo-Su 09:30-16:00","operator":"Helsingin kaupunki"}');
INSERT INTO place VALUES (3802431080833744948, 60.1760079, 24.9438466, 23, 1, 'node/398501150', 'Vapaamuurarin hauta', NULL, '{"historic":"memorial","inscription":"Memorial and grave of major Fredrik Granatenhjelm (1708-1784) of the Finnish artillery brigade. Stone by unknown, 1785.","memorial":"grave","name:en":"Freemason''s Grave","name:fi":"Vapaamuurarin hauta","name:sv":"Frimurarens grav","start_date":"1785","website":"https://www.hamhelsinki.fi/sculpture/vapaamuurarin-hauta-tuntematonokandunknown/","wikidata":"Q5501061","wikipedia":"fi:Vapaamuurarin hauta"}');
INSERT INTO place VALUES (3802431082981228602, 60.1727636, 24.9486006, 36, 1, 'node/418089202', 'Helsingin yliopisto', NULL, '{"alt_name":"Heilsingin yliopiston metroasema;Kaisaniemen metroasema","name:en":"University of Helsinki","name:fi":"Helsingin yliopisto","name:sv":"Helsingfors universitet","old_name":"Kaisaniemi","old_name:fi":"Kaisaniemi","old_name:sv":"Kajsaniemi","operator":"HKL","public_transport":"station","railway":"station","railway:ref":"YT","start_date":"1995-03-01","station":"subway","was:ref":"0015","wheelchair":"yes","wikidata":"Q2605206"}');
INSERT INTO place VALUES (3802431089423679541, 60.1741839, 24.9528464, 14, 1, 'node/409999706', 'R-Kioski', NULL, '{"addr:city":"Helsinki","addr:country":"FI","addr:postcode":"00170","addr:street":"Liisankatu","shop":"kiosk"}');
INSERT INTO identity VALUES (-8832430893743216001, 3802431067948843008);
INSERT INTO identity VALUES (-8655245536922483785, 3802431070096326698);
INSERT INTO identity VALUES (-8231372818193344266, 3802431070096326726);
INSERT INTO identity VALUES (-7647323395460492036, 3802431089423679541);
INSERT INTO identity VALUES (-7017199308496501661, 3802431070096326707);
INSERT INTO identity VALUES (-5948785410131824445, 3802431082981228602);
INSERT INTO identity VALUES (-5923493152748110832, 3802431044326522911);
INSERT INTO identity VALUES (-4969618533291944431, 3802431067948843055);
INSERT INTO identity VALUES (-4066470616048239571, 3802431044326522905);
INSERT INTO identity VALUES (-3909130865980730926, 3802431067948843048);
INSERT INTO identity VALUES (-3623904001919691869, 3802431076538777673);
INSERT INTO identity VALUES (-3469651977795114623, 3802431080833744948);
INSERT INTO identity VALUES (-2229311784725259820, 3802431044326522896);
INSERT INTO identity VALUES (-1642506696509456164, 3802431065801359388);
INSERT INTO identity VALUES (-1212086115305121485, 3802431067948843016);
INSERT INTO identity VALUES (-618954077910955499, 3802431040031555598);
INSERT INTO identity VALUES (-280981357780848637, 3802431070096326722);
INSERT INTO identity VALUES (1640823548244219111, 3802431070096326676);
INSERT INTO identity VALUES (1790137649364345211, 3802431067948843030);
INSERT INTO identity VALUES (2221472170045817805, 3802431044326522885);
INSERT INTO identity VALUES (3837791614414894098, 3802431057211424786);
INSERT INTO identity VALUES (3919755420691290227, 3802431067948843072);
INSERT INTO identity VALUES (5126879393054918418, 3802431076538777679);
INSERT INTO identity VALUES (5351310434284528814, 3802431040031555640);
INSERT INTO identity VALUES (6365169549113183261, 3802431072243810341);
INSERT INTO identity VALUES (7588857954850851314, 3802431070096326689);
INSERT INTO identity VALUES (7588860153874107736, 3802431076538777635);
INSERT INTO term (rowid, words) VALUES (3802431040031555598, '=addr:city=helsinki =addr:country=fi =addr:housenumber=9 =addr:postcode=00120 =addr:street=bulevardi =amenity=cafe =opening_hours= =website= =wheelchair=limited @cafe cafe ekberg');
INSERT INTO term (rowid, words) VALUES (3802431040031555640, '=addr:city=helsinki =addr:country=fi =addr:housenumber=19 =addr:postcode=00120 =addr:street=annankatu =opening_hours= =phone= =shop=bicycle =website= =wheelchair=no @bicycle fillarikellari');
INSERT INTO term (rowid, words) VALUES (3802431044326522885, '=addr:city=helsinki =addr:country=fi =amenity=cafe =opening_hours= =url= =wheelchair=limited @cafe cafe java');
INSERT INTO term (rowid, words) VALUES (3802431044326522896, '=addr:city=helsinki =addr:country=fi =addr:housenumber=2 =addr:postcode=00100 =addr:street=eerikinkatu =address= =amenity=pub =website= @pub perakammari pub');
INSERT INTO term (rowid, words) VALUES (3802431044326522905, '=addr:city=helsinki =addr:country=fi =addr:postcode=00100 =layer=-1 =opening_hours= =payment:mastercard=yes =payment:visa=yes =phone= =shop=supermarket =short_name=s-market =wheelchair=yes @supermarket helsinki market s smarket sokos');
INSERT INTO term (rowid, words) VALUES (3802431044326522911, '=addr:city=helsinki =addr:country=fi =addr:housename=forum =addr:housenumber=20 =addr:postcode=00100 =addr:street=mannerheimintie =branch=mannerheimintie =email= =level=0 =opening_hours= =phone= =shop=alcohol =short_name=alko =website= =wheelchair=yes @alcohol alko');
INSERT INTO term (rowid, words) VALUES (3802431057211424786, '=addr:city=helsinki =addr:housenumber=2 =addr:postcode=00100 =addr:street= =shop=kiosk =website= =wheelchair=yes @kiosk kioski r rkioski sanomatalo');
INSERT INTO term (rowid, words) VALUES (3802431065801359388, '00130 =addr:city=helsinki =addr:country=fi =amenity=post_office =opening_hours= =wheelchair=yes @post_office helsinki');
INSERT INTO term (rowid, words) VALUES (3802431067948843008, '=addr:city=helsinki =addr:housenumber=1 =addr:postcode=00100 =addr:street=kaivokatu =alt_name:en= =alt_name:sv= =alt_name= =gauge=1524 =loc_name=steissi =name:en= =name:fi= =name:sv= =official_name= =public_transport=station =railway:ref=hki =railway=station =ref=0070 =short_name:en=station =short_name:sv=station =short_name=asema =website= =wheelchair=yes @station asema helsingfors helsingin helsinki jarnvagsstation paarautatieasema railway rautatieasema station steissi');
INSERT INTO term (rowid, words) VALUES (3802431067948843016, '=addr:city=helsinki =addr:postcode=00100 =addr:street= =alt_name= =amenity=artwork =artist_name= =historic=memorial =inscription= =memorial=statue =name:en= =name:fi= =name:sv= =note= =start_date=1939 =tourism=artwork =website= =wheelchair:description= =wheelchair=yes =wikidata=q11850731 =wikipedia= @artwork aleksis kiven kivi memorial muistopatsas patsas');
INSERT INTO term (rowid, words) VALUES (3802431067948843030, '=amenity=fast_food =level=1 @fast_food pretzels wetzels');
INSERT INTO term (rowid, words) VALUES (3802431067948843048, '=addr:city=helsinki =addr:postcode=00100 =addr:street=kaivokatu =departures_board=realtime =name:fi=rautatieasema =name:sv= =railway=tram_stop =ref=0302 =shelter=yes =website= =wheelchair=yes @tram_stop jarnvagsstationen m rautatieasema');
INSERT INTO term (rowid, words) VALUES (3802431067948843055, '=addr:city=helsinki =addr:housenumber=21 =addr:postcode=00100 =addr:street=aleksanterinkatu =amenity=atm =operator= =website= =wheelchair=yes @atm');
INSERT INTO term (rowid, words) VALUES (3802431067948843072, '=amenity=atm =operator= =wheelchair=no @atm otto');
INSERT INTO term (rowid, words) VALUES (3802431070096326676, '=amenity=toilets @toilet');
INSERT INTO term (rowid, words) VALUES (3802431070096326689, '=amenity=atm =operator=otto @atm');
INSERT INTO term (rowid, words) VALUES (3802431070096326698, '=addr:city=helsinki =addr:postcode=00100 =addr:street=mikonkatu =bench=yes =lit=yes =name:fi=mikonkatu =name:sv=mikaelsgatan =railway=tram_stop =ref=0425 =shelter:ref=1789 =shelter=yes =waste_basket=yes =website= =wheelchair=limited @tram_stop mikaelsgatan mikonkatu');
INSERT INTO term (rowid, words) VALUES (3802431070096326707, '=addr:city=helsinki =addr:country=fi =addr:housenumber=35 =addr:street=fabianinkatu =amenity=library =name:da= =name:sv=nationalbiblioteket =note=freedepositlibrary =website= =wikidata=q420747 =wikipedia= @library finlands kansalliskirjasto nationalbibliotek nationalbiblioteket');
INSERT INTO term (rowid, words) VALUES (3802431070096326722, '=note= =railway=tram_stop =ref=0342 =shelter=no @tram_stop mikonkatu');
INSERT INTO term (rowid, words) VALUES (3802431070096326726, '=addr:city=helsinki =addr:country=fi =addr:housenumber=7 =addr:postcode=00100 =addr:street=kaisaniemenkatu =phone= =stars=3 =tourism=hotel =url= @hotel kaisaniemi scandic');
INSERT INTO term (rowid, words) VALUES (3802431072243810341, '=addr:city=helsinki =addr:country=fi =addr:postcode=00130 =amenity=embassy =country=at =name:en= =name:sv= @embassy ambassad austrian embassy finland in itavallan lahetysto osterrikes');
INSERT INTO term (rowid, words) VALUES (3802431076538777635, '=addr:city=helsinki =addr:country=fi =addr:housenumber=26 =addr:postcode=00170 =addr:street=aleksanterinkatu =amenity=cafe =opening_hours= =phone= =wheelchair:description= =wheelchair=yes @cafe cafe engel');
INSERT INTO term (rowid, words) VALUES (3802431076538777673, '=addr:city=helsinki =addr:country=fi =addr:housenumber=21 =addr:postcode=00100 =addr:street=pohjoisesplanadi =amenity=restaurant =cuisine=regional =website= =wheelchair=yes @restaurant aino cuisine finnish ravintola');
INSERT INTO term (rowid, words) VALUES (3802431076538777679, '=addr:city=helsinki =addr:country=fi =addr:postcode=00170 =addr:street=sofiankatu =amenity=toilets =opening_hours= =operator= @toilet');
INSERT INTO term (rowid, words) VALUES (3802431080833744948, '=historic=memorial =inscription= =memorial=grave =name:en= =name:fi= =name:sv= =start_date=1785 =website= =wikidata=q5501061 =wikipedia= @memorial freemasons frimurarens grav grave hauta vapaamuurarin');
INSERT INTO term (rowid, words) VALUES (3802431082981228602, '=alt_name= =name:en= =name:fi= =name:sv= =old_name:fi=kaisaniemi =old_name:sv=kajsaniemi =old_name=kaisaniemi =operator=hkl =public_transport=station =railway:ref=yt =railway=station =start_date=1995-03-01 =station=subway =was:ref=0015 =wheelchair=yes =wikidata=q2605206 @station heilsingin helsingfors helsingin helsinki kaisaniemen kaisaniemi metroasema of universitet university yliopisto yliopiston');
INSERT INTO term (rowid, words) VALUES (3802431089423679541, '=addr:city=helsinki =addr:country=fi =addr:postcode=00170 =addr:street=liisankatu =shop=kiosk @kiosk kioski r rkioski');
