import type { ChargeOutcome, ChargeRequest } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { startFakeStripe } from "./fake/index.ts"
import type { StripeOptions } from "./StripeOptions.ts"
import { stripe } from "./stripe.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

/** Opens a check of a card at a fake, whose payer is asked. */
const world = async (threeDs: StripeOptions["threeDs"] = "redirect") => {
  const fake = await startFakeStripe()
  onTestFinished(fake.close)
  const options = { ...fake.address, accountOf: (name: string) => fake.account(name), threeDs }
  const provider = stripe(options)
  const token = "pm_card_authenticationRequired"
  const source = { _tag: "Vaulted", vaultReference: token, token } as const
  const request = chargeRequest({ type: "verify", amount: 0n, source })
  const check = (changes: Partial<ChargeRequest> = {}) =>
    Effect.runPromise(provider.charge({ ...request, ...changes }))
  const asked = async (): Promise<Extract<ChargeOutcome, { _tag: "RequiresAction" }>> => {
    const outcome = await check()
    if (outcome._tag === "RequiresAction") return outcome
    throw new Error(`It was ${outcome._tag}.`)
  }
  const { mid, reference, amount, currency, sendBefore } = request
  return {
    fake,
    check,
    asked,
    lookUp: (providerReference: string | null) =>
      Effect.runPromise(
        provider.lookup({ ...request, providerReference, created: Date.now() - 1000 })
      ),
    cancel: (providerReference: string) =>
      Effect.runPromise(provider.cancel({ mid, reference, providerReference })),
    resume: async (providerReference: string) => {
      const charge = { mid, reference, providerReference, amount, currency, sendBefore }
      const resuming = provider.resume?.({ ...charge, state: null, returned: null })
      if (resuming === undefined) throw new Error("Nothing is resumed.")
      return Effect.runPromise(resuming)
    }
  }
}

describe("a check of a card whose payer is asked", () => {
  it("redirects the payer to a page and back, and takes nothing once they approve", async () => {
    const { fake, asked, resume, lookUp } = await world()
    const { providerReference, action } = await asked()
    expect(providerReference).toMatch(/^seti_/)
    expect(action).toMatchObject({ _tag: "Redirect", url: expect.stringContaining(fake.url) })
    for (const by of [providerReference, null]) {
      expect(await lookUp(by)).toMatchObject({ _tag: "Found", state: "requires_action" })
    }
    const back = fake.payerAnswers("attempt_1", true)
    expect(back.searchParams.get("setup_intent")).toBe(providerReference)
    expect(await resume(providerReference)).toMatchObject({
      _tag: "Approved",
      amount: 0n,
      currency: "EUR",
      checks: { cvc: "pass" }
    })
    expect(fake.allPayments()).toEqual([])
  })

  it("asks the payer on the page if that is set up", async () => {
    const { fake, asked, resume } = await world("client_side")
    const { providerReference, action } = await asked()
    expect(action).toMatchObject({
      _tag: "ClientSide",
      kind: "stripe",
      payload: {
        step: "next_action",
        clientSecret: expect.stringContaining(providerReference),
        publishableKey: fake.account().publishableKey
      }
    })
    fake.payerAnswers("attempt_1", true)
    expect(await resume(providerReference)).toMatchObject({ _tag: "Approved", captured: true })
  })

  it("is declined finally if they refuse", async () => {
    const { fake, asked, resume, lookUp } = await world()
    const { providerReference } = await asked()
    fake.payerAnswers("attempt_1", false)
    const rawCode = "setup_intent_authentication_failure"
    expect(await resume(providerReference)).toMatchObject({ _tag: "Declined", rawCode })
    expect(await lookUp(null)).toMatchObject({ _tag: "Found", state: "declined", rawCode })
    fake.payerAnswers("attempt_1", true)
    expect(await lookUp(null)).toMatchObject({ state: "declined" })
  })

  it("is canceled if they don't come back, and can't be approved any more", async () => {
    const { fake, asked, cancel, lookUp } = await world()
    const { providerReference } = await asked()
    expect(await cancel(providerReference)).toEqual({ _tag: "Canceled" })
    fake.payerAnswers("attempt_1", true)
    expect(await lookUp(providerReference)).toMatchObject({ state: "declined" })
  })

  it("is not canceled after they approved it", async () => {
    const { fake, asked, cancel } = await world()
    const { providerReference } = await asked()
    fake.payerAnswers("attempt_1", true)
    expect(await cancel(providerReference)).toMatchObject({ _tag: "NotCanceled" })
  })
})
