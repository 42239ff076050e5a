import { Schema } from "effect"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import type { Moment } from "../../kernel/ids/Moment.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { CustomerId, PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"
import { Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import { VaultedCard } from "../vault/CardVault.ts"
import { Agreement } from "./Agreement.ts"
import { expiryMonth } from "./cardExpiry.ts"

/** A stored card: a description and a reference to the vault, never the number. */
export const PaymentInstrumentRecord = Schema.Struct({
  id: PaymentInstrumentId,
  customer: CustomerId,
  card: VaultedCard,
  detached: Schema.Boolean,
  /**
   * The agreements to charge the card again, at most one for each usage. One is added when its
   * first payment succeeds.
   */
  agreements: Schema.Array(Agreement),
  /** True if `card.expiring_soon` was recorded for the current expiry date. */
  expiryAnnounced: Schema.Boolean,
  metadata: Metadata,
  created: Millis
})
export interface PaymentInstrumentRecord
  extends Schema.Schema.Type<typeof PaymentInstrumentRecord> {}

export const PaymentInstrumentCollection = collection<PaymentInstrumentRecord>({
  name: "payment_instruments",
  schema: PaymentInstrumentRecord,
  indexes: {
    customer: { of: (instrument) => instrument.customer },
    vaultReference: { of: ({ card }) => card.vaultReference },
    /** The expiry month of cards whose expiry has not been announced yet. */
    expiry: {
      of: ({ card, detached, expiryAnnounced }) =>
        detached || expiryAnnounced ? null : expiryMonth(card)
    }
  },
  steps: [
    // Earlier releases stored a single agreement.
    ({ agreement = null, ...older }) => ({
      ...older,
      agreements: agreement === null ? [] : [agreement]
    })
  ]
})

/** Creates the record of a new saved card. */
export const newPaymentInstrument = (
  { id, now }: Moment,
  saved: Pick<PaymentInstrumentRecord, "customer" | "card"> & { readonly metadata?: Metadata }
): PaymentInstrumentRecord => ({
  id: id("card"),
  metadata: {},
  ...saved,
  detached: false,
  agreements: [],
  expiryAnnounced: false,
  created: now
})

/** The description of a saved card for merchants and payers. */
export interface CardDescription {
  /** The brand, such as `visa`. */
  readonly brand: string
  /** The last four digits of the card number. */
  readonly last4: string
  /** The month of the expiry date, 1 to 12. The card is valid to its end. */
  readonly expMonth: number
  /** The year of the expiry date, in four digits. */
  readonly expYear: number
  /** The funding, such as `credit` or `debit`. */
  readonly funding: string
  /**
   * The fingerprint of the number. It is the same for the same number within the account, and
   * differs otherwise.
   */
  readonly fingerprint: string
  /** The issuer's country, an ISO 3166-1 alpha-2 code. */
  readonly country: string
}

/** A saved card for merchants: a description, never the number. */
export interface PaymentInstrument {
  readonly object: "payment_instrument"
  /** `card_` and a ULID. */
  readonly id: PaymentInstrumentId
  /** The id of the customer. */
  readonly customer: CustomerId
  readonly type: "card"
  /** The description of the card. */
  readonly card: CardDescription
  /** True if the card was detached and can't be charged any more. */
  readonly detached: boolean
  /** The merchant's own metadata, unchanged. */
  readonly metadata: Metadata
  /** The time at which it was saved, in milliseconds since the epoch. */
  readonly created: number
}
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

export const paymentInstrumentCodec: WireCodec<PaymentInstrument> = wireCodec(PaymentInstrument)

/** Returns the resource of a stored card, without the vault's reference. */
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
