import { Schema } from "effect"
import type { DocumentStep } from "./DocumentStep.ts"
import { documentCodec } from "./documentCodec.ts"
import type { Feed } from "./feed.ts"
import type { Scope } from "./Scope.ts"

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
  /** 1 on insert, one more with every update: the optimistic lock, and the fence of a lease. */
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

/**
 * A kind of row, declared once in core. Adapters derive their tables, columns and statements from
 * it and know nothing else of what they store.
 */
export interface Collection<R extends Row> {
  /** Lower case and underscores: fit for a table's name. */
  readonly name: string
  readonly unique: Readonly<Record<string, UniqueKey<R>>>
  readonly indexes: Readonly<Record<string, Index<R>>>
  /** The store refuses to change or delete a row, even by another program (ledger, events). */
  readonly appendOnly: boolean
  /** Whether `Storage.sweep` may delete old rows. */
  readonly sweepable: boolean
  /** How `Storage.feed` reads its rows; null where nobody follows them. */
  readonly feed: Feed<R> | null
  /**
   * Of the documents that are written, from 1. An adapter keeps it with the table: a store of a
   * newer version is refused by name, and one of an older has its indexes filled anew.
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
  /** Whether it is a row of this collection by its schema: for stores that check, in tests. */
  conforms(row: unknown): boolean
}

/** Declares a collection from the schema of its rows. */
export const collection = <R extends Row>(declaration: {
  readonly name: string
  readonly schema: Schema.Codec<R, unknown>
  readonly unique?: Readonly<Record<string, UniqueKey<R>>>
  readonly indexes?: Readonly<Record<string, Index<R>>>
  readonly appendOnly?: true
  readonly sweepable?: true
  /** Of an append-only collection alone: what was followed stays as it was. */
  readonly feed?: Feed<R>
  /**
   * How documents of older versions are read: the first step makes one of version 1 one of version
   * 2, and so on. What was read is written in its newest form when the row is next updated.
   */
  readonly steps?: ReadonlyArray<DocumentStep>
}): Collection<R> => {
  const type = Schema.toType(declaration.schema)
  return {
    name: declaration.name,
    unique: declaration.unique ?? {},
    indexes: declaration.indexes ?? {},
    appendOnly: declaration.appendOnly ?? false,
    sweepable: declaration.sweepable ?? false,
    feed: declaration.feed ?? null,
    ...documentCodec<R>(type.ast, { name: declaration.name, steps: declaration.steps ?? [] }),
    conforms: Schema.is(type)
  }
}
