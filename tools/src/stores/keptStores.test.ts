import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { LedgerGroupCollection, type Merchant, type Payment } from "@payloom/core"
import { type ManualClock, manualClock } from "@payloom/testkit"
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type Asked, type KeptStore, keptReleases, layOut } from "./keptStores.ts"
import { type OpenEngine, openEngine } from "./openEngine.ts"
import { seedFixtureStore } from "./seedFixtureStore.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payloom-kept-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Opens a kept store with this release's engine. */
const reopen = async (store: KeptStore) => {
  const clock = manualClock(store.leftAt)
  const engine = await openEngine(folder, clock)
  const shop = engine.payloom.merchant({ tenant: store.tenant, mode: "test" })
  return { store, clock, shop, ...engine }
}

type Reopened = Awaited<ReturnType<typeof reopen>>

const ask = async ({ handler }: OpenEngine, { method, path, headers, body }: Asked) => {
  const url = `https://api.example${path}`
  const response = await handler(new Request(url, { method, headers, body }))
  return { status: response.status, text: await response.text() }
}

/** Lets time pass and runs due jobs. The bank sends its notifications twice a day. */
const pass = async (
  { payloom, box }: OpenEngine,
  clock: ManualClock,
  ms: number
): Promise<void> => {
  for (let left = ms; left > 0; left -= 12 * hour) {
    await clock.elapse(Math.min(left, 12 * hour), payloom)
    await clock.until(box.notify(payloom))
    await clock.elapse(0, payloom)
  }
}

const allOf = async (shop: Merchant): Promise<ReadonlyArray<Payment>> => {
  const all: Array<Payment> = []
  for await (const payment of shop.payments.iterate()) all.push(payment)
  return all
}

const hasKey = ({ headers }: Asked): boolean => headers["idempotency-key"] !== undefined

const underWay: ReadonlySet<string> = new Set(["processing", "authenticating", "requires_payment"])

/** Removes a session's token, which is shown only once. */
const withoutToken = (answer: Asked["answer"]) =>
  answer && { ...answer, text: answer.text.replace(/,"session_token":"[^"]*"/, "") }

/** Checks that balances and statements contain every ledger group of all releases. */
const booksAreWhole = async ({ payloom, shop }: Reopened): Promise<void> => {
  const groups = await Effect.runPromise(
    payloom.services.storage.page(shop.scope, LedgerGroupCollection, { order: "asc", limit: 1_000 })
  )
  const entries = groups.flatMap(({ row: { id, currency, entries } }) =>
    entries.map(({ account, amount }) => ({ id, account, currency, amount }))
  )
  const balances = await shop.ledger.trialBalance()
  expect(balances.length).toBeGreaterThan(2)
  for (const { account, currency, balance } of balances) {
    const own = entries.filter((entry) => entry.account === account && entry.currency === currency)
    expect(own.reduce((sum, { amount }) => sum + amount, 0n)).toBe(balance)
    const { data, closing } = await shop.ledger.statement(account, { currency })
    expect(data.map(({ group }) => group)).toEqual([...new Set(own.map(({ id }) => id))])
    expect(closing).toEqual([{ account, currency, balance }])
  }
}

/** Checks that a store of any release still works. */
const goesOn = async (reopened: Reopened): Promise<void> => {
  const { store, shop, payloom, box, clock } = reopened
  await booksAreWhole(reopened)
  const before = await allOf(shop)
  expect(before.filter(({ status }) => underWay.has(status)).length).toBeGreaterThan(5)
  // Every stored answer is repeated.
  for (const asked of store.asked.filter((each) => each.answer !== null && hasKey(each))) {
    expect(await clock.until(ask(reopened, asked))).toEqual(withoutToken(asked.answer))
  }
  // All work in flight is completed, and nobody is charged twice.
  await pass(reopened, clock, hour)
  for (const asked of store.asked.filter((each) => each.answer === null)) {
    const { status, text } = await clock.until(ask(reopened, asked))
    expect([status, ["payment", "refund"].includes(JSON.parse(text).object)]).toEqual([200, true])
  }
  await pass(reopened, clock, 9 * day)
  const after = await allOf(shop)
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(after.filter(({ status }) => underWay.has(status))).toEqual([])
  for await (const { status } of shop.checkout.iterate()) {
    expect(["succeeded", "expired"]).toContain(status)
  }
  await booksAreWhole(reopened)
  expect(await box.audit(payloom)).toEqual([])
  expect(await Effect.runPromise(box.bank.doubled())).toEqual([])
}

describe("a store of an earlier release", () => {
  it.each(keptReleases())(
    "%s is opened and read, and its payments in flight are completed",
    async (release) => {
      const reopened = await reopen(layOut(release, folder))
      await goesOn(reopened)
      await reopened.payloom.close()
    }
  )

  it("is like a store of this release", async () => {
    const clock = manualClock("2026-11-22T12:00:00Z")
    const reopened = await reopen(await seedFixtureStore(folder, clock, "this"))
    await goesOn(reopened)
    await reopened.payloom.close()
  })
})
