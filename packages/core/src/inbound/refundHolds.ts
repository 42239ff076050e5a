import type { NotificationId } from "../kernel/primitives/PublicId.ts"
import { PaymentCollection, type PaymentRecord } from "../payments/charges/Payment.ts"
import { moneyAt } from "../payments/disputes/disputeMachine.ts"
import { type Change, update } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { BookingObstacle } from "../providers/BookingObstacle.ts"
import type { ProviderNotification } from "../providers/ProviderNotification.ts"

/**
 * Returns true if refunds of the payment wait until a notification is booked or dismissed. The
 * notification reports money that left the payment, so a refund might pay the same money twice. A
 * notification that may be about our own refund in flight is usually settled within minutes, so it
 * counts only after its alert.
 */
export const holdsRefunds = (
  notification: ProviderNotification,
  obstacle: BookingObstacle,
  isAlerted: boolean
): boolean => reportsMoneyOut(notification) && (obstacle !== "refund_in_flight" || isAlerted)

const reportsMoneyOut = (notification: ProviderNotification): boolean => {
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
    case "SavedMethod":
      return false
  }
}

const goneStates: ReadonlySet<string> = new Set([
  "declined",
  "voided",
  "expired",
  "refunded",
  "returned"
])

/** The most notifications that a payment lists. One is enough to hold its refunds. */
const mostUnbooked = 50

/** Returns the payment with the notification in its list, so that it can't be refunded. */
export const addUnbooked = (payment: PaymentRecord, id: NotificationId): PaymentRecord => {
  const { unbooked = [] } = payment
  return unbooked.includes(id) || unbooked.length >= mostUnbooked
    ? payment
    : { ...payment, unbooked: [...unbooked, id] }
}

/** Returns the payment without the notification in its list. */
export const removeUnbooked = (payment: PaymentRecord, id: NotificationId): PaymentRecord => {
  const { unbooked = [], ...rest } = payment
  const left = unbooked.filter((other) => other !== id)
  return left.length === 0 ? rest : { ...rest, unbooked: left }
}

/** Returns the changes with one more change of a payment that they may already change. */
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
