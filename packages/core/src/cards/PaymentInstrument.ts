import { Schema } from "effect"
import type { Moment } from "../ids/Moment.ts"
import { collection } from "../storage/Collection.ts"
import { Metadata } from "../values/Metadata.ts"
import { CustomerId, PaymentInstrumentId } from "../values/PublicId.ts"
import { Millis, Timestamp } from "../values/Timestamp.ts"
import { wireCodec } from "../wire/WireCodec.ts"
import { Agreement } from "./Agreement.ts"
import { VaultedCard } from "./CardVault.ts"
import { expiryMonth } from "./cardExpiry.ts"

/** A saved card: a description and a reference to the vault, never the number (spec 2.7). */
export const PaymentInstrumentRecord = Schema.Struct({
  id: PaymentInstrumentId,
  customer: CustomerId,
  card: VaultedCard,
  detached: Schema.Boolean,
  /** The agreement to charge it again, once a first payment of it succeeded. */
  agreement: Schema.NullOr(Agreement),
  /** Whether `card.expiring_soon` was told of the expiry that the card has. */
  expiryAnnounced: Schema.Boolean,
  metadata: Metadata,
  created: Millis
})
export type PaymentInstrumentRecord = typeof PaymentInstrumentRecord.Type

export const PaymentInstrumentCollection = collection<PaymentInstrumentRecord>({
  name: "payment_instruments",
  schema: PaymentInstrumentRecord,
  indexes: {
    customer: { of: (instrument) => instrument.customer },
    vaultReference: { of: ({ card }) => card.vaultReference },
    /** The cards that are still to be told of when their last month comes. */
    expiry: {
      of: ({ card, detached, expiryAnnounced }) =>
        detached || expiryAnnounced ? null : expiryMonth(card)
    }
  }
})

/** A saved card as it begins. */
export const newPaymentInstrument = (
  { id, now }: Moment,
  saved: Pick<PaymentInstrumentRecord, "customer" | "card"> & { readonly metadata?: Metadata }
): PaymentInstrumentRecord => ({
  id: id("card"),
  metadata: {},
  ...saved,
  detached: false,
  agreement: null,
  expiryAnnounced: false,
  created: now
})

/** A saved card as merchants see it (spec 2.7). */
export const PaymentInstrument = Schema.Struct({
  object: Schema.Literal("payment_instrument"),
  id: PaymentInstrumentId,
  customer: CustomerId,
  type: Schema.Literal("card"),
  card: Schema.Struct({
    brand: Schema.String,
    last4: Schema.String,
    expMonth: Schema.Int,
    expYear: Schema.Int,
    funding: Schema.String,
    fingerprint: Schema.String,
    country: Schema.String
  }).pipe(Schema.encodeKeys({ expMonth: "exp_month", expYear: "exp_year" })),
  detached: Schema.Boolean,
  metadata: Metadata,
  created: Timestamp
}).annotate({ identifier: "PaymentInstrument" })
export type PaymentInstrument = typeof PaymentInstrument.Type

export const paymentInstrumentCodec = wireCodec<PaymentInstrument>(PaymentInstrument)

/** The resource of a stored card: the vault's reference stays behind. */
export const toPaymentInstrument = (record: PaymentInstrumentRecord): PaymentInstrument => {
  const { brand, last4, expMonth, expYear, funding, fingerprint, country } = record.card
  return {
    object: "payment_instrument",
    id: record.id,
    customer: record.customer,
    type: "card",
    card: { brand, last4, expMonth, expYear, funding, fingerprint, country },
    detached: record.detached,
    metadata: record.metadata,
    created: record.created
  }
}
