import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { cellName, memoryStores, onStores, openOn } from "../testing/openTestCells.ts"
import { add, scopeOf, Things } from "../testing/things.ts"
import type { MoveStage } from "./MoveContext.ts"
import { moveTenant, undoMove } from "./moveTenant.ts"

const run = Effect.runPromise
const modules = [{ collections: [Things] }]

const open = async (rows: number) => {
  const stores = memoryStores(3)
  const options = onStores(stores, () => cellName(0))
  const { storage } = await openOn(stores, () => cellName(0))
  for (let nth = 0; nth < rows; nth++) await run(add(storage, "shop", `thing ${nth}`))
  /** A move by a process of its own. `onStage` is called with each stage that it reaches. */
  const mover = (to: number, onStage: (stage: MoveStage) => void = () => undefined) =>
    moveTenant(options, {
      tenant: "shop",
      to: cellName(to),
      modules,
      onProgress: ({ stage }) => onStage(stage)
    })
  return { stores, options, storage, mover }
}

describe("two processes that move a tenant at once", () => {
  it("to the same cell both succeed, and one of them is told that the other finished", async () => {
    const { mover, storage } = await open(250)
    const ends = await Promise.all([run(mover(1)), run(mover(1))])
    expect(ends.map(({ by }) => by).sort()).toEqual(["other", "this"])
    expect(await run(add(storage, "shop", "later"))).toBe("committed")
    const page = storage.page(scopeOf("shop"), Things, { order: "asc", limit: 999 })
    expect(await run(page)).toHaveLength(251)
  })

  it("to different cells one succeeds, and the other is refused", async () => {
    const { mover } = await open(250)
    const ends = await Promise.allSettled([run(mover(1)), run(mover(2))])
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    const refused = ends.find(({ status }) => status === "rejected")
    expect(String(Object(refused).reason)).toContain("other_move")
  })

  it("and one that undoes the move meanwhile lets the mover fail, and no row is left", async () => {
    const { mover, options, stores, storage } = await open(250)
    let undoing: Promise<unknown> | null = null
    const moving = run(
      mover(1, (stage) => {
        if (stage === "follow") undoing ??= run(undoMove(options, { tenant: "shop", modules }))
      })
    )
    await expect(moving).rejects.toThrow("undone")
    expect(await undoing).toMatchObject({ to: cellName(0), by: "this" })
    const { storage: again } = await openOn(stores, () => cellName(0))
    const page = again.page(scopeOf("shop"), Things, { order: "asc", limit: 999 })
    expect(await run(page)).toHaveLength(250)
    expect(await run(add(storage, "shop", "later"))).toBe("committed")
  })
})

describe("a move that is interrupted", () => {
  it.each(["copy", "follow", "hand_over"] as const)(
    "at the stage %s leaves the tenant able to commit at once, and continues later",
    async (at) => {
      const { mover, storage } = await open(120)
      let fiber: Fiber.Fiber<unknown, unknown> | null = null
      fiber = Effect.runFork(
        mover(1, (stage) => {
          if (stage === at) fiber?.interruptUnsafe()
        })
      )
      await run(Fiber.await(fiber))
      expect(await run(add(storage, "shop", "later"))).toBe("committed")
      expect(await run(mover(1))).toMatchObject({ to: cellName(1) })
      const page = storage.page(scopeOf("shop"), Things, { order: "asc", limit: 999 })
      expect(await run(page)).toHaveLength(121)
    }
  )
})
