import { readFileSync } from "node:fs"
import { type Change, insert, inserted, storedRow, update } from "@payloom/core"
import Database from "better-sqlite3"
import { Effect, Exit, Fiber } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { openConnection } from "./openConnection.ts"
import { makeSqliteStorage } from "./sqliteStorage.ts"
import { here, illFormed, Notes, note, noteId, upTo } from "./testing/notes.ts"
import { openStorage, temporaryDatabase } from "./testing/openTestStorage.ts"

let database: ReturnType<typeof temporaryDatabase>
let opened: Awaited<ReturnType<typeof openStorage>>
beforeEach(async () => {
  database = temporaryDatabase()
  opened = await openStorage(database.path, { busyTimeoutMs: 30, collections: [Notes] })
  await commit(insert(here, Notes, note(1)))
})
afterEach(async () => {
  await opened.close()
  database.remove()
})

const commit = (...changes: ReadonlyArray<Change>) =>
  Effect.runPromise(opened.storage.commit(changes))

/** Returns the result of each of several commits that wait in the same turn. */
const endsOf = async (...commits: ReadonlyArray<ReadonlyArray<Change>>) => {
  const exits = commits.map((changes) => Effect.runPromiseExit(opened.storage.commit(changes)))
  return (await Promise.all(exits)).map(endOf)
}

const endOf = (exit: Exit.Exit<void, { readonly _tag: string }>): string => {
  if (Exit.isSuccess(exit)) return "committed"
  const reason = exit.cause.reasons[0]
  return reason?._tag === "Fail" ? reason.error._tag : (reason?._tag ?? "")
}

const idsThere = async () => {
  const rows = await Effect.runPromise(
    opened.storage.page(here, Notes, { order: "asc", limit: 1_000 })
  )
  return rows.map(({ row }) => row.id)
}

/**
 * Counts the transactions in the write-ahead log. The last frame of one contains the database's
 * size.
 */
const transactionsInLog = (): number => {
  const log = readFileSync(`${database.path}-wal`)
  const frame = 24 + log.readUInt32BE(8)
  let count = 0
  for (let at = 32; at < log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) count++
  return count
}

const withRaw = async (use: (raw: Database.Database) => void | Promise<void>) => {
  const raw = new Database(database.path)
  try {
    await use(raw)
  } finally {
    raw.close()
  }
}

describe("group commit", () => {
  it("makes far fewer transactions than there are commits that wait together", async () => {
    const before = transactionsInLog()
    await Promise.all(upTo(800).map((n) => commit(insert(here, Notes, note(1 + n)))))
    // It is five, or a few more if the machine is busy, because a transaction ends after a while.
    expect(transactionsInLog() - before).toBeLessThan(400)
    expect(await idsThere()).toHaveLength(801)
  })

  it("waits for all callers of a transaction, whose next commits share the next one", async () => {
    const steps: Array<string> = []
    await Promise.all(
      upTo(20).map((n) =>
        Effect.runPromise(
          Effect.gen(function* () {
            yield* opened.storage.commit([insert(here, Notes, note(1 + n))])
            steps.push("first")
            const end = performance.now() + 5
            while (performance.now() < end);
            yield* opened.storage.commit([insert(here, Notes, note(100 + n))])
            steps.push("second")
          })
        )
      )
    )
    expect(steps.lastIndexOf("first")).toBeLessThan(steps.indexOf("second"))
  })

  it("lets other code run between the callers of one transaction", async () => {
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const busyFor = (ms: number) => {
      const end = performance.now() + ms
      while (performance.now() < end);
    }
    await Promise.all(
      upTo(20).map((n) =>
        Effect.runPromise(
          Effect.tap(opened.storage.commit([insert(here, Notes, note(1 + n))]), () =>
            Effect.sync(() => busyFor(5))
          )
        )
      )
    )
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(15)
  })

  it("gives commits that come one by one a transaction each", async () => {
    const before = transactionsInLog()
    for (const n of upTo(5)) await commit(insert(here, Notes, note(1 + n)))
    expect(transactionsInLog() - before).toBe(5)
  })

  it("runs other code between the commits of a caller that makes one after another", async () => {
    let turns = 0
    const count = () => {
      turns += 1
      if (turns < 1_000) setImmediate(count)
    }
    setImmediate(count)
    for (const n of upTo(20)) await commit(insert(here, Notes, note(1 + n)))
    expect(turns).toBeGreaterThanOrEqual(9)
  })

  it("writes nothing for commits that all conflict", async () => {
    const before = transactionsInLog()
    const taken = [insert(here, Notes, note(1))]
    expect(await endsOf(taken, taken)).toEqual(["CommitConflict", "CommitConflict"])
    expect(await endsOf(taken)).toEqual(["CommitConflict"])
    expect(transactionsInLog()).toBe(before)
  })

  it("fails only the commit that conflicts or is ill-formed, and undoes its changes", async () => {
    const ends = await endsOf(
      [insert(here, Notes, note(2))],
      [insert(here, Notes, note(3)), insert(here, Notes, note(1))],
      [{ _tag: "Insert", scope: here, collection: Notes, row: illFormed }],
      [insert(here, Notes, note(2))],
      [insert(here, Notes, note(4))]
    )
    expect(ends).toEqual(["committed", "CommitConflict", "Die", "CommitConflict", "committed"])
    expect(await idsThere()).toEqual([1, 2, 4].map(noteId))
  })

  it("lets a later commit of the group see what an earlier one wrote", async () => {
    const stored = inserted(here, note(1))
    const ends = await endsOf(
      [update(Notes, stored, note(1, { status: "closed" }))],
      [update(Notes, storedRow(here, stored.row, 2), note(1, { status: "open", count: 9 }))],
      [update(Notes, stored, note(1))]
    )
    expect(ends).toEqual(["committed", "committed", "CommitConflict"])
  })

  it("is unavailable to all waiting commits when COMMIT fails, and works again afterwards", async () => {
    await withRaw((raw) => {
      raw.exec(`CREATE TABLE parents (id INTEGER PRIMARY KEY);
        CREATE TABLE orphans (parent REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
        CREATE TRIGGER fails_at_commit AFTER INSERT ON notes WHEN NEW.id = '${noteId(5)}'
          BEGIN INSERT INTO orphans VALUES (1); END`)
    })
    const unavailable = "StorageUnavailable"
    const taken = [insert(here, Notes, note(1))]
    const poison = [insert(here, Notes, note(5))]
    const ends = await endsOf([insert(here, Notes, note(4))], poison, taken)
    expect(ends).toEqual([unavailable, unavailable, unavailable])
    expect(await endsOf(poison)).toEqual([unavailable])
    expect(await idsThere()).toEqual([noteId(1)])
    expect(await endsOf([insert(here, Notes, note(6))], taken)).toEqual([
      "committed",
      "CommitConflict"
    ])
  })

  it("writes nothing of a conflict that can't even be rolled back, and works again afterwards", async () => {
    const connection = openConnection(database.path, 0)
    const { storage, close } = makeSqliteStorage(connection, [Notes])
    const write = (...changes: ReadonlyArray<Change>) =>
      Effect.runPromiseExit(storage.commit(changes)).then(endOf)
    const rollBack = vi.spyOn(connection.db, "exec").mockImplementation(() => {
      if (rollBack.mock.calls.length === 2) throw new Database.SqliteError("I/O", "SQLITE_IOERR")
      return connection.db.prepare("ROLLBACK").run() && connection.db
    })
    const conflict = [insert(here, Notes, note(2)), insert(here, Notes, note(1))]
    expect(await write(...conflict)).toBe("CommitConflict")
    expect(await write(insert(here, Notes, note(3)))).toBe("StorageUnavailable")
    expect(await write(insert(here, Notes, note(4)))).toBe("committed")
    expect(await idsThere()).toEqual([1, 4].map(noteId))
    await Effect.runPromise(close)
  })

  it("is unavailable while another process holds the lock too long, and reads continue", async () => {
    await withRaw(async (raw) => {
      raw.exec("BEGIN IMMEDIATE")
      expect(await endsOf([insert(here, Notes, note(2))], [insert(here, Notes, note(3))])).toEqual([
        "StorageUnavailable",
        "StorageUnavailable"
      ])
      expect(await idsThere()).toEqual([noteId(1)])
      raw.exec("ROLLBACK")
      expect(await endsOf([insert(here, Notes, note(2))])).toEqual(["committed"])
    })
  })

  it("is unavailable while the disk is full, writes nothing, and works again afterwards", async () => {
    const connection = openConnection(database.path, 0)
    const { storage, close } = makeSqliteStorage(connection, [Notes])
    const pages = Number(connection.db.pragma("page_count", { simple: true }))
    connection.db.pragma(`max_page_count = ${pages + 4}`)
    const write = (n: number, status: string) =>
      Effect.runPromiseExit(storage.commit([insert(here, Notes, note(n, { status }))]))
    const large = "x".repeat(100_000)
    const together = await Promise.all([write(2, "small"), write(3, large), write(4, "small")])
    const alone = await write(5, large)
    const ends = [...together, alone].map(endOf)
    expect(ends.filter((end) => end === "StorageUnavailable").length).toBeGreaterThanOrEqual(2)
    expect([ends[1], ends[3]]).toEqual(["StorageUnavailable", "StorageUnavailable"])
    expect(String(alone)).toMatch(/no space left for a write \(database or disk is full\)/)
    const committed = ends.flatMap((end, at) => (end === "committed" ? [noteId(at + 2)] : []))
    expect(await idsThere()).toEqual([noteId(1), ...committed])
    connection.db.pragma("max_page_count = 100000")
    expect(endOf(await write(6, large))).toBe("committed")
    await Effect.runPromise(close)
  })

  it("is unavailable after it is closed, without a defect", async () => {
    const { storage } = opened
    await opened.close()
    const calls: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
      storage.commit([insert(here, Notes, note(2))]),
      storage.get(here, Notes, noteId(1)),
      storage.getMany(here, Notes, [noteId(1)]),
      storage.findUnique(here, Notes, "author", "a"),
      storage.page(here, Notes, { order: "asc", limit: 1 }),
      storage.claimDue({ now: 1, leaseUntil: 2, limit: 1, perTenant: 1 }),
      storage.nextDue()
    ]
    for (const call of calls) {
      const failure = await Effect.runPromise(Effect.flip(call))
      expect(failure._tag).toBe("StorageUnavailable")
    }
  })

  it("drops a commit whose caller is interrupted before its transaction begins", async () => {
    const interrupted = Effect.runFork(opened.storage.commit([insert(here, Notes, note(2))]))
    const kept = commit(insert(here, Notes, note(3)))
    await Effect.runPromise(Fiber.interrupt(interrupted))
    await kept
    expect(await idsThere()).toEqual([1, 3].map(noteId))
  })
})
