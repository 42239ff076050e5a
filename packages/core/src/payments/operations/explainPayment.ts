import { Effect } from "effect"
import type { MidId, RoutingRuleId } from "../../kernel/primitives/PublicId.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { ChangedDetail } from "../../providers/ChargeDetails.ts"
import type { CardChecks } from "../../providers/ChargeOutcome.ts"
import { decryptedWalletOf } from "../../providers/ChargeSource.ts"
import type { Decline } from "../../providers/Decline.ts"
import type { RouteFacts } from "../../providers/RouteFacts.ts"
import type { ScaExemption } from "../../providers/ThreeDsAuthentication.ts"
import type { RouteCandidate } from "../../routing/Route.ts"
import { AttemptCollection, type AttemptStatus } from "../charges/Attempt.ts"
import { getPayment } from "../charges/getPayment.ts"

/** The explanation of an attempt: how it was routed, and its result. */
export interface AttemptExplanation {
  /** The attempt's id. */
  readonly attempt: string
  /** The provider's name. It is `payloom` if the engine itself declined. */
  readonly provider: string
  /** The status. */
  readonly status: AttemptStatus
  /** The merchant account of the attempt. Null if no merchant account could take it. */
  readonly mid: MidId | null
  /** The routing rule that decided. Null if no rule matched. */
  readonly rule: RoutingRuleId | null
  /** The facts that routing used. */
  readonly facts: RouteFacts
  /** Every MID that was considered, and how routing judged it. */
  readonly candidates: ReadonlyArray<RouteCandidate>
  /** The reason of a decline or failure. Null otherwise. */
  readonly decline: Decline | null
  /** The provider's own code, or the engine's reason: `fraud:<rule>`, `no_route`. */
  readonly rawCode: string | null
  /** The scheme's response code of a decline. */
  readonly networkCode: string | null
  /** The provider's own message about a decline. Null if there is none. */
  readonly message: string | null
  /** The issuer's checks of the card's details. Null if they were not requested or not reported. */
  readonly checks: CardChecks | null
  /** The issuer's approval code. Null if the provider doesn't report it. */
  readonly authCode: string | null
  /** The reason why it was not sent, or why its result is unknown. Null otherwise. */
  readonly reason: string | null
  /** True if the card's network token was charged in place of its number. */
  readonly usedNetworkToken: boolean
  /** True if a wallet was charged as your vault had decrypted it. */
  readonly usedDecryptedWallet: boolean
  /** The exemption from an authentication that was requested. Null if none was. */
  readonly exemption: ScaExemption | null
  /** Details that were changed for the provider, for example cut or left out. */
  readonly changedDetails: ReadonlyArray<ChangedDetail>
  /** The time of creation, in milliseconds since the epoch. */
  readonly created: number
  /** The time of the decision, in milliseconds since the epoch. Null before. */
  readonly settledAt: number | null
}

/** Explains for every attempt of a payment, oldest first, how it was routed. */
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
      usedNetworkToken: row.source._tag === "Vaulted" && row.source.usesNetworkToken === true,
      usedDecryptedWallet: decryptedWalletOf(row.source) !== null,
      exemption: row.exemption ?? null,
      changedDetails: row.changedDetails ?? [],
      created: row.created,
      settledAt: row.settledAt
    })
  )
})
