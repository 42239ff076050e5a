import { renameSync } from "node:fs"
import { join } from "node:path"
import { type MoveProgress, moveTenant } from "@payloom/cells"
import { Payloom, type Scope } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { cellsSetup, cellsStorages, writeCellsSetup } from "../testing/cellsSetup.ts"
import { consumeNew } from "../testing/filledStore.ts"
import { runLine } from "../testing/runLine.ts"
import { temporaryFolders } from "../testing/temporaryFolder.ts"

const newFolder = temporaryFolders()

/** Opens cells in a folder of their own, with two shops in `a`. Engines are opened when needed. */
const openCells = async () => {
  const folder = newFolder()
  writeCellsSetup(folder)
  const box = sandbox()
  const setup = () => ({ ...box.setup, ...cellsSetup(folder), workers: false })
  const engine = async <A>(use: (payloom: Payloom) => Promise<A>): Promise<A> => {
    const payloom = await Payloom.make(setup())
    try {
      return await use(payloom)
    } finally {
      await payloom.close()
    }
  }
  const line = async (...args: ReadonlyArray<string>) => {
    const { code, stdout } = await runLine([...args, "--json"], { cwd: folder })
    return { code, answer: JSON.parse(stdout) }
  }
  return {
    folder,
    box,
    engine,
    line,
    open: (reference: string) =>
      engine(async (payloom) => {
        const shop = await box.openShop(payloom, { reference })
        const card = await box.saveCard(shop, "approved")
        const declined = await box.saveCard(shop, "insufficient_funds")
        const { secret } = await payloom.tenants.createApiKey(shop.scope, "secret")
        return { scope: shop.scope, card, declined, secret }
      }),
    pay: (payloom: Payloom, { scope, card }: { scope: Scope; card: string }, key: string) =>
      payloom
        .merchant(scope)
        .payments.create(
          { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: card },
          { idempotencyKey: key }
        ),
    move: (tenant: string, to: string) =>
      Effect.runPromise(moveTenant(cellsStorages(folder), { tenant, to })),
    /** Moves a tenant until its rows are copied, and dies. */
    moveUntilFollowing: async (tenant: string, to: string) => {
      const dying = new AbortController()
      const onProgress = ({ stage }: MoveProgress) => {
        if (stage === "follow") dying.abort()
      }
      const moving = moveTenant(cellsStorages(folder), { tenant, to, onProgress })
      await expect(Effect.runPromise(moving, dying)).rejects.toThrow("interrupted")
    },
    backUp: (name: string) => line("backup", "--from", `${name}.db`, "--to", `${name}.backup`),
    /** Loses a file, and restores its backup. */
    restore: (name: string) => {
      for (const rest of ["", "-wal", "-shm"]) {
        try {
          renameSync(join(folder, `${name}.db${rest}`), join(folder, `${name}.lost${rest}`))
        } catch {
          // There is no such file.
        }
      }
      return line("restore", "--from", `${name}.backup`, "--to", `${name}.db`)
    },
    reconcile: () => Payloom.reconcile(setup())
  }
}

describe("a cell that is older than the directory", () => {
  it("is held until it was repaired and reconciled, and consumers miss no event", async () => {
    const own = await openCells()
    const [stays, moves] = [await own.open("stays"), await own.open("moves")]
    await own.engine((payloom) => own.pay(payloom, stays, "before"))
    expect((await own.backUp("a")).code).toBe(0)
    const charged = await own.engine((payloom) => own.pay(payloom, stays, "after the backup"))
    await own.move(moves.scope.tenant, "b")
    const late = await own.open("late")
    await own.engine(async (payloom) => {
      await own.pay(payloom, moves, "in b")
      // The events of these are lost with the cell, and no reconciliation records them again.
      const declining = { ...stays, card: stays.declined }
      for (let nth = 0; nth < 40; nth++) await own.pay(payloom, declining, `declined ${nth}`)
    })
    const seen = new Set(await own.engine(consumeNew))
    const restored = await own.restore("a")
    expect(restored.code).toBe(0)
    expect(restored.answer.next.join(" ")).toContain("payloom cells repair")
    await expect(own.engine(consumeNew)).rejects.toThrow("run payloom cells repair")
    const { answer } = await own.line("doctor", "--setup", "setup.ts")
    expect(answer.findings).toContainEqual(
      expect.objectContaining({
        check: "cell a",
        status: "problem",
        found: expect.stringContaining("was restored from a backup"),
        remedy: expect.stringContaining("Run payloom cells repair")
      })
    )
    const repaired = await own.line("cells", "repair", "--setup", "setup.ts")
    expect(repaired).toMatchObject({
      code: 3,
      answer: {
        tenants: 2,
        removed: [moves.scope.tenant],
        lost: [late.scope.tenant],
        ambiguous: [],
        is_held: true
      }
    })
    expect(repaired.answer.positions).toBeGreaterThan(0)
    await expect(own.engine(consumeNew)).rejects.toMatchObject({ _tag: "StorageHeld" })
    const report = await own.reconcile()
    expect(report).toMatchObject({ isReleased: true, left: 0, booked: 1 })
    await own.engine(async (payloom) => {
      const adopted = await payloom.merchant(stays.scope).payments.list({ limit: 100 })
      expect(adopted.data.map(({ id }) => id)).toContain(charged.id)
      expect((await own.pay(payloom, moves, "in b")).status).toBe("succeeded")
      const next = await own.pay(payloom, stays, "new")
      const events = await payloom.merchant(stays.scope).events.list({ limit: 100 })
      const fresh = (await consumeNew(payloom)).filter((id) => !seen.has(id))
      const ofNext = events.data.filter(({ data }) => JSON.stringify(data).includes(next.id))
      expect(ofNext.length).toBeGreaterThan(0)
      expect(fresh).toEqual(expect.arrayContaining(ofNext.map(({ id }) => id)))
      expect(await own.box.audit(payloom)).toEqual([])
    })
  })
})

describe("a cell that is older than a move which is not finished", () => {
  it("loses no payment of the tenant, and the tenant moves to no cell with lost rows", async () => {
    const own = await openCells()
    const shop = await own.open("shop")
    const { tenant } = shop.scope
    expect((await own.backUp("a")).code).toBe(0)
    await own.engine((payloom) => own.pay(payloom, shop, "after the backup"))
    await own.moveUntilFollowing(tenant, "b")
    expect((await own.restore("a")).code).toBe(0)
    const repaired = await own.line("cells", "repair", "--setup", "setup.ts")
    expect(repaired).toMatchObject({ code: 0, answer: { undone: [tenant], lost: [] } })
    expect(await own.reconcile()).toMatchObject({ isReleased: true, booked: 1 })
    const paid = await own.engine((payloom) => own.pay(payloom, shop, "after the restore"))
    await expect(own.move(tenant, "b")).rejects.toThrow("rows_of_lost_time")
    await own.move(tenant, "c")
    await own.engine(async (payloom) => {
      expect(await own.pay(payloom, shop, "after the restore")).toEqual(paid)
      expect(await own.box.audit(payloom)).toEqual([])
    })
  })
})

describe("a directory that is older than the cells", () => {
  it("gets their tenants, keys, moves and cells, and is held until then", async () => {
    const own = await openCells()
    const [stays, moves] = [await own.open("stays"), await own.open("moves")]
    expect((await own.backUp("directory")).code).toBe(0)
    const late = await own.open("late")
    await own.move(moves.scope.tenant, "b")
    const paid = await own.engine((payloom) => own.pay(payloom, moves, "in b"))
    const all = await own.engine(consumeNew)
    expect((await own.restore("directory")).code).toBe(0)
    await expect(own.engine(consumeNew)).rejects.toMatchObject({ _tag: "StorageHeld" })
    const repaired = await own.line("cells", "repair", "--setup", "setup.ts")
    expect(repaired).toMatchObject({
      code: 0,
      answer: { tenants: 3, lost: [], ambiguous: [], removed: [], is_held: true }
    })
    expect(repaired.answer.placed.toSorted()).toEqual(
      [moves.scope.tenant, late.scope.tenant].toSorted()
    )
    const again = await own.line("cells", "repair", "--setup", "setup.ts")
    expect(again.answer).toMatchObject({ placed: [], keys: 0 })
    expect(await own.reconcile()).toMatchObject({ isReleased: true, booked: 0 })
    await own.engine(async (payloom) => {
      for (const { scope, secret } of [stays, moves, late]) {
        expect(await payloom.tenants.authenticate(secret)).toMatchObject({ scope })
      }
      expect(await own.pay(payloom, moves, "in b")).toEqual(paid)
      expect((await own.pay(payloom, late, "new")).status).toBe("succeeded")
      expect(new Set(await consumeNew(payloom)).size).toBeGreaterThanOrEqual(all.length)
      const taken = payloom.tenants.create({
        displayName: "Other",
        defaultCurrency: "EUR",
        reference: "late"
      })
      await expect(taken).rejects.toMatchObject({ _tag: "TenantReferenceTaken" })
      expect(await own.box.audit(payloom)).toEqual([])
    })
  })

  it("is made anew if it is lost without a backup", async () => {
    const own = await openCells()
    const shop = await own.open("shop")
    for (const rest of ["", "-wal", "-shm"]) {
      try {
        renameSync(join(own.folder, `directory.db${rest}`), join(own.folder, `lost.db${rest}`))
      } catch {
        // There is no such file.
      }
    }
    const repaired = await own.line("cells", "repair", "--setup", "setup.ts")
    expect(repaired).toMatchObject({ code: 0, answer: { tenants: 1, is_held: false } })
    await own.engine(async (payloom) => {
      expect(await payloom.tenants.authenticate(shop.secret)).toMatchObject({ scope: shop.scope })
      expect((await own.pay(payloom, shop, "after")).status).toBe("succeeded")
    })
  })
})

describe("payloom cells repair", () => {
  it("holds a cell that another tool restored, and needs its time", async () => {
    const own = await openCells()
    await own.open("shop")
    const setup = ["--setup", "setup.ts"]
    const half = await own.line("cells", "repair", "--cell", "a", ...setup)
    expect(half).toMatchObject({ code: 2 })
    const unknown = ["--cell", "z", "--restored-to", "1h"]
    expect((await own.line("cells", "repair", ...unknown, ...setup)).code).toBe(1)
    const held = await own.line("cells", "repair", "--cell", "a", "--restored-to", "1h", ...setup)
    expect(held).toMatchObject({ code: 0, answer: { is_held: true } })
    await expect(own.engine(consumeNew)).rejects.toMatchObject({ _tag: "StorageHeld" })
    expect(await own.reconcile()).toMatchObject({ isReleased: true })
    await own.engine(consumeNew)
  })
})
