#!/usr/bin/env python3
"""Walks along the named streets of an extract, and what poi watch says of them.

    pip install osmium
    Tests/Oracles/walks.py EXTRACT.osm.pbf [--noise METRES] [--walks N] [--seed N] [--poi PATH] [--misses]

Each walk is 15 minutes at 1.4 m/s with a fix per second. From the raw ways, read with pyosmium, it is known which street
each fix is on, and which junctions of two names are passed. Prints how many fixes poi matched to the right street, how
many junctions it announced before they were reached, and how many announcements have every arm on the right side.
"""
import argparse, collections, datetime, json, math, os, random, subprocess, tempfile

import osmium

# How long a log is, how long the walk goes on after it, and how long poi has to find out where it is.
SPEED, SECONDS, REST, START = 1.4, 900, 60, 20
KINDS = set("""primary secondary tertiary unclassified residential living_street service pedestrian road footway path
track steps cycleway primary_link secondary_link tertiary_link""".split())
SIDES = ["ahead", "ahead right", "right", "behind right", "behind", "behind left", "left", "ahead left"]

ways, squares, rings, position, at = {}, set(), set(), {}, collections.defaultdict(list)


class Reader(osmium.SimpleHandler):
    def way(self, way):
        if way.tags.get("highway") not in KINDS:
            return
        # Nobody walks along the edge of a square, but it has a name, and lies somewhere.
        if way.tags.get("area") == "yes":
            squares.add(way.id)
        if way.tags.get("junction") in ("roundabout", "circular"):
            rings.add(way.id)
        # Extracts cut ways, whose nodes outside they lack.
        nodes = [(node.ref, node.lat, node.lon) for node in way.nodes if node.location.valid()]
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


def names(node, withSquares=False):
    # A roundabout is one junction, of the streets that leave it.
    nodes = {node}.union(*(ways[way][1] for way, _ in at[node] if way in rings))
    return {ways[way][0] for node in nodes for way, _ in at[node]
            if ways[way][0] and way not in rings and (withSquares or way not in squares)}


def steps(node):
    for way, index in at[node]:
        nodes = ways[way][1]
        for other in (index - 1, index + 1):
            if 0 <= other < len(nodes) and ways[way][0] and way not in squares:
                yield nodes[other], way


def walk():
    starts = [node for node in at if names(node)]
    while True:
        node, last, name, length, path = random.choice(starts), None, None, 0, []
        while length < SPEED * (SECONDS + REST):
            ahead = [step for step in steps(node) if step[0] != last]
            same = [step for step in ahead if ways[step[1]][0] == name]
            other = [step for step in ahead if ways[step[1]][0] != name]
            if not ahead:
                break
            following, way = random.choice(same if same and not (other and random.random() < 0.35) else other or same)
            path.append((node, following, way))
            length += distance(position[node], position[following])
            node, last, name = following, node, ways[way][0]
        if length >= SPEED * (SECONDS + REST):
            return path


def log(path, noise, file):
    start, truth, fixes, passed, along = datetime.datetime(2026, 6, 1, 10), [], [], 0, 0
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
        fix = origin[0] + north / 110574, origin[1] + east / (111320 * math.cos(math.radians(origin[0])))
        file.write(json.dumps({
            "class": "TPV", "mode": 3, "time": (start + datetime.timedelta(seconds=second)).isoformat() + "Z",
            "lat": fix[0], "lon": fix[1], "eph": 1.73 * noise}) + "\n")
        truth.append(ways[way][0])
        fixes.append(fix)
    return truth, fixes


def second(event):
    hours, minutes, seconds = event["time"][11:-1].split(":")
    return (int(hours) - 10) * 3600 + int(minutes) * 60 + float(seconds)


def said(event):
    return {arm.get("name") for arm in event["arms"]}


def miss(text, place):
    if options.misses:
        print(f"  walk {number}: {text} at {place[0]:.6f},{place[1]:.6f}")


def headings(index, path, now):
    """The ways that one may be said to come to a junction at the step `index` of a path: over the last 17 m, the last
    step, and as one walks at the step `now`."""
    def heading(start, end):
        return bearing(position[path[start][0]], position[path[end][1]])
    yield heading(now, now)
    if index is not None:
        start = index
        while start > 0 and distance(position[path[start][0]], position[path[index][1]]) < 17:
            start -= 1
        yield from (heading(start, index), heading(index, index))


def wrongArms(event, index, path, now):
    """The named arms that are not where a way of that name leads, by the heading for which these are the fewest."""
    there = event["latitude"], event["longitude"]
    turns = collections.defaultdict(list)
    for other in shared:
        if distance(position[other], there) < 60:
            for way, place in at[other]:
                name, nodes = ways[way]
                for step in (-1, 1):
                    end = place
                    while 0 <= end + step < len(nodes) and distance(position[nodes[end]], position[other]) < 17:
                        end += step
                    if end != place:
                        turns[name].append(bearing(position[other], position[nodes[end]]))
                        # An exit of a roundabout may be said as seen from the middle.
                        if any(ring in rings for ring, _ in at[other]):
                            turns[name].append(bearing(there, position[nodes[end]]))
    def wrong(heading):
        for arm in event["arms"]:
            if arm.get("name") and "direction" in arm:
                said = heading + 45 * SIDES.index(arm["direction"])
                if not any(abs((turn - said + 180) % 360 - 180) <= 50 for turn in turns[arm["name"]]):
                    yield arm["name"], [round((turn - heading) % 360) for turn in turns[arm["name"]]]
    return min((list(wrong(heading)) for heading in headings(index, path, now)), key=len)


parser = argparse.ArgumentParser()
parser.add_argument("extract")
parser.add_argument("--noise", type=float, default=3)
parser.add_argument("--walks", type=int, default=12)
parser.add_argument("--seed", type=int, default=7)
parser.add_argument("--poi", default="poi")
parser.add_argument("--misses", action="store_true", help="print each miss")
options = parser.parse_args()
Reader().apply_file(options.extract, locations=True)
shared = [node for node in at if len(at[node]) > 1]
random.seed(options.seed)
count = collections.Counter()
with tempfile.TemporaryDirectory() as folder:
    store, track = os.path.join(folder, "store"), os.path.join(folder, "walk.json")
    subprocess.run([options.poi, "import", "--quiet", "--store", store, options.extract], check=True)
    for number in range(options.walks):
        path = walk()
        with open(track, "w") as file:
            truth, fixes = log(path, options.noise, file)
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
        runs = [(one, other) for one, other in zip(matched, truth)]
        for index, (one, other) in enumerate(runs):
            if one != other and (index == 0 or runs[index - 1] != (one, other)):
                length = next((step for step, run in enumerate(runs[index:]) if run != (one, other)), len(runs) - index)
                if length > 15:
                    miss(f"street {one}, not {other}, for {length} s", fixes[index])
        count["right street"] += sum(one == other for one, other in zip(matched, truth))
        told = [event for event in events if event["event"] == "junction" and "arms" in event]
        along, passed, moments = 0, [], []
        for index, (start, end, _) in enumerate(path):
            along += distance(position[start], position[end])
            moments.append(along / SPEED)
            if len(names(end)) > 1:
                passed.append((end, along / SPEED))

        def othersOf(node, moment):
            return names(node) - {truth[max(0, int(moment) - 5)]}
        last = None
        for node, moment in passed:
            here = position[node]
            isSame, last = last is not None and distance(last, here) <= 30, here
            if isSame or not START < moment < SECONDS - 2:
                continue
            count["junctions"] += 1
            # The nodes of a large junction are up to 60 m apart.
            isAnnounced = any(
                distance((event["latitude"], event["longitude"]), here) <= (60 if othersOf(node, moment) <= said(event) else 35)
                and -90 <= second(event) - moment <= 0 for event in told)
            count["announced"] += isAnnounced
            if not isAnnounced:
                miss(f"not announced at {moment:.0f} s: {sorted(names(node))}", here)
        for event in told:
            there = event["latitude"], event["longitude"]
            # Of a divided road, or around a small square, names meet without a node that has both.
            meeting = {name for node in shared if distance(position[node], there) <= 35
                       for name in names(node, withSquares=True)}
            now = next(index for index, moment in enumerate(moments) if moment >= second(event))
            reached = next((index for index, (_, node, _) in enumerate(path)
                            if 0 <= moments[index] - second(event) <= 90 and distance(position[node], there) <= 15), None)
            count["told"] += 1
            wrong = wrongArms(event, reached, path, now) if len(meeting) > 1 else ["no junction"]
            count["right arms"] += not wrong
            if wrong:
                arms = [(arm.get("name"), arm.get("direction")) for arm in event["arms"]]
                street = truth[min(SECONDS - 1, round(second(event)))]
                miss(f"wrong at {second(event):.0f} s on {street}: {wrong} of {arms}", there)
for part, whole in (("right street", "fixes"), ("announced", "junctions"), ("right arms", "told")):
    print(f"{part}: {count[part]} of {count[whole]} {whole}, {100 * count[part] / max(1, count[whole]):.1f} %")
