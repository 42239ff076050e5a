import type { CreateCheckoutSession } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { encryptedCard } from "./testing/adyenHarness.ts"
import { openAdyenShop } from "./testing/openAdyenShop.ts"

describe("a payer who is sent to Adyen's page", () => {
  const returnUrl = "https://shop.example/back"

  const openSession = async (
    threeDs: "redirect" | "client_side",
    order: Partial<CreateCheckoutSession> = {}
  ) => {
    const world = await openAdyenShop({ threeDs })
    const { payloom, shop } = world
    await payloom.tenants.updateAccount(shop.scope, { returnOrigins: ["https://shop.example"] })
    const session = await shop.checkout.create(
      { amount: 1250n, currency: "EUR", ...order },
      { idempotencyKey: "session" }
    )
    const key = await payloom.tenants.createApiKey(shop.scope, "publishable")
    const payer = payloom.payer({
      publishableKey: key.secret,
      sessionToken: session.sessionToken ?? ""
    })
    return { ...world, payer, session }
  }

  const sendPayer = async () => {
    const world = await openSession("redirect")
    const { payer } = world
    const { action } = await payer.confirm({ method: "apm", apm: { type: "ideal" }, returnUrl })
    const page = action?.type === "redirect" ? action.url : ""
    return { ...world, page }
  }

  const answer = async (page: string, how: "approve" | "refuse") => {
    const body = new URLSearchParams({ answer: how })
    const sent = await fetch(page, { method: "POST", body, redirect: "manual" })
    const back = new URL(sent.headers.get("location") ?? "")
    return { query: Object.fromEntries(back.searchParams) }
  }

  it("has paid once they approved and came back", async () => {
    const { payer, page, shop, session, fake } = await sendPayer()
    const returned = await answer(page, "approve")
    const { status } = await payer.confirm({ method: "apm", returned })
    expect(status).toBe("succeeded")
    expect((await shop.checkout.retrieve(session.id)).status).toBe("succeeded")
    expect(fake.totals()).toEqual({ EUR: 1250 })
  })

  it("has paid by the webhook if they never come back", async () => {
    const { page, shop, session, hear } = await sendPayer()
    await answer(page, "approve")
    await hear()
    expect((await shop.checkout.retrieve(session.id)).status).toBe("succeeded")
  })

  it("may choose another method after they refused", async () => {
    const { payer, page } = await sendPayer()
    const returned = await answer(page, "refuse")
    const { status, decline } = await payer.confirm({ method: "apm", returned })
    expect([status, decline?.code]).toEqual(["declined", "authentication_failed"])
  })

  it("is sent there again if they come back without a result", async () => {
    const { payer, page } = await sendPayer()
    const { status, action } = await payer.confirm({ method: "apm", returned: true })
    expect([status, action]).toEqual(["requires_action", { type: "redirect", url: page }])
  })

  it("may choose another method once Adyen closes the offer", async () => {
    const { payer, fake, hear } = await sendPayer()
    const [payment] = fake.allPayments()
    fake.dashboard.closeOffer(payment?.reference ?? "")
    await hear()
    expect((await payer.status()).status).toBe("declined")
  })

  it("has not paid with the result of another payment", async () => {
    const { payer, fake } = await sendPayer()
    // The webhook would report, rightly, that it is paid.
    fake.events.sendTo(null)
    const [mine] = fake.allPayments()
    const result = fake.payerAnswers(mine?.reference ?? "", true)
    // Adyen returns the result under another reference.
    Object.assign(mine ?? {}, { reference: "attempt_00000000000000000000000000" })
    const { status } = await payer.confirm({
      method: "apm",
      returned: { query: { redirectResult: result } }
    })
    expect(status).not.toBe("succeeded")
  })

  it("is asked before their stored card begins an agreement", async () => {
    const { payer, fake } = await openSession("redirect", {
      storedCredential: { usage: "recurring" }
    })
    const ciphertext = JSON.stringify(encryptedCard("CHALLENGE"))
    const { action } = await payer.confirm({ method: "card", card: { ciphertext }, returnUrl })
    const returned = await answer(action?.type === "redirect" ? action.url : "", "approve")
    expect((await payer.confirm({ method: "card", returned })).status).toBe("succeeded")
    expect(fake.totals()).toEqual({ EUR: 1250 })
  })

  it.each([
    ["CHALLENGE", 1],
    ["FINGERPRINT", 2]
  ] as const)(
    "is asked on the page, where that is wanted, by Adyen Web: %s",
    async (holderName, steps) => {
      const { payer, fake, shop, session } = await openSession("client_side")
      const ciphertext = JSON.stringify(encryptedCard(holderName))
      let view = await payer.confirm({ method: "card", card: { ciphertext }, returnUrl })
      for (let step = 0; step < steps; step += 1) {
        expect(view.action).toMatchObject({
          type: "client_side",
          kind: "adyen",
          payload: { action: { type: "threeDS2" }, environment: "test" }
        })
        const [payment] = fake.allPayments()
        const threeDSResult = fake.payerAnswers(payment?.reference ?? "", true)
        const result = { details: { threeDSResult } }
        view = await payer.confirm({ method: "card", returned: { result } })
      }
      expect(view.status).toBe("succeeded")
      expect((await shop.checkout.retrieve(session.id)).status).toBe("succeeded")
    }
  )
})
