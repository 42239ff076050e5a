import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom, type ReconcileReport } from "@payloom/core"
import { type CommitFault, mortalStorage } from "@payloom/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { actNames, atBank, happen, type RandomShop, type ShopAct } from "../testing/randomShop.ts"
import { openRestoredShop, type RestoredShop } from "../testing/restoring.ts"

/** `RECONCILE_SEEDS=300 npx vitest run …` runs so many, from the seed in `RECONCILE_SEED`. */
const seeds = Number(process.env.RECONCILE_SEEDS ?? 6)

const day = 86_400_000

interface Fault {
  readonly commit: number
  readonly is: CommitFault
}

interface Case {
  readonly before: ReadonlyArray<ShopAct>
  readonly after: ReadonlyArray<ShopAct>
  /** The kills of the reconciliation, one after another. */
  readonly kills: ReadonlyArray<Fault>
  readonly isTwice: boolean
  readonly lostMs: number
}

const anAct = fc.record({ act: fc.constantFrom(...actNames), of: fc.nat({ max: 59 }) })

const aCase: fc.Arbitrary<Case> = fc.record({
  before: fc.array(anAct, { maxLength: 8 }),
  after: fc.array(anAct, { minLength: 1, maxLength: 10 }),
  kills: fc.array(
    fc.record({
      commit: fc.integer({ min: 1, max: 9 }),
      is: fc.constantFrom("dies_before" as const, "dies_after" as const)
    }),
    { maxLength: 2 }
  ),
  isTwice: fc.boolean(),
  lostMs: fc.constantFrom(0, 3 * day)
})

const open = async (): Promise<RandomShop> => {
  const store = await openRestoredShop()
  const shop = store.shop()
  const { tenants } = store.payloom()
  await tenants.updateAccount(shop.scope, { returnOrigins: ["https://shop.example"] })
  const { secret } = await tenants.createApiKey(shop.scope, "publishable")
  const cards = [
    await store.box.saveCard(shop, "approved"),
    await store.box.saveCard(shop, "cascade"),
    await store.box.saveCard(shop, "insufficient_funds")
  ]
  return { store, cards, payments: [], publishableKey: secret }
}

/** Reconciles in a process that is killed at a commit. */
const killed = async (store: RestoredShop, { commit, is }: Fault): Promise<void> => {
  const storage = mortalStorage(sqlite(store.file()))
  storage.meet((nth) => (nth === commit ? is : undefined))
  const { box, clock } = store
  const setup = { ...box.setup, clock, storage: storage.layer, onLog: () => undefined }
  const reconciling = store.clock.until(Payloom.reconcile(setup))
  reconciling.catch(() => undefined)
  await Promise.race([reconciling, storage.death()]).catch(() => undefined)
}

const reconcileAll = async (store: RestoredShop, { kills, isTwice }: Case) => {
  for (const kill of kills) await killed(store, kill)
  const reconciling = [store.reconcile(), ...(isTwice ? [store.reconcile()] : [])]
  const reports = await Promise.all(reconciling.map((one) => store.clock.until(one)))
  return reports[0] as ReconcileReport
}

/** The captured and the refunded money of the bank, and ours. */
const booksOf = async ({ store }: RandomShop) => {
  const totals = Object.values(await atBank(store, store.box.bank.totals()))
  const sum = (amounts: ReadonlyArray<bigint>) => amounts.reduce((all, next) => all + next, 0n)
  const ours = { captured: 0n, refunded: 0n }
  for await (const { amountCaptured, amountRefunded } of store.shop().payments.iterate()) {
    ours.captured += amountCaptured
    ours.refunded += amountRefunded
  }
  const bank = {
    captured: sum(totals.map(({ captured }) => captured)),
    refunded: sum(totals.map(({ refunded }) => refunded))
  }
  return { bank, ours }
}

/** A subscription that was created after the backup is lost, with the cards of its payer. */
const lostSubscriptions: ReadonlyArray<string> = [
  "The books can't pay its billing cycle with it. Check or create its subscription.",
  "A subscription began with it, and its card is lost. Create the subscription again."
]

const loseAndReconcile = async (given: Case) => {
  const shop = await open()
  const { store } = shop
  for (const act of given.before) await happen(shop, act)
  await store.backUp()
  for (const act of given.after) await happen(shop, act)
  await store.restore()
  if (given.lostMs > 0) await store.clock.advance(given.lostMs)
  const report = await reconcileAll(store, given)
  const rest = report.accounts
    .flatMap(({ findings, problems }) => [
      ...findings.flatMap((finding) => finding.rest ?? []),
      ...problems
    ])
    .filter((task) => !lostSubscriptions.includes(task))
  if (!report.isReleased) await store.clock.until(store.reconcile({ acceptRest: true }))
  await store.start()
  await store.clock.elapse(4 * day, store.payloom())
  await store.box.notify(store.payloom(), { again: true })
  await store.clock.elapse(day, store.payloom())
  const { bank, ours } = await booksOf(shop)
  const doubled = await atBank(store, store.box.bank.doubled())
  const audit = await store.box.audit(store.payloom())
  await store.close()
  return { rest, bank, ours, doubled, audit }
}

describe("a store that is lost after random acts, and restored from a backup before them", () => {
  it("has the books of the bank to the cent again, whichever process was killed", () =>
    fc.assert(
      fc.asyncProperty(aCase, async (given) => {
        const { rest, bank, ours, doubled, audit } = await loseAndReconcile(given)
        expect({ rest, doubled, audit, ...ours }).toEqual({
          rest: [],
          doubled: [],
          audit: [],
          ...bank
        })
      }),
      { numRuns: seeds, seed: Number(process.env.RECONCILE_SEED ?? 20_261_126) }
    ))
})
