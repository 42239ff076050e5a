import { type ChargeDetails, unknownAddress } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { changedDetails } from "./changedDetails.ts"
import { sentStatement } from "./sentTexts.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

const card = { _tag: "Vaulted" } as const

const changedOf = (changes: Partial<ChargeDetails>) => changedDetails(chargeRequest(changes), card)

describe("a statement at Adyen", () => {
  it("has plain letters, without characters that Adyen refuses", () => {
    expect(sentStatement("Größe")).toBe("Groesse")
    expect(sentStatement("Łódź & Söhne: Δ")).toBe("Lodz   Soehne  D")
    expect(sentStatement("東京")).toBeNull()
    expect(sentStatement(null)).toBeNull()
  })

  it("is one that Adyen accepts, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        const sent = sentStatement(text)
        if (sent !== null) expect(sent).toMatch(/^[A-Za-z0-9 .,'_?+*/-]{1,22}$/)
      })
    )
  })
})

describe("the changed texts of a charge to Adyen", () => {
  it("are none if all texts fit", () => {
    const billingAddress = { ...unknownAddress, postalCode: "10115", country: "DE" }
    expect(
      changedOf({ statementDescriptor: "Books", metadata: { order: "1" }, billingAddress })
    ).toEqual([])
  })

  it("are reported with the text that is sent instead", () => {
    const billingAddress = { ...unknownAddress, postalCode: "10001-1234", country: "US" }
    const metadata = { order: "1", "a key that is too long by far": "x", long: "v".repeat(81) }
    expect(changedOf({ statementDescriptor: "Größe & Co", billingAddress, metadata })).toEqual([
      { field: "statement_descriptor", sent: "Groesse   Co" },
      { field: "billing_address.postal_code", sent: "10001" },
      { field: "metadata.a key that is too long by far", sent: null },
      { field: "metadata.long", sent: null }
    ])
  })

  it("are a state that is no code, and a shipping address", () => {
    const address = { ...unknownAddress, state: "California", postalCode: "94107-1234" }
    const shipping = { name: null, phone: null, address: { ...address, country: "US" } }
    expect(changedOf({ billingAddress: { ...address, country: "GB" }, shipping })).toEqual([
      { field: "billing_address.state", sent: null },
      { field: "shipping.address.postal_code", sent: "94107" },
      { field: "shipping.address.state", sent: null }
    ])
  })

  it("are texts of level 2 and 3 data, of cards only", () => {
    const order = {
      customerReference: "Order 1234567890 / 1234567890",
      lineItems: [{ name: "Größe", quantity: 1, amount: 1250n, unitOfMeasure: "PIECE" }],
      taxAmount: null,
      shippingAmount: null,
      discountAmount: null,
      dutyAmount: null
    }
    expect(changedOf({ order })).toEqual([
      { field: "order.customer_reference", sent: "Order 1234567890 / 123456" },
      { field: "order.line_items.0.name", sent: "Groesse" },
      { field: "order.line_items.0.unit_of_measure", sent: "PIE" }
    ])
    expect(changedDetails(chargeRequest({ order }), { _tag: "Apm" })).toEqual([])
  })

  it("are all texts of an order's lines if the schemes refuse one of them", () => {
    const lines = [
      { name: "Screws", quantity: 10_000, amount: 1000n, productCode: "S1" },
      { name: "Books", quantity: 1, amount: 250n }
    ]
    const order = {
      customerReference: null,
      lineItems: lines,
      taxAmount: null,
      shippingAmount: null,
      discountAmount: null,
      dutyAmount: null
    }
    expect(changedOf({ order })).toEqual([
      { field: "order.line_items.0.name", sent: null },
      { field: "order.line_items.0.product_code", sent: null },
      { field: "order.line_items.1.name", sent: null }
    ])
  })

  it("are the metadata beyond Adyen's limits", () => {
    const metadata = Object.fromEntries(Array.from({ length: 22 }, (_, n) => [`key${n}`, "v"]))
    expect(changedOf({ metadata })).toHaveLength(2)
  })
})
