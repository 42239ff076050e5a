import {
  type ChargeRequest,
  type Merchant,
  Payloom,
  type PayloomSetup,
  PaymentCollection,
  type PaymentRecord,
  type Scope,
  Storage,
  update
} from "@payloom/core"
import { Effect, type Layer, Option } from "effect"
import { describe, expect, it } from "vitest"
import { manualClock } from "../clock/manualClock.ts"
import { type Sandbox, sandbox } from "../sandbox/sandbox.ts"
import { memory } from "../storage/memory.ts"

const day = 24 * 3_600_000

const start = (box: Sandbox, more: Partial<PayloomSetup<never>> = {}) =>
  Payloom.make({ ...box.setup, storage: memory(), workers: false, ...more })

const pay = async (box: Sandbox, shop: Merchant, captureMethod?: "manual") => {
  const paymentInstrument = await box.saveCard(shop, "approved")
  return shop.payments.create(
    {
      amount: 1250n,
      currency: "EUR",
      type: "one_off",
      paymentInstrument,
      ...(captureMethod === undefined ? {} : { captureMethod })
    },
    { idempotencyKey: "order-1" }
  )
}

/** Overwrites a payment in the store without an engine. */
const forge = (from: Layer.Layer<Storage>, scope: Scope, id: string, row: Partial<PaymentRecord>) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const storage = yield* Storage
      const stored = Option.getOrThrow(yield* storage.get(scope, PaymentCollection, id))
      yield* storage.commit([update(PaymentCollection, stored, { ...stored.row, ...row })])
    }).pipe(Effect.provide(from))
  )

describe("the audit of an engine", () => {
  it("finds errors in every account, through any engine on the same store", async () => {
    const [box, storage] = [sandbox(), memory()]
    const payloom = await start(box, { storage })
    const merchants: Array<Merchant> = []
    for (let n = 0; n < 60; n++) {
      merchants.push(await box.openShop(payloom, { reference: `shop ${n}` }))
    }
    const last = merchants.toSorted((a, b) => (a.scope.tenant < b.scope.tenant ? -1 : 1)).at(-1)
    if (last === undefined) throw new Error("nobody")
    const { id } = await pay(box, last)
    expect(await box.audit(payloom)).toEqual([])
    await forge(storage, last.scope, id, { amountCaptured: 1249n })
    const findings = await box.audit(payloom)
    expect(findings).toContain(`ledger-payment: ${id} has 1249 captured, and 1250 in the ledger.`)
    expect(findings).toContain("charge-counterpart: 1249 is captured, and 1250 at the provider.")
    expect(await box.audit(await start(box, { storage }))).toEqual(findings)
  })

  it("audits one account if it gets a handle or a scope", async () => {
    const [box, storage] = [sandbox(), memory()]
    const payloom = await start(box, { storage })
    const one = await box.openShop(payloom)
    const other = await box.openShop(payloom, { reference: "other" })
    const { id } = await pay(box, one)
    await forge(storage, one.scope, id, { amountCaptured: 1249n })
    expect(await box.audit(payloom, other)).toEqual([])
    expect((await box.audit(payloom, one)).length).toBeGreaterThan(1)
    expect(await box.audit(payloom, { ...one.scope, mode: "live" })).toEqual([])
  })

  it("reports once what the bank did twice, however many accounts there are", async () => {
    const box = sandbox({ providers: [{ capabilities: { dedupesForHours: 0 } }] })
    const { charge } = box.provider
    const hasty = {
      ...box.provider,
      charge: (request: ChargeRequest) => Effect.andThen(charge(request), charge(request))
    }
    const payloom = await start(box, { providers: [hasty] })
    const merchant = await box.openShop(payloom)
    await box.openShop(payloom, { reference: "other" })
    const { attempts } = await pay(box, merchant)
    expect(await box.audit(payloom)).toEqual([
      `charged-once: ${attempts[0]} was charged 2 times at the provider.`,
      expect.stringContaining("holds the money of 2 charges")
    ])
  })

  it("compares with the bank only the charges of the bank's own providers", async () => {
    const [box, storage] = [sandbox(), memory()]
    const { charge, capabilities } = sandbox().provider
    const elsewhere = { ...box.provider, name: "elsewhere", capabilities, charge }
    const payloom = await start(box, { storage, providers: [elsewhere, box.provider] })
    const merchant = await box.openShop(payloom)
    for (const own of await merchant.routing.listMids()) {
      await merchant.routing.updateMid(own.id, { enabled: false })
    }
    await merchant.routing.createMid({
      provider: "elsewhere",
      name: "main",
      currencies: ["EUR"],
      credentials: "key"
    })
    const { id, attempts } = await pay(box, merchant)
    expect(attempts).toHaveLength(1)
    expect(await box.audit(payloom)).toEqual([])
    await forge(storage, merchant.scope, id, { amountCaptured: 1249n })
    const found = await box.audit(payloom)
    expect(found).toContain(`ledger-payment: ${id} has 1249 captured, and 1250 in the ledger.`)
    expect(found.join()).not.toContain("at the provider")
    const { audit } = sandbox({ providers: [{ name: "elsewhere" }] })
    expect(await audit(payloom)).toContain(
      `charge-counterpart: ${attempts[0]} is captured and absent at the provider.`
    )
  })

  it("uses the engine's clock", async () => {
    const clock = manualClock("2045-01-01T00:00:00Z")
    const box = sandbox()
    const payloom = await start(box, { clock })
    const merchant = await box.openShop(payloom)
    await pay(box, merchant, "manual")
    expect(await box.audit(payloom)).toEqual([])
    await clock.advance(7 * day)
    expect(await box.audit(payloom)).toContainEqual(
      expect.stringMatching(/^jobs-exact: The job expire_authorization payment_\w+ is overdue\.$/)
    )
  })
})
