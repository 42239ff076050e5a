import { Schema } from "effect"
import { previewOf } from "../../billing/subscriptions/previewSubscription.ts"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { BillingInterval } from "../../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { PaymentMethod } from "../../kernel/primitives/PaymentMethod.ts"
import { TemplateId } from "../../kernel/primitives/PublicId.ts"
import { type Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { AmountDetails } from "../../payments/charges/orderInput.ts"
import { LineItem } from "../../providers/LineItem.ts"
import {
  labelsIn,
  type MethodChoice,
  type MethodMarks,
  methodsIn,
  TemplateConfig,
  type TemplateLabels,
  type TemplateLayout,
  type TemplateLogo,
  type TemplatePalette,
  wholeLayout
} from "../branding/TemplateConfig.ts"
import { agreedTerms } from "../sessions/agreedTerms.ts"
import {
  CheckoutMode,
  type CheckoutSessionRecord,
  CheckoutSessionStatus
} from "../sessions/CheckoutSession.ts"
import { MethodFields, MethodMandates } from "./methodFields.ts"

const look = TemplateConfig.fields

/** The settings of the session's template for its page, by market and locale. */
export interface PayerTemplateConfig {
  /** The theme. `auto` follows the payer's device. */
  readonly themeMode: TemplateConfig["themeMode"]
  /** All methods in order, and the hidden ones. */
  readonly methods: MethodChoice
  /** `shown` if the page names its maker. */
  readonly attribution: TemplateConfig["attribution"]
  /** Texts that replace the page's own, by their keys. */
  readonly labels: TemplateLabels
  /** The layout of the page. */
  readonly layout: TemplateLayout
}
const PayerTemplateConfig = Schema.Struct({
  themeMode: look.themeMode,
  methods: Schema.Struct({
    order: look.methods.fields.order,
    hidden: look.methods.fields.hidden
  }),
  attribution: look.attribution,
  labels: look.labels,
  layout: look.layout
}).pipe(Schema.encodeKeys({ themeMode: "theme_mode" }))

/** The wallets and alternative methods for the payer to choose from, such as `apple_pay`. */
export interface MethodTypes {
  /** The wallets, such as `apple_pay`. */
  readonly wallet: ReadonlyArray<string>
  /** The alternative methods, such as `sepa_debit`. */
  readonly apm: ReadonlyArray<string>
}

/** The later charges of the payer's subscription. */
export interface PayerRenewal {
  /** The price of each later cycle, in minor units of the session's currency. */
  readonly amount: bigint
  /** The time of the first later charge if the payer pays now, in milliseconds since the epoch. */
  readonly dueAt: number
  /** The length of the trial in days. Null if there is none. */
  readonly trialDays: number | null
  /** The setup fee as part of the first payment, in minor units. `0n` if there is none. */
  readonly setupFee: bigint
  /** The number of cycles in all, without a trial. Null if the subscription has no end. */
  readonly endAfterCycles: number | null
}
const PayerRenewal = Schema.Struct({
  amount: MinorAmount,
  dueAt: Timestamp,
  trialDays: Schema.NullOr(Schema.Int),
  setupFee: MinorAmount,
  endAfterCycles: Schema.NullOr(Schema.Int)
}).pipe(
  Schema.encodeKeys({
    dueAt: "due_at",
    trialDays: "trial_days",
    setupFee: "setup_fee",
    endAfterCycles: "end_after_cycles"
  })
)

/** After the payment the subscription has begun, and the dates stay as they are. */
const renewalOf = (session: CheckoutSessionRecord, now: Millis): PayerRenewal | null => {
  const terms = agreedTerms(session)
  if (terms === null) return null
  const [, next] = previewOf(terms, session.endedAt ?? now, 2).cycles
  return next === undefined
    ? null
    : {
        amount: terms.amount,
        dueAt: next.dueAt,
        trialDays: terms.trial?.days ?? null,
        setupFee: terms.setupFee,
        endAfterCycles: terms.endAfterCycles
      }
}

/** A checkout session for its payer: everything to render, without the merchant's own fields. */
export interface PayerSession {
  readonly object: "checkout_session"
  /** The mode: one payment, or the first payment of a subscription. */
  readonly mode: CheckoutMode
  /** The status. */
  readonly status: CheckoutSessionStatus
  /** The amount to pay, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The description of the payment. Null if there is none. */
  readonly description: string | null
  /** The lines of the amount. Empty if there are none. */
  readonly lineItems: ReadonlyArray<LineItem>
  /** The parts of the amount that no line has. Null if none were given. */
  readonly amountDetails: AmountDetails | null
  /** The merchant's display name. */
  readonly merchant: string
  /** The logo as `data:` URLs. Empty if there is none. */
  readonly merchantLogo: TemplateLogo
  /** The merchant's colours. */
  readonly merchantPalette: TemplatePalette
  /** The merchant's style sheet. */
  readonly merchantCss: string
  /** The marks to show beside each method. For cards, the brands. */
  readonly methodMarks: MethodMarks
  /** The billing interval of a subscription. Null in mode `payment`. */
  readonly interval: BillingInterval | null
  /** The later charges. Null in mode `payment`, and if there are none. */
  readonly renewal: PayerRenewal | null
  /** The methods that can succeed now. */
  readonly availableMethods: ReadonlyArray<PaymentMethod>
  /** The wallets and alternative methods to choose from. */
  readonly methodTypes: MethodTypes
  /** The fields that the page shows for an alternative method. */
  readonly methodFields: MethodFields
  /** The mandates that the payer gives with debits. */
  readonly methodMandates: MethodMandates
  /**
   * The alternative methods that are saved with this session's payment, to be charged again later
   * without the payer, such as `sepa_debit`. Each can be saved by an account that could take the
   * payment. With a debit the payer must authorize the later payments too. Empty unless the session
   * has `storedCredential`.
   */
  readonly methodsToSave: ReadonlyArray<string>
  /** The settings of the session's template for its page. */
  readonly templateConfig: PayerTemplateConfig
  /** A BCP 47 tag. */
  readonly locale: string
  /** The time at which the session ends unless it is paid, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** The template of the page. Null for the default look. */
  readonly template: TemplateId | null
  /** The address to which the page sends the payer after payment. Null if there is none. */
  readonly successUrl: string | null
  /** The address to which the page sends a payer who doesn't pay. Null if there is none. */
  readonly cancelUrl: string | null
}

/** A payer's session as it is read from the wire. Its status is open. */
export const PayerSession = Schema.Struct({
  object: Schema.Literal("checkout_session"),
  mode: CheckoutMode,
  status: openEnum(CheckoutSessionStatus),
  amount: MinorAmount,
  currency: CurrencyCode,
  /** The description of the payment. Null if there is none. */
  description: Schema.NullOr(Schema.String),
  /** The lines of the amount. Empty if there are none. */
  lineItems: Schema.Array(LineItem),
  amountDetails: Schema.NullOr(AmountDetails),
  /** The merchant's display name. */
  merchant: Schema.String,
  /** The logo as `data:` URLs. Empty if there is none. */
  merchantLogo: look.logo,
  merchantPalette: look.palette,
  merchantCss: look.css,
  methodMarks: look.methodMarks,
  interval: Schema.NullOr(BillingInterval),
  renewal: Schema.NullOr(PayerRenewal),
  availableMethods: Schema.Array(PaymentMethod),
  /** The wallets and alternative methods to choose from. */
  methodTypes: Schema.Struct({
    wallet: Schema.Array(Schema.String),
    apm: Schema.Array(Schema.String)
  }),
  methodFields: MethodFields,
  methodMandates: MethodMandates,
  /** The alternative methods that are saved with the payment, to be charged again later. */
  methodsToSave: Schema.Array(Schema.String),
  templateConfig: PayerTemplateConfig,
  locale: Schema.String,
  expiresAt: Timestamp,
  template: Schema.NullOr(TemplateId),
  /** The address to which the page sends the payer after payment. Null if there is none. */
  successUrl: Schema.NullOr(Schema.String),
  cancelUrl: Schema.NullOr(Schema.String)
}).pipe(
  Schema.encodeKeys({
    lineItems: "line_items",
    amountDetails: "amount_details",
    merchantLogo: "merchant_logo",
    merchantPalette: "merchant_palette",
    merchantCss: "merchant_css",
    methodMarks: "method_marks",
    availableMethods: "available_methods",
    methodTypes: "method_types",
    methodFields: "method_fields",
    methodMandates: "method_mandates",
    methodsToSave: "methods_to_save",
    templateConfig: "template_config",
    expiresAt: "expires_at",
    successUrl: "success_url",
    cancelUrl: "cancel_url"
  }),
  named("PayerSession")
)

export const payerSessionCodec: WireCodec<PayerSession> = wireCodec(PayerSession)

/** The methods that can succeed now, and what the page needs to know about them. */
type PayerOffer = Pick<
  PayerSession,
  "availableMethods" | "methodTypes" | "methodFields" | "methodMandates" | "methodsToSave"
>

/** Returns the payer's view of a stored session, with the published config of its template. */
export const toPayerSession = (
  record: CheckoutSessionRecord,
  merchant: string,
  offer: PayerOffer,
  config: TemplateConfig,
  now: Millis
): PayerSession => ({
  object: "checkout_session",
  mode: record.mode,
  status: record.status,
  amount: record.amount,
  currency: record.currency,
  description: record.description ?? null,
  lineItems: record.lineItems ?? [],
  amountDetails: record.orderDetails?.amountDetails ?? null,
  merchant,
  merchantLogo: config.logo,
  merchantPalette: config.palette,
  merchantCss: config.css,
  methodMarks: config.methodMarks,
  interval: record.interval,
  renewal: renewalOf(record, now),
  ...offer,
  templateConfig: {
    themeMode: config.themeMode,
    methods: methodsIn(config, record.country),
    attribution: config.attribution,
    labels: labelsIn(config, record.locale),
    layout: wholeLayout(config)
  },
  locale: record.locale,
  expiresAt: record.expiresAt,
  template: record.template,
  successUrl: record.successUrl,
  cancelUrl: record.cancelUrl
})
