import {
  declineBlock,
  EventCollection,
  insert,
  type LedgerGroup,
  LedgerGroupCollection,
  PaymentCollection,
  type PaymentRecord,
  type Storage,
  type Stored,
  storedRow,
  update
} from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { openShop, type Shop } from "../scenarios/testing/openShop.ts"
import { auditStorage } from "./auditStorage.ts"

type Meddle = (on: {
  readonly shop: Shop
  readonly storage: Storage["Service"]
  readonly payment: Stored<PaymentRecord>
}) => Effect.Effect<unknown, unknown>

/** Returns the errors of a commit that no engine would make. */
const findingsAfter = async (meddle: Meddle): Promise<string> => {
  const shop = await openShop()
  const { id } = await shop.pay("approved")
  expect(await shop.audit()).toEqual([])
  const { storage } = shop
  const found = await shop.run(storage.get(shop.shop().scope, PaymentCollection, id))
  const payment = await Effect.runPromise(Effect.fromOption(found))
  await shop.run(meddle({ shop, storage, payment }))
  return shop.commitFindings().join("\n")
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

describe("a watched storage", () => {
  it("finds an update whose previous row was never stored", async () => {
    const found = await findingsAfter(({ storage, payment }) => {
      const edited = storedRow(
        payment.scope,
        { ...payment.row, amountRefunded: 1n },
        payment.version
      )
      return rewrite(storage, edited, { amountRefunded: 0n })
    })
    expect(found).toContain("was updated from a row that was never stored")
  })

  it("finds a transition that the status machine forbids, and a missing decline", async () => {
    const found = await findingsAfter(({ storage, payment }) =>
      rewrite(storage, payment, { status: "declined" })
    )
    expect(found).toContain("went from succeeded to declined, which its machine forbids")
    expect(found).toMatch(/payment_\w+ does not say why/)
  })

  it("finds a decline of a payment that succeeded", async () => {
    const decline = declineBlock("do_not_honor", "soft", 0)
    const found = await findingsAfter(({ storage, payment }) =>
      rewrite(storage, payment, { decline })
    )
    expect(found).toContain("has a decline, though it is succeeded")
  })

  it("finds a ledger group that was written without its payment", async () => {
    const found = await findingsAfter(({ storage, payment }) =>
      storage.commit([
        insert(payment.scope, LedgerGroupCollection, groupOf(payment.row, [7n, -7n]))
      ])
    )
    expect(found).toContain("came without its payment")
  })

  it("finds an event that was written without its state", async () => {
    const found = await findingsAfter(({ shop, storage, payment }) =>
      Effect.gen(function* () {
        const [event] = yield* Effect.promise(() => shop.events())
        if (event === undefined) return
        const again = { ...event, id: event.id.replace(/.{4}$/, "ZZZZ") as typeof event.id }
        yield* storage.commit([insert(payment.scope, EventCollection, again)])
      })
    )
    expect(found).toContain("payment.succeeded came without the state of payment_")
  })
})

describe("the audit of a storage", () => {
  it("finds sums that differ from the ledger groups", async () => {
    const shop = await openShop()
    await shop.pay("approved")
    const auditWith = (sums: typeof shop.storage.sums) =>
      shop.run(auditStorage({ storage: { ...shop.storage, sums }, bank: shop.box.bank }))
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

  it("finds an event that is missing from the feed, and one that is there twice", async () => {
    const shop = await openShop()
    await shop.pay("approved")
    const auditWith = (change: (rows: ReadonlyArray<never>) => ReadonlyArray<never>) => {
      const feed: typeof shop.storage.feed = (of, query) =>
        Effect.map(shop.storage.feed(of, query), (page) => ({
          ...page,
          rows: change(page.rows as never)
        }))
      return shop.run(auditStorage({ storage: { ...shop.storage, feed }, bank: shop.box.bank }))
    }
    expect((await auditWith(() => [])).join()).toMatch(/event_\w+ is missing from the feed/)
    const twice = await auditWith((rows) => [...rows, ...rows])
    expect(twice.join()).toMatch(/event_\w+ is in the feed twice/)
  })
})
