import { Schema, Struct } from "effect"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import type { Order, Shipping } from "../../providers/ChargeDetails.ts"
import { type LineItem, LineItems, sumOf } from "../../providers/LineItem.ts"
import { enteredAddress, PostalAddress } from "../../providers/PostalAddress.ts"

/** The parts of an order's amount that no line has, in minor units of the payment's currency. */
export interface AmountDetails {
  /** The tax beside that of the lines. */
  readonly taxAmount?: bigint
  /** The price of the shipping. */
  readonly shippingAmount?: bigint
  /** The discount beside that of the lines. */
  readonly discountAmount?: bigint
  /** The customs duty. */
  readonly dutyAmount?: bigint
}
export const AmountDetails = Schema.Struct({
  taxAmount: Schema.optionalKey(MinorAmount),
  shippingAmount: Schema.optionalKey(MinorAmount),
  discountAmount: Schema.optionalKey(MinorAmount),
  dutyAmount: Schema.optionalKey(MinorAmount)
}).pipe(
  Schema.encodeKeys({
    taxAmount: "tax_amount",
    shippingAmount: "shipping_amount",
    discountAmount: "discount_amount",
    dutyAmount: "duty_amount"
  })
)

/**
 * The details of an order. They are passed on to the provider with the charge. They are stored only
 * while that charge may be sent again.
 */
export interface OrderInput {
  /** The description of the purchase, for people. At most 500 characters. */
  readonly description?: string
  /**
   * The text for the payer's statement, at most 22 characters. The default is the text of the
   * merchant account. Providers may change it: see `changedDetails` of `payments.explain`.
   */
  readonly statementDescriptor?: string
  /** The billing address. It replaces the address of the customer. */
  readonly billingAddress?: PostalAddress
  /** The place that the order is sent to. */
  readonly shipping?: {
    /** The recipient, at most 255 characters. */
    readonly name?: string
    /** The recipient's telephone number, at most 32 characters. */
    readonly phone?: string
    /** The recipient's address. */
    readonly address?: PostalAddress
  }
  /** The lines of the order. With `amountDetails` they add up to the amount. */
  readonly lineItems?: ReadonlyArray<LineItem>
  /** The parts of the amount that no line has. */
  readonly amountDetails?: AmountDetails
  /** The payer's own reference, such as the number of a purchase order. At most 50 characters. */
  readonly customerReference?: string
}

export const orderFields = {
  description: Schema.optionalKey(freeText(500)),
  statementDescriptor: Schema.optionalKey(freeText(22)),
  billingAddress: Schema.optionalKey(PostalAddress),
  shipping: Schema.optionalKey(
    Schema.Struct({
      name: Schema.optionalKey(freeText(255)),
      phone: Schema.optionalKey(freeText(32)),
      address: Schema.optionalKey(PostalAddress)
    })
  ),
  lineItems: Schema.optionalKey(LineItems),
  amountDetails: Schema.optionalKey(AmountDetails),
  customerReference: Schema.optionalKey(freeText(50))
}

export const orderKeys = {
  statementDescriptor: "statement_descriptor",
  billingAddress: "billing_address",
  lineItems: "line_items",
  amountDetails: "amount_details",
  customerReference: "customer_reference"
} as const

/** The fields of an order that no answer shows. */
export const orderDetailFields = [
  "statementDescriptor",
  "billingAddress",
  "shipping",
  "amountDetails",
  "customerReference"
] as const

/** The details of an order as a record has them until its charge is over. No answer shows them. */
export const OrderDetails = Schema.toType(
  Schema.Struct(Struct.pick(orderFields, orderDetailFields))
)
export interface OrderDetails extends Pick<OrderInput, (typeof orderDetailFields)[number]> {}

/** Returns the details of an order that no answer shows. Undefined if there are none. */
export const orderDetailsOf = (input: OrderInput): OrderDetails | undefined => {
  const details = Struct.pick(input, orderDetailFields)
  return Object.keys(details).length === 0 ? undefined : details
}

/** Returns the field of an order that was given first, or undefined if there is none. */
export const orderFieldIn = (input: OrderInput): keyof OrderInput | undefined =>
  (Object.keys(orderFields) as ReadonlyArray<keyof OrderInput>).find(
    (field) => input[field] !== undefined
  )

/** Lines and the other parts of an order must add up to the amount of its payment. */
export const orderAddsUp = (input: OrderInput, amount: bigint) => {
  if (input.lineItems === undefined || input.lineItems.length === 0) return true
  const sum = orderSum(input)
  return sum === amount
    ? true
    : {
        path: ["lineItems"],
        issue: `must add up to ${amount} with amountDetails, but make ${sum}`
      }
}

const orderSum = ({ lineItems = [], amountDetails = {} }: OrderInput): bigint => {
  const {
    taxAmount = 0n,
    shippingAmount = 0n,
    discountAmount = 0n,
    dutyAmount = 0n
  } = amountDetails
  return sumOf(lineItems) + taxAmount + shippingAmount + dutyAmount - discountAmount
}

/** Returns the order of a charge. Null if the input has none. */
const orderOf = (input: OrderInput): Order | null => {
  const { lineItems = [], amountDetails = {}, customerReference = null } = input
  const isEmpty = lineItems.length === 0 && input.amountDetails === undefined
  return isEmpty && customerReference === null
    ? null
    : {
        lineItems,
        customerReference,
        taxAmount: amountDetails.taxAmount ?? null,
        shippingAmount: amountDetails.shippingAmount ?? null,
        discountAmount: amountDetails.discountAmount ?? null,
        dutyAmount: amountDetails.dutyAmount ?? null
      }
}

/** Returns the place that an order is sent to. Null if the input has none. */
const shippingOf = ({ shipping }: OrderInput): Shipping | null => {
  const address = enteredAddress(shipping === undefined ? undefined : (shipping.address ?? {}))
  return shipping === undefined || address === null
    ? null
    : { name: shipping.name ?? null, phone: shipping.phone ?? null, address }
}

/** Returns the details that a provider gets of an order. Absent ones were not given. */
export const chargedOrder = (input: OrderInput) => {
  const billingAddress = enteredAddress(input.billingAddress)
  const [shipping, order] = [shippingOf(input), orderOf(input)]
  return {
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.statementDescriptor === undefined
      ? {}
      : { statementDescriptor: input.statementDescriptor }),
    ...(billingAddress === null ? {} : { billingAddress }),
    ...(shipping === null ? {} : { shipping }),
    ...(order === null ? {} : { order })
  }
}
