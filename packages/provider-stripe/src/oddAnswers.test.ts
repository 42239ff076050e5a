import type { ChargeOutcome } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { startFakeStripe } from "./fake/index.ts"
import { stripe } from "./stripe.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

type Changes = (body: Record<string, unknown>) => unknown

/** Returns the outcome of a charge whose answer was changed on its way. */
const answeredBy = async (change: Changes, card = "pm_card_visa", status?: number) => {
  const fake = await startFakeStripe()
  onTestFinished(fake.close)
  const provider = stripe({
    ...fake.address,
    accountOf: (name) => fake.account(name),
    fetch: async (address, init) => {
      const response = await fetch(address, init)
      const body = change((await response.json()) as Record<string, unknown>)
      return new Response(typeof body === "string" ? body : JSON.stringify(body), {
        status: status ?? response.status
      })
    }
  })
  const source = { _tag: "Vaulted", vaultReference: card, token: card } as const
  const request = chargeRequest({ source })
  const outcome = await Effect.runPromise(
    Effect.catchCause(provider.charge(request), () =>
      Effect.succeed<ChargeOutcome>({ _tag: "Unknown", reason: "It was thrown." })
    )
  )
  return outcome
}

const odd = [null, 0, -1, 1.5, "", "x", "requires_review", [], {}, true]

/** Fields that decide the outcome. */
const decisive = ["id", "status", "amount", "amount_received", "currency", "latest_charge"]

/**
 * Outcomes that a created charge must not have, because the payer would be asked, or charged,
 * again.
 */
const wrong = ["Declined", "NotSent", "AccountUnavailable", "RequiresAction"]

describe("a wrong answer of Stripe's", () => {
  it.each(decisive)("never means that there is no charge, whatever its %s is", async (field) => {
    for (const value of odd) {
      const outcome = await answeredBy((body) => ({ ...body, [field]: value }))
      expect([value, outcome._tag]).not.toEqual([value, expect.stringMatching(wrong.join("|"))])
    }
    const without = await answeredBy(({ [field]: _, ...rest }) => rest)
    expect(wrong).not.toContain(without._tag)
  })

  it.each(["null", "[]", "0", '""', "{}", "{", "<h1>OK</h1>", '{"error":null}', '{"error":{}}'])(
    "is Unknown if it is %s",
    async (body) => {
      expect((await answeredBy(() => body))._tag).toBe("Unknown")
    }
  )

  it.each(["null", "[]", "{}", '{"error":null}', '{"error":"no"}'])(
    "is no decline if the payment was declined and it is %s",
    async (body) => {
      const outcome = await answeredBy(() => body, "pm_card_visa_chargeDeclined")
      expect(["Unknown", "AccountUnavailable"]).toContain(outcome._tag)
    }
  )

  it("is not approved if its amount or currency is another", async () => {
    const charge = (change: object) =>
      answeredBy((body) => ({
        ...body,
        ...change,
        latest_charge: { ...(body.latest_charge as object), ...change }
      }))
    expect(await charge({ amount: 1 })).toMatchObject({ amount: 1n })
    expect(await charge({ currency: "usd" })).toMatchObject({ currency: "USD" })
  })

  it.each(["processing", "requires_capture", "succeeded"])(
    "is no decline if it declines a payment that is %s",
    async (status) => {
      const declined = await answeredBy((body) => {
        const error = body.error as Record<string, object>
        return { error: { ...error, payment_intent: { ...error.payment_intent, status } } }
      }, "pm_card_visa_chargeDeclined")
      expect(declined).toMatchObject({ _tag: "Unknown" })
    }
  )

  it("is no decline of the card if the account may not send card numbers", async () => {
    const message = "Sending credit card numbers directly to the Stripe API is generally unsafe."
    const error = { type: "invalid_request_error", message }
    const outcome = await answeredBy(() => ({ error }), "pm_card_visa", 402)
    expect(outcome).toMatchObject({ _tag: "AccountUnavailable", reason: message })
  })

  it("is a decline with an unknown code if the error has no code", async () => {
    const error = { type: "card_error", message: "No." }
    const outcome = await answeredBy(() => ({ error }), "pm_card_visa_chargeDeclined")
    expect(outcome).toMatchObject({ _tag: "Declined", rawCode: "unknown" })
  })
})
