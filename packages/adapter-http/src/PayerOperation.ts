import type {
  EngineError,
  PayerCredentials,
  PayerRequest,
  QueryShape,
  Services,
  WireCodec
} from "@payloom/core"
import type { Effect, Schema } from "effect"

/** A call of an operation by a payer's browser. */
interface PayerCall<Body, Query> {
  /** The token names the session. */
  readonly credentials: PayerCredentials
  /** The id in the path. Empty if the path has none. */
  readonly id: string
  readonly body: Body
  readonly query: Query
  readonly request: PayerRequest
}

/** One operation of the payer surface. */
interface Definition<Body, Query, A> {
  readonly name: string
  readonly summary: string
  readonly description?: string
  /** The group of operations in the OpenAPI document. */
  readonly tag: "Payer" | "Customer portal"
  /** The service whose sessions the token names. */
  readonly service: "payer" | "portal"
  readonly method: "GET" | "POST"
  /** Contains `{id}` in place of a resource's id. */
  readonly path: string
  readonly body?: Schema.Codec<Body, unknown>
  readonly query?: QueryShape<Query>
  readonly output: WireCodec<A>
  readonly run: (services: Services, call: PayerCall<Body, Query>) => Effect.Effect<A, EngineError>
}

/** An operation without its type parameters, so that all operations fit into one table. */
export type PayerOperation = Definition<unknown, unknown, unknown>

/** Declares an operation of the payer surface. */
export const payerOperation = <A, Body = undefined, Query = undefined>(
  definition: Definition<Body, Query, A>
): PayerOperation => definition as unknown as PayerOperation
