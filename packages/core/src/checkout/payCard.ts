import { Clock, Effect } from "effect"
import type { VaultedCard } from "../cards/CardVault.ts"
import { parameterInvalid } from "../input/InvalidInput.ts"
import type { PreliminaryDecline } from "../payments/openCharge.ts"
import type { PaymentRecord } from "../payments/Payment.ts"
import { runAttempts } from "../payments/runAttempts.ts"
import { startCharge } from "../payments/startCharge.ts"
import { loadRoutes } from "../routing/loadRoutes.ts"
import type { RouteFacts } from "../routing/Route.ts"
import { update, updated } from "../storage/Change.ts"
import { KeyedLock } from "../storage/KeyedLock.ts"
import { retryConflicts } from "../storage/retryConflicts.ts"
import type { Scope } from "../storage/Scope.ts"
import type { ThreeDsAuthentication } from "../threeds/ThreeDsServer.ts"
import { paymentTypeOf } from "./availableMethods.ts"
import { CheckoutSessionCollection, type CheckoutSessionRecord } from "./CheckoutSession.ts"
import { type ConfirmRows, loadConfirm, waitEnded } from "./confirmRows.ts"
import { movedSession } from "./movedSession.ts"
import { openAt } from "./openAt.ts"
import { settledSession } from "./sessionAfter.ts"

/** A card to charge, and what its issuer said before. */
export interface CardToPay {
  readonly card: VaultedCard
  readonly threeDs: ThreeDsAuthentication | null
  /** The challenge that was passed or failed for it: it is used up. Null where there was none. */
  readonly challenge: string | null
  /** Why it is declined unsent; null where nothing speaks against it. */
  readonly refusal: PreliminaryDecline | null
  /** Whether the issuer may still ask for the payer. */
  readonly stepsUp: boolean
}

/** A session and its payment as a charge left them. */
interface PaidSession {
  readonly session: CheckoutSessionRecord
  readonly payment: PaymentRecord
}

/** Charges a card for a session; of all who try at a time, one does. */
export const payCard = Effect.fnUntraced(function* (scope: Scope, id: string, to: CardToPay) {
  const lock = yield* KeyedLock
  const begun = yield* lock.withLock(id)(retryConflicts(begin(scope, id, to)))
  const payment =
    begun.course === null ? begun.payment.row : (yield* runAttempts(begun.course)).payment.row
  const now = yield* Clock.currentTimeMillis
  const session = settledSession(begun.session, payment, now) ?? begun.session
  return { session, payment } satisfies PaidSession
})

/** Reads, decides and commits the charge; the session is the payer's from that commit on. */
const begin = Effect.fnUntraced(function* (scope: Scope, id: string, to: CardToPay) {
  const rows = yield* loadConfirm(scope, id)
  const { session, setting, payment, stored } = rows
  yield* Effect.fromResult(openAt(session.row, setting.now))
  if (to.challenge !== null && to.challenge !== session.row.threeDs) {
    return yield* parameterInvalid("three_ds_session_id", "was used or replaced")
  }
  const { card, threeDs, refusal, stepsUp } = to
  const confirmed = { payment: payment.id, card, threeDs: null }
  const processing = movedSession(session.row, "confirm", confirmed)
  const started = yield* startCharge(
    {
      setting,
      payment,
      stored,
      card,
      facts: factsOf(rows, card),
      threeDs,
      idempotencyRecord: null
    },
    yield* loadRoutes(scope, setting.now),
    {
      refusal,
      stepsUp,
      changes: (opened) => [
        ...waitEnded(rows),
        update(
          CheckoutSessionCollection,
          session,
          settledSession(processing, opened.payment.row, setting.now) ?? processing
        )
      ],
      rows: () => ({ record: null, instrument: null, session: updated(session, processing) })
    }
  )
  return { ...started, session: processing }
})

const factsOf = ({ session: { row }, country }: ConfirmRows, card: VaultedCard): RouteFacts => ({
  amount: row.amount,
  currency: row.currency,
  type: paymentTypeOf(row),
  method: "card",
  manualCapture: false,
  brand: card.brand,
  funding: card.funding,
  cardCountry: card.country,
  country
})
