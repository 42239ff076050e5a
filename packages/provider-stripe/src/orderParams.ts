import type { ChangedDetail, ChargeDetails, ChargeRequest, ChargeSource } from "@payloom/core"
import type Stripe from "stripe"
import { defined } from "./payerDetails.ts"
import { amountToStripe } from "./stripeAmounts.ts"

type Params = Stripe.PaymentIntentCreateParams
type AmountDetails = Stripe.PaymentIntentCreateParams.AmountDetails
type Order = NonNullable<ChargeDetails["order"]>
type Item = Order["lineItems"][number]

/** The types of payment methods to which Stripe passes an order on. */
const typesWithOrder: ReadonlyArray<string> = ["card", "klarna", "paypal"]

/** Returns the order of a charge and its shipping, as far as Stripe has fields for them. */
export const orderParams = (
  request: ChargeRequest,
  type: string
): Pick<Params, "amount_details" | "payment_details" | "shipping"> => {
  const { order = null } = request
  const shipping = sentShipping(request)
  const details =
    order === null || !typesWithOrder.includes(type) ? null : sentOrder(request, order)
  return {
    ...(shipping === null ? {} : { shipping }),
    ...(details === null ? {} : { amount_details: details }),
    ...(details === null || type !== "card" ? {} : { payment_details: references(request, order) })
  }
}

/** The most characters of a reference that card networks take. */
const mostReference = 25
const plain = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, "")

/** Returns the references of the payer and of the merchant, for level 2 and 3 data. */
const references = (
  { reference }: ChargeRequest,
  order: Order | null
): NonNullable<Params["payment_details"]> =>
  defined({
    customer_reference: sentCustomerReference(order?.customerReference ?? null),
    // The end of our reference is its random part.
    order_reference: plain(reference).slice(-mostReference)
  })

const sentCustomerReference = (text: string | null): string | null =>
  text === null ? null : plain(text).slice(0, mostReference) || null

const mostCode = 12
const mostPostalCode = 10

/**
 * Returns the order's amounts and lines. Stripe takes a tax and a discount either for each line or
 * for the whole order. If the order has both, the lines' are added to the order's. Returns null if
 * an amount is finer than Stripe's unit of the currency. Stripe reports wrong sums and charges all
 * the same.
 */
const sentOrder = (request: ChargeRequest, order: Order): AmountDetails | null => {
  const { lineItems, taxAmount, discountAmount, shippingAmount } = order
  const toStripe = converting(request.currency)
  const postalCode = request.shipping?.address.postalCode ?? ""
  const total = (own: bigint | null, ofLine: (item: Item) => bigint | undefined): number | null =>
    own === null ? null : toStripe(lineItems.reduce((sum, item) => sum + (ofLine(item) ?? 0n), own))
  const tax = total(taxAmount, (item) => item.taxAmount)
  const discount = total(discountAmount, (item) => item.discountAmount)
  const lines = lineItems.map((item) => sentItem(item, toStripe, tax === null, discount === null))
  if (!toStripe.isExact()) return null
  const shipping = {
    ...(shippingAmount === null ? {} : { amount: toStripe(shippingAmount) }),
    ...defined({ to_postal_code: postalCode.length > mostPostalCode ? null : postalCode })
  }
  return {
    enforce_arithmetic_validation: false,
    ...(lines.length === 0 ? {} : { line_items: lines }),
    ...(tax === null ? {} : { tax: { total_tax_amount: tax } }),
    ...(discount === null || discount === 0 ? {} : { discount_amount: discount }),
    ...(Object.keys(shipping).length === 0 ? {} : { shipping })
  }
}

/** Converts amounts to Stripe's units, and remembers if one of them has no such form. */
const converting = (currency: string) => {
  let isExact = true
  const toStripe = (amount: bigint): number => {
    const converted = amountToStripe(amount, currency)
    isExact &&= converted !== null
    return converted ?? 0
  }
  return Object.assign(toStripe, { isExact: () => isExact })
}

const sentItem = (
  item: Item,
  toStripe: (amount: bigint) => number,
  hasOwnTax: boolean,
  hasOwnDiscount: boolean
): Stripe.PaymentIntentCreateParams.AmountDetails.LineItem => {
  const { name, taxAmount = 0n, discountAmount = 0n, productCode, unitOfMeasure } = item
  const { quantity, unitAmount } = sentQuantity(item)
  return {
    product_name: name,
    quantity,
    unit_cost: toStripe(unitAmount),
    ...(hasOwnTax && item.taxAmount !== undefined
      ? { tax: { total_tax_amount: toStripe(taxAmount) } }
      : {}),
    ...(hasOwnDiscount && discountAmount > 0n ? { discount_amount: toStripe(discountAmount) } : {}),
    ...defined({ product_code: productCode?.slice(0, mostCode), unit_of_measure: unitOfMeasure }),
    ...(item.commodityCode === undefined
      ? {}
      : { payment_method_options: { card: { commodity_code: item.commodityCode } } })
  }
}

/**
 * Returns the quantity of a line and the price of one unit. A line whose amount can't be divided by
 * its quantity is sent as one unit.
 */
const sentQuantity = (item: Item) => {
  const { quantity, amount, unitAmount, taxAmount = 0n, discountAmount = 0n } = item
  if (unitAmount !== undefined) return { quantity, unitAmount }
  const whole = amount - taxAmount + discountAmount
  return whole % BigInt(quantity) === 0n
    ? { quantity, unitAmount: whole / BigInt(quantity) }
    : { quantity: 1, unitAmount: whole }
}

/** Returns the shipping. Null if the recipient's name or the address's first line is unknown. */
const sentShipping = ({
  shipping,
  customer
}: Pick<ChargeDetails, "shipping" | "customer">): NonNullable<Params["shipping"]> | null => {
  const { address, phone } = shipping ?? {}
  const name = shipping?.name ?? customer?.name
  if (!address?.line1 || !name) return null
  const { line1, line2, city, state, postalCode, country } = address
  return {
    name,
    address: defined({ line1, line2, city, state, postal_code: postalCode, country }),
    ...defined({ phone })
  }
}

/** Returns the parts of an order and its shipping that are sent in another form or omitted. */
export const changedOrder = (
  details: Pick<ChargeDetails, "order" | "shipping" | "customer">,
  source: ChargeSource,
  type: string
): ReadonlyArray<ChangedDetail> => {
  const { order = null, shipping = null } = details
  const isLost = shipping !== null && sentShipping(details) === null
  const lost = isLost ? [{ field: "shipping", sent: null }] : []
  if (order === null) return lost
  if (!typesWithOrder.includes(type)) return [...lost, { field: "order", sent: null }]
  const { customerReference, dutyAmount, lineItems } = order
  const sent = source._tag === "Apm" ? null : sentCustomerReference(customerReference)
  return [
    ...lost,
    ...(dutyAmount === null ? [] : [{ field: "order.duty_amount", sent: null }]),
    ...(customerReference === sent ? [] : [{ field: "order.customer_reference", sent }]),
    ...lineItems.flatMap((item, index) => {
      const { productCode = "", quantity } = item
      const field = (name: string) => `order.line_items.${index}.${name}`
      const code = productCode.slice(0, mostCode)
      const { quantity: units } = sentQuantity(item)
      return [
        ...(code === productCode ? [] : [{ field: field("product_code"), sent: code }]),
        ...(units === quantity ? [] : [{ field: field("quantity"), sent: String(units) }])
      ]
    })
  ]
}
