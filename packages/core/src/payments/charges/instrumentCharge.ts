import { type CustomerRecord, payerOf } from "../../cards/customers/Customer.ts"
import type { PaymentInstrumentRecord } from "../../cards/saved/PaymentInstrument.ts"
import { withCountryInCapitals } from "../../kernel/primitives/CountryCode.ts"
import type { IdempotencyRecordId } from "../../kernel/primitives/PublicId.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { unknownAddress } from "../../providers/ChargeDetails.ts"
import type { ChargeInput } from "./newAttempt.ts"
import type { PaymentRecord } from "./Payment.ts"

/** A new payment by a saved instrument without a payer present. */
interface InstrumentCharge {
  readonly commit: CommitContext
  readonly payment: PaymentRecord
  readonly instrument: PaymentInstrumentRecord
  readonly customer: CustomerRecord | null
  readonly idempotencyRecord: IdempotencyRecordId | null
  /** The order that is paid. Absent if unknown. */
  readonly order?: Partial<ChargeInput["details"]>
}

/** Builds the charge input of a payment by a saved instrument. */
export const instrumentCharge = ({
  commit,
  payment,
  instrument,
  customer,
  idempotencyRecord,
  order = {}
}: InstrumentCharge): ChargeInput => ({
  commit,
  payment,
  stored: null,
  ...sourceOf(instrument),
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
    ...methodOf(instrument),
    manualCapture: payment.captureMethod === "manual",
    ...(payment.splits === undefined ? {} : { splits: payment.splits.length }),
    country: withCountryInCapitals(
      order.billingAddress ?? customer?.billingAddress ?? { country: null }
    ).country
  },
  threeDs: null,
  idempotencyRecord
})

const sourceOf = (
  instrument: PaymentInstrumentRecord
): Pick<ChargeInput, "source" | "card" | "savedApm"> => {
  const { card } = instrument
  if (card !== null) {
    return { source: { _tag: "Vaulted", vaultReference: card.vaultReference }, card }
  }
  const { apm } = instrument
  return { source: { _tag: "Apm", apm: apm.apm }, card: null, savedApm: apm }
}

/** The facts of the method that routing uses. */
const methodOf = (
  instrument: PaymentInstrumentRecord
): Pick<ChargeInput["facts"], "method" | "methodType" | "brand" | "funding" | "cardCountry"> => {
  const { card } = instrument
  return card === null
    ? {
        method: "apm",
        methodType: instrument.apm.apm,
        brand: null,
        funding: null,
        cardCountry: null
      }
    : {
        method: "card",
        methodType: null,
        brand: card.brand,
        funding: card.funding,
        cardCountry: card.country
      }
}
