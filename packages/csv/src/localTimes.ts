import { DateTime, Option } from "effect"

/** The format of a column's times. */
export interface TimeReading {
  /** The zone of times that contain none: an IANA name, or an offset such as `+01:00`. */
  readonly zone: string | null
  readonly dateOrder?: "dmy" | "mdy" | undefined
}

/** A mistake in a time, and the remedy. */
export interface TimeRefused {
  readonly complaint: string
}

/** Returns the moment of a text in milliseconds since the epoch, or why it is unclear. */
export const momentIn = (text: string, { zone, dateOrder }: TimeReading): number | TimeRefused => {
  const wall = wallTimeIn(text, dateOrder)
  if ("complaint" in wall) return wall
  const { clock, offset } = wall
  if (offset !== null) return utcOf(clock) - offset
  if (zone === null) return clock.isDay ? utcOf(clock) : { complaint: zoneMissing }
  const fixed = offsetIn(zone)
  if (fixed !== null) return utcOf(clock) - fixed
  // The platform also knows short names, but several zones share them: IST, CST, BST.
  const named = zone.includes("/") ? Option.getOrNull(DateTime.zoneMakeNamed(zone)) : null
  return named === null ? { complaint: zoneUnknown } : momentAt(clock, named)
}

/** The reading of a calendar and a clock. */
interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
  /** True if the text is only a day. */
  readonly isDay: boolean
}

/** The largest number of characters of a time. */
const longestTime = 40

const yearFirst = /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d\d)\k<mark>(?<day>\d\d)/
const yearLast = /^(?<first>\d\d?)(?<mark>[-/.])(?<second>\d\d?)\k<mark>(?<year>\d{4})/
const hours = String.raw`(?<hour>\d\d):(?<minute>\d\d)`
const seconds = String.raw`(?::(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?)?`
const zoned = String.raw`(?: ?(?<offset>[Zz]|UTC|GMT|[+-]\d\d:?\d\d))?`
const clockIn = new RegExp(`^(?:(?:[Tt]|, ?| +)${hours}${seconds}${zoned})?$`)

const wallTimeIn = (
  text: string,
  dateOrder: TimeReading["dateOrder"]
): TimeRefused | { readonly clock: WallTime; readonly offset: number | null } => {
  const unread = { complaint: timeMeant }
  if (text.length > longestTime) return unread
  const date = yearFirst.exec(text) ?? yearLast.exec(text)
  const { year, month, day, first = "", second = "" } = date?.groups ?? {}
  const rest = clockIn.exec(text.slice(date?.[0].length ?? 0))
  if (date === null || rest === null) return unread
  if (month === undefined && dateOrder === undefined) return { complaint: orderMissing }
  const time = rest.groups ?? {}
  const dayFirst = dateOrder === "dmy"
  const clock: WallTime = {
    year: Number(year),
    month: Number(month ?? (dayFirst ? second : first)),
    day: Number(day ?? (dayFirst ? first : second)),
    hour: Number(time.hour ?? 0),
    minute: Number(time.minute ?? 0),
    second: Number(time.second ?? 0),
    millisecond: Number((time.fraction ?? "").padEnd(3, "0").slice(0, 3)),
    isDay: time.hour === undefined
  }
  if (!isOnCalendar(clock)) return { complaint: "is not a day and time that exists" }
  const offset = time.offset === undefined ? null : offsetIn(time.offset)
  return time.offset !== undefined && offset === null ? unread : { clock, offset }
}

const timeMeant =
  "must be a day such as 2026-11-22, or a time such as 2026-11-22 10:00:00 or RFC 3339"
const orderMissing =
  "can be read in two ways: say with `dateOrder` whether the day or the month comes first"
const zoneMissing = "has no zone: name one with `zone` in the mapping or `timeZone` in the options"

/** The complaint about a zone that a column or the mapping names. */
export const zoneUnknown =
  "is in a zone that isn't known: say what the zone's name means with `names` in the mapping"

const utcOf = ({ year, month, day, hour, minute, second, millisecond }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute, second, millisecond)

/** Returns true if the day is in the calendar and the time on a clock. */
const isOnCalendar = (clock: WallTime): boolean => {
  const there = new Date(utcOf(clock))
  return (
    there.getUTCFullYear() === clock.year &&
    there.getUTCMonth() === clock.month - 1 &&
    there.getUTCDate() === clock.day &&
    there.getUTCHours() === clock.hour &&
    there.getUTCMinutes() === clock.minute &&
    there.getUTCSeconds() === clock.second
  )
}

/**
 * Returns the milliseconds of an offset such as `+01:00`, `-0800` or `UTC`. Null if it isn't valid.
 */
const offsetIn = (text: string): number | null => {
  if (/^(?:Z|UTC|GMT)$/i.test(text)) return 0
  const [, sign, hours = "", minutes = ""] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? []
  if (sign === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === "-" ? -size : size
}

/** Returns the moment at which the clocks of a zone show this. */
const momentAt = (clock: WallTime, timeZone: DateTime.TimeZone): number | TimeRefused => {
  const { isDay, ...input } = clock
  const at = (disambiguation: "earlier" | "later") =>
    Option.getOrNull(
      DateTime.makeZoned(input, { timeZone, adjustForTimeZone: true, disambiguation })
    )
  const earlier = at("earlier")
  const later = at("later")
  if (earlier === null || later === null) return { complaint: timeMeant }
  const first = earlier.epochMilliseconds
  if (first === later.epochMilliseconds) return first
  const isSkipped = !isShownAs(earlier, clock)
  if (!isDay) return { complaint: isSkipped ? timeSkipped : timeTwice }
  // Clocks may skip midnight, so that a day begins later, or show it twice.
  if (!isSkipped) return first
  return DateTime.toParts(later).day === clock.day
    ? later.epochMilliseconds
    : { complaint: timeSkipped }
}

const timeSkipped = "is a time that the clocks of its zone skip on that day"
const timeTwice =
  "is a time that the clocks of its zone show twice on that day, so the report must say its offset"

const isShownAs = (time: DateTime.Zoned, clock: WallTime): boolean => {
  const { day, hour, minute } = DateTime.toParts(time)
  return day === clock.day && hour === clock.hour && minute === clock.minute
}
