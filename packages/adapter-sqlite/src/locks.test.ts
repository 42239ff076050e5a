import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { insert, JobCollection, storedRow, update } from "@payloom/core"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { here, Notes, note, noteId, Records, Sweepables, upTo } from "./testing/notes.ts"
import { openStorage, temporaryDatabase } from "./testing/openTestStorage.ts"

/** Gives each test a database of its own, because the tests mostly wait and so run side by side. */
const onDatabase = (test: (path: string) => Promise<void>) => async () => {
  const { path, remove } = temporaryDatabase()
  await test(path).finally(remove)
}

const script = fileURLToPath(new URL("./testing/holdLock.ts", import.meta.url))

/**
 * Lets another process take the write lock. Returns a function that makes it release the lock and
 * end.
 */
const lockElsewhere = async (path: string) => {
  const other = spawn(process.execPath, [script, path], { stdio: ["pipe", "pipe", "inherit"] })
  const ended = once(other, "exit")
  await once(other.stdout, "data")
  return async () => {
    other.stdin.end()
    await ended
  }
}

type Opened = Awaited<ReturnType<typeof openStorage>>

const job = { id: "job_0001", kind: "recover_attempt", subject: "s", leasedUntil: null } as const

const fill = ({ storage }: Opened) =>
  Effect.runPromise(
    storage.commit([
      insert(here, Notes, note(1)),
      insert(here, Sweepables, note(1)),
      insert(here, JobCollection, { ...job, dueAt: 1, asked: 0, failures: 0 })
    ])
  )

const elsewhere = { tenant: "tenant_new", mode: "live" } as const

/**
 * One of each call that takes the write lock. Two of them do so for the first time in their
 * process.
 */
const writing = ({ storage }: Opened) => ({
  commit: storage.commit([insert(here, Notes, note(2))]),
  firstOfScope: storage.commit([insert(elsewhere, Notes, note(3))]),
  firstOfCollection: storage.commit([insert(here, Records, note(4))]),
  claim: storage.claimDue({ now: 5, leaseUntil: 9, limit: 1, perTenant: 1 }),
  sweep: storage.sweep(Sweepables, noteId(9), 10)
})

/** Waits for a number of timers, one after another. */
const timersFire = async (count: number) => {
  for (const _ of upTo(count)) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Writes wait as long as a test holds the lock, however busy the machine is. */
const patient = { busyTimeoutMs: 600_000, collections: [Notes, Sweepables] }

describe.concurrent("while another process has the write lock", () => {
  it(
    "reads and timers continue, and every write runs afterwards",
    onDatabase(async (path) => {
      const opened = await openStorage(path, patient)
      await fill(opened)
      const release = await lockElsewhere(path)
      // Nothing can be written before the other process releases the lock.
      const written = Effect.runPromise(Effect.all(writing(opened), { concurrency: "unbounded" }))
      for (const _ of upTo(200)) {
        const [first] = await Effect.runPromise(opened.storage.getMany(here, Notes, [noteId(1)]))
        expect(first?.row).toEqual(note(1))
        expect(await Effect.runPromise(opened.storage.nextDue())).toMatchObject({ _tag: "Some" })
        await new Promise((resolve) => setImmediate(resolve))
      }
      await timersFire(20)
      await release()
      const { claim, sweep } = await written
      expect(claim.map(({ row }) => row.id)).toEqual([job.id])
      expect(sweep).toBe(1)
      const rows = await Promise.all([
        Effect.runPromise(opened.storage.getMany(here, Notes, [noteId(2)])),
        Effect.runPromise(opened.storage.getMany(elsewhere, Notes, [noteId(3)])),
        Effect.runPromise(opened.storage.getMany(here, Records, [noteId(4)]))
      ])
      expect(rows.flat().map(({ row }) => row)).toEqual([2, 3, 4].map((n) => note(n)))
      await opened.close()
    })
  )

  it(
    "commits keep their order",
    onDatabase(async (path) => {
      const opened = await openStorage(path, patient)
      await fill(opened)
      const release = await lockElsewhere(path)
      const commits: Array<Promise<void>> = []
      for (const n of upTo(300)) {
        const before = storedRow(here, note(1, { count: n - 1 }), n)
        const after = note(1, { count: n })
        commits.push(Effect.runPromise(opened.storage.commit([update(Notes, before, after)])))
        // Some join long after others were first refused.
        if (n % 100 === 0) await timersFire(5)
      }
      await release()
      await Promise.all(commits)
      const [row] = await Effect.runPromise(opened.storage.getMany(here, Notes, [noteId(1)]))
      expect(row).toMatchObject({ row: { count: 300 }, version: 301 })
      await opened.close()
    })
  )

  it(
    "closing waits for it, and runs the earlier commits",
    onDatabase(async (path) => {
      const opened = await openStorage(path, patient)
      await fill(opened)
      const release = await lockElsewhere(path)
      const commit = Effect.runPromise(opened.storage.commit([insert(here, Notes, note(2))]))
      const closed = opened.close()
      await timersFire(5)
      await release()
      await Promise.all([commit, closed])
      const again = await openStorage(path)
      const [row] = await Effect.runPromise(again.storage.getMany(here, Notes, [noteId(2)]))
      expect(row?.row).toEqual(note(2))
      await again.close()
    })
  )

  it(
    "every write is unavailable after it has waited for the limit, and works again afterwards",
    onDatabase(async (path) => {
      const options = { busyTimeoutMs: 400, collections: [Notes, Sweepables] }
      const opened = await openStorage(path, options)
      await fill(opened)
      const release = await lockElsewhere(path)
      const refusing = Object.values(writing(opened)).map((write) =>
        Effect.runPromise(Effect.flip<unknown, { readonly _tag: string }, never>(write))
      )
      for (const refusal of await Promise.all(refusing)) {
        expect(refusal).toMatchObject({
          _tag: "StorageUnavailable",
          message: expect.stringContaining("held the database's lock for over 400 ms")
        })
      }
      expect(await Effect.runPromise(opened.storage.getMany(here, Notes, [noteId(2)]))).toEqual([])
      await release()
      const { claim } = await Effect.runPromise(Effect.all(writing(opened)))
      expect(claim).toHaveLength(1)
      await opened.close()
    })
  )

  it(
    "opening a file waits for it, while timers continue",
    onDatabase(async (path) => {
      new Database(path).exec("PRAGMA journal_mode = WAL").close()
      const release = await lockElsewhere(path)
      let isOpen = false
      const opening = openStorage(path, patient).then((opened) => {
        isOpen = true
        return opened
      })
      await timersFire(5)
      expect(isOpen).toBe(false)
      await release()
      await (await opening).close()
    })
  )

  it(
    "opening is unavailable after it has waited for the limit",
    onDatabase(async (path) => {
      new Database(path).exec("PRAGMA journal_mode = WAL").close()
      const release = await lockElsewhere(path)
      await expect(openStorage(path, { busyTimeoutMs: 50 })).rejects.toMatchObject({
        _tag: "StorageUnavailable",
        message: expect.stringContaining(`${path}: another connection has held the`)
      })
      await release()
    })
  )
})

it(
  "a file that is up to date is opened at once while another process has the write lock",
  onDatabase(async (path) => {
    const options = { busyTimeoutMs: 0, collections: [Notes] }
    await (await openStorage(path, options)).close()
    const release = await lockElsewhere(path)
    await (await openStorage(path, options)).close()
    await release()
  })
)
