import { Schema } from "effect"
import { Locale } from "../../kernel/primitives/Locale.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import type { PayerDevice } from "../../providers/ChargeDetails.ts"

const pixels = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 100_000 }, refusedAs("parameter_invalid", "0 to 100000"))
)

const TimeZone = Schema.String.check(
  Schema.isPattern(
    /^[A-Za-z0-9_+/-]{1,64}$/,
    refusedAs("parameter_invalid", "an IANA time zone, such as Europe/Berlin")
  )
)

/** Facts about the payer's device that only the page knows. All are optional. */
export interface DeviceFacts {
  /** A BCP 47 tag. */
  readonly language?: string
  /** The screen. */
  readonly screen?: {
    /** The width in CSS pixels: 0 to 100,000. */
    readonly width: number
    /** The height in CSS pixels: 0 to 100,000. */
    readonly height: number
    /** The color depth in bits per pixel. */
    readonly colorDepth: number
  }
  /** An IANA name, such as Europe/Berlin. */
  readonly timeZone?: string
  /** The minutes that the clock is behind UTC, like `Date.getTimezoneOffset()`. */
  readonly utcOffsetMinutes?: number
}
export const DeviceFacts = Schema.Struct({
  language: Schema.optionalKey(Locale),
  screen: Schema.optionalKey(
    Schema.Struct({ width: pixels, height: pixels, colorDepth: pixels }).pipe(
      Schema.encodeKeys({ colorDepth: "color_depth" })
    )
  ),
  timeZone: Schema.optionalKey(TimeZone),
  utcOffsetMinutes: Schema.optionalKey(
    Schema.Int.check(
      Schema.isBetween(
        { minimum: -1000, maximum: 1000 },
        refusedAs("parameter_invalid", "minutes from -1000 to 1000")
      )
    )
  )
}).pipe(Schema.encodeKeys({ timeZone: "time_zone", utcOffsetMinutes: "utc_offset_minutes" }))

/** Facts about the request of the payer's browser, as the server saw it. */
export interface PayerRequest {
  /** The IP address of the browser. */
  readonly ip?: string | null
  /** Its `User-Agent` header. */
  readonly userAgent?: string | null
  /** Its `Accept` header. */
  readonly acceptHeader?: string | null
}

const longestHeader = 2048

/** Headers may have any content. They are cut to a length that a provider accepts. */
const fitHeader = (value: string | null | undefined): string | null =>
  value?.slice(0, longestHeader).replaceAll("\0", "").toWellFormed() ?? null

/** Returns the payer's device from the facts of the page and the server. Null if there are none. */
export const deviceOf = (
  facts: DeviceFacts | undefined,
  { ip, userAgent, acceptHeader }: PayerRequest
): PayerDevice | null => {
  const seen = { ip: fitHeader(ip), userAgent: fitHeader(userAgent) }
  const accept = fitHeader(acceptHeader)
  if (facts === undefined && seen.ip === null && seen.userAgent === null && accept === null) {
    return null
  }
  return {
    ...seen,
    acceptHeader: accept,
    language: facts?.language ?? null,
    screen: facts?.screen ?? null,
    timeZone: facts?.timeZone ?? null,
    utcOffsetMinutes: facts?.utcOffsetMinutes ?? null
  }
}
