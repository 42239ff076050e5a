import { openStorage } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { cells } from "../cells.ts"
import { inspectCells } from "../inspectCells.ts"
import { cellName, memoryStores, onStores, openOn } from "../testing/openTestCells.ts"
import { add, Things } from "../testing/things.ts"
import { drainCell, undoDrain } from "./drainCell.ts"
import { moveTenant } from "./moveTenant.ts"

const run = Effect.runPromise
const modules = [{ collections: [Things] }]
const first = cellName(0)

/** Opens cells with some tenants in the first one. */
const open = async (tenants: number, count = 3) => {
  const stores = memoryStores(count)
  const options = onStores(stores, () => first)
  const { storage } = await openOn(stores, () => first)
  for (let nth = 0; nth < tenants; nth++) await run(add(storage, `shop ${nth}`, "one"))
  const drain = (onMoved?: Parameters<typeof drainCell>[1]["onMoved"]) =>
    run(
      drainCell(options, {
        cell: first,
        modules,
        ...(onMoved === undefined ? {} : { onMoved })
      })
    )
  const tenantsOf = async () => {
    const overview = await run(inspectCells(options, modules))
    return overview.cells.map((each) => each.tenants)
  }
  return { stores, options, storage, drain, tenantsOf }
}

describe("a cell that is drained", () => {
  it("loses all tenants, which are spread over the other cells", async () => {
    const { storage, drain, tenantsOf } = await open(6)
    const moved: Array<string> = []
    expect(await drain(({ tenant }) => void moved.push(tenant))).toEqual({
      cell: first,
      moved: 6,
      failed: []
    })
    expect(moved).toHaveLength(6)
    expect(await tenantsOf()).toEqual([0, 3, 3])
    for (let nth = 0; nth < 6; nth++) {
      expect(await run(add(storage, `shop ${nth}`, "two"))).toBe("committed")
    }
  })

  it("gets no new tenants until the drain is ended", async () => {
    const { options, drain, tenantsOf } = await open(1)
    await drain()
    const { placeTenant: _, ...byDefault } = options
    const { storage: own } = await openStorage(cells(byDefault))
    for (let nth = 0; nth < 20; nth++) await run(add(own, `new ${nth}`, "one"))
    expect((await tenantsOf())[0]).toBe(0)
    expect(await run(undoDrain(options, { cell: first, modules }))).toEqual({
      cell: first,
      undone: 0
    })
    for (let nth = 20; nth < 60; nth++) await run(add(own, `new ${nth}`, "one"))
    expect((await tenantsOf())[0]).toBeGreaterThan(0)
  })

  it("continues after its process died, and finishes a move that was handed over", async () => {
    const { options, drain, tenantsOf } = await open(4)
    for (const diesAt of ["copy", "hand_over", "clean_up"]) {
      const dying = drainCell(options, {
        cell: first,
        modules,
        onProgress: ({ stage }) => {
          if (stage === diesAt) throw new Error("died")
        }
      })
      await expect(run(dying)).rejects.toThrow("died")
    }
    const { moved, failed } = await drain()
    expect({ moved, failed }).toEqual({ moved: 4, failed: [] })
    expect((await tenantsOf())[0]).toBe(0)
    expect((await run(inspectCells(options, modules))).moves).toEqual([])
  })

  it("continues with the others if a tenant can't be moved, and names it", async () => {
    const { stores, options, tenantsOf } = await open(3)
    const dying = moveTenant(options, {
      tenant: "shop 1",
      to: cellName(1),
      modules,
      onProgress: () => {
        throw new Error("died")
      }
    })
    await expect(run(dying)).rejects.toThrow("died")
    const without = onStores(stores)
    const { [cellName(1)]: _, ...others } = without.cells
    const drained = await run(drainCell({ ...without, cells: others }, { cell: first, modules }))
    expect(drained).toMatchObject({ moved: 2, failed: [{ tenant: "shop 1" }] })
    expect(drained.failed[0]?.error.message).toContain("cell_unknown")
    expect(await tenantsOf()).toEqual([1, 0, 2])
  })

  it("is refused if no other cell can take its tenants", async () => {
    const { drain } = await open(1, 1)
    await expect(drain()).rejects.toThrow("no_other_cell")
  })

  it("keeps tenants whose move is undone with the drain", async () => {
    const { options, tenantsOf } = await open(2)
    const dying = drainCell(options, {
      cell: first,
      modules,
      onProgress: ({ stage }) => {
        if (stage === "follow") throw new Error("died")
      }
    })
    await expect(run(dying)).rejects.toThrow("died")
    expect(await run(undoDrain(options, { cell: first, modules }))).toMatchObject({ undone: 1 })
    expect(await tenantsOf()).toEqual([2, 0, 0])
    const overview = await run(inspectCells(options, modules))
    expect([overview.moves, overview.cells[0]?.isDrained]).toEqual([[], false])
  })
})
