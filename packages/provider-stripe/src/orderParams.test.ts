import { type ChargeDetails, unknownAddress } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { orderParams } from "./orderParams.ts"
import { changedDetails } from "./sentTexts.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { openNotifications } from "./testing/openNotifications.ts"

const order = {
  lineItems: [
    {
      name: "Book",
      quantity: 2,
      amount: 1000n,
      taxAmount: 100n,
      discountAmount: 100n,
      productCode: "BOOK-1",
      commodityCode: "55101500",
      unitOfMeasure: "EA"
    }
  ],
  customerReference: "PO-7",
  taxAmount: null,
  shippingAmount: 250n,
  discountAmount: null,
  dutyAmount: null
}

const shipping = {
  name: "Ada Lovelace",
  phone: "0123",
  address: { ...unknownAddress, line1: "1 Main Street", postalCode: "12345", country: "DE" }
}

const source = { _tag: "Vaulted", vaultReference: "card_1" } as const
const klarna = { _tag: "Apm", apm: "klarna" } as const

const detailsOf = (changes: Partial<ChargeDetails>): ChargeDetails => ({
  ...chargeRequest(),
  ...changes
})

describe("the order of a charge at Stripe", () => {
  it("has its lines with level 3 data, the shipping and the references", () => {
    expect(orderParams(chargeRequest({ order, shipping }), "card")).toEqual({
      amount_details: {
        enforce_arithmetic_validation: false,
        line_items: [
          {
            product_name: "Book",
            quantity: 2,
            unit_cost: 500,
            tax: { total_tax_amount: 100 },
            discount_amount: 100,
            product_code: "BOOK-1",
            unit_of_measure: "EA",
            payment_method_options: { card: { commodity_code: "55101500" } }
          }
        ],
        shipping: { amount: 250, to_postal_code: "12345" }
      },
      payment_details: { customer_reference: "PO7", order_reference: "attempt1" },
      shipping: {
        name: "Ada Lovelace",
        phone: "0123",
        address: { line1: "1 Main Street", postal_code: "12345", country: "DE" }
      }
    })
  })

  it("has the sum of all taxes and discounts if the order has its own", () => {
    const whole = { ...order, taxAmount: 40n, discountAmount: 10n }
    const { amount_details } = orderParams(chargeRequest({ order: whole }), "card")
    expect(amount_details).toMatchObject({ tax: { total_tax_amount: 140 }, discount_amount: 110 })
    const [line] = amount_details?.line_items || []
    expect(line).not.toHaveProperty("tax")
    expect(line).not.toHaveProperty("discount_amount")
  })

  it("is sent for cards, Klarna and PayPal, and references only for cards", () => {
    expect(orderParams(chargeRequest({ order }), "klarna")).not.toHaveProperty("payment_details")
    expect(orderParams(chargeRequest({ order }), "klarna")).toHaveProperty("amount_details")
    expect(orderParams(chargeRequest({ order }), "ideal")).toEqual({})
  })

  it("is left out if Stripe can't express an amount", () => {
    const [item] = order.lineItems
    const fine = { ...order, lineItems: [{ ...item, name: "Book", quantity: 1, amount: 1005n }] }
    const request = chargeRequest({ order: fine, currency: "KWD" })
    expect(orderParams(request, "card")).toEqual({})
  })

  it("is accepted by the fake, which refuses a malformed order", async () => {
    const { charge, fake } = await openNotifications()
    expect(await charge({ order, shipping })).toMatchObject({ _tag: "Approved" })
    expect(fake.payments("attempt_1")[0]?.payment).toMatchObject({
      shipping: { name: "Ada Lovelace" },
      payment_details: { customer_reference: "PO7" }
    })
  })
})

describe("the changes of an order that are shown", () => {
  it("are none if all of it is sent", () => {
    const whole = { ...order, customerReference: "PO7" }
    expect(changedDetails(detailsOf({ order: whole, shipping }), source)).toEqual([])
  })

  it("are the duty, long codes, references in another form and indivisible lines", () => {
    const lineItems = [{ name: "Book", quantity: 3, amount: 1000n, productCode: "1234567890123" }]
    const odd = { ...order, lineItems, dutyAmount: 5n }
    expect(changedDetails(detailsOf({ order: odd }), source)).toEqual([
      { field: "order.duty_amount", sent: null },
      { field: "order.customer_reference", sent: "PO7" },
      { field: "order.line_items.0.product_code", sent: "123456789012" },
      { field: "order.line_items.0.quantity", sent: "1" }
    ])
  })

  it("are the whole order for a method without orders, and the reference for Klarna", () => {
    const details = detailsOf({ order })
    expect(changedDetails(details, { _tag: "Apm", apm: "ideal" })).toEqual([
      { field: "order", sent: null }
    ])
    expect(changedDetails(details, klarna)).toEqual([
      { field: "order.customer_reference", sent: null }
    ])
  })

  it("are the shipping without a recipient", () => {
    const details = detailsOf({ shipping: { ...shipping, name: null } })
    expect(changedDetails(details, source)).toEqual([{ field: "shipping", sent: null }])
  })
})
