import {
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { insert, type StorageLoss, type StorageUnavailable } from "@payloom/core"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { SqliteFileLost } from "./SqliteFileLost.ts"
import { here, Notes, note, noteId, Sweepables } from "./testing/notes.ts"
import { add, filled, inFolder, type Opened, open, untilDue } from "./testing/watchedDatabase.ts"

const everyCall = ({ storage }: Opened): ReadonlyArray<Effect.Effect<unknown, unknown>> => [
  storage.commit([insert(here, Notes, note(900))]),
  storage.get(here, Notes, noteId(1)),
  storage.getMany(here, Notes, [noteId(1)]),
  storage.findUnique(here, Notes, "author", "a"),
  storage.page(here, Notes, { order: "asc", limit: 10 }),
  storage.claimDue({ now: 5, leaseUntil: 9, limit: 1, perTenant: 1 }),
  storage.nextDue(),
  storage.jobKinds(""),
  storage.scopes({ limit: 1 }),
  storage.sweep(Sweepables, noteId(9), 10)
]

const expectRefused = async (opened: Opened, lost: StorageLoss) => {
  for (const call of everyCall(opened)) {
    const refusal = (await Effect.runPromise(Effect.flip(call))) as StorageUnavailable
    expect(refusal._tag).toBe("StorageUnavailable")
    expect(refusal.cause).toBeInstanceOf(SqliteFileLost)
    expect(refusal.cause).toMatchObject(lost)
    expect(refusal.message).toContain(lost.file)
  }
}

const replace = (path: string) => {
  copyFileSync(path, `${path}.copy`)
  renameSync(`${path}.copy`, path)
}

const deeds: ReadonlyArray<
  readonly [string, (path: string) => void, suffix: string, StorageLoss["reason"]]
> = [
  ["the database is deleted", (path) => rmSync(path), "", "deleted"],
  ["the database is replaced by a copy", replace, "", "replaced"],
  ["the database is emptied", (path) => truncateSync(path, 0), "", "truncated"],
  ["the database loses its second half", (path) => halve(path), "", "truncated"],
  ["the log is deleted", (path) => rmSync(`${path}-wal`), "-wal", "deleted"],
  ["the log is replaced", (path) => replace(`${path}-wal`), "-wal", "replaced"],
  ["the log is emptied", (path) => truncateSync(`${path}-wal`, 0), "-wal", "truncated"],
  ["the log loses its end", (path) => truncateSync(`${path}-wal`, 5000), "-wal", "truncated"],
  ["the index of the log is deleted", (path) => rmSync(`${path}-shm`), "-shm", "deleted"],
  ["the index of the log is replaced", (path) => replace(`${path}-shm`), "-shm", "replaced"]
]

const halve = (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2))

describe.concurrent("an open database", () => {
  it.each(deeds)(
    "refuses every commit and every read after %s",
    async (_, deed, suffix, reason) => {
      await inFolder(async (folder) => {
        const path = join(folder, "payloom.db")
        const opened = await filled(path)
        deed(path)
        await untilDue()
        await expectRefused(opened, { file: `${path}${suffix}`, reason })
        await opened.close()
      })()
    }
  )

  it(
    "refuses them after a folder above it is renamed",
    inFolder(async (folder) => {
      const path = join(folder, "data", "payloom.db")
      mkdirSync(dirname(path))
      const opened = await filled(path)
      renameSync(dirname(path), join(folder, "moved"))
      await untilDue()
      await expectRefused(opened, { file: path, reason: "deleted" })
      await opened.close()
    })
  )

  it(
    "refuses them after the symbolic link that it was opened by leads elsewhere",
    inFolder(async (folder) => {
      const link = join(folder, "current.db")
      const [first, second] = [join(folder, "first.db"), join(folder, "second.db")]
      await (await filled(first)).close()
      copyFileSync(first, second)
      symlinkSync(first, link)
      const opened = await open(link)
      rmSync(link)
      symlinkSync(second, link)
      await untilDue()
      await expectRefused(opened, { file: link, reason: "replaced" })
      await opened.close()
    })
  )

  it(
    "refuses them while the system can't read the file's state, and works again afterwards",
    inFolder(async (folder) => {
      const link = join(folder, "current.db")
      const file = join(folder, "payloom.db")
      await (await filled(file)).close()
      symlinkSync(file, link)
      const opened = await open(link)
      rmSync(link)
      symlinkSync(link, link)
      await untilDue()
      expect(await add(opened, 100)).toMatchObject({
        failure: { message: expect.stringContaining(`${link} can't be checked`) }
      })
      rmSync(link)
      symlinkSync(file, link)
      expect(await add(opened, 100)).toMatchObject({ _tag: "Success" })
      await opened.close()
    })
  )

  it(
    "detects an emptied log even if a commit has written after its end since",
    inFolder(async (folder) => {
      const path = join(folder, "payloom.db")
      const opened = await filled(path)
      truncateSync(`${path}-wal`, 0)
      await add(opened, 100)
      expect(statSync(`${path}-wal`).size).toBeGreaterThan(4096)
      await untilDue()
      await expectRefused(opened, { file: `${path}-wal`, reason: "truncated" })
      await opened.close()
    })
  )

  it(
    "confirms no commit that was made in a deleted file while a check was due",
    inFolder(async (folder) => {
      const path = join(folder, "payloom.db")
      const opened = await open(path)
      await add(opened, 1)
      const other = new Database(path)
      other.exec("BEGIN IMMEDIATE")
      const committing = add(opened, 2)
      await untilDue()
      rmSync(path)
      other.exec("ROLLBACK")
      expect(await committing).toMatchObject({ failure: { cause: { reason: "deleted" } } })
      // It was made all the same, in the file that has no name any more.
      expect(other.prepare("SELECT count(*) FROM notes").pluck().get()).toBe(2)
      other.close()
      await opened.close()
    })
  )

  it(
    "stays refused when the file is restored, until it is opened anew",
    inFolder(async (folder) => {
      const path = join(folder, "payloom.db")
      const opened = await filled(path)
      renameSync(path, `${path}.moved`)
      await untilDue()
      await expectRefused(opened, { file: path, reason: "deleted" })
      renameSync(`${path}.moved`, path)
      await untilDue()
      await expectRefused(opened, { file: path, reason: "deleted" })
      await opened.close()
      const again = await open(path)
      expect(await add(again, 100)).toMatchObject({ _tag: "Success" })
      expect(
        await Effect.runPromise(again.storage.getMany(here, Notes, [noteId(51)]))
      ).toHaveLength(1)
      await again.close()
    })
  )

  it(
    "reports the file to its listeners once",
    inFolder(async (folder) => {
      const path = join(folder, "payloom.db")
      const opened = await filled(path)
      const heard: Array<StorageLoss> = []
      const deafen = opened.storage.hearLoss?.(() => heard.push({ file: "", reason: "deleted" }))
      opened.storage.hearLoss?.((loss) => heard.push(loss))
      deafen?.()
      rmSync(path)
      await untilDue()
      for (const number of [1, 2, 3]) await add(opened, number)
      expect(heard).toEqual([{ file: path, reason: "deleted" }])
      await opened.close()
    })
  )

  it(
    "keeps every commit if its log was deleted, when it is closed before others use the file",
    inFolder(async (folder) => {
      const path = join(folder, "payloom.db")
      const opened = await filled(path)
      rmSync(`${path}-wal`)
      await untilDue()
      await expectRefused(opened, { file: `${path}-wal`, reason: "deleted" })
      await opened.close()
      const again = await open(path)
      expect(
        await Effect.runPromise(again.storage.getMany(here, Notes, [noteId(51)]))
      ).toHaveLength(1)
      await again.close()
    })
  )

  it(
    "leaves the log of a database that took its place unchanged",
    inFolder(async (folder) => {
      const path = join(folder, "payloom.db")
      const opened = await filled(path)
      for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`)
      const other = await open(path)
      await add(other, 100)
      await untilDue()
      await expectRefused(opened, { file: path, reason: "replaced" })
      await opened.close()
      expect(existsSync(`${path}-wal`)).toBe(true)
      expect(await add(other, 101)).toMatchObject({ _tag: "Success" })
      await other.close()
    })
  )

  it(
    "is not opened if its log can't be created",
    inFolder(async (folder) => {
      const path = join(folder, "payloom.db")
      writeFileSync(path, "")
      mkdirSync(`${path}-wal`)
      await expect(open(path)).rejects.toMatchObject({ _tag: expect.any(String) })
    })
  )
})
