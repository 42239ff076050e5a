import { cells } from "@payloom/cells"
import { memory } from "@payloom/testkit"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Me } from "../frame/readMe.ts"
import type { RefusalBody } from "../frame/refusals.ts"
import { type Breakable, breakable } from "../testing/breakable.ts"
import { type OpenConsole, openConsole } from "../testing/openConsole.ts"
import type { CellsView } from "./cells/CellsView.ts"

describe("a console on cells", () => {
  let opened: OpenConsole
  let b: Breakable
  let inA: string
  let inB: string
  beforeAll(async () => {
    b = breakable(memory())
    let placed = 0
    const storage = cells({
      directory: memory(),
      cells: { a: memory(), b: b.layer },
      placeTenant: () => (placed++ === 0 ? "a" : "b")
    })
    opened = await openConsole({ storage })
    inA = opened.merchant.scope.tenant
    const made = { displayName: "Far", defaultCurrency: "EUR" }
    inB = (await opened.payloom.tenants.create(made)).id
    const consuming = await opened.payloom.events.consume("orders", () => undefined)
    await opened.work()
    await consuming.stop()
  })
  afterAll(() => opened.close())

  const read = async <A>(path: string) => (await opened.json(path)) as unknown as A
  const pathOf = (tenant: string, page: string) => `/api/${tenant}/test${page}`

  /** Cuts the cell b off while a test runs. */
  const cutOff = async (test: () => Promise<void>) => {
    b.cut(true)
    try {
      await test()
    } finally {
      b.cut(false)
      opened.signIn({})
      // Work over all cells leaves it out for two seconds.
      await expect
        .poll(async () => (await read<Me>("/api/me")).downCells, { timeout: 9000 })
        .toEqual([])
    }
  }

  it("shows the state of each cell, and the cell of the account", async () => {
    const up = { state: "up", isDrained: false, lateSince: null, problem: null }
    expect(await read<CellsView>(pathOf(inA, "/cells"))).toMatchObject({
      cells: [
        { ...up, name: "a", tenants: 1, openAlerts: 0 },
        { ...up, name: "b", tenants: 1, openAlerts: 0 }
      ],
      moves: [],
      account: { name: "a", isReachable: true, move: null }
    })
    const { account } = await read<CellsView>(pathOf(inB, "/cells"))
    expect(account?.name).toBe("b")
    expect((await read<Me>("/api/me")).downCells).toEqual([])
  })

  it("shows no cells to people who may not see all accounts", async () => {
    opened.signIn({ tenants: [inA] })
    const answered = await opened.get(pathOf(inA, "/cells"))
    const { downCells } = await read<Me>("/api/me")
    opened.signIn({})
    expect([answered.status, downCells]).toEqual([404, null])
  })

  it("names a cell that is down on the pages of its accounts, and shows the others", async () => {
    await cutOff(async () => {
      const failed = await opened.get(pathOf(inB, "/payments"))
      const { error } = (await failed.json()) as RefusalBody
      expect([failed.status, error.code]).toEqual([503, "cell_down"])
      expect(error.message).toBe(
        "The cell b doesn't answer. Its accounts can't pay, and their pages can't be shown until " +
          "it does. Nothing was changed. Try again."
      )
      expect((await opened.get(pathOf(inA, "/payments"))).status).toBe(200)
      expect((await opened.get(pathOf(inA, "/consumers"))).status).toBe(200)
      const me = await read<Me>("/api/me")
      expect([me.downCells, me.tenants.map(({ id }) => id)]).toEqual([["b"], [inA]])
    })
  })

  it("tells people who may not see all accounts only that the database doesn't answer", async () => {
    await cutOff(async () => {
      opened.signIn({ tenants: [inA, inB] })
      const failed = await opened.get(pathOf(inB, "/payments"))
      const { error } = (await failed.json()) as RefusalBody
      expect([failed.status, error.code]).toEqual([503, "StorageUnavailable"])
      expect(error.message).toContain("The database doesn't answer")
      const { tenants } = await read<Me>("/api/me")
      expect(tenants.map(({ id, name, isSilent }) => [id, name === id, isSilent])).toEqual([
        [inA, false, false],
        [inB, true, true]
      ])
    })
  })

  it("shows a cell that is down with the reason", async () => {
    await cutOff(async () => {
      await expect
        .poll(async () => (await read<CellsView>(pathOf(inB, "/cells"))).cells[1], {
          timeout: 9000
        })
        .toMatchObject({ name: "b", state: "down", tenants: 1, problem: "cable cut." })
      const { account } = await read<CellsView>(pathOf(inB, "/cells"))
      expect(account).toMatchObject({ name: "b", isReachable: false })
    })
  })
})

describe("a console on one database", () => {
  it("has no page of cells", async () => {
    const opened = await openConsole()
    expect((await opened.get(`${opened.data}/cells`)).status).toBe(404)
    expect(await opened.json("/api/me")).toMatchObject({ downCells: null })
    await opened.close()
  })
})
