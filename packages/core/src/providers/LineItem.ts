import { Schema } from "effect"
import { freeText } from "../kernel/primitives/FreeText.ts"
import { Amount, MinorAmount } from "../kernel/primitives/MinorAmount.ts"
import { refusedAs } from "../kernel/primitives/RefusalCode.ts"

const texts = {
  name: freeText(255).check(Schema.isMinLength(1, refusedAs("parameter_invalid", "a name"))),
  quantity: Schema.Int.check(
    Schema.isBetween(
      { minimum: 1, maximum: 1_000_000 },
      refusedAs("parameter_invalid", "a whole number from 1 to 1000000")
    )
  ),
  productCode: Schema.optionalKey(freeText(40)),
  commodityCode: Schema.optionalKey(freeText(12)),
  unitOfMeasure: Schema.optionalKey(freeText(12))
}

/**
 * One line of an order. Amounts are in minor units of the payment's currency. The optional fields
 * are the level 3 data of card schemes, and the data that invoices by instalments need.
 */
export interface LineItem {
  /** 1 to 255 characters. */
  readonly name: string
  /** A whole number from 1 to 1,000,000. */
  readonly quantity: number
  /** The amount of the whole line, for all of its quantity, with its tax and less its discount. */
  readonly amount: bigint
  /** The price of one unit, without tax and discount. */
  readonly unitAmount?: bigint
  /** The tax in the line's amount. */
  readonly taxAmount?: bigint
  /** The discount that was taken off the line. */
  readonly discountAmount?: bigint
  /** The merchant's own code of the product, at most 40 characters. */
  readonly productCode?: string
  /** The code of the kind of goods, such as a UNSPSC code, at most 12 characters. */
  readonly commodityCode?: string
  /** The unit, such as `EA` or `KGM`, at most 12 characters. */
  readonly unitOfMeasure?: string
}
export const LineItem = Schema.Struct({
  ...texts,
  amount: MinorAmount,
  unitAmount: Schema.optionalKey(MinorAmount),
  taxAmount: Schema.optionalKey(MinorAmount),
  discountAmount: Schema.optionalKey(MinorAmount)
}).pipe(
  Schema.encodeKeys({
    unitAmount: "unit_amount",
    taxAmount: "tax_amount",
    discountAmount: "discount_amount",
    productCode: "product_code",
    commodityCode: "commodity_code",
    unitOfMeasure: "unit_of_measure"
  })
)

/** A line item as it is stored. */
export const LineItemRecord = Schema.Struct({
  ...texts,
  amount: Amount,
  unitAmount: Schema.optionalKey(Amount),
  taxAmount: Schema.optionalKey(Amount),
  discountAmount: Schema.optionalKey(Amount)
})

/** Encodes a line item. */
export const lineItemToWire = Schema.encodeSync(LineItem)

/** The number is limited so that a payer can read them all. */
export const LineItems = Schema.Array(LineItem).check(
  Schema.isMaxLength(100, refusedAs("parameter_invalid", "at most 100 items"))
)

/** Returns the sum of the lines. */
export const sumOf = (items: ReadonlyArray<LineItem>): bigint =>
  items.reduce((sum, { amount }) => sum + amount, 0n)
