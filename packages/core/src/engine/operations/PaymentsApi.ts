import type { Effect, Stream } from "effect"
import type { paymentStory } from "../../outbound/timeline/paymentStory.ts"
import type { capturePayment } from "../../payments/captures-voids-refunds/capturePayment.ts"
import type { createRefund } from "../../payments/captures-voids-refunds/createRefund.ts"
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

/** Payments and all that is done to them: operations 1 to 8 of the spec, and library calls. */
export interface Payments<F extends CallStyle> {
  /**
   * Operation 1 (spec 4.3): makes a payment and, where a saved card is given, charges it at once.
   * The amount is in minor units of the currency.
   *
   * A decline is an answer, not an error: the payment's `status` is `declined`, and its `decline`
   * says why. The same key and input answer the same payment again, and charge nothing.
   *
   * Refused with `InvalidInput`, such as for a currency that no merchant account settles;
   * `ResourceNotFound` for a customer, card or session that there is none; `InstrumentDetached`;
   * `SessionNotOpen`, `SessionProcessing` or `SessionAlreadySucceeded` where the session is past
   * being paid; and like every mutation for its idempotency key.
   */
  readonly create: OnBehalf<F, typeof createPayment>
  /**
   * Operation 2 (spec 4.3): a page of payments, newest first, 20 of them unless told. Bounds on
   * when they were made are milliseconds since the epoch. Related objects named in `expand` stand
   * in place of their ids.
   *
   * Refused with `InvalidInput`, such as for a cursor of another list.
   */
  readonly list: PaymentList[F]
  /**
   * All payments that a query finds, newest first. A page is asked for when it is needed, `limit`
   * at a time. Refused as `list` is, at the page that is.
   */
  readonly iterate: PaymentWalk[F]
  /**
   * Operation 3 (spec 4.3): a payment as it stands, by its id. Reading it changes nothing.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrievePayment>
  /**
   * Operation 4 (spec 4.3): a page of a payment's attempts to charge, oldest first, 20 of them
   * unless told.
   *
   * Refused with `ResourceNotFound`, and with `InvalidInput` such as for a cursor of another list.
   */
  readonly listAttempts: OnBehalf<F, typeof listAttempts>
  /**
   * All attempts of a payment, oldest first. A page is asked for when it is needed, `limit` at a
   * time. Refused as `listAttempts` is, at the page that is.
   */
  readonly iterateAttempts: Walk<
    F,
    [caller: Caller, paymentId: string, query?: PageLimit],
    typeof listAttempts
  >
  /**
   * Operation 5 (spec 4.3): takes the money that an `authorized` payment holds, or less of it, in
   * minor units; the rest is released. Answered as `pending`, and carried out right after.
   *
   * Refused with `PaymentNotCapturable` where nothing is held or a capture or void is under way,
   * `InvalidInput` for more than is held, `ResourceNotFound`, and like every mutation for its
   * idempotency key.
   */
  readonly capture: OnBehalf<F, typeof capturePayment>
  /**
   * Operation 6 (spec 4.3): gives back what an `authorized` payment holds, before any capture.
   * Answered as `pending`, and carried out right after.
   *
   * Refused with `PaymentNotVoidable` where nothing is held or a capture or void is under way,
   * `InvalidInput`, `ResourceNotFound`, and like every mutation for its idempotency key.
   */
  readonly void: OnBehalf<F, typeof voidPayment>
  /**
   * Operation 7 (spec 4.3): gives back captured money, in minor units, again and again until it is
   * exhausted. What is asked for is reserved at once, so two refunds can't both take the last of
   * it. Answered as `pending`, and carried out right after.
   *
   * Refused with `PaymentNotRefundable` where nothing is left to give back, `InvalidInput` for more
   * than is left, `ResourceNotFound`, and like every mutation for its idempotency key.
   */
  readonly refund: OnBehalf<F, typeof createRefund>
  /**
   * Operation 8 (spec 4.3): all refunds of a payment in one page, newest first.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly listRefunds: OnBehalf<F, typeof listRefunds>
  /**
   * Gives a payment up while nothing was sent, and with it the session that it pays. One that is
   * canceled stays so. Library call.
   *
   * Refused with `PaymentInFlight` once something was sent, `SessionNotOpen`, `SessionProcessing`
   * or `SessionAlreadySucceeded` where its session moved on, and `ResourceNotFound`.
   */
  readonly cancel: OnBehalf<F, typeof cancelPayment>
  /**
   * Decides an attempt by hand, as if its provider had said so, whether that is still registered
   * or not. Answers the payment. Library call.
   *
   * An attempt in flight becomes `Charged` or `NotCharged`. A captured one becomes `Returned` if
   * its provider took the money back without telling so, and `Charged` if it captured it again.
   *
   * Refused with `InvalidInput` if the attempt can't become that or the money can't only be held,
   * and with `ResourceNotFound`.
   */
  readonly resolveAttempt: OnBehalf<F, typeof resolveAttempt>
  /**
   * Tells for every attempt of a payment, oldest first, how it was routed and what came of it.
   * Library call.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly explain: OnBehalf<F, typeof explainPayment>
  /**
   * All that is known of a payment, for the people who look after it: why each attempt went where
   * it went, what happened, with what is for the embedder alone, where merchants were told of it,
   * and what was booked. Library call.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly story: OnBehalf<F, typeof paymentStory>
}

interface ListRefusals {
  readonly all: RefusedWith<typeof listPayments> | Refusals["onBehalf"]
}

/**
 * What a list answers depends on what it is asked to expand. Its signatures are documented each:
 * some editors show no other documentation of a call.
 */
interface PaymentList {
  readonly declared: typeof listPayments
  readonly effect: {
    /**
     * A page of payments, newest first, 20 of them unless told (operation 2, spec 4.3). Refused
     * with `InvalidInput`, such as for a cursor of another list.
     */
    (caller: Caller, query?: ListPayments): Effect.Effect<List<Payment>, ListRefusals["all"]>
    /**
     * A page of payments, newest first, with related objects in place of the ids that `expand`
     * names (operation 2, spec 4.3). Refused with `InvalidInput`.
     */
    <Expanded extends PaymentExpansion>(
      caller: Caller,
      query: ListPayments<Expanded>
    ): Effect.Effect<List<ExpandedPayment<Expanded>>, ListRefusals["all"]>
  }
  readonly promise: {
    /**
     * A page of payments, newest first, 20 of them unless told (operation 2, spec 4.3). Refused
     * with `InvalidInput`, such as for a cursor of another list.
     */
    (query?: ListPayments): Promise<List<Payment>>
    /**
     * A page of payments, newest first, with related objects in place of the ids that `expand`
     * names (operation 2, spec 4.3). Refused with `InvalidInput`.
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
     * All payments that a query finds, newest first. A page is asked for when it is needed, `limit`
     * at a time. Refused as `list` is, at the page that is.
     */
    (caller: Caller, query?: IteratePayments): Stream.Stream<Payment, ListRefusals["all"]>
    /** The same, with related objects in place of the ids that `expand` names. */
    <Expanded extends PaymentExpansion>(
      caller: Caller,
      query: IteratePayments<Expanded>
    ): Stream.Stream<ExpandedPayment<Expanded>, ListRefusals["all"]>
  }
  readonly promise: {
    /**
     * All payments that a query finds, newest first. A page is asked for when it is needed, `limit`
     * at a time. Refused as `list` is, at the page that is.
     */
    (query?: IteratePayments): AsyncIterable<Payment>
    /** The same, with related objects in place of the ids that `expand` names. */
    <Expanded extends PaymentExpansion>(
      query: IteratePayments<Expanded>
    ): AsyncIterable<ExpandedPayment<Expanded>>
  }
}
