import { describe, expect, it } from "vitest"
import { PaymentInstrumentCollection } from "./PaymentInstrument.ts"

describe("a saved card of a release that stored a single agreement", () => {
  const row = {
    id: "card_01KA0000000000000000000000",
    customer: "customer_01KA0000000000000000000000",
    card: {
      brand: "visa",
      last4: "4242",
      expMonth: 12,
      expYear: 2049,
      funding: "credit",
      country: "US",
      fingerprint: "fp_1",
      vaultReference: "vault_1"
    },
    detached: false,
    expiryAnnounced: false,
    metadata: {},
    created: 0
  }
  const read = (older: object) => PaymentInstrumentCollection.decode(JSON.stringify(older))

  it("keeps its agreement", () => {
    const agreement = {
      usage: "recurring",
      networkReference: "nw_1",
      payment: "payment_01KA0000000000000000000000"
    }
    const now = read({ ...row, agreement })
    expect(now.agreements).toEqual([agreement])
    expect(PaymentInstrumentCollection.conforms(now)).toBe(true)
    expect(now).not.toHaveProperty("agreement")
  })

  it("has no agreement if it had none", () => {
    const now = read({ ...row, agreement: null })
    expect(now.agreements).toEqual([])
    expect(PaymentInstrumentCollection.conforms(now)).toBe(true)
  })
})
