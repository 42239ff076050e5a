import { Schema } from "effect"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { TenantId, WebhookEndpointId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../storage/Collection.ts"
import { Mode } from "../storage/Scope.ts"

/** The API revisions on offer, oldest first (spec 9). */
export const serviceVersions = ["2026-11-01"] as const

/** The newest API revision on offer. */
export const latestServiceVersion =
  serviceVersions[serviceVersions.length - 1] ?? serviceVersions[0]

/** A date that names a revision of the API, among those on offer. */
export const ServiceVersion = Schema.Literals(serviceVersions)
export type ServiceVersion = Named<typeof ServiceVersion.Type>

/** A web origin that a payer may return to: scheme and host, a port where it isn't the usual. */
export const ReturnOrigin = freeText(255).check(
  Schema.isPattern(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/, {
    expected: "an origin such as https://shop.example"
  })
)

/** What a tenant settles for itself, in test and live each for its own. */
export interface AccountSettings {
  /** Shown to payers. */
  readonly displayName: string
  /** The currency of sessions that only save a card. */
  readonly defaultCurrency: CurrencyCode
  /** The API revision of requests that name none. */
  readonly serviceVersion: ServiceVersion
  /** What becomes of a subscription when its last retry failed. */
  readonly dunningExhausted: "terminate" | "pause"
  /** Web origins, such as `https://shop.example`, that payers may be sent back to. */
  readonly returnOrigins: ReadonlyArray<string>
}
export const AccountSettings = Schema.Struct({
  /** Shown to payers. */
  displayName: freeText(255),
  /** The currency of sessions that only save a card. */
  defaultCurrency: CurrencyCode,
  /** The API revision of requests that name none. */
  serviceVersion: ServiceVersion,
  /** What becomes of a subscription when its last retry failed. */
  dunningExhausted: Schema.Literals(["terminate", "pause"]),
  returnOrigins: Schema.Array(ReturnOrigin)
})

/** A merchant in one mode; its test and its live row share the id. */
export interface Tenant {
  /** `tenant_` and a ULID, the same in test and in live. */
  readonly id: TenantId
  /** The mode whose row this is. */
  readonly mode: Mode
  /** The embedder's own identifier, unique among tenants. */
  readonly reference: string | null
  /** What it settles for itself in this mode. */
  readonly settings: AccountSettings
  /** The webhook endpoints that are told of events as they are written; none if absent. */
  readonly webhooks?: ReadonlyArray<WebhookSubscription>
  /** When it was made, in milliseconds since the epoch. */
  readonly created: number
}

/** An endpoint that is enabled, and what it is told of. */
export interface WebhookSubscription {
  readonly endpoint: WebhookEndpointId
  /** All types where it is null. */
  readonly types: ReadonlyArray<string> | null
}
const WebhookSubscription = Schema.Struct({
  endpoint: WebhookEndpointId,
  types: Schema.NullOr(Schema.Array(Schema.String))
})

export const Tenant = Schema.Struct({
  id: TenantId,
  mode: Mode,
  /** The embedder's own identifier, unique among tenants. */
  reference: Schema.NullOr(freeText(255)),
  settings: AccountSettings,
  webhooks: Schema.optionalKey(Schema.Array(WebhookSubscription)),
  created: Millis
})

export const TenantCollection = collection<Tenant>({
  name: "tenants",
  schema: Tenant,
  unique: {
    reference: {
      of: ({ mode, reference }) =>
        reference === null ? null : tenantReferenceKey(mode, reference),
      global: true
    }
  }
})

/** The value of the unique key: a reference once per mode. */
export const tenantReferenceKey = (mode: Mode, reference: string): string => `${mode}:${reference}`
