import { Schema } from "effect"
import { CountryCode, withCountryInCapitals } from "../../kernel/primitives/CountryCode.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { Locale } from "../../kernel/primitives/Locale.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import {
  type BillingAddress,
  type PayerDevice,
  unknownAddress
} from "../../providers/ChargeDetails.ts"

const pixels = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 100_000 }, refusedAs("parameter_invalid", "0 to 100000"))
)

const TimeZone = Schema.String.check(
  Schema.isPattern(
    /^[A-Za-z0-9_+/-]{1,64}$/,
    refusedAs("parameter_invalid", "an IANA time zone, such as Europe/Berlin")
  )
)

/** What only the payer's page knows of the device that it is on; all of it may be left out. */
export interface DeviceFacts {
  /** A BCP 47 tag. */
  readonly language?: string
  /** In CSS pixels, and in bits for each pixel. */
  readonly screen?: { readonly width: number; readonly height: number; readonly colorDepth: number }
  /** An IANA name, such as Europe/Berlin. */
  readonly timeZone?: string
  /** Minutes that its clock is behind UTC, as `Date.getTimezoneOffset()` has it. */
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

/** What the server saw of the request that the payer's browser sent. */
export interface PayerRequest {
  /** The address that it came from. */
  readonly ip?: string | null
  /** Its `User-Agent` header. */
  readonly userAgent?: string | null
  /** Its `Accept` header. */
  readonly acceptHeader?: string | null
}

const longestHeader = 2048

/** Headers are whatever somebody sent: as much of them is kept as a provider may be told. */
const fitHeader = (value: string | null | undefined): string | null =>
  value?.slice(0, longestHeader).replaceAll("\0", "").toWellFormed() ?? null

/** What a payer pays on, by what page and server know; null where neither said anything. */
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

const addressLine = Schema.optionalKey(freeText(255))

/** Where the payer's bill goes to, as they typed it; all of it may be left out. */
export interface PayerAddress {
  readonly line1?: string
  readonly line2?: string
  readonly city?: string
  /** State, province or region. */
  readonly state?: string
  readonly postalCode?: string
  /** An ISO 3166-1 alpha-2 code. It is stored in capitals. */
  readonly country?: string
}
export const PayerAddress = Schema.Struct({
  line1: addressLine,
  line2: addressLine,
  city: addressLine,
  state: addressLine,
  postalCode: Schema.optionalKey(freeText(32)),
  country: Schema.optionalKey(CountryCode)
}).pipe(Schema.encodeKeys({ postalCode: "postal_code" }))

/** The address that a payer typed in place of the one that is known of them. */
export const typedAddress = (typed: PayerAddress | undefined): BillingAddress | null =>
  typed === undefined ? null : withCountryInCapitals({ ...unknownAddress, ...typed })
