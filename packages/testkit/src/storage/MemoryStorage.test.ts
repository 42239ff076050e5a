import { insert } from "@payloom/core"
import { Effect, Exit } from "effect"
import { describe, expect, it, vi } from "vitest"
import { Accounts, account, accountId, here, upTo } from "./contract/contractRows.ts"
import { MemoryStorage } from "./MemoryStorage.ts"
import { storageContract } from "./storageContract.ts"

const harness = {
  open: async () => ({ storage: MemoryStorage.make(), close: async () => {} })
}

describe("the storage contract, in memory", () => {
  for (const rule of storageContract) it(rule.name, () => rule.run(harness))
})

describe("MemoryStorage", () => {
  it("dies on a row that its schema refuses, where other stores would take it", async () => {
    const storage = MemoryStorage.make()
    const { note: _, ...incomplete } = account(1)
    const exit = await Effect.runPromiseExit(
      storage.commit([{ _tag: "Insert", scope: here, collection: Accounts, row: incomplete }])
    )
    expect(Exit.hasDies(exit)).toBe(true)
  })

  it("pages through 10,000 rows without sorting them for each page", async () => {
    const storage = MemoryStorage.make()
    await Effect.runPromise(
      Effect.forEach(
        upTo(100),
        (batch) =>
          storage.commit(
            upTo(100).map((n) => {
              const number = batch * 100 + n
              return insert(here, Accounts, account(number, { status: `status ${n % 4}` }))
            })
          ),
        { discard: true }
      )
    )
    const sorting = vi.spyOn(Array.prototype, "sort")
    const toSorting = vi.spyOn(Array.prototype, "toSorted")
    const rows = await Effect.runPromise(
      storage.page(here, Accounts, {
        where: { status: ["status 1", "status 2"] },
        order: "desc",
        limit: 4,
        after: accountId(9_000)
      })
    )
    expect(sorting).not.toHaveBeenCalled()
    expect(toSorting).not.toHaveBeenCalled()
    expect(rows.map(({ row }) => row.id)).toEqual([8_998, 8_997, 8_994, 8_993].map(accountId))
    vi.restoreAllMocks()
  })
})
