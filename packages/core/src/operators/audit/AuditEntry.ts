import { Schema } from "effect"
import { AuditEntryId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import { Actor } from "../../platform/tenants/Actor.ts"

/** A stored entry of the audit log. */
export const AuditRecord = Schema.Struct({
  id: AuditEntryId,
  actor: Actor,
  operation: Schema.String,
  subject: Schema.NullOr(Schema.String),
  /** The payment that the operation moved, if it is not the subject. */
  payment: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  request: Schema.NullOr(Schema.String),
  created: Millis
})
export interface AuditRecord extends Schema.Schema.Type<typeof AuditRecord> {}

export const AuditCollection = collection<AuditRecord>({
  name: "audit_entries",
  schema: AuditRecord,
  indexes: {
    subject: { of: ({ subject }) => subject },
    /** Null for most entries, so a charge writes no row of this index. */
    payment: { of: ({ payment }) => payment },
    actor: { of: ({ actor }) => actor.id }
  },
  appendOnly: true,
  /** A reason may name the customer. */
  erasable: ["reason"]
})

/** A mutation that somebody called, as the audit log has it. */
export interface AuditEntry {
  readonly object: "audit_entry"
  /** `audit_` and a ULID. */
  readonly id: AuditEntryId
  /** The person or program that called the operation. */
  readonly actor: Actor
  /** The service and the operation, such as `payments.refund`. */
  readonly operation: string
  /**
   * The id that the operation was called with, else the id of the row that it created. Null if
   * there is neither.
   */
  readonly subject: string | null
  /** The reason in the actor's own words. Null if none was given. */
  readonly reason: string | null
  /** The id of the request. Null if none was given. */
  readonly request: string | null
  /** The time of the commit, in milliseconds since the epoch. */
  readonly created: number
}

/** Returns the entry of a row. */
export const toAuditEntry = (record: AuditRecord): AuditEntry => ({
  object: "audit_entry",
  id: record.id,
  actor: record.actor,
  operation: record.operation,
  subject: record.subject,
  reason: record.reason,
  request: record.request,
  created: record.created
})
