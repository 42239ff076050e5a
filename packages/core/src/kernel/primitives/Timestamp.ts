import { Schema, SchemaTransformation } from "effect"
import { refusedAs } from "./RefusalCode.ts"

const date = "(\\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])"
const hoursAndMinutes = "([01]\\d|2[0-3]):[0-5]\\d"
const rfc3339 = new RegExp(
  `^${date}[Tt]${hoursAndMinutes}:[0-5]\\d(\\.\\d{1,9})?([Zz]|[+-]${hoursAndMinutes})$`
)

const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()

const isDateTime = (text: string): boolean => {
  const parts = rfc3339.exec(text)
  return parts !== null && Number(parts[3]) <= daysInMonth(Number(parts[1]), Number(parts[2]))
}

/** Milliseconds since the epoch, in records. */
export const Millis = Schema.Int.annotate({
  expected: "a time in milliseconds since the epoch, such as Date.now()"
})
export type Millis = number

/** Returns true if both times are known and one is before the other. */
export const isBefore = (one: Millis | undefined, other: Millis | undefined): boolean =>
  one !== undefined && other !== undefined && one < other

/** The latest time that RFC 3339 can express. */
export const endOfTime: Millis = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

const startOfTime: Millis = Date.parse("0000-01-01T00:00:00Z")

/**
 * Limits the time to RFC 3339. A time zone can move the first or the last day out of the range, and
 * a program may pass any number.
 */
const WritableMillis = Millis.check(
  Schema.isBetween(
    { minimum: startOfTime, maximum: endOfTime },
    refusedAs("parameter_invalid", "a time in the years 0 to 9999")
  )
)

interface EncodedTime {
  readonly millis: Millis
  readonly text: string
}

const encoded = (millis: Millis): EncodedTime => ({ millis, text: new Date(millis).toISOString() })

/**
 * The last two encoded times, because one commit encodes the same times several times: the time of
 * a resource's creation, and the time at which it ends.
 */
let latest = encoded(0)
let before = latest

/** Encodes a time for the wire. */
export const timestampOf = (millis: Millis): string => {
  if (millis === latest.millis) return latest.text
  const found = millis === before.millis ? before : encoded(millis)
  before = latest
  latest = found
  return found.text
}

/** Returns a time for people, also if RFC 3339 can't express it. */
export const readableTime = (millis: Millis): string =>
  millis >= startOfTime && millis <= endOfTime ? new Date(millis).toISOString() : `${millis}`

/** The seconds of times until the year 2286, which are milliseconds of 1970. */
const mostSeconds = 10_000_000_000

/** Returns a refused time for people. A time of early 1970 was most likely given in seconds. */
export const refusedTime = (millis: Millis): string =>
  millis > 0 && millis < mostSeconds
    ? `${readableTime(millis)}: give milliseconds, not seconds`
    : readableTime(millis)

const DateTimeText = Schema.String.check(
  Schema.makeFilter(isDateTime, {
    ...refusedAs(
      "parameter_invalid",
      "an RFC 3339 date-time with a time zone, such as 2026-11-15T12:00:00Z"
    ),
    format: "date-time"
  })
)

const momentReadBy = (decode: (text: string) => Millis) =>
  DateTimeText.pipe(
    Schema.decodeTo(WritableMillis, SchemaTransformation.transform({ decode, encode: timestampOf }))
  )

/**
 * A time: milliseconds since the epoch inside, an RFC 3339 date-time on the wire. Fractions of a
 * millisecond are cut off, which rounds an upper bound down.
 */
export const Timestamp = momentReadBy((text) => Date.parse(text))

/** An inclusive lower bound. It is rounded up to the next whole millisecond. */
export const TimestampFrom = momentReadBy(
  (text) => Date.parse(text) + (/\.\d{3}0*[1-9]/.test(text) ? 1 : 0)
)
