import type { detachPaymentInstrument } from "../../billing/detachPaymentInstrument.ts"
import type {
  IteratePaymentInstruments,
  listPaymentInstruments
} from "../../cards/saved/listPaymentInstruments.ts"
import type { retrievePaymentInstrument } from "../../cards/saved/retrievePaymentInstrument.ts"
import type { saveCard } from "../../cards/saved/saveCard.ts"
import type { createPaymentInstrument } from "../../checkout/sessions/createPaymentInstrument.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/** Saved cards and saved alternative methods, such as direct debits. */
export interface PaymentInstruments<F extends CallStyle> {
  /**
   * Saves the card or the alternative method that paid a checkout session, for a customer. The same
   * session again returns the same instrument.
   *
   * Refused with
   * - `InvalidInput` if the session belongs to another customer, or has not succeeded by a card or
   *   by a method that its provider saved,
   * - `ResourceNotFound` and `CustomerErased`,
   * - the idempotency errors of every mutation.
   */
  readonly create: OnBehalf<F, typeof createPaymentInstrument>
  /**
   * Returns a page of a customer's saved instruments, newest first, with the detached ones. The
   * default limit is 10.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listPaymentInstruments>
  /**
   * Iterates over all saved instruments of a customer, newest first, with the detached ones. Pages
   * of `limit` instruments are read as needed. Each page may be refused like `list`.
   */
  readonly iterate: Walk<
    F,
    [caller: Caller, query: IteratePaymentInstruments],
    typeof listPaymentInstruments
  >
  /**
   * Returns a saved instrument by its id.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrievePaymentInstrument>
  /**
   * Detaches a saved instrument, so that it can't be charged any more. Its details are not erased.
   * A second call changes nothing, so the call needs no idempotency key.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly detach: OnBehalf<F, typeof detachPaymentInstrument>
}

/** Saves cards directly from their ciphertext, for programs with a card field of their own. */
export interface Cards<F extends CallStyle> {
  /**
   * Saves a card from its ciphertext for a customer. Creates a customer if none is given. Library
   * only.
   *
   * Refused with `InvalidInput` if the vault can't read the ciphertext, `ResourceNotFound` if the
   * customer does not exist, `CustomerErased`, and `VaultUnavailable`.
   */
  readonly save: OnBehalf<F, typeof saveCard>
}
