import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import { collections, type DisputeStage, Payloom, type PayloomSetup } from "@payloom/core"
import { manualClock, memory, sandbox, sandboxBooks, storedRows } from "@payloom/testkit"
import Database from "better-sqlite3"
import { Clock, Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import type { Audited } from "./Audited.ts"
import { audit, ruleNames } from "./audit.ts"
import type { RawRow } from "./rows/RawRows.ts"
import { sqliteRows, sqliteSource } from "./rows/sqliteRows.ts"
import { timeAfter } from "./rules/calendar.ts"
import { madeAt } from "./rules/madeAt.ts"
import { auditStore } from "./store/auditStore.ts"
import { readCollections } from "./store/linkOf.ts"
import { idMadeAt } from "./testing/idMadeAt.ts"

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-auditor-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Course {
  readonly splits?: ReadonlyArray<{ readonly account: string; readonly amount: bigint }>
  /** The disputed amounts before the refund and after it. By default nothing is disputed. */
  readonly disputed?: readonly [before: bigint, after: bigint]
}

/** Charges 12.50 EUR, refunds 2.50 EUR, and returns the engine's rows and the bank's books. */
const paid = async (
  storage: PayloomSetup<unknown>["storage"] = memory(),
  { disputed, ...more }: Course = {}
): Promise<Audited> => {
  const clock = manualClock()
  const box = sandbox()
  const payloom = await Payloom.make({ ...box.setup, storage, clock, workers: false })
  const shop = await box.openShop(payloom)
  const paymentInstrument = await box.saveCard(shop, "approved")
  const { id } = await shop.payments.create(
    { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument, ...more },
    { idempotencyKey: "order-1" }
  )
  const run = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.runPromise(Effect.provideService(effect, Clock.Clock, clock))
  const dispute = async (stage: DisputeStage, amount: bigint | undefined) => {
    if (amount === undefined) return
    const payment = await shop.payments.retrieve(id)
    await run(box.dispute(payment, { dispute: "dispute-1", stage, amount }))
    await box.notify(payloom)
    await clock.elapse(1000, payloom)
  }
  await dispute("chargeback_received", disputed?.[0])
  await shop.payments.refund(id, { amount: 250n }, { idempotencyKey: "refund-1" })
  await clock.elapse(60_000, payloom)
  await dispute("pre_arbitration", disputed?.[1])
  const rows = await run(storedRows(payloom.services.storage))
  const providers = await run(sandboxBooks(box.bank, ["sandbox"]))
  await payloom.close()
  return { rows, providers, now: clock.now(), isSettled: true }
}

/** Changes all rows of a collection. */
const forged = (
  audited: Audited,
  collection: string,
  change: (row: RawRow) => ReadonlyArray<RawRow>
): Audited => ({
  ...audited,
  rows: {
    ...audited.rows,
    collections: {
      ...audited.rows.collections,
      [collection]: (audited.rows.collections[collection] ?? []).flatMap(change)
    }
  }
})

const set = (fields: object) => (row: RawRow) => [{ ...row, doc: { ...row.doc, ...fields } }]

const rulesOf = (audited: Audited): ReadonlyArray<string> => [
  ...new Set(audit(audited).map(({ rule }) => rule))
]

it("an audit of correct books has no finding, with the providers' books and without", async () => {
  const { providers, ...audited } = await paid()
  expect(audit(audited)).toEqual([])
  expect(audit({ ...audited, ...(providers === undefined ? {} : { providers }) })).toEqual([])
})

it("a finding names its rule, its row and the error", async () => {
  const audited = await paid()
  const id = audited.rows.collections.payments?.[0]?.doc.id
  const found = audit(forged(audited, "payments", set({ amountCaptured: "1249" })))
  expect(found).toContainEqual({
    rule: "ledger-payment",
    row: id,
    sentence: `${id} has 1249 captured, and 1250 in the ledger.`
  })
  for (const { rule } of found) expect(ruleNames).toContain(rule)
})

it.each([
  ["charge-counterpart", "attempts", () => []],
  ["attempts-serial", "attempts", set({ settledAt: null })],
  ["payment-status", "payments", set({ status: "declined" })],
  ["headroom", "payments", set({ amountReserved: "1300" })],
  ["change-counterpart", "modifications", set({ status: "failed" })],
  ["ledger-totals", "ledger_groups", () => []],
  ["change-has-event", "events", () => []],
  ["jobs-exact", "attempts", set({ status: "unknown" })],
  ["replays-equal", "idempotency_records", set({ answer: null })]
] as const)("a row that was changed is found by %s", async (rule, collection, change) => {
  expect(rulesOf(forged(await paid(), collection, change))).toContain(rule)
})

it("a row lacks no events if it is older than the events that the store keeps", async () => {
  const audited = forged(await paid(), "events", () => [])
  const created = Number(audited.rows.collections.payments?.[0]?.doc.created)
  expect(rulesOf({ ...audited, eventsSince: created })).toEqual(["change-has-event"])
  expect(rulesOf({ ...audited, eventsSince: audited.now + 1 })).toEqual([])
})

it("the id of a row shows when it was made", async () => {
  const [payment] = (await paid()).rows.collections.payments ?? []
  expect(madeAt(String(payment?.doc.id))).toBe(Number(payment?.doc.created))
})

describe("the job of a webhook", () => {
  const kind = "deliver_webhook/endpoint_1"
  const withJob = (audited: Audited, job: object, endpoint: object = {}): Audited => {
    const doc = { id: "job_1", kind, dueAt: audited.now + 1000, leasedUntil: null, ...job }
    const to = { id: "endpoint_1", created: audited.now, types: null, ...endpoint }
    const row = { tenant: "tenant_1", mode: "test", version: 1 }
    const collections = {
      ...audited.rows.collections,
      jobs: [{ ...row, doc }],
      webhook_endpoints: [{ ...row, doc: to }]
    }
    return { ...audited, rows: { ...audited.rows, collections } }
  }
  const madeBefore = ({ now }: Audited, ms: number) => idMadeAt("delivery", now - ms)

  it("is left over if its delivery is gone, unless this was deleted after 30 days", async () => {
    const audited = await paid()
    const kept = 30 * 86_400_000
    const young = madeBefore(audited, kept - 1)
    expect(audit(withJob(audited, { subject: young })).map(({ sentence }) => sentence)).toEqual([
      `The job ${kind} ${young} is left over.`
    ])
    expect(audit(withJob(audited, { subject: madeBefore(audited, kept) }))).toEqual([])
  })

  it("may keep a lease that has ended only while its endpoint is disabled", async () => {
    const audited = await paid()
    const subject = madeBefore(audited, 31 * 86_400_000)
    const rules = (status: string) =>
      rulesOf(withJob(audited, { subject, leasedUntil: 1, dueAt: 1 }, { status }))
    expect(rules("enabled")).toContain("nothing-in-flight")
    expect(rules("disabled")).toEqual([])
  })
})

it("a refund of disputed money is found, unless the dispute grew after it", async () => {
  const audited = await paid(memory(), { disputed: [1000n, 1200n] })
  expect(audit(audited)).toEqual([])
  const grown = forged(audited, "events", ({ doc, ...row }) => {
    const text = JSON.stringify(doc).replaceAll('"amount":"1000"', '"amount":"1001"')
    return [{ ...row, doc: JSON.parse(text) }]
  })
  expect(audit(grown).map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/has refund_\w+, which refunds disputed money/)
  ])
})

it("a refund that takes back another part than at the provider is found", async () => {
  const audited = await paid(memory(), { splits: [{ account: "acct_seller", amount: 500n }] })
  expect(audit(audited)).toEqual([])
  const change = set({ splits: [{ account: "acct_seller", amount: "501" }] })
  const sentences = audit(forged(audited, "modifications", change)).map((one) => one.sentence)
  expect(sentences.join()).toContain("has 501 of the 500 of acct_seller refunded")
  expect(sentences.join()).toContain("took back 501 of acct_seller, and 0 of acct_seller there")
  const reserved = set({ splitsReserved: { refunded: "250", parts: ["99"] } })
  expect(rulesOf(forged(audited, "payments", reserved))).toEqual(["splits"])
})

it.each([
  ["accepted", "before", 0],
  ["found", "after", 1]
])(
  "too many refunds are %s if one is pending since %s the provider's own",
  async (_, __, later) => {
    const audited = await paid()
    const both = forged(audited, "modifications", (row) => {
      const created = (row.doc.created as number) + later
      const pending = {
        id: "refund_2",
        amount: "1250",
        status: "pending",
        settledAt: null,
        created
      }
      return [...set({ origin: "provider" })(row), ...set(pending)(row)]
    })
    const found = audit(forged(both, "payments", set({ amountReserved: "1500" })))
    const hasTooMany = found.some(({ sentence }) => sentence.includes("more refunds than"))
    expect(hasTooMany).toBe(later === 1)
  }
)

it("an event may be handled after later ones only if it was replayed", async () => {
  const audited = await paid()
  const events = (audited.rows.collections.events ?? []).map(({ doc }) => doc.id)
  const inOrder = events.map((event) => ({ consumer: "books", event }))
  expect(rulesOf({ ...audited, handled: inOrder })).toEqual([])
  const late = inOrder.slice(0, 1)
  const handled = [...inOrder.slice(1), ...late]
  expect(rulesOf({ ...audited, handled })).toEqual(["consumers-complete"])
  const replayed = late.map((event) => ({ ...event, isReplay: true }))
  expect(rulesOf({ ...audited, handled: [...inOrder.slice(1), ...replayed] })).toEqual([])
})

it("an answer that was answers and is not stored is found", async () => {
  const audited = await paid()
  const request = { operation: "createPayment", idempotencyKey: "order-1", at: audited.now }
  const [stored] = audited.rows.collections.idempotency_records ?? []
  const body = String(stored?.doc.answer)
  expect(rulesOf({ ...audited, answers: [{ ...request, body }] })).toEqual([])
  const other = body.replace("1250", "1251")
  expect(rulesOf({ ...audited, answers: [{ ...request, body: other }] })).toEqual(["replays-equal"])
  const differing = { ...request, body, again: other }
  expect(rulesOf({ ...audited, answers: [differing] })).toEqual(["replays-equal"])
})

it("a charge that no attempt knows is found", async () => {
  const audited = await paid()
  const providers = audited.providers ?? { providers: [], charges: [], changes: [] }
  const strange = providers.charges.map((charge) => ({ ...charge, reference: "attempt_other" }))
  const charges = [...providers.charges, ...strange]
  expect(rulesOf({ ...audited, providers: { ...providers, charges } })).toEqual([
    "charge-counterpart"
  ])
})

it("the rows of a SQLite file are read with the balances that it keeps", async () => {
  const file = join(newFolder(), "payloom.db")
  const audited = await paid(sqlite(file))
  const rows = sqliteRows(file)
  expect(audit({ ...audited, rows })).toEqual([])
  expect(new Set(rows.totals)).toEqual(new Set(audited.rows.totals))
  const database = new Database(file)
  database.exec("UPDATE payments SET doc = json_set(doc, '$.amountRefunded', '1')")
  database.close()
  expect(rulesOf({ ...audited, rows: sqliteRows(file) })).toContain("headroom")
})

it("a SQLite file is audited in pages, with the findings of all rows at once", async () => {
  const file = join(newFolder(), "payloom.db")
  const { rows: _rows, ...audited } = await paid(sqlite(file))
  const correct = await auditStore(sqliteSource(file), audited)
  expect(correct).toMatchObject({ findings: [], counts: {}, payments: 1 })
  const database = new Database(file)
  database.exec("UPDATE payments SET doc = json_set(doc, '$.amountRefunded', '1')")
  database.close()
  const { findings } = await auditStore(sqliteSource(file), { ...audited, rowsAtOnce: 1 })
  const whole = audit({ ...audited, rows: sqliteRows(file) })
  expect(new Set(findings)).toEqual(new Set(whole))
  expect(findings.length).toBeGreaterThan(1)
})

it("the collections that an audit reads in pages are those of the engine", () => {
  const names = collections.map(({ name }) => name)
  expect(readCollections.filter((name) => !names.includes(name))).toEqual([])
})

it("the calendar ends a month without the anchor's day with its last day", () => {
  const anchor = Date.parse("2028-01-31T10:00:00Z")
  const monthly = { unit: "month", count: 1 } as const
  const days = [1, 2, 13].map((nth) => new Date(timeAfter(anchor, monthly, nth)).toISOString())
  expect(days.map((day) => day.slice(0, 10))).toEqual(["2028-02-29", "2028-03-31", "2029-02-28"])
})

it("an endpoint wants the events after the time in which it is stored", async () => {
  const audited = await paid()
  const published = audited.rows.collections.events?.find(({ doc }) => doc.published === true)
  const occurredAt = Number(published?.doc.occurredAt)
  const withEndpoint = (created: number): Audited => {
    const doc = { id: "endpoint_1", types: null, status: "enabled", created }
    const row = { ...published, version: 1, doc } as RawRow
    const { collections: all } = audited.rows
    return {
      ...audited,
      rows: { ...audited.rows, collections: { ...all, webhook_endpoints: [row] } }
    }
  }
  expect(rulesOf(withEndpoint(occurredAt - 10_000))).toEqual([])
  expect(rulesOf(withEndpoint(occurredAt - 10_001))).toEqual(["deliveries-complete"])
})
