import { Schema } from "effect"
import { BillingInterval } from "../../values/BillingInterval.ts"
import { CurrencyCode } from "../../values/CurrencyCode.ts"
import { freeText } from "../../values/FreeText.ts"
import { Locale } from "../../values/Locale.ts"
import { Metadata } from "../../values/Metadata.ts"
import { MinorAmount } from "../../values/MinorAmount.ts"
import { PaymentMethod } from "../../values/PaymentMethod.ts"
import { CustomerId, TemplateId } from "../../values/PublicId.ts"
import { refusedAs } from "../../values/RefusalCode.ts"
import { StoredCredential } from "../../values/StoredCredential.ts"
import { Timestamp } from "../../values/Timestamp.ts"
import { PageUrl } from "../../values/WebUrl.ts"
import { CheckoutMode } from "./CheckoutSession.ts"
import { type LineItem, LineItems, sumOf } from "./LineItem.ts"

const publishableKey = Schema.String.check(
  Schema.isPattern(
    /^pk_(test|live)_[A-Za-z0-9_-]{43}$/,
    refusedAs("parameter_invalid", "a publishable key, never a secret one")
  )
)

const Country = Schema.String.check(
  Schema.isPattern(/^[A-Za-z]{2}$/, refusedAs("parameter_invalid", "a two-letter country code"))
)

const AllowedMethods = Schema.Array(PaymentMethod).check(
  Schema.isMinLength(1, refusedAs("parameter_invalid", "at least one method, or left out"))
)

interface Combination {
  readonly mode?: CheckoutMode
  readonly amount?: bigint
  readonly currency?: string
  readonly interval?: BillingInterval
  readonly allowedMethods?: ReadonlyArray<PaymentMethod>
  readonly lineItems?: ReadonlyArray<LineItem>
}

const refusal = (field: string, issue: string) => ({ path: [field], issue })

const combinationHolds = (input: Combination) => {
  const isSubscription = input.mode === "subscription"
  if (!isSubscription && input.interval !== undefined) {
    return refusal("interval", "belongs to mode subscription")
  }
  if (isSubscription && input.amount === undefined) {
    return refusal("amount", "is required in mode subscription")
  }
  if (isSubscription && input.currency === undefined) {
    return refusal("currency", "is required in mode subscription")
  }
  if (isSubscription && input.interval === undefined) {
    return refusal("interval", "is required in mode subscription")
  }
  if (isSubscription && input.allowedMethods?.includes("card") === false) {
    return refusal("allowedMethods", "must hold card in mode subscription, which takes no other")
  }
  const { lineItems = [] } = input
  if (lineItems.length > 0 && sumOf(lineItems) !== (input.amount ?? 0n)) {
    return refusal("lineItems", "must have amounts that add up to the session's")
  }
  return true
}

/** The body of operation 9 (spec 4.4). Without an amount, the session only saves a card. */
export const CreateCheckoutSession = Schema.Struct({
  mode: Schema.optionalKey(CheckoutMode),
  amount: Schema.optionalKey(MinorAmount),
  /** The account's default currency without one. */
  currency: Schema.optionalKey(CurrencyCode),
  interval: Schema.optionalKey(BillingInterval),
  /** What is paid, for the payer to read. */
  description: Schema.optionalKey(freeText(500)),
  /** The lines of the amount: theirs add up to it. */
  lineItems: Schema.optionalKey(LineItems),
  /** Makes the answer carry `url`; neither stored nor returned. */
  publishableKey: Schema.optionalKey(publishableKey),
  customer: Schema.optionalKey(CustomerId),
  /** Restricts the methods that are offered; adds none that can't succeed. */
  allowedMethods: Schema.optionalKey(AllowedMethods),
  /** Their origins must be among the account's return origins. */
  successUrl: Schema.optionalKey(PageUrl),
  cancelUrl: Schema.optionalKey(PageUrl),
  /** The look of the payer's page: a template that was published. */
  template: Schema.optionalKey(TemplateId),
  locale: Schema.optionalKey(Locale),
  country: Schema.optionalKey(Country),
  /** From 5 minutes to 30 days ahead; a day without it. */
  expiresAt: Schema.optionalKey(Timestamp),
  storedCredential: Schema.optionalKey(StoredCredential),
  metadata: Schema.optionalKey(Metadata)
})
  .check(Schema.makeFilter(combinationHolds))
  .pipe(
    Schema.encodeKeys({
      lineItems: "line_items",
      publishableKey: "publishable_key",
      allowedMethods: "allowed_methods",
      successUrl: "success_url",
      cancelUrl: "cancel_url",
      expiresAt: "expires_at",
      storedCredential: "stored_credential"
    })
  )
  .annotate({ identifier: "CreateCheckoutSession" })
export type CreateCheckoutSession = typeof CreateCheckoutSession.Type

/** The text that a locale of nobody's choice falls back to. */
export const defaultLocale = "en"
