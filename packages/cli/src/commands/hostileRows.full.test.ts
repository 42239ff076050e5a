import { randomUUID } from "node:crypto"
import { join } from "node:path"
import type { Merchant } from "@payloom/core"
import Database from "better-sqlite3"
import { beforeAll, describe, expect, it } from "vitest"
import { storageAt } from "../storageAt.ts"
import { testEngines } from "../testing/filledStore.ts"
import { runLine } from "../testing/runLine.ts"
import { temporaryFolder } from "../testing/temporaryFolder.ts"

const marker = "A text of others"

/** It clears a terminal, sets its title, turns its text around, and begins a formula. */
const hostile =
  '=HYPERLINK("https://evil.example")\u001b[2J\u001b]0;title\u0007\u009b31m\u202eright\u2066\u200f\r\n\u2028\ufeff'

const folder = temporaryFolder()
const file = join(folder, "hostile.db")
const key = () => ({ idempotencyKey: randomUUID() })

interface Made {
  readonly payment: string
  readonly declined: string
  readonly subscription: string
}

let env: Readonly<Record<string, string>>
let made: Made

beforeAll(async () => {
  const engines = testEngines()
  const payloom = await engines.open(storageAt(file))
  const shop = await engines.box.openShop(payloom)
  made = await fill(shop, engines.box)
  await payloom.runDue()
  const { tenant } = shop.scope
  await payloom.close()
  plant(hostile)
  env = {
    PAYLOOM_DATABASE: file,
    PAYLOOM_SECRET: engines.box.setup.secret,
    PAYLOOM_TENANT: tenant,
    NO_COLOR: "1"
  }
})

const fill = async (shop: Merchant, box: ReturnType<typeof testEngines>["box"]): Promise<Made> => {
  const { id: customer } = await shop.customers.create(
    { name: marker, email: "payer@example.com", reference: marker },
    key()
  )
  const pay = async (card: "approved" | "insufficient_funds") => {
    const paymentInstrument = await box.saveCard(shop, card)
    const metadata = { order: marker, [marker]: "1" }
    const payment = { amount: 1250n, currency: "EUR", type: "one_off", metadata } as const
    return (await shop.payments.create({ ...payment, paymentInstrument }, key())).id
  }
  const [payment, declined] = [await pay("approved"), await pay("insufficient_funds")]
  await shop.payments.refund(payment, { amount: 100n, reason: marker }, key())
  const [mid] = await shop.routing.listMids()
  if (mid === undefined) throw new Error("The shop has no account.")
  await shop.routing.updateMid(mid.id, { name: marker })
  await shop.routing.setRules([
    { name: marker, conditions: {}, order: "listed", targets: [{ mid: mid.id, weight: 0 }] }
  ])
  const interval = { unit: "month", count: 1 } as const
  const plan = await shop.plans.create(
    { name: marker, amount: 900n, currency: "EUR", interval },
    key()
  )
  const card = await box.saveCard(shop, "approved")
  const owner = (await shop.paymentInstruments.retrieve(card)).customer
  const subscription = await shop.subscriptions.create(
    { customer: owner, paymentInstrument: card, plan: plan.id },
    key()
  )
  expect(customer).toMatch(/^customer_/)
  return { payment, declined, subscription: subscription.id }
}

/** Puts a text in place of the marker into every row, as no operation would let it in. */
const plant = (text: string) => {
  const raw = new Database(file)
  const escaped = JSON.stringify(text).slice(1, -1)
  const tables = raw
    .prepare("SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE c.name = 'doc'")
    .pluck()
    .all() as ReadonlyArray<string>
  // Triggers forbid to change events.
  const triggers = raw
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all() as ReadonlyArray<{ readonly name: string; readonly sql: string }>
  for (const { name } of triggers) raw.exec(`DROP TRIGGER "${name}"`)
  let rows = 0
  for (const table of tables) {
    const change = raw.prepare(`UPDATE "${table}" SET doc = replace(doc, ?, ?) WHERE doc LIKE ?`)
    rows += change.run(marker, escaped, `%${marker}%`).changes
  }
  for (const { sql } of triggers) raw.exec(sql)
  raw.close()
  expect(rows).toBeGreaterThan(8)
}

const lines = (): ReadonlyArray<string> => [
  "payments list",
  `payments show ${made.payment}`,
  `payments explain ${made.payment}`,
  `payments explain ${made.declined}`,
  `payments refund ${made.payment} --amount 1 --yes`,
  `subscriptions show ${made.subscription}`,
  "events tail --from 1d --once",
  "ledger balance",
  "ledger statement merchant_payable",
  "ledger statement merchant_payable --csv",
  "mids list",
  "rules list",
  "keys list",
  "jobs",
  "alerts list",
  "doctor"
]

const views = [
  { name: "in a pipe", more: [], options: {} },
  { name: "on a narrow terminal", more: [], options: { columns: 60 } },
  { name: "as JSON", more: ["--json"], options: {} }
]

describe("a command on rows with texts that attack a terminal", () => {
  it.each(views)("prints none of them raw $name", async ({ more, options }) => {
    let shown = 0
    for (const line of lines()) {
      const { stdout, stderr } = await runLine([...line.split(" "), ...more], { env, ...options })
      const text = line.endsWith("--csv") ? stdout.replaceAll("\r\n", "\n") : stdout
      expect([line, (text + stderr).match(/(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\ufeff]/u)]).toEqual([
        line,
        null
      ])
      if (text.includes("HYPERLINK")) shown += 1
      if (more.length === 0) continue
      for (const document of line.startsWith("events tail") ? text.trim().split("\n") : [text]) {
        expect([line, typeof JSON.parse(document)]).toEqual([line, "object"])
      }
    }
    expect(shown).toBeGreaterThan(3)
  })
})
