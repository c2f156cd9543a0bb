/// poi's version, as in `2.0.0`; no other file states it, but for the changelog.
let poiVersion = "2.0.0"
