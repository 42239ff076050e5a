/** The public names of payments, attempts, refunds and disputes. */

export * from "./captures-voids-refunds/capturePayment.ts"
export * from "./captures-voids-refunds/createRefund.ts"
export * from "./captures-voids-refunds/incrementHold.ts"
export * from "./captures-voids-refunds/listRefunds.ts"
export * from "./captures-voids-refunds/Modification.ts"
export * from "./captures-voids-refunds/modificationMachine.ts"
export * from "./captures-voids-refunds/resources.ts"
export * from "./captures-voids-refunds/voidPayment.ts"
export * from "./charges/Attempt.ts"
export { type AttemptTrigger, attemptMachine } from "./charges/attemptMachine.ts"
export * from "./charges/errors.ts"
export type { AmountDetails, OrderInput } from "./charges/orderInput.ts"
export * from "./charges/Payment.ts"
export { type PaymentTrigger, paymentMachine } from "./charges/paymentMachine.ts"
export * from "./charges/resolveAttempt.ts"
export * from "./charges/velocityRule.ts"
export {
  Dispute,
  type DisputeBase,
  DisputeCollection,
  type DisputeRecord,
  DisputeSource,
  disputeCodec
} from "./disputes/Dispute.ts"
export {
  evidenceBounds,
  type SubmitEvidence,
  type SubmitEvidenceFile
} from "./disputes/evidence/EvidenceInput.ts"
export { EvidenceNotTaken } from "./disputes/evidence/errors.ts"
export type * from "./disputes/evidence/resources.ts"
export * from "./disputes/listDisputes.ts"
export * from "./operations/createPaymentInput.ts"
export * from "./operations/expandPayments.ts"
export * from "./operations/explainPayment.ts"
export * from "./operations/listAttempts.ts"
export * from "./operations/listPayments.ts"
export * from "./operations/simulateRouting.ts"
