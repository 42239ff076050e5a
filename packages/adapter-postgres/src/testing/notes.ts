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

/** Rows that are there or not. */
export const Notes: Collection<Note> = collection<Note>({ name: "notes", schema: Note })

const Tally = Schema.Struct({ id: Schema.String, count: Schema.Number })
type Tally = typeof Tally.Type

/** Rows that are changed. */
export const Tallies: Collection<Tally> = collection<Tally>({ name: "tallies", schema: Tally })

/** Whose rows they are. */
export const here: Scope = { tenant: "tenant_here", mode: "test" }

type Opened = Storage["Service"]

/** A storage of notes and tallies, until the test is over. */
export const openNotes = async (options: PostgresOptions): Promise<Opened> => {
  const { storage, close } = await openStorage({ collections: [Notes, Tallies], ...options })
  onTestFinished(close)
  return storage
}

/** A client of the test's own, until the test is over. */
export const openClient = async (connection: string): Promise<pg.Client> => {
  const client = new pg.Client(connection)
  // Its server may go away before it does.
  client.on("error", () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Commits one note; answers what it is refused with, or null. */
export const writeNote = async (
  storage: Opened,
  id: string
): Promise<CommitConflict | StorageUnavailable | null> => {
  const result = await Effect.runPromise(
    Effect.result(storage.commit([insert(here, Notes, { id })]))
  )
  return Result.isFailure(result) ? result.failure : null
}

/** Whether a note is there. */
export const hasNote = async (storage: Opened, id: string): Promise<boolean> =>
  Option.isSome(await Effect.runPromise(storage.get(here, Notes, id)))

/** What writers came to. */
interface Written {
  /** Commits that succeeded. */
  readonly acknowledged: number
  /** Commits without an answer, of which reading again told what came of them. */
  readonly unanswered: number
  /** What is stored otherwise than the writers were told, a sentence each. */
  readonly wrong: ReadonlyArray<string>
}

/** Writers that are at work until they are told to stop. */
export interface Writers {
  /** How many commits succeeded so far. */
  readonly acknowledged: () => number
  /** Ends them, and compares what they were told with what is stored. */
  readonly stop: () => Promise<Written>
}

/** Waits so many milliseconds. */
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Reads on until the storage answers. */
const retryAfterDefect = async <A>(ask: Effect.Effect<A, StorageUnavailable>): Promise<A> => {
  for (;;) {
    const result = await Effect.runPromise(Effect.result(ask))
    if (Result.isSuccess(result)) return result.success
    await pause(20)
  }
}

/**
 * Writers, each with a tally of its own: every commit adds one to that and writes a note with its
 * number. Without an answer a writer reads its tally again, and goes on from there.
 */
export const startWriters = (storage: Opened, names: ReadonlyArray<string>): Writers => {
  const acknowledged = new Set<string>()
  let unanswered = 0
  let isOver = false
  const noteOf = (name: string, count: number) => `${name}_${count}`
  const tallyOf = (name: string) => retryAfterDefect(storage.get(here, Tallies, name))
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
    const found = await retryAfterDefect(storage.getMany(here, Notes, ids))
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
