import { Effect } from "effect"
import { CardVault, type VaultedCard } from "../../cards/vault/CardVault.ts"
import type { ThreeDsSessionId } from "../../kernel/primitives/PublicId.ts"
import { PaymentCollection, type PaymentRecord } from "../../payments/charges/Payment.ts"
import { paymentAfter } from "../../payments/charges/paymentMachine.ts"
import { postponeJob, scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, check, insert, update } from "../../platform/storage/Change.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { CheckoutSessionCollection } from "../sessions/CheckoutSession.ts"
import { sessionAfter } from "../sessions/checkoutSessionMachine.ts"
import { SessionProcessing } from "../sessions/errors.ts"
import { payableAt } from "../sessions/payableAt.ts"
import {
  challengeLifeMs,
  type ThreeDsSession,
  ThreeDsSessionCollection
} from "../three-ds/ThreeDsSession.ts"
import {
  type ConfirmRows,
  challengeOver,
  loadConfirm,
  replaceCard,
  stillOnOffer
} from "./confirmRows.ts"

/** A challenge to show to the payer. */
export interface ChallengeToOpen {
  readonly id: ThreeDsSessionId
  readonly card: VaultedCard
  readonly url: string
  /** True if the issuer required it in answer to a charge. The payment waits already. */
  readonly steppedUp: boolean
}

/** Makes the payment wait for its payer, up to a timeout. An open challenge is superseded. */
export const openChallenge = Effect.fnUntraced(function* (
  scope: Scope,
  sessionId: string,
  challenge: ChallengeToOpen
) {
  const lock = yield* KeyedLock
  return yield* lock.withLock(
    sessionId,
    CheckoutSessionCollection.name
  )(retryConflicts(open(scope, sessionId, challenge)))
})

const open = Effect.fnUntraced(function* (
  scope: Scope,
  sessionId: string,
  { id, card, url, steppedUp }: ChallengeToOpen
) {
  const storage = yield* Storage
  const releasesCards = (yield* CardVault).release !== undefined
  const rows = yield* loadConfirm(scope, sessionId)
  yield* stillOnOffer(rows)
  const { session, commit, payment } = rows
  const isWaiting = payment.status === "authenticating"
  // A payment that was stepped up waits for this challenge. If it doesn't wait any more, another
  // confirm has taken the session.
  if (steppedUp && (!isWaiting || session.row.threeDs !== null)) {
    return yield* new SessionProcessing({ session: sessionId, payment: payment.id })
  }
  if (!steppedUp) yield* Effect.fromResult(payableAt(session.row, commit.now))
  const row: ThreeDsSession = {
    id,
    checkoutSession: session.row.id,
    card,
    status: "open",
    url,
    created: commit.now
  }
  const waiting = isWaiting ? payment : paymentAfter(payment, "authenticate", { decline: null })
  const after = sessionAfter(session.row, "confirm", { payment: payment.id, card, threeDs: id })
  yield* storage.commit([
    ...challengeOver(rows.challenge),
    ...(releasesCards ? replaceCard(rows, card) : []),
    insert(scope, ThreeDsSessionCollection, row),
    update(CheckoutSessionCollection, session, after),
    paymentWaits(rows, waiting),
    expiryAt(rows, commit.now + challengeLifeMs)
  ])
  return { session: after, payment: waiting, challenge: row }
})

const paymentWaits = ({ commit, stored }: ConfirmRows, waiting: PaymentRecord): Change => {
  if (stored === null) return insert(commit.scope, PaymentCollection, waiting)
  return stored.row === waiting
    ? check(PaymentCollection, stored)
    : update(PaymentCollection, stored, waiting)
}

const expiryAt = ({ commit, session, expiry }: ConfirmRows, dueAt: number): Change =>
  expiry === null
    ? scheduleJob(commit, "expire_authentication", session.row.id, dueAt)
    : postponeJob(expiry, dueAt)
