import { Schema } from "effect"
import { previewOf } from "../../billing/subscriptions/previewSubscription.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { BillingInterval } from "../../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { PaymentMethod } from "../../kernel/primitives/PaymentMethod.ts"
import { TemplateId } from "../../kernel/primitives/PublicId.ts"
import { type Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
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
import { LineItem } from "../sessions/LineItem.ts"

const look = TemplateConfig.fields

/** What the session's template says of its page, for its market and locale. */
export interface PayerTemplateConfig {
  readonly themeMode: TemplateConfig["themeMode"]
  /** Every method in its place, and those that are hidden. */
  readonly methods: MethodChoice
  readonly attribution: TemplateConfig["attribution"]
  readonly labels: TemplateLabels
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

/** The wallets and alternative methods that a payer may choose from, such as `apple_pay`. */
export interface MethodTypes {
  readonly wallet: ReadonlyArray<string>
  readonly apm: ReadonlyArray<string>
}

/** What a payer subscribes to, beyond what they pay now. */
export interface PayerRenewal {
  /** What each later cycle costs, in minor units of the session's currency. */
  readonly amount: bigint
  /** When the first of them is charged if they pay now, in milliseconds since the epoch. */
  readonly dueAt: number
  /** For how many days they try it out first; null where there is no trial. */
  readonly trialDays: number | null
  /** What is paid once, as part of what they pay now, in minor units; `0n` where nothing is. */
  readonly setupFee: bigint
  /** How many cycles there are in all, a trial not counted; null where it goes on. */
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

/** Once it is paid for, the subscription has begun, and the dates stay as they are. */
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

/** A checkout session as its payer sees it (spec 2.5a): what to render, and nothing to manage. */
export interface PayerSession {
  readonly object: "checkout_session"
  /** Whether it takes one payment, or the first one of a subscription. */
  readonly mode: CheckoutMode
  /** The status. */
  readonly status: CheckoutSessionStatus
  /** What is to be paid, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** What is paid; null where the merchant said nothing. */
  readonly description: string | null
  /** The lines of the amount; empty where none were given. */
  readonly lineItems: ReadonlyArray<LineItem>
  /** The merchant's name, for people. */
  readonly merchant: string
  /** Images as `data:` URLs; empty where there is none. */
  readonly merchantLogo: TemplateLogo
  /** The merchant's colours. */
  readonly merchantPalette: TemplatePalette
  /** A style sheet of the merchant's. */
  readonly merchantCss: string
  /** The signs to show beside a method: of cards the brands. */
  readonly methodMarks: MethodMarks
  /** How often a subscription is billed; null in mode `payment`. */
  readonly interval: BillingInterval | null
  /** What is charged later, and when; null in mode `payment`, and where nothing is. */
  readonly renewal: PayerRenewal | null
  /** The methods that can succeed now. */
  readonly availableMethods: ReadonlyArray<PaymentMethod>
  /** The wallets and alternative methods to choose from. */
  readonly methodTypes: MethodTypes
  /** What the session's template says of its page. */
  readonly templateConfig: PayerTemplateConfig
  /** A BCP 47 tag. */
  readonly locale: string
  /** When the session ends unless it is paid, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** How the page looks; null for the usual look. */
  readonly template: TemplateId | null
  /** Where the page sends the payer; null where the merchant named no address. */
  readonly successUrl: string | null
  /** Where the page sends a payer who doesn't pay; null where the merchant named none. */
  readonly cancelUrl: string | null
}

/** A payer's session as it is read from the wire: its status is open. */
export const PayerSession = Schema.Struct({
  object: Schema.Literal("checkout_session"),
  mode: CheckoutMode,
  status: openEnum(CheckoutSessionStatus),
  amount: MinorAmount,
  currency: CurrencyCode,
  /** What is paid; null where the merchant said nothing. */
  description: Schema.NullOr(Schema.String),
  /** The lines of the amount; empty where none were given. */
  lineItems: Schema.Array(LineItem),
  /** The merchant's name, for people. */
  merchant: Schema.String,
  /** Images as `data:` URLs; empty where there is none. */
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
  templateConfig: PayerTemplateConfig,
  locale: Schema.String,
  expiresAt: Timestamp,
  template: Schema.NullOr(TemplateId),
  /** Where the page sends the payer; null where the merchant named no address. */
  successUrl: Schema.NullOr(Schema.String),
  cancelUrl: Schema.NullOr(Schema.String)
})
  .pipe(
    Schema.encodeKeys({
      lineItems: "line_items",
      merchantLogo: "merchant_logo",
      merchantPalette: "merchant_palette",
      merchantCss: "merchant_css",
      methodMarks: "method_marks",
      availableMethods: "available_methods",
      methodTypes: "method_types",
      templateConfig: "template_config",
      expiresAt: "expires_at",
      successUrl: "success_url",
      cancelUrl: "cancel_url"
    })
  )
  .annotate({ identifier: "PayerSession" })

export const payerSessionCodec: WireCodec<PayerSession> = wireCodec(PayerSession)

/** The payer's view of a stored session, with the published config of its template. */
export const toPayerSession = (
  record: CheckoutSessionRecord,
  merchant: string,
  { availableMethods, methodTypes }: Pick<PayerSession, "availableMethods" | "methodTypes">,
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
  merchant,
  merchantLogo: config.logo,
  merchantPalette: config.palette,
  merchantCss: config.css,
  methodMarks: config.methodMarks,
  interval: record.interval,
  renewal: renewalOf(record, now),
  availableMethods,
  methodTypes,
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
