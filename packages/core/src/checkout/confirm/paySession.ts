import { Clock, Effect } from "effect"
import { recoveryOpened } from "../../billing/recovery.ts"
import { CardVault } from "../../cards/vault/CardVault.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { chargedOrder } from "../../payments/charges/orderInput.ts"
import type { PaymentRecord } from "../../payments/charges/Payment.ts"
import { runCharge } from "../../payments/charges/runCharge.ts"
import type { EngineDecline } from "../../payments/charges/startCharge.ts"
import { startCharge } from "../../payments/charges/startCharge.ts"
import { update } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import { readTogether } from "../../platform/storage/readTogether.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { RouteFacts } from "../../providers/RouteFacts.ts"
import {
  authenticationKind,
  type ScaExemption,
  type ThreeDsAuthentication
} from "../../providers/ThreeDsAuthentication.ts"
import { routingTable } from "../../routing/changeTable.ts"
import { couldTake } from "../../routing/chooseRoute.ts"
import { routesOf } from "../../routing/loadRoutes.ts"
import { toCheckoutResult } from "../payer/CheckoutResult.ts"
import { resultOf } from "../payer/sessionStatus.ts"
import { hasMethod, paymentTypeOf } from "../sessions/availableMethods.ts"
import {
  CheckoutSessionCollection,
  type CheckoutSessionRecord
} from "../sessions/CheckoutSession.ts"
import { sessionAfter } from "../sessions/checkoutSessionMachine.ts"
import { payableAt } from "../sessions/payableAt.ts"
import { getCheckoutSession } from "../sessions/retrieveCheckoutSession.ts"
import { cardReleased, sessionAfterCharge } from "../sessions/sessionFollower.ts"
import { isWaitOver, loadConfirm, replaceCard, stillOnOffer } from "./confirmRows.ts"
import type { PaymentSource } from "./PaymentSource.ts"

/** The facts about the payer that were determined before the charge. */
export interface Findings {
  /** The issuer's authentication. Null if it was not requested or not available. */
  readonly threeDs: ThreeDsAuthentication | null
  /**
   * The challenge that was passed or failed for the charge. It can't be used again. Null if there
   * was none.
   */
  readonly challenge: string | null
  /** The reason to decline without sending a charge. Null if there is none. */
  readonly refusal: EngineDecline | null
  /** True if the issuer may still require authentication. */
  readonly stepsUp: boolean
  /** The exemption to request with the charge. Absent if none is. */
  readonly exemption?: ScaExemption
}

/** The findings if there was no authentication. */
const nothingFound: Findings = { threeDs: null, challenge: null, refusal: null, stepsUp: false }

/** A session and its payment after a charge. */
export interface PaidSession {
  readonly session: CheckoutSessionRecord
  readonly payment: PaymentRecord
}

/** Pays a session and returns its result. */
export const payAndTell = Effect.fnUntraced(function* (
  { scope, row }: Stored<CheckoutSessionRecord>,
  means: PaymentSource
) {
  return yield* resultAfter(scope, yield* paySession(scope, row.id, means, nothingFound))
})

/**
 * Returns the result of a session after a charge. If the charge is in progress, the result may have
 * an action for the payer.
 */
export const resultAfter = (scope: Scope, { session, payment }: PaidSession) =>
  session.status === "processing"
    ? resultOf(scope, session.id)
    : Effect.succeed(toCheckoutResult(session, payment, null))

/** Charges a session's payment. Of several concurrent calls, one charges. */
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
  if (payment.decline !== null) {
    // The decline decides if the payer may try again.
    const { row } = yield* getCheckoutSession(scope, id)
    return { session: row, payment } satisfies PaidSession
  }
  const now = yield* Clock.currentTimeMillis
  const session = sessionAfterCharge(begun.session, payment, now) ?? begun.session
  return { session, payment } satisfies PaidSession
})

/**
 * Reads, decides and commits the charge. From that commit on the session belongs to this confirm.
 */
const begin = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  means: PaymentSource,
  { challenge, threeDs, refusal, stepsUp, exemption }: Findings
) {
  const releasesCards = (yield* CardVault).release !== undefined
  const [rows, table] = yield* readTogether(loadConfirm(scope, id), routingTable(scope))
  yield* stillOnOffer(rows)
  const { session, commit, payment, stored } = rows
  yield* Effect.fromResult(payableAt(session.row, commit.now, { challenge }))
  if (challenge !== null && challenge !== session.row.threeDs) {
    return yield* parameterInvalid("threeDsSessionId", "was used or replaced")
  }
  const { card, source, payer } = means
  const billingAddress = payer.billingAddress ?? rows.payer.billingAddress
  const confirmed = { payment: payment.id, card: savable(means), threeDs: null }
  const processing = sessionAfter(session.row, "confirm", confirmed)
  const routes = yield* routesOf(scope, table, commit.now)
  const facts = factsOf(rows.session.row, means, billingAddress.country, threeDs)
  const isTaken = routes.mids.some((mid) => couldTake(mid, facts))
  const after = { hasMethod: isTaken || (yield* hasMethod(session)) }
  const started = yield* startCharge(
    {
      commit,
      payment,
      stored,
      source,
      card,
      details: {
        description: null,
        ...orderIn(session.row),
        customer: rows.payer.customer,
        billingAddress,
        device: payer.device
      },
      returnUrl: payer.returnUrl,
      facts,
      threeDs,
      ...(exemption === undefined ? {} : { exemption }),
      idempotencyRecord: null
    },
    routes,
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
          sessionAfterCharge(processing, opened.payment.row, commit.now, after) ?? processing
        ),
        ...(opened.attempt === null && releasesCards
          ? cardReleased(commit, processing, opened.payment.row, source)
          : [])
      ]
    }
  )
  return { ...started, session: processing }
})

/** Returns the card that the session may save. A decrypted wallet is for one payment. */
const savable = ({ method, card }: PaymentSource) => (method === "card" ? card : null)

/** The session's order, for invoices and for the level 2 and 3 data of card schemes. */
const orderIn = ({ description = null, lineItems = [], orderDetails }: CheckoutSessionRecord) =>
  chargedOrder({ ...orderDetails, ...(description === null ? {} : { description }), lineItems })

/** The facts of a session's charge. Without an authentication it may still follow. */
export const factsOf = (
  row: CheckoutSessionRecord,
  { method, methodType, card }: PaymentSource,
  country: string | null,
  threeDs: ThreeDsAuthentication | null
): RouteFacts => ({
  amount: row.amount,
  currency: row.currency,
  type: paymentTypeOf(row),
  method,
  methodType,
  manualCapture: row.captureMethod === "manual",
  ...(row.splits === undefined ? {} : { splits: row.splits.length }),
  brand: card?.brand ?? null,
  funding: card?.funding ?? null,
  cardCountry: card?.country ?? null,
  country,
  ...(threeDs === null ? {} : { threeDs: authenticationKind(threeDs) })
})
