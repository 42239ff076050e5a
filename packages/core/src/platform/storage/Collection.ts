import { Schema } from "effect"
import type { DocumentStep } from "./DocumentStep.ts"
import { documentCodec } from "./documentCodec.ts"
import type { Feed } from "./feed.ts"
import type { Scope } from "./Scope.ts"
import { validateDocument } from "./validateDocument.ts"

/** What every stored row has. */
export interface Row {
  readonly id: string
}

/** What no object literal and no spread can have: its type is private. */
declare abstract class FromStore {
  private readonly fromStore: never
}

/**
 * A row as the store holds it. It comes from a read, or from `inserted` and `updated`, which say
 * how a commit leaves it: no other row takes its place, for nobody would know its version.
 */
export interface Stored<R extends Row> extends FromStore {
  /** Whose row it is, and in which mode. */
  readonly scope: Scope
  /** The row itself. */
  readonly row: R
  /**
   * 1 on insert, unless that says another; one more with every update: the optimistic lock, and the
   * fence of a lease.
   */
  readonly version: number
}

/** A row that was read from a store, at a version: for adapters, which alone know. */
export const storedRow = <R extends Row>(scope: Scope, row: R, version: number): Stored<R> =>
  ({ scope, row, version }) as Stored<R>

/**
 * At most one row per scope has a given value; rows whose value is null don't take part. With
 * `global`, at most one row of all scopes.
 */
export interface UniqueKey<R extends Row> {
  of(row: R): string | null
  readonly global?: true
}

/** What lists filter on, by equality or IN; rows whose value is null are in no such list. */
export interface Index<R extends Row> {
  of(row: R): string | null
}

/** What a row adds to one of its collection's sums. */
export interface Summand {
  /** What it is added to: ASCII, without a NUL. */
  readonly key: string
  /** Where of the key: a sum can be asked for over a range of places. ASCII, perhaps empty. */
  readonly place: string
  /** Of at most 64 bits with its sign; the sum of any number of them is exact. */
  readonly amount: bigint
}

/**
 * Totals over all rows of an append-only collection, which the store has ready: to read one costs
 * what it spans in places, whatever the number of rows. They are part of what a commit does, and
 * have no version, so commits that add to the same one don't conflict: an adapter may well keep it
 * in several parts.
 */
export interface KeptSum<R extends Row> {
  /** What the row adds. The same key and place may come several times. */
  of(row: R): ReadonlyArray<Summand>
}

/**
 * A kind of row, declared once in core. Adapters derive their tables, columns and statements from
 * it and know nothing else of what they store.
 */
export interface Collection<R extends Row> {
  /** Lower case and underscores: fit for a table's name. */
  readonly name: string
  readonly unique: Readonly<Record<string, UniqueKey<R>>>
  readonly indexes: Readonly<Record<string, Index<R>>>
  /** Only where rows are never changed. */
  readonly sums: Readonly<Record<string, KeptSum<R>>>
  /** The store refuses to change or delete a row, even by another program (ledger, events). */
  readonly appendOnly: boolean
  /** Whether `Storage.sweep` may delete old rows. */
  readonly sweepable: boolean
  /** How `Storage.feed` reads its rows; null where nobody follows them. */
  readonly feed: Feed<R> | null
  /**
   * Of the documents that are written, from 1. An adapter keeps it with the table: a store of a
   * newer version is refused by name, and one of an older has its indexes and sums made anew.
   */
  readonly version: number
  /** The row as the JSON text that is stored; bigints become strings. */
  encode(row: R): string
  /**
   * The row back from its stored text, which may be of an older version. Throws `NewerDocument`
   * for one of a newer: an adapter answers `StorageUnavailable` then. Whatever else it throws, for
   * a text that is damaged or a step that fails, is a defect.
   */
  decode(document: string): R
  /**
   * Whether it is a row of this collection by its schema: for stores that check, in tests. Where
   * it takes the place of one that conforms, that one spares looking at what is the same in both.
   */
  conforms(row: unknown, before?: R): boolean
}

/** Rows that are never changed may be summed up, and followed. */
type Permanence<R extends Row> =
  | {
      readonly appendOnly: true
      readonly sums?: Readonly<Record<string, KeptSum<R>>>
      readonly feed?: Feed<R>
    }
  | { readonly appendOnly?: never; readonly sums?: never; readonly feed?: never }

/** Declares a collection from the schema of its rows. */
export const collection = <R extends Row>(
  declaration: Declaration<R> & Permanence<R>
): Collection<R> => {
  const type = Schema.toType(declaration.schema)
  return {
    name: declaration.name,
    unique: declaration.unique ?? {},
    indexes: declaration.indexes ?? {},
    sums: declaration.sums ?? {},
    appendOnly: declaration.appendOnly ?? false,
    sweepable: declaration.sweepable ?? false,
    feed: declaration.feed ?? null,
    ...documentCodec<R>(type.ast, { name: declaration.name, steps: declaration.steps ?? [] }),
    conforms: validateDocument(type)
  }
}

interface Declaration<R extends Row> {
  readonly name: string
  readonly schema: Schema.Codec<R, unknown>
  readonly unique?: Readonly<Record<string, UniqueKey<R>>>
  readonly indexes?: Readonly<Record<string, Index<R>>>
  readonly sweepable?: true
  /**
   * How documents of older versions are read: the first step makes one of version 1 one of version
   * 2, and so on. What was read is written in its newest form when the row is next updated.
   */
  readonly steps?: ReadonlyArray<DocumentStep>
}
