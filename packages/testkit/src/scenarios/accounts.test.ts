import { describe, expect, it } from "vitest"
import { modificationThat } from "../sandbox/conduct.ts"
import { refusingAccount, sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { alertsOf, auditedShops, statusOf } from "./testing/auditedShops.ts"
import { hour, minute } from "./testing/openShop.ts"

const open = auditedShops()

interface Target {
  readonly mid: string
  readonly weight: number
}

const { primary, secondary } = sandboxAccounts

describe("an account that is refused by its provider", () => {
  it("cascades the charge to the next account and raises an alert", async () => {
    const shop = await open({ accounts: [refusingAccount, primary] })
    const payment = await shop.pay("approved")
    expect(payment.status).toBe("succeeded")
    const [first, second] = await shop.shop().payments.explain(payment.id)
    expect(first).toMatchObject({
      status: "failed",
      rawCode: "api_key_revoked",
      reason: "The API key of this account was revoked."
    })
    expect(second).toMatchObject({ status: "captured" })
    expect(alertsOf(shop)).toEqual(["alert.account_refused"])
  })

  it("fails the payment if it is the only account, and does not blame the card", async () => {
    const shop = await open({ accounts: [refusingAccount] })
    const { status, decline } = await shop.pay("approved")
    expect(status).toBe("failed")
    expect(decline).toMatchObject({ code: "processing_error", category: "configuration" })
  })

  it("does not become unhealthy and keeps its approval rate", async () => {
    const shop = await open({ accounts: [refusingAccount, primary] })
    const [bad = "", good = ""] = shop.mids
    const [first, second] = [bad, good].map((mid) => ({ mid, weight: 0 })) as [Target, Target]
    const rule = { name: "by rate", conditions: {}, order: "best_approval_rate" } as const
    await shop.shop().routing.setRules([{ ...rule, targets: [first, second] }])
    for (let n = 0; n < 9; n++) await shop.pay("card_declined", {}, `declined ${n}`)
    for (let n = 0; n < 3; n++) await shop.pay("approved", {}, `approved ${n}`)
    const { id } = await shop.pay("approved")
    // Declines made the other account the worse one. The refusals did not change the rate of this
    // account.
    expect((await shop.shop().payments.explain(id)).map(({ mid }) => mid)).toEqual([bad, good])
    const [attempt] = await shop.shop().payments.explain(id)
    expect(attempt?.candidates.map(({ verdict }) => verdict)).toEqual(["usable", "usable"])
  })

  it("delays a refund until the account works again, and raises one alert", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved")
    const refused = {
      _tag: "AccountUnavailable",
      reason: "The key was revoked.",
      rawCode: "revoked"
    } as const
    shop.box.script.refund(modificationThat.says(refused), { times: 3 })
    const refund = await shop.shop().payments.refund(id, {}, { idempotencyKey: "refund" })
    expect(refund).toMatchObject({ status: "pending", failureReason: null })
    await shop.work()
    expect(alertsOf(shop)).toEqual(["alert.account_refused"])
    await shop.elapse(hour)
    expect(await statusOf(shop, { id })).toBe("refunded")
    expect(alertsOf(shop)).toEqual(["alert.account_refused"])
  })
})

describe("a card that accounts have tokens of", () => {
  const tokenAccounts = [{ credentials: secondary }]

  it("is charged only on these accounts, each by its own token, and the others are passed over", async () => {
    const shop = await open({ tokenAccounts })
    const payment = await shop.pay("approved")
    expect(payment).toMatchObject({ status: "succeeded" })
    expect(shop.requests).toHaveLength(1)
    expect(shop.requests[0]).toMatchObject({
      mid: { credentials: secondary },
      source: { token: expect.stringMatching(/^tok_sandbox_secondary_/) }
    })
    const [attempt] = await shop.shop().payments.explain(payment.id)
    expect(attempt?.candidates.map(({ verdict }) => verdict)).toEqual([
      "source_not_chargeable",
      "usable"
    ])
  })

  it("declines as no_route if none of these accounts exists", async () => {
    const shop = await open({ tokenAccounts: [{ credentials: "elsewhere" }] })
    const { status, decline } = await shop.pay("approved")
    expect([status, decline?.code]).toEqual(["declined", "no_route"])
    expect(shop.requests).toEqual([])
  })

  it("is charged without a token at a provider without tokens", async () => {
    const shop = await open({
      providers: [{ tokensOnly: true }, { name: "vaulted" }],
      accounts: [primary, secondary]
    })
    const payment = await shop.pay("approved")
    expect(payment.status).toBe("succeeded")
    expect(shop.requests.map(({ mid }) => mid.credentials)).toEqual([secondary])
  })

  it("is not charged at a provider whose token check fails, and the failure is logged", async () => {
    const shop = await open({
      adapted: (provider) => ({
        ...provider,
        canCharge: (_, mid) => {
          if (mid.credentials === primary) throw new Error("broken")
          return true
        }
      })
    })
    expect((await shop.pay("approved")).status).toBe("succeeded")
    expect(shop.requests.map(({ mid }) => mid.credentials)).toEqual([secondary])
    expect(shop.logged.map(({ message }) => message)).toContain(
      "sandbox failed to say whether it can charge."
    )
  })
})

describe("a provider whose canCharge returns a promise", () => {
  it("is passed over, and a rejection of the promise has no effect", async () => {
    const shop = await open({
      adapted: (provider) => ({
        ...provider,
        canCharge: (_, mid) =>
          mid.credentials === primary ? (Promise.reject(new Error("broken")) as never) : true
      })
    })
    expect((await shop.pay("approved")).status).toBe("succeeded")
    expect(shop.requests.map(({ mid }) => mid.credentials)).toEqual([secondary])
  })
})

describe("a provider with amount steps in a currency", () => {
  const steps = { capabilities: { amountStep: { EUR: 100n } } }

  it("refuses a finer amount before anything is created, for payments and sessions", async () => {
    const shop = await open({ providers: [steps] })
    await expect(shop.pay("approved", { amount: 1250n })).rejects.toMatchObject({
      _tag: "InvalidInput",
      param: "amount"
    })
    const session = shop
      .shop()
      .checkout.create({ amount: 1250n, currency: "EUR" }, { idempotencyKey: "session" })
    await expect(session).rejects.toMatchObject({ _tag: "InvalidInput", param: "amount" })
    expect((await shop.shop().payments.list({})).data).toEqual([])
    expect((await shop.pay("approved", { amount: 1200n }, "coarse")).status).toBe("succeeded")
  })

  it("is passed over for a provider with finer steps", async () => {
    const shop = await open({ providers: [steps, { name: "fine" }] })
    const payment = await shop.pay("approved", { amount: 1250n })
    const [attempt] = await shop.shop().payments.explain(payment.id)
    expect(attempt?.candidates.map(({ verdict }) => verdict)).toEqual(["amount_too_fine", "usable"])
  })

  it("captures and refunds only in its steps", async () => {
    const shop = await open({ providers: [steps] })
    const { id } = await shop.pay("approved", { amount: 1200n, captureMethod: "manual" })
    const { payments } = shop.shop()
    await expect(
      payments.capture(id, { amount: 150n }, { idempotencyKey: "finer" })
    ).rejects.toMatchObject({ param: "amount" })
    await payments.capture(id, { amount: 1100n }, { idempotencyKey: "capture" })
    await shop.work()
    await expect(
      payments.refund(id, { amount: 50n }, { idempotencyKey: "fine refund" })
    ).rejects.toMatchObject({ param: "amount" })
    await payments.refund(id, { amount: 100n }, { idempotencyKey: "refund" })
    await shop.elapse(minute)
    expect(await statusOf(shop, { id })).toBe("partially_refunded")
  })
})
