import type { ChargeRequest } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { aDelivery, anOrder } from "./testing/anOrder.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { sentRequest } from "./testing/sentRequest.ts"

const asked = (changes: Partial<ChargeRequest>) => sentRequest(chargeRequest(changes))

const dataOf = async (changes: Partial<ChargeRequest>) =>
  (await asked(changes)).enhancedSchemeData?.levelTwoThree

const byIdeal = { source: { _tag: "Apm", apm: "ideal" } } as const

describe("the order of a card payment at Adyen", () => {
  it("is sent as level 2 and 3 data, with the order's whole tax", async () => {
    const order = anOrder({ taxAmount: 20n, dutyAmount: 5n })
    expect(await dataOf({ order, shipping: aDelivery() })).toEqual({
      customerReferenceNumber: "PO 12",
      totalTaxAmount: 100,
      freightAmount: 200,
      dutyAmount: 5,
      destination: { countryCode: "NL", postalCode: "1012 LG" },
      itemDetailLines: [
        { description: "Books", quantity: 2, totalAmount: 800, productCode: "B1" },
        { description: "Pens", quantity: 3, totalAmount: 250 }
      ]
    })
    expect(await asked({ order })).not.toHaveProperty("lineItems")
  })

  it("has the data of each line within the schemes' limits", async () => {
    const line = {
      name: "Größter Bleistift der ganzen Welt",
      quantity: 1,
      amount: 1250n,
      unitAmount: 1300n,
      discountAmount: 50n,
      productCode: "4006381333931-EAN",
      commodityCode: "0000",
      unitOfMeasure: "EA"
    }
    const data = await dataOf({ order: anOrder({ lineItems: [line] }) })
    expect(data?.itemDetailLines).toEqual([
      {
        description: "Groesster Bleistift der ga",
        quantity: 1,
        totalAmount: 1250,
        unitPrice: 1300,
        discountAmount: 50,
        productCode: "400638133393",
        unitOfMeasure: "EA"
      }
    ])
  })

  it("is sent without lines if the schemes refuse one, and then without a tax of zero", async () => {
    const line = { name: "Screws", quantity: 10_000, amount: 1250n, taxAmount: 0n }
    expect(await dataOf({ order: anOrder({ lineItems: [line] }) })).toEqual({
      customerReferenceNumber: "PO 12",
      freightAmount: 200
    })
  })

  it("is not sent if nothing of it is known", async () => {
    const nothing = { lineItems: [], customerReference: null, shippingAmount: null }
    expect(await asked({ order: anOrder(nothing) })).not.toHaveProperty("enhancedSchemeData")
    expect(await asked({ order: null })).not.toHaveProperty("enhancedSchemeData")
  })

  it("is left out if Adyen can't express one of its amounts", async () => {
    // Adyen counts IDR without decimals.
    const order = anOrder({ shippingAmount: 250n })
    const sent = await asked({ order, currency: "IDR", amount: 10_000n })
    expect(sent).not.toHaveProperty("enhancedSchemeData")
    const byMethod = await asked({ ...byIdeal, order, currency: "IDR", amount: 10_000n })
    expect(byMethod).not.toHaveProperty("lineItems")
  })

  it("has amounts in Adyen's own units", async () => {
    const order = anOrder({ lineItems: [{ name: "Fish", quantity: 1, amount: 500n }] })
    const data = await dataOf({ order, currency: "ISK" })
    expect(data).toMatchObject({
      freightAmount: 20_000,
      itemDetailLines: [{ totalAmount: 50_000 }]
    })
  })
})

describe("the order of an alternative payment method at Adyen", () => {
  it("is sent as lines whose amounts are for one piece, and for the shipping", async () => {
    const sent = await asked({ ...byIdeal, order: anOrder() })
    expect(sent).not.toHaveProperty("enhancedSchemeData")
    expect(sent.lineItems).toEqual([
      {
        id: "B1",
        description: "Books",
        quantity: 2,
        amountIncludingTax: 400,
        amountExcludingTax: 360,
        taxAmount: 40
      },
      {
        id: "2",
        description: "3 x Pens",
        quantity: 1,
        amountIncludingTax: 250,
        amountExcludingTax: 250,
        taxAmount: 0
      },
      { description: "Shipping", quantity: 1, amountIncludingTax: 200 }
    ])
    const total = sent.lineItems?.reduce(
      (sum, { quantity = 1, amountIncludingTax = 0 }) => sum + quantity * amountIncludingTax,
      0
    )
    expect(total).toBe(1250)
  })

  it("has the order's own tax and discount as lines", async () => {
    const sent = await asked({
      ...byIdeal,
      order: anOrder({ taxAmount: 50n, discountAmount: 50n })
    })
    expect(sent.lineItems?.slice(-2)).toEqual([
      { description: "Tax", quantity: 1, amountIncludingTax: 50 },
      { description: "Discount", quantity: 1, amountIncludingTax: -50 }
    ])
  })
})

describe("the delivery of an order at Adyen", () => {
  it("has the recipient's name, telephone number and address", async () => {
    expect(await asked({ shipping: aDelivery() })).toMatchObject({
      telephoneNumber: "+31 20 779 1846",
      deliveryAddress: {
        firstName: "Ada de",
        lastName: "Lovelace",
        street: "Damrak 1",
        houseNumberOrName: "N/A",
        city: "Amsterdam",
        postalCode: "1012 LG",
        country: "NL"
      }
    })
    const unnamed = await asked({ shipping: aDelivery({ name: "Ada", phone: null }) })
    expect(unnamed).not.toHaveProperty("telephoneNumber")
    expect(unnamed.deliveryAddress).not.toHaveProperty("firstName")
  })
})
