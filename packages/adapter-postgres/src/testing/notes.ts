import {
  type Collection,
  type CommitConflict,
  collection,
  insert,
  type Scope,
  type Storage,
  type StorageUnavailable,
  update
} from "@payloom/core"
import { Effect, Option, Result, Schema } from "effect"
import pg from "pg"
import { onTestFinished } from "vitest"
import type { PostgresOptions } from "../PostgresOptions.ts"
import { openStorage } from "./openTestStorage.ts"

const Note = Schema.Struct({ id: Schema.String })
type Note = typeof Note.Type

/** Rows that are only inserted and read. */
export const Notes: Collection<Note> = collection<Note>({ name: "notes", schema: Note })

const Tally = Schema.Struct({ id: Schema.String, count: Schema.Number })
type Tally = typeof Tally.Type

/** Rows that are updated. */
export const Tallies: Collection<Tally> = collection<Tally>({ name: "tallies", schema: Tally })

/** The scope of the rows. */
export const here: Scope = { tenant: "tenant_here", mode: "test" }

type Opened = Storage["Service"]

/** Opens a storage of notes and tallies, until the test is over. */
export const openNotes = async (options: PostgresOptions): Promise<Opened> => {
  const { storage, close } = await openStorage({ collections: [Notes, Tallies], ...options })
  onTestFinished(close)
  return storage
}

/** Opens a client of the test's own, until the test is over. */
export const openClient = async (connection: string): Promise<pg.Client> => {
  const client = new pg.Client(connection)
  // Its server may end earlier.
  client.on("error", () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Commits one note. Returns the failure, or null. */
export const writeNote = async (
  storage: Opened,
  id: string
): Promise<CommitConflict | StorageUnavailable | null> => {
  const result = await Effect.runPromise(
    Effect.result(storage.commit([insert(here, Notes, { id })]))
  )
  return Result.isFailure(result) ? result.failure : null
}

/** Returns true if a note is stored. */
export const hasNote = async (storage: Opened, id: string): Promise<boolean> =>
  Option.isSome(await Effect.runPromise(storage.get(here, Notes, id)))

/** The result of the writers. */
interface Written {
  /** Commits that succeeded. */
  readonly acknowledged: number
  /** Commits without an answer. The writers found out their results by reading again. */
  readonly unanswered: number
  /** Differences between the answers and the stored rows, a sentence each. */
  readonly wrong: ReadonlyArray<string>
}

/** Writers that run until they are stopped. */
export interface Writers {
  /** Returns the number of commits that succeeded so far. */
  readonly acknowledged: () => number
  /** Stops the writers, and compares their answers with the stored rows. */
  readonly stop: () => Promise<Written>
}

/** Waits. */
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Retries a read until the storage answers. */
const untilAnswered = async <A>(ask: Effect.Effect<A, StorageUnavailable>): Promise<A> => {
  for (;;) {
    const result = await Effect.runPromise(Effect.result(ask))
    if (Result.isSuccess(result)) return result.success
    await pause(20)
  }
}

/**
 * Starts writers, each with a tally of its own. Every commit adds one to the tally and writes a
 * note with its number. After a commit without an answer, a writer reads its tally again and
 * continues from there.
 */
export const startWriters = (storage: Opened, names: ReadonlyArray<string>): Writers => {
  const acknowledged = new Set<string>()
  let unanswered = 0
  let isOver = false
  const noteOf = (name: string, count: number) => `${name}_${count}`
  const tallyOf = (name: string) => untilAnswered(storage.get(here, Tallies, name))
  const write = async (name: string) => {
    let read = await tallyOf(name)
    while (!isOver) {
      const count = Option.match(read, { onNone: () => 0, onSome: ({ row }) => row.count }) + 1
      const tally = { id: name, count }
      const result = await Effect.runPromise(
        Effect.result(
          storage.commit([
            Option.isNone(read) ? insert(here, Tallies, tally) : update(Tallies, read.value, tally),
            insert(here, Notes, { id: noteOf(name, count) })
          ])
        )
      )
      if (Result.isSuccess(result)) acknowledged.add(noteOf(name, count))
      else unanswered += 1
      read = await tallyOf(name)
    }
  }
  const written = Promise.all(names.map(write))
  const wrongWith = async (name: string): Promise<ReadonlyArray<string>> => {
    const tally = Option.getOrUndefined(await tallyOf(name))?.row.count ?? 0
    const wanted = Array.from({ length: tally }, (_, nth) => noteOf(name, nth + 1))
    const own = [...acknowledged].filter((id) => id.startsWith(`${name}_`))
    const ids = [...new Set([...wanted, ...own, noteOf(name, tally + 1)])]
    const found = await untilAnswered(storage.getMany(here, Notes, ids))
    const stored = new Set(found.map(({ row }) => row.id))
    return [
      ...own.filter((id) => !stored.has(id)).map((id) => `${id} was acknowledged and is lost`),
      ...wanted.filter((id) => !stored.has(id)).map((id) => `${id} is counted and not there`),
      ...[...stored].filter((id) => !wanted.includes(id)).map((id) => `${id} is not counted`)
    ]
  }
  return {
    acknowledged: () => acknowledged.size,
    stop: async () => {
      isOver = true
      await written
      const wrong = (await Promise.all(names.map(wrongWith))).flat()
      return { acknowledged: acknowledged.size, unanswered, wrong }
    }
  }
}
