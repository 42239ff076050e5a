import { Clock, Effect, Option } from "effect"
import type { VaultedCard } from "../../cards/vault/CardVault.ts"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import type { EngineDecline } from "../../payments/charges/startCharge.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { storableReason } from "../../providers/storableReason.ts"
import type { ThreeDsAuthentication } from "../../providers/ThreeDsAuthentication.ts"
import type { ThreeDsRequest } from "../../providers/three-ds/ThreeDsServer.ts"
import { routingTable } from "../../routing/changeTable.ts"
import { ruleFor } from "../../routing/chooseRoute.ts"
import type { RuleAuthentication } from "../../routing/RoutingRule.ts"
import { toCheckoutResult } from "../payer/CheckoutResult.ts"
import { resultOf } from "../payer/sessionStatus.ts"
import type { CheckoutSessionRecord } from "../sessions/CheckoutSession.ts"
import { authenticateWith3ds, readChallengeResult } from "../three-ds/authenticateWith3ds.ts"
import { isChallengeOver, ThreeDsSessionCollection } from "../three-ds/ThreeDsSession.ts"
import { loadPayer } from "./confirmRows.ts"
import { declineUnauthenticated } from "./expireAuthentication.ts"
import { openChallenge } from "./openChallenge.ts"
import { byCard, type CardMeans, type PayerDeviceFacts } from "./PaymentSource.ts"
import { type Findings, factsOf, paySession, resultAfter } from "./paySession.ts"

/**
 * Requests authentication from the issuer, who may accept, reject or challenge the payer. A routing
 * rule may require a challenge, or charge without an authentication.
 */
export const beforeChallenge = Effect.fnUntraced(function* (
  session: Stored<CheckoutSessionRecord>,
  means: CardMeans
) {
  const { scope, row } = session
  const { card } = means
  const found: Findings = { threeDs: null, challenge: null, refusal: null, stepsUp: true }
  const { threeDs = "if_needed", exemption } = yield* ruledAuthentication(session, means)
  if (exemption !== undefined) return yield* pay(scope, row, means, { ...found, exemption })
  if (threeDs === "skip") return yield* pay(scope, row, means, found)
  const { id, answer } = yield* authenticatePayer3ds(row, card, threeDs)
  switch (answer._tag) {
    case "ChallengeRequired": {
      const opened = yield* openChallenge(scope, row.id, {
        id,
        card,
        url: answer.url,
        steppedUp: false
      })
      return toCheckoutResult(opened.session, opened.payment, opened)
    }
    case "Authenticated":
      return yield* pay(scope, row, means, { ...found, threeDs: answer.authentication })
    case "Rejected":
      return yield* pay(scope, row, means, { ...found, refusal: unauthenticated(answer.reason) })
    case "NotEnrolled":
    case "Unavailable":
      return yield* pay(scope, row, means, found)
  }
})

/** Returns the authentication of the rule that holds before the payer is authenticated. */
const ruledAuthentication = Effect.fnUntraced(function* (
  session: Stored<CheckoutSessionRecord>,
  means: CardMeans
) {
  const { rules } = yield* routingTable(session.scope)
  const none: RuleAuthentication = {}
  if (rules.every(({ authentication }) => authentication === undefined)) return none
  const { billingAddress } = yield* loadPayer(session)
  const { country } = means.payer.billingAddress ?? billingAddress
  return ruleFor(rules, factsOf(session.row, means, country, null))?.authentication ?? none
})

/** A second confirm, which names a challenge. */
interface ChallengedConfirm {
  readonly id: string
  /** Null if the card was not entered again. */
  readonly card: VaultedCard | null
  readonly payer: PayerDeviceFacts
}

/**
 * Pays after the challenge. The result of the challenge decides, and the card is that of the first
 * confirm.
 */
export const afterChallenge = Effect.fnUntraced(function* (
  { scope, row }: Stored<CheckoutSessionRecord>,
  { id, card, payer }: ChallengedConfirm
) {
  const storage = yield* Storage
  const param = "threeDsSessionId"
  const found = yield* storage.get(scope, ThreeDsSessionCollection, id)
  const challenge = Option.getOrNull(found)?.row ?? null
  if (challenge === null || challenge.checkoutSession !== row.id) {
    return yield* parameterInvalid(param, "is not of this session")
  }
  if (challenge.status === "over" || row.threeDs !== id) {
    return yield* parameterInvalid(param, "was used or replaced")
  }
  if (isChallengeOver(challenge, yield* Clock.currentTimeMillis)) {
    return yield* parameterInvalid(param, "is over: the payer took too long")
  }
  if (card !== null && card.fingerprint !== challenge.card.fingerprint) {
    return yield* parameterInvalid("card", "is not the card of the challenge")
  }
  const means = byCard(challenge.card, payer)
  const paidBy = (threeDs: ThreeDsAuthentication | null, refusal: EngineDecline | null) =>
    pay(scope, row, means, { threeDs, challenge: id, refusal, stepsUp: false })
  const result = yield* readChallengeResult(id)
  switch (result._tag) {
    case "Authenticated":
      return yield* paidBy(result.authentication, null)
    case "Failed":
      return yield* paidBy(null, unauthenticated(result.reason))
    case "Pending":
    case "Unavailable":
      return yield* resultOf(scope, row.id)
  }
})

/** Requests authentication of a card under a new id, which a challenge also has. */
const authenticatePayer3ds = Effect.fnUntraced(function* (
  { amount, currency }: CheckoutSessionRecord,
  { vaultReference }: VaultedCard,
  challenge: ThreeDsRequest["challenge"]
) {
  const { id: mint } = yield* currentMoment
  const id = mint("threeds")
  const request = { reference: id, vaultReference, amount, currency, challenge }
  return { id, answer: yield* authenticateWith3ds(request) }
})

const unauthenticated = (reason: string): EngineDecline => ({
  code: "authentication_failed",
  category: "authentication",
  rawCode: `three_ds:${storableReason(reason)}`
})

const pay = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord,
  means: CardMeans,
  findings: Findings
) {
  const paid = yield* paySession(scope, session.id, means, findings)
  return paid.payment.status === "authenticating"
    ? yield* stepUp(scope, session, means.card)
    : yield* resultAfter(scope, paid)
})

/**
 * Handles a soft decline: the issuer declined and requires authentication. The payer gets a
 * challenge, or the payment is declined.
 */
const stepUp = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord,
  card: VaultedCard
) {
  const { id, answer } = yield* authenticatePayer3ds(session, card, "required")
  if (answer._tag === "ChallengeRequired") {
    const { url } = answer
    yield* openChallenge(scope, session.id, { id, card, url, steppedUp: true })
  } else {
    yield* retryConflicts(declineUnauthenticated(scope, session.id, null))
  }
  return yield* resultOf(scope, session.id)
})
