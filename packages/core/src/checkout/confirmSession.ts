import { Clock, Effect, Option, Schema } from "effect"
import type { VaultedCard } from "../cards/CardVault.ts"
import { Ciphertext } from "../cards/Ciphertext.ts"
import { vaultCard } from "../cards/vaultCard.ts"
import { currentMoment } from "../ids/Moment.ts"
import { inputChecker } from "../input/decodeInput.ts"
import { parameterInvalid } from "../input/InvalidInput.ts"
import type { PreliminaryDecline } from "../payments/openCharge.ts"
import { Underway } from "../providers/Underway.ts"
import { retryConflicts } from "../storage/retryConflicts.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage, type Stored } from "../storage/Storage.ts"
import { askChallenge, askThreeDs } from "../threeds/askThreeDs.ts"
import type { ThreeDsAuthentication, ThreeDsRequest } from "../threeds/ThreeDsServer.ts"
import { ThreeDsSessionCollection } from "../threeds/ThreeDsSession.ts"
import { PaymentMethod } from "../values/PaymentMethod.ts"
import { offeredMethods } from "./availableMethods.ts"
import { toCheckoutResult } from "./CheckoutResult.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"
import { declineUnauthenticated } from "./expireAuthentication.ts"
import { openAt } from "./openAt.ts"
import { openChallenge } from "./openChallenge.ts"
import { type CardToPay, payCard } from "./payCard.ts"
import { authenticatePayer, type PayerCredentials } from "./SessionToken.ts"
import { resultOf } from "./sessionStatus.ts"

interface Details {
  readonly method: PaymentMethod
  readonly card?: unknown
  readonly threeDsSessionId?: string
}

const detailFits = ({ method, card, threeDsSessionId }: Details) => {
  if (method !== "card" && card !== undefined) {
    return { path: ["card"], issue: "belongs to method card" }
  }
  return method === "card" && card === undefined && threeDsSessionId === undefined
    ? { path: ["card"], issue: "is required for method card" }
    : true
}

/** The body of operation 37 (spec 4.10): how the payer pays, and the details that go with it. */
export const ConfirmSession = Schema.Struct({
  method: PaymentMethod,
  card: Schema.optionalKey(Schema.Struct({ ciphertext: Ciphertext })),
  /** The challenge that the payer has just been through; its card is the one that is charged. */
  threeDsSessionId: Schema.optionalKey(Schema.String.check(Schema.isNonEmpty()))
})
  .check(Schema.makeFilter(detailFits))
  .pipe(Schema.encodeKeys({ threeDsSessionId: "three_ds_session_id" }))
  .annotate({ identifier: "ConfirmSession" })
export type ConfirmSession = typeof ConfirmSession.Type

const checkInput = inputChecker(ConfirmSession)

/**
 * Operation 37 (spec 4.10): the payer pays. However often and wherever it is sent, the session is
 * charged at most once: the first takes the session, the others are told to read its status. Where
 * the issuer wants to see the payer, it answers a challenge, and a second confirm names that.
 */
export const confirmSession = Effect.fnUntraced(function* (
  payer: PayerCredentials,
  input: ConfirmSession
) {
  const underway = yield* Underway
  const session = yield* authenticatePayer(payer)
  const given = yield* Effect.fromResult(checkInput(input))
  yield* Effect.fromResult(openAt(session.row, yield* Clock.currentTimeMillis))
  const offered = yield* offeredMethods(session.scope, session.row)
  const isOffered = given.method === "card" && offered.includes(given.method)
  if (!isOffered) return yield* parameterInvalid("method", "is not offered in this session")
  return yield* underway.finish(confirmCard(session, given))
})

const confirmCard = Effect.fnUntraced(function* (
  session: Stored<CheckoutSessionRecord>,
  { card: given, threeDsSessionId }: ConfirmSession
) {
  const { scope } = session
  const card =
    given === undefined ? null : yield* vaultCard(scope, given.ciphertext, "card.ciphertext")
  if (threeDsSessionId !== undefined) {
    return yield* afterChallenge(session, threeDsSessionId, card)
  }
  return card === null
    ? yield* parameterInvalid("card", "is required for method card")
    : yield* beforeChallenge(session, card)
})

/** Asks the issuer, who may let the card pass, turn it down, or want to see the payer first. */
const beforeChallenge = Effect.fnUntraced(function* (
  { scope, row }: Stored<CheckoutSessionRecord>,
  card: VaultedCard
) {
  const { id, answer } = yield* askIssuer(row, card, "if_needed")
  const to: CardToPay = { card, threeDs: null, challenge: null, refusal: null, stepsUp: true }
  switch (answer._tag) {
    case "ChallengeRequired": {
      const opened = yield* openChallenge(scope, row.id, {
        id,
        card,
        url: answer.url,
        steppedUp: false
      })
      return toCheckoutResult(opened.session, opened.payment, opened.challenge)
    }
    case "Authenticated":
      return yield* pay(scope, row, { ...to, threeDs: answer.authentication })
    case "Rejected":
      return yield* pay(scope, row, { ...to, refusal: unauthenticated(answer.reason) })
    case "NotEnrolled":
    case "Unavailable":
      return yield* pay(scope, row, to)
  }
})

/** Asks about a card under an id of its own, which a challenge is opened by. */
const askIssuer = Effect.fnUntraced(function* (
  { amount, currency }: CheckoutSessionRecord,
  { vaultReference }: VaultedCard,
  challenge: ThreeDsRequest["challenge"]
) {
  const { id: mint } = yield* currentMoment
  const id = mint("threeds")
  const request = { reference: id, vaultReference, amount, currency, challenge }
  return { id, answer: yield* askThreeDs(request) }
})

const unauthenticated = (reason: string): PreliminaryDecline => ({
  code: "authentication_failed",
  category: "authentication",
  rawCode: `three_ds:${reason}`
})

const pay = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord,
  to: CardToPay
) {
  const paid = yield* payCard(scope, session.id, to)
  return paid.payment.status === "authenticating"
    ? yield* stepUp(scope, session, to.card)
    : toCheckoutResult(paid.session, paid.payment, null)
})

/** The issuer declined and asked for the payer: who is shown a challenge, or that is that. */
const stepUp = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord,
  card: VaultedCard
) {
  const { id, answer } = yield* askIssuer(session, card, "required")
  if (answer._tag === "ChallengeRequired") {
    const { url } = answer
    yield* openChallenge(scope, session.id, { id, card, url, steppedUp: true })
  } else {
    yield* retryConflicts(declineUnauthenticated(scope, session.id, null))
  }
  return yield* resultOf(scope, session.id)
})

/** The payer is back from the challenge: its outcome decides, and the card is the one of before. */
const afterChallenge = Effect.fnUntraced(function* (
  { scope, row }: Stored<CheckoutSessionRecord>,
  id: string,
  card: VaultedCard | null
) {
  const storage = yield* Storage
  const param = "three_ds_session_id"
  const found = yield* storage.get(scope, ThreeDsSessionCollection, id)
  const challenge = Option.getOrNull(found)?.row ?? null
  if (challenge === null || challenge.checkoutSession !== row.id) {
    return yield* parameterInvalid(param, "is not of this session")
  }
  if (challenge.status === "over" || row.threeDs !== id) {
    return yield* parameterInvalid(param, "was used or replaced")
  }
  if (card !== null && card.fingerprint !== challenge.card.fingerprint) {
    return yield* parameterInvalid("card", "is not the card of the challenge")
  }
  const paidBy = (threeDs: ThreeDsAuthentication | null, refusal: PreliminaryDecline | null) =>
    pay(scope, row, { card: challenge.card, threeDs, challenge: id, refusal, stepsUp: false })
  const result = yield* askChallenge(id)
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
