import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { PaymentRecord } from "./Payment.ts"

/** The terms of a new payment. */
type PaymentTerms = Pick<
  PaymentRecord,
  "amount" | "currency" | "type" | "storedCredential" | "customer" | "checkoutSession"
> &
  Partial<Pick<PaymentRecord, "captureMethod">> & {
    readonly authorization?: PaymentRecord["authorization"] | undefined
    readonly splits?: PaymentRecord["splits"] | undefined
  }

/** A new payment on these terms. */
export const newPayment = (commit: CommitContext, terms: PaymentTerms): PaymentRecord => ({
  id: commit.id("payment"),
  status: "created",
  amount: terms.amount,
  currency: terms.currency,
  type: terms.type,
  storedCredential: terms.storedCredential,
  customer: terms.customer,
  checkoutSession: terms.checkoutSession,
  captureMethod: terms.captureMethod ?? "automatic",
  ...(terms.authorization === undefined ? {} : { authorization: terms.authorization }),
  ...(terms.splits === undefined ? {} : { splits: terms.splits }),
  amountCaptured: 0n,
  amountRefunded: 0n,
  amountReserved: 0n,
  amountDisputed: 0n,
  decline: null,
  disputed: false,
  attempts: [],
  paymentInstrument: null,
  metadata: {},
  created: commit.now
})
