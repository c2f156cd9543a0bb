/// poi's version, as in `2.0.0`; no other file states it, but for the changelog.
let poiVersion = "2.0.0"

/// What servers are told of who asks.
let userAgent = "poi/\(poiVersion) (place lookup for the shell)"
