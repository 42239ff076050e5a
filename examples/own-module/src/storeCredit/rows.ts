import { Amount, CurrencyCode, CustomerId, collection, Millis, MinorAmount } from "@payloom/core"
import { Schema } from "effect"

/** The credit of a customer in a currency. All changes of it go through this one row. */
const WalletRow = Schema.Struct({
  id: Schema.String,
  customer: CustomerId,
  currency: CurrencyCode,
  available: Amount,
  /** Thirty days after the last earning. */
  expiresAt: Millis
})
export interface WalletRow extends Schema.Schema.Type<typeof WalletRow> {}

/** Returns the value of the unique key: a customer has one wallet in a currency. */
export const walletKey = (customer: string, currency: string): string => `${customer} ${currency}`

export const Wallets = collection<WalletRow>({
  name: "store_credit_wallets",
  schema: WalletRow,
  unique: { owner: { of: ({ customer, currency }) => walletKey(customer, currency) } }
})

/** Credit that is set aside for one checkout. */
const ReservationRow = Schema.Struct({
  id: Schema.String,
  wallet: Schema.String,
  amount: Amount,
  currency: CurrencyCode,
  status: Schema.Literals(["held", "spent", "released"]),
  /** The payment that is being made with it. Null if there is none. */
  payment: Schema.NullOr(Schema.String)
})
export interface ReservationRow extends Schema.Schema.Type<typeof ReservationRow> {}

export const Reservations = collection<ReservationRow>({
  name: "store_credit_reservations",
  schema: ReservationRow,
  indexes: { wallet: { of: ({ wallet }) => wallet } }
})

/** A wallet, as programs get it. */
export interface Wallet extends Schema.Schema.Type<typeof WalletSchema> {}
/**
 * A wallet, as webhooks and HTTP clients get it.
 *
 * @public Editors show its name.
 */
export interface WalletJson extends Schema.Codec.Encoded<typeof WalletSchema> {}
const WalletSchema = Schema.Struct({
  object: Schema.Literal("wallet"),
  id: Schema.String,
  customer: Schema.String,
  currency: Schema.String,
  available: MinorAmount
}).annotate({ identifier: "Wallet" })
export const Wallet: Schema.Codec<Wallet, WalletJson> = WalletSchema

export const toWallet = ({ expiresAt: _, ...row }: WalletRow): Wallet => ({
  object: "wallet",
  ...row
})

/** A reservation, as programs get it. */
export interface Reservation extends Schema.Schema.Type<typeof ReservationSchema> {}
/**
 * A reservation, as webhooks and HTTP clients get it.
 *
 * @public Editors show its name.
 */
export interface ReservationJson extends Schema.Codec.Encoded<typeof ReservationSchema> {}
const ReservationSchema = Schema.Struct({
  object: Schema.Literal("reservation"),
  id: Schema.String,
  amount: MinorAmount,
  currency: Schema.String,
  status: ReservationRow.fields.status
}).annotate({ identifier: "Reservation" })
export const Reservation: Schema.Codec<Reservation, ReservationJson> = ReservationSchema

export const toReservation = (row: ReservationRow): Reservation => ({
  object: "reservation",
  id: row.id,
  amount: row.amount,
  currency: row.currency,
  status: row.status
})
