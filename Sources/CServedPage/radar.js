// Pure functions: positions and places in, numbers and words out.

const radians = Math.PI / 180;

/** Metres and degrees from north between two positions, on a sphere: exact enough for places in view. */
export function course(from, to) {
  const a = from.latitude * radians, b = to.latitude * radians;
  const along = (to.longitude - from.longitude) * radians;
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(along / 2) ** 2;
  const bearing = Math.atan2(
    Math.sin(along) * Math.cos(b), Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(along));
  return {
    distance: 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(half))),
    bearing: (bearing / radians + 360) % 360,
  };
}

/** The places as seen from a position, nearest first. */
export function seen(places, position) {
  return places.map((place) => ({ ...place, ...course(position, place) }))
    .sort((one, other) => one.distance - other.distance);
}

/** A round distance of at least `metres`, for the outermost ring, in these units. */
export function reach(metres, units) {
  const unit = units === "imperial" ? (metres > 400 ? 1609.344 : 0.3048) : 1;
  let step = 10 ** Math.floor(Math.log10(Math.max(metres / unit, 1e-9)));
  for (const factor of [1, 2, 5, 10]) {
    if (factor * step * unit >= metres) return factor * step * unit;
  }
  return 10 * step * unit;
}

/** `45 m`, `1.2 km`, `300 ft`, `0.8 mi`. */
export function length(metres, units) {
  if (units === "imperial") {
    const feet = metres / 0.3048;
    if (feet < 1000) return `${Math.round(feet)} ft`;
    const miles = metres / 1609.344;
    return `${miles < 10 ? miles.toFixed(1) : Math.round(miles)} mi`;
  }
  if (metres < 995) return `${Math.round(metres)} m`;
  const kilometres = metres / 1000;
  return `${kilometres < 10 ? kilometres.toFixed(1) : Math.round(kilometres)} km`;
}

const winds = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** `north-east`. */
export function wind(bearing) {
  return winds[Math.round(bearing / 45) % 8];
}

const sides = ["ahead", "ahead on the right", "on the right", "behind on the right", "behind",
  "behind on the left", "on the left", "ahead on the left"];

/** `ahead on the left` if the heading is known; else a compass direction. */
export function direction(bearing, heading) {
  return heading === undefined ? wind(bearing) : sides[Math.round(((bearing - heading + 360) % 360) / 45) % 8];
}

/** Where a dot lies on a radar whose outermost ring has a radius of 100. */
export function point(place, heading, farthest) {
  const angle = (place.bearing - (heading ?? 0)) * radians;
  const radius = 100 * Math.min(1, place.distance / farthest);
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
}

/** `40 s`, `15 min`, `3 h`. */
export function age(seconds) {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** `18:00`, with the day unless it is today; in the place's local time. */
function moment(text, now) {
  const offset = /([+-])(\d\d):(\d\d)$/.exec(text);
  const minutes = offset ? (offset[1] === "-" ? -1 : 1) * (60 * Number(offset[2]) + Number(offset[3])) : 0;
  const today = new Date(now.getTime() + 60000 * minutes).toISOString().slice(0, 10);
  const date = text.slice(0, 10), clock = text.slice(11, 16);
  if (date === today) return clock;
  const away = (Date.parse(date) - Date.parse(today)) / 86400000;
  return away > 0 && away < 7 ? `${days[new Date(date).getUTCDay()]} ${clock}` : `${date} ${clock}`;
}

/** The opening state of a place in words; undefined without one. */
export function opening(value, now) {
  if (!value) return undefined;
  const until = value.until ? moment(value.until, now) : undefined;
  switch (value.state) {
    case "open": return { state: "open", text: until ? `open until ${until}` : "open" };
    case "closed": return { state: "closed", text: until && value.next !== "unknown" ? `closed until ${until}` : "closed" };
    default: return { state: "unknown", text: value.reason ? `may be open: ${value.reason}` : "opening hours unknown" };
  }
}

/** An event in words. */
export function story(event, units) {
  const name = event.place?.name ?? event.place?.category?.replaceAll("_", " ") ?? "a place";
  switch (event.event) {
    case "initial": return `You are at ${name}`;
    case "enter": return `Arrived at ${name}`;
    case "leave": return `Left ${name}`;
    case "pass": return `Passed ${name}${event.closest ? ` at ${length(event.closest.distance, units)}` : ""}`;
    case "signal": return event.status === "lost" ? "The receiver lost its fix" : "The receiver has a fix again";
    case "problem": return `Cannot look up places: ${event.reason}`;
    default: return undefined;
  }
}

/** The usual units of a language tag's country. */
export function usualUnits(language) {
  return /-(US|GB|LR|MM)\b/.test(language ?? "") ? "imperial" : "metric";
}
