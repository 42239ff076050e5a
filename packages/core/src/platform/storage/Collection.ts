import { Schema } from "effect"
import type { DocumentStep } from "./DocumentStep.ts"
import { documentCodec } from "./documentCodec.ts"
import type { Feed } from "./feed.ts"
import type { Scope } from "./Scope.ts"
import { validateDocument } from "./validateDocument.ts"

/** The fields of every stored row. */
export interface Row {
  readonly id: string
}

/** A private type, so that no object literal and no spread is a `Stored` row. */
declare abstract class FromStore {
  private readonly fromStore: never
}

/**
 * A row in the store. It comes from a read, or from `inserted` and `updated`, which return the row
 * as a commit leaves it. No other object is accepted, because its version would be unknown.
 */
export interface Stored<R extends Row> extends FromStore {
  /** The tenant and mode of the row. */
  readonly scope: Scope
  /** The row itself. */
  readonly row: R
  /**
   * The optimistic lock of the row, and the fence of a lease. It is 1 on insert, unless the insert
   * has another, and grows by 1 with every update.
   */
  readonly version: number
}

/** Creates a stored row from a read. It is for adapters, because only they know the version. */
export const storedRow = <R extends Row>(scope: Scope, row: R, version: number): Stored<R> =>
  ({ scope, row, version }) as Stored<R>

/**
 * A unique key: at most one row per scope has a given value. Rows whose value is null are exempt.
 * With `global`, at most one row of all scopes.
 */
export interface UniqueKey<R extends Row> {
  of(row: R): string | null
  readonly global?: true
}

/** An index for filters of lists, by equality or IN. Rows whose value is null are not indexed. */
export interface Index<R extends Row> {
  of(row: R): string | null
}

/** An amount that a row adds to a sum of its collection. */
export interface Summand {
  /** The key of the sum: ASCII, without NUL. */
  readonly key: string
  /** The place within the key: a sum can be read over a range of places. ASCII, may be empty. */
  readonly place: string
  /** A signed amount of at most 64 bits. The sum of any number of amounts is exact. */
  readonly amount: bigint
}

/**
 * Totals over all rows of an append-only collection. The store keeps them up to date, so the cost
 * of a read depends on the number of places, not of rows. They are part of a commit and have no
 * version, so commits that add to the same total don't conflict. An adapter may split a total into
 * several parts.
 */
export interface KeptSum<R extends Row> {
  /** Returns the amounts of a row. The same key and place may occur several times. */
  of(row: R): ReadonlyArray<Summand>
}

/**
 * A kind of row, declared once in core. Adapters derive their tables, columns and statements from
 * it, and know nothing else about the rows.
 */
export interface Collection<R extends Row> {
  /** The name, in lower case and underscores, suitable for a table. */
  readonly name: string
  readonly unique: Readonly<Record<string, UniqueKey<R>>>
  readonly indexes: Readonly<Record<string, Index<R>>>
  /** Only for rows that are never changed. */
  readonly sums: Readonly<Record<string, KeptSum<R>>>
  /**
   * True if the store refuses to change or delete rows, even by another program (ledger, events).
   */
  readonly appendOnly: boolean
  /**
   * The names of the fields of an append-only collection, at any depth, whose texts may be erased:
   * a text becomes `[erased]`, an object or a list becomes empty. The store refuses every other
   * update, even by another program.
   */
  readonly erasable: ReadonlyArray<string>
  /** True if `Storage.sweep` may delete old rows. */
  readonly sweepable: boolean
  /** The feed for `Storage.feed`. Null if there is none. */
  readonly feed: Feed<R> | null
  /**
   * The version of written documents, from 1. An adapter stores it with the table. It refuses a
   * store of a newer version by name. It rebuilds the indexes and sums of a store of an older
   * version.
   */
  readonly version: number
  /** Encodes a row as the stored JSON text. Bigints become strings. */
  encode(row: R): string
  /**
   * Decodes a row from its stored text, which may be of an older version. Throws `NewerDocument`
   * for a newer version: an adapter answers `StorageUnavailable` then. Any other error, for a
   * damaged text or a failing step, is a defect.
   */
  decode(document: string): R
  /**
   * Returns true if a value is a row by the schema, for stores that check rows in tests. `before`
   * is the conforming row that it replaces. Fields that are the same in both are not checked again.
   */
  conforms(row: unknown, before?: R): boolean
}

/** Only rows that are never changed may have sums and a feed. */
type Permanence<R extends Row> =
  | {
      readonly appendOnly: true
      readonly sums?: Readonly<Record<string, KeptSum<R>>>
      readonly feed?: Feed<R>
      readonly erasable?: ReadonlyArray<string>
    }
  | {
      readonly appendOnly?: never
      readonly sums?: never
      readonly feed?: never
      readonly erasable?: never
    }

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
    erasable: declaration.erasable ?? [],
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
   * The steps that read documents of older versions. The first step converts version 1 to version
   * 2, and so on. The row is written in the newest version at its next update.
   */
  readonly steps?: ReadonlyArray<DocumentStep>
}
