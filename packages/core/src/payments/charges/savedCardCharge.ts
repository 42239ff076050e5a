import { type CustomerRecord, payerOf } from "../../cards/customers/Customer.ts"
import type { PaymentInstrumentRecord } from "../../cards/saved/PaymentInstrument.ts"
import { withCountryInCapitals } from "../../kernel/primitives/CountryCode.ts"
import type { IdempotencyRecordId } from "../../kernel/primitives/PublicId.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { unknownAddress } from "../../providers/ChargeDetails.ts"
import type { ChargeInput } from "./newAttempt.ts"
import type { PaymentRecord } from "./Payment.ts"

/** A new payment by a saved card without a payer present. */
interface SavedCardCharge {
  readonly commit: CommitContext
  readonly payment: PaymentRecord
  readonly instrument: PaymentInstrumentRecord
  readonly customer: CustomerRecord | null
  readonly idempotencyRecord: IdempotencyRecordId | null
}

/** Builds the charge input of a payment by a saved card. */
export const savedCardCharge = ({
  commit,
  payment,
  instrument: { card },
  customer,
  idempotencyRecord
}: SavedCardCharge): ChargeInput => ({
  commit,
  payment,
  stored: null,
  source: { _tag: "Vaulted", vaultReference: card.vaultReference },
  card,
  details: {
    customer: customer === null ? null : payerOf(customer),
    billingAddress: { ...unknownAddress, ...customer?.billingAddress },
    description: null,
    device: null
  },
  returnUrl: null,
  facts: {
    amount: payment.amount,
    currency: payment.currency,
    type: payment.type,
    method: "card",
    methodType: null,
    manualCapture: payment.captureMethod === "manual",
    brand: card.brand,
    funding: card.funding,
    cardCountry: card.country,
    country: withCountryInCapitals(customer?.billingAddress ?? { country: null }).country
  },
  threeDs: null,
  idempotencyRecord
})
