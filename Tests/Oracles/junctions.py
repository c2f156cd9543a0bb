#!/usr/bin/env python3
"""Checks the junctions of `poi where --json` against OpenStreetMap extracts, read by another program.

    pip install osmium
    Tests/Oracles/junctions.py POI EXTRACT.osm.pbf…

Ways meet at nodes that they share. For each node where streets of different names meet, it measures by the raw ways
where each of them leads 17 m further on, and asks `poi where` for the junction there. An arm is wrong if poi has
none of that name within 25° of it (40° for one of two one-way halves, and at roundabouts), or has one that no raw way
near the junction is; arms that only lead to another node of the same junction do not count. Prints each wrong node,
then a line for each extract; the exit status is 1 if more than 2 % of the nodes are wrong.
"""

import collections, json, math, os, subprocess, sys, tempfile

import osmium

KINDS = set(
    "motorway motorway_link trunk trunk_link primary primary_link secondary secondary_link tertiary tertiary_link"
    " unclassified residential living_street service pedestrian track road busway cycleway footway path bridleway"
    " steps raceway".split()
)
OUT = 17
WIDEST = 60


class Ways(osmium.SimpleHandler):
    def __init__(self):
        super().__init__()
        self.ways = []
        self.places = {}

    def way(self, way):
        tags = way.tags
        if tags.get("highway") not in KINDS:
            return
        name = tags.get("name")
        if name is None and "sidewalk" in (tags.get("footway"), tags.get("cycleway"), tags.get("path")):
            name = tags.get("is_sidepath:of:name") or tags.get("street:name")
        ring = tags.get("junction") in ("roundabout", "circular")
        oneway = tags.get("oneway") in ("yes", "true", "1", "-1")
        part = []
        for node in list(way.nodes) + [None]:
            if node is not None and node.location.valid():
                if not part or part[-1] != node.ref:
                    part.append(node.ref)
                    self.places[node.ref] = (node.lat, node.lon)
                continue
            if len(part) > 1:
                self.ways.append((name or tags.get("ref"), ring, oneway, part))
            part = []


def metres(a, b):
    middle = math.radians((a[0] + b[0]) / 2)
    return math.hypot((a[0] - b[0]) * 111_200, (a[1] - b[1]) * 111_320 * math.cos(middle))


def bearing(a, b):
    east = (b[1] - a[1]) * math.cos(math.radians((a[0] + b[0]) / 2))
    return math.degrees(math.atan2(east, b[0] - a[0])) % 360


def angle(a, b):
    return abs((a - b + 180) % 360 - 180)


class Graph:
    def __init__(self, path):
        handler = Ways()
        handler.apply_file(path, locations=True)
        self.ways, self.places = handler.ways, handler.places
        self.steps = collections.defaultdict(list)  # node -> (way, neighbour)
        for index, (_, _, _, nodes) in enumerate(self.ways):
            for start, end in zip(nodes, nodes[1:]):
                self.steps[start].append((index, end))
                self.steps[end].append((index, start))

    def title(self, way):
        return self.ways[way][0]

    def titles(self, node):
        return {self.title(way) for way, _ in self.steps[node]} - {None}

    def is_choice(self, node):
        return len(self.steps[node]) > 2 or len(self.titles(node)) > 1

    def halves(self, node):
        return {self.title(way) for way, _ in self.steps[node] if self.ways[way][2]} - {None}

    def is_ring(self, node):
        return any(self.ways[way][1] for way, _ in self.steps[node])

    def follow(self, node, way, neighbour):
        """Where an arm is 17 m out, and the node where people choose next, with how far that is."""
        start, last, away, length = self.places[node], node, 0.0, 0.0
        point, choice, title = None, None, self.title(way)
        while True:
            place = self.places[neighbour]
            length += metres(self.places[last], place)
            further = metres(start, place)
            if point is None and further >= OUT:
                part = (OUT - away) / (further - away)
                point = tuple(a + part * (b - a) for a, b in zip(self.places[last], place))
            away = further
            if choice is None and self.is_choice(neighbour):
                choice = (neighbour, length)
            if point and (choice or length > 2 * WIDEST):
                return point, choice
            onward = [(w, n) for w, n in self.steps[neighbour] if n != last]
            if len(onward) != 1:
                onward = [(w, n) for w, n in onward if title and self.title(w) == title]
            if len(onward) != 1 or length > 500:
                return point or place, choice
            last, (way, neighbour) = neighbour, onward[0]

    def arms(self, node):
        """Title, bearing, whether it is one-way, the next choice, and where it is 17 m out."""
        for way, neighbour in self.steps[node]:
            title, ring, oneway, _ = self.ways[way]
            if title and not ring:
                point, choice = self.follow(node, way, neighbour)
                yield title, bearing(self.places[node], point), oneway, choice, point


def check(poi, path):
    graph = Graph(path)
    nodes = [node for node in sorted(graph.steps) if len(graph.titles(node)) > 1]
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "places.sqlite")
        subprocess.run([poi, "import", path, "--store", store, "--quiet"], check=True)
        # Only the answer for one position has its junction.
        answers = [
            subprocess.run(
                [poi, "where", "--at", "%.7f,%.7f" % graph.places[node], "--json", "--store", store, "--source", "store"],
                capture_output=True, text=True, check=True).stdout
            for node in nodes]
    cells = collections.defaultdict(list)
    for node in graph.steps:
        latitude, longitude = graph.places[node]
        if graph.is_choice(node) or graph.is_ring(node):
            cells[int(latitude * 1000), int(longitude * 1000)].append(node)
    wrong = missing = arms = 0
    for node, answer in zip(nodes, answers, strict=True):
        problems = []
        found = json.loads(answer).get("junction")
        place = graph.places[node]
        if found is None or metres(place, (found["latitude"], found["longitude"])) > WIDEST + (
            found.get("roundabout") or {}).get("radius", 0):
            missing += 1
            print(f"node/{node}: no junction of {sorted(graph.titles(node))}")
            continue
        middle = (found["latitude"], found["longitude"])
        named = [(arm["name"], arm["bearing"]) for arm in found["arms"] if "name" in arm]
        for title, course, oneway, choice, point in graph.arms(node):
            # It may lead to another node of the junction only.
            is_across = choice and choice[1] <= WIDEST and graph.halves(node) & graph.halves(choice[0])
            if title in (name for name, _ in named) and (is_across or metres(middle, point) < OUT):
                continue
            arms += 1
            tolerance = 60 if "roundabout" in found else 40 if oneway else 25
            if not any(name == title and angle(course, other) <= tolerance for name, other in named):
                problems.append(f"lacks {title} {course:.0f}")
        if "roundabout" not in found:
            near = []
            for row in (-1, 0, 1):
                for column in (-1, 0, 1, -2, 2):
                    for other in cells[int(middle[0] * 1000) + row, int(middle[1] * 1000) + column]:
                        if metres(middle, graph.places[other]) <= WIDEST:
                            near += graph.arms(other)
            for name, course in named:
                if not any(
                    title == name and angle(course, other) <= (40 if oneway else 25)
                    for title, other, oneway, *_ in near
                ):
                    problems.append(f"has {name} {course:.0f}")
        if problems:
            wrong += 1
            print(f"node/{node} at {place[0]:.6f},{place[1]:.6f}: {'; '.join(problems)}; has {named}")
    print(f"{path}: {len(nodes)} nodes, {arms} arms; {missing} without a junction, {wrong} with wrong arms")
    return len(nodes), missing + wrong


def main():
    poi, *paths = sys.argv[1:]
    counts = [check(os.path.abspath(poi), path) for path in paths]
    return 1 if sum(bad for _, bad in counts) > 0.02 * sum(all for all, _ in counts) else 0


sys.exit(main())
