import { Effect } from "effect"
import type { MidId, RoutingRuleId } from "../../kernel/primitives/PublicId.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { ChangedDetail } from "../../providers/ChargeDetails.ts"
import type { CardChecks } from "../../providers/ChargeOutcome.ts"
import type { Decline } from "../../providers/Decline.ts"
import type { RouteFacts } from "../../providers/RouteFacts.ts"
import type { RouteCandidate } from "../../routing/Route.ts"
import { AttemptCollection, type AttemptStatus } from "../charges/Attempt.ts"
import { getPayment } from "../charges/getPayment.ts"

/** Why an attempt went where it went, and what came of it. */
export interface AttemptExplanation {
  /** The attempt's id. */
  readonly attempt: string
  /** The provider's name; `payloom` where the engine itself refused. */
  readonly provider: string
  /** The status. */
  readonly status: AttemptStatus
  /** The merchant account that it was made on; null where none could take it. */
  readonly mid: MidId | null
  /** The routing rule that decided, null where none held. */
  readonly rule: RoutingRuleId | null
  /** What routing went by. */
  readonly facts: RouteFacts
  /** Every MID considered, and what routing made of it. */
  readonly candidates: ReadonlyArray<RouteCandidate>
  /** Why it was declined or not carried out; null where neither. */
  readonly decline: Decline | null
  /** The provider's own code, or the engine's reason: `fraud:<rule>`, `no_route`. */
  readonly rawCode: string | null
  /** The scheme's response code of a decline. */
  readonly networkCode: string | null
  /** What the provider said of a decline in its own words; null where it said none. */
  readonly message: string | null
  /** What the issuer said of the card's details; null where nobody asked, or nobody tells. */
  readonly checks: CardChecks | null
  /** The issuer's approval code; null where the provider doesn't tell. */
  readonly authCode: string | null
  /** Why it was not sent, or nobody knows what became of it; null where it went as it should. */
  readonly reason: string | null
  /** Texts that its provider was told otherwise than they were given: cut, say, or left out. */
  readonly changedDetails: ReadonlyArray<ChangedDetail>
  /** When it was made, in milliseconds since the epoch. */
  readonly created: number
  /** When it was decided, in milliseconds since the epoch; null before. */
  readonly settledAt: number | null
}

/** Tells for every attempt of a payment, oldest first, how it was routed. Library call. */
export const explainPayment = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { scope } = caller
  const storage = yield* Storage
  const payment = yield* getPayment(scope, id)
  const attempts = yield* storage.getMany(scope, AttemptCollection, payment.row.attempts)
  return attempts.map(
    ({ row }): AttemptExplanation => ({
      attempt: row.id,
      provider: row.provider,
      status: row.status,
      mid: row.mid,
      rule: row.routingRule,
      facts: row.facts,
      candidates: row.candidates,
      decline: row.decline,
      rawCode: row.rawCode,
      networkCode: row.networkCode,
      message: row.message ?? null,
      checks: row.checks ?? null,
      authCode: row.authCode ?? null,
      reason: row.reason,
      changedDetails: row.changedDetails ?? [],
      created: row.created,
      settledAt: row.settledAt
    })
  )
})
