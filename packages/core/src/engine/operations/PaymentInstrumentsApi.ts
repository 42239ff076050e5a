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

/** Saved cards, as merchants see them: operations 16 to 19 of the spec. */
export interface PaymentInstruments<F extends CallStyle> {
  /**
   * Operation 16 (spec 4.6): saves the card that a checkout session succeeded by, for a customer.
   * The same session again answers the same saved card.
   *
   * Refused with `InvalidInput` where the session has not succeeded by a card, or is another
   * customer's; `ResourceNotFound`; and like every mutation for its idempotency key.
   */
  readonly create: OnBehalf<F, typeof createPaymentInstrument>
  /**
   * Operation 17 (spec 4.6): a page of a customer's saved cards, newest first and the detached ones
   * too, 10 of them unless told.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listPaymentInstruments>
  /**
   * All saved cards of a customer, newest first and the detached ones too. A page is asked for when
   * it is needed, `limit` at a time. Refused as `list` is, at the page that is.
   */
  readonly iterate: Walk<
    F,
    [caller: Caller, query: IteratePaymentInstruments],
    typeof listPaymentInstruments
  >
  /**
   * Operation 18 (spec 4.6): a saved card as it stands, by its id.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrievePaymentInstrument>
  /**
   * Operation 19 (spec 4.6): unlinks a saved card, so that it can't be charged any more. It is no
   * erasure, and doing it again changes nothing, so it needs no idempotency key.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly detach: OnBehalf<F, typeof detachPaymentInstrument>
}

/** Saves cards straight from their ciphertext: for programs with a card field of their own. */
export interface Cards<F extends CallStyle> {
  /**
   * Saves a card from its ciphertext, for a customer, or for a new one where none is named. Library
   * call.
   *
   * Refused with `InvalidInput` for what the vault can't read, `ResourceNotFound` for a customer
   * that there is none, and `VaultUnavailable`.
   */
  readonly save: OnBehalf<F, typeof saveCard>
}
