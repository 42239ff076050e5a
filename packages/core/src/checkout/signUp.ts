import type { Agreement } from "../cards/Agreement.ts"
import {
  newPaymentInstrument,
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord
} from "../cards/PaymentInstrument.ts"
import { CustomerCollection } from "../customers/Customer.ts"
import { newCustomer } from "../customers/newCustomer.ts"
import type { Setting } from "../events/newEvent.ts"
import { type Change, insert } from "../storage/Change.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"

/** What a session in mode `subscription` leaves once its first charge is paid. */
export interface SignUp {
  /** Of the customer, who may be a new one, and of the card that is charged from now on. */
  readonly ids: Pick<PaymentInstrumentRecord, "id" | "customer">
  readonly changes: ReadonlyArray<Change>
}

/** Saves the card that paid, for the session's customer or a new one. */
export const signUp = (
  setting: Setting,
  { mode, card, customer }: CheckoutSessionRecord,
  agreement: Agreement | null
): SignUp | null => {
  if (mode !== "subscription" || card === null) return null
  const joining = newCustomer(setting)
  const owner = customer ?? joining.id
  const instrument: PaymentInstrumentRecord = {
    ...newPaymentInstrument(setting, { customer: owner, card }),
    agreement
  }
  return {
    ids: { id: instrument.id, customer: owner },
    changes: [
      ...(customer === null ? [insert(setting.scope, CustomerCollection, joining)] : []),
      insert(setting.scope, PaymentInstrumentCollection, instrument)
    ]
  }
}
