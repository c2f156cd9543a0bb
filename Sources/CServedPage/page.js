// Asks the server, follows the position, and hands what comes to the map, the sheet and the details.
import { Details, lie } from "./details.js";
import { isBeside, makeButton, part, tag, write } from "./elements.js";
import { PlaceMap } from "./map.js";
import { Suggestions, matchingCategories } from "./suggestions.js";
import { Sheet, far, title } from "./sheet.js";
import { icon, importance, kind } from "./symbols.js";
import { age, direction, language, length, monthOf, say, speak, story, system, timeOfDay, units } from "./wording.js";

/**
 * How many it shows, `first` of them at first, which fill a screen; without words, of so many `choice`, which asking.js asks
 * for first, it takes the most important.
 */
const most = { places: 30, first: 12, choice: 60, inArea: 100, events: 8, recent: 8, landmarks: 60, regions: 5 };

/** Seconds without a fix after which the last one is old; the server says it sooner of a receiver that has a rhythm. */
const patience = { receiver: 15, phone: 10 };
/** Seconds after which a list is asked for again though nobody moved, and after which it is old. */
const listAge = { due: 30, old: 60 };
/** Metres after which it is asked again where one is. */
const whereStep = 20;

/** What people look for most: the button's word, the category, and the category whose symbol it has. */
const frequent = [
  ["water", "water", "drinking_water"], ["toilets", "toilets", "toilets"], ["food", "food", "restaurant"], ["shops", "shop", "shop"],
  ["sleep", "accommodation", "hotel"], ["bus", "bus stop", "bus_stop"], ["charging", "charging", "charging_station"],
];

const now = {
  whose: "receiver",
  /** What to look for: words as people type them, a saved query, or a button's parameters. */
  words: "",
  button: undefined,
  isOpenWanted: false,
  /** The part of the map that is searched instead of what is around the position: its middle and radius. */
  area: undefined,
  /** Whether the server has answered to the words. */
  isUnderstood: false,
  fix: undefined,
  received: 0,
  isLost: false,
  /** Undefined until the server has answered, or failed to. */
  isConnected: undefined,
  receiver: undefined,
  /** What gives the receiver's position: `gpsd`, `log`, `fixed`. */
  provider: undefined,
  /** The last answer, when it came, and to which question. */
  report: undefined,
  answered: 0,
  answers: undefined,
  /** What was asked last. */
  asked: undefined,
  /** Where one is in words, and for which position. */
  where: undefined,
};

/** What the browser keeps for the next time; it may refuse to. */
const memory = {
  get(key) { try { return JSON.parse(localStorage.getItem(key) ?? "null"); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* Nothing is kept. */ } },
};

/** The list comes first: the map and all else wait until it is on the screen, or nothing is on its way. */
let beCalm;
const calm = new Promise((settle) => { beCalm = settle; });

const chosenUnits = () => units(part("units").value);

const map = new PlaceMap(part("map"), {
  choose: (place) => choose(place),
  follow: (isFollowing) => {
    part("recentre").hidden = isFollowing || !now.fix;
    if (isFollowing) part("search-area").hidden = true;
  },
  rest: () => takeRest(),
  covered: () => ["attribution", "zoom-in", "zoom-out", "recentre", "search-area"].map((id) => part(id).getBoundingClientRect())
    .filter(({ width }) => width > 0),
  partial: (isPartial) => {
    now.isPartial = isPartial;
    attribute();
  },
});
const sheet = new Sheet({ choose: (place) => choose(place), resize: () => leaveRoom() });
const details = new Details({ close: () => leave("place"), isFavourite, favour }, (path, query) => ask(path, query));

// MARK: Asking

/** Returns a JSON answer; throws the server's message as an error. */
async function ask(path, query = new URLSearchParams(), signal = AbortSignal.timeout(30000)) {
  const address = `${path}?${query}`;
  // The first one is on its way.
  const early = window.early?.address === address ? window.early.answer : undefined;
  if (path === "nearby") window.early = undefined;
  const answer = await (early ?? fetch(address, { signal, cache: "no-store" }));
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(plainly(value.error ?? `the server answers ${answer.status}`)), { status: answer.status });
  return value;
}

/** What the server says without the advice for those who run it, which follows a semicolon. */
const plainly = (text) => text.split("; ")[0];

/** What to look for, as parameters. */
function wanted() {
  const query = new URLSearchParams();
  const category = now.button?.category ?? (now.words.startsWith("@") ? now.words : undefined);
  if (category) query.set("category", category);
  else if (now.words) query.set("words", now.words);
  if (now.isOpenWanted) query.set("open-now", "true");
  return query;
}

const isSeeking = () => wanted().toString() !== "";

/** What the user wants to see; an answer to anything else comes too late. */
function question() {
  const { latitude, longitude, radius } = now.area ?? {};
  return [now.whose, language(), now.button?.word, wanted(), latitude, longitude, radius].join(" ");
}

/** The position to ask about: the receiver's present one, which the server knows, needs no words. */
function position() {
  if (!now.fix || (now.whose === "receiver" && !now.isLost)) return undefined;
  const { latitude, longitude, accuracy } = now.fix;
  const place = `geo:${latitude.toFixed(7)},${longitude.toFixed(7)}`;
  return accuracy ? `${place};u=${Math.round(accuracy)}` : place;
}

/** Metres between two positions. */
const moved = (from, to) => lie(from, to).distance;

let asking = false;

/** Whether the last answer is no longer what the server would say now. */
function isDue(key) {
  const { asked, fix, report, area } = now;
  if (asked?.key !== key) return true;
  if (area || report?.around) return false;
  if (!asked.fix) return true;
  const seconds = (performance.now() - asked.time) / 1000;
  const step = Math.max(3, (report?.places[0]?.distance ?? 10000) / 100);
  return seconds >= 1 && (seconds >= listAge.due || moved(asked.fix, fix) >= step);
}

/** Asks for the places again if it is time; the receiver's position the server may know before the page does. */
async function lookUp(isUrgent = false) {
  const { fix, area } = now;
  if (asking || !(fix || area || (isUrgent && now.whose === "receiver" && now.button !== favouritesButton))) return;
  const key = question();
  if (!isUrgent && !isDue(key)) return void askWhere();
  const isCurrent = () => key === question();
  const isNew = now.asked?.key !== key;
  if (isNew) now.failure = undefined;
  if (now.button === favouritesButton) {
    now.asked = { fix, key, time: performance.now() };
    now.answers = key;
    // As the server would answer them.
    show({ places: fromHere(favourites(), fix), position: fix, source: { name: say("favourites") } }, Date.now(), isNew);
    follow();
    tellStatus();
    askWhere();
    return;
  }
  const query = wanted();
  const at = area ? `geo:${area.latitude.toFixed(6)},${area.longitude.toFixed(6)}` : position();
  if (at) query.set("at", at);
  if (area) query.set("radius", Math.ceil(area.radius));
  const isPlain = !isSeeking();
  query.set("limit", area ? most.inArea : isPlain ? most.choice : most.places);
  query.set("shown", "true");
  query.set("language", language());
  asking = true;
  tellStatus();
  now.asked = { fix, key, time: performance.now() };
  try {
    const report = await ask("nearby", query);
    await spoken;
    now.isConnected = true;
    if (isPlain) report.places = mostImportant(report.places);
    if (isPlain && !area && isCurrent()) now.plain = { report, time: Date.now(), language: language() };
    if (isCurrent()) {
      if (!at && !report.around) now.provider = report.position.provider;
      if (!at && !report.around && !now.fix) takeFix(report.position);
      now.asked.fix ??= now.fix;
      now.isUnderstood = true;
      now.failure = undefined;
      tellProblem();
      now.answers = key;
      show(area || report.around ? ofArea(report) : report, Date.now(), isNew);
      follow();
    }
  } catch (error) {
    if (error.name === "TypeError" || error.name === "TimeoutError") {
      now.isConnected = false;
      // It is asked again, and the places of another question are no answer to it.
      if (isCurrent() && isNew && now.asked) now.asked.key = undefined;
      if (isCurrent() && now.report && now.answers !== key) clear();
    }
    // Without a position, the server tells when there is one.
    else if (error.status === 503 && !fix && !area) now.asked = undefined;
    else if (isCurrent()) {
      await spoken;
      now.failure = (isNew || !now.report) && error.status === 502 ? say("notReached") : undefined;
      // What the server does not understand today, it will not the next time.
      if (!now.failure) {
        tellProblem(say("notLoaded", error.message), error.status === 400 ? [say("clear"), () => searchFor("")] : [say("retry"), () => lookUp(true)]);
      }
      if (isNew) clear();
    }
  } finally {
    asking = false;
    tellStatus();
    if (!isCurrent() || (now.fix && !now.asked)) lookUp(true);
  }
  askWhere();
}

/** The places of the map's part in view, or of a place that the words name, as they lie from the position, if that is known. */
function ofArea(report) {
  return { ...report, places: fromHere(report.places, report.position) };
}

/**
 * Places as they lie from the position, if that is known, the nearest first; of one with an extent that was looked for around
 * `elsewhere`, only the point nearest to there is known, and it may come nearer to here.
 */
function fromHere(places, elsewhere) {
  const { fix } = now;
  return places.map((place) => {
    const nearest = place.nearest ?? (place.inside ? elsewhere : undefined);
    const isBound = place.isBound || Boolean(elsewhere && nearest);
    return fix ? { ...place, inside: undefined, nearest, isBound, ...lie(fix, nearest ?? place) } : place;
  }).sort((a, b) => a.distance - b.distance);
}

/** Of the nearest places those that most people care about; an unimportant one counts as farther away than it is. */
function mostImportant(places) {
  const weight = (place) => (place.distance + 20) / importance(place);
  const sorted = places.filter(importance).sort((a, b) => weight(a) - weight(b));
  const chosen = new Set((sorted.length ? sorted : places).slice(0, now.area ? most.inArea : most.places));
  return places.filter((place) => chosen.has(place));
}

/** What is wrong, with a button that may mend it: its text and what it does; nothing to take it back. */
function tellProblem(text = "", [label, act] = []) {
  const problem = part("problem");
  if (text && problem.firstChild?.textContent === text) return;
  problem.replaceChildren(...(text ? [tag("span", "", text), ...(label ? [action(label, act)] : [])] : []));
}

const action = (label, act) => makeButton("quiet", act, label);

// MARK: The map at rest

/** Offers to search where the map has been moved to, and asks for the names of towns there. */
function takeRest() {
  const { latitude, longitude, radius, zoom } = map.area;
  const from = now.area ?? now.fix;
  const isElsewhere = from === undefined || moved(from, { latitude, longitude }) > radius / 2 || (now.area && radius > 1.5 * now.area.radius);
  part("search-area").hidden = (map.follows && from !== undefined) || !isElsewhere || now.button === favouritesButton;
  askLandmarks({ latitude, longitude, radius, zoom });
}

let landmarks;

/** The towns around the middle of the map: fewer, larger ones the more it shows. */
async function askLandmarks({ latitude, longitude, radius, zoom }) {
  const detail = zoom < 10 ? "city,town" : zoom < 12 ? "city,town,village" : "city,town,village,suburb,peak";
  const isKnown = landmarks?.detail === detail && landmarks.language === language()
    && moved(landmarks, { latitude, longitude }) < landmarks.radius - radius;
  if (isKnown) return;
  const reach = Math.ceil(Math.min(2 * radius, 300000));
  landmarks = { latitude, longitude, radius: reach, detail, language: language() };
  const asked = landmarks;
  const places = await askStore(landmarks, { radius: reach, category: detail, limit: most.landmarks });
  if (asked !== landmarks) return;
  const rank = ({ tags }) => ["city", "town", "village", "suburb"].indexOf(tags?.place) + 1 || 9;
  map.landmarks = places.filter(({ name }) => name).sort((a, b) => rank(a) - rank(b) || a.distance - b.distance);
}

// MARK: Favourites, which only this browser keeps

const favouritesButton = { word: "favourites" };
const favourites = () => memory.get("favourites") ?? [];

function isFavourite(place) {
  return favourites().some(({ id }) => id === place.id);
}

/** Keeps a place, or keeps it no longer. */
function favour(place) {
  const { id, name, category, latitude, longitude, nearest, isBound, tags, shown } = fromHere([place], now.fix)[0];
  const others = favourites().filter((other) => other.id !== id);
  memory.set("favourites", isFavourite(place) ? others : [...others, { id, name, category, latitude, longitude, nearest, isBound, tags, shown }]);
  drawChips();
  if (now.button === favouritesButton) lookUp(true);
}

let isAskingWhere = false;

/** Asks where one is in words, if that may have changed. */
async function askWhere() {
  await calm;
  const { fix, where, whose } = now;
  const query = new URLSearchParams({ language: language(), units: system(chosenUnits()), shown: true });
  const key = query.toString();
  if (!fix || isAskingWhere || (where?.key === key && moved(where.fix, fix) < whereStep)) return;
  isAskingWhere = true;
  const at = position();
  if (at) query.set("at", at);
  try {
    const answer = await ask("where", query);
    if (whose !== now.whose) return;
    now.where = { fix, key, ...answer.shown };
    if (!at) now.provider = answer.position.provider;
    await spoken;
    tellWhere();
  } catch { /* The words of before stay, or none. */ } finally { isAskingWhere = false; }
}

/** On the move, the next junction, too. */
function tellWhere() {
  const { words, junction } = now.where ?? {};
  const spot = now.where && now.fix && [now.fix.latitude, now.fix.longitude].map((degrees) => degrees.toFixed(5)).join(", ");
  write(part("where"), [words ?? spot ?? say("places"), now.fix?.speed > 0.8 && junction].filter(Boolean).join(" · "));
}

/** Shows an answer; `isNew` if it answers another question than the one before. */
function show(report, time, isNew) {
  now.report = report;
  now.answered = time;
  const { places, position, source: { known_within: reach } } = report;
  const isElsewhere = now.area || report.around;
  const searched = (place) => (isElsewhere ? moved(position, place.nearest ?? place) : place.distance);
  for (const place of places) place.isBeyond = reach !== undefined && reach < searched(place);
  const end = reach > 0 && !isElsewhere ? reach : undefined;
  map.show(places, end);
  if (isNew && report.around) map.visit(report.position); else if (isNew) map.fit();
  attribute();
  calm.then(tellNotes);
  tellEmpty();
  draw(isNew);
  // When it is painted.
  requestAnimationFrame(() => setTimeout(beCalm));
}

/** Says whose data the map shows, and if there is more of it than it draws. */
function attribute() {
  const { attribution } = now.report?.source ?? now;
  write(part("attribution"), [attribution, now.isPartial && say("partial")].filter(Boolean).join(" · "));
}

/** Shows no places. */
function clear() {
  now.report = undefined;
  map.show([]);
  sheet.showNow(listed());
  part("notes").replaceChildren();
  tellEmpty();
  beCalm();
}

/** Says why there is no list, and offers what may help. */
function tellEmpty() {
  const { report, fix, area, failure } = now;
  const empty = part("empty");
  empty.hidden = report ? report.places.length > 0 : !failure && Boolean(fix || area || now.isConnected === undefined || asking);
  if (empty.hidden) return;
  const actions = [];
  let text = say("nothing");
  if (!report && !failure) {
    if (now.whose === "phone" || !now.isConnected) {
      empty.hidden = true;
      return;
    }
    text = say(window.isSecureContext ? "noPosition" : "noPositionInsecure");
    if (window.isSecureContext) actions.push(action(say("useDevice"), () => part("whose").querySelector('[value="phone"]').click()));
    actions.push(action(say("enterAddress"), () => part("words").focus()));
  } else {
    const reach = report?.source.known_within;
    if (now.words) text = say("nothingFor", now.words);
    // Of all kinds, there is a place around everyone.
    if (reach < 1 || (report && reach === undefined && !area && !isSeeking())) text = say("noData");
    if (failure) actions.push(action(say("retry"), () => lookUp(true)));
    if (failure) text = failure;
    if (now.isOpenWanted) actions.push(action(say("showClosed"), () => visit({ open: undefined })));
    const others = now.words ? matchingCategories(now.words.slice(0, Math.max(3, now.words.length - 2))).slice(0, 3) : [];
    for (const { name } of others) if (name !== now.words) actions.push(action(name, () => searchFor(name)));
    if (area && fix) actions.push(action(say("recentre"), () => map.recentre()));
    if (now.words || now.button) actions.push(action(say("clear"), () => searchFor("")));
  }
  const key = [text, actions.length, language(), report?.source.known_within, Boolean(fix)].join(" ");
  if (empty.dataset.key === key) return;
  empty.dataset.key = key;
  empty.replaceChildren(tag("p", "", text), tag("p", "actions", ...actions));
  if (report ? text === say("noData") : !failure || !isSeeking()) tellRegions(report?.position ?? fix, empty);
}

/** Offers the nearest towns of the data, which may lie anywhere; before there is a position, the largest, where the map starts. */
async function tellRegions(position, empty) {
  const text = empty.firstChild;
  const from = position ?? { latitude: 0, longitude: 0 };
  const towns = [];
  for (const category of ["city", "town,village"]) {
    const places = await askStore(from, { category, radius: 20000000, limit: 500 });
    if (!position) places.sort((a, b) => (b.tags?.population ?? 0) - (a.tags?.population ?? 0));
    // One for each region.
    for (const place of places) if (towns.every((town) => moved(town, place) > 200000)) towns.push(place);
  }
  if (!position) {
    const [start] = towns.length ? towns : await askStore(from, { radius: 20000000, limit: 1 });
    if (start) map.start(start);
  }
  if (!towns.length || empty.firstChild !== text) return;
  const buttons = towns.slice(0, most.regions).map((place) => action([title(place), position && length(place.distance, chosenUnits())].filter(Boolean).join(", "), () =>
    visit({ area: [place.latitude.toFixed(4), place.longitude.toFixed(4), 2000].join(",") })));
  empty.append(tag("p", "", say("covers")), tag("p", "actions", ...buttons));
}

/** What is to be known about the answer: from where, how old, where the data ends. */
function tellNotes() {
  if (!now.report) return;
  const { source, places, match, around, corrected = [], position: { accuracy } } = now.report;
  const own = chosenUnits();
  const ends = source.known_within >= 1 && say("ends", length(source.known_within, own));
  part("notes").replaceChildren(...[
    around && say("near", around), ...corrected.map(({ searched }) => searched && say("searchedFor", searched)),
    match === "near" && places.length && say("similar"),
    [source.age !== undefined ? say("dataFrom", monthOf(source.age)) : places.length && source.name !== "store" && source.name, source.attribution]
      .filter(Boolean).join(" · "),
    ends, places.some(({ isBeyond }) => isBeyond) && say("beyond"),
    now.isOpenWanted && places.some(({ opening: state }) => (state?.state ?? "unknown") === "unknown") && say("maybeClosed"),
    accuracy && say("accuracy", length(accuracy, own)),
  ].filter(Boolean).map((note) => tag("p", "", note)));
}

let events;
let followed;
/** The search whose events the server refused, and the timer that asks again if it refused the position, too. */
let refused;
let retrying;

/** Follows the receiver while the user wants it; places cause events only if the user looks for something. */
function follow() {
  // Of a place that the words name, there are no events.
  const seeks = isSeeking() && now.isUnderstood && !now.report?.around && refused !== wanted().toString();
  const query = seeks ? wanted() : new URLSearchParams();
  query.set("events", `${seeks ? "initial,enter,leave,pass," : ""}location,authorization,signal`);
  write(part("no-events"), say(seeks ? "noEvents" : "seekFirst"));
  const address = now.whose === "receiver" ? `watch?${query}` : undefined;
  if (address === followed && events?.readyState !== EventSource.CLOSED) return;
  events?.close();
  followed = address;
  if (!address) return;
  events = new EventSource(address);
  events.onopen = () => { now.isConnected = true; tellStatus(); };
  events.onerror = () => {
    const isRefused = events.readyState === EventSource.CLOSED;
    if (isRefused && seeks) {
      // The position comes all the same.
      refused = wanted().toString();
      return follow();
    }
    // The browser gives up, for example if the server has too many streams: ask again later.
    if (isRefused) {
      clearTimeout(retrying);
      retrying = setTimeout(() => { refused = undefined; follow(); }, 15000);
    }
    now.isConnected = false;
    tellStatus();
  };
  events.onmessage = (message) => take(JSON.parse(message.data));
}

function take(event) {
  now.isConnected = true;
  switch (event.event) {
    case "location": takeFix(event.position); break;
    case "authorization": now.receiver = { ...event, reason: event.reason && plainly(event.reason) }; break;
    case "signal": now.isLost = event.status === "lost"; addEvent(event); break;
    default: addEvent(event);
  }
  tellStatus();
}

function takeFix(fix) {
  now.fix = fix;
  now.received = performance.now();
  now.isLost = false;
  map.position = fix;
  part("recentre").hidden = map.follows;
  details.follow(here());
  if (now.report && (now.area || now.report.around) && !(now.seenFrom && moved(now.seenFrom, fix) < 10)) {
    now.seenFrom = fix;
    show(ofArea(now.report), now.answered, false);
  }
  lookUp();
}

const here = () => ({ fix: now.fix, units: chosenUnits() });

// MARK: Aloud

/** What is to be said of the present position and the places that the list has. */
function around() {
  const { fix, report } = now;
  const isDoubtful = !fix || document.body.classList.contains("stale");
  const places = (report?.places ?? []).map((place) => (place.inside ? place : fromHere([place])[0]));
  return { doubt: isDoubtful ? part("status").textContent : "", places, heading: fix?.course, units: chosenUnits() };
}

/** Where one is: at a place, on a street. */
async function whereIAm() {
  if (!now.fix) return "";
  const at = position();
  const [{ places }] = await Promise.all([
    ask("here", new URLSearchParams({ within: 20, ...(at ? { at } : {}) })).catch(() => ({ places: [] })), askWhere(),
  ]);
  const names = places.filter(({ name }) => name).slice(0, 1).map(({ name }) => say("at", name));
  return [...names, now.where?.words, now.where?.detail?.replaceAll(" · ", ". "), now.where?.junction].filter(Boolean).join(". ") || say("noData");
}

// MARK: This phone

let watching;
let isAskingPhone = false;
const precisely = { enableHighAccuracy: true, maximumAge: 2000, timeout: 10000 };

function takePhone({ coords }) {
  isAskingPhone = false;
  if (now.whose !== "phone") return;
  tellProblem();
  const isMoving = coords.speed > 0.5 && Number.isFinite(coords.heading);
  takeFix({
    latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy,
    course: isMoving ? coords.heading : undefined,
  });
  tellStatus();
}

function refuse(error) {
  isAskingPhone = false;
  // 1 is a refusal; else the device could not find its position.
  if (now.whose === "phone" && !now.fix) tellProblem(say(error.code === 1 ? "refused" : "notLocated"), [say("retry"), askPhone]);
}

function followPhone() {
  if (watching !== undefined) navigator.geolocation.clearWatch(watching);
  watching = undefined;
  if (now.whose === "phone") watching = navigator.geolocation.watchPosition(takePhone, refuse, precisely);
}

/** A phone at rest says nothing for long: it is asked. */
function askPhone() {
  if (now.whose !== "phone" || isAskingPhone || performance.now() - now.received < 5000) return;
  isAskingPhone = true;
  navigator.geolocation.getCurrentPosition(takePhone, refuse, { ...precisely, maximumAge: 0 });
}

// MARK: Status

/** Shows what is live and what is not: old data must not look live. */
function tellStatus() {
  const silence = (performance.now() - now.received) / 1000;
  const isFixed = now.whose === "receiver" && now.provider === "fixed";
  const isOld = now.fix && !isFixed && (now.isLost || silence > patience[now.whose]);
  const listSeconds = (Date.now() - now.answered) / 1000;
  const isListOld = now.report && (!now.isConnected || listSeconds > listAge.old);
  // A list that answers another question looks so, unless the answer is there at once.
  const isLooking = asking && (!now.report || (now.answers !== question() && performance.now() - now.asked?.time > 300));
  let text = say("live");
  let isLive = false;
  if (now.isConnected === undefined) text = say("connecting");
  else if (!now.isConnected) text = say("away");
  else if (!now.fix) text = now.receiver?.reason ? say("noFix", now.receiver.reason) : say("waiting");
  else if (isOld) text = say("old", age(silence));
  else if (isLooking) text = say("looking");
  else if (isFixed) text = say("fixed");
  else if (now.whose === "receiver" && now.provider === "log") text = say("log");
  else if (now.whose === "receiver" && !now.provider) text = say("connecting");
  else isLive = true;
  document.body.classList.toggle("live", isLive);
  document.body.classList.toggle("looking", isLooking);
  tellEmpty();
  document.body.classList.toggle("stale", Boolean(!now.isConnected || !now.fix || isOld || isListOld));
  part("age").hidden = !isListOld || listSeconds < 5;
  write(part("age"), isListOld ? say("oldList", age(listSeconds)) : "");
  const status = part("status");
  if (status.textContent === text) return;
  // A screen reader should not read out every second.
  status.setAttribute("aria-live", isOld && status.dataset.old ? "off" : "polite");
  if (isOld) status.dataset.old = "yes"; else delete status.dataset.old;
  status.textContent = text;
}

async function checkConnection() {
  const wasConnected = now.isConnected;
  now.isConnected = await fetch("health", { signal: AbortSignal.timeout(5000), cache: "no-store" }).then(({ ok }) => ok, () => false);
  if (!now.isConnected) restore();
  else if (!wasConnected) map.retry();
  tellStatus();
}

/** Keeps the list for when the page opens while the server is out of reach. */
function keep() {
  if (now.report) memory.set("list", { report: now.report, answered: now.answered, key: now.answers, hash: location.hash });
}

function restore() {
  const kept = now.report ? null : memory.get("list");
  if (!kept) return;
  // The list comes with its question, and is no answer to another.
  if (!location.hash && kept.hash) {
    history.replaceState(history.state, "", kept.hash);
    apply();
  }
  if (kept.key !== question()) return;
  now.answers = kept.key;
  if (!now.area && !kept.report.around) map.position = kept.report.position;
  show(kept.report, kept.answered, true);
}

// MARK: Drawing

/** What the list shows. */
function listed(isNew = false) {
  const { report, fix, isOpenWanted, isCalm } = now;
  const places = report?.places.slice(0, isCalm ? most.inArea : most.first) ?? [];
  return { places, heading: fix?.course, units: chosenUnits(), isOpenWanted, isCalm, isNew };
}

function draw(isNew = false) {
  if (!now.report) return;
  const { places } = now.report;
  const heading = now.fix?.course;
  const view = listed(isNew);
  if (isNew) sheet.showNow(view); else sheet.show(view);
  const nearest = places.slice(0, 3).map((place) => `${title(place)}, ${far(place, view.units)} ${direction(place.bearing, heading)}`);
  part("map").setAttribute("aria-label", say("map", nearest.join("; ") || say("nothing")));
  const chosen = places.find(({ id }) => id === details.place?.id);
  if (chosen) details.renew(chosen);
  details.follow(here());
}

/** The place of the address is shown, so that Back returns to the list. */
function choose(place) {
  now.offered = place;
  visit({ place: place.id });
}

function open(place) {
  map.chosen = place;
  details.open(place, here());
  if (sheet.stop !== "middle") sheet.stop = "middle";
  map.reveal(place);
}

/** Shows the list instead of a place. */
function showList() {
  map.chosen = undefined;
  details.close();
  sheet.showNow(listed());
}

/** Goes back to the list, to the row of the place. */
function unchoose() {
  const id = details.place?.id;
  showList();
  const row = [...part("list").children].find(({ dataset }) => dataset.id === id);
  (row?.firstElementChild ?? part("list")).focus();
}

function addEvent(event) {
  const text = story(event);
  if (!text) return;
  const list = part("events");
  const key = `${event.time} ${text}`;
  // To who asks again, the server tells anew what is the case.
  if ((event.time || event.event === "initial") && [...list.children].some((row) => row.dataset.key === key)) return;
  const row = tag("li");
  row.dataset.key = key;
  if (event.time) {
    const time = tag("time", "", timeOfDay(event.time));
    time.dateTime = event.time;
    row.append(time, " ");
  }
  row.append(text);
  list.prepend(row);
  while (list.children.length > most.events) list.lastChild.remove();
  part("no-events").hidden = true;
}

/** Tells the map what the search and the sheet cover. */
function leaveRoom() {
  const box = part("sheet").getBoundingClientRect();
  const top = document.querySelector("header").getBoundingClientRect().bottom;
  document.documentElement.style.setProperty("--top", `${top}px`);
  document.documentElement.style.setProperty("--covered", `${isBeside() ? 0 : box.height}px`);
  // The sheet pulled up covers what cannot be seen anyway.
  const bottom = Math.min(box.height, innerHeight * 0.6);
  map.insets = isBeside() ? { top: 0, bottom: 0, left: box.width } : { top, bottom, left: 0 };
}

// MARK: The search

/** Sends what was typed, or a button's parameters, once. */
function search() {
  now.isUnderstood = false;
  tellProblem();
  markChips();
  if (!now.area) map.recentre();
  // What was there before the search is there at once.
  const { plain } = now;
  if (!isSeeking() && !now.area && plain?.language === language()) {
    now.answers = question();
    show(plain.report, plain.time, true);
  }
  follow();
  lookUp(true);
}

function searchFor(words, button) {
  if (words) memory.set("recent", [words, ...recent().filter((other) => other !== words)].slice(0, most.recent));
  visit({ q: words, show: button?.word, area: undefined, place: undefined });
}

const recent = () => memory.get("recent") ?? [];

/** The places around a position of this machine's data only; none if it cannot answer. */
async function askStore({ latitude, longitude }, wishes, signal) {
  const at = `geo:${latitude.toFixed(6)},${longitude.toFixed(6)}`;
  const query = new URLSearchParams({ at, ...wishes, all: true, offline: true, shown: true, language: language() });
  const { places, source } = await ask("nearby", query, signal).catch(() => ({ places: [] }));
  now.attribution ??= source?.attribution;
  attribute();
  return places;
}

function markClear() { part("clear").hidden = !part("words").value; }

// MARK: The address
// What is shown is its fragment, which browsers keep to themselves: Back, reload and bookmarks work, and it has no position
// and no token.

const address = () => new URLSearchParams(location.hash.slice(1));

/** Shows something else, from where Back returns; an undefined value removes a key. */
function visit(changes) {
  const next = address();
  for (const [key, value] of Object.entries(changes)) if (value) next.set(key, value); else next.delete(key);
  const target = next.size ? `#${next}` : location.pathname + location.search;
  const isNew = next.toString() !== address().toString();
  if (isNew) history.pushState({ isOwn: true }, "", target);
  apply();
  if (!isNew) lookUp(true);
}

/** Goes back from what a key shows. */
function leave(key) {
  if (history.state?.isOwn) history.back(); else visit({ [key]: undefined });
}

/** Shows what the address says. */
function apply() {
  const view = address();
  const dialog = part("settings");
  if (!view.has("settings")) dialog.close(); else if (!dialog.open) dialog.showModal();
  const [words, word, isOpenWanted] = [view.get("q") ?? "", view.get("show"), view.has("open")];
  const [latitude, longitude, radius] = (view.get("area") ?? "").split(",").map(Number);
  const area = radius > 0 && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude, radius } : undefined;
  const button = word ? buttonFor(word) : undefined;
  const before = question();
  Object.assign(now, { words, button, isOpenWanted, area });
  if (document.activeElement !== part("words")) part("words").value = words;
  markClear();
  if (question() !== before) {
    if (area && map.follows) map.visit(area);
    if (!view.has("place") && details.place) showList();
    search();
  }
  applyPlace(view.get("place"));
}

function buttonFor(word) {
  if (word === favouritesButton.word) return favouritesButton;
  if (word.startsWith("@")) return { word, category: word };
  const found = frequent.find(([known]) => known === word);
  return found && { word, category: found[1] };
}

/** Shows the place with an id, which is in the list or comes from the server; the list without one. */
async function applyPlace(id) {
  if (!id) {
    if (details.place) unchoose();
    return;
  }
  if (details.place?.id === id) return;
  await spoken;
  const place = [now.offered, ...(now.report?.places ?? []), ...favourites()].find((other) => other?.id === id)
    ?? await placeWithID(id).catch(() => undefined);
  if (address().get("place") !== id) return;
  if (place) open(place); else tellProblem(say("placeGone"), [say("back"), () => visit({ place: undefined })]);
}

/** A place as the server lists it, with its words for people if it is found again where it lies. */
async function placeWithID(id) {
  let place;
  if (id.startsWith("geo:")) {
    const { position: { latitude, longitude }, shown } = await ask("where", new URLSearchParams({ at: id, shown: true, language: language() }));
    place = { id, latitude, longitude, category: "address", shown: { name: shown.words, category: say("address") } };
  } else {
    const { properties, geometry } = await ask(`collections/places/items/${encodeURIComponent(id)}`);
    const first = (points) => (typeof points[0] === "number" ? points : first(points[0]));
    const [longitude, latitude] = properties.longitude === undefined ? first(geometry.coordinates) : [properties.longitude, properties.latitude];
    const places = await askStore({ latitude, longitude }, { radius: 500, limit: 100 });
    const { name, category, tags } = properties;
    place = places.find((other) => other.id === id) ?? { id, name, category, tags, latitude, longitude, shown: { name, category } };
  }
  return fromHere([place], place)[0];
}

function markChips() {
  for (const button of part("chips").children) {
    const { word } = button.dataset;
    button.setAttribute("aria-pressed", String(word === "openNow" ? now.isOpenWanted : now.button?.word === word));
  }
}

/** A button above the map, which searches unless it does something else. */
function addChip(wish, text, picture, press = () => searchFor("", now.button?.word === wish.word ? undefined : wish)) {
  const chip = makeButton(picture ? "" : "plain", press, picture, text);
  chip.dataset.word = wish.word;
  part("chips").append(chip);
}

let savedQueries = [];
/** Settles when the words are there. */
let spoken;

function drawChips() {
  part("chips").replaceChildren();
  addChip({ word: "openNow" }, say("openNow"), undefined, () => visit({ open: now.isOpenWanted ? undefined : "1" }));
  if (favourites().length || now.button === favouritesButton) addChip(favouritesButton, `★ ${say("favourites")}`);
  for (const name of savedQueries) addChip({ word: `@${name}`, category: `@${name}` }, name);
  for (const [word, category, symbol] of frequent) addChip({ word, category }, say(word), icon(kind(symbol)));
  markChips();
}

/** The queries that are saved in the server's configuration. */
async function askQueries() {
  savedQueries = (await ask("queries").catch(() => ({}))).queries ?? [];
  await spoken;
  if (savedQueries.length) drawChips();
}

// MARK: Settings

/** Puts all words into the chosen language, or else the phone's. */
async function translate() {
  const codes = [...part("language").options].map(({ value }) => value);
  document.documentElement.lang = await speak(part("language").value || navigator.language, codes);
  for (const element of document.querySelectorAll("[data-say]")) write(element, say(element.dataset.say));
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
  part("words").placeholder = say("find");
  sheet.stop = sheet.stop;
  drawChips();
  tellWhere();
  tellStatus();
  write(part("no-events"), say(isSeeking() ? "noEvents" : "seekFirst"));
}

/** Shows the same places in other units or words. */
function changeWording() {
  map.units = chosenUnits();
  if (now.report) show(now.report, now.answered, false);
  sheet.showNow();
  tellWhere();
}

part("search").addEventListener("submit", (event) => {
  event.preventDefault();
  part("words").blur();
  searchFor(part("words").value.trim());
});
part("clear").addEventListener("click", () => {
  part("words").value = "";
  searchFor("");
  part("words").focus();
});
part("words").addEventListener("input", markClear);
part("search-area").addEventListener("click", () => {
  const { latitude, longitude, radius } = map.area;
  part("search-area").hidden = true;
  visit({ area: [latitude.toFixed(4), longitude.toFixed(4), Math.ceil(radius)].join(","), place: undefined });
});
addEventListener("popstate", apply);
part("recentre").addEventListener("click", () => {
  map.recentre();
  if (now.area) visit({ area: undefined });
});
part("zoom-in").addEventListener("click", () => map.zoomBy(1));
part("zoom-out").addEventListener("click", () => map.zoomBy(-1));
part("settings-open").addEventListener("click", () => visit({ settings: "1" }));
part("settings").addEventListener("close", () => { if (address().has("settings")) leave("settings"); });
part("units").addEventListener("change", () => {
  memory.set("units", part("units").value);
  changeWording();
});
part("language").addEventListener("change", async () => {
  memory.set("language", part("language").value);
  await translate();
  changeWording();
  lookUp(true);
});
part("whose").addEventListener("change", (event) => {
  now.whose = event.target.value;
  for (const key of ["fix", "asked", "report", "where", "plain", "provider", "receiver", "seenFrom"]) now[key] = undefined;
  now.isLost = false;
  showList();
  map.position = undefined;
  clear();
  tellProblem();
  tellWhere();
  follow();
  followPhone();
  tellStatus();
});
addEventListener("resize", leaveRoom);
for (const element of [document.querySelector("header"), part("attribution")]) new ResizeObserver(leaveRoom).observe(element);

calm.then(() => {
  now.isCalm = true;
  // The first time of the day that is written costs more than a row.
  sheet.showNow(listed());
  map.wake();
  checkConnection();
  setInterval(checkConnection, 10000);
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  // The worker keeps only what it has fetched, and the words came before it.
  navigator.serviceWorker.addEventListener("controllerchange", translate);
  navigator.serviceWorker.register("worker.js").catch(() => {});
});
calm.then(() => import("./voice.js")).then(({ speakUp }) => speakUp({ here: whereIAm, around }), () => {});

part("insecure").hidden = window.isSecureContext;
part("whose").querySelector('[value="phone"]').disabled = !window.isSecureContext;
part("units").value = memory.get("units") ?? "";
part("language").value = memory.get("language") ?? "";
// All at once: what comes first waits for the words.
spoken = translate();
apply();
lookUp(true);
follow();
askQueries();
map.units = chosenUnits();
new Suggestions({
  search: (words) => searchFor(words), choose, recent, units: chosenUnits,
  // No other server sees what is being typed.
  places: (name, signal) => askStore(now.fix ?? map.area, { name, addresses: true, limit: 4 }, signal),
});
await spoken;
setInterval(() => {
  tellStatus();
  if (!asking) beCalm();
}, 1000);
setInterval(() => { askPhone(); lookUp(); }, 5000);
addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return keep();
  checkConnection();
  follow();
  lookUp(true);
});
