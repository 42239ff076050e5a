import { type ChargeOutcome, definePaymentProvider, Payloom } from "@payloom/core"
import { describe, expect, it, onTestFinished } from "vitest"
import { manualClock } from "../clock/manualClock.ts"
import { sandbox } from "../sandbox/sandbox.ts"
import { sandboxCapabilities } from "../sandbox/sandboxCapabilities.ts"
import { memory } from "../storage/memory.ts"

const approved: ChargeOutcome = {
  _tag: "Approved",
  providerReference: "theirs",
  captured: true,
  amount: 1250n,
  currency: "USD",
  networkReference: null
}

const chargesAlone = {
  lookup: false,
  dedupesForHours: 24,
  refunds: "none",
  manualCapture: false
} as const

/** Makes a payment whose connector waits this long for its access token, by the engine's clock. */
const payWaiting = async (waitMs: number) => {
  const clock = manualClock("2001-01-01T00:00:00Z")
  const box = sandbox()
  const acme = definePaymentProvider({
    name: "acme",
    capabilities: { ...sandboxCapabilities, methods: ["card"], ...chargesAlone },
    charge: async (_, { isLate }) => {
      await clock.advance(waitMs)
      return isLate() ? { _tag: "NotSent", reason: "The token came too late." } : approved
    }
  })
  const setup = { ...box.setup, providers: [acme], onLog: () => undefined }
  const payloom = await Payloom.make({ ...setup, storage: memory(), clock, workers: false })
  onTestFinished(() => payloom.close())
  const tenant = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "USD" })
  const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
  await shop.routing.createMid({
    name: "acme",
    provider: "acme",
    currencies: ["USD"],
    credentials: "key"
  })
  const paymentInstrument = await box.saveCard(shop, "approved")
  const { id, status } = await shop.payments.create(
    { amount: 1250n, currency: "USD", type: "one_off", paymentInstrument },
    { idempotencyKey: "order-1" }
  )
  return { status, attempts: await shop.payments.explain(id) }
}

describe("a connector that waits before it sends", () => {
  it("sends in time, however far the engine's clock is from the machine's", async () => {
    expect(await payWaiting(9_999)).toMatchObject({ status: "succeeded" })
  })

  it("learns from the engine's clock that it is too late", async () => {
    expect(await payWaiting(10_000)).toMatchObject({
      status: "failed",
      attempts: [{ reason: "The token came too late." }]
    })
  })
})
