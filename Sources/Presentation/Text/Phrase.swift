/// The sentences and words of answers, as the section `answers` of each file of `Sources/Words` has them.
public enum Phrase: String, CaseIterable, Sendable {
  case aboutNumber, access, accessUnknown, accuracyUnknown, accurateOnlyTo, accurateTo, address
  case addressUnknown, age, ahead, aloneFinds, approximateAddress, arrivalsInUTC, at, besideRoute
  case beyondData, breaks, brings, bySomeLists, clock, clockAhead, closed, closedAtLeast, closedThen
  case closerMissing, closesIn, closest, completeAgain, completeWithin, corrected, courseLost, courseUnknown
  case dataEnds, date, days, detour, disabledSpaces, drinkingWater, elsewhere, exactNames, farPoints, fee
  case firstHour, foot, fromPlace, hidden, highestNumber, hour, ignoredWord, inPlace, inSomeRegions
  case inSource, inYourData, inaccurate, incompleteAlong, inside, joinedGap, kerb, keys, kilometre, last
  case lastAt, left, leftAt, longestGap, lost, lostSince, lowestNumber, mayBeClosed, metre, mile, months
  case more, namelessGround, nauticalMile, near, nearPlace, nearestNumber, nearestOf, next, noAnswerYet
  case noBoundary, noCategory, noFixFor, noFixYet, noHeights, noPlaceNamed, noServer, noStreets, noTag
  case noTime, noneAtAll, noneFound, noneToEnd, northUp, notCovered, note, nothing, nothingKnown, ofPlace
  case ofTotal, offRoute, offRouteSince, offline, oldData, oldFile, onRoute, onStreet, onlyPlaces
  case onlyPlacesOnline, onlyRegion, open, openAtLeast, openUntil, opens, opensIn, orLess, otherNumber
  case passed, perhaps, pickKeys, pickMoves, place, places, placesAlong, placesNearby, publicHoliday
  case reached, recorded, regained, regainedAfter, rule, satellites, several, shortMonths, similarNames
  case similarTookTooLong, speakingKeys, steps, street, streetUnknown, thenNone, thenNoneToEnd, thisStreet
  case timesBackwards, timesEnd, toPosition, tryingAgain, tryingAgainIn, uncertain, unknown, unknownHours
  case unknownHoursAs, updates, usesTrack, visit, waiting, weekdays, wheelchair, wider, within, yard, years
  case zoneUnknown
}
