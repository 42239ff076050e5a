import { Schema } from "effect"
import { labelsIn, methodsIn, TemplateConfig, wholeLayout } from "../../branding/TemplateConfig.ts"
import { BillingInterval } from "../../values/BillingInterval.ts"
import { CurrencyCode } from "../../values/CurrencyCode.ts"
import { MinorAmount } from "../../values/MinorAmount.ts"
import { openEnum } from "../../values/openEnum.ts"
import { PaymentMethod } from "../../values/PaymentMethod.ts"
import { TemplateId } from "../../values/PublicId.ts"
import { Timestamp } from "../../values/Timestamp.ts"
import { wireCodec } from "../../wire/WireCodec.ts"
import {
  CheckoutMode,
  type CheckoutSessionRecord,
  CheckoutSessionStatus
} from "../sessions/CheckoutSession.ts"
import { LineItem } from "../sessions/LineItem.ts"

const look = TemplateConfig.fields

/** What the session's template says of its page, for its market and locale. */
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

/** A checkout session as its payer sees it (spec 2.5a): what to render, and nothing to manage. */
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
export type PayerSession = typeof PayerSession.Type

export const payerSessionCodec = wireCodec<PayerSession>(PayerSession)

/** The payer's view of a stored session, with the published config of its template. */
export const toPayerSession = (
  record: CheckoutSessionRecord,
  merchant: string,
  { availableMethods, methodTypes }: Pick<PayerSession, "availableMethods" | "methodTypes">,
  config: TemplateConfig
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
