import type { Schema } from "effect"
import type { Row } from "../platform/storage/Collection.ts"

/** A type of event of a module. */
export interface ModuleEventDefinition<Type extends string, R extends Row, A, Wire> {
  /** The module's name, a dot and a word, such as `loyalty.earned`. */
  readonly type: Type
  /** The value of the resource's field `object`, such as `wallet`. */
  readonly object: string
  /** The schema of the resource. Its encoded form is what webhooks deliver. */
  readonly resource: Schema.Codec<A, Wire>
  /** Returns the resource of a row. */
  readonly of: (row: R) => A
  /** Returns the id of the payment that the row belongs to. Leave it out if there is none. */
  readonly payment?: (row: R) => string
  /** The occasion on which the event is sent, in a sentence or two. */
  readonly when: string
}

/** A type of event of a module, about rows of a kind. */
export interface ModuleEvent<
  in R extends Row = never,
  Type extends string = string,
  Wire = unknown
> {
  readonly type: Type
  readonly object: string
  readonly resource: Schema.Codec<unknown, Wire>
  readonly of: (row: R) => unknown
  readonly payment?: (row: R) => string
  readonly when: string
}

/**
 * Defines a type of event of a module. `context.insert` and `context.update` record it about the
 * row that they write. List it in `events` of the module.
 */
export const moduleEvent = <const Type extends string, R extends Row, A, Wire>(
  definition: ModuleEventDefinition<Type, R, A, Wire>
): ModuleEvent<R, Type, Wire> => definition
