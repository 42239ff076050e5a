import { Schema } from "effect"
import { isOneForm, type SubscriptionTerms } from "../../billing/subscriptions/subscriptionInput.ts"
import { TrialDays } from "../../billing/Terms.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { BillingInterval } from "../../kernel/primitives/BillingInterval.ts"
import { CountryCode } from "../../kernel/primitives/CountryCode.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { Locale } from "../../kernel/primitives/Locale.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import { PaymentMethod } from "../../kernel/primitives/PaymentMethod.ts"
import { CustomerId, PlanId, TemplateId } from "../../kernel/primitives/PublicId.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import { StoredCredential } from "../../kernel/primitives/StoredCredential.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { PageUrl } from "../../kernel/primitives/WebUrl.ts"
import { CheckoutMode } from "./CheckoutSession.ts"
import { type LineItem, LineItems, sumOf } from "./LineItem.ts"

const publishableKey = Schema.String.check(
  Schema.isPattern(
    /^pk_(test|live)_[A-Za-z0-9_-]{43}$/,
    refusedAs("parameter_invalid", "a publishable key, never a secret one")
  )
)

const AllowedMethods = Schema.Array(PaymentMethod).check(
  Schema.isMinLength(1, refusedAs("parameter_invalid", "at least one method, or be left out"))
)

interface Combination extends SubscriptionTerms {
  readonly mode?: CheckoutMode
  readonly allowedMethods?: ReadonlyArray<PaymentMethod>
  readonly lineItems?: ReadonlyArray<LineItem>
}

const refusal = (field: string, issue: string) => ({ path: [field], issue })

const ofSubscriptions = ["interval", "plan", "trialDays"] as const

const combinationHolds = (input: Combination) => {
  if (input.mode !== "subscription") {
    const foreign = ofSubscriptions.find((field) => input[field] !== undefined)
    if (foreign !== undefined) return refusal(foreign, "belongs to mode subscription")
    const { lineItems = [], amount = 0n } = input
    return lineItems.length === 0 || sumOf(lineItems) === amount || refusal("lineItems", addUp)
  }
  if (input.allowedMethods?.includes("card") === false) {
    return refusal("allowedMethods", "must hold card in mode subscription, which takes no other")
  }
  return isOneForm(input)
}

const addUp = "must have amounts that add up to the session's"

/** Refuses lines whose amounts come to something else than what is paid. */
export const wrongSum = () => parameterInvalid("lineItems", addUp)

/**
 * A session to make (operation 9, spec 4.4). Without an amount, it only saves a card.
 */
export interface CreateCheckoutSession {
  /** `payment` unless told; `subscription` takes the first one of a subscription. */
  readonly mode?: CheckoutMode
  /**
   * What is to be paid, in minor units of the currency: `1250n` is 12.50 EUR. In mode
   * `subscription` what each cycle costs, unless there is a plan.
   */
  readonly amount?: bigint
  /** An ISO 4217 code; the account's default currency without one. */
  readonly currency?: string
  /** What is subscribed to: an active plan's id. In mode `subscription`, as the next two. */
  readonly plan?: string
  /** How often it is billed; left out beside a plan. */
  readonly interval?: BillingInterval
  /** Tried out first for so many days, whatever the plan says: 1 to 36,500. */
  readonly trialDays?: number
  /** What is paid, for the payer to read; at most 500 characters. */
  readonly description?: string
  /** The lines of the amount: theirs add up to it. */
  readonly lineItems?: ReadonlyArray<LineItem>
  /** Makes the answer carry `url`; neither stored nor returned. */
  readonly publishableKey?: string
  /** Who pays, by id. */
  readonly customer?: string
  /** Restricts the methods that are offered; adds none that can't succeed. */
  readonly allowedMethods?: ReadonlyArray<PaymentMethod>
  /** Where the payer goes once paid; its origin must be among the account's return origins. */
  readonly successUrl?: string
  /** Where a payer goes who doesn't pay; its origin must be among the account's, too. */
  readonly cancelUrl?: string
  /** The look of the payer's page: the id of a template that was published. */
  readonly template?: string
  /** A BCP 47 tag; `en` without one. */
  readonly locale?: string
  /** The market, ISO 3166-1 alpha-2. */
  readonly country?: string
  /** In milliseconds since the epoch, from 5 minutes to 30 days ahead; a day without it. */
  readonly expiresAt?: number
  /** Declares the first payment of an agreement to charge the card again; never assumed. */
  readonly storedCredential?: StoredCredential
  /** The merchant's own notes: at most 50 keys of 40 characters, with values of at most 500. */
  readonly metadata?: Metadata
}
export const CreateCheckoutSession = Schema.Struct({
  mode: Schema.optionalKey(CheckoutMode),
  amount: Schema.optionalKey(MinorAmount),
  currency: Schema.optionalKey(CurrencyCode),
  plan: Schema.optionalKey(PlanId),
  interval: Schema.optionalKey(BillingInterval),
  trialDays: Schema.optionalKey(TrialDays),
  description: Schema.optionalKey(freeText(500)),
  lineItems: Schema.optionalKey(LineItems),
  publishableKey: Schema.optionalKey(publishableKey),
  customer: Schema.optionalKey(CustomerId),
  allowedMethods: Schema.optionalKey(AllowedMethods),
  successUrl: Schema.optionalKey(PageUrl),
  cancelUrl: Schema.optionalKey(PageUrl),
  template: Schema.optionalKey(TemplateId),
  locale: Schema.optionalKey(Locale),
  country: Schema.optionalKey(CountryCode),
  expiresAt: Schema.optionalKey(Timestamp),
  storedCredential: Schema.optionalKey(StoredCredential),
  metadata: Schema.optionalKey(Metadata)
})
  .check(Schema.makeFilter(combinationHolds))
  .pipe(
    Schema.encodeKeys({
      lineItems: "line_items",
      trialDays: "trial_days",
      publishableKey: "publishable_key",
      allowedMethods: "allowed_methods",
      successUrl: "success_url",
      cancelUrl: "cancel_url",
      expiresAt: "expires_at",
      storedCredential: "stored_credential"
    })
  )
  .annotate({ identifier: "CreateCheckoutSession" })

/** How a payer is to pay what is overdue of a subscription; the amount is that of the cycle. */
export interface RecoverySession
  extends Pick<
    CreateCheckoutSession,
    | "description"
    | "publishableKey"
    | "successUrl"
    | "cancelUrl"
    | "template"
    | "locale"
    | "country"
    | "expiresAt"
    | "metadata"
  > {}
export const RecoverySession = Schema.Struct({
  description: Schema.optionalKey(freeText(500)),
  publishableKey: Schema.optionalKey(publishableKey),
  successUrl: Schema.optionalKey(PageUrl),
  cancelUrl: Schema.optionalKey(PageUrl),
  template: Schema.optionalKey(TemplateId),
  locale: Schema.optionalKey(Locale),
  country: Schema.optionalKey(CountryCode),
  expiresAt: Schema.optionalKey(Timestamp),
  metadata: Schema.optionalKey(Metadata)
})

/** The text that a locale of nobody's choice falls back to. */
export const defaultLocale = "en"
