import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import Database from "better-sqlite3"
import { Client } from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { storageAt } from "../../storageAt.ts"
import { fillStore, testEngines } from "../../testing/filledStore.ts"
import { runLine } from "../../testing/runLine.ts"
import { sandboxStore } from "../../testing/sandboxStore.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

const folder = temporaryFolder()
const store = await sandboxStore(folder)
const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const main = fileURLToPath(new URL("../../main.ts", import.meta.url))

interface Audit {
  readonly findings: ReadonlyArray<{ readonly rule: string; readonly sentence: string }>
  readonly counts: Readonly<Record<string, number>>
  readonly rows: number
  readonly payments: number
}

/** Runs the command in a process of its own, as a shell does. */
const auditIn = (...args: ReadonlyArray<string>) => {
  const line = ["--conditions=source", main, "audit", ...args, "--json"]
  const { status, stdout } = spawnSync(process.execPath, line, { cwd: folder, encoding: "utf8" })
  return { status, audit: JSON.parse(stdout) as Audit }
}

/** Changes a copy of the store by hand, without the triggers that protect append-only rows. */
const changed = (sql: string): string => {
  const file = store.copy()
  const raw = new Database(file)
  const triggers = raw
    .prepare<[], { readonly name: string; readonly sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    )
    .all()
  for (const { name } of triggers) raw.exec(`DROP TRIGGER "${name}"`)
  raw.exec(sql)
  for (const trigger of triggers) raw.exec(trigger.sql)
  raw.close()
  return file
}

/** The events of its first seconds need no delivery, and all events of the store are from these. */
const endpointOfYesterday = `UPDATE webhook_endpoints
  SET doc = json_set(doc, '$[1].created', doc ->> '$[1].created' - 86400000)`

describe("payloom audit", () => {
  it("exits with 0 if there is no finding, and says how much it read", () => {
    const { status, audit } = auditIn("--database", store.file)
    expect(audit).toMatchObject({ findings: [], counts: {}, payments: 13 })
    expect(audit.rows).toBeGreaterThan(100)
    expect(status).toBe(0)
  })

  it.each([
    ["ledger-payment", "UPDATE payments SET doc = json_set(doc, '$.amountCaptured', '1249')"],
    ["ledger-balance", `UPDATE ledger_groups SET doc = replace(doc, '"-1250"', '"-1249"')`],
    ["payment-status", "UPDATE attempts SET doc = json_set(doc, '$.status', 'voided')"],
    ["row-form", "UPDATE attempts SET doc = json_remove(doc, '$[1].facts', '$.facts')"],
    ["row-form", "UPDATE customers SET doc = '{'"],
    ["change-has-event", "DELETE FROM events"],
    ["jobs-exact", "DELETE FROM jobs WHERE kind = 'bill_subscription'"],
    ["deliveries-complete", `${endpointOfYesterday}; DELETE FROM webhook_deliveries`],
    ["subscription-fields", "DELETE FROM billing_cycles WHERE doc LIKE '%\"sequence\":4%'"]
  ])("exits with 3 if %s finds rows that were changed by hand", (rule, sql) => {
    const { status, audit } = auditIn("--database", changed(sql))
    expect(Object.keys(audit.counts)).toContain(rule)
    expect(status).toBe(3)
  })

  it("prints findings as a table, and counts those above --limit", async () => {
    const file = changed("DELETE FROM events")
    const { code, stdout } = await runLine(["audit", "--database", file, "--limit", "2"])
    expect(code).toBe(3)
    expect(stdout).toMatch(/^\d+ rows with 13 payments audited\n/)
    expect(stdout).toMatch(/change-has-event +payment_\w+ +payment_\w+ \(\w+\) has no event/)
    expect(stdout).toMatch(/2 of \d+ findings are shown\. All by rule:\n/)
  })

  it("expects no dropped events of rows before --events-since", async () => {
    const file = changed("DELETE FROM events")
    const countsSince = async (time: string) => {
      const line = ["audit", "--database", file, "--events-since", time, "--json"]
      return Object.keys((JSON.parse((await runLine(line)).stdout) as Audit).counts)
    }
    expect(await countsSince("2000-01-01")).toContain("change-has-event")
    expect(await countsSince("2100-01-01")).not.toContain("change-has-event")
  })

  it("compares with the bank of payloom start, if --with-providers is given", async () => {
    const [file, secret] = [join(folder, "started.db"), "a secret of the audited sandbox"]
    const box = sandbox({ secret, journal: `${file}.bank` })
    const options = { ...box.setup, workers: false, onLog: () => undefined }
    const payloom = await Payloom.make({ ...options, storage: storageAt(file) })
    const shop = await box.openShop(payloom)
    const paymentInstrument = await box.saveCard(shop, "approved")
    await shop.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: "one" }
    )
    await payloom.close()
    const withBank = ["audit", "--database", file, "--with-providers", "--json"]
    const env = { PAYLOOM_SECRET: secret }
    expect(await runLine(withBank, { env })).toMatchObject({ code: 0 })
    const journal = readFileSync(`${file}.bank`, "utf8")
    writeFileSync(`${file}.bank`, journal.replaceAll("1250", "1251"))
    const { code, stdout } = await runLine(withBank, { env })
    expect([code, Object.keys(JSON.parse(stdout).counts)]).toEqual([3, ["charge-counterpart"]])
    const without = await runLine(["audit", "--database", store.file, "--with-providers"])
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining("DATABASE.bank") })
  })

  it("refuses a store that is not there, and a line without a store", async () => {
    const missing = await runLine(["audit", "--database", "nowhere.db"], { cwd: folder })
    expect(missing).toMatchObject({ code: 1, stdout: "" })
    expect(missing.stderr).toContain("nowhere.db")
    const nothing = await runLine(["audit"])
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining("--database") })
  })

  it("audits the storage of a setup, such as cells", async () => {
    const adapter = import.meta.resolve("@payloom/adapter-sqlite")
    const cells = import.meta.resolve("@payloom/cells")
    const setup = join(folder, "setup.mjs")
    const files = ["directory.db", "a.db", "b.db"].map((name) => join(folder, name))
    const [directory, a, b] = files.map((file) => `sqlite(${JSON.stringify(file)})`)
    writeFileSync(
      setup,
      `import { sqlite } from ${JSON.stringify(adapter)}
       import { cells } from ${JSON.stringify(cells)}
       export const storage = cells({ directory: ${directory}, cells: { a: ${a}, b: ${b} } })
       export default { storage }`
    )
    const { storage } = await import(setup)
    const engines = testEngines()
    const payloom = await engines.open(storage)
    await fillStore(engines, payloom)
    await payloom.close()
    const audit = () => runLine(["audit", "--setup", setup, "--json"])
    const correct = await audit()
    expect(JSON.parse(correct.stdout)).toMatchObject({ findings: [], payments: 13 })
    expect(correct.code).toBe(0)
    const env = { PAYLOOM_SETUP: setup }
    expect((await runLine(["audit"], { env })).code).toBe(0)
    const both = await runLine(["audit"], { env: { ...env, PAYLOOM_DATABASE: store.file } })
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("are both set") })
    for (const file of files.slice(1)) {
      const raw = new Database(file)
      raw.exec("DELETE FROM billing_cycles")
      raw.close()
    }
    expect(await audit()).toMatchObject({ code: 3 })
  })

  it.skipIf(server === null)("audits cells on PostgreSQL", async () => {
    const connection = (await server?.newDatabase()) ?? ""
    const module = (name: string) => JSON.stringify(import.meta.resolve(`@payloom/${name}`))
    const file = join(folder, "postgres.mjs")
    writeFileSync(
      file,
      `import { postgres } from ${module("adapter-postgres")}
       import { cells } from ${module("cells")}
       const at = (schema) => postgres({ connection: ${JSON.stringify(connection)}, schema })
       export const storage = cells({ directory: at("directory"), cells: { a: at("a") } })
       export default { storage }`
    )
    const { storage } = await import(file)
    const engines = testEngines()
    const payloom = await engines.open(storage)
    await fillStore(engines, payloom)
    await payloom.close()
    const { code, stdout } = await runLine(["audit", "--setup", file, "--json"])
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { findings: [], payments: 13 }])
  })

  it.skipIf(server === null)("audits a database of PostgreSQL", async () => {
    const location = (await server?.newDatabase()) ?? ""
    const engines = testEngines()
    const payloom = await engines.open(storageAt(location))
    await fillStore(engines, payloom)
    await payloom.close()
    const { status, audit } = auditIn("--database", location)
    expect([status, audit.findings, audit.payments]).toEqual([0, [], 13])
    const lost = await auditUntilLost(location)
    expect(lost.code).toBe(1)
    expect(JSON.parse(lost.stdout).error.reason).toBe("database_unavailable")
  })
})

/** Audits a database of PostgreSQL that ends the connection of the audit while it reads. */
const auditUntilLost = async (location: string) => {
  const [lock, other] = [new Client(location), new Client(location)]
  await Promise.all([lock.connect(), other.connect()])
  await lock.query("BEGIN; LOCK payloom.webhook_deliveries")
  const auditing = runLine(["audit", "--database", location, "--json"])
  const endWaiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()`
  await expect.poll(async () => (await other.query(endWaiting)).rowCount).toBe(1)
  const result = await auditing
  await Promise.all([lock.end(), other.end()])
  return result
}
