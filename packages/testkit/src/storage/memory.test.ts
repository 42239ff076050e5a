import { type Change, insert, remove, Storage, storedRow, update } from "@payloom/core"
import { Effect, Exit, type Layer, Option } from "effect"
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { type Account, Accounts, account, accountId, here, upTo } from "./contract/contractRows.ts"
import { memory, memoryStorage } from "./memory.ts"
import { SortedIds } from "./SortedIds.ts"
import { storageContract } from "./storageContract.ts"

const harness = {
  open: async () => ({ storage: memoryStorage(), close: async () => {} })
}

describe("the storage contract in memory", () => {
  for (const rule of storageContract) it(rule.name, () => rule.run(harness))
})

describe("storage in memory", () => {
  const row = (from: Layer.Layer<Storage>) =>
    Effect.runPromise(
      Effect.flatMap(Storage, (storage) => storage.get(here, Accounts, accountId(1))).pipe(
        Effect.provide(from)
      )
    )

  it("is one store for each call, wherever the layer is used", async () => {
    const [one, other] = [memory(), memory()]
    await Effect.runPromise(
      Effect.flatMap(Storage, (storage) =>
        storage.commit([insert(here, Accounts, account(1))])
      ).pipe(Effect.provide(one))
    )
    expect(Option.isSome(await row(one))).toBe(true)
    expect(Option.isNone(await row(other))).toBe(true)
  })

  it("dies on a row that its schema rejects, even if other stores would accept it", async () => {
    const storage = memoryStorage()
    const { note: _, ...incomplete } = account(1)
    const exit = await Effect.runPromiseExit(
      storage.commit([{ _tag: "Insert", scope: here, collection: Accounts, row: incomplete }])
    )
    expect(Exit.hasDies(exit)).toBe(true)
  })

  it("accepts such a row with checkRows: false", async () => {
    const storage = memoryStorage({ checkRows: false })
    const { note: _, ...incomplete } = account(1)
    const insertion = {
      _tag: "Insert",
      scope: here,
      collection: Accounts,
      row: incomplete
    } as const
    await Effect.runPromise(storage.commit([insertion as Change]))
    const stored = await Effect.runPromise(storage.get(here, Accounts, incomplete.id))
    expect(Option.getOrThrow(stored).row).toEqual(incomplete)
  })

  it("pages through 10,000 rows without sorting them for each page", async () => {
    const storage = memoryStorage()
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

  it("moves a row only in the lists that an update changes", async () => {
    const storage = memoryStorage()
    const fields = { status: "open", owner: "one" }
    const rows = upTo(12).map((n) =>
      account(n, {
        ...fields,
        status: n < 10 ? "open" : "closed",
        email: `${n}@shop.example`
      })
    )
    await Effect.runPromise(storage.commit(rows.map((each) => insert(here, Accounts, each))))
    const query = { order: "asc", limit: 1 } as const
    await Effect.runPromise(storage.page(here, Accounts, query))
    for (const index of Object.keys(Accounts.indexes)) {
      const where = { [index]: "open" }
      await Effect.runPromise(storage.page(here, Accounts, { ...query, where }))
    }
    const movesOf = async (change: Change) => {
      const add = vi.spyOn(SortedIds.prototype, "add")
      const taken = vi.spyOn(SortedIds.prototype, "remove")
      await Effect.runPromise(storage.commit([change]))
      const moves = add.mock.calls.length + taken.mock.calls.length
      vi.restoreAllMocks()
      return moves
    }
    const at = (version: number) => storedRow(here, account(5), version)
    const renoted = account(5, { ...fields, email: "5@shop.example", note: "changed" })
    const closed: Account = { ...renoted, status: "closed" }
    expect(await movesOf(update(Accounts, at(1), renoted))).toBe(0)
    expect(await movesOf(update(Accounts, at(2), closed))).toBe(2)
    expect(await movesOf(update(Accounts, at(3), { ...closed, owner: null }))).toBe(1)
    expect(await movesOf(remove(Accounts, at(4)))).toBe(2)
  })

  it("lists the same rows if its lists are built before all commits or after them", async () => {
    const query = { order: "desc", limit: 100 } as const
    const statuses = ["open", "closed"]
    const listed = (storage: Storage["Service"]) =>
      Effect.runPromise(
        Effect.all([
          storage.page(here, Accounts, query),
          ...statuses.map((status) =>
            storage.page(here, Accounts, { ...query, where: { status } })
          ),
          storage.page(here, Accounts, { ...query, where: { owner: ["a", "b"] } })
        ])
      )
    const write = fc.record({
      number: fc.integer({ min: 1, max: 12 }),
      what: fc.constantFrom("put", "put", "remove", "fail"),
      status: fc.constantFrom(...statuses),
      owner: fc.constantFrom("a", "b", null)
    })
    type Write = typeof write extends fc.Arbitrary<infer One> ? One : never
    const commit = async (storage: Storage["Service"], { number, what, ...fields }: Write) => {
      const found = await Effect.runPromise(storage.get(here, Accounts, accountId(number)))
      const put = Option.match(found, {
        onNone: () => insert(here, Accounts, account(number, fields)),
        onSome: (stored) => update(Accounts, stored, { ...stored.row, ...fields })
      })
      const changes = Option.match(found, {
        onNone: () => [put],
        onSome: (stored) => [what === "remove" ? remove(Accounts, stored) : put]
      })
      const taken = insert(here, Accounts, account(99))
      await Effect.runPromiseExit(storage.commit(what === "fail" ? [...changes, taken] : changes))
    }
    const open = async () => {
      const storage = memoryStorage()
      await Effect.runPromise(storage.commit([insert(here, Accounts, account(99))]))
      return storage
    }
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 30 }), async (writes) => {
        const [before, after] = [await open(), await open()]
        await listed(before)
        for (const one of writes) for (const storage of [before, after]) await commit(storage, one)
        expect(await listed(after)).toEqual(await listed(before))
      })
    )
  })
})
