import { Schema } from "effect"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { Amount } from "../kernel/primitives/MinorAmount.ts"
import { PaymentMethod } from "../kernel/primitives/PaymentMethod.ts"

/** The facts of a charge: routing rules and risk decide by them. */
export interface RouteFacts {
  /** In minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** Decides the scheme framing. */
  readonly type: "one_off" | "subscription_initial" | "subscription_rebill" | "moto" | "verify"
  /** How the payer pays. */
  readonly method: PaymentMethod
  /** Which wallet or alternative method it is; null for cards, and before the payer has chosen. */
  readonly methodType: string | null
  /** Whether the money is to be held for a capture. */
  readonly manualCapture: boolean
  /** The card's brand, such as `visa`; null without a card. */
  readonly brand: string | null
  /** Such as `credit` or `debit`; null without a card. */
  readonly funding: string | null
  /** The issuer's country, ISO 3166-1 alpha-2; null without a card. */
  readonly cardCountry: string | null
  /** The payer's country by the billing address. */
  readonly country: string | null
}
export const RouteFacts = Schema.Struct({
  amount: Amount,
  currency: CurrencyCode,
  type: Schema.Literals([
    "one_off",
    "subscription_initial",
    "subscription_rebill",
    "moto",
    "verify"
  ]),
  method: PaymentMethod,
  /** Which wallet or alternative method it is; null for cards, and before the payer has chosen. */
  methodType: Schema.NullOr(Schema.String),
  manualCapture: Schema.Boolean,
  brand: Schema.NullOr(Schema.String),
  funding: Schema.NullOr(Schema.String),
  cardCountry: Schema.NullOr(Schema.String),
  /** The payer's country by the billing address. */
  country: Schema.NullOr(Schema.String)
})
