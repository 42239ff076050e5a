import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import type { Moment } from "../../kernel/ids/Moment.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { CustomerId, PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"
import { Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import { VaultedCard } from "../vault/CardVault.ts"
import { Agreement } from "./Agreement.ts"
import { expiryMonth } from "./cardExpiry.ts"
import { SavedApm } from "./SavedApm.ts"

const storedFields = {
  id: PaymentInstrumentId,
  customer: CustomerId,
  detached: Schema.Boolean,
  /**
   * The agreements to charge it again, at most one for each usage. One is added when its first
   * payment succeeds.
   */
  agreements: Schema.Array(Agreement),
  /** True if `card.expiring_soon` was recorded for the current expiry date. */
  expiryAnnounced: Schema.Boolean,
  metadata: Metadata,
  created: Millis
}

/**
 * A stored payment instrument: a description with a reference to the vault, or to the provider that
 * saved an alternative method. Never the number of a card or of an account.
 */
export const PaymentInstrumentRecord = Schema.Union([
  Schema.Struct({ ...storedFields, card: VaultedCard }),
  Schema.Struct({ ...storedFields, card: Schema.Null, apm: SavedApm })
])
export type PaymentInstrumentRecord = Named<typeof PaymentInstrumentRecord.Type>

export const PaymentInstrumentCollection = collection<PaymentInstrumentRecord>({
  name: "payment_instruments",
  schema: PaymentInstrumentRecord,
  indexes: {
    customer: { of: (instrument) => instrument.customer },
    vaultReference: { of: ({ card }) => card?.vaultReference ?? null },
    /** The expiry month of cards whose expiry has not been announced yet. */
    expiry: {
      of: ({ card, detached, expiryAnnounced }) =>
        card === null || detached || expiryAnnounced ? null : expiryMonth(card)
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

/** The stored part that says what is charged: a card in the vault, or a saved method. */
export type SavedSource =
  | { readonly card: VaultedCard }
  | { readonly card: null; readonly apm: SavedApm }

/** Creates the record of a new payment instrument. */
export const newPaymentInstrument = (
  { id, now }: Moment,
  saved: SavedSource & {
    readonly customer: CustomerId
    readonly metadata?: Metadata
  }
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

/** The description of a saved alternative method for merchants. */
export interface ApmDescription {
  /** The method, such as `sepa_debit`. */
  readonly type: string
  /** The last four characters of the bank account's number. Null if unknown. */
  readonly last4: string | null
  /** The name of the payer's bank. Null if unknown. */
  readonly bank: string | null
  /** The country of the bank account, an ISO 3166-1 alpha-2 code. Null if unknown. */
  readonly country: string | null
  /** The reference of the mandate, which payers see on their statement. Null if unknown. */
  readonly mandateReference: string | null
}

interface PaymentInstrumentBase {
  readonly object: "payment_instrument"
  /** `card_` and a ULID, whatever its type. */
  readonly id: PaymentInstrumentId
  /** The id of the customer. */
  readonly customer: CustomerId
  /** True if it was detached and can't be charged any more. */
  readonly detached: boolean
  /** The merchant's own metadata, unchanged. */
  readonly metadata: Metadata
  /** The time at which it was saved, in milliseconds since the epoch. */
  readonly created: number
}

/** A saved card for merchants: a description, never the number. */
export interface CardInstrument extends PaymentInstrumentBase {
  /** The type: a card. */
  readonly type: "card"
  /** The description of the card. */
  readonly card: CardDescription
}

/** A saved alternative method for merchants, such as the mandate of a direct debit. */
export interface ApmInstrument extends PaymentInstrumentBase {
  /** The type: an alternative method. */
  readonly type: "apm"
  /** Null, because the instrument is no card. */
  readonly card: null
  /** The description of the method. */
  readonly apm: ApmDescription
}

/** A saved payment instrument of a customer: a card or an alternative method. */
export type PaymentInstrument = CardInstrument | ApmInstrument

const CardDescription = Schema.Struct({
  brand: Schema.String,
  last4: Schema.String,
  expMonth: Schema.Int,
  expYear: Schema.Int,
  funding: Schema.String,
  fingerprint: Schema.String,
  country: Schema.String
}).pipe(Schema.encodeKeys({ expMonth: "exp_month", expYear: "exp_year" }))

const ApmDescription = Schema.Struct({
  type: Schema.String,
  last4: Schema.NullOr(Schema.String),
  bank: Schema.NullOr(Schema.String),
  country: Schema.NullOr(Schema.String),
  mandateReference: Schema.NullOr(Schema.String)
}).pipe(Schema.encodeKeys({ mandateReference: "mandate_reference" }))

const identity = {
  object: Schema.Literal("payment_instrument"),
  id: PaymentInstrumentId,
  customer: CustomerId
}
const standing = { detached: Schema.Boolean, metadata: Metadata, created: Timestamp }

export const CardInstrument = Schema.Struct({
  ...identity,
  type: Schema.Literal("card"),
  card: CardDescription,
  ...standing
}).pipe(named("CardInstrument"))

/** A payment instrument as it is read from the wire. Its types are open. */
export const PaymentInstrument = Schema.Struct({
  ...identity,
  type: openEnum(Schema.Literals(["card", "apm"])),
  card: Schema.NullOr(CardDescription),
  apm: Schema.optionalKey(ApmDescription),
  ...standing
}).pipe(named("PaymentInstrument"))

export const paymentInstrumentCodec: WireCodec<PaymentInstrument> = wireCodec(PaymentInstrument)

/** Returns the resource of a stored instrument, without the vault's or the provider's reference. */
export const toPaymentInstrument = (record: PaymentInstrumentRecord): PaymentInstrument =>
  record.card === null
    ? { ...resourceOf(record), type: "apm", card: null, apm: describedApm(record.apm) }
    : toCardInstrument(record, record.card)

/** Returns the resource of a stored card, without the vault's reference. */
export const toCardInstrument = (
  record: PaymentInstrumentRecord,
  { brand, last4, expMonth, expYear, funding, fingerprint, country }: VaultedCard
): CardInstrument => ({
  ...resourceOf(record),
  type: "card",
  card: { brand, last4, expMonth, expYear, funding, fingerprint, country }
})

const resourceOf = ({
  id,
  customer,
  detached,
  metadata,
  created
}: PaymentInstrumentRecord): PaymentInstrumentBase => ({
  object: "payment_instrument",
  id,
  customer,
  detached,
  metadata,
  created
})

const describedApm = ({
  apm,
  last4,
  bank,
  country,
  mandateReference
}: SavedApm): ApmDescription => ({ type: apm, last4, bank, country, mandateReference })
