import type { ChangeListing, ProviderChange } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { stripe } from "./stripe.ts"
import { openStripeShop } from "./testing/openStripeShop.ts"

/** Reads all pages of the connector's list. */
const listAll = async (
  { fake }: Awaited<ReturnType<typeof openStripeShop>>,
  since: number
): Promise<ReadonlyArray<ProviderChange>> => {
  const provider = stripe({ ...fake.address, accountOf: (name) => fake.account(name) })
  const mid = { id: "mid", credentials: "main" }
  const found: Array<ProviderChange> = []
  let cursor: string | null = null
  do {
    const page: ChangeListing = await Effect.runPromise(
      provider.listChanges?.({ mid, since, cursor }) ?? Effect.die("no list")
    )
    if (page._tag === "Unavailable") throw new Error(page.reason)
    found.push(...page.changes)
    cursor = page.cursor
  } while (cursor !== null)
  return found
}

describe("the list of changes at Stripe", () => {
  it("has the charges, refunds and disputes since a time, with the ids of the engine's rows", async () => {
    const shop = await openStripeShop()
    const { clock, fake, pay } = shop
    await pay("pm_card_visa")
    await clock.advance(60_000)
    const since = clock.now()
    const paid = await pay("pm_card_visa")
    const held = await pay("pm_card_visa", { captureMethod: "manual" })
    const disputed = await pay("pm_card_createDispute")
    const [first = "", second = "", third = ""] = [paid, held, disputed].map(
      ({ attempts }) => attempts[0]
    )
    await shop.shop.payments.refund(paid.id, { amount: 400n }, { idempotencyKey: "refund" })
    fake.dashboard.refund(first, 100)
    await shop.runDue()
    const changes = await listAll(shop, since)
    const charges = changes.flatMap((change) => (change._tag === "Charge" ? [change] : []))
    expect(charges.map(({ reference, charge }) => [reference, charge.state])).toEqual([
      [third, "captured"],
      [second, "authorized"],
      [first, "captured"]
    ])
    const { data: refund } = await shop.shop.payments.listRefunds(paid.id)
    expect(charges[2]?.origin).toContain(`:${paid.id}:`)
    expect(charges[2]?.origin).toMatch(/^one_off:mid_[0-9A-Z]+:payment_/)
    const refunds = changes.flatMap((change) => (change._tag === "Refund" ? [change] : []))
    expect(
      refunds.map(({ reference, refundReference, refund: { amount, state } }) => [
        reference,
        refundReference,
        amount,
        state
      ])
    ).toEqual([
      [first, refund[0]?.id, 400n, "succeeded"],
      [first, null, 100n, "succeeded"]
    ])
    const [dispute] = changes.flatMap((change) => (change._tag === "Dispute" ? [change] : []))
    expect(dispute).toMatchObject({
      reference: third,
      dispute: { stage: "evidence_required", amount: 1250n, currency: "EUR" }
    })
  })
})
