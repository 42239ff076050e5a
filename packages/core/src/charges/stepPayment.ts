import type { Setting } from "../events/Setting.ts"
import { type Change, update, updated } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
import { movedPayment } from "./movedPayment.ts"
import { PaymentCollection, type PaymentRecord } from "./Payment.ts"
import { tellTransition } from "./paymentEvents.ts"
import type { PaymentTrigger } from "./paymentMachine.ts"

/** A payment as a commit leaves it, and what that commit holds for it. */
interface PaymentStep {
  readonly payment: Stored<PaymentRecord>
  readonly changes: ReadonlyArray<Change>
}

/** Moves a payment by a trigger that no attempt is settled by, with the event of the move. */
export const stepPayment = (
  setting: Setting,
  before: Stored<PaymentRecord>,
  trigger: PaymentTrigger,
  fields: Partial<PaymentRecord> = {}
): PaymentStep => {
  const payment = updated(before, movedPayment(before.row, trigger, fields))
  return {
    payment,
    changes: [
      update(PaymentCollection, before, payment.row),
      ...tellTransition(setting, before.row, payment)
    ]
  }
}
