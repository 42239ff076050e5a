import {
  declineBlock,
  EventCollection,
  insert,
  JobCollection,
  type LedgerGroup,
  LedgerGroupCollection,
  PaymentCollection,
  type PaymentRecord,
  remove,
  type Storage,
  type Stored,
  storedRow,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { day, openShop, type Shop } from "../scenarios/testing/openShop.ts"
import { auditPayments } from "./auditPayments.ts"

type Meddle = (on: {
  readonly shop: Shop
  readonly storage: Storage["Service"]
  readonly payment: Stored<PaymentRecord>
}) => Effect.Effect<unknown, unknown>

/** Audits a payment after its row was changed without an engine. */
const auditAfter = async (
  meddle: Meddle,
  fields: { readonly captureMethod?: "manual" } = {}
): Promise<string> => {
  const shop = await openShop()
  const { id } = await shop.pay("approved", fields)
  expect(await shop.audit()).toEqual([])
  const { storage } = shop
  const found = await shop.run(storage.get(shop.shop().scope, PaymentCollection, id))
  const payment = await Effect.runPromise(Effect.fromOption(found))
  await shop.run(meddle({ shop, storage, payment }))
  return (await shop.audit()).join("\n")
}

const rewrite = (storage: Storage["Service"], payment: Stored<PaymentRecord>, row: object) =>
  storage.commit([update(PaymentCollection, payment, { ...payment.row, ...row })])

const groupOf = (payment: PaymentRecord, amounts: ReadonlyArray<bigint>): LedgerGroup => ({
  id: "ledger_01M7FH87G00000000000000000" as LedgerGroup["id"],
  kind: "refund",
  payment: payment.id,
  currency: payment.currency,
  entries: amounts.map((amount) => ({ account: "refunds", amount })),
  created: payment.created
})

describe("the auditor", () => {
  it("finds an update whose previous row was never stored", async () => {
    const found = await auditAfter(({ storage, payment }) => {
      const edited = storedRow(
        payment.scope,
        { ...payment.row, amountRefunded: 1n },
        payment.version
      )
      return rewrite(storage, edited, { amountRefunded: 0n })
    })
    expect(found).toContain("was updated from a row that was never stored")
  })

  it("finds an amount that neither the bank nor the ledger has", async () => {
    const found = await auditAfter(({ storage, payment }) =>
      rewrite(storage, payment, { amountCaptured: 1249n })
    )
    expect(found).toContain("the ledger has 1250 captured")
    expect(found).toContain("the bank has 1250 captured")
  })

  it("finds an amount_refunded that is larger than the sum of the refunds", async () => {
    const found = await auditAfter(({ storage, payment }) =>
      rewrite(storage, payment, { amountRefunded: 5n, amountReserved: 1300n })
    )
    expect(found).toContain("amount_refunded is 5, not 0")
    expect(found).toContain("1300 is reserved for refunds")
    expect(found).toContain("more is refunded than was captured")
  })

  it("finds a transition that the status machine forbids, and a status that contradicts the attempt", async () => {
    const found = await auditAfter(({ storage, payment }) =>
      rewrite(storage, payment, { status: "declined" })
    )
    expect(found).toContain("went from succeeded to declined, which its machine forbids")
    expect(found).toContain("its last attempt is captured")
  })

  it("finds a missing decline, and a decline of a payment that succeeded", async () => {
    const silent = await auditAfter(({ storage, payment }) =>
      rewrite(storage, payment, { status: "declined" })
    )
    expect(silent.split("\n")).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^payment_\w+ does not say why/),
        expect.stringMatching(/^payment_\w+ \(declined\): does not say why/)
      ])
    )
    const decline = declineBlock("do_not_honor", "soft", 0)
    const told = await auditAfter(({ storage, payment }) => rewrite(storage, payment, { decline }))
    expect(told).toContain("has a decline, though it is succeeded")
  })

  it("finds a second charge under one reference at the bank", async () => {
    const found = await auditAfter(({ shop }) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => shop.clock.advance(day))
        const [request] = shop.requests
        if (request === undefined) return
        const sendBefore = shop.clock.now() + 1
        yield* shop.box.provider.charge({ ...request, sendBefore })
      })
    )
    expect(found).toMatch(/charge of attempt_\w+ was made 2 times/)
  })

  it("finds money that the bank took for an attempt that was given up", async () => {
    const shop = await openShop()
    shop.box.script.charge(chargeThat.says({ _tag: "NotSent", reason: "a lie" }), { times: 2 })
    const payment = await shop.pay("approved")
    const [request] = shop.requests
    if (request !== undefined) await shop.run(shop.box.provider.charge(request))
    expect(payment.status).toBe("failed")
    expect(await shop.audit()).toEqual([expect.stringContaining("failed and captured at the bank")])
  })

  it("finds a row whose job is missing", async () => {
    const found = await auditAfter(
      ({ storage, payment }) =>
        Effect.gen(function* () {
          const key = `expire_authorization:${payment.row.id}`
          const job = yield* storage.findUnique(payment.scope, JobCollection, "subject", key)
          yield* storage.commit(Option.toArray(job).map((stored) => remove(JobCollection, stored)))
        }),
      { captureMethod: "manual" }
    )
    expect(found).toMatch(/lacks the job expire_authorization:payment_\w+/)
  })

  it("finds an overdue job", async () => {
    const shop = await openShop()
    await shop.pay("approved", { captureMethod: "manual" })
    await shop.clock.advance(7 * day)
    expect(await shop.audit()).toEqual([
      "a announce_expiries job is overdue",
      "a alert_authorization job is overdue",
      "a expire_authorization job is overdue"
    ])
  })

  it("finds a ledger group that was written without its payment", async () => {
    const found = await auditAfter(({ storage, payment }) =>
      storage.commit([
        insert(payment.scope, LedgerGroupCollection, groupOf(payment.row, [7n, -7n]))
      ])
    )
    expect(found).toContain("came without its payment")
    expect(found).toContain("the ledger has 7 refunded")
  })

  it("finds an event that was written without its state", async () => {
    const found = await auditAfter(({ shop, storage, payment }) =>
      Effect.gen(function* () {
        const [event] = yield* Effect.promise(() => shop.events())
        if (event === undefined) return
        const again = { ...event, id: event.id.replace(/.{4}$/, "ZZZZ") as typeof event.id }
        yield* storage.commit([insert(payment.scope, EventCollection, again)])
      })
    )
    expect(found).toContain("payment.succeeded came without the state of payment_")
  })

  it("finds sums that differ from the ledger groups", async () => {
    const shop = await openShop()
    await shop.pay("approved")
    const { scope } = shop.shop()
    const auditWith = (sums: typeof shop.storage.sums) =>
      Effect.runPromise(
        auditPayments({ storage: { ...shop.storage, sums }, scope, bank: shop.box.bank })
      )
    const none = await auditWith(() => Effect.succeed([]))
    const what = "the balance of ledger_groups under all merchant_payable EUR"
    expect(none).toContain(`${what} is missing from the store, and its rows add -1250`)
    const wrong = await auditWith((...asked) =>
      Effect.map(shop.storage.sums(...asked), (sums) =>
        sums.map(({ key, amount }) => ({ key, amount: amount + 1n }))
      )
    )
    expect(wrong).toContain(`${what} is -1249 in the store, but its rows add -1250`)
    const more = await auditWith(() => Effect.succeed([{ key: "all cash EUR", amount: 5n }]))
    expect(more.join()).toContain("under all cash EUR is 5 in the store, but its rows add nothing")
  })
})
