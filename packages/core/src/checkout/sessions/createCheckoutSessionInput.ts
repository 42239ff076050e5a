import { Schema } from "effect"
import { isOneForm, type SubscriptionTerms } from "../../billing/subscriptions/subscriptionInput.ts"
import { TrialDays } from "../../billing/Terms.ts"
import { named } from "../../kernel/codec/named.ts"
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
import {
  type OrderInput,
  orderAddsUp,
  orderDetailFields,
  orderFields,
  orderKeys
} from "../../payments/charges/orderInput.ts"
import { CaptureMethod } from "../../payments/charges/Payment.ts"
import { type AuthorizationOptions, HoldOptions } from "../../providers/AuthorizationOptions.ts"
import type { PostalAddress } from "../../providers/PostalAddress.ts"
import { type Split, Splits, splitsHold } from "../../providers/Split.ts"
import { CheckoutMode } from "./CheckoutSession.ts"

/** A publishable key, for the address of a hosted page. */
export const publishableKey = Schema.String.check(
  Schema.isPattern(
    /^pk_(test|live)_[A-Za-z0-9_-]{43}$/,
    refusedAs("parameter_invalid", "a publishable key, never a secret one")
  )
)

const AllowedMethods = Schema.Array(PaymentMethod).check(
  Schema.isMinLength(1, refusedAs("parameter_invalid", "at least one method, or be left out"))
)

interface Combination extends SubscriptionTerms, OrderInput {
  readonly mode?: CheckoutMode
  readonly captureMethod?: CaptureMethod
  readonly authorization?: AuthorizationOptions
  readonly splits?: ReadonlyArray<Split>
  readonly allowedMethods?: ReadonlyArray<PaymentMethod>
}

const refusal = (field: string, issue: string) => ({ path: [field], issue })

const ofSubscriptions = ["interval", "plan", "trialDays"] as const

const ofPayments = ["splits", ...orderDetailFields] as const

const combinationHolds = (input: Combination) => {
  const { captureMethod, authorization, amount: charged = 0n } = input
  const paysOnce = input.mode !== "subscription" && charged > 0n
  if (captureMethod === "manual" && !paysOnce) {
    return refusal("captureMethod", "can be manual only in mode payment with an amount")
  }
  const early = paysOnce ? undefined : ofPayments.find((field) => input[field] !== undefined)
  if (early !== undefined) return refusal(early, "belongs to mode payment with an amount")
  const split = splitsHold({ ...input, amount: charged })
  if (split !== true) return split
  if (authorization !== undefined && captureMethod !== "manual") {
    return refusal("authorization", "needs captureMethod manual")
  }
  if (input.mode !== "subscription") {
    const foreign = ofSubscriptions.find((field) => input[field] !== undefined)
    if (foreign !== undefined) return refusal(foreign, "belongs to mode subscription")
    return orderAddsUp(input, charged)
  }
  if (input.allowedMethods?.includes("card") === false) {
    return refusal("allowedMethods", "must hold card in mode subscription, which takes no other")
  }
  return isOneForm(input)
}

/** Returns the refusal of lines that don't add up to a subscription's first payment. */
export const wrongSum = (input: OrderInput, amount: bigint) =>
  orderAddsUp(input, amount) === true
    ? null
    : parameterInvalid("lineItems", `must add up to ${amount}, the first payment`)

/**
 * The input of a new session. Without an amount, the session only saves a card. The details of an
 * order belong to mode `payment` with an amount, except `description` and `lineItems`. The provider
 * gets them with the payer's charge. No answer shows the other details, and they are stored only
 * until the session ends.
 */
export interface CreateCheckoutSession extends OrderInput {
  /** `payment` is the default. `subscription` takes the first payment of a subscription. */
  readonly mode?: CheckoutMode
  /**
   * The amount to pay, in minor units of the currency: `1250n` is 12.50 EUR. In mode `subscription`
   * it is the price of each cycle. It is left out with a plan.
   */
  readonly amount?: bigint
  /** An ISO 4217 code. The default is the account's default currency. */
  readonly currency?: string
  /**
   * The id of an active plan to subscribe to. It is for mode `subscription`, like the next two
   * fields.
   */
  readonly plan?: string
  /** The billing interval. It is left out with a plan. */
  readonly interval?: BillingInterval
  /** The length of the trial in days: 1 to 36,500. It replaces the plan's own. */
  readonly trialDays?: number
  /** The description for the payer, at most 500 characters. */
  readonly description?: string
  /**
   * The billing address. It replaces the address of the customer. An address that the payer enters
   * replaces both.
   */
  readonly billingAddress?: PostalAddress
  /**
   * `automatic` captures at once and is the default. `manual` only holds the money, for a later
   * capture. Then only methods that can be held are offered.
   */
  readonly captureMethod?: CaptureMethod
  /**
   * The features that are asked of the authorization, such as several captures. It is for manual
   * capture.
   */
  readonly authorization?: HoldOptions
  /** The parts of the payment that the provider pays to other accounts. At most 20. */
  readonly splits?: ReadonlyArray<Split>
  /** With it the answer has `url`. It is neither stored nor returned. */
  readonly publishableKey?: string
  /** The customer's id. */
  readonly customer?: string
  /** The methods to offer. Methods that can't succeed are not offered either way. */
  readonly allowedMethods?: ReadonlyArray<PaymentMethod>
  /**
   * The address for the payer after payment. Its origin must be one of the account's return
   * origins.
   */
  readonly successUrl?: string
  /**
   * The address for a payer who doesn't pay. Its origin must be one of the account's return
   * origins.
   */
  readonly cancelUrl?: string
  /** The id of a published template for the look of the payer's page. */
  readonly template?: string
  /** A BCP 47 tag. The default is `en`. */
  readonly locale?: string
  /** The market, ISO 3166-1 alpha-2. */
  readonly country?: string
  /**
   * The time at which the session ends, in milliseconds since the epoch, from 5 minutes to 30 days
   * ahead. The default is a day.
   */
  readonly expiresAt?: number
  /**
   * Declares that this is the first payment of an agreement to charge the card again. It is never
   * assumed.
   */
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
  ...orderFields,
  captureMethod: Schema.optionalKey(CaptureMethod),
  authorization: Schema.optionalKey(HoldOptions),
  splits: Schema.optionalKey(Splits),
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
      ...orderKeys,
      captureMethod: "capture_method",
      trialDays: "trial_days",
      publishableKey: "publishable_key",
      allowedMethods: "allowed_methods",
      successUrl: "success_url",
      cancelUrl: "cancel_url",
      expiresAt: "expires_at",
      storedCredential: "stored_credential"
    }),
    named("CreateCheckoutSession")
  )

/** The input of a session that pays an overdue billing cycle. Its amount is that of the cycle. */
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

/** The locale that is used if none is given. */
export const defaultLocale = "en"
