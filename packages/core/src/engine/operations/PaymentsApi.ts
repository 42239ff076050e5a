import type { Effect, Stream } from "effect"
import type { paymentStory } from "../../outbound/timeline/paymentStory.ts"
import type { capturePayment } from "../../payments/captures-voids-refunds/capturePayment.ts"
import type { createRefund } from "../../payments/captures-voids-refunds/createRefund.ts"
import type { incrementAuthorization } from "../../payments/captures-voids-refunds/incrementHold.ts"
import type { listRefunds } from "../../payments/captures-voids-refunds/listRefunds.ts"
import type { voidPayment } from "../../payments/captures-voids-refunds/voidPayment.ts"
import type { Payment } from "../../payments/charges/Payment.ts"
import type { resolveAttempt } from "../../payments/charges/resolveAttempt.ts"
import type { cancelPayment } from "../../payments/operations/cancelPayment.ts"
import type { createPayment } from "../../payments/operations/createPayment.ts"
import type { ExpandedPayment, PaymentExpansion } from "../../payments/operations/expandPayments.ts"
import type { explainPayment } from "../../payments/operations/explainPayment.ts"
import type { listAttempts } from "../../payments/operations/listAttempts.ts"
import type {
  IteratePayments,
  ListPayments,
  listPayments
} from "../../payments/operations/listPayments.ts"
import type { retrievePayment } from "../../payments/operations/retrievePayment.ts"
import type { List } from "../../platform/pagination/List.ts"
import type { PageLimit } from "../../platform/pagination/ListQuery.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { CallStyle, OnBehalf, Refusals, RefusedWith, Walk } from "./CallStyle.ts"

/** Payments, and all operations on them. */
export interface Payments<F extends CallStyle> {
  /**
   * Creates a payment. Charges it at once if an instrument is given. The amount is in minor units
   * of the currency.
   *
   * A decline is an answer, not an error: the payment's `status` is `declined`, and its `decline`
   * has the reason. The same key and input return the same payment again and charge nothing.
   *
   * Refused with
   * - `InvalidInput`, such as for a currency that no merchant account settles,
   * - `ResourceNotFound` if the customer, card or session does not exist,
   * - `InstrumentDetached`, and `CustomerErased` if the customer's personal data was erased,
   * - `SessionNotOpen`, `SessionProcessing` or `SessionAlreadySucceeded` if the session can no
   *   longer be paid,
   * - the idempotency errors of every mutation.
   */
  readonly create: OnBehalf<F, typeof createPayment>
  /**
   * Returns a page of payments, newest first. The default limit is 20. Bounds on the time of
   * creation are in milliseconds since the epoch. Related objects that `expand` names stand in
   * place of their ids.
   *
   * Refused with `InvalidInput`, such as for a cursor of another list.
   */
  readonly list: PaymentList[F]
  /**
   * Iterates over all payments that match a query, newest first. Pages of `limit` payments are read
   * as needed. Each page may be refused like `list`.
   */
  readonly iterate: PaymentWalk[F]
  /**
   * Returns a payment by its id. Reading changes nothing.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrievePayment>
  /**
   * Returns a page of a payment's attempts, oldest first. The default limit is 20.
   *
   * Refused with `ResourceNotFound`, and with `InvalidInput` such as for a cursor of another list.
   */
  readonly listAttempts: OnBehalf<F, typeof listAttempts>
  /**
   * Iterates over all attempts of a payment, oldest first. Pages of `limit` attempts are read as
   * needed. Each page may be refused like `listAttempts`.
   */
  readonly iterateAttempts: Walk<
    F,
    [caller: Caller, paymentId: string, query?: PageLimit],
    typeof listAttempts
  >
  /**
   * Captures the held amount of a payment, or a part of it, in minor units. The rest is released,
   * unless `finalCapture` is false. The answer is `pending`, and the capture is carried out right
   * after.
   *
   * Refused with
   * - `PaymentNotCapturable` if nothing is held or another change of the hold is in progress,
   * - `InvalidInput` for more than the held amount, or for `finalCapture: false` if the payment was
   *   created without `authorization.multipleCaptures` or its provider captures a hold once,
   * - `ResourceNotFound`,
   * - the idempotency errors of every mutation.
   */
  readonly capture: OnBehalf<F, typeof capturePayment>
  /**
   * Raises the held amount of a payment to a new total, in minor units. The payment must have been
   * created with `authorization.incremental`. The answer is `pending`, and the increment is carried
   * out right after. If the issuer declines, the hold stays as it was. If it is raised,
   * `payment.amount_capturable_updated` is recorded.
   *
   * Refused with
   * - `PaymentNotCapturable` if nothing is held, if the hold can't be raised, or if another change
   *   of it is in progress,
   * - `InvalidInput` for an amount that isn't more than the present total,
   * - `ResourceNotFound`,
   * - the idempotency errors of every mutation.
   */
  readonly incrementAuthorization: OnBehalf<F, typeof incrementAuthorization>
  /**
   * Releases the authorized amount of an `authorized` payment before any capture. The answer is
   * `pending`, and the void is carried out right after.
   *
   * Refused with
   * - `PaymentNotVoidable` if nothing is authorized or a capture or void is in progress,
   * - `InvalidInput` and `ResourceNotFound`,
   * - the idempotency errors of every mutation.
   */
  readonly void: OnBehalf<F, typeof voidPayment>
  /**
   * Refunds captured money, in minor units. Partial refunds are possible until all of it is
   * refunded. The amount is reserved at once, so two refunds can't both take the last of it. The
   * answer is `pending`, and the refund is carried out right after.
   *
   * Refused with
   * - `PaymentNotRefundable` if nothing is left to refund,
   * - `InvalidInput` for more than is left,
   * - `ResourceNotFound`,
   * - the idempotency errors of every mutation.
   */
  readonly refund: OnBehalf<F, typeof createRefund>
  /**
   * Returns all refunds of a payment in one page, newest first.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly listRefunds: OnBehalf<F, typeof listRefunds>
  /**
   * Cancels a payment for which nothing was sent, and the session that it pays. A canceled payment
   * stays canceled. Library only.
   *
   * Refused with
   * - `PaymentInFlight` if a charge was sent,
   * - `SessionNotOpen`, `SessionProcessing` or `SessionAlreadySucceeded` if its session has moved
   *   on,
   * - `ResourceNotFound`.
   */
  readonly cancel: OnBehalf<F, typeof cancelPayment>
  /**
   * Decides an attempt by hand, as if its provider had reported the result. The provider need not
   * be registered any more. Returns the payment. Library only.
   *
   * An attempt in flight becomes `Charged` or `NotCharged`. A captured attempt becomes `Returned`
   * if its provider took the money back without a notification. It becomes `Charged` if the
   * provider captured it again.
   *
   * Refused with
   * - `InvalidInput` if the attempt can't become that, or if `captured` is false for a payment
   *   that must be captured at once,
   * - `ResourceNotFound`.
   */
  readonly resolveAttempt: OnBehalf<F, typeof resolveAttempt>
  /**
   * Explains for every attempt of a payment, oldest first, how it was routed and what came of it.
   * Library only.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly explain: OnBehalf<F, typeof explainPayment>
  /**
   * Returns everything that is known of a payment, for support and operators: how each attempt was
   * routed, all events with those for the embedder alone, deliveries of webhooks, bookings, and the
   * entries of the audit log. Library only.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly story: OnBehalf<F, typeof paymentStory>
}

interface ListRefusals {
  readonly all: RefusedWith<typeof listPayments> | Refusals["onBehalf"]
}

/**
 * The type of the answer depends on `expand`. Each signature has its own documentation, because
 * some editors show no other documentation of a call.
 */
interface PaymentList {
  readonly declared: typeof listPayments
  readonly effect: {
    /**
     * Returns a page of payments, newest first. The default limit is 20. Refused with
     * `InvalidInput`, such as for a cursor of another list.
     */
    (caller: Caller, query?: ListPayments): Effect.Effect<List<Payment>, ListRefusals["all"]>
    /**
     * Returns a page of payments, newest first, with related objects in place of the ids that
     * `expand` names. Refused with `InvalidInput`.
     */
    <Expanded extends PaymentExpansion>(
      caller: Caller,
      query: ListPayments<Expanded>
    ): Effect.Effect<List<ExpandedPayment<Expanded>>, ListRefusals["all"]>
  }
  readonly promise: {
    /**
     * Returns a page of payments, newest first. The default limit is 20. Refused with
     * `InvalidInput`, such as for a cursor of another list.
     */
    (query?: ListPayments): Promise<List<Payment>>
    /**
     * Returns a page of payments, newest first, with related objects in place of the ids that
     * `expand` names. Refused with `InvalidInput`.
     */
    <Expanded extends PaymentExpansion>(
      query: ListPayments<Expanded>
    ): Promise<List<ExpandedPayment<Expanded>>>
  }
}

interface PaymentWalk {
  readonly declared: never
  readonly effect: {
    /**
     * Iterates over all payments that match a query, newest first. Pages of `limit` payments are
     * read as needed. Each page may be refused like `list`.
     */
    (caller: Caller, query?: IteratePayments): Stream.Stream<Payment, ListRefusals["all"]>
    /**
     * Iterates over all payments that match a query, newest first, with related objects in place of
     * the ids that `expand` names. Each page may be refused like `list`.
     */
    <Expanded extends PaymentExpansion>(
      caller: Caller,
      query: IteratePayments<Expanded>
    ): Stream.Stream<ExpandedPayment<Expanded>, ListRefusals["all"]>
  }
  readonly promise: {
    /**
     * Iterates over all payments that match a query, newest first. Pages of `limit` payments are
     * read as needed. Each page may be refused like `list`.
     */
    (query?: IteratePayments): AsyncIterable<Payment>
    /**
     * Iterates over all payments that match a query, newest first, with related objects in place of
     * the ids that `expand` names. Each page may be refused like `list`.
     */
    <Expanded extends PaymentExpansion>(
      query: IteratePayments<Expanded>
    ): AsyncIterable<ExpandedPayment<Expanded>>
  }
}
