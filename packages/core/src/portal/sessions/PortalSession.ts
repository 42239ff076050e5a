import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { CustomerId, PortalSessionId, TemplateId } from "../../kernel/primitives/PublicId.ts"
import { Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"

/**
 * A permission of a customer in the portal: to manage saved cards, to cancel at the end of the
 * period, to cancel at once, to pause and resume, to pay what is overdue, to read receipts.
 */
export const PortalPermission = Schema.Literals([
  "payment_instruments",
  "cancel",
  "cancel_now",
  "pause",
  "pay_overdue",
  "receipts"
])
export type PortalPermission = Named<typeof PortalPermission.Type>

/** The status of a portal session. Readers must accept unknown values. */
export const PortalSessionStatus = Schema.Literals(["open", "expired", "revoked"])
export type PortalSessionStatus = Named<typeof PortalSessionStatus.Type>

const sharedFields = {
  id: PortalSessionId,
  customer: CustomerId,
  /** The address back to the merchant. Null if there is none. */
  returnUrl: Schema.NullOr(Schema.String),
  /** The template of the page. Null for the default look. */
  template: Schema.NullOr(TemplateId),
  /** A BCP 47 tag. Null for the language of the customer's browser. */
  locale: Schema.NullOr(Schema.String)
}

/** A portal session as it is stored. It is deleted two days after its creation. */
export const PortalSessionRecord = Schema.Struct({
  ...sharedFields,
  allow: Schema.Array(PortalPermission),
  /** The SHA-256 hash of the session token. The token itself is not stored. */
  tokenHash: Schema.String,
  expiresAt: Millis,
  /** The time at which the merchant revoked it. Null if it was not revoked. */
  revokedAt: Schema.NullOr(Millis),
  created: Millis
})
export interface PortalSessionRecord extends Schema.Schema.Type<typeof PortalSessionRecord> {}

export const PortalSessionCollection = collection<PortalSessionRecord>({
  name: "portal_sessions",
  schema: PortalSessionRecord,
  unique: { token: { of: (session) => session.tokenHash } },
  sweepable: true
})

/** A session of the customer portal: a short time in which a customer manages their own billing. */
export interface PortalSession {
  readonly object: "portal_session"
  /** `portal_` and a ULID. */
  readonly id: PortalSessionId
  /** The id of the customer. */
  readonly customer: CustomerId
  /** The status. */
  readonly status: PortalSessionStatus
  /** The permissions of the customer. */
  readonly allow: ReadonlyArray<PortalPermission>
  /** The address back to the merchant. Null if there is none. */
  readonly returnUrl: string | null
  /** The template of the page. Null for the default look. */
  readonly template: TemplateId | null
  /** A BCP 47 tag. Null for the language of the customer's browser. */
  readonly locale: string | null
  /** The time at which it ends, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** The time of creation, in milliseconds since the epoch. */
  readonly created: number
  /** The credential of the customer's browser. Only the answer that created the session has it. */
  readonly sessionToken?: string
  /** The address of the hosted page. Shown once, if `publishableKey` was given. */
  readonly url?: string
}

/** A portal session as it is read from the wire. Its enumerations are open. */
export const PortalSession = Schema.Struct({
  object: Schema.Literal("portal_session"),
  ...sharedFields,
  status: openEnum(PortalSessionStatus),
  allow: Schema.Array(openEnum(PortalPermission)),
  expiresAt: Timestamp,
  created: Timestamp,
  /** Shown once, when the session is created. */
  sessionToken: Schema.optionalKey(Schema.String),
  /** The address of the hosted page. Shown once, if `publishable_key` was sent. */
  url: Schema.optionalKey(Schema.String)
}).pipe(
  Schema.encodeKeys({
    returnUrl: "return_url",
    expiresAt: "expires_at",
    sessionToken: "session_token"
  }),
  named("PortalSession")
)

export const portalSessionCodec: WireCodec<PortalSession> = wireCodec(PortalSession)

/** The facts that decide if a session is open. */
interface Standing {
  readonly now: Millis
  /** True if the customer was erased, which ends all their sessions. */
  readonly isErased: boolean
}

/** Returns the status of a session at a time. */
export const statusOf = (
  { expiresAt, revokedAt }: PortalSessionRecord,
  { now, isErased }: Standing
): PortalSessionStatus => {
  if (revokedAt !== null || isErased) return "revoked"
  return now < expiresAt ? "open" : "expired"
}

/** Returns the resource of a stored session, without the fields that are shown only once. */
export const toPortalSession = (
  record: PortalSessionRecord,
  standing: Standing
): PortalSession => ({
  object: "portal_session",
  id: record.id,
  customer: record.customer,
  status: statusOf(record, standing),
  allow: record.allow,
  returnUrl: record.returnUrl,
  template: record.template,
  locale: record.locale,
  expiresAt: record.expiresAt,
  created: record.created
})
