/// The sentences and words of answers, as the section `answers` of each file of `Sources/Words` has them.
public enum Phrase: String, CaseIterable, Sendable {
  case aboutNumber, access, accessUnknown, accuracyUnknown, accurateOnlyTo, accurateTo, address
  case addressUnknown, age, ahead, aloneFinds, approximateAddress, arrivalsInUTC, at, besideRoute
  case beyondData, breaks, brings, bySomeLists, clock, clockAhead, closed, closedAtLeast, closedThen
  case closerMissing, closesIn, closest, completeAgain, completeWithin, corrected, courseLost
  case courseUnknown, dataEnds, date, days, detour, disabledSpaces, drinkingWater, elsewhere, exactNames
  case farPoints, fee, firstHour, foot, fromPlace, hidden, highestNumber, hour, ignoredWord, inaccurate
  case incompleteAlong, inPlace, inside, inSomeRegions, inSource, inYourData, joinedGap, kerb, keys
  case kilometre, last, lastAt, left, leftAt, longestGap, lost, lostSince, lowestNumber, mayBeClosed
  case metre, mile, months, more, namelessGround, nauticalMile, near, nearestNumber, nearestOf, nearPlace
  case next, noAnswerYet, noBoundary, noCategory, noFixFor, noFixYet, noHeights, noneAtAll, noneFound
  case noneToEnd, noPlaceNamed, northUp, noServer, noStreets, noTag, notCovered, note, nothing
  case nothingKnown, noTime, offline, offRoute, offRouteSince, ofPlace, ofTotal, oldData, oldFile
  case onlyPlaces, onlyPlacesOnline, onlyRegion, onRoute, onStreet, open, openAtLeast, opens, opensIn
  case openUntil, orLess, otherNumber, passed, perhaps, pickKeys, pickMoves, place, places, placesAlong
  case placesNearby, publicHoliday, reached, recorded, regained, regainedAfter, rule, satellites, several
  case shortMonths, similarNames, similarTookTooLong, speakingKeys, steps, street, streetUnknown, thenNone
  case thenNoneToEnd, thisStreet, timesBackwards, timesEnd, titles, toPosition, tryingAgain, tryingAgainIn
  case uncertain, unknown, unknownHours, unknownHoursAs, updates, usesTrack, visit, waiting, weekdays
  case wheelchair, wider, within, yard, years, zoneUnknown
}
