import { Schema } from "effect"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { Amount } from "../kernel/primitives/MinorAmount.ts"
import { PaymentMethod } from "../kernel/primitives/PaymentMethod.ts"
import { AuthenticationKind } from "./ThreeDsAuthentication.ts"

/** The facts of a charge that routing rules and risk decide by. */
export interface RouteFacts {
  /** In minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The type of the payment, for the scheme's flags. */
  readonly type: "one_off" | "subscription_initial" | "subscription_rebill" | "moto" | "verify"
  /** The payment method. */
  readonly method: PaymentMethod
  /** The wallet or alternative method. Null for cards, and before the payer has chosen. */
  readonly methodType: string | null
  /** True if the money is held for a later capture. */
  readonly manualCapture: boolean
  /** The card's brand, such as `visa`. Null without a card. */
  readonly brand: string | null
  /** The card's funding, such as `credit` or `debit`. Null without a card. */
  readonly funding: string | null
  /** The issuer's country, ISO 3166-1 alpha-2. Null without a card. */
  readonly cardCountry: string | null
  /** The payer's country in the billing address. */
  readonly country: string | null
  /** The number of parts for other accounts. None if absent. */
  readonly splits?: number
  /** The kind of the payer's authentication. `none` if absent. */
  readonly threeDs?: AuthenticationKind
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
  methodType: Schema.NullOr(Schema.String),
  manualCapture: Schema.Boolean,
  brand: Schema.NullOr(Schema.String),
  funding: Schema.NullOr(Schema.String),
  cardCountry: Schema.NullOr(Schema.String),
  country: Schema.NullOr(Schema.String),
  splits: Schema.optionalKey(Schema.Int),
  threeDs: Schema.optionalKey(AuthenticationKind)
})
