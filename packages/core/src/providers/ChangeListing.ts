import { Schema } from "effect"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import { Reference, Time } from "./bounds.ts"
import { type ChargeFound, ChargeLookup, type LookupUnavailable } from "./ChargeOutcome.ts"
import type { MidAccount } from "./PaymentProvider.ts"
import {
  type DisputeNotification,
  ProviderNotification,
  type RefundNotification
} from "./ProviderNotification.ts"

/** A request for a page of the changes at a merchant account. */
export interface ChangesQuery {
  /** The account. */
  readonly mid: MidAccount
  /** The earliest time of a listed change, in milliseconds since the epoch. */
  readonly since: Millis
  /** The `cursor` of the page before. Null for the first page. */
  readonly cursor: string | null
}

/** A charge that was made since, in its present state. */
export interface ChangedCharge {
  readonly _tag: "Charge"
  /** Our reference: the attempt id of the request to charge. */
  readonly reference: string
  /** The `origin` of the request to charge. Null if the provider doesn't keep it. */
  readonly origin: string | null
  /** The time at which the charge was made, in milliseconds since the epoch. */
  readonly created: number
  /** The alternative method, such as `ideal`. Absent for cards and wallets. */
  readonly apm?: string | undefined
  readonly charge: ChargeFound
}

/** A refund that was made since, in its present state. */
export interface ChangedRefund {
  readonly _tag: "Refund"
  /** Our reference of the refunded charge. */
  readonly reference: string
  /** Our reference of the refund. Null if the engine did not request it. */
  readonly refundReference: string | null
  readonly refund: RefundNotification["refund"]
}

/** A dispute that may have changed since, in its present state. */
export interface ChangedDispute {
  readonly _tag: "Dispute"
  /** Our reference of the disputed charge. */
  readonly reference: string
  readonly dispute: DisputeNotification["dispute"]
}

/** A change at the provider. */
export type ProviderChange = ChangedCharge | ChangedRefund | ChangedDispute
const { Refund, Dispute } = ProviderNotification.cases
const ProviderChange = Schema.TaggedUnion({
  Charge: {
    reference: Schema.String,
    origin: Schema.NullOr(Schema.String),
    created: Time,
    apm: Schema.optional(Schema.String),
    charge: ChargeLookup.cases.Found
  },
  Refund: {
    reference: Reference,
    refundReference: Schema.NullOr(Schema.String),
    refund: Refund.fields.refund
  },
  Dispute: { reference: Reference, dispute: Dispute.fields.dispute }
})

/** A page of changes, in any order. */
export interface ChangesListed {
  readonly _tag: "Listed"
  readonly changes: ReadonlyArray<ProviderChange>
  /** Names the next page. Null if this page is the last. */
  readonly cursor: string | null
}

/** The answer of a provider that lists its changes. */
export type ChangeListing = ChangesListed | LookupUnavailable
export const ChangeListing = Schema.TaggedUnion({
  Listed: { changes: Schema.Array(ProviderChange), cursor: Schema.NullOr(Schema.String) },
  Unavailable: { reason: Schema.String }
})
