import type { Effect } from "effect"

/** An operation as it is declared, with its requirements. */
export type AnyOperation = (...input: never) => Effect.Effect<unknown, unknown, unknown>

/** The list of an iterator, and the number of ids before its query. */
export interface WalkDeclaration {
  readonly list: string
  readonly ids: number
}

/** A service: operations that a handle of the engine offers under one name. */
export interface ServiceDeclaration {
  /**
   * The handle that has the service. A merchant's handle passes the `caller` or the `scope` as the
   * first argument, a payer's handle the payer's credentials, and the engine's own handle nothing.
   */
  readonly handle: "caller" | "scope" | "payer" | "engine"
  readonly operations: Readonly<Record<string, AnyOperation>>
  /** The operations of the engine's own handle that take a scope. */
  readonly onScope?: ReadonlyArray<string>
  /** The iterators over its lists. */
  readonly walks: Readonly<Record<string, WalkDeclaration>>
}
