import type { Types } from "@adyen/api-library"
import type { ChangedDetail, ChargeDetails, LineItem, Order } from "@payloom/core"
import { toAdyen } from "./amounts.ts"
import { plainText } from "./plainText.ts"
import { sentPostalCode } from "./sentTexts.ts"
import type { Wire } from "./wire.ts"

type SchemeData = NonNullable<Wire<Types.checkout.PaymentRequest>["enhancedSchemeData"]>
type InvoiceLine = Wire<Types.checkout.LineItem>
type ItemLine = Wire<Types.checkout.ItemDetailLine>

/** Converts an amount to Adyen's units. */
type Units = (amount: bigint) => number

const unitsOf =
  (currency: string): Units =>
  (amount) =>
    toAdyen(amount, currency).value

/**
 * Returns the made data, or nothing if Adyen can't express one of its amounts. The charge is made
 * without it.
 */
const ifExpressible = <A extends object>(make: () => A): Partial<A> => {
  try {
    return make()
  } catch {
    return {}
  }
}

/** Returns the lines of an order for an invoice, or nothing if the order has none. */
export const lineItemsOf = (
  order: Order | null | undefined,
  currency: string
): { readonly lineItems?: ReadonlyArray<InvoiceLine> } => {
  if (order == null || order.lineItems.length === 0) return {}
  const units = unitsOf(currency)
  const { shippingAmount, discountAmount, taxAmount } = order
  const extra = (description: string, amount: bigint | null): ReadonlyArray<InvoiceLine> =>
    amount === null || amount === 0n
      ? []
      : [{ description, quantity: 1, amountIncludingTax: units(amount) }]
  return ifExpressible(() => ({
    lineItems: [
      ...order.lineItems.map((item, index) => invoiceLineOf(item, index, units)),
      ...extra("Shipping", shippingAmount),
      ...extra("Tax", taxAmount),
      ...extra("Discount", discountAmount === null ? null : -discountAmount)
    ]
  }))
}

/**
 * Returns a line of an invoice. Adyen multiplies the amounts of a line by its quantity. If the
 * line's amount is no multiple of its quantity, the line is sent as one piece, and its description
 * has the quantity.
 */
const invoiceLineOf = (item: LineItem, index: number, units: Units): InvoiceLine => {
  const { name, quantity, amount, taxAmount = 0n, productCode } = item
  const pieces = BigInt(quantity)
  const isEven = amount % pieces === 0n && taxAmount % pieces === 0n
  const each = isEven ? pieces : 1n
  return {
    id: productCode ?? String(index + 1),
    description: isEven ? name : `${quantity} x ${name}`,
    quantity: Number(each),
    amountIncludingTax: units(amount / each),
    amountExcludingTax: units((amount - taxAmount) / each),
    taxAmount: units(taxAmount / each)
  }
}

/** The most characters of the texts of level 2 and 3 data. */
const mostLength = {
  customerReference: 25,
  name: 26,
  productCode: 12,
  commodityCode: 12,
  unitOfMeasure: 3
} as const

/**
 * Returns a text for the schemes in ASCII, cut to its length. Returns null if nothing is left, or
 * only zeros.
 */
const schemeText = (
  text: string | null | undefined,
  field: keyof typeof mostLength
): string | null => {
  const plain = plainText(text ?? "").replaceAll(/[^ -~]/g, " ")
  const sent = plain.trim().slice(0, mostLength[field]).trim()
  return /^0*$/.test(sent) ? null : sent
}

const mostQuantity = 9999

/** Returns the level 2 and 3 data of a card payment, or nothing if the order is unknown. */
export const schemeDataOf = (
  { order, shipping }: Pick<ChargeDetails, "order" | "shipping">,
  currency: string
): { readonly enhancedSchemeData?: SchemeData } =>
  order == null ? {} : ifExpressible(() => levelTwoThreeOf(order, shipping, currency))

const levelTwoThreeOf = (
  order: Order,
  shipping: ChargeDetails["shipping"],
  currency: string
): { readonly enhancedSchemeData?: SchemeData } => {
  const units = unitsOf(currency)
  const { shippingAmount, dutyAmount, lineItems } = order
  const customerReferenceNumber = schemeText(order.customerReference, "customerReference")
  const tax = totalTaxOf(order)
  const isSent = lineItems.length > 0 && lineItems.every(isLineSent)
  const levelTwoThree = {
    ...(customerReferenceNumber === null ? {} : { customerReferenceNumber }),
    // Without lines, the schemes take no tax of zero.
    ...(tax === null || (tax === 0n && !isSent) ? {} : { totalTaxAmount: units(tax) }),
    ...(shippingAmount === null ? {} : { freightAmount: units(shippingAmount) }),
    ...(dutyAmount === null ? {} : { dutyAmount: units(dutyAmount) }),
    ...(isSent ? { itemDetailLines: lineItems.map((item) => itemLineOf(item, units)) } : {})
  }
  if (Object.keys(levelTwoThree).length === 0) return {}
  return { enhancedSchemeData: { levelTwoThree: { ...levelTwoThree, ...destinationOf(shipping) } } }
}

/** Returns all of the order's tax, or null if no tax is known. */
const totalTaxOf = ({ taxAmount, lineItems }: Order): bigint | null => {
  const taxes = [taxAmount, ...lineItems.map((item) => item.taxAmount)].filter((tax) => tax != null)
  return taxes.length === 0 ? null : taxes.reduce((sum, tax) => sum + tax, 0n)
}

/** Returns true if the schemes take the line. Otherwise no line of the order is sent. */
const isLineSent = ({ name, quantity }: LineItem): boolean =>
  quantity <= mostQuantity && (schemeText(name, "name") ?? "").length > 1

const itemLineOf = (item: LineItem, units: Units): ItemLine => {
  const { name, quantity, amount, unitAmount, discountAmount } = item
  const texts = Object.fromEntries(
    (["productCode", "commodityCode", "unitOfMeasure"] as const).flatMap((field) => {
      const sent = schemeText(item[field], field)
      return sent === null ? [] : [[field, sent] as const]
    })
  )
  return {
    description: schemeText(name, "name") ?? "",
    quantity,
    totalAmount: units(amount),
    ...(unitAmount === undefined ? {} : { unitPrice: units(unitAmount) }),
    ...(discountAmount === undefined ? {} : { discountAmount: units(discountAmount) }),
    ...texts
  }
}

const destinationOf = (
  shipping: ChargeDetails["shipping"]
): { readonly destination?: { readonly [part: string]: string } } => {
  const { postalCode = null, country = null } = shipping?.address ?? {}
  const code = sentPostalCode(postalCode, country)
  if (code === null && country === null) return {}
  return {
    destination: {
      ...(country === null ? {} : { countryCode: country }),
      ...(code === null ? {} : { postalCode: code })
    }
  }
}

/** Returns the texts of level 2 and 3 data that are sent in another form than they were given. */
export const changedOrderTexts = (
  order: Order | null | undefined
): ReadonlyArray<ChangedDetail> => {
  if (order == null) return []
  const changed = (
    name: string,
    given: string | null | undefined,
    sent: string | null
  ): ReadonlyArray<ChangedDetail> =>
    given == null || given === sent ? [] : [{ field: `order.${name}`, sent }]
  const { customerReference, lineItems } = order
  const isSent = lineItems.every(isLineSent)
  return [
    ...changed(
      "customer_reference",
      customerReference,
      schemeText(customerReference, "customerReference")
    ),
    ...lineItems.flatMap((item, index) =>
      lineFields.flatMap(([field, name]) =>
        changed(
          `line_items.${index}.${name}`,
          item[field],
          isSent ? schemeText(item[field], field) : null
        )
      )
    )
  ]
}

const lineFields = [
  ["name", "name"],
  ["productCode", "product_code"],
  ["commodityCode", "commodity_code"],
  ["unitOfMeasure", "unit_of_measure"]
] as const satisfies ReadonlyArray<readonly [keyof LineItem & keyof typeof mostLength, string]>
