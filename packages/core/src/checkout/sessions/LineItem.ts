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

/** What a session's payer buys. */
export interface LineItem {
  /** 1 to 255 characters. */
  readonly name: string
  /** A whole number from 1 to 1,000,000. */
  readonly quantity: number
  /** Of the whole line, whatever the quantity, in minor units of the session's currency. */
  readonly amount: bigint
}
export const LineItem = Schema.Struct({ ...fields, amount: MinorAmount })

/** The same in a record. */
export const LineItemRecord = Schema.Struct({ ...fields, amount: Amount })

/** As many as a payer can look through. */
export const LineItems = Schema.Array(LineItem).check(
  Schema.isMaxLength(100, refusedAs("parameter_invalid", "at most 100 items"))
)

/** What the lines come to. */
export const sumOf = (items: ReadonlyArray<LineItem>): bigint =>
  items.reduce((sum, { amount }) => sum + amount, 0n)
