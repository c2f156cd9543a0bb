#!/usr/bin/env python3
"""Walks along the named streets of an extract, and what poi watch says of them.

    pip install osmium
    Tests/Oracles/walks.py EXTRACT.osm.pbf [--noise METRES] [--walks N] [--seed N] [--poi PATH]

Each walk is 15 minutes at 1.4 m/s with a fix per second. From the raw ways, read with pyosmium, it is known which street
each fix is on, and which junctions of two names are passed. Prints how many fixes poi matched to the right street, how
many junctions it announced before they were reached, and how many announcements have every arm on the right side.
"""
import argparse, collections, datetime, json, math, os, random, subprocess, tempfile

import osmium

SPEED, SECONDS = 1.4, 900
KINDS = set("""primary secondary tertiary unclassified residential living_street service pedestrian road footway path
track steps cycleway primary_link secondary_link tertiary_link""".split())
SIDES = ["ahead", "ahead right", "right", "behind right", "behind", "behind left", "left", "ahead left"]

ways, position, at = {}, {}, collections.defaultdict(list)


class Reader(osmium.SimpleHandler):
    def way(self, way):
        if way.tags.get("highway") not in KINDS or way.tags.get("area") == "yes":
            return
        nodes = [(node.ref, node.lat, node.lon) for node in way.nodes]
        ways[way.id] = (way.tags.get("name") or way.tags.get("ref"), [node[0] for node in nodes])
        for index, node in enumerate(nodes):
            position[node[0]] = node[1:]
            at[node[0]].append((way.id, index))


def plane(point, origin):
    return ((point[1] - origin[1]) * 111320 * math.cos(math.radians(origin[0])), (point[0] - origin[0]) * 110574)


def distance(one, other):
    return math.hypot(*plane(one, other))


def bearing(start, end):
    east, north = plane(end, start)
    return math.degrees(math.atan2(east, north)) % 360


def names(node):
    return {ways[way][0] for way, _ in at[node] if ways[way][0]}


def steps(node):
    for way, index in at[node]:
        nodes = ways[way][1]
        for other in (index - 1, index + 1):
            if 0 <= other < len(nodes) and ways[way][0]:
                yield nodes[other], way


def walk():
    starts = [node for node in at if names(node)]
    while True:
        node, last, name, length, path = random.choice(starts), None, None, 0, []
        while length < SPEED * SECONDS:
            ahead = [step for step in steps(node) if step[0] != last]
            same = [step for step in ahead if ways[step[1]][0] == name]
            other = [step for step in ahead if ways[step[1]][0] != name]
            if not ahead:
                break
            following, way = random.choice(same if same and not (other and random.random() < 0.35) else other or same)
            path.append((node, following, way))
            length += distance(position[node], position[following])
            node, last, name = following, node, ways[way][0]
        if length >= SPEED * SECONDS:
            return path


def log(path, noise, file):
    start, truth, passed, along = datetime.datetime(2026, 6, 1, 10), [], 0, 0
    file.write('{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}\n')
    for second in range(SECONDS):
        while True:
            node, following, way = path[passed]
            length = distance(position[node], position[following])
            if along + length >= SPEED * second:
                break
            passed, along = passed + 1, along + length
        origin = position[node]
        east, north = [part * (SPEED * second - along) / length for part in plane(position[following], origin)]
        east, north = [part + random.gauss(0, noise / math.sqrt(2)) for part in (east, north)]
        file.write(json.dumps({
            "class": "TPV", "mode": 3, "time": (start + datetime.timedelta(seconds=second)).isoformat() + "Z",
            "lat": origin[0] + north / 110574,
            "lon": origin[1] + east / (111320 * math.cos(math.radians(origin[0]))), "eph": 1.73 * noise}) + "\n")
        truth.append(ways[way][0])
    return truth


def second(event):
    hours, minutes, seconds = event["time"][11:-1].split(":")
    return (int(hours) - 10) * 3600 + int(minutes) * 60 + float(seconds)


def isRight(event, index, path):
    """Whether each named arm is where a way of that name leads."""
    node = path[index][1]
    start = index
    while start > 0 and distance(position[path[start][0]], position[node]) < 17:
        start -= 1
    heading = bearing(position[path[start][0]], position[node])
    around = [other for other in at if len(at[other]) > 1 and distance(position[other], position[node]) < 60]
    for arm in event["arms"]:
        if not arm.get("name"):
            continue
        turns = []
        for other in around:
            for way, place in at[other]:
                nodes = ways[way][1]
                for step in (-1, 1) if ways[way][0] == arm["name"] else ():
                    end = place
                    while 0 <= end + step < len(nodes) and distance(position[nodes[end]], position[other]) < 17:
                        end += step
                    if end != place:
                        turns.append(bearing(position[other], position[nodes[end]]) - heading)
        said = 45 * SIDES.index(arm["direction"])
        if not any(abs((turn - said + 180) % 360 - 180) <= 50 for turn in turns):
            return False
    return True


parser = argparse.ArgumentParser()
parser.add_argument("extract")
parser.add_argument("--noise", type=float, default=3)
parser.add_argument("--walks", type=int, default=12)
parser.add_argument("--seed", type=int, default=7)
parser.add_argument("--poi", default="poi")
options = parser.parse_args()
Reader().apply_file(options.extract, locations=True)
random.seed(options.seed)
count = collections.Counter()
with tempfile.TemporaryDirectory() as folder:
    store, track = os.path.join(folder, "store"), os.path.join(folder, "walk.json")
    subprocess.run([options.poi, "import", "--quiet", "--store", store, options.extract], check=True)
    for _ in range(options.walks):
        path = walk()
        with open(track, "w") as file:
            truth = log(path, options.noise, file)
        lines = subprocess.run(
            [options.poi, "watch", "--quiet", "--store", store, "--source", "store", "--gps-log", track, "--format",
             "jsonl", "--events", "location,street,junction"], stdout=subprocess.PIPE, check=True).stdout.splitlines()
        events = [json.loads(line) for line in lines]
        street, matched = None, []
        for event in events:
            if event["event"] == "location":
                matched.append(street)
            elif event["event"] == "street":
                matched[-1] = street = event["street"]["name"]
        count["fixes"] += len(truth)
        count["right street"] += sum(one == other for one, other in zip(matched, truth))
        told = [event for event in events if event["event"] == "junction" and "arms" in event]
        along, passed = 0, []
        for index, (start, end, _) in enumerate(path):
            along += distance(position[start], position[end])
            if len(names(end)) > 1 and 12 < along / SPEED < SECONDS - 2:
                passed.append((end, along / SPEED, index))
        last = None
        for node, moment, index in passed:
            here = position[node]
            isSame, last = last is not None and distance(last, here) <= 30, here
            if isSame:
                continue
            count["junctions"] += 1
            count["announced"] += any(
                distance((event["latitude"], event["longitude"]), here) <= 35 and -90 <= second(event) - moment <= 0
                for event in told)
        for event in told:
            there = event["latitude"], event["longitude"]
            reached = [index for node, moment, index in passed
                       if 0 <= moment - second(event) <= 90 and distance(position[node], there) <= 35]
            count["told"] += 1
            count["right arms"] += bool(reached) and isRight(event, reached[0], path)
for part, whole in (("right street", "fixes"), ("announced", "junctions"), ("right arms", "told")):
    print(f"{part}: {count[part]} of {count[whole]} {whole}, {100 * count[part] / max(1, count[whole]):.1f} %")
