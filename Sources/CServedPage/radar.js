// Pure functions that only draw and word; distances, order, marks and states come from the server.

const radians = Math.PI / 180;

/** Some metres between two positions near each other: only good to decide when to ask the server again. */
export function moved(from, to) {
  const north = to.latitude - from.latitude;
  const turn = ((to.longitude - from.longitude + 540) % 360) - 180;
  return 111000 * Math.hypot(north, turn * Math.cos(to.latitude * radians));
}

const winds = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
const sides = ["ahead", "ahead on the right", "on the right", "behind on the right", "behind",
  "behind on the left", "on the left", "ahead on the left"];

/** `ahead on the left` if the heading is known, else a compass direction; `here` without a bearing. */
export function direction(bearing, heading) {
  if (bearing === undefined) return "here";
  const words = heading === undefined ? winds : sides;
  return words[Math.round(((bearing - (heading ?? 0) + 360) % 360) / 45) % 8];
}

/** Where a dot lies on a radar whose outermost ring has a radius of 100. */
export function point(place, heading, farthest) {
  const angle = ((place.bearing ?? 0) - (heading ?? 0)) * radians;
  const radius = 100 * Math.min(1, place.distance / farthest);
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
}

/** `40 s`, `15 min`, `3 h`, `4 days`. */
export function age(seconds) {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} days`;
}

/** An event in words. */
export function story(event) {
  const name = event.place?.name ?? event.place?.category?.replaceAll("_", " ") ?? "a place";
  switch (event.event) {
    case "initial": return `You are at ${name}`;
    case "enter": return `Arrived at ${name}`;
    case "leave": return `Left ${name}`;
    case "pass": return `Passed ${name}`;
    case "signal": return event.status === "lost" ? "The receiver lost its fix" : "The receiver has a fix again";
    case "problem": return `Cannot look up places: ${event.reason}`;
    case "notice": return event.reason;
    default: return undefined;
  }
}
