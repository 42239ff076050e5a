import type { NotificationId } from "../kernel/primitives/PublicId.ts"
import { PaymentCollection, type PaymentRecord } from "../payments/charges/Payment.ts"
import { moneyAt } from "../payments/disputes/disputeMachine.ts"
import { type Change, update } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { BookingObstacle } from "../providers/BookingObstacle.ts"
import type { ProviderNotification } from "../providers/ProviderNotification.ts"

/**
 * Returns true if refunds of the payment wait until a notification is booked or dismissed: it tells
 * of money that went out, so a refund might pay the same money twice. A refund that may be one of
 * our own in flight is settled within minutes as a rule, so it counts once it was alerted.
 */
export const holdsRefunds = (
  notification: ProviderNotification,
  obstacle: BookingObstacle,
  isAlerted: boolean
): boolean => tellsOfMoneyOut(notification) && (obstacle !== "refund_in_flight" || isAlerted)

const tellsOfMoneyOut = (notification: ProviderNotification): boolean => {
  switch (notification._tag) {
    case "Refund":
      return notification.refund.state === "pending" || notification.refund.state === "succeeded"
    case "Dispute": {
      const money = moneyAt(notification.dispute.stage, null, "untouched")
      return money === "held" || money === "lost"
    }
    case "Modification":
      return (
        notification.modification.state === "succeeded" &&
        /^(refund|void)_/.test(notification.reference)
      )
    case "Charge":
      return goneStates.has(notification.charge.state)
  }
}

const goneStates: ReadonlySet<string> = new Set([
  "declined",
  "voided",
  "expired",
  "refunded",
  "returned"
])

/** At most so many are named on a payment: one is enough to hold its refunds. */
const mostNamed = 50

/** The payment that names a notification, so that no refund of it is made. */
export const naming = (payment: PaymentRecord, id: NotificationId): PaymentRecord => {
  const { unbooked = [] } = payment
  return unbooked.includes(id) || unbooked.length >= mostNamed
    ? payment
    : { ...payment, unbooked: [...unbooked, id] }
}

/** The payment that doesn't name a notification any more. */
export const notNaming = (payment: PaymentRecord, id: NotificationId): PaymentRecord => {
  const { unbooked = [], ...rest } = payment
  const left = unbooked.filter((other) => other !== id)
  return left.length === 0 ? rest : { ...rest, unbooked: left }
}

/** The changes, and a change of a payment that they may change as well. */
export const changingPayment = (
  changes: ReadonlyArray<Change>,
  payment: Stored<PaymentRecord>,
  change: (row: PaymentRecord) => PaymentRecord
): ReadonlyArray<Change> => {
  const isOfPayment = (one: Change): boolean =>
    one._tag === "Update" &&
    one.collection.name === PaymentCollection.name &&
    one.row.id === payment.row.id
  const known = changes.find(isOfPayment)
  const row = known?._tag === "Update" ? (known.row as unknown as PaymentRecord) : payment.row
  return [
    ...changes.filter((one) => !isOfPayment(one)),
    update(PaymentCollection, payment, change(row))
  ]
}
