-- A store of format 4 that was one of format 3: square.osm.pbf, some of helsinki.csv and a favourite, as SQLite's tables and rows.
PRAGMA application_id = 1886349617;
PRAGMA user_version = 4;
CREATE TABLE source (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  attribution TEXT,
  licence TEXT,
  imported TEXT NOT NULL -- UTC, RFC 3339
, dated TEXT, origin TEXT, ids INTEGER);
CREATE TABLE file (
  source INTEGER NOT NULL REFERENCES source,
  path TEXT NOT NULL, -- or a URL
  size INTEGER NOT NULL, -- bytes
  modified INTEGER NOT NULL, -- nanoseconds since 1970
  dated TEXT, -- up to when its data is: UTC, RFC 3339
  extract TEXT, -- what an extract of OpenStreetMap says of itself: a JSON object
  selection TEXT, -- what of it was imported: a JSON object; null for all
  PRIMARY KEY (source, path)
) WITHOUT ROWID;
CREATE TABLE overlap (
  hash INTEGER NOT NULL, -- as in identity
  number INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  kind INTEGER NOT NULL REFERENCES kind,
  source INTEGER NOT NULL REFERENCES source,
  id TEXT NOT NULL,
  name TEXT,
  proximity REAL, -- metres
  tags TEXT, -- a JSON object of strings
  PRIMARY KEY (hash, number)
) WITHOUT ROWID;
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
CREATE TABLE fetched (
  level INTEGER NOT NULL, "column" INTEGER NOT NULL, row INTEGER NOT NULL,
  time TEXT NOT NULL, -- UTC, RFC 3339
  selection TEXT, -- what it was fetched for, as FetchedSelection writes it; null for the default selection
  dated TEXT, -- up to when its data is: UTC, RFC 3339; null if an earlier version fetched it
  PRIMARY KEY (level, "column", row)
) WITHOUT ROWID;
INSERT INTO source VALUES (1, 'OpenStreetMap', '© OpenStreetMap contributors', 'ODbL 1.0', '2026-11-21T21:54:42.535Z', NULL, NULL, 1);
INSERT INTO source VALUES (2, 'helsinki', NULL, NULL, '2026-11-21T21:54:42.572Z', NULL, NULL, NULL);
INSERT INTO source VALUES (3, 'favourites', NULL, NULL, '2026-11-21T21:54:42.696Z', NULL, 'user', NULL);
INSERT INTO counter VALUES (37);
INSERT INTO kind VALUES (1, 'drinking_water', '{"amenity":"drinking_water"}');
INSERT INTO kind VALUES (2, 'cafe', '{"amenity":"cafe"}');
INSERT INTO kind VALUES (3, 'cafe', '{"amenity":"cafe","building":"yes"}');
INSERT INTO kind VALUES (4, 'park', '{"leisure":"park"}');
INSERT INTO kind VALUES (5, 'station', '');
INSERT INTO kind VALUES (8, 'restaurant', '');
INSERT INTO kind VALUES (10, 'artwork', '');
INSERT INTO kind VALUES (16, 'bar', '');
INSERT INTO kind VALUES (17, 'pub', '');
INSERT INTO kind VALUES (18, 'fast_food', '');
INSERT INTO kind VALUES (19, 'supermarket', '');
INSERT INTO kind VALUES (20, 'outdoor', '');
INSERT INTO kind VALUES (22, 'spring', '');
INSERT INTO place VALUES (3476501766680346624, 10.0, 20.0, 1, 1, 'node/1', NULL, NULL, '{"amenity":"drinking_water"}');
INSERT INTO place VALUES (3476501768827830273, 10.002, 20.002, 2, 1, 'node/6', 'Corner', NULL, '{"amenity":"cafe"}');
INSERT INTO place VALUES (3476501768827830274, 10.001999999999999, 20.002, 3, 1, 'way/8', 'Corner', NULL, '{"amenity":"cafe","building":"yes"}');
INSERT INTO place VALUES (3476501768827830275, 10.001999999999999, 20.002, 4, 1, 'relation/10', 'Square', NULL, '{"leisure":"park","type":"multipolygon"}');
INSERT INTO place VALUES (3802431044326522904, 60.1674806, 24.9357253, 16, 2, 'node/4689094127', 'Why join the navy when you can be a pirate', NULL, '{"website":"https://whyjoin.fi/"}');
INSERT INTO place VALUES (3802431044326522905, 60.1696273, 24.9360471, 8, 2, 'node/1371747504', 'Asian Wok And Grill Phở Việt', NULL, NULL);
INSERT INTO place VALUES (3802431044326522906, 60.1676457, 24.936119, 17, 2, 'node/1378007287', 'Ølhus Stockholm', NULL, '{"website":"http://www.oluthuone.fi/oluthuoneet/olhus-stockholm/"}');
INSERT INTO place VALUES (3802431044326522907, 60.1692073, 24.9355208, 18, 2, 'node/1371746679', 'D''Wok', NULL, NULL);
INSERT INTO place VALUES (3802431044326522912, 60.1711808, 24.9388411, 19, 2, 'node/2916171916', 'K-Supermarket Postitalo', NULL, '{"website":"https://www.k-supermarket.fi/kaupat/postitalo/"}');
INSERT INTO place VALUES (3802431044326522913, 60.1685196, 24.9365587, 20, 2, 'node/4325470193', 'Partioaitta', NULL, '{"website":"https://www.partioaitta.fi/"}');
INSERT INTO place VALUES (3802431063653875734, 60.1650585, 24.9436118, 10, 2, 'node/4687717519', 'Tellervo, Tapion tytär (Diana)', NULL, '{"website":"https://www.hamhelsinki.fi/en/sculpture/tellervo-tapion-tytar-diana-yrjo-liipola/"}');
INSERT INTO place VALUES (3802431067948843012, 60.1713198, 24.9414566, 5, 2, 'node/25389429', 'Helsingin päärautatieasema, "Steissi"', NULL, '{"website":"https://www.vrgroup.fi/fi/kivimiehet-100-vuotta/kivimiesten-historia/"}');
INSERT INTO place VALUES (3802431067948843020, 60.1700358, 24.9437993, 8, 2, 'node/4518279089', 'Ateneum Bistro', NULL, '{"website":"https://ateneum.fi/ateneum-bistro/"}');
INSERT INTO place VALUES (3802431067948843021, 60.1699517, 24.943068, 10, 2, 'node/60131839', 'Albert Edelfelt', NULL, '{"website":"https://www.hamhelsinki.fi/sculpture/albert-edelfelt-ville-vallgren/"}');
INSERT INTO place VALUES (3802431067948843044, 60.17, 24.94, 22, 3, 'favourite/1', 'Secret spring', NULL, NULL);
INSERT INTO identity VALUES (-7509154987846981870, 3802431067948843012);
INSERT INTO identity VALUES (-6888090140140106870, 3802431044326522913);
INSERT INTO identity VALUES (-6762975287790565629, 3802431044326522912);
INSERT INTO identity VALUES (-5076347808312217929, 3802431067948843020);
INSERT INTO identity VALUES (-4948748467872758554, 3802431044326522904);
INSERT INTO identity VALUES (-4158727005594046941, 3802431067948843021);
INSERT INTO identity VALUES (-2894062403471297276, 3476501768827830274);
INSERT INTO identity VALUES (-2771301786538802852, 3476501768827830275);
INSERT INTO identity VALUES (-2584230159684703141, 3802431044326522905);
INSERT INTO identity VALUES (-1505386483918115227, 3802431067948843044);
INSERT INTO identity VALUES (-439643813296485243, 3802431063653875734);
INSERT INTO identity VALUES (1444158560048198807, 3802431044326522906);
INSERT INTO identity VALUES (1467125276705171857, 3476501768827830273);
INSERT INTO identity VALUES (1467126376216800068, 3476501766680346624);
INSERT INTO identity VALUES (2392790614941436883, 3802431044326522907);
INSERT INTO fetched VALUES (4, 1234, 2345, '2026-11-01T00:00:00Z', NULL, NULL);
INSERT INTO term (rowid, words) VALUES (3476501766680346624, '=amenity=drinking_water @drinking_water');
INSERT INTO term (rowid, words) VALUES (3476501768827830273, '=amenity=cafe @cafe corner');
INSERT INTO term (rowid, words) VALUES (3476501768827830274, '=amenity=cafe =building=yes @cafe corner');
INSERT INTO term (rowid, words) VALUES (3476501768827830275, '=leisure=park =type=multipolygon @park square');
INSERT INTO term (rowid, words) VALUES (3802431044326522904, '=website= @bar a be can join navy pirate the when why you');
INSERT INTO term (rowid, words) VALUES (3802431044326522905, '@restaurant and asian grill pho viet wok');
INSERT INTO term (rowid, words) VALUES (3802431044326522906, '=website= @pub olhus stockholm');
INSERT INTO term (rowid, words) VALUES (3802431044326522907, '@fast_food dwok');
INSERT INTO term (rowid, words) VALUES (3802431044326522912, '=website= @supermarket k ksupermarket postitalo supermarket');
INSERT INTO term (rowid, words) VALUES (3802431044326522913, '=website= @outdoor partioaitta');
INSERT INTO term (rowid, words) VALUES (3802431063653875734, '=website= @artwork diana tapion tellervo tytar');
INSERT INTO term (rowid, words) VALUES (3802431067948843012, '=website= @station helsingin paarautatieasema steissi');
INSERT INTO term (rowid, words) VALUES (3802431067948843020, '=website= @restaurant ateneum bistro');
INSERT INTO term (rowid, words) VALUES (3802431067948843021, '=website= @artwork albert edelfelt');
INSERT INTO term (rowid, words) VALUES (3802431067948843044, '@spring secret spring');
