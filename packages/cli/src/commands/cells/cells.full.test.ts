import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import Database from "better-sqlite3"
import { afterAll, describe, expect, it } from "vitest"
import { cellsSetup, writeCellsSetup } from "../../testing/cellsSetup.ts"
import { runLine } from "../../testing/runLine.ts"
import { runProgram } from "../../testing/runProgram.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

const folder = temporaryFolder()
writeCellsSetup(folder)

const box = sandbox()
const payloom = await Payloom.make({ ...box.setup, ...cellsSetup(folder), workers: false })
afterAll(() => payloom.close())

/** Opens a shop with some payments. Returns a function that pays again. */
const openShop = async (reference: string, payments = 20) => {
  const shop = await box.openShop(payloom, { reference })
  const paymentInstrument = await box.saveCard(shop, "approved")
  const pay = (key: string) =>
    shop.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      { idempotencyKey: key }
    )
  for (let nth = 0; nth < payments; nth++) await pay(`key ${nth}`)
  return { tenant: shop.scope.tenant, pay }
}

interface Ending {
  /** The signal that the process gets after its first line. */
  readonly signal: "SIGKILL" | "SIGINT"
  readonly afterMs: number
}

/** Runs `payloom` on the setup like a shell. Returns its exit code and its output. */
const onSetup = (args: ReadonlyArray<string>, ending?: Ending) =>
  runProgram([...args, "--setup", "setup.ts", "--json"], {
    cwd: folder,
    onStart: (program) => {
      program.stdout.once("data", () => {
        if (ending !== undefined) setTimeout(() => program.kill(ending.signal), ending.afterMs)
      })
    }
  })

const run = (args: ReadonlyArray<string>, ending?: Ending) => onSetup(["cells", ...args], ending)

/** Runs `payloom` on the setup in this process, which takes less time. */
const runHere = (args: ReadonlyArray<string>) =>
  runLine([...args, "--setup", "setup.ts", "--json"], { cwd: folder })

const linesOf = ({ stdout }: { readonly stdout: string }): ReadonlyArray<Record<string, unknown>> =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

const list = async () => {
  const { stdout } = await runHere(["cells", "list"])
  const { data, moves } = JSON.parse(stdout)
  return {
    tenants: Object.fromEntries(
      data.map(({ name, tenants }: { name: string; tenants: number }) => [name, tenants])
    ),
    data,
    moves
  }
}

describe("payloom cells", () => {
  it("moves a tenant by its reference, prints the progress, and lists the cells", async () => {
    const { tenant, pay } = await openShop("by reference")
    const paid = await pay("key 3")
    const moved = await run(["move", "by reference", "--to", "b"])
    expect([moved.code, moved.stderr]).toEqual([0, ""])
    const lines = linesOf(moved)
    expect(lines.map(({ stage }) => stage)).toEqual(
      expect.arrayContaining(["copy", "follow", "hand_over", "clean_up", "done"])
    )
    expect(lines.at(-1)).toEqual({
      tenant,
      stage: "done",
      from: "a",
      to: "b",
      by: "this",
      frozen_ms: expect.any(Number)
    })
    expect(await pay("key 3")).toEqual(paid)
    const again = linesOf(await runHere(["cells", "move", tenant, "--to", "b"]))
    expect(again).toMatchObject([{ stage: "done", by: "nobody" }])
    const { data, moves } = await list()
    expect(moves).toEqual([])
    expect(data).toMatchObject([
      { name: "a", state: "up", tenants: 0 },
      { name: "b", state: "up", tenants: 1 },
      { name: "c", state: "up", tenants: 0, late_since: null, open_alerts: 0 }
    ])
  })

  it("continues a move after Ctrl-C and after a kill, and undoes one", async () => {
    const { tenant, pay } = await openShop("continued", 60)
    const stopped = await run(["move", tenant, "--to", "b"], { signal: "SIGINT", afterMs: 50 })
    expect(stopped.code).toBe(130)
    expect(linesOf(stopped).at(-1)).toEqual({ stage: "interrupted" })
    expect((await list()).moves).toMatchObject([{ tenant, from: "a", to: "b" }])
    const killed = await run(["move", tenant, "--to", "b"], { signal: "SIGKILL", afterMs: 200 })
    expect(killed.code).toBe(null)
    await pay("meanwhile")
    const undone = await run(["move", tenant, "--undo"])
    expect([undone.code, linesOf(undone).at(-1)]).toMatchObject([0, { stage: "done", to: "a" }])
    expect((await run(["move", tenant, "--to", "b"])).code).toBe(0)
    expect(await box.audit(payloom)).toEqual([])
  })

  it("lets one of two movers finish, and tells the other", async () => {
    const { tenant } = await openShop("twice", 60)
    const ends = await Promise.all([
      run(["move", tenant, "--to", "c"]),
      run(["move", tenant, "--to", "c"])
    ])
    expect(ends.map(({ code }) => code)).toEqual([0, 0])
    const told = ends.map((end) => linesOf(end).at(-1)?.by)
    // If the second one began when the first one was over, there was nothing left to do.
    expect(told).toContain("this")
    expect(["other", "nobody"]).toContain(told.find((by) => by !== "this"))
  })

  it("drains a cell although it is killed, and ends the drain", async () => {
    for (const name of ["one", "two", "three"]) await openShop(name, 10)
    const before = (await list()).tenants.a
    expect(before).toBe(3)
    const killed = await run(["drain", "a"], { signal: "SIGKILL", afterMs: 900 })
    expect(killed.code).toBe(null)
    const drained = await run(["drain", "a"])
    expect([drained.code, drained.stderr]).toEqual([0, ""])
    expect(linesOf(drained).at(-1)).toMatchObject({ cell: "a", stage: "drained" })
    const { tenants, data, moves } = await list()
    expect([tenants.a, moves]).toEqual([0, []])
    expect(data[0]).toMatchObject({ name: "a", is_drained: true })
    const ended = await runHere(["cells", "drain", "a", "--undo"])
    expect(linesOf(ended)).toEqual([{ cell: "a", stage: "undone", moves: 0 }])
    expect((await list()).data[0]).toMatchObject({ is_drained: false })
    expect(await box.audit(payloom)).toEqual([])
  })

  it("adds a cell once, and says so the second time", async () => {
    expect(JSON.parse((await runHere(["cells", "add", "c"])).stdout)).toEqual({
      cell: "c",
      is_new: false
    })
  })

  it.each([
    [["move", "nobody", "--to", "b"], "tenant_unknown"],
    [["move", "by reference", "--to", "z"], "cell_unknown"],
    [["move", "by reference", "--undo"], "no_move"],
    [["drain", "z"], "cell_unknown"],
    [["add", "z"], "options_invalid"]
  ])("%j is refused with the reason %s", async (args, reason) => {
    const { code, stdout } = await runHere(["cells", ...args])
    expect([code, JSON.parse(stdout).error.reason]).toEqual([1, reason])
  })
})

describe("payloom doctor --setup", () => {
  const examine = async () => {
    const { stdout } = await runHere(["doctor"])
    const { findings } = JSON.parse(stdout)
    return (check: string) =>
      findings.find((finding: { readonly check: string }) => finding.check === check)
  }

  it("checks each cell, the moves, and the rows of all cells", async () => {
    const of = await examine()
    for (const check of ["cell a", "cell b", "cell c", "moves", "accounts"]) {
      expect(of(check), check).toMatchObject({ status: "ok" })
    }
  })

  it("finds a cell whose tables are of another release, and leaves them as they are", async () => {
    const raw = new Database(join(folder, "c.db"))
    raw.exec("ALTER TABLE cell_copies RENAME TO cell_copies_hidden")
    const of = await examine()
    raw.exec("ALTER TABLE cell_copies_hidden RENAME TO cell_copies")
    raw.close()
    expect(of("cell c")).toMatchObject({
      status: "problem",
      found: expect.stringContaining("another release has written it"),
      remedy: expect.stringContaining("Start an engine of this release")
    })
  })

  it("finds a move that is not finished", async () => {
    const { tenant } = await openShop("unfinished", 60)
    await run(["move", tenant, "--to", "b"], { signal: "SIGKILL", afterMs: 50 })
    expect((await examine())("moves")).toMatchObject({
      status: "warning",
      found: expect.stringContaining(`${tenant} from a to b`)
    })
    await runHere(["cells", "move", tenant, "--undo"])
  })

  it("finds a cell whose file is lost", async () => {
    renameSync(join(folder, "b.db"), join(folder, "b.lost"))
    const of = await examine()
    expect(existsSync(join(folder, "b.db"))).toBe(false)
    renameSync(join(folder, "b.lost"), join(folder, "b.db"))
    expect(of("cell b")).toMatchObject({
      status: "problem",
      remedy: expect.stringContaining("restore its backup")
    })
  })
})

describe("payloom cells adopt", () => {
  it("makes a store a cell, on which the same shop pays, and a store again", async () => {
    const own = join(folder, "adopted")
    mkdirSync(own)
    const alone = sqlite(join(own, "a.db"))
    const before = await Payloom.make({ ...box.setup, storage: alone, workers: false })
    const shop = await box.openShop(before, { reference: "adopted" })
    const paymentInstrument = await box.saveCard(shop, "approved")
    const terms = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
    const key = { idempotencyKey: "order" }
    const paid = await shop.payments.create(terms, key)
    await before.close()
    writeCellsSetup(own)
    const args = ["cells", "adopt", "a", "--setup", "setup.ts", "--json"]
    const adopted = await runLine(args, { cwd: own })
    expect([adopted.code, linesOf(adopted).at(-1)]).toEqual([
      0,
      { cell: "a", stage: "adopted", tenants: 1, is_new: true }
    ])
    const after = await Payloom.make({ ...box.setup, ...cellsSetup(own), workers: false })
    expect(await after.merchant(shop.scope).payments.create(terms, key)).toEqual(paid)
    await after.close()
    const undone = await runLine([...args, "--undo"], { cwd: own })
    expect([undone.code, linesOf(undone)]).toEqual([
      0,
      [{ cell: "a", stage: "undone", tenants: 1, is_undone: true }]
    ])
    const again = await Payloom.make({ ...box.setup, storage: alone, workers: false })
    expect(await again.merchant(shop.scope).payments.create(terms, key)).toEqual(paid)
    await again.close()
  })
})

describe("payloom cells is not valid", () => {
  it.each([
    [["cells", "move", "x", "--setup", "s.js"], "--to is missing: give the name of the new cell"],
    [
      ["cells", "move", "x", "--to", "b", "--undo", "--setup", "s.js"],
      "--to and --undo can't be combined"
    ],
    [["cells", "list"], "--setup is missing: it takes the module that exports the engine's setup"]
  ])("%j: it exits with 2 and says what to change", async (args, complaint) => {
    const { code, stderr } = await runLine(args)
    expect(code).toBe(2)
    expect(stderr).toContain(complaint)
  })

  it("if the setup has no cells", async () => {
    writeFileSync(join(folder, "plain.mjs"), "export default { providers: [] }\n")
    const { code, stderr } = await runLine(["cells", "list", "--setup", "plain.mjs"], {
      cwd: folder
    })
    expect(code).toBe(1)
    expect(stderr).toContain("has no cells: its storage must be what cells({ directory, cells })")
  })
})
