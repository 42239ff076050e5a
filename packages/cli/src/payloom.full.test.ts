import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { afterAll, describe, expect, it } from "vitest"
import { storageAt } from "./storageAt.ts"
import { fillStore, testEngines } from "./testing/filledStore.ts"
import { runProgram } from "./testing/runProgram.ts"
import { temporaryFolder } from "./testing/temporaryFolder.ts"

const folder = temporaryFolder()
const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

/** Runs the command like a shell. It is killed after `killAfterMs` if that is given. */
const payloom = (args: ReadonlyArray<string>, killAfterMs?: number) =>
  runProgram(args, {
    cwd: folder,
    onStart: (program) => {
      if (killAfterMs !== undefined) setTimeout(() => program.kill("SIGKILL"), killAfterMs)
    }
  })

const filledFile = async (payments: number) => {
  const location = join(folder, `filled-${payments}.db`)
  if (existsSync(location)) return location
  const engines = testEngines()
  const engine = await engines.open(storageAt(location))
  await fillStore(engines, engine, payments)
  await engine.close()
  return location
}

describe.concurrent("payloom copy", () => {
  it("prints the proof, and exits with 0", async () => {
    const from = await filledFile(6)
    const shown = await payloom(["copy", "--from", from, "--to", "shown.db"])
    expect(shown).toMatchObject({ code: 0, stderr: "" })
    expect(shown.stdout).toMatch(/^Both stores have the same \d+ rows \(/)
    expect(shown.stdout).toMatch(/\n {2}payments +13 {2}[0-9a-f]{16}\n/)
    expect(shown.stdout).toMatch(/\n {2}EUR: \d+ accounts with the sum 0\n$/)
    const again = await payloom(["copy", "--from", from, "--to", "shown.db", "--verify", "--json"])
    expect(again.code).toBe(0)
    const proof = JSON.parse(again.stdout)
    expect(proof).toMatchObject({ isEqual: true, trialBalance: [{ currency: "EUR", sum: "0" }] })
    expect(proof.collections).toContainEqual({
      collection: "payments",
      rows: 13,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      isEqual: true
    })
  })

  it.skipIf(server === null)(
    "continues after each of several kills, and is proven in the end",
    async () => {
      const from = await filledFile(150)
      const to = (await server?.newDatabase()) ?? ""
      const args = ["copy", "--from", from, "--to", to, "--json"]
      let killed = 0
      for (const afterMs of [500, 650, 800, 950]) {
        if ((await payloom(args, afterMs)).code === null) killed += 1
      }
      expect(killed).toBeGreaterThan(1)
      const { code, stdout } = await payloom(args)
      expect([code, JSON.parse(stdout).isEqual]).toEqual([0, true])
    }
  )

  it.each([
    [["copy", "store.db"], "copy takes only options, not store.db."],
    [
      ["copy", "--from", "x.db", "--to", ""],
      "--to is empty: it takes the name of a file, or an address."
    ],
    [["copy", "--form", "x.db"], "Unknown option '--form'. Did you mean --from?"]
  ])(
    "%j is not valid: it exits with 2, and prints one line and the usage",
    async (args, complaint) => {
      const { code, stdout, stderr } = await payloom(args)
      expect({ code, stderr }).toEqual({ code: 2, stderr: `${complaint}\n` })
      expect(stdout).toMatch(/^Usage: payloom copy/)
    }
  )

  it("exits with 2 if neither a store nor cells are given, and says how to give them", async () => {
    const { code, stderr } = await payloom(["copy", "--to", "x.db"])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "--from is missing: it takes the name of a file, or an address. For cells, give " +
        "--from-setup.\n"
    })
  })

  it("prints its usage and exits with 0 if it is asked for help", async () => {
    const { code, stdout, stderr } = await payloom(["copy", "--help"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/^Usage: payloom copy/)
  })

  it.each([
    ["--from", "nowhere.db", "There is no store at nowhere.db."],
    ["--from", "notes.txt", "The database notes.txt was not opened: the file is not a SQLite"],
    ["--to", "notes.txt", "The database notes.txt was not opened: the file is not a SQLite"],
    ["--from", "postgres://me:sesame@127.0.0.1:1/shop", "ECONNREFUSED"],
    ["--to", "postgres://me:sesame@127.0.0.1:1/shop", "ECONNREFUSED"],
    ["--to", "postgres://:x:", "--to takes an address such as postgres://localhost/shop."]
  ])(
    "is refused with exit code 1 and one line if %s is %s, and creates nothing",
    async (option, location, reason) => {
      const own = join(folder, `refused-${option.slice(2)}-${location.length}`)
      writeFileSync(join(folder, "notes.txt"), "Buy milk. ".repeat(2000))
      const options = { "--from": await filledFile(6), "--to": `${own}.db`, [option]: location }
      const { code, stdout, stderr } = await payloom(["copy", ...Object.entries(options).flat()])
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      expect(stderr).toContain(reason)
      expect(stderr.trim().split("\n")).toHaveLength(1)
      expect(stderr).not.toContain("sesame")
      expect(readdirSync(folder).filter((name) => name.startsWith("nowhere"))).toEqual([])
      expect(readFileSync(join(folder, "notes.txt"), "utf8")).toMatch(/^Buy milk/)
    }
  )

  it.skipIf(server === null)("is refused if both addresses name the same database", async () => {
    const to = (await server?.newDatabase()) ?? ""
    await payloom(["copy", "--from", await filledFile(6), "--to", to])
    const other = to.replace("127.0.0.1", "localhost")
    const { code, stderr } = await payloom(["copy", "--from", to, "--to", other])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "--from and --to are the same database.\n"
    })
  })

  it("is refused if both names are the same file", async () => {
    const from = await filledFile(6)
    const to = join(folder, ".", "..", folder.split("/").at(-1) ?? "", "filled-6.db")
    const { code, stdout } = await payloom(["copy", "--from", from, "--to", to, "--json"])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      error: { reason: "target_taken", message: "--from and --to are the same store." }
    })
  })
})
