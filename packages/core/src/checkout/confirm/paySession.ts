import { Clock, Effect } from "effect"
import { recoveryOpened } from "../../billing/recovery.ts"
import { CardVault } from "../../cards/vault/CardVault.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import type { PaymentRecord } from "../../payments/charges/Payment.ts"
import { runCharge } from "../../payments/charges/runCharge.ts"
import type { EngineDecline } from "../../payments/charges/startCharge.ts"
import { startCharge } from "../../payments/charges/startCharge.ts"
import { update } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { RouteFacts } from "../../providers/RouteFacts.ts"
import type { ThreeDsAuthentication } from "../../providers/ThreeDsAuthentication.ts"
import { loadRoutes } from "../../routing/loadRoutes.ts"
import { toCheckoutResult } from "../payer/CheckoutResult.ts"
import { resultOf } from "../payer/sessionStatus.ts"
import { paymentTypeOf } from "../sessions/availableMethods.ts"
import {
  CheckoutSessionCollection,
  type CheckoutSessionRecord
} from "../sessions/CheckoutSession.ts"
import { sessionAfter } from "../sessions/checkoutSessionMachine.ts"
import { payableAt } from "../sessions/payableAt.ts"
import { cardReleased, sessionAfterCharge } from "../sessions/sessionFollower.ts"
import {
  type ConfirmRows,
  isWaitOver,
  loadConfirm,
  replaceCard,
  stillOnOffer
} from "./confirmRows.ts"
import type { PaymentSource } from "./PaymentSource.ts"

/** What was found out about the payer before the charge. */
export interface Findings {
  /** What the issuer vouched for; null where it was not asked, or could not say. */
  readonly threeDs: ThreeDsAuthentication | null
  /** The challenge that was passed or failed for it: it is used up. Null where there was none. */
  readonly challenge: string | null
  /** Why it is declined unsent; null where nothing speaks against it. */
  readonly refusal: EngineDecline | null
  /** Whether the issuer may still ask for the payer. */
  readonly stepsUp: boolean
}

/** Nobody was asked, and nothing is known. */
const nothingFound: Findings = { threeDs: null, challenge: null, refusal: null, stepsUp: false }

/** A session and its payment as a charge left them. */
export interface PaidSession {
  readonly session: CheckoutSessionRecord
  readonly payment: PaymentRecord
}

/** Pays a session, and answers how it stands then. */
export const payAndTell = Effect.fnUntraced(function* (
  { scope, row }: Stored<CheckoutSessionRecord>,
  means: PaymentSource
) {
  return yield* resultAfter(scope, yield* paySession(scope, row.id, means, nothingFound))
})

/** How a session stands after a charge; one under way may have something for the payer to do. */
export const resultAfter = (scope: Scope, { session, payment }: PaidSession) =>
  session.status === "processing"
    ? resultOf(scope, session.id)
    : Effect.succeed(toCheckoutResult(session, payment, null))

/** Charges a session's payment; of all who try at a time, one does. */
export const paySession = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  means: PaymentSource,
  findings: Findings
) {
  const lock = yield* KeyedLock
  const begun = yield* lock.withLock(
    id,
    CheckoutSessionCollection.name
  )(retryConflicts(begin(scope, id, means, findings)))
  const payment =
    begun.inFlight === null ? begun.payment.row : (yield* runCharge(begun.inFlight)).payment.row
  const now = yield* Clock.currentTimeMillis
  const session = sessionAfterCharge(begun.session, payment, now) ?? begun.session
  return { session, payment } satisfies PaidSession
})

/** Reads, decides and commits the charge; the session is the payer's from that commit on. */
const begin = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  means: PaymentSource,
  { challenge, threeDs, refusal, stepsUp }: Findings
) {
  const releasesCards = (yield* CardVault).release !== undefined
  const rows = yield* loadConfirm(scope, id)
  yield* stillOnOffer(rows)
  const { session, commit, payment, stored } = rows
  yield* Effect.fromResult(payableAt(session.row, commit.now, { challenge }))
  if (challenge !== null && challenge !== session.row.threeDs) {
    return yield* parameterInvalid("threeDsSessionId", "was used or replaced")
  }
  const { card, source, payer } = means
  const billingAddress = payer.billingAddress ?? rows.payer.billingAddress
  const confirmed = { payment: payment.id, card, threeDs: null }
  const processing = sessionAfter(session.row, "confirm", confirmed)
  const started = yield* startCharge(
    {
      commit,
      payment,
      stored,
      source,
      card,
      details: {
        customer: rows.payer.customer,
        billingAddress,
        description: session.row.description ?? null,
        device: payer.device
      },
      returnUrl: payer.returnUrl,
      facts: factsOf(rows, means, billingAddress.country),
      threeDs,
      idempotencyRecord: null
    },
    yield* loadRoutes(scope, commit.now),
    {
      engineDecline: refusal,
      allowsStepUp: stepsUp,
      record: null,
      instrument: null,
      changes: (opened) => [
        ...isWaitOver(rows),
        ...(releasesCards ? replaceCard(rows, card) : []),
        ...(rows.owed === null ? [] : recoveryOpened(commit, rows.owed, opened)),
        update(
          CheckoutSessionCollection,
          session,
          sessionAfterCharge(processing, opened.payment.row, commit.now) ?? processing
        ),
        ...(opened.attempt === null && releasesCards
          ? cardReleased(commit, processing, opened.payment.row)
          : [])
      ]
    }
  )
  return { ...started, session: processing }
})

const factsOf = (
  { session: { row } }: ConfirmRows,
  { method, methodType, card }: PaymentSource,
  country: string | null
): RouteFacts => ({
  amount: row.amount,
  currency: row.currency,
  type: paymentTypeOf(row),
  method,
  methodType,
  manualCapture: false,
  brand: card?.brand ?? null,
  funding: card?.funding ?? null,
  cardCountry: card?.country ?? null,
  country
})
