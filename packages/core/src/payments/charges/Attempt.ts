import { Schema } from "effect"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { Amount } from "../../kernel/primitives/MinorAmount.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import {
  AttemptId,
  CaptureId,
  IdempotencyRecordId,
  MidId,
  PaymentId,
  RoutingRuleId
} from "../../kernel/primitives/PublicId.ts"
import { Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import type { AtProvider } from "../../ledger/LedgerGroup.ts"
import { collection } from "../../platform/storage/Collection.ts"
import { ChangedDetail, ChargeDetails } from "../../providers/ChargeDetails.ts"
import { CardChecks } from "../../providers/ChargeOutcome.ts"
import { ChargeSource } from "../../providers/ChargeSource.ts"
import { Decline, DeclineRecord } from "../../providers/Decline.ts"
import { PayerReturn } from "../../providers/PayerReturn.ts"
import type { ChargeQuery, ChargeReference, MidAccount } from "../../providers/PaymentProvider.ts"
import { ProviderAction } from "../../providers/ProviderAction.ts"
import { RouteFacts } from "../../providers/RouteFacts.ts"
import { ThreeDsAuthentication } from "../../providers/ThreeDsAuthentication.ts"
import { RouteCandidate } from "../../routing/Route.ts"
import { isBlameless } from "./blameless.ts"

/** Where an attempt stands. Open for reading, closed for meaning. */
export const AttemptStatus = Schema.Literals([
  "pending",
  "requires_action",
  "authorized",
  "captured",
  "declined",
  "failed",
  "unknown",
  "voided",
  "expired",
  "late_charged",
  "reversed",
  "returned"
])
export type AttemptStatus = Named<typeof AttemptStatus.Type>

const inFlight: ReadonlySet<AttemptStatus> = new Set(["pending", "requires_action", "unknown"])

/** Whether the attempt may still end in a charge: a payment has at most one such (spec 1). */
export const isInFlight = (attempt: { readonly status: AttemptStatus }): boolean =>
  inFlight.has(attempt.status)

/** An attempt whose payer has something to do elsewhere, or not any more. */
export const isPayerAway = ({ status }: { readonly status: AttemptStatus }): boolean =>
  status === "requires_action"

/** Whether the payer has no more time for it. */
export const isTimeUp = ({ action }: AttemptRecord, now: Millis): boolean =>
  action !== null && now >= action.expiresAt

/** The merchant account that an attempt is made on, as its provider is told of it. */
export const accountOf = ({ mid, credentials }: AttemptRecord): MidAccount => ({
  id: mid ?? "",
  credentials
})

/** All there is to look an attempt's charge up by. */
export const queryOf = (attempt: AttemptRecord): ChargeQuery => ({
  mid: accountOf(attempt),
  reference: attempt.id,
  providerReference: attempt.providerReference === attempt.id ? null : attempt.providerReference,
  created: attempt.created,
  amount: attempt.facts.amount,
  currency: attempt.facts.currency,
  type: attempt.facts.type,
  capture: !attempt.facts.manualCapture
})

/** The charge that an attempt made, as its provider knows it. */
export const chargeOf = (
  attempt: AttemptRecord,
  providerReference: string = attempt.providerReference
): ChargeReference => ({ mid: accountOf(attempt), reference: attempt.id, providerReference })

/** The charge, or its return, as settlement reports name it. */
export const chargeAtProvider = (
  { id, providerReference }: AttemptRecord,
  kind: "charge" | "charge_return" = "charge"
): AtProvider => ({
  kind,
  reference: id,
  providerReference: providerReference === id ? null : providerReference
})

const sharedFields = {
  id: AttemptId,
  payment: PaymentId,
  /** The provider's name; `payloom` where the engine itself refused. */
  provider: Schema.String,
  /** Under which the provider knows the charge: our attempt id until it gave its own. */
  providerReference: Schema.String,
  /** Whether the card reached the provider through the card relay. */
  relayUsed: Schema.Boolean,
  status: AttemptStatus,
  mid: Schema.NullOr(MidId),
  routingRule: Schema.NullOr(RoutingRuleId)
}

/** One try to charge, on one MID, as it is stored. */
export const AttemptRecord = Schema.Struct({
  ...sharedFields,
  /** The MID's credentials reference at the time it was chosen. */
  credentials: Schema.String,
  source: ChargeSource,
  /** Where a payer who is there comes back to; null where none is. */
  returnUrl: Schema.NullOr(Schema.String),
  /** What the payer had to do, and until when; null where nothing, and once it is settled. */
  action: Schema.NullOr(
    Schema.Struct({
      what: ProviderAction,
      expiresAt: Millis,
      /** Whether the provider has said that the payer did it. */
      done: Schema.Boolean,
      /** What the provider wants back then; null where it said nothing. */
      state: Schema.NullOr(Schema.String),
      /** What the payer brought back; null while they are away, and where they brought nothing. */
      returned: Schema.NullOr(PayerReturn)
    })
  ),
  fingerprint: Schema.NullOr(Schema.String),
  /** What its provider was told beside; kept only while it may have to be told again. */
  details: Schema.optionalKey(ChargeDetails),
  /** Texts that its provider is told otherwise than they were given. */
  changedDetails: Schema.optionalKey(Schema.Array(ChangedDetail)),
  /** What routing went by, and what it made of each MID. */
  facts: RouteFacts,
  candidates: Schema.Array(RouteCandidate),
  /** Whether `payment.pending` has told that nobody knows yet. */
  pendingTold: Schema.Boolean,
  decline: Schema.NullOr(DeclineRecord),
  rawCode: Schema.NullOr(Schema.String),
  networkCode: Schema.NullOr(Schema.String),
  /** Why it was not sent, or nobody knows what became of it; null where it went as it should. */
  reason: Schema.NullOr(Schema.String),
  /** What its provider said of a decline, in its own words. */
  message: Schema.optionalKey(Schema.String),
  networkReference: Schema.NullOr(Schema.String),
  /** What the issuer said of the card's details. */
  checks: Schema.optionalKey(CardChecks),
  authCode: Schema.optionalKey(Schema.String),
  /** The part of the capture that came back; present only while the status is `returned`. */
  returned: Schema.optionalKey(
    Schema.Struct({
      amount: Amount,
      /** The capture that took it; null if the charge captured by itself. */
      capture: Schema.NullOr(CaptureId)
    })
  ),
  /** When the provider last captured or returned it; absent if no notification told a time. */
  capturedAsOf: Schema.optionalKey(Millis),
  /** What the issuer vouched for before; null where it was not asked, or could not say. */
  threeDs: Schema.NullOr(ThreeDsAuthentication),
  /** Past this moment its call must not be sent any more. */
  sendBefore: Millis,
  /** The key to answer if the request that made it never does. */
  idempotencyRecord: Schema.NullOr(IdempotencyRecordId),
  created: Millis,
  settledAt: Schema.NullOr(Millis)
})
export interface AttemptRecord extends Schema.Schema.Type<typeof AttemptRecord> {}

export const AttemptCollection = collection<AttemptRecord>({
  name: "attempts",
  schema: AttemptRecord,
  unique: { inFlight: { of: (attempt) => (isInFlight(attempt) ? attempt.payment : null) } },
  indexes: {
    /** The card of a try that says something about it, or may yet. */
    tried: { of: (attempt) => (isBlameless(attempt) ? null : attempt.fingerprint) },
    /** The card of a try that was declined because of the card: card schemes limit these. */
    cardDeclined: {
      of: (attempt) =>
        attempt.status === "declined" && attempt.mid !== null && !isBlameless(attempt)
          ? attempt.fingerprint
          : null
    }
  }
})

/** One try to charge a payment, on one merchant account, as merchants see it (spec 2.3). */
export interface Attempt {
  readonly object: "attempt"
  /** `attempt_` and a ULID. */
  readonly id: AttemptId
  /** The id of the payment. */
  readonly payment: PaymentId
  /** The provider's name; `payloom` where the engine itself refused. */
  readonly provider: string
  /** Under which the provider knows the charge: our attempt id until it gave its own. */
  readonly providerReference: string
  /** Whether the card reached the provider through the card relay. */
  readonly relayUsed: boolean
  /** The status. */
  readonly status: AttemptStatus
  /** The merchant account that it was made on; null where none could take it. */
  readonly mid: MidId | null
  /** The rule that chose it; null where no rule held. */
  readonly routingRule: RoutingRuleId | null
  /** Why it was declined or not carried out; null where neither. */
  readonly decline: Decline | null
  /** When it was made, in milliseconds since the epoch. */
  readonly created: number
}

/** An attempt as it is read from the wire: its enumerations are open. */
export const Attempt = Schema.Struct({
  object: Schema.Literal("attempt"),
  ...sharedFields,
  status: openEnum(AttemptStatus),
  decline: Schema.NullOr(Decline),
  created: Timestamp
})
  .pipe(
    Schema.encodeKeys({
      providerReference: "provider_reference",
      relayUsed: "relay_used",
      routingRule: "routing_rule"
    })
  )
  .annotate({ identifier: "Attempt" })

export const attemptCodec: WireCodec<Attempt> = wireCodec(Attempt)

/** The resource of a stored attempt. */
export const toAttempt = (record: AttemptRecord): Attempt => ({
  object: "attempt",
  id: record.id,
  payment: record.payment,
  provider: record.provider,
  providerReference: record.providerReference,
  relayUsed: record.relayUsed,
  status: record.status,
  mid: record.mid,
  routingRule: record.routingRule,
  decline: record.decline,
  created: record.created
})
