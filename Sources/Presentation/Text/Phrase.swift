/// The sentences and words of answers, as the section `answers` of each file of `Sources/Words` has them.
public enum Phrase: String, CaseIterable, Sendable {
  case aboutNumber, access, accessUnknown, accuracyUnknown, accurateOnlyTo, accurateTo, addressUnknown
  case age, ahead, arrivalsInUTC, at, besideRoute, beyondData, breaks, brings, bySomeLists, clock
  case clockAhead, closed, closedAtLeast, closedThen, closerMissing, closesIn, closest, completeAgain
  case completeWithin, courseLost, courseUnknown, crossing, crossingIsland, crossingLights, crossingOf
  case crossingSound, crossingTactile, crossingUnmarked, crossingZebra, dataEnds, date, days, deadEnd
  case detour, disabledSpaces, drinkingWater, elsewhere, exactNames, farPoints, fee, firstHour, foot
  case fromPlace, handrail, heading, hidden, hour, inPlace, inSomeRegions, inSource, inYourData
  case inaccurate, incompleteAlong, inside, joinedGap, junction, kerb, kerbFlush, kerbLowered
  case kerbRaised, keys, kilometre, last, lastAt, left, leftAt, lift, longestGap, lost, lostSince
  case mayBeClosed, metre, mile, months, more, nameless, namelessGround, nauticalMile, near, next
  case noAnswerYet, noFixFor, noFixYet, noHeights, noJunctions, noServer, noStreets, noTag, noTime
  case noneAtAll, noneFound, noneToEnd, northUp, notCovered, note, nothing, nothingKnown, ofPlace
  case ofPlaceAloud, ofTotal, offRoute, offRouteSince, offline, oldData, oldFile, onRoute, onStreet
  case onlyPlaces, onlyPlacesOnline, onlyRegion, open, openAtLeast, openUntil, opens, opensIn, orLess
  case passed, perhaps, pickKeys, pickMoves, place, places, placesAlong, placesNearby, positionUncertain
  case publicHoliday, reached, recorded, regained, regainedAfter, roundabout, rule, satellites, several
  case shortMonths, similarNames, similarTookTooLong, speakingKeys, stepCount, steps, stepsAhead
  case stepsDown, stepsUp, streetUnknown, thenNone, thenNoneToEnd, timesBackwards, timesEnd, toPosition
  case tryingAgain, tryingAgainIn, uncertain, unknown, unknownHours, unknownHoursAs, updates, usesTrack
  case visit, waiting, weekdays, wheelchair, wider, within, yard, years, zoneUnknown
}
