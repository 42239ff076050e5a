import { Schema, SchemaTransformation } from "effect"
import { refusedAs } from "./RefusalCode.ts"

/**
 * The maximum number of digits of an amount. Amounts and their sums stay well inside a signed
 * 64-bit integer.
 */
const maxDigits = 15

/** The largest amount that can be stored, in minor units. */
export const largestAmount = 10n ** BigInt(maxDigits) - 1n

const wellFormed = refusedAs(
  "amount_invalid_format",
  'a string of digits that counts minor units, such as "1250" for 12.50 EUR'
)
const inMinorUnits = "a bigint that counts minor units, such as 1250n for 12.50 EUR"
const storable = refusedAs("amount_too_large", `no more than ${largestAmount}`)

/**
 * An amount in minor units of the currency: a bigint of at least zero inside, a string of digits on
 * the wire. `1250` is 12.50 in a currency of two decimals and 1250 in a currency of none.
 *
 * Refused as `amount_invalid_format` if it is not a string, or is signed, fractional or padded.
 * Refused as `amount_too_large` if no store could hold it.
 */
export const MinorAmount = Schema.String.annotate({ ...wellFormed, format: "minor-units" })
  .check(Schema.isPattern(/^(0|[1-9][0-9]*)$/, wellFormed), Schema.isMaxLength(maxDigits, storable))
  .pipe(
    Schema.decodeTo(
      Schema.BigInt.annotate(refusedAs("amount_invalid_format", inMinorUnits)).check(
        Schema.isGreaterThanOrEqualToBigInt(
          0n,
          refusedAs("amount_invalid_format", "0 or more")
        ).abort(),
        Schema.isLessThanOrEqualToBigInt(largestAmount, storable)
      ),
      SchemaTransformation.transform({
        decode: (digits: string) => BigInt(digits),
        encode: (amount: bigint) => amount.toString()
      })
    )
  )
export type MinorAmount = typeof MinorAmount.Type

/** An amount in a record: the bigint, checked when a row is read or written. */
export const Amount = Schema.toType(MinorAmount)
