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

/** A saved card: a description and a reference to the vault, never the number (spec 2.7). */
export const PaymentInstrumentRecord = Schema.Struct({
  id: PaymentInstrumentId,
  customer: CustomerId,
  card: VaultedCard,
  detached: Schema.Boolean,
  /** The agreements to charge it again, each once a first payment of it succeeded: one a usage. */
  agreements: Schema.Array(Agreement),
  /** Whether `card.expiring_soon` was told of the expiry that the card has. */
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
    /** The cards that are still to be told of when their last month comes. */
    expiry: {
      of: ({ card, detached, expiryAnnounced }) =>
        detached || expiryAnnounced ? null : expiryMonth(card)
    }
  },
  steps: [
    // There was room for one agreement alone.
    ({ agreement = null, ...older }) => ({
      ...older,
      agreements: agreement === null ? [] : [agreement]
    })
  ]
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
  agreements: [],
  expiryAnnounced: false,
  created: now
})

/** What merchants and payers see of a saved card. */
export interface CardDescription {
  /** Such as `visa`. */
  readonly brand: string
  /** The last four digits of its number. */
  readonly last4: string
  /** The last month in which it is good: 1 to 12. */
  readonly expMonth: number
  /** The year of that month, in four digits. */
  readonly expYear: number
  /** Such as `credit` or `debit`. */
  readonly funding: string
  /** The same for the same number within the account, and for no other. */
  readonly fingerprint: string
  /** The issuer's country, an ISO 3166-1 alpha-2 code. */
  readonly country: string
}

/** A saved card as merchants see it: a description, never the number (spec 2.7). */
export interface PaymentInstrument {
  readonly object: "payment_instrument"
  /** `card_` and a ULID. */
  readonly id: PaymentInstrumentId
  /** Whose card it is. */
  readonly customer: CustomerId
  readonly type: "card"
  /** What is known of the card. */
  readonly card: CardDescription
  /** Whether it was unlinked, and can't be charged any more. */
  readonly detached: boolean
  /** The merchant's own notes, as they were given. */
  readonly metadata: Metadata
  /** When it was saved, in milliseconds since the epoch. */
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
