// The symbol of each kind of place: one shape, drawn on the map and in the list.

/** Shapes of 24 by 24, filled by the even-odd rule. */
const shapes = {
  water: "M12 2.5C9 8 6 11 6 15.2a6 6 0 0 0 12 0C18 11 15 8 12 2.5z",
  toilets: "M8 3.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM5 8.5h6V15H9.7v5.5H6.3V15H5zM16 3.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4z"
    + "M14.4 8.5h3.2L20 15.5h-2.2v5h-3.6v-5H12z",
  food: "M6 3h1.4v6h1V3h1.3v6h1V3H12v6.3A3 3 0 0 1 10.2 12v9H7.8v-9A3 3 0 0 1 6 9.3zM15 3c2.6.4 4 2.9 4 6v4.5h-1.6V21H15z",
  cafe: "M4 8h12v1.5h1.8a3 3 0 0 1 0 6.5H15.5A5 5 0 0 1 11 18H9a5 5 0 0 1-5-5zM16 11.5v2.5h1.5a1.2 1.2 0 0 0 0-2.5zM4 19.3h13V21H4z"
    + "M7 3h1.6v3.5H7zM11 3h1.6v3.5H11z",
  drink: "M4.5 4h15L13.2 12v6H17v2H7v-2h3.8v-6zM8.3 6l1.6 2h4.2l1.6-2z",
  shop: "M8 8V7a4 4 0 0 1 8 0v1h3l1 13H4L5 8zM10 8h4V7a2 2 0 0 0-4 0z",
  optician: "M6.5 8.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6.5 10.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z"
    + "M17.5 8.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM17.5 10.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8zM11 12.1h2v1.8h-2z",
  hair: "M5.4 2.5h2.3L17 14.6l-2 1zM18.6 2.5h-2.3L7 14.6l2 1zM6 14.9a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4zM6 16.6a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z"
    + "M18 14.9a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4zM18 16.6a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
  organic: "M20.5 3C10 3.2 4 7.5 4 14c0 1.2.2 2.3.7 3.3L3 19.6l1.6 1.3 1.6-1.9c1.3.7 2.7 1 4.1 1C17.3 20 20.5 13 20.5 3zM14.5 9l-7 7.6-1.2-1z",
  sleep: "M3 5h2v8.5h6V8h7a3 3 0 0 1 3 3v9h-2v-3.5H5V20H3zM8 8.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  transit: "M7 3h10a3 3 0 0 1 3 3v10a2 2 0 0 1-1 1.7V20.5h-3V18H8v2.5H5v-2.8A2 2 0 0 1 4 16V6a3 3 0 0 1 3-3zM6.3 6.5v4.8h11.4V6.5z"
    + "M8 13.2a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8zM16 13.2a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8z",
  charging: "M13.5 2L5 14h5.5L9.5 22 19 9.5h-6z",
  fuel: "M5 4a1 1 0 0 1 1-1h7a1 1 0 0 1 1 1v8h1a2 2 0 0 1 2 2v3.5a1 1 0 0 0 2 0V9.5L16.3 7l1.2-1.3L21 9v8.5a3 3 0 0 1-6 0V14h-1v7H5zM7 5.2V10h5V5.2z",
  parking: "M7 3h6a5.5 5.5 0 0 1 0 11h-3v7H7zM10 5.8v5.4h3a2.7 2.7 0 0 0 0-5.4z",
  bicycle: "M6 11a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM6 13a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM18 11a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM18 13a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"
    + "M8 5h4v1.6h-1.4L12 10h3.3L14.3 6.5H13V5h2.5l1.5 5h-.2L12.5 16.5 9.3 9.3 8.2 10.5 7.5 9.5 9 7.5 8.7 6.6H8z",
  health: "M9.5 3h5v6.5H21v5h-6.5V21h-5v-6.5H3v-5h6.5z",
  money: "M2.5 6h19v12h-19zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM4.5 8v2a2 2 0 0 0 2-2zM19.5 16v-2a2 2 0 0 0-2 2z",
  post: "M3 6h18l-9 6.5zM3 8.5l9 6.5 9-6.5V18.5H3z",
  learning: "M12 4L1.5 9 12 14l8-3.8V16h2V9zM5.5 13v4c2 2 4 3 6.5 3s4.5-1 6.5-3v-4L12 16z",
  church: "M11 2h2v2h2v1.8h-2V8.5l6 4.5v8h-5v-4a2 2 0 0 0-4 0v4H5v-8l6-4.5V5.8H9V4h2z",
  park: "M12 2a5.5 5.5 0 0 1 5 8.3A4.3 4.3 0 0 1 15.5 18H13v4h-2v-4H8.5A4.3 4.3 0 0 1 7 10.3 5.5 5.5 0 0 1 12 2z",
  peak: "M1.5 20L9.5 5.5l3.5 6.3 2-3L22.5 20z",
  sport: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7.3L7.5 10.6l1.7 5.2h5.6l1.7-5.2z",
  sight: "M12 3L3 8v2h18V8zM5 11h2.6v6H5zM10.7 11h2.6v6h-2.6zM16.4 11H19v6h-2.6zM3 18h18v2.5H3z",
  help: "M10.4 3.5h3.2v3.2h-3.2zM9 9h4.6v8.7H15V20.5H9v-2.8h1.4v-5.9H9z",
  place: "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
};

const colors = {
  water: "#1268b3", toilets: "#1268b3", food: "#b3470b", cafe: "#8a4b1f", drink: "#8f3a6b", shop: "#8b3fa8",
  optician: "#8b3fa8", hair: "#8b3fa8", organic: "#8b3fa8", sleep: "#5b3fb0",
  transit: "#245a9c", charging: "#0d7a52", fuel: "#4a5a66", parking: "#245a9c", bicycle: "#0d7a52", health: "#b3261e",
  money: "#4d6b1f", post: "#8a6100", learning: "#6b5344", church: "#6b5344", park: "#2c7a3a", peak: "#6b5344",
  sport: "#2c7a3a", sight: "#7a4e00", help: "#4a5a66", place: "#4a5a66",
};

/** What categories of a kind have in their words; the first kind that fits counts. */
const kinds = [
  ["place", /business_park|building|^company|animal_shelter/],
  ["organic", /health_food|organic/],
  ["optician", /optician/],
  ["hair", /hairdress|barber/],
  ["shop", /stationery|car_parts|internet_cafe|^clothes|fishmonger|sweets|tobacco|tyres|electronics|furniture|chandler|garden_centre/],
  ["toilets", /toilet|shower/],
  ["charging", /charging/],
  ["fuel", /fuel|petrol|^lpg|adblue|^diesel/],
  ["bicycle", /bicycle|cycle/],
  ["parking", /parking|car_park|rest_area/],
  ["post", /post_|parcel/],
  ["health", /pharmac|hospital|clinic|doctor|dentist|^vet|nursing|physio|health|defibrillator|first_aid|chemist|ambulance|emergency/],
  ["transit", /bus_|tram_|tram$|train|railway|subway|metro|ferry|taxi|platform|^halt|airport|aerodrome|cable_car|^station|lift$/],
  ["cafe", /cafe|coffee|tea_|ice_cream|bakery|pastry|confection/],
  ["drink", /^bar$|pub|nightclub|beer|brewery|winery|wine|distillery/],
  ["food", /restaurant|food|pizz|kebab|burger|sushi|takeaway|canteen/],
  ["sleep", /hotel|hostel|motel|guest_house|camp|caravan|hut$|chalet|holiday|shelter|bed_and|apartment/],
  ["learning", /book_exchange|school|universit|college|kindergarten|childcare|library|education/],
  ["money", /^atm|bank|exchange|bureau_de_change/],
  ["church", /church|chapel|cathedral|monastery/],
  ["sport", /sport|pitch|fitness|gym|swimming|stadium|tennis|golf|bowling|climbing|ice_rink|sauna|track/],
  ["shop", /shop|supermarket|store|market|kiosk|mall|groc|convenience|butcher|jewel|beauty|florist|off_licence|tailor|photographer|travel_agency|delicatessen|laundry|shoes|clothes/],
  ["water", /water|fountain|spring|^well|^lake|^river|^stream|beach|pool/],
  ["park", /park|garden|wood|forest|nature|playground|tree|meadow|picnic|firepit|barbecue/],
  ["peak", /peak|pass$|viewpoint|hill|saddle|ridge|volcano|cave|cliff|glacier/],
  ["sight", /museum|monument|memorial|castle|attraction|art|sculpture|statue|gallery|theatre|cinema|tower|ruin|zoo|historic|worship|mosque|synagogue|temple|lighthouse|windmill|aquarium|archaeo|wayside/],
  ["help", /information|guidepost|office|town_hall|police|fire_station|telephone/],
];
const known = new Map();

/** The kind of a place's category, `fast_food` or `fast food`: `food`. */
export function kind(category = "") {
  if (!known.has(category)) known.set(category, kinds.find(([, words]) => words.test(category.replaceAll(/[ -]/g, "_")))?.[0] ?? "place");
  return known.get(category);
}

/** What nobody looks for who has not said what; without a name, it is not shown at all. */
const minor = /hydrant|clock|bench|waste|platform|entrance|building|crossing|traffic|^lift$|elevator|recycl|vending|survey|camera|mast|_area$|block|artwork|stop_position/;

/** How many times nearer a place seems to whoever has not said what to look for; 0 if it is not shown. */
export function importance({ category = "", name, inside }) {
  if (minor.test(category)) return name ? (inside ? 1 : 0.1) : 0;
  return name || !["place", "sight", "shop", "sport", "park", "learning", "parking", "bicycle"].includes(kind(category)) ? 1 : 0.3;
}

export const shape = (name) => shapes[name] ?? shapes.place;
export const color = (name) => colors[name] ?? colors.place;

/** The symbol for the list: a disc with the shape. */
export function icon(name) {
  const make = (tag, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const picture = make("svg", { viewBox: "0 0 40 40", class: "icon", "aria-hidden": "true" });
  picture.append(
    make("circle", { cx: 20, cy: 20, r: 20, fill: color(name) }),
    make("path", { d: shape(name), fill: "#fff", "fill-rule": "evenodd", transform: "translate(8 8)" }));
  return picture;
}
