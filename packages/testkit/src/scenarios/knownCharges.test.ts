import type { ChargeQuery, PaymentProvider } from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"

const audited = auditedShops()

/** Opens a shop whose provider reads every notification as the test says. */
const open = async (read: Pick<PaymentProvider, "readNotification">["readNotification"]) => {
  const shop = await audited({ adapted: (provider) => ({ ...provider, readNotification: read }) })
  const [mid = "", other = ""] = shop.mids
  const tell = (at = mid) => {
    const { background } = shop.process().payloom.services
    return shop.run(background.receiveNotification(at, { headers: {}, body: "" }))
  }
  return { shop, tell, mid, other }
}

describe("a provider that reads a notification", () => {
  it("may read the charge's request if it is of the same account", async () => {
    const known: Array<ChargeQuery | null> = []
    let about = ""
    const { shop, tell, mid, other } = await open((_, __, { attempt }) =>
      Effect.map(attempt(about), (found) => {
        known.push(Option.getOrNull(found))
        return Option.some([])
      })
    )
    const payment = await shop.pay("approved", { captureMethod: "manual" })
    about = shop.lastAttempt(payment)
    await tell(mid)
    await tell(other)
    about = about.replace(/.{4}$/, "0000")
    await tell(mid)
    expect(known).toEqual([
      {
        mid: { id: mid, credentials: "sandbox_primary" },
        reference: shop.lastAttempt(payment),
        providerReference: expect.stringMatching(/^ch_/),
        created: expect.any(Number),
        amount: 1250n,
        currency: "EUR",
        type: "one_off",
        capture: false,
        isInFlight: false
      },
      null,
      null
    ])
  })
})
