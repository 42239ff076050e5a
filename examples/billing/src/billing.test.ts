import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { audit, type Books, type Document } from "./audit.ts"
import { booksInFile, booksOf } from "./books.ts"
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
    inMemory: true,
    onProgress: () => undefined
  })
  return { ...simulated, books: await booksOf(simulated) }
}

/** The books with one document of a table in place of another. */
const altered = (
  books: Books,
  table: "billing_cycles" | "payments",
  pick: (document: Document) => boolean,
  change: (document: Document) => ReadonlyArray<Document>
): Books => {
  const documents = [...books[table]]
  const at = documents.findIndex(pick)
  expect(at).toBeGreaterThanOrEqual(0)
  const [document = {}] = documents.slice(at)
  return { ...books, [table]: documents.toSpliced(at, 1, ...change(document)) }
}

describe("a hundred subscribers through nine months", () => {
  it("are billed as they were to be, and the audit finds whatever else the books say", async () => {
    const { lab, bank, lives, books, end } = await lived()
    expect(await lab.audit()).toEqual([])
    const found = audit(lives, books, end)
    expect(found.findings).toEqual([])
    expect(found.recovered).toBeGreaterThan(0)
    expect(found.lost).toBeGreaterThan(0)
    const expected = lives.flatMap((life) => expectedOf(life, end))
    expect(found.cycles).toBe(expected.length)
    expect(found.paid).toBe(expected.filter(({ status }) => status === "paid").length)

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
    const short = { ...books, bank: { ...books.bank, charges: books.bank.charges - 1 } }
    expect(audit(lives, short, end).findings).toEqual([expect.stringMatching(/^the bank approved/)])
    for (const [finding, doctored] of wrong) {
      expect(audit(lives, doctored, end).findings.join("\n")).toMatch(finding)
    }
    await lab.close()
    bank.close()
  }, 60_000)

  it("live each of the fates there are", () => {
    expect(new Set(livesOf(100, 9).map(({ fate }) => fate)).size).toBe(6)
  })
})

describe("subscribers who are billed by several processes", () => {
  it("are billed as they were to be though processes are killed at it", async () => {
    const killed = join(folder, "killed")
    mkdirSync(killed)
    const survived = await simulateKilled({
      subscriptions: 100,
      months: 2,
      folder: killed,
      workers: 2,
      kills: 3,
      killEveryMs: 150,
      onProgress: () => undefined
    })
    const { lives, file, bank, subscriptions, end } = survived
    expect(survived.kills).toBeGreaterThan(0)
    expect(audit(lives, booksInFile(file, bank, subscriptions), end).findings).toEqual([])
    bank.close()
  }, 120_000)
})
