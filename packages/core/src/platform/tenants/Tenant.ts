import { Schema, Struct } from "effect"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { TenantId, WebhookEndpointId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../storage/Collection.ts"
import { Mode } from "../storage/Scope.ts"

/** The supported API revisions, oldest first. */
export const serviceVersions = ["2026-11-01"] as const

/** The newest supported API revision. */
export const latestServiceVersion =
  serviceVersions[serviceVersions.length - 1] ?? serviceVersions[0]

/** A supported API revision, which is a date. */
export const ServiceVersion = Schema.Literals(serviceVersions)
export type ServiceVersion = Named<typeof ServiceVersion.Type>

/** A web origin that a payer may return to: scheme and host, and a port if it isn't the default. */
export const ReturnOrigin = freeText(255).check(
  Schema.isPattern(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/, {
    expected: "an origin such as https://shop.example"
  })
)

/** The settings of a tenant. Test and live have settings of their own. */
export interface AccountSettings {
  /** The name that payers see. */
  readonly displayName: string
  /** The currency of sessions that only save a card. */
  readonly defaultCurrency: CurrencyCode
  /** The API revision of requests that name none. */
  readonly serviceVersion: ServiceVersion
  /** The result for a subscription when its last retry has failed. */
  readonly dunningExhausted: "terminate" | "pause"
  /** The web origins, such as `https://shop.example`, that payers may be sent back to. */
  readonly returnOrigins: ReadonlyArray<string>
}
export const AccountSettings = Schema.Struct({
  displayName: freeText(255),
  defaultCurrency: CurrencyCode,
  serviceVersion: ServiceVersion,
  dunningExhausted: Schema.Literals(["terminate", "pause"]),
  returnOrigins: Schema.Array(ReturnOrigin)
})

/** A merchant in one mode. The test row and the live row have the same id. */
export interface Tenant {
  /** `tenant_` and a ULID, the same in test and in live. */
  readonly id: TenantId
  /** The mode of this row. */
  readonly mode: Mode
  /** The embedder's own identifier, unique among tenants. */
  readonly reference: string | null
  /** The settings in this mode. */
  readonly settings: AccountSettings
  /** The enabled webhook endpoints. None if absent. */
  readonly webhooks?: ReadonlyArray<WebhookSubscription>
  /** The time of its creation, in milliseconds since the epoch. */
  readonly created: number
}

/** An enabled webhook endpoint and its types of events. */
export interface WebhookSubscription {
  readonly endpoint: WebhookEndpointId
  /** The types of events. Null for all types. */
  readonly types: ReadonlyArray<string> | null
}
const WebhookSubscription = Schema.Struct({
  endpoint: WebhookEndpointId,
  types: Schema.NullOr(Schema.Array(Schema.String))
})

export const Tenant = Schema.Struct({
  id: TenantId,
  mode: Mode,
  reference: Schema.NullOr(freeText(255)),
  settings: AccountSettings,
  webhooks: Schema.optionalKey(Schema.Array(WebhookSubscription)),
  created: Millis
})

/** Returns the tenant of a row without the fields of newer releases. */
export const toTenant = (row: Tenant): Tenant => Struct.pick(row, Struct.keys(Tenant.fields))

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

/** Returns the value of the unique key: a reference is unique in each mode. */
export const tenantReferenceKey = (mode: Mode, reference: string): string => `${mode}:${reference}`
