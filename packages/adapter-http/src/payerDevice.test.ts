import type { ChargeRequest } from "@payloom/core"
import { type SandboxOptions, sandboxReturn } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import {
  type Browser,
  browserOf,
  createSession,
  openCheckoutShop,
  shopOrigin
} from "./testing/openCheckout.ts"
import type { ShopOptions } from "./testing/openShop.ts"
import type { Json } from "./testing/shopClient.ts"

const open = async (options: ShopOptions = {}) => {
  const requests: Array<ChargeRequest> = []
  const shop = await openCheckoutShop({
    ...options,
    adapted: (provider) => ({
      ...provider,
      charge: (request) => {
        requests.push(request)
        return provider.charge(request)
      }
    })
  })
  const { routing } = shop.merchant
  for (const { id } of await routing.listMids()) {
    await routing.updateMid(id, { methods: ["card", "wallet", "apm"] })
  }
  const browser = browserOf(shop, await createSession(shop))
  return { shop, requests, ...browser }
}

const confirm = ({ send }: Browser, body: Json, headers = {}) =>
  send("POST", "/session/confirm", body, headers)

const wallet = { method: "wallet", wallet: { type: "sandbox_wallet", payload: "approved" } }

const device = {
  language: "fr-CA",
  screen: { width: 390, height: 844, color_depth: 24 },
  time_zone: "America/Toronto",
  utc_offset_minutes: 300
}

describe("the device of a payer", () => {
  it("reaches the provider with data of the request and of the page", async () => {
    const payer = await open({ clientAddress: () => "192.0.2.7" })
    const headers = { "user-agent": "Mozilla/5.0 (Phone)", accept: "application/json" }
    const { json } = await confirm(payer, { ...wallet, device }, headers)
    expect(json.status).toBe("succeeded")
    expect(payer.requests[0]?.device).toEqual({
      ip: "192.0.2.7",
      userAgent: "Mozilla/5.0 (Phone)",
      acceptHeader: "application/json",
      language: "fr-CA",
      screen: { width: 390, height: 844, colorDepth: 24 },
      timeZone: "America/Toronto",
      utcOffsetMinutes: 300
    })
  })

  it("is null if both are missing, and has no address if it is unknown", async () => {
    const payer = await open()
    await confirm(payer, wallet)
    expect(payer.requests[0]?.device).toBeNull()
    const other = await open()
    await confirm(other, wallet, { "user-agent": "curl" })
    expect(other.requests[0]?.device).toMatchObject({ ip: null, userAgent: "curl", screen: null })
  })

  it("is cut to the length that providers accept", async () => {
    const payer = await open()
    await confirm(payer, wallet, { "user-agent": "x".repeat(10_000) })
    expect(payer.requests[0]?.device?.userAgent).toHaveLength(2048)
  })

  it.each([
    [{ ...device, screen: { ...device.screen, width: -1 } }, "device.screen.width"],
    [{ ...device, screen: { width: 1, height: 1 } }, "device.screen.color_depth"],
    [{ ...device, time_zone: "a zone" }, "device.time_zone"],
    [{ ...device, utc_offset_minutes: 1.5 }, "device.utc_offset_minutes"],
    [{ ...device, language: "x".repeat(40) }, "device.language"],
    [{ ...device, plugins: [] }, "device.plugins"]
  ])("is refused if it isn't valid: %j", async (wrong, param) => {
    const { status, error } = await confirm(await open(), { ...wallet, device: wrong })
    expect([status, error.param]).toEqual([422, param])
  })
})

describe("the billing address that a payer typed", () => {
  it("reaches the provider instead of the known one", async () => {
    const payer = await open()
    const billing_address = { line1: "1 Main St", postal_code: "10001", country: "US" }
    await confirm(payer, { ...wallet, billing_address })
    expect(payer.requests[0]?.billingAddress).toEqual({
      line1: "1 Main St",
      line2: null,
      city: null,
      state: null,
      postalCode: "10001",
      country: "US"
    })
  })

  it("is refused with a card number in it, and with a country that is not a code", async () => {
    const wrong = { line1: "4242 4242 4242 4242" }
    const number = await confirm(await open(), { ...wallet, billing_address: wrong })
    expect([number.status, number.error.code]).toEqual([422, "card_number_not_allowed"])
    const land = await confirm(await open(), { ...wallet, billing_address: { country: "usa" } })
    expect([land.status, land.error.param]).toEqual([422, "billing_address.country"])
  })
})

describe("the data that a payer brings back", () => {
  const apm = { method: "apm", apm: { type: "sandbox_bank" }, return_url: `${shopOrigin}/back` }
  const told: ShopOptions = {
    sandbox: {
      providers: [{ payerResult: "return_data", capabilities: { lookup: false } }]
    } satisfies SandboxOptions
  }

  it("goes to the provider with the query of the return address", async () => {
    const payer = await open(told)
    await confirm(payer, apm)
    const reference = payer.requests[0]?.reference ?? ""
    const approved = payer.shop.box.bank.payerAnswers(reference, true)
    await Effect.runPromise(Effect.provideService(approved, Clock.Clock, payer.shop.clock))
    const returned = sandboxReturn(reference)
    const { json } = await confirm(payer, { method: "apm", returned } as unknown as Json)
    expect(json).toMatchObject({ status: "succeeded", action: null })
  })

  it("may come from the provider's own script in the page", async () => {
    const payer = await open(told)
    const asked = await confirm(payer, { ...apm, apm: { type: "sandbox_app" } })
    const reference = payer.requests[0]?.reference ?? ""
    expect(asked.json).toMatchObject({
      status: "requires_action",
      action: { type: "client_side", kind: "sandbox_challenge", payload: { reference } }
    })
    expect((await payer.status()).json).toEqual(asked.json)
    const returned = sandboxReturn(reference, true)
    const { json } = await confirm(payer, { method: "apm", returned } as unknown as Json)
    expect(json).toMatchObject({ status: "succeeded", action: null })
  })

  it.each([false, "yes", [], { query: "a=b" }, { query: { a: 1 } }, { other: {} }])(
    "is refused if it is %j",
    async (returned) => {
      const payer = await open(told)
      await confirm(payer, apm)
      const { status, error } = await confirm(payer, { method: "apm", returned } as Json)
      expect(status).toBe(422)
      expect(error.param).toMatch(/^returned/)
    }
  )

  it("is refused if it contains a card number, and is never repeated", async () => {
    const payer = await open(told)
    await confirm(payer, apm)
    const returned = { query: { pan: "4242424242424242" } }
    const { status, error, text } = await confirm(payer, {
      method: "apm",
      returned
    } as unknown as Json)
    expect([status, error.code]).toEqual([422, "card_number_not_allowed"])
    expect(text).not.toContain("4242")
  })
})
