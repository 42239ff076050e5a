import {
  type Answer,
  attemptListCodec,
  type Caller,
  CapturePayment,
  CreatePayment,
  CreateRefund,
  captureCodec,
  type EngineError,
  ListAttempts,
  ListPayments,
  paymentCodec,
  paymentListCodec,
  refundCodec,
  refundListCodec,
  type Services,
  VoidPayment,
  voidCodec,
  type WireCodec
} from "@payloom/core"
import type { Effect, Schema } from "effect"

/** The query parameters of an operation, by their wire names. */
export interface QueryShape<Q> {
  readonly schema: Schema.Codec<Q, unknown>
  readonly single: ReadonlyArray<string>
  /** May be sent several times, with or without `[]` behind the name. */
  readonly repeated: ReadonlyArray<string>
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
  readonly tag: string
  readonly method: "GET" | "POST" | "PATCH"
  /** With `{id}` for the resource's id. */
  readonly path: string
  readonly body?: Schema.Codec<Body, unknown>
  readonly query?: QueryShape<Query>
  readonly output: WireCodec<A>
  readonly run: (
    services: Services,
    call: Call<Body, Query>
  ) => Effect.Effect<A | Answer<A>, EngineError>
}

/** An operation with its types sealed, so that all of them fit one table. */
export interface SealedOperation
  extends Omit<Operation<unknown, unknown, unknown>, "run" | "output" | "query" | "body"> {
  /** Whether it changes anything: then it takes an Idempotency-Key and answers once per key. */
  readonly isMutation: boolean
  readonly body?: Schema.Codec<unknown, unknown>
  readonly query?: QueryShape<unknown>
  readonly output: WireCodec<never>
  readonly run: (
    services: Services,
    call: Call<unknown, unknown>
  ) => Effect.Effect<unknown, EngineError>
}

const operation = <Body = undefined, Query = undefined, A = never>(
  definition: Operation<Body, Query, A>
): SealedOperation =>
  ({ ...definition, isMutation: definition.method !== "GET" }) as unknown as SealedOperation

const cursorParameters = ["limit", "starting_after", "ending_before"]

/** Every operation of the merchant surface (spec 4.1). */
export const operations: ReadonlyArray<SealedOperation> = [
  operation({
    name: "createPayment",
    summary: "Create a payment",
    tag: "Payments",
    method: "POST",
    path: "/payments",
    body: CreatePayment,
    output: paymentCodec,
    run: ({ payments }, { caller, body, idempotencyKey }) =>
      payments.create(caller, body, { idempotencyKey })
  }),
  operation({
    name: "listPayments",
    summary: "List payments, newest first",
    tag: "Payments",
    method: "GET",
    path: "/payments",
    query: {
      schema: ListPayments,
      single: [...cursorParameters, "created_gte", "created_lte"],
      repeated: ["status", "expand"]
    },
    output: paymentListCodec,
    run: ({ payments }, { caller, query }) => payments.list(caller, query)
  }),
  operation({
    name: "retrievePayment",
    summary: "Retrieve a payment",
    tag: "Payments",
    method: "GET",
    path: "/payments/{id}",
    output: paymentCodec,
    run: ({ payments }, { caller, id }) => payments.retrieve(caller, id)
  }),
  operation({
    name: "listAttempts",
    summary: "List the attempts of a payment, oldest first",
    tag: "Payments",
    method: "GET",
    path: "/payments/{id}/attempts",
    query: { schema: ListAttempts, single: cursorParameters, repeated: [] },
    output: attemptListCodec,
    run: ({ payments }, { caller, id, query }) => payments.listAttempts(caller, id, query)
  }),
  operation({
    name: "capturePayment",
    summary: "Capture an authorized payment, in full or in part",
    tag: "Payments",
    method: "POST",
    path: "/payments/{id}/capture",
    body: CapturePayment,
    output: captureCodec,
    run: ({ payments }, { caller, id, body, idempotencyKey }) =>
      payments.capture(caller, id, body, { idempotencyKey })
  }),
  operation({
    name: "voidPayment",
    summary: "Void an authorized payment",
    tag: "Payments",
    method: "POST",
    path: "/payments/{id}/void",
    body: VoidPayment,
    output: voidCodec,
    run: ({ payments }, { caller, id, body, idempotencyKey }) =>
      payments.void(caller, id, body, { idempotencyKey })
  }),
  operation({
    name: "createRefund",
    summary: "Refund captured money, in full or in part",
    tag: "Refunds",
    method: "POST",
    path: "/payments/{id}/refunds",
    body: CreateRefund,
    output: refundCodec,
    run: ({ payments }, { caller, id, body, idempotencyKey }) =>
      payments.refund(caller, id, body, { idempotencyKey })
  }),
  operation({
    name: "listRefunds",
    summary: "List the refunds of a payment, in one page",
    tag: "Refunds",
    method: "GET",
    path: "/payments/{id}/refunds",
    output: refundListCodec,
    run: ({ payments }, { caller, id }) => payments.listRefunds(caller, id)
  })
]
