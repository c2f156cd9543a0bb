// What people read and hear: lengths, directions, ages and times in their language. Pure functions over the words that
// `speak` gets from the server. Ages, dates, numbers and weekdays come from the browser.
let code = "en";
let locale = "en";
let words = {};
/** The file of the words, and its categories, which are read when they are first asked for. */
let file = "";
let kinds;

/** The keys and texts of a section of the file. */
function section(name) {
  const lines = (file.split(`\n[${name}]\n`)[1] ?? "").split("\n[")[0].split("\n");
  return Object.fromEntries(lines.filter((line) => /^\w/.test(line)).map((line) => line.split(/ = (.*)/, 2)));
}

/** Takes a language tag such as `de-AT`, and one of the page's languages for it; English if there is none. */
export async function speak(tag, codes) {
  try { locale = new Intl.Locale(tag).toString(); } catch { locale = "en"; }
  const base = locale.split("-")[0];
  const chosen = codes.includes(base) ? base : "en";
  // Without an answer, the words of the last language stay.
  const answer = await fetch(`words/${chosen}.txt`).catch(() => undefined);
  if (answer?.ok) {
    file = await answer.text();
    [code, words, kinds] = [chosen, { ...section("page"), ...section("directions"), ...section("grammar") }, undefined];
  }
  return code;
}

/** All categories with the words for them, the first of which is shown: `[{ id, words }]`. */
export const categories = () => kinds ??= Object.entries(section("categories"))
  .map(([id, texts]) => ({ id, words: texts?.split(", ").filter(Boolean) ?? [] })).filter(({ words }) => words.length);

/** The tag whose names of places are wanted. */
export const language = () => locale;

/** The words for a key, with `value` filled in; none until they have come. Reasons, which are English, only with English. */
export function say(key, value) {
  const text = words[key] ?? "";
  return (code === "en" ? text : text.replace(/\s*: \{reason\}/, ".")).replace(/\{\w+\}/, (place) => value ?? place);
}

/** A locale whose numbers and dates go with the words. */
const formats = () => (locale.split("-")[0] === code ? locale : code);

// MARK: Lengths

const lengths = {
  m: 1, km: 1000, yd: 0.9144, ft: 0.3048, mi: 1609.344, nmi: 1852,
};
const systems = {
  metric: ["m", "km"], imperial: ["yd", "mi"], customary: ["ft", "mi"], nautical: ["m", "nmi"],
};
const withFeet = ["US", "LR", "MM"];

/** What the server calls the system of some units. */
export const system = ([, far]) => ({ mi: "imperial", nmi: "nautical" })[far] ?? "metric";

/** The units of a system (`metric`, `imperial`, `nautical`), or else of the device's territory: `["yd", "mi"]`. */
export function units(system, tag = navigator.language) {
  let territory;
  try { territory = new Intl.Locale(tag).region; } catch { /* It is not known. */ }
  const usesFeet = withFeet.includes(territory);
  const name = system || (usesFeet || territory === "GB" ? "imperial" : "metric");
  return systems[name === "imperial" && usesFeet ? "customary" : name] ?? systems.metric;
}

/** What writes numbers and times: to make one takes as long as a row. */
const writers = new Map();

function writer(Kind, options) {
  const key = `${Kind.name} ${formats()} ${Object.values(options)}`;
  if (!writers.has(key)) writers.set(key, new Kind(formats(), options));
  return writers.get(key);
}

/** `45 m`, `1.2 km`, `14 km`, as poi says it; a round length is without a decimal. */
export function length(metres, [near, far], isRound = false) {
  const isFar = far === "nmi" ? metres / lengths.nmi >= 0.2 : metres / lengths[near] >= 999.5;
  const unit = isFar ? far : near;
  const number = metres / lengths[unit];
  const digits = isFar && number < 9.95 && !(isRound && number >= 1) ? 1 : 0;
  return `${number.toFixed(digits).replace(".", words.decimal ?? ".")} ${unit}`;
}

/** The same with the unit in a word, as it is said: `1.2 kilometres`. */
export function spokenLength(metres, units) {
  const [number, short] = length(metres, units).split(" ");
  const unit = { m: "meter", km: "kilometer", yd: "yard", ft: "foot", mi: "mile" }[short];
  const one = unit && writer(Intl.NumberFormat, { style: "unit", unit, unitDisplay: "long" });
  return one?.formatToParts(number.replace(",", ".")).map(({ type, value }) => (type === "decimal" ? number[number.search(/[.,]/)] : value)).join("")
    ?? `${number} ${short}`;
}

/** The longest round length up to some metres, for a scale: 1, 2 or 5 with noughts. */
export function roundLength(metres, [near, far]) {
  const unit = lengths[metres / lengths[far] >= (far === "nmi" ? 0.2 : 1) ? far : near];
  const number = metres / unit;
  const power = 10 ** Math.floor(Math.log10(number));
  return unit * power * [5, 2, 1].find((step) => step * power <= number);
}

// MARK: Directions

/** `ahead on the left` if the heading is known, else a compass direction; `here` without a bearing. */
export function direction(bearing, heading) {
  if (bearing === undefined) return say("here");
  const directions = say(heading === undefined ? "compass" : "sides").split(", ");
  return directions[Math.round(((bearing - (heading ?? 0) + 360) % 360) / 45) % 8];
}

// MARK: Times

/** `40 seconds`, `15 minutes`, `3 hours`, `4 days`, `7 years`. */
export function age(seconds) {
  const steps = [[120, 1, "second"], [7200, 60, "minute"], [172800, 3600, "hour"], [63115200, 86400, "day"]];
  const [, size, unit] = steps.find(([end]) => seconds < end) ?? [0, 31557600, "year"];
  return writer(Intl.NumberFormat, { style: "unit", unit, unitDisplay: "long" }).format(Math.floor(seconds / size));
}

/** The month of some seconds ago: `July 2022`. */
export function monthOf(seconds) {
  return writer(Intl.DateTimeFormat, { month: "long", year: "numeric" }).format(Date.now() - seconds * 1000);
}

/** The name of a date's weekday: `2026-11-23` is a Monday. */
export function weekday(date, style = "long") {
  return writer(Intl.DateTimeFormat, { weekday: style, timeZone: "UTC" }).format(new Date(`${date}T12:00Z`));
}

/** `18:00`, or `6:00 PM` where people write it so. */
function clock(date, time) {
  return writer(Intl.DateTimeFormat, { hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(new Date(`${date}T${time}Z`));
}

/** The time of an event: `14:05`. */
export function timeOfDay(time) {
  return new Date(time).toLocaleTimeString(formats(), { hour: "2-digit", minute: "2-digit" });
}

/** When something changes, on the place's clock: the time today and in the night to come, with a weekday, a date. */
function moment(until) {
  const [date, time] = [until.slice(0, 10), until.slice(11, 16)];
  const zone = until.slice(19);
  const offset = /^[+-]/.test(zone) ? Number(`${zone[0]}1`) * (zone.slice(1, 3) * 60 + Number(zone.slice(4, 6))) : 0;
  const here = new Date(Date.now() + offset * 60000).toISOString().slice(0, 10);
  const days = Math.round((new Date(date) - new Date(here)) / 86400000);
  if (days <= 0 || (days === 1 && time <= "05:00")) return clock(date, time);
  if (days < 7) return `${weekday(date, "short")} ${clock(date, time)}`;
  return writer(Intl.DateTimeFormat, { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(`${date}T12:00Z`));
}

/** `open until 18:00`, `closed, opens Mon 09:00`; an empty text for a place without hours. */
export function opening(state) {
  if (!state) return "";
  if (state.state === "unknown") return say("unknownHours");
  const change = { open: ["closed", "openUntil"], closed: ["open", "opens"] }[state.state];
  return state.until && state.next === change[0] ? say(change[1], moment(state.until)) : say(state.state);
}

/** The hours of a day: `09:00-12:00, 13:00-18:00`. */
export function hoursOfDay({ spans }) {
  if (!spans.length) return say("closed");
  return spans.map(({ hours, state, reason, comment }) => {
    const remark = state !== "unknown" ? comment : code === "en" ? reason : say("unknownHours");
    return remark ? `${hours} (${remark})` : hours;
  }).join(", ");
}

// MARK: What happens

const stories = { initial: "at", enter: "arrived", leave: "left", pass: "passed" };

/** An event in words. */
export function story({ event, place, status, reason }) {
  if (event === "signal") return say(status === "lost" ? "lost" : "regained");
  if (event === "problem") return say("cannot", reason);
  return stories[event] && say(stories[event], place?.name ?? place?.category?.replaceAll("_", " ") ?? say("aPlace"));
}
