import { type Agreement, agreementOn, latestAgreement } from "../../cards/saved/Agreement.ts"
import type { PaymentInstrumentRecord } from "../../cards/saved/PaymentInstrument.ts"
import { type ChargeDetails, unknownAddress } from "../../providers/ChargeDetails.ts"
import type { ChargeRequest } from "../../providers/PaymentProvider.ts"
import { type AttemptRecord, accountOf } from "./Attempt.ts"
import { chargeOrigin } from "./chargeOrigin.ts"
import type { PaymentRecord } from "./Payment.ts"

/** Builds the charge request of an attempt. */
export const chargeRequestFor = (
  payment: PaymentRecord,
  attempt: AttemptRecord,
  instrument: PaymentInstrumentRecord | null,
  details: ChargeDetails
): ChargeRequest => ({
  reference: attempt.id,
  origin: chargeOrigin(payment, attempt),
  mid: accountOf(attempt),
  amount: attempt.facts.amount,
  currency: attempt.facts.currency,
  capture: !attempt.facts.manualCapture,
  ...(payment.authorization === undefined ? {} : { authorization: payment.authorization }),
  source: attempt.source,
  returnUrl: attempt.returnUrl,
  type: payment.type,
  ...framing(payment, instrument),
  ...details,
  sendBefore: attempt.sendBefore,
  threeDs: attempt.threeDs,
  ...(payment.splits === undefined ? {} : { splits: payment.splits }),
  ...(attempt.exemption === undefined ? {} : { exemption: attempt.exemption })
})

/** The details of a charge whose details were not kept. */
export const noDetails: ChargeDetails = {
  customer: null,
  billingAddress: unknownAddress,
  description: null,
  statementDescriptor: null,
  metadata: {},
  device: null
}

/**
 * Returns the initiator and the agreement of a charge. A card with an agreement is charged under
 * it: the merchant initiates one-off charges and rebills. A rebill uses the recurring agreement if
 * there is one. A declared usage starts a new agreement.
 */
const framing = (
  { type, storedCredential }: PaymentRecord,
  instrument: PaymentInstrumentRecord | null
): Pick<ChargeRequest, "initiator" | "agreement"> => {
  if (storedCredential !== null) {
    const starts = {
      usage: storedCredential.usage,
      position: "first",
      networkReference: null
    } as const
    return {
      initiator: type === "subscription_rebill" ? "merchant" : "customer",
      agreement: starts
    }
  }
  const agreement = instrument === null ? null : agreementFor(type, instrument)
  const continues =
    agreement === null || type === "verify" || type === "subscription_initial"
      ? null
      : ({
          usage: agreement.usage,
          position: "subsequent",
          networkReference: agreement.networkReference
        } as const)
  const byMerchant = type === "subscription_rebill" || (type === "one_off" && continues !== null)
  return { initiator: byMerchant ? "merchant" : "customer", agreement: continues }
}

const agreementFor = (
  type: PaymentRecord["type"],
  instrument: PaymentInstrumentRecord
): Agreement | null =>
  (type === "subscription_rebill" ? agreementOn(instrument, "recurring") : null) ??
  latestAgreement(instrument)
