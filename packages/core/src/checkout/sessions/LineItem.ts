import { Schema } from "effect"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { Amount, MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"

const fields = {
  name: freeText(255).check(Schema.isMinLength(1, refusedAs("parameter_invalid", "a name"))),
  quantity: Schema.Int.check(
    Schema.isBetween(
      { minimum: 1, maximum: 1_000_000 },
      refusedAs("parameter_invalid", "a whole number from 1 to 1000000")
    )
  )
}

/** One line of a session's amount. */
export interface LineItem {
  /** 1 to 255 characters. */
  readonly name: string
  /** A whole number from 1 to 1,000,000. */
  readonly quantity: number
  /**
   * The amount of the whole line, for all of its quantity, in minor units of the session's
   * currency.
   */
  readonly amount: bigint
}
export const LineItem = Schema.Struct({ ...fields, amount: MinorAmount })

/** A line item as it is stored. */
export const LineItemRecord = Schema.Struct({ ...fields, amount: Amount })

/** The number is limited so that a payer can read them all. */
export const LineItems = Schema.Array(LineItem).check(
  Schema.isMaxLength(100, refusedAs("parameter_invalid", "at most 100 items"))
)

/** Returns the sum of the lines. */
export const sumOf = (items: ReadonlyArray<LineItem>): bigint =>
  items.reduce((sum, { amount }) => sum + amount, 0n)
