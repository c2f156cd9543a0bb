#!/usr/bin/env python3
"""Checks that poi finds addresses as people write them, in OpenStreetMap extracts that another program reads.

    pip install osmium
    Tests/Oracles/written_addresses.py POI EXTRACT.osm.pbf… [--count 300] [--seed 1] [--list N]

Takes addresses of each extract by chance, writes each in nine forms (number behind the street, before it, with
postcode and town, these first, without commas, in small letters without accents, abbreviated; in Poland also with
`ul.`), and asks `poi where` for each with `--near`. The answer is right if it is within 60 m of an object with that
street and number, and with the town and postcode where the form has them. A form without a town is asked with a
position 300 m away. Prints what is wrong, then a line for each extract; the exit status is 1 if more than 1 % are wrong.
`--list N` prints N cases as lines of a table for the tests, without asking.
"""

import json, math, os, random, re, subprocess, sys, tempfile, unicodedata

import osmium

REACH = 60
SHORT = [
    (r"(?i)stra(ß|ss)e\b", "str."), (r"\bStreet\b", "St"), (r"\bRoad\b", "Rd"), (r"\bAvenue\b", "Ave"),
    (r"\bDrive\b", "Dr"), (r"\bLane\b", "Ln"), (r"\bCourt\b", "Ct"), (r"\bBoulevard\b", "Blvd"),
    (r"\bHighway\b", "Hwy"), (r"\bNorth\b", "N"), (r"\bSouth\b", "S"), (r"\bEast\b", "E"), (r"\bWest\b", "W"),
    (r"\bAvinguda\b", "Av."), (r"\bAvenida\b", "Avda."), (r"\bCarretera\b", "Ctra."), (r"\bCarrer\b", "C/"),
    (r"\bCalle\b", "C."), (r"\bPlaça\b", "Pl."), (r"\bPlaza\b", "Pza."), (r"\bPassatge\b", "Ptge."),
    (r"\bPasseig\b", "Pg."), (r"\bSant\b", "St."), (r"katu\b", "k."), (r"gatan\b", "g."), (r"tie\b", "t."),
]

# What Polish streets are called with, which needs no word for a street.
POLISH_KINDS = r"(?i)(aleja|aleje|bulwar|osiedle|plac|rondo|rynek|szosa|ulica)\b"


class Addresses(osmium.SimpleHandler):
    def __init__(self):
        super().__init__()
        self.found = []

    def take(self, tags, points):
        street, number = tags.get("addr:street") or tags.get("addr:place"), tags.get("addr:housenumber")
        if street and number and points:
            middle = [sum(values) / len(points) for values in zip(*points)]
            self.found.append((street, number, tags.get("addr:postcode"), tags.get("addr:city"), middle, points))

    def node(self, node):
        self.take(node.tags, [(node.location.lat, node.location.lon)])

    def way(self, way):
        self.take(way.tags, [(node.lat, node.lon) for node in way.nodes if node.location.valid()])


def metres(a, b):
    east = math.radians(b[1] - a[1]) * math.cos(math.radians(a[0]))
    return 6371000 * math.hypot(east, math.radians(b[0] - a[0]))


def away(point, points):
    """From the nearest point of an object, or as near as its corners are around."""
    inside = all(min(p[i] for p in points) <= point[i] <= max(p[i] for p in points) for i in (0, 1))
    return 0 if inside else min(metres(point, other) for other in points)


def plain(text):
    text = text.replace("ß", "ss")
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).lower()


def short(street):
    for pattern, replacement in SHORT:
        street = re.sub(pattern, replacement, street)
    return street


def forms(street, number, postcode, city):
    """Text, and whether it has the town and the postcode."""
    town = " ".join(filter(None, [postcode, city]))
    has = bool(city or postcode)
    yield f"{street} {number}", False
    yield f"{number} {street}", False
    yield f"{street} {number}, {town}" if has else f"{street}, {number}", has
    yield f"{town}, {street} {number}" if has else f"{street}  {number}", has
    yield f"{street} {number} {town}".strip(), has
    yield plain(f"{street} {number}, {city}" if city else f"{street} {number}"), bool(city)
    yield f"{short(street)} {number}" + (f", {town}" if has else ""), has
    yield f"{town}, {number} {street}" if has else f"{street} No. {number}", has
    yield f"{town} {street} {number}".strip(), has
    if postcode and re.fullmatch(r"\d\d-\d{3}", postcode) and not re.match(POLISH_KINDS, street):
        yield f"ul. {street} {number}, {town}", has


def check(poi, extract, count, listed, seed):
    handler = Addresses()
    handler.apply_file(extract, locations=True)
    known = sorted(handler.found, key=lambda entry: (entry[4], entry[:2]))
    chance = random.Random(seed)
    chosen = chance.sample(known, min(count, len(known)))
    groups = {}
    for entry in known:
        groups.setdefault((plain(entry[0]), plain(entry[1])), []).append(entry)
    wrong = asked = 0
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "store.sqlite")
        environment = dict(os.environ, HOME=folder, POI_CONFIG="", NO_COLOR="1")
        if not listed:
            subprocess.run([poi, "import", "--store", store, extract], check=True, env=environment, stderr=subprocess.DEVNULL)
        for street, number, postcode, city, middle, _ in chosen:
            for text, is_whole in forms(street, number, postcode, city):
                if listed:
                    print(f"{text}\t{middle[0]:.5f}\t{middle[1]:.5f}")
                    continue
                asked += 1
                command = [poi, "where", "--near", text, "--json", "--offline", "--store", store]
                command += ["--at", f"{middle[0] + 0.0027},{middle[1]}"]
                answer = subprocess.run(command, capture_output=True, text=True, env=environment)
                right = [
                    entry for entry in groups[plain(street), plain(number)]
                    if not is_whole or ((not city or entry[3] in (city, None)) and entry[2] in (postcode, None))]
                try:
                    position = json.loads(answer.stdout)["position"]
                    here = (position["latitude"], position["longitude"])
                    least = min(away(here, entry[5]) for entry in right)
                except (ValueError, KeyError):
                    least = math.inf
                if least > REACH:
                    wrong += 1
                    print(f"{text!r}: {least:.0f} m off; {answer.stderr.strip()}")
    if not listed:
        print(f"{extract}: {wrong} of {asked} wrong")
    return wrong / max(1, asked)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    options = {}
    while len(arguments) > 2 and arguments[-2].startswith("--"):
        options[arguments[-2]] = int(arguments[-1])
        del arguments[-2:]
    listed, count, seed = options.get("--list", 0), options.get("--count", 300), options.get("--seed", 1)
    shares = [check(arguments[0], path, listed or count, listed, seed) for path in arguments[1:]]
    sys.exit(max(shares) > 0.01)
