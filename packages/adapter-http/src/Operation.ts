import type { Answer, Caller, EngineError, Services, WireCodec } from "@payloom/core"
import { type Effect, Schema } from "effect"

/** The query parameters of an operation, by their wire names. */
export interface QueryShape<Q> {
  readonly schema: Schema.Codec<Q, unknown>
  readonly single: ReadonlyArray<string>
  /** May be sent several times. */
  readonly repeated: ReadonlyArray<string>
  /** Other lists take these; here they are refused, where what is unknown is ignored. */
  readonly refused?: ReadonlyArray<string>
}

/** What an operation gets of a request. */
interface Call<Body, Query> {
  readonly caller: Caller
  readonly id: string
  readonly body: Body
  readonly query: Query
  readonly idempotencyKey: string
}

/** One operation of the merchant surface: makes its route and its part of the OpenAPI document. */
interface Operation<Body, Query, A> {
  readonly name: string
  readonly summary: string
  /** What the summary leaves out. */
  readonly description?: string
  readonly tag: string
  readonly method: "GET" | "POST" | "PATCH"
  /** With `{id}` for the resource's id. */
  readonly path: string
  readonly body?: Schema.Codec<Body, unknown>
  readonly query?: QueryShape<Query>
  readonly output: WireCodec<A>
  /** Done again it changes nothing, so it takes no Idempotency-Key, though it changes something. */
  readonly keyless?: true
  readonly run: (
    services: Services,
    call: Call<Body, Query>
  ) => Effect.Effect<A | Answer<A>, EngineError>
}

/** An operation with its types sealed, so that all of them fit one table. */
export interface SealedOperation
  extends Omit<Operation<unknown, unknown, unknown>, "run" | "output" | "query" | "body"> {
  /** Whether it takes an Idempotency-Key and answers once per key: all but reads and keyless. */
  readonly isKeyed: boolean
  readonly body?: Schema.Codec<unknown, unknown>
  readonly query?: QueryShape<unknown>
  readonly output: WireCodec<never>
  readonly run: (
    services: Services,
    call: Call<unknown, unknown>
  ) => Effect.Effect<unknown, EngineError>
}

/** One operation, its types sealed. */
export const operation = <Body = undefined, Query = undefined, A = never>(
  definition: Operation<Body, Query, A>
): SealedOperation =>
  ({
    ...definition,
    isKeyed: definition.method !== "GET" && definition.keyless !== true
  }) as unknown as SealedOperation

/** The query parameters of a list that goes both ways. */
export const cursorParameters = ["limit", "starting_after", "ending_before"]

/** The query of an operation that takes no parameters. */
export const noQuery = { schema: Schema.Struct({}), single: [], repeated: [] } as const
