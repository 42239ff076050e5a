import { Effect, Schema } from "effect"
import { inputChecker } from "../../input/decodeInput.ts"
import { parameterInvalid } from "../../input/InvalidInput.ts"
import { list, listCodec } from "../../pagination/List.ts"
import { cursorFields, cursorKeys } from "../../pagination/ListQuery.ts"
import { signedPage } from "../../pagination/signedPage.ts"
import type { Caller } from "../../tenants/Caller.ts"
import {
  CheckoutSession,
  CheckoutSessionCollection,
  CheckoutSessionStatus
} from "./CheckoutSession.ts"
import { asResource } from "./retrieveCheckoutSession.ts"

/** The query of operation 10 (spec 4.2 and 4.4). */
export const ListCheckoutSessions = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: cursorFields.startingAfter,
  /** An older name of `starting_after`, which wins when both are sent. */
  cursor: Schema.optionalKey(Schema.String),
  /** Of the statuses of a session; another is refused by its name. */
  status: Schema.optionalKey(Schema.Array(Schema.String))
})
  .pipe(Schema.encodeKeys({ startingAfter: cursorKeys.startingAfter }))
  .annotate({ identifier: "ListCheckoutSessions" })
export type ListCheckoutSessions = typeof ListCheckoutSessions.Type

export const checkoutSessionListCodec = listCodec<CheckoutSession>(CheckoutSession)

const isStatus = Schema.is(CheckoutSessionStatus)

const checkInput = inputChecker(ListCheckoutSessions)

/** Operation 10 (spec 4.4): sessions, newest first. */
export const listCheckoutSessions = Effect.fnUntraced(function* (
  { scope }: Caller,
  query: ListCheckoutSessions = {}
) {
  const given = yield* Effect.fromResult(checkInput(query))
  const unknown = given.status?.find((status) => !isStatus(status))
  if (unknown !== undefined) {
    const name = /^[a-z_]{1,40}$/.test(unknown) ? unknown : "one of them"
    return yield* parameterInvalid(
      "status",
      `must be one of ${CheckoutSessionStatus.literals.join(", ")}; ${name} is none`
    )
  }
  const statuses = given.status === undefined ? null : [...new Set(given.status)].sort()
  const startingAfter = given.startingAfter ?? given.cursor
  const { rows, nextCursor } = yield* signedPage({
    of: CheckoutSessionCollection,
    binding: { scope, list: "checkout_sessions", filters: [statuses] },
    where: statuses === null ? {} : { status: statuses },
    order: "desc",
    defaultLimit: 25,
    ...(given.limit === undefined ? {} : { limit: given.limit }),
    ...(startingAfter === undefined ? {} : { startingAfter })
  })
  const sessions = yield* Effect.forEach(rows, ({ row }) => asResource(scope, row))
  return list(sessions, nextCursor)
})
