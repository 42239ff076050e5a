import { Effect, Schema } from "effect"
import { publishedConfig } from "../../checkout/branding/BrandingTemplate.ts"
import { labelsIn, TemplateConfig } from "../../checkout/branding/TemplateConfig.ts"
import type { PayerCredentials } from "../../checkout/sessions/SessionToken.ts"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { accountSettings } from "../../platform/tenants/accountSettings.ts"
import { openVisit } from "../sessions/openVisit.ts"
import { PortalPermission } from "../sessions/PortalSession.ts"

/** The look of the portal, from the session's template. */
export interface PortalLook {
  /** The theme: light, dark, or that of the customer's device. */
  readonly themeMode: TemplateConfig["themeMode"]
  /** The colours. */
  readonly palette: TemplateConfig["palette"]
  /** The logo, for light and for dark backgrounds. */
  readonly logo: TemplateConfig["logo"]
  /** `shown` if the page names the engine's operator. */
  readonly attribution: TemplateConfig["attribution"]
  /** The sizes of the page. */
  readonly layout: {
    /** The gap between blocks, in CSS pixels. */
    readonly gap: number
    /** The width of a column, in CSS pixels. */
    readonly measure: number
  }
  /** The merchant's style sheet. */
  readonly css: TemplateConfig["css"]
  /** The merchant's own texts, by their keys. */
  readonly labels: TemplateConfig["labels"]
  /** Texts that replace them in a language. Empty if the session has a locale. */
  readonly labelsByLocale: TemplateConfig["labelsByLocale"]
}
const { palette, logo, attribution, themeMode, layout, css, labels, labelsByLocale } =
  TemplateConfig.fields
const PortalLook = Schema.Struct({
  themeMode,
  palette,
  logo,
  attribution,
  layout: Schema.Struct({ gap: layout.fields.gap, measure: layout.fields.measure }),
  css,
  labels,
  labelsByLocale
}).pipe(Schema.encodeKeys({ themeMode: "theme_mode", labelsByLocale: "labels_by_locale" }))

/** A portal session, as its customer sees it. */
export interface Portal {
  readonly object: "portal"
  /** The merchant's display name. */
  readonly merchant: string
  /** The customer's name. Null if none is known. */
  readonly name: string | null
  /** The customer's email address. Null if none is known. */
  readonly email: string | null
  /** The permissions of the customer. */
  readonly allow: ReadonlyArray<PortalPermission>
  /** The look of the page. */
  readonly look: PortalLook
  /** A BCP 47 tag. Null for the language of the customer's browser. */
  readonly locale: string | null
  /** The address back to the merchant. Null if there is none. */
  readonly returnUrl: string | null
  /** The time at which the session ends, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** A portal as it is read from the wire. */
export const Portal = Schema.Struct({
  object: Schema.Literal("portal"),
  merchant: Schema.String,
  name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  allow: Schema.Array(openEnum(PortalPermission)),
  look: PortalLook,
  locale: Schema.NullOr(Schema.String),
  returnUrl: Schema.NullOr(Schema.String),
  expiresAt: Timestamp
}).pipe(Schema.encodeKeys({ returnUrl: "return_url", expiresAt: "expires_at" }), named("Portal"))

export const portalCodec: WireCodec<Portal> = wireCodec(Portal)

/** Returns the portal for the customer's browser. */
export const readPortal = Effect.fnUntraced(function* (credentials: PayerCredentials) {
  const { scope, session, customer } = yield* openVisit(credentials)
  const account = yield* accountSettings(scope)
  const config = yield* publishedConfig(scope, session.template)
  const portal: Portal = {
    object: "portal",
    merchant: account.row.settings.displayName,
    name: customer.name,
    email: customer.email,
    allow: session.allow,
    look: {
      // The default look was not chosen by a merchant, so it follows the customer's device.
      themeMode: session.template === null ? "auto" : config.themeMode,
      palette: config.palette,
      logo: config.logo,
      attribution: config.attribution,
      layout: { gap: config.layout.gap, measure: config.layout.measure },
      css: config.css,
      ...labelsFor(config, session.locale)
    },
    locale: session.locale,
    returnUrl: session.returnUrl,
    expiresAt: session.expiresAt
  }
  return portal
})

/** Without a locale, the language of the customer's browser decides, which the page knows. */
const labelsFor = (
  config: TemplateConfig,
  locale: string | null
): Pick<PortalLook, "labels" | "labelsByLocale"> =>
  locale === null
    ? { labels: config.labels, labelsByLocale: config.labelsByLocale }
    : { labels: labelsIn(config, locale), labelsByLocale: {} }
