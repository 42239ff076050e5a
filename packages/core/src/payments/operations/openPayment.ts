import type { CustomerRecord } from "../../cards/customers/Customer.ts"
import type { PaymentInstrumentRecord } from "../../cards/saved/PaymentInstrument.ts"
import type { Checked } from "../../kernel/input/decodeInput.ts"
import { dayMs } from "../../kernel/primitives/durations.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { Claim } from "../../platform/idempotency/claimKey.ts"
import { scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import { insert, inserted } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { newPayment } from "../charges/newPayment.ts"
import { PaymentCollection, type PaymentRecord } from "../charges/Payment.ts"
import { paymentBody } from "../charges/paymentAnswer.ts"
import { paymentAfter } from "../charges/paymentMachine.ts"
import type { OpenedPayment } from "../charges/startCharge.ts"
import type { CreatePayment } from "./createPaymentInput.ts"

/** The parts of a new payment. */
export interface NewPayment {
  readonly commit: CommitContext
  readonly claim: Claim
  readonly input: Checked<typeof CreatePayment>
  readonly instrument: Stored<PaymentInstrumentRecord> | null
  readonly customer: Stored<CustomerRecord> | null
}

/** Returns a payment before anything has happened to it. */
export const createdPayment = ({
  commit,
  input,
  instrument,
  customer
}: NewPayment): PaymentRecord => ({
  ...newPayment(commit, {
    amount: input.amount,
    currency: input.currency,
    type: input.type,
    storedCredential: input.storedCredential ?? null,
    customer: instrument?.row.customer ?? customer?.row.id ?? null,
    checkoutSession: null,
    captureMethod: input.captureMethod ?? "automatic",
    authorization: input.authorization,
    splits: input.splits
  }),
  paymentInstrument: instrument?.row.id ?? null,
  metadata: input.metadata ?? {}
})

/** Opens a payment without a payment method. It waits for one for a day. */
export const openWithoutMethod = (from: NewPayment): OpenedPayment => {
  const { commit, claim } = from
  const payment = paymentAfter(createdPayment(from), "await_method", {})
  return {
    payment: inserted(commit.scope, payment),
    attempt: null,
    changes: [
      ...claim.answered(paymentBody(payment)),
      insert(commit.scope, PaymentCollection, payment),
      scheduleJob(commit, "expire_payment", payment.id, commit.now + dayMs)
    ]
  }
}
