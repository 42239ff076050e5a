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
  /** The order that is paid. Absent if unknown. */
  readonly order?: Partial<ChargeInput["details"]>
}

/** Builds the charge input of a payment by a saved card. */
export const savedCardCharge = ({
  commit,
  payment,
  instrument: { card },
  customer,
  idempotencyRecord,
  order = {}
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
    device: null,
    ...order
  },
  returnUrl: null,
  facts: {
    amount: payment.amount,
    currency: payment.currency,
    type: payment.type,
    method: "card",
    methodType: null,
    manualCapture: payment.captureMethod === "manual",
    ...(payment.splits === undefined ? {} : { splits: payment.splits.length }),
    brand: card.brand,
    funding: card.funding,
    cardCountry: card.country,
    country: withCountryInCapitals(
      order.billingAddress ?? customer?.billingAddress ?? { country: null }
    ).country
  },
  threeDs: null,
  idempotencyRecord
})
