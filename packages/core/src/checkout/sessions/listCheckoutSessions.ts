import { Effect, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { CustomerId } from "../../kernel/primitives/PublicId.ts"
import { type ListCodec, list, listCodec } from "../../platform/pagination/List.ts"
import {
  cursorFields,
  cursorKeys,
  type ForwardCursor,
  type PageLimit,
  withSeveral
} from "../../platform/pagination/ListQuery.ts"
import { signedPage } from "../../platform/pagination/signedPage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import {
  type CheckoutSession,
  CheckoutSessionCollection,
  CheckoutSessionStatus,
  checkoutSessionCodec
} from "./CheckoutSession.ts"
import { asResource } from "./retrieveCheckoutSession.ts"

/**
 * The schema accepts any string, because the operation itself checks the status and names unknown
 * values.
 */
const NamedStatus = Schema.String as Schema.Codec<string> as Schema.Codec<CheckoutSessionStatus>

/** The query of an iteration over sessions. */
export interface IterateCheckoutSessions extends PageLimit {
  /** Only sessions in this status, or in one of these. */
  readonly status?: CheckoutSessionStatus | ReadonlyArray<CheckoutSessionStatus>
  /** Only sessions of the customer with this id. */
  readonly customer?: string
}

/** The query of a page of sessions. The default limit is 25. */
export interface ListCheckoutSessions extends IterateCheckoutSessions, ForwardCursor {
  /** An older name of `startingAfter`. If both are given, `startingAfter` is used. */
  readonly cursor?: string
}
export const ListCheckoutSessions = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: cursorFields.startingAfter,
  cursor: Schema.optionalKey(Schema.String),
  status: Schema.optionalKey(Schema.Array(NamedStatus)),
  customer: Schema.optionalKey(CustomerId)
}).pipe(
  Schema.encodeKeys({ startingAfter: cursorKeys.startingAfter }),
  named("ListCheckoutSessions")
)

export const checkoutSessionListCodec: ListCodec<CheckoutSession> = listCodec(checkoutSessionCodec)

const isStatus = Schema.is(CheckoutSessionStatus)

const checkInput = inputChecker(ListCheckoutSessions)

/** Returns a page of sessions, newest first. */
export const listCheckoutSessions = Effect.fnUntraced(function* (
  caller: Caller,
  query: ListCheckoutSessions = {}
) {
  const { scope } = caller
  const given = yield* Effect.fromResult(checkInput(withSeveral("status", query)))
  const unknown = given.status?.find((status) => !isStatus(status))
  if (unknown !== undefined) {
    const name = /^[a-z_]{1,40}$/.test(unknown) ? unknown : "one of them"
    return yield* parameterInvalid(
      "status",
      `must be one of ${CheckoutSessionStatus.literals.join(", ")}; ${name} is none`
    )
  }
  const statuses = given.status === undefined ? null : [...new Set(given.status)].sort()
  const { customer } = given
  const startingAfter = given.startingAfter ?? given.cursor
  const { rows, nextCursor } = yield* signedPage({
    of: CheckoutSessionCollection,
    binding: {
      scope,
      list: "checkout_sessions",
      // Cursors of releases without the second filter stay valid.
      filters: customer === undefined ? [statuses] : [statuses, customer]
    },
    where: {
      ...(statuses === null ? {} : { status: statuses }),
      ...(customer === undefined ? {} : { customer })
    },
    order: "desc",
    defaultLimit: 25,
    ...(given.limit === undefined ? {} : { limit: given.limit }),
    ...(startingAfter === undefined ? {} : { startingAfter })
  })
  const sessions = yield* Effect.forEach(rows, ({ row }) => asResource(scope, row))
  return list(sessions, nextCursor)
})
