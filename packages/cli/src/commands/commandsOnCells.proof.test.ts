import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { Interrupts } from "../command/Interrupts.ts"
import { runLine } from "../testing/runLine.ts"
import { runProgram } from "../testing/runProgram.ts"
import { sandboxStore } from "../testing/sandboxStore.ts"
import { temporaryFolder } from "../testing/temporaryFolder.ts"
import { allCommands } from "./allCommands.ts"

const folder = temporaryFolder()
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Writes a module with a setup on the cells of the folder. `down` are cells that don't open. */
const writeSetup = (name: string, down: ReadonlyArray<string> = []) => {
  const storages = down.map((cell) => `${cell}: Layer.effect(Storage, Effect.fail(cut))`)
  writeFileSync(
    join(folder, name),
    [
      `import { cellsSetup } from ${JSON.stringify(pathOf("../testing/cellsSetup.ts"))}`,
      `import { Storage, StorageUnavailable } from "${import.meta.resolve("@payloom/core")}"`,
      `import { Effect, Layer } from "${import.meta.resolve("effect")}"`,
      'const cut = new StorageUnavailable({ cause: new Error("cable cut") })',
      `export default cellsSetup(${JSON.stringify(folder)}, { ${storages.join(", ")} })`
    ].join("\n")
  )
}
writeSetup("setup.ts")
writeSetup("without-a.ts", ["a"])
writeSetup("without-b.ts", ["b"])

// The store becomes the cell `a`.
const store = await sandboxStore(folder, "a.db")
const { PAYLOOM_DATABASE: _database, ...env } = store.env

/** Runs a command in this process. */
const here = (args: ReadonlyArray<string>, own: Readonly<Record<string, string>> = env) =>
  runLine([...args, "--json"], { cwd: folder, env: own })

/** Runs a command as a program of its own, on the cells. */
const onCells = (args: ReadonlyArray<string>) =>
  runProgram([...args, "--setup", "setup.ts", "--json"], {
    cwd: folder,
    env: { ...process.env, ...env }
  })

const [account] = JSON.parse((await here(["mids", "list"], store.env)).stdout).data

writeFileSync(join(folder, "rules.json"), "[]")
const reads: Readonly<Record<string, ReadonlyArray<string>>> = {
  "payments list": ["--limit", "100"],
  "payments show": [store.payment],
  "payments explain": [store.payment],
  "subscriptions show": [store.subscription],
  "events tail": ["--from", "1d", "--once"],
  "ledger balance": [],
  "ledger statement": ["merchant_payable"],
  "mids list": [],
  "mids show": [account.id],
  "rules list": [],
  "rules simulate": ["rules.json"],
  "keys list": [],
  jobs: [],
  "alerts list": [],
  "notifications list": []
}

/** The commands that change rows, follow events, or call Stripe. */
const others = [
  ...["payments refund", "webhooks listen", "ledger reconcile", "mids pause", "mids resume"],
  ...["keys create", "keys revoke", "alerts take", "alerts resolve", "alerts reopen"],
  "notifications dismiss",
  "import stripe"
]

const linesOfReads = Object.entries(reads).map(([name, args]) => [...name.split(" "), ...args])

describe("the commands on a database", () => {
  it("are all known to these tests", () => {
    const all = allCommands.flatMap((entry) => ("commands" in entry ? entry.commands : [entry]))
    const onStores = all.filter(({ needs }) => needs !== "nothing").map(({ name }) => name)
    expect(onStores.sort()).toEqual([...Object.keys(reads), ...others].sort())
  })

  it("that read print the same on the cells that the store has become", async () => {
    const before = []
    for (const line of linesOfReads) before.push(await here(line, store.env))
    expect((await here(["cells", "adopt", "a", "--setup", "setup.ts"])).code).toBe(0)
    const tenant = store.merchant.tenant
    const move = ["cells", "move", tenant, "--to", "b", "--setup", "setup.ts"]
    expect((await here(move)).code).toBe(0)
    for (const [nth, line] of linesOfReads.entries()) {
      expect([line, await here([...line, "--setup", "setup.ts"])]).toEqual([line, before[nth]])
    }
    const [list = []] = linesOfReads
    expect(await onCells(list)).toEqual(before[0])
  })
})

const changed = async (args: ReadonlyArray<string>) => {
  const { code, stdout, stderr } = await here([...args, "--setup", "setup.ts"])
  expect([args, code, stderr]).toEqual([args, 0, expect.stringMatching(/^(The refund is .*\n)?$/)])
  return JSON.parse(stdout)
}

describe("the commands on cells", () => {
  it("that change rows change those in the cell of the tenant", async () => {
    const refund = ["payments", "refund", store.payment, "--amount", "100"]
    const once = [...refund, "--idempotency-key", "one"]
    const { id } = await changed(once)
    expect((await changed(once)).id).toBe(id)
    const key = await changed(["keys", "create"])
    await changed(["keys", "revoke", key.id])
    expect((await changed(["mids", "pause", account.id])).enabled).toBe(false)
    expect((await changed(["mids", "resume", account.id])).enabled).toBe(true)
    const unknown = await here(["alerts", "take", "alert_x", "--setup", "setup.ts"])
    expect(unknown.stdout).toContain("resource_not_found")
  })

  it("take the setup of PAYLOOM_SETUP", async () => {
    const own = { ...env, PAYLOOM_SETUP: "setup.ts" }
    for (const line of [["payments", "list"], ["cells", "list"], ["doctor"]]) {
      const { stdout } = await here(line, own)
      expect([line, Object.hasOwn(JSON.parse(stdout), "error")]).toEqual([line, false])
    }
    const both = await here(["jobs"], { ...own, PAYLOOM_DATABASE: "a.db" })
    expect(both.code).toBe(2)
    expect(both.stdout).toContain("PAYLOOM_DATABASE and PAYLOOM_SETUP are both set")
    const combined = await here(["jobs", "--setup", "setup.ts", "--database", "a.db"])
    expect(combined.stdout).toContain("--database and --setup can't be combined")
  })

  it("refuse a wrong secret, a setup without a storage, and a missing secret", async () => {
    const line = ["payments", "list", "--setup", "setup.ts"]
    const wrong = { ...env, PAYLOOM_SECRET: "another secret that is long enough to be one" }
    expect((await here(line, wrong)).stdout).toContain("secret_mismatch")
    const { PAYLOOM_SECRET: _secret, ...without } = env
    expect((await here(line, without)).stdout).toContain("PAYLOOM_SECRET is missing")
    writeFileSync(join(folder, "plain.mjs"), "export default { providers: [] }\n")
    const plain = await here(["jobs", "--setup", "plain.mjs"])
    expect(JSON.parse(plain.stdout).error).toMatchObject({ reason: "no_storage" })
  })
})

describe("while a cell is down", () => {
  it("the commands work on tenants of other cells, and jobs names the cell", async () => {
    const listed = await here(["payments", "list", "--setup", "without-a.ts"])
    expect(JSON.parse(listed.stdout).data.length).toBeGreaterThan(0)
    const jobs = await here(["jobs", "--setup", "without-a.ts"])
    expect(JSON.parse(jobs.stdout).down).toEqual(["a"])
    const shown = await runLine(["jobs", "--setup", "without-a.ts"], { cwd: folder, env })
    expect(shown.stderr).toContain("The cell a is down, so its jobs are not listed.")
  })

  it("the commands on its own tenants name it, and the choice of a tenant does too", async () => {
    const own = await here(["payments", "list", "--setup", "without-b.ts"])
    expect(own.code).toBe(1)
    expect(JSON.parse(own.stdout).error.message).toContain("The cell b is down: cable cut")
    const { PAYLOOM_TENANT: _tenant, ...unnamed } = env
    const choosing = await here(["payments", "list", "--setup", "without-a.ts"], unnamed)
    expect(JSON.parse(choosing.stdout).error.message).toContain("name a tenant with --tenant")
  })
})

describe("payloom start --setup", () => {
  it("serves the cells of the setup, with the console", async () => {
    writeFileSync(
      join(folder, "server.ts"),
      [
        `import { cellsSetup } from ${JSON.stringify(pathOf("../testing/cellsSetup.ts"))}`,
        `import { sandbox } from "${import.meta.resolve("@payloom/testkit")}"`,
        "const { secret, storage, ...setup } = sandbox().setup",
        `export default { ...setup, ...cellsSetup(${JSON.stringify(folder)}) }`
      ].join("\n")
    )
    const secret = (await changed(["keys", "create"])).secret
    const interrupts = new Interrupts()
    let printed = ""
    const password = "a password of the console"
    const running = runLine(["start", "--port", "0", "--setup", "server.ts", "--json"], {
      cwd: folder,
      env: { ...env, PAYLOOM_CONSOLE_PASSWORD: password },
      interrupts,
      onWrite: (text) => {
        printed += text
      }
    })
    while (!printed.includes("\n")) await new Promise((resume) => setTimeout(resume, 20))
    const { url } = JSON.parse(printed)
    const headers = { authorization: `Bearer ${secret}`, connection: "close" }
    const payments = await fetch(`${url}/payments`, { headers })
    expect(payments.status).toBe(200)
    const overHttp = await here(["payments", "list"], { PAYLOOM_URL: url, PAYLOOM_KEY: secret })
    const inCells = await here(["payments", "list", "--setup", "setup.ts"])
    expect(JSON.parse(overHttp.stdout)).toEqual(JSON.parse(inCells.stdout))
    const operator = Buffer.from(`Ada:${password}`).toString("base64")
    const console = await fetch(`${url}/console`, {
      headers: { authorization: `Basic ${operator}`, connection: "close" }
    })
    expect(console.status).toBe(200)
    interrupts.interrupt()
    expect((await running).code).toBe(130)
  })

  it("takes no database beside the storage of the setup", async () => {
    const both = await here(["start", "--setup", "setup.ts", "--database", "a.db"])
    expect(both.code).toBe(2)
    expect(both.stdout).toContain("--database can't be combined with setup.ts, which has a storage")
  })
})

describe("backup and restore", () => {
  it.each([["backup"], ["restore"]])("%s takes no setup, and says what to do", async (command) => {
    const { code, stderr } = await runLine([command, "--setup", "setup.ts"])
    expect(code).toBe(2)
    expect(stderr).toContain("docs/operating/backup.md#cells")
  })
})
