/// The sentences and words of answers, as the section `answers` of each file of `Sources/Words` has them.
public enum Phrase: String, CaseIterable, Sendable {
  case aboutNumber, access, accessUnknown, accuracyUnknown, accurateOnlyTo, accurateTo, address
  case addressUnknown, age, ahead, aloneFinds, approximateAddress, arrivalsInUTC, at, besideRoute
  case beyondData, breaks, brings, bySomeLists, clock, clockAhead, closed, closedAtLeast, closedThen
  case closerMissing, closesIn, closest, completeAgain, completeWithin, corrected, courseLost
  case courseUnknown, crossing, crossingIsland, crossingLights, crossingOf, crossingSound, crossingTactile
  case crossingUnmarked, crossingZebra, dataEnds, date, days, deadEnd, detour, disabledSpaces
  case drinkingWater, elsewhere, exactNames, farPoints, fee, fewAreas, firstHour, foot, fromPlace, handrail
  case heading, hidden, highestNumber, hour, ignoredWord, inaccurate, incompleteAlong, inPlace, inside
  case inSomeRegions, inSource, inYourData, joinedGap, junction, kerb, kerbFlush, kerbLowered, kerbRaised
  case keys, kilometre, last, lastAt, leaving, left, leftAt, leftOut, lift, longestGap, lost, lostSince
  case lowestNumber, mayBeClosed, metre, middleOfAddresses, mile, months, more, nameless, namelessGround
  case nauticalMile, near, nearestNumber
  case nearestOf, nearPlace, next, noAnswerYet, noBoundary, noCategory, noFixFor, noFixYet, noHeights
  case noJunctions, noneAtAll, noneFound, noneToEnd, noNumbers, noPlaceNamed, northUp, noServer, noStreets,
    noTag
  case notCovered, note, nothing, nothingKnown, offline, offRoute, offRouteSince, ofPlace
  case ofPlaceAloud, ofTotal, oldData, oldFile, onlyPlaces, onlyPlacesOnline, onlyRegion, onRoute
  case onStreet, open, openAtLeast, opens, opensIn, openUntil, orLess, otherNumber, passed, perhaps
  case pickKeys, pickMoves, place, places, placesAlong, placesNearby, positionUncertain, publicHoliday
  case reached, recorded, regained, regainedAfter, roundabout, rule, satellites, several, shortMonths
  case similarNames, similarTookTooLong, speakingKeys, stepCount, steps, stepsAhead, stepsDown, stepsUp
  case street, streetUnknown, swapped, thenNone, thenNoneToEnd, thisStreet, timesBackwards, timesEnd, titles
  case toPosition, tryingAgain, tryingAgainIn, uncertain, unknown, unknownHours, unknownHoursAs, updates
  case usesTrack, visit, waiting, weekdays, wheelchair, wider, within, yard, years, zoneUnknown
}
