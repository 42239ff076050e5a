import type { CardRelay, ChargeRequest } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { acme, acmeTable, charged, chargeOrder, reference, type Scripted } from "./testing/acme.ts"

const outcomeOf = async (answer: Scripted, changes: Partial<ChargeRequest> = {}) => {
  const { provider, received } = acme([answer])
  return { ...(await Effect.runPromise(provider.charge(chargeOrder(changes)))), received }
}

describe("the request of a charge", () => {
  it("has the keys, our reference as the key for repeats, and no empty fields", async () => {
    const { received } = await outcomeOf({ body: charged() }, { returnUrl: null })
    const [request] = received
    expect(request?.url).toBe("https://test.acme.invalid/v1/charges")
    expect(request?.headers.get("authorization")).toBe("Bearer key")
    expect(request?.headers.get("idempotency-key")).toBe(reference)
    expect(JSON.parse(request?.body ?? "")).toEqual({
      reference,
      amount: 1250,
      currency: "EUR",
      token: "tok_1"
    })
  })

  it("goes to the live address in the live environment, and to `url` if there is one", async () => {
    for (const [options, url] of [
      [{ environment: "live" }, "https://acme.invalid/v1/charges"],
      [{ url: "https://proxy.invalid/" }, "https://proxy.invalid/charges"]
    ] as const) {
      const { provider, received } = acme([{ body: charged() }], { options })
      await Effect.runPromise(provider.charge(chargeOrder()))
      expect(received[0]?.url).toBe(url)
    }
  })

  it("is a form if the table says so, with nested fields in brackets", async () => {
    const charge = {
      path: "/charges",
      body: () => ({ a: { b: [1, "x y&z"] }, none: null, absent: undefined })
    }
    const requests = { ...acmeTable.requests, charge }
    const { provider, received } = acme([{ body: charged() }], {
      table: { format: "form", requests }
    })
    await Effect.runPromise(provider.charge(chargeOrder()))
    expect(received[0]?.headers.get("content-type")).toBe("application/x-www-form-urlencoded")
    expect(received[0]?.body).toBe("a%5Bb%5D%5B0%5D=1&a%5Bb%5D%5B1%5D=x%20y%26z")
  })

  it("is not sent if its headers were ready too late", async () => {
    const headers = () =>
      new Promise<Record<string, string>>((resolve) => setTimeout(resolve, 60, {}))
    const { provider, received } = acme([{ body: charged() }], { table: { headers } })
    const order = chargeOrder({ sendBefore: Date.now() + 30 })
    expect(await Effect.runPromise(provider.charge(order))).toMatchObject({ _tag: "NotSent" })
    expect(received).toEqual([])
  })
})

describe("a charge that the table doesn't support", () => {
  it.each([
    ["agreements", { initiator: "merchant" }],
    ["three_ds", { threeDs: { flow: "challenge" } as never }],
    ["checks", { type: "verify", amount: 0n }],
    ["source", { source: { _tag: "Vaulted", vaultReference: "card_1" } }],
    ["source", { source: { _tag: "Apm", apm: "ideal" } }],
    ["amount", { amount: 10n ** 20n }]
  ] as const)("is refused before anything is sent: %s", async (rawCode, changes) => {
    const outcome = await outcomeOf({ body: charged() }, changes)
    expect(outcome).toMatchObject({ _tag: "AccountUnavailable", rawCode, received: [] })
  })
})

describe("the answer to a charge", () => {
  it("is an approval with the provider's amount and currency", async () => {
    const half = { amount: 625, currency: "usd" }
    expect(await outcomeOf({ body: charged(half) })).toMatchObject({
      _tag: "Approved",
      captured: true,
      amount: 625n,
      currency: "USD"
    })
    expect(await outcomeOf({ body: charged({ state: "held" }) })).toMatchObject({
      _tag: "Approved",
      captured: false
    })
  })

  it.each([
    ["in a state that the table lacks", { body: charged({ state: "at_the_notary" }) }],
    ["in a state that a new charge can't have", { body: charged({ state: "void" }) }],
    ["without a state", { body: charged({ state: null }) }],
    ["without an amount", { body: charged({ amount: null }) }],
    ["with an amount that is no number", { body: charged({ amount: "12.50" }) }],
    ["with a negative amount", { body: charged({ amount: -1250 }) }],
    ["without an id", { body: charged({ id: "" }) }],
    ["that asks for the payer without a page", { body: charged({ state: "asks" }) }],
    ["without JSON", { body: "<h1>OK</h1>" }],
    ["with a list", { body: "[]" }],
    ["of a failing server", { status: 503, body: charged() }],
    ["that is paid, with HTTP 402", { status: 402, body: charged() }],
    ["that conflicts", { status: 409, body: { error: { code: "no_funds" } } }],
    ["that is too long", { body: `"${"x".repeat(2_000_000)}"` }]
  ])("%s leaves the outcome unknown", async (_, answer) => {
    expect((await outcomeOf(answer))._tag).toBe("Unknown")
  })

  it("is a decline by its state, also with HTTP 402", async () => {
    const body = charged({ state: "declined", code: "no_funds", scheme_code: "51" })
    for (const status of [200, 402]) {
      expect(await outcomeOf({ status, body })).toMatchObject({
        _tag: "Declined",
        rawCode: "no_funds",
        networkCode: "51",
        providerReference: "ch_1"
      })
    }
  })

  it("is a decline by an error whose code is in the decline table", async () => {
    const body = { error: { code: "no_funds", message: "Too little." } }
    const declined = { _tag: "Declined", rawCode: "no_funds", message: "Too little." }
    expect(await outcomeOf({ status: 422, body })).toMatchObject(declined)
    expect(await outcomeOf({ status: 402, body })).toMatchObject(declined)
  })

  it("decides nothing if a repeat was rejected, unless it is a 402", async () => {
    const body = { error: { code: "no_funds" } }
    const resent = { isResent: true }
    expect((await outcomeOf({ status: 422, body }, resent))._tag).toBe("AccountUnavailable")
    expect((await outcomeOf({ status: 402, body }, resent))._tag).toBe("Declined")
  })

  it("is the account's refusal by all other errors", async () => {
    const error = { code: "currency_off", message: "Ask us for JPY." }
    expect(await outcomeOf({ status: 422, body: { error } })).toMatchObject({
      _tag: "AccountUnavailable",
      rawCode: "currency_off",
      reason: "Ask us for JPY."
    })
    expect(await outcomeOf({ status: 401, body: { error } })).toMatchObject({
      _tag: "AccountUnavailable",
      rawCode: "http_401"
    })
    expect(await outcomeOf({ status: 400, body: "?" })).toMatchObject({
      _tag: "AccountUnavailable",
      rawCode: "http_400"
    })
  })

  it("sends the payer to the page, for half an hour if nothing else is said", async () => {
    const page = "https://acme.invalid/pay"
    const { sendBefore } = chargeOrder()
    const body = charged({ state: "asks", page })
    expect(await outcomeOf({ body }, { sendBefore })).toMatchObject({
      _tag: "RequiresAction",
      action: { _tag: "Redirect", url: page },
      expiresAt: sendBefore + 30 * 60_000
    })
  })
})

describe("a wallet that the vault decrypted", () => {
  const source = { _tag: "Vaulted", vaultReference: "wallet_1", wallet: "apple_pay" } as const
  const wallet = { cryptogram: "Y3J5cHQ=", eci: "05" }
  const device = { number: "n", expiryMonth: "03", expiryYear: "2032" }

  /** A provider that takes decrypted Apple Pay, with the bodies that its relay sent. */
  const withRelay = (more: Partial<typeof acmeTable.capabilities> = {}) => {
    const sent: Array<unknown> = []
    const relay: CardRelay = {
      marksOf: () => ({ ...device, securityCode: null, holderName: null, wallet }),
      fetch: async (_, init) => {
        sent.push(JSON.parse(String(init?.body)))
        return Response.json(charged())
      }
    }
    const { provider } = acme([], {
      options: { relay },
      table: {
        cards: ["relay"],
        capabilities: {
          ...acmeTable.capabilities,
          methods: ["card", "wallet"],
          decryptedWallets: ["apple_pay"],
          ...more
        },
        requests: {
          ...acmeTable.requests,
          charge: {
            path: "/charges",
            body: ({ card, method }) => ({ method, number: card?.number, ...card?.wallet })
          }
        }
      }
    })
    return { provider, sent }
  }

  it("is charged through the relay, with its name and its cryptogram", async () => {
    const { provider, sent } = withRelay()
    expect(provider.canCharge?.(source, chargeOrder().mid)).toBe(true)
    const outcome = await Effect.runPromise(provider.charge(chargeOrder({ source })))
    expect(outcome._tag).toBe("Approved")
    expect(sent).toEqual([{ method: "apple_pay", number: "n", ...wallet }])
  })

  it("is not charged if the table doesn't list it, or without a relay", async () => {
    const { provider } = withRelay({ decryptedWallets: ["google_pay"] })
    expect(provider.canCharge?.(source, chargeOrder().mid)).toBe(false)
    const { provider: without } = acme([], {
      table: {
        cards: ["relay"],
        capabilities: { ...acmeTable.capabilities, decryptedWallets: ["apple_pay"] }
      }
    })
    expect(without.capabilities.decryptedWallets).toEqual([])
    expect(without.canCharge?.(source, chargeOrder().mid)).toBe(false)
  })
})
