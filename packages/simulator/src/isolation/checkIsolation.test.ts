import { createHandler } from "@payloom/adapter-http"
import { describe, expect, it } from "vitest"
import { checkIsolation } from "./checkIsolation.ts"
import { readingEverybodys } from "./testing/leaks.ts"

describe("something of another merchant, or of the other mode", () => {
  it("is answered as something that nobody has, in the library and over HTTP", async () => {
    const { findings, slots, without } = await checkIsolation({
      rounds: 1,
      handlerOf: createHandler
    })
    expect(findings).toEqual([])
    expect(slots.size).toBeGreaterThan(500)
    expect([...slots.keys()]).toEqual(
      expect.arrayContaining([
        "payments.refund 0",
        "payments.create 0.paymentInstrument",
        "payments.list endingBefore of another",
        "POST /payments/{id}/refunds id",
        "POST /payments body.payment_instrument",
        "POST /payments key of another",
        "POST /payments key of the other mode",
        "GET /payments revoked key",
        "GET /payments endingBefore of another",
        "GET /portal token of another",
        "POST /providers/{id}/notifications no signature"
      ])
    )
    expect(without).not.toContain("payments.retrieve")
    expect(without.filter((name) => name.endsWith(" of another"))).toEqual([])
  })

  it("is found if a storage reads the payments of everybody", async () => {
    const { findings } = await checkIsolation({
      rounds: 1,
      handlerOf: createHandler,
      parts: ["library inputs"],
      between: readingEverybodys("payments")
    })
    expect(findings.join()).toContain("payments.retrieve 0: an id of somebody else is answered")
  })
})
