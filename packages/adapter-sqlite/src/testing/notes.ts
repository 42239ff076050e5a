import { type Collection, collection, type DocumentStep, type Row, type Scope } from "@payloom/core"
import { Schema } from "effect"

export const Note = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  author: Schema.NullOr(Schema.String),
  count: Schema.Int
})
export type Note = typeof Note.Type

/** The rows that the tests of this package write. */
export const Notes = collection<Note>({
  name: "notes",
  schema: Note,
  unique: { author: { of: (note) => note.author } },
  indexes: { status: { of: (note) => note.status } }
})

/** The same rows, append-only. */
export const Records = collection<Note>({
  name: "records",
  schema: Note,
  unique: { author: { of: (note) => note.author } },
  indexes: { status: { of: (note) => note.status } },
  appendOnly: true
})

/** The same rows, with a feed. */
export const Followed = collection<Note>({
  name: "followed",
  schema: Note,
  appendOnly: true,
  feed: { of: ({ status }) => status }
})

/** The same rows, sweepable. */
export const Sweepables = collection<Note>({ name: "sweepables", schema: Note, sweepable: true })

export const note = (number: number, fields: Partial<Note> = {}): Note => ({
  id: noteId(number),
  status: "open",
  author: null,
  count: 0,
  ...fields
})

export const noteId = (number: number): string => `note_${number.toString().padStart(8, "0")}`

export const here: Scope = { tenant: "tenant_here", mode: "live" }

export const upTo = (last: number): ReadonlyArray<number> =>
  Array.from({ length: last }, (_, at) => at + 1)

/** Returns a collection as an older or a newer release declares it. */
export const declaredAs = (
  of: Collection<Note>,
  other: Partial<Pick<Collection<Note>, "name" | "unique" | "indexes" | "appendOnly">>
): Collection<Note> => ({ ...of, ...other })

/** Returns a collection as a newer release declares it, with changed documents. */
export const withSteps = (
  { name, unique, indexes, appendOnly }: Collection<Note>,
  ...steps: ReadonlyArray<DocumentStep>
): Collection<Note> =>
  collection<Note>({
    name,
    schema: Note,
    unique,
    indexes,
    steps,
    ...(appendOnly ? { appendOnly } : {})
  })

const holdsBigInt = { ...note(0), status: 1n }

/** A row that can't be encoded, because its collection has no bigints. */
export const illFormed: Row = holdsBigInt
