#!/usr/bin/env python3
"""Checks the addresses of `poi where` against OpenStreetMap extracts, read by other programs.

    pip install osmium shapely pyproj
    Tests/Oracles/addresses.py POI EXTRACT.osm.pbf…

For each object with a house number (nodes, ways and multipolygons, whatever else they are) it asks `poi where --at -`
about positions in it, at its edge and beside it, and compares with what shapely finds among all of them: inside of
areas the smallest one, else what is nearest by its edge within 50 m. It counts an answer as wrong if another address
is nearer by more than 0.5 m than the one that was given. Prints each wrong answer, then a line for each extract; the
exit status is 1 if more than 1 % are wrong.
"""

import json, os, random, subprocess, sys, tempfile

import numpy, osmium, pyproj, shapely
from shapely.strtree import STRtree

REACH = 50
TOLERANCE = 0.5


class Addresses(osmium.SimpleHandler):
    """All objects with a house number: tags and shape."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.shapes = osmium.geom.WKBFactory()

    def take(self, kind, id, tags, shape):
        number = tags.get("addr:housenumber")
        if number:
            street = tags.get("addr:street") or tags.get("addr:place") or None
            self.found.append((f"{kind}/{id}", (number, street), shapely.from_wkb(shape)))

    def node(self, node):
        if "addr:housenumber" in node.tags:
            self.take("node", node.id, node.tags, self.shapes.create_point(node))

    def area(self, area):
        if not area.from_way() and "addr:housenumber" in area.tags:
            self.take("relation", area.orig_id(), area.tags, self.shapes.create_multipolygon(area))

    def way(self, way):
        if "addr:housenumber" not in way.tags:
            return
        points = [(node.lon, node.lat) for node in way.nodes if node.location.valid()]
        if way.is_closed() and len(points) == len(way.nodes):
            # Rings that touch themselves are areas for most programs.
            self.take("way", way.id, way.tags, shapely.make_valid(shapely.Polygon(points)).wkb)
        elif len(points) > 1:
            self.take("way", way.id, way.tags, shapely.LineString(points).wkb)


def transform(project, shape):
    return shapely.transform(shape, lambda points: numpy.column_stack(project(points[:, 0], points[:, 1])))


def plane(longitude, latitude):
    local = pyproj.Proj(proj="aeqd", lon_0=longitude, lat_0=latitude, ellps="WGS84")
    return pyproj.Transformer.from_proj("EPSG:4326", local, always_xy=True)


def positions(shape, to_plane, random):
    """Where to ask about an object."""
    flat = transform(to_plane.transform, shape)
    asked = []
    if flat.area > 0:
        west, south, east, north = flat.bounds
        while len(asked) < 4:
            point = shapely.Point(random.uniform(west, east), random.uniform(south, north))
            if flat.contains(point):
                asked.append(point)
        asked.append(flat.representative_point())
    else:
        asked.append(flat.representative_point())
    for metres in (3, 10, 25):
        edge = flat.buffer(metres).exterior if flat.buffer(metres).geom_type == "Polygon" else None
        if edge:
            asked.append(edge.interpolate(random.random(), normalized=True))
    back = lambda x, y: to_plane.transform(x, y, direction="INVERSE")
    return [transform(back, point) for point in asked]


def check(poi, extract):
    handler = Addresses()
    handler.apply_file(extract, locations=True)
    known = handler.found
    if not known:
        return print(f"{extract}: no addresses") or 0
    chance = random.Random(1)
    asked = []
    areas = [entry for entry in known if entry[2].area > 0]
    points = [entry for entry in known if entry[2].area == 0]
    chosen = areas + chance.sample(points, min(len(points), max(200, 600 - len(areas))))
    for id, address, shape in chosen:
        middle = shape.representative_point()
        to_plane = plane(middle.x, middle.y)
        asked += [(id, point) for point in positions(shape, to_plane, chance)]
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "store.sqlite")
        environment = dict(os.environ, HOME=folder, POI_CONFIG="", NO_COLOR="1")
        subprocess.run([poi, "import", "--store", store, extract], check=True, env=environment, stderr=subprocess.DEVNULL)
        lines = "".join(f"{point.y:.9f},{point.x:.9f}\n" for _, point in asked)
        answer = subprocess.run(
            [poi, "where", "--at", "-", "--json", "--store", store, "--offline"], input=lines,
            capture_output=True, text=True, env=environment)
    answers = [json.loads(line) for line in answer.stdout.splitlines()]
    assert len(answers) == len(asked), answer.stderr
    tree = STRtree([shape for _, _, shape in known])
    wrong = 0
    kinds = {}
    for (id, point), said in zip(asked, answers):
        to_plane = plane(point.x, point.y)
        here = shapely.Point(0, 0)
        degrees = 2 * REACH / 50_000
        near = []
        for index in tree.query(point.buffer(degrees)):
            flat = transform(to_plane.transform, known[index][2])
            near.append((flat.distance(here), flat.area, known[index]))
        near = [entry for entry in near if entry[0] <= REACH + TOLERANCE]
        given = said.get("address")
        if given and given.get("interpolated"):
            continue
        mine = given and (given["housenumber"], given.get("street"))
        at = [entry for entry in near if entry[0] == 0]
        points = [entry for entry in near if entry[0] < 0.15 and entry[1] == 0]
        if at or points:
            smallest = min((entry[1] for entry in at), default=0)
            right = {entry[2][1] for entry in at if entry[1] <= smallest * 1.001} if not points else set()
            right |= {entry[2][1] for entry in points}
        else:
            least = min((entry[0] for entry in near), default=None)
            right = {None} if least is None else {e[2][1] for e in near if e[0] <= least + TOLERANCE}
            if least is not None and least > REACH - TOLERANCE:
                right.add(None)
        # On a wall.
        edges = {e[2][1] for e in near if e[1] > 0 and transform(to_plane.transform, e[2][2]).boundary.distance(here) < TOLERANCE}
        kind = id.split("/")[0]
        all, bad = kinds.get(kind, (0, 0))
        is_wrong = mine not in right and not (mine in edges or (edges and right & edges))
        kinds[kind] = (all + 1, bad + is_wrong)
        if is_wrong:
            wrong += 1
            print(f"{id} at {point.y:.7f},{point.x:.7f}: {mine} for {right}")
    print(f"{extract}: {wrong} of {len(asked)} wrong", kinds)
    return wrong / len(asked)


if __name__ == "__main__":
    shares = [check(sys.argv[1], extract) for extract in sys.argv[2:]]
    sys.exit(max(shares) > 0.01)
