import type Stripe from "stripe"
import { type FakeStore, type KeptPayment, keep, newId } from "./FakeStore.ts"
import type { FormTree } from "./form.ts"
import { methodOfPayment } from "./methods.ts"
import { refund as refundObject } from "./objects.ts"
import { metadataIn } from "./paymentForms.ts"
import { invalid, missing } from "./refusals.ts"

/** Refunds a charge, wholly or in part. */
export const createRefund = (store: FakeStore, account: string, form: FormTree): Stripe.Refund => {
  const id = String(form.payment_intent ?? "")
  const kept = store.payments.get(id)
  if (kept === undefined || kept.account !== account) throw missing("payment_intent", id)
  const refunds = methodOfPayment(kept)?.refunds
  if (refunds === "never") {
    throw invalid("The payment method doesn't support refunds.")
  }
  if (store.refusesRefunds !== null) {
    throw invalid("The account can't refund now.", { code: store.refusesRefunds })
  }
  const left = leftOf(kept)
  const amount = form.amount === undefined ? left : Number(form.amount)
  assertRefundable(kept, amount, left)
  const reverses = form.reverse_transfer === "true"
  if (reverses && kept.payment.transfer_data == null) {
    throw invalid("The charge has no transfer that could be reversed.", {
      param: "reverse_transfer"
    })
  }
  const { charge } = kept
  const conduct = kept.card?.conduct._tag
  const made = refundObject({
    id: newId("re"),
    amount,
    currency: kept.payment.currency,
    created: store.now(),
    status: statusOf(conduct === "refund_pends", refunds === "later"),
    charge: charge?.id ?? null,
    payment_intent: id,
    transfer_reversal: reverses ? newId("trr") : null,
    metadata: metadataIn(form)
  })
  store.refunds.set(made.id, { account, refund: made })
  refunded(store, kept, amount)
  store.sendEvent(account, "refund.created", made)
  return made
}

/** Returns the status of a refund. A voucher's refund waits until the payer gives an account. */
const statusOf = (isPending: boolean, needsPayer: boolean): string => {
  if (needsPayer) return "requires_action"
  return isPending ? "pending" : "succeeded"
}

const leftOf = ({ charge }: KeptPayment): number =>
  charge === null ? 0 : charge.amount_captured - charge.amount_refunded

const assertRefundable = ({ charge }: KeptPayment, amount: number, left: number): void => {
  if (charge === null || charge.amount_captured === 0) {
    throw invalid("This PaymentIntent does not have a successful charge to refund.")
  }
  if (charge.refunded) {
    throw invalid("Charge has already been refunded.", { code: "charge_already_refunded" })
  }
  if (!Number.isInteger(amount) || amount <= 0) {
    throw invalid("Invalid integer: amount", { param: "amount" })
  }
  if (amount > left) {
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount (${left}).`)
  }
}

/** Adds an amount to the refunded part of a charge. A negative amount is a refund that failed. */
const refunded = (store: FakeStore, kept: KeptPayment, amount: number): void => {
  if (kept.charge === null) return
  const amount_refunded = kept.charge.amount_refunded + amount
  const isWhole = amount_refunded === kept.charge.amount_captured
  const charge = { ...kept.charge, amount_refunded, refunded: isWhole }
  keep(store, kept, {}, charge)
  if (amount > 0) store.sendEvent(kept.account, "charge.refunded", charge)
}

/** Settles a pending refund. A refund that has succeeded may still fail. */
export const settleRefund = (store: FakeStore, id: string, succeeds: boolean): Stripe.Refund => {
  const kept = store.refunds.get(id)
  if (kept === undefined) throw new Error(`There is no refund ${id}.`)
  const refund: Stripe.Refund = succeeds
    ? { ...kept.refund, status: "succeeded" }
    : {
        ...kept.refund,
        status: "failed",
        failure_reason: "expired_or_canceled_card",
        failure_balance_transaction: newId("txn")
      }
  store.refunds.set(id, { ...kept, refund })
  const payment = store.payments.get(String(refund.payment_intent))
  if (!succeeds && payment !== undefined) refunded(store, payment, -refund.amount)
  store.sendEvent(kept.account, succeeds ? "refund.updated" : "refund.failed", refund)
  return refund
}
