import { insert } from "@payloom/core"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { here, Notes, note, Sweepables, upTo } from "./notes.ts"
import { openStorage, temporaryDatabase } from "./openTestStorage.ts"

/** Gives each test a folder of its own, because the tests mostly wait and so run side by side. */
export const inFolder = (test: (folder: string) => Promise<void>) => async () => {
  const { directory, remove } = temporaryDatabase()
  await test(directory).finally(remove)
}

/** An open database. */
export type Opened = Awaited<ReturnType<typeof openStorage>>

/** Opens a database with the tables of these tests. */
export const open = (path: string) => openStorage(path, { collections: [Notes, Sweepables] })

/** Adds a note. Returns the result of its commit. */
export const add = ({ storage }: Opened, number: number) =>
  Effect.runPromise(Effect.result(storage.commit([insert(here, Notes, note(number))])))

/** Opens a database with many pages of notes, which a checkpoint moves into the database file. */
export const filled = async (path: string) => {
  const opened = await open(path)
  const status = "x".repeat(2000)
  const rows = upTo(50).map((n) => insert(here, Notes, note(n, { status })))
  await Effect.runPromise(opened.storage.commit(rows))
  elsewhere(path, "PRAGMA wal_checkpoint(PASSIVE)")
  // This row is only in the log.
  await Effect.runPromise(opened.storage.commit([insert(here, Notes, note(51, { status }))]))
  // Waits for a check that sees all of it.
  await untilDue()
  await Effect.runPromise(opened.storage.nextDue())
  return opened
}

/** Runs SQL as another program would. */
export const elsewhere = (path: string, sql: string) => {
  const other = new Database(path)
  other.exec(sql)
  other.close()
}

/** Waits until the last check of the files is too old to count. */
export const untilDue = () => new Promise((resolve) => setTimeout(resolve, 1_050))
