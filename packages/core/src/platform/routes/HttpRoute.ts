import { Schema } from "effect"
import type { WireCodec } from "../../kernel/codec/WireCodec.ts"

/** The query parameters of an operation, by their wire names. */
export interface QueryShape<Query = unknown> {
  readonly schema: Schema.Codec<Query, unknown>
  /** Parameters that may be sent once. */
  readonly single: ReadonlyArray<string>
  /** Parameters that may be sent several times. */
  readonly repeated: ReadonlyArray<string>
  /** Parameters of other lists that this operation refuses. Unknown parameters are ignored. */
  readonly refused?: ReadonlyArray<string>
}

/**
 * The HTTP route of an operation. The HTTP handler and the OpenAPI document are made from it. The
 * operation gets the caller, then the id of the path, then the body or the query, and then the
 * idempotency key, as far as the route has them.
 */
export interface HttpRoute<Body = unknown, Query = unknown, A = unknown> {
  /** The name of the operation, such as `createPayment`. */
  readonly name: string
  /** The service and its operation, such as `payments` and `create`. */
  readonly calls: readonly [service: string, operation: string]
  readonly summary: string
  /** Details for the OpenAPI document. */
  readonly description?: string
  /** A sentence that says how to find out if a change was made whose answer was lost. */
  readonly findOut?: string
  /** The group of operations in the OpenAPI document. */
  readonly tag: string
  readonly method: "GET" | "POST" | "PATCH"
  /** Contains `{id}` in place of the resource's id. */
  readonly path: string
  readonly body?: Schema.Codec<Body, unknown>
  readonly query?: QueryShape<Query>
  readonly output: WireCodec<A>
  /** True for a change without an Idempotency-Key, because repeating it changes nothing. */
  readonly keyless?: true
  /** The errors of the route beyond those of every route. */
  readonly errors?: ReadonlyArray<HttpRouteError>
}

/** An error of a route, for the OpenAPI document. */
export interface HttpRouteError {
  readonly status: number
  readonly code: string
  /** The occasion of the error, in a sentence. */
  readonly when: string
}

/** Declares a route, without the types of its body and its answer. */
export const route = <Body = undefined, Query = undefined, A = never>(
  declaration: HttpRoute<Body, Query, A>
): HttpRoute => declaration as unknown as HttpRoute

/**
 * Returns true if the operation takes an Idempotency-Key and answers once per key. Reads and
 * keyless changes don't.
 */
export const isKeyed = ({ method, keyless }: Pick<HttpRoute, "method" | "keyless">): boolean =>
  method !== "GET" && keyless !== true

/** The query parameters of a list with pages in both directions. */
export const cursorParameters = ["limit", "starting_after", "ending_before"]

/** The query of an operation that takes no parameters. */
export const noQuery = { schema: Schema.Struct({}), single: [], repeated: [] } as const
