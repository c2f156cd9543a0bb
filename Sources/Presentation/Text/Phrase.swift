/// The sentences and words of answers, as the section `answers` of each file of `Sources/Words` has them.
public enum Phrase: String, CaseIterable, Sendable {
  case aboutNumber, access, accessUnknown, accuracyUnknown, accurateOnlyTo, accurateTo, addressUnknown, age
  case ahead, arrivalsInUTC, at, besideRoute, beyondData, breaks, brings, bySomeLists, clock, clockAhead
  case closed, closedAtLeast, closedThen, closerMissing, closesIn, closest, completeAgain, completeWithin
  case courseLost, courseUnknown, dataEnds, date, days, detour, disabledSpaces, drinkingWater, elsewhere
  case exactNames, farPoints, fee, firstHour, foot, fromPlace, hidden, hour, inPlace, inSomeRegions
  case inSource, inYourData, inaccurate, incompleteAlong, inside, joinedGap, kerb, keys, kilometre, last
  case lastAt, left, leftAt, longestGap, lost, lostSince, mayBeClosed, metre, mile, months, more
  case namelessGround, nauticalMile, near, next, noAnswerYet, noFixFor, noFixYet, noHeights, noServer
  case noStreets, noTag, noTime, noneAtAll, noneFound, noneToEnd, northUp, notCovered, note, nothing
  case nothingKnown, ofPlace, ofTotal, offRoute, offRouteSince, offline, oldData, oldFile, onRoute
  case onStreet, onlyPlaces, onlyPlacesOnline, onlyRegion, open, openAtLeast, openUntil, opens, opensIn
  case orLess, passed, perhaps, pickKeys, pickMoves, place, places, placesAlong, placesNearby
  case publicHoliday, reached, recorded, regained, regainedAfter, rule, satellites, several, shortMonths
  case similarNames, similarTookTooLong, speakingKeys, steps, streetUnknown, thenNone, thenNoneToEnd
  case timesBackwards, timesEnd, titles, toPosition, tryingAgain, tryingAgainIn, uncertain, unknown,
    unknownHours
  case unknownHoursAs, updates, usesTrack, visit, waiting, weekdays, wheelchair, wider, within, yard, years
  case zoneUnknown
}
