import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Payloom } from "@payloom/core"
import { manualClock, refusingAccount } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import pg from "pg"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { storageAt } from "../../storageAt.ts"
import { doctorOn } from "../../testing/examine.ts"
import { fillStore, testEngines } from "../../testing/filledStore.ts"
import { runLine } from "../../testing/runLine.ts"
import { sandboxStore } from "../../testing/sandboxStore.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

const folder = temporaryFolder()
const store = await sandboxStore(folder)
const { expectProblem, expectWarning } = doctorOn(store, folder)

/** Only the role `ada` needs a password, and `eve` has no entry. */
const rules = join("/tmp", `payloom-hba-${process.pid}.conf`)
writeFileSync(
  rules,
  ["payloom trust", "bob trust", "ada scram-sha-256"]
    .map((rule) => `host all ${rule.replace(" ", " 127.0.0.1/32 ")}\n`)
    .join("")
)

const server = hasPostgres ? await startPostgres({ hba_file: rules, max_connections: "12" }) : null

afterAll(async () => {
  await server?.stop()
  rmSync(rules)
})

/** Runs statements on a database as its owner. */
const sql = async (address: string, statements: string): Promise<void> => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(statements)
  await client.end()
}

/** Returns an address for another role. */
const as = (address: string, user: string, password = ""): string => {
  const url = new URL(address)
  url.username = user
  url.password = password
  return url.href
}

describe.skipIf(server === null)("doctor on a real PostgreSQL", () => {
  const usedDatabase = async () => {
    const engines = testEngines()
    const location = (await server?.newDatabase()) ?? ""
    const payloom = await engines.open(storageAt(location))
    await fillStore(engines, payloom, 1)
    await payloom.close()
    return location
  }

  it("finds a wrong password, a missing password, and a right one", async () => {
    const location = await usedDatabase()
    await sql(location, "CREATE ROLE ada LOGIN PASSWORD 'sesame'; GRANT payloom TO ada")
    await expectProblem(
      "database",
      ["password authentication failed", "ALTER ROLE"],
      ["--database", as(location, "ada", "wrong")]
    )
    await expectProblem(
      "database",
      ["password must be a", "PGPASSWORD"],
      ["--database", as(location, "ada")]
    )
    const { code, stdout } = await runLine(
      ["doctor", "--json", "--database", as(location, "ada", "sesame")],
      { env: store.env }
    )
    expect([0, 3]).toContain(code)
    const { findings } = JSON.parse(stdout)
    expect(findings).toContainEqual(expect.objectContaining({ check: "database", status: "ok" }))
    expect(stdout).not.toContain("sesame")
  })

  it("finds a role that pg_hba.conf does not let in", async () => {
    const location = (await server?.newDatabase()) ?? ""
    await sql(location, "CREATE ROLE eve LOGIN")
    await expectProblem(
      "database",
      ["no pg_hba.conf entry", "reload the server"],
      ["--database", as(location, "eve")]
    )
  })

  it("finds a role without rights on the tables", async () => {
    const location = await usedDatabase()
    await sql(location, "CREATE ROLE bob LOGIN")
    await expectProblem(
      "database",
      ["permission denied", "OWNER TO"],
      ["--database", as(location, "bob")]
    )
  })

  it("finds a server without free connections", async () => {
    const location = (await server?.newDatabase()) ?? ""
    const others: Array<pg.Client> = []
    const isLetIn = async () => {
      const other = new pg.Client({ connectionString: as(location, "bob") })
      other.on("error", () => undefined)
      const opened = await other.connect().then(
        () => true,
        () => false
      )
      if (opened) others.push(other)
      return opened
    }
    // Connections of earlier tests may still end, so the server is full at the second refusal.
    await expect.poll(async () => !(await isLetIn()) && !(await isLetIn())).toBe(true)
    await expectProblem(
      "database",
      ["connection slots", "max_connections"],
      ["--database", as(location, "bob")]
    )
    await Promise.all(others.map((each) => each.end()))
  })

  it("finds a server that confirms commits before they are on disk, and one that is read-only", async () => {
    const location = await usedDatabase()
    const name = new URL(location).pathname.slice(1)
    await sql(location, `ALTER DATABASE ${name} SET synchronous_commit = off`)
    await expectProblem(
      "database",
      ["synchronous_commit", "power failure"],
      ["--database", location]
    )
    await sql(
      location,
      `ALTER DATABASE ${name} RESET ALL;
       ALTER DATABASE ${name} SET default_transaction_read_only = on`
    )
    await expectProblem(
      "database",
      ["default_transaction_read_only", "the primary"],
      ["--database", location]
    )
  })
})

describe("doctor on a real disk", () => {
  /** Mounts a small file system. Returns null without the right to. */
  const smallDisk = (name: string): string | null => {
    const at = join(folder, name)
    mkdirSync(at)
    const options = ["-t", "tmpfs", "-o", "size=8m", "none", at]
    if (spawnSync("mount", options).status !== 0) return null
    onTestFinished(() => void spawnSync("umount", [at]))
    return at
  }

  it("finds a disk that is nearly full, and one that can't be written", async (context) => {
    const disk = smallDisk("disk")
    if (disk === null) return context.skip()
    const file = join(disk, "payloom.db")
    copyFileSync(store.file, file)
    await expectProblem("disk", ["of the disk are free", "Free some space"], ["--database", file])
    expect(spawnSync("mount", ["-o", "remount,ro", disk]).status).toBe(0)
    await expectProblem("database", ["payloom.db", "for writing"], ["--database", file])
  })

  it("finds a folder in place of the database", () =>
    expectProblem("database", ["folder", "Check --database"], ["--database", folder]))
})

describe("doctor on what an engine left behind", () => {
  it("finds a consumer that is behind, and that no process runs", async () => {
    const { box } = testEngines()
    const file = join(folder, "behind.db")
    const clock = manualClock(Date.now() - 3_600_000)
    const payloom = await Payloom.make({
      ...box.setup,
      clock,
      storage: storageAt(file),
      workers: false,
      onLog: () => undefined
    })
    await fillStore({ box, open: () => Promise.reject(new Error("unused")) }, payloom, 2)
    await payloom.close()
    const env = { PAYLOOM_SECRET: box.setup.secret }
    await expectProblem(
      "consumers",
      ["half is 60 min behind, and no process runs it.", "Start a process that consumes"],
      ["--database", file],
      env
    )
  })

  it("finds events that a handler could not take", async () => {
    const engines = testEngines()
    const file = join(folder, "parked.db")
    const payloom = await engines.open(storageAt(file))
    await fillStore(engines, payloom, 1)
    const failing = () => Promise.reject(new Error("The mail server is away."))
    const consuming = await payloom.events.consume("mail", failing, { from: "beginning" })
    await payloom.runDue()
    await consuming.stop()
    await payloom.close()
    const on = ["--database", file]
    await expectWarning("parked_events", ["The mail server is away.", "Mend the handler"], on)
    const raw = new (await import("better-sqlite3")).default(file)
    raw.exec("UPDATE parked_events SET doc = json_set(doc, '$.status', 'set_aside')")
    raw.close()
    await expectProblem("parked_events", ["mail fails on", "payloom.events.replay"], on)
  })

  it("finds open alerts, and says in which tenant and mode they are", async () => {
    const engines = testEngines()
    const file = join(folder, "alerts.db")
    const payloom = await engines.open(storageAt(file))
    const shop = await engines.box.openShop(payloom, {
      accounts: { revoked: refusingAccount }
    })
    const paymentInstrument = await engines.box.saveCard(shop, "approved")
    const charge = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
    await shop.payments.create(charge, { idempotencyKey: "refused" })
    await payloom.close()
    const list = `payloom alerts list --state open --tenant ${shop.scope.tenant} --mode test,`
    await expectWarning(
      "alerts",
      ["1 alert open: alert.account_refused.", list],
      ["--database", file]
    )
  })

  it("finds a store that was restored and is held", async () => {
    const on = { env: store.env, cwd: folder }
    const made = await runLine(["backup", "--from", store.file, "--to", "monday.db"], on)
    expect(made.code).toBe(0)
    await runLine(["restore", "--from", "monday.db", "--to", "restored.db"], on)
    await expectProblem(
      "restore",
      ["is held: no engine starts", "payloom reconcile --with-providers"],
      ["--database", "restored.db"]
    )
    // Without the secret too, such as on another machine than that of the server.
    await expectProblem(
      "restore",
      ["is held: no engine starts", "payloom reconcile --with-providers"],
      ["--database", "restored.db"],
      { PAYLOOM_SECRET: "" }
    )
  })
})
