import { type ChargeDetails, unknownAddress } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { changedDetails, sentStatement } from "./sentTexts.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

const changedOf = (changes: Partial<ChargeDetails>) => changedDetails(chargeRequest(changes))

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

  it("are the metadata beyond Adyen's limits", () => {
    const metadata = Object.fromEntries(Array.from({ length: 22 }, (_, n) => [`key${n}`, "v"]))
    expect(changedOf({ metadata })).toHaveLength(2)
  })
})
