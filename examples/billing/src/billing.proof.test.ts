import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type TrialDatabase, trialFile, trialServer } from "@payloom/example-kit/trialDatabase"
import { hasPostgres } from "@payloom/testkit/postgres"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { audit, type Books, type Document } from "./audit.ts"
import { booksAt, booksOf } from "./books.ts"
import { expectedOf, livesOf } from "./lives.ts"
import { simulate } from "./simulate.ts"
import { simulateKilled } from "./simulateKilled.ts"

const folder = mkdtempSync(join(tmpdir(), "payloom-billing-test-"))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lived = async () => {
  const simulated = await simulate({
    subscriptions: 100,
    months: 9,
    folder,
    storage: null,
    onProgress: () => undefined
  })
  return { ...simulated, books: await booksOf(simulated) }
}

/** Returns the rows with one document of a table replaced. */
const altered = (
  books: Books,
  table: "billing_cycles" | "payments",
  pick: (document: Document) => boolean,
  change: (document: Document) => ReadonlyArray<Document>
): Books => {
  const documents = [...(books[table] as Iterable<Document>)]
  const at = documents.findIndex(pick)
  expect(at).toBeGreaterThanOrEqual(0)
  const [document = {}] = documents.slice(at)
  return { ...books, [table]: documents.toSpliced(at, 1, ...change(document)) }
}

describe("a hundred subscribers in nine months", () => {
  it("are billed as expected, and the audit finds every altered row", async () => {
    const { lab, bank, lives, books, end } = await lived()
    expect(await lab.audit()).toEqual([])
    const found = await audit(lives, books, end)
    expect(found.findings).toEqual([])
    expect(found.recovered).toBeGreaterThan(0)
    expect(found.lost).toBeGreaterThan(0)
    const expected = lives.flatMap((life) => expectedOf(life, end))
    expect(found.cycles).toBe(expected.length)
    expect(found.paid).toBe(expected.filter(({ status }) => status === "paid").length)

    const declined = lives.filter(({ fate }) => fate === "recovers" || fate === "is_lost").length
    expect([found.pastDue, found.pastDueBlameless]).toEqual([declined, 0])

    const isPaid = ({ status }: Document) => status === "paid"
    const isTaken = ({ status, billingCycle }: Document) =>
      status === "succeeded" && billingCycle !== undefined
    const wrong: ReadonlyArray<readonly [RegExp, Books]> = [
      [/was paid 2 times/, altered(books, "payments", isTaken, (one) => [one, one])],
      [/was paid 0 times/, altered(books, "payments", isTaken, () => [])],
      [
        /was charged 901 EUR/,
        altered(books, "payments", isTaken, (one) => [{ ...one, amount: "901" }])
      ],
      [/has \d+ cycles, not \d+/, altered(books, "billing_cycles", isPaid, () => [])],
      [
        /is due .*, not /,
        altered(books, "billing_cycles", isPaid, (one) => [
          { ...one, dueAt: Number(one.dueAt) + 1 }
        ])
      ],
      [
        /is failed, not paid/,
        altered(books, "billing_cycles", isPaid, (one) => [{ ...one, status: "failed" }])
      ]
    ]
    const isDeclined = ({ status, billingCycle }: Document) =>
      status === "declined" && billingCycle !== undefined
    const blameless = { decline: { category: "technical" } }
    const allBlameless = [...(books.payments as Iterable<Document>)].map((one) =>
      isDeclined(one) ? { ...one, ...blameless } : one
    )
    const outage = await audit(lives, { ...books, payments: allBlameless }, end)
    expect(outage.pastDueBlameless).toBe(declined)
    expect(outage.findings[0]).toMatch(/is past due without a decline/)
    const silent = await audit(lives, { ...books, past_due: [] }, end)
    expect(silent.findings[0]).toMatch(/was never past due/)
    const short = { ...books, bank: { ...books.bank, charges: books.bank.charges - 1 } }
    expect((await audit(lives, short, end)).findings).toEqual([
      expect.stringMatching(/^the bank approved/)
    ])
    for (const [finding, doctored] of wrong) {
      expect((await audit(lives, doctored, end)).findings.join("\n")).toMatch(finding)
    }
    await lab.close()
    bank.close()
  })

  it("have every kind of course", () => {
    expect(new Set(livesOf(100, 9).map(({ fate }) => fate)).size).toBe(6)
  })
})

/**
 * Returns the findings after several processes, some of them killed, billed a hundred subscribers.
 */
const foundAfterKills = async (database: TrialDatabase): Promise<ReadonlyArray<string>> => {
  onTestFinished(database.stop)
  const own = mkdtempSync(join(folder, "killed-"))
  const survived = await simulateKilled({
    subscriptions: 100,
    months: 2,
    folder: own,
    storage: database.address,
    bankMs: 0,
    workers: 2,
    kills: 3,
    killEveryMs: 150,
    onProgress: () => undefined
  })
  const { lives, bank, subscriptions, end, kills } = survived
  const { findings } = await audit(lives, booksAt(database.address, bank, subscriptions), end)
  bank.close()
  return kills > 0 ? findings : ["no process was killed"]
}

const on = hasPostgres ? "" : " (PostgreSQL is not installed here)"

describe("subscribers who are billed by several processes", () => {
  it("are billed as expected even if processes are killed meanwhile", async () => {
    expect(await foundAfterKills(trialFile(folder))).toEqual([])
  })

  it.skipIf(!hasPostgres)(`are billed as expected on PostgreSQL${on}`, async () => {
    expect(await foundAfterKills(await trialServer())).toEqual([])
  })
})
