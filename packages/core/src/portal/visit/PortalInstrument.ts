import { Schema } from "effect"
import type { PaymentInstrumentRecord } from "../../cards/saved/PaymentInstrument.ts"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { PaymentInstrumentId, SubscriptionId } from "../../kernel/primitives/PublicId.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { type ListCodec, listCodec } from "../../platform/pagination/List.ts"

/** A saved card in the portal. */
export interface PortalCard {
  /** The brand, such as `visa`. */
  readonly brand: string
  /** The last four digits of the card number. */
  readonly last4: string
  /** The month of the expiry date, 1 to 12. The card is valid to its end. */
  readonly expMonth: number
  /** The year of the expiry date, in four digits. */
  readonly expYear: number
}

/** A saved alternative method in the portal. */
export interface PortalApm {
  /** The method, such as `sepa_debit`. */
  readonly type: string
  /** The last four characters of the bank account's number. Null if unknown. */
  readonly last4: string | null
  /** The name of the customer's bank. Null if unknown. */
  readonly bank: string | null
}

/** A saved card or debit, as its customer sees it. */
export interface PortalInstrument {
  readonly object: "portal_payment_instrument"
  /** `card_` and a ULID, whatever its type. */
  readonly id: PaymentInstrumentId
  /** The type: a card, or an alternative method. */
  readonly type: "card" | "apm"
  /** The description of a card. Null for another method. */
  readonly card: PortalCard | null
  /** The description of an alternative method. Null for a card. */
  readonly apm: PortalApm | null
  /** True if it is the customer's default. */
  readonly isDefault: boolean
  /** The ids of at most 100 subscriptions that bill it. They need another before it is removed. */
  readonly subscriptions: ReadonlyArray<SubscriptionId>
  /** True if it was removed. A list has none of these. */
  readonly detached: boolean
  /** The time at which it was saved, in milliseconds since the epoch. */
  readonly created: number
}

const PortalCard = Schema.Struct({
  brand: Schema.String,
  last4: Schema.String,
  expMonth: Schema.Int,
  expYear: Schema.Int
}).pipe(Schema.encodeKeys({ expMonth: "exp_month", expYear: "exp_year" }))

/** A saved card or debit as it is read from the wire. Its type is open. */
export const PortalInstrument = Schema.Struct({
  object: Schema.Literal("portal_payment_instrument"),
  id: PaymentInstrumentId,
  type: openEnum(Schema.Literals(["card", "apm"])),
  card: Schema.NullOr(PortalCard),
  apm: Schema.NullOr(
    Schema.Struct({
      type: Schema.String,
      last4: Schema.NullOr(Schema.String),
      bank: Schema.NullOr(Schema.String)
    })
  ),
  isDefault: Schema.Boolean,
  subscriptions: Schema.Array(SubscriptionId),
  detached: Schema.Boolean,
  created: Timestamp
}).pipe(Schema.encodeKeys({ isDefault: "is_default" }), named("PortalInstrument"))

export const portalInstrumentCodec: WireCodec<PortalInstrument> = wireCodec(PortalInstrument)

export const portalInstrumentListCodec: ListCodec<PortalInstrument> =
  listCodec(portalInstrumentCodec)

/** Returns the customer's view of a stored instrument. */
export const toPortalInstrument = (
  row: PaymentInstrumentRecord,
  {
    defaultId,
    subscriptions
  }: {
    readonly defaultId: PaymentInstrumentId | null
    readonly subscriptions: ReadonlyArray<SubscriptionId>
  }
): PortalInstrument => ({
  object: "portal_payment_instrument",
  id: row.id,
  ...described(row),
  isDefault: row.id === defaultId,
  subscriptions,
  detached: row.detached,
  created: row.created
})

const described = (
  row: PaymentInstrumentRecord
): Pick<PortalInstrument, "type" | "card" | "apm"> => {
  if (row.card === null) {
    const { apm: type, last4, bank } = row.apm
    return { type: "apm", card: null, apm: { type, last4, bank } }
  }
  const { brand, last4, expMonth, expYear } = row.card
  return { type: "card", card: { brand, last4, expMonth, expYear }, apm: null }
}
