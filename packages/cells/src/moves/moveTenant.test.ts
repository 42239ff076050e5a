import { insert, Storage, type StoragePort, update } from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { CommitJournalCollection, ResidentCollection } from "../cellRows.ts"
import { CellMoveCollection } from "../directoryRows.ts"
import { cellName, memoryStores, onStores, openOn } from "../testing/openTestCells.ts"
import { add, scopeOf, Things } from "../testing/things.ts"
import type { MoveStage } from "./MoveContext.ts"
import { moveTenant, undoMove } from "./moveTenant.ts"

const run = Effect.runPromise
const modules = [{ collections: [Things] }]

const open = async (count = 2) => {
  const stores = memoryStores(count)
  const options = onStores(stores, () => cellName(0))
  const { storage } = await openOn(stores, () => cellName(0))
  const ports = await run(
    Effect.all([stores.directory, ...stores.cells].map((layer) => Effect.provide(Storage, layer)))
  )
  const [directory, ...cells] = ports as unknown as [StoragePort, ...Array<StoragePort>]
  const move = (to: number, tenant = "shop") =>
    run(moveTenant(options, { tenant, to: cellName(to), modules }))
  /** Moves the tenant to the second cell, and dies at a stage. */
  const moveUntil = (end: MoveStage) =>
    run(
      moveTenant(options, {
        tenant: "shop",
        to: cellName(1),
        modules,
        onProgress: ({ stage }) => {
          if (stage === end) throw new Error("died")
        }
      })
    )
  const idsIn = async (port: StoragePort | undefined) => {
    if (port === undefined) throw new Error("there is no such cell")
    const rows = await run(port.page(scopeOf("shop"), Things, { order: "asc", limit: 999 }))
    return rows.map(({ row }) => row.id)
  }
  return { stores, options, storage, directory, cells, move, moveUntil, idsIn }
}

describe("a moved tenant", () => {
  it("has its rows at their versions in the new cell, and none in the old one", async () => {
    const { storage, cells, move, idsIn, directory } = await open()
    await run(add(storage, "shop", "one", "a name"))
    const read = Option.getOrThrow(await run(storage.get(scopeOf("shop"), Things, "one")))
    await run(storage.commit([update(Things, read, { ...read.row, name: "another" })]))
    expect(await move(1)).toEqual({
      tenant: "shop",
      from: cellName(0),
      to: cellName(1),
      by: "this",
      frozenMs: expect.any(Number)
    })
    expect(await idsIn(cells[0])).toEqual([])
    expect(await idsIn(cells[1])).toEqual(["one"])
    const found = Option.getOrThrow(await run(storage.get(scopeOf("shop"), Things, "one")))
    expect(found).toMatchObject({ version: 2, row: { name: "another" } })
    expect(
      await run(
        directory.page({ tenant: "deployment", mode: "live" }, CellMoveCollection, {
          order: "asc",
          limit: 1
        })
      )
    ).toEqual([])
    expect(await run(add(storage, "shop", "two", "another"))).toBe("key_taken")
    expect(await run(add(storage, "shop", "two", "a name"))).toBe("committed")
    expect(await move(0)).toMatchObject({ from: cellName(1), to: cellName(0) })
    expect(await idsIn(cells[0])).toEqual(["one", "two"])
    expect(await idsIn(storage)).toEqual(["one", "two"])
  })

  it("keeps all commits that are made while it moves, and none of them fails", async () => {
    const { storage, cells, move, idsIn } = await open()
    for (let nth = 0; nth < 300; nth++) await run(add(storage, "shop", `before ${nth}`))
    let isMoving = true
    const made: Array<string> = []
    const commits = async () => {
      for (let nth = 0; isMoving; nth++) {
        const id = `during ${nth}`
        const end = await run(add(storage, "shop", id, `name ${nth % 2}`))
        if (end === "committed") made.push(id)
        else expect(end).toBe("key_taken")
        const read = await run(storage.get(scopeOf("shop"), Things, id))
        if (Option.isSome(read))
          await run(storage.commit([update(Things, read.value, { id, name: null })]))
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    }
    const running = commits()
    await move(1)
    isMoving = false
    await running
    expect(made.length).toBeGreaterThan(2)
    const ids = await idsIn(cells[1])
    for (const id of made) expect(ids).toContain(id)
    expect(ids).toHaveLength(300 + made.length)
    const journal = { order: "asc", limit: 1 } as const
    for (const cell of cells) {
      expect(await run(cell.page(scopeOf("shop"), CommitJournalCollection, journal))).toEqual([])
    }
  })

  it("arrives although a unique value went from one row to another during the copy", async () => {
    const { storage, cells, move, moveUntil } = await open()
    await run(add(storage, "shop", "a", "a name"))
    await run(add(storage, "shop", "b"))
    await expect(moveUntil("follow")).rejects.toThrow("died")
    const [a, b] = await run(storage.getMany(scopeOf("shop"), Things, ["a", "b"]))
    if (a === undefined || b === undefined) throw new Error("the rows are missing")
    await run(storage.commit([update(Things, a, { ...a.row, name: null })]))
    await run(storage.commit([update(Things, b, { ...b.row, name: "a name" })]))
    await run(add(storage, "shop", "c", "another"))
    await move(1)
    const there = await run(
      (cells[1] as StoragePort).getMany(scopeOf("shop"), Things, ["a", "b", "c"])
    )
    expect(there.map(({ row, version }) => [row.name, version])).toEqual([
      [null, 2],
      ["a name", 2],
      ["another", 1]
    ])
  })
})

describe("a move that is undone", () => {
  it("leaves the tenant in its cell, and a later move succeeds", async () => {
    const { storage, cells, move, moveUntil, idsIn, options, stores } = await open()
    await run(add(storage, "shop", "one"))
    await expect(moveUntil("hand_over")).rejects.toThrow("died")
    const { storage: other } = await openOn(stores)
    expect(await run(add(other, "shop", "while frozen"))).toBe("StorageUnavailable")
    await run(undoMove(options, { tenant: "shop", modules }))
    expect(await run(add(other, "shop", "later"))).toBe("committed")
    expect(await idsIn(cells[1])).toEqual([])
    await move(1)
    expect(await idsIn(cells[1])).toEqual(["later", "one"])
    await expect(run(undoMove(options, { tenant: "shop", modules }))).rejects.toThrow("no_move")
  })
})

describe("a tenant whose mover died while it was frozen", () => {
  it("commits again, and the move continues later", async () => {
    const { storage, move, moveUntil, idsIn, cells } = await open()
    await run(add(storage, "shop", "one"))
    await expect(moveUntil("hand_over")).rejects.toThrow("died")
    let end = ""
    while (end !== "committed") end = await run(add(storage, "shop", "two"))
    expect(await idsIn(cells[0])).toEqual(["one", "two"])
    await move(1)
    expect(await idsIn(storage)).toEqual(["one", "two"])
  })
})

describe("a move is refused", () => {
  it("if the tenant or the cell is unknown, or if another move is not finished", async () => {
    const { storage, options, move } = await open(3)
    await run(add(storage, "shop", "one"))
    await expect(move(1, "nobody")).rejects.toThrow("tenant_unknown")
    await expect(move(7)).rejects.toThrow("cell_unknown")
    expect(await move(0)).toEqual({
      tenant: "shop",
      from: cellName(0),
      to: cellName(0),
      by: "nobody",
      frozenMs: null
    })
    await expect(
      run(
        moveTenant(options, {
          tenant: "shop",
          to: cellName(1),
          modules,
          onProgress: () => {
            throw new Error("died")
          }
        })
      )
    ).rejects.toThrow("died")
    await expect(move(2)).rejects.toThrow("other_move")
    await move(1)
    expect(await move(2)).toMatchObject({ from: cellName(1) })
  })
})

describe("the sign of a tenant", () => {
  it("is in the old cell for good, so that an old process can't add the tenant again", async () => {
    const { storage, cells, move } = await open()
    await run(add(storage, "shop", "one"))
    await move(1)
    const [old] = cells
    if (old === undefined) throw new Error("there is no old cell")
    const row = { id: "shop", movedTo: null }
    const added = old.commit([insert(scopeOf("shop"), ResidentCollection, row)])
    await expect(run(added)).rejects.toThrow("id_taken")
  })
})
