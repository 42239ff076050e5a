import type { Answer, Caller, EngineError, Services, WireCodec } from "@payloom/core"
import { type Effect, Schema } from "effect"

/** The query parameters of an operation, by their wire names. */
export interface QueryShape<Q> {
  readonly schema: Schema.Codec<Q, unknown>
  readonly single: ReadonlyArray<string>
  /** Parameters that may be sent several times. */
  readonly repeated: ReadonlyArray<string>
  /** Parameters of other lists that this operation refuses. Unknown parameters are ignored. */
  readonly refused?: ReadonlyArray<string>
}

/** The parts of a request that an operation receives. */
interface Call<Body, Query> {
  readonly caller: Caller
  readonly id: string
  readonly body: Body
  readonly query: Query
  readonly idempotencyKey: string
}

/**
 * One operation of the merchant surface. Its route and its part of the OpenAPI document are made
 * from it.
 */
interface Operation<Body, Query, A> {
  readonly name: string
  readonly summary: string
  /** Details for the OpenAPI document. */
  readonly description?: string
  readonly tag: string
  readonly method: "GET" | "POST" | "PATCH"
  /** Contains `{id}` in place of the resource's id. */
  readonly path: string
  readonly body?: Schema.Codec<Body, unknown>
  readonly query?: QueryShape<Query>
  readonly output: WireCodec<A>
  /** True for a change without an Idempotency-Key, because repeating it changes nothing. */
  readonly keyless?: true
  readonly run: (
    services: Services,
    call: Call<Body, Query>
  ) => Effect.Effect<A | Answer<A>, EngineError>
}

/** An operation without its type parameters, so that all operations fit into one table. */
export interface SealedOperation
  extends Omit<Operation<unknown, unknown, unknown>, "run" | "output" | "query" | "body"> {
  /**
   * True if it takes an Idempotency-Key and answers once per key. False for reads and keyless
   * changes.
   */
  readonly isKeyed: boolean
  readonly body?: Schema.Codec<unknown, unknown>
  readonly query?: QueryShape<unknown>
  readonly output: WireCodec<never>
  readonly run: (
    services: Services,
    call: Call<unknown, unknown>
  ) => Effect.Effect<unknown, EngineError>
}

/** Defines one operation and removes its type parameters. */
export const operation = <Body = undefined, Query = undefined, A = never>(
  definition: Operation<Body, Query, A>
): SealedOperation =>
  ({
    ...definition,
    isKeyed: definition.method !== "GET" && definition.keyless !== true
  }) as unknown as SealedOperation

/** The query parameters of a list with pages in both directions. */
export const cursorParameters = ["limit", "starting_after", "ending_before"]

/** The query of an operation that takes no parameters. */
export const noQuery = { schema: Schema.Struct({}), single: [], repeated: [] } as const
