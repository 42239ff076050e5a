import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
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
import { SavedMethod } from "../../providers/SavedMethod.ts"
import { ScaExemption, ThreeDsAuthentication } from "../../providers/ThreeDsAuthentication.ts"
import { RouteCandidate } from "../../routing/Route.ts"
import { isBlameless } from "./blameless.ts"

/** The status of an attempt. Readers must accept unknown values. */
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

/** True if the attempt may still end in a charge. A payment has at most one attempt in flight. */
export const isInFlight = (attempt: { readonly status: AttemptStatus }): boolean =>
  inFlight.has(attempt.status)

/** True if the attempt waits for the payer's action at another site, also if its time is over. */
export const isPayerAway = ({ status }: { readonly status: AttemptStatus }): boolean =>
  status === "requires_action"

/** True if the payer's time for the action is over. */
export const isTimeUp = ({ action }: AttemptRecord, now: Millis): boolean =>
  action !== null && now >= action.expiresAt

/** The merchant account of an attempt, as it is passed to the provider. */
export const accountOf = ({ mid, credentials }: AttemptRecord): MidAccount => ({
  id: mid ?? "",
  credentials
})

/** Returns everything by which the provider can look up an attempt's charge. */
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

/** The charge of an attempt, as the provider knows it. */
export const chargeOf = (
  attempt: AttemptRecord,
  providerReference: string = attempt.providerReference
): ChargeReference => ({ mid: accountOf(attempt), reference: attempt.id, providerReference })

/** The charge, or its return, as settlement reports identify it. */
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
  /** The provider's name. It is `payloom` if the engine itself declined. */
  provider: Schema.String,
  /**
   * The provider's reference of the charge. It is our attempt id until the provider returns its
   * own.
   */
  providerReference: Schema.String,
  /** True if the card reached the provider through the card relay. */
  relayUsed: Schema.Boolean,
  status: AttemptStatus,
  mid: Schema.NullOr(MidId),
  routingRule: Schema.NullOr(RoutingRuleId)
}

/** One attempt to charge, on one MID, as it is stored. */
export const AttemptRecord = Schema.Struct({
  ...sharedFields,
  /** The MID's credentials reference when the MID was chosen. */
  credentials: Schema.String,
  source: ChargeSource,
  /** The address to which a present payer returns. Null if no payer is present. */
  returnUrl: Schema.NullOr(Schema.String),
  /**
   * The payer's action and its deadline. Null without an action, and after the attempt is settled.
   */
  action: Schema.NullOr(
    Schema.Struct({
      what: ProviderAction,
      expiresAt: Millis,
      /** True if the provider has reported that the payer completed the action. */
      done: Schema.Boolean,
      /** The state that the provider wants back with the payer's return. Null if it gave none. */
      state: Schema.NullOr(Schema.String),
      /**
       * The data with which the payer returned. Null while the payer is away, and if there is no
       * data.
       */
      returned: Schema.NullOr(PayerReturn)
    })
  ),
  fingerprint: Schema.NullOr(Schema.String),
  /** The last four digits of the card. Absent without a card, and from earlier releases. */
  last4: Schema.optionalKey(Schema.String),
  /**
   * Details sent to the provider with the charge. They are kept only while the charge may be sent
   * again.
   */
  details: Schema.optionalKey(ChargeDetails),
  /** Details that were changed for the provider. */
  changedDetails: Schema.optionalKey(Schema.Array(ChangedDetail)),
  /** The facts that routing used, and how it judged each MID. */
  facts: RouteFacts,
  candidates: Schema.Array(RouteCandidate),
  /** True if `payment.pending` has reported that the result is unknown. */
  pendingTold: Schema.Boolean,
  decline: Schema.NullOr(DeclineRecord),
  rawCode: Schema.NullOr(Schema.String),
  networkCode: Schema.NullOr(Schema.String),
  /** The reason why it was not sent, or why its result is unknown. Null otherwise. */
  reason: Schema.NullOr(Schema.String),
  /** The provider's own message about a decline. */
  message: Schema.optionalKey(Schema.String),
  networkReference: Schema.NullOr(Schema.String),
  /** The held or taken amount, if it isn't the requested one. See `authorizedAmount`. */
  authorizedAmount: Schema.optionalKey(Amount),
  /** The most that may be captured in all, if the provider allows more than it holds. */
  capturableUpTo: Schema.optionalKey(Amount),
  /** True if an approval of a part of the amount is accepted. */
  acceptsPartial: Schema.optionalKey(Schema.Literal(true)),
  /** The issuer's checks of the card's details. */
  checks: Schema.optionalKey(CardChecks),
  authCode: Schema.optionalKey(Schema.String),
  /** The alternative method that the provider saved with the charge. */
  savedMethod: Schema.optionalKey(SavedMethod),
  /** The part of the capture that came back. It is present only while the status is `returned`. */
  returned: Schema.optionalKey(
    Schema.Struct({
      amount: Amount,
      /** The last capture that took the money. Null if the charge captured by itself. */
      capture: Schema.NullOr(CaptureId),
      /** The captures of earlier parts of the money. Absent if there are none. */
      earlier: Schema.optionalKey(Schema.Array(CaptureId)),
      /** The parts of other accounts that the provider took back. Absent if there are none. */
      splits: Schema.optionalKey(Amount)
    })
  ),
  /**
   * The time at which the provider last captured or returned it. Absent if no notification had a
   * time.
   */
  capturedAsOf: Schema.optionalKey(Millis),
  /**
   * The issuer's authentication before the charge. Null if it was not requested or not available.
   */
  threeDs: Schema.NullOr(ThreeDsAuthentication),
  /** The exemption that is requested with the charge. Absent if none is. */
  exemption: Schema.optionalKey(ScaExemption),
  /** The time after which its call must not be sent any more. */
  sendBefore: Millis,
  /** The idempotency record to answer if the request that created the attempt never does. */
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
    /** The card of an attempt whose result says something about the card, or may yet. */
    tried: { of: (attempt) => (isBlameless(attempt) ? null : attempt.fingerprint) },
    /**
     * The card of an attempt that was declined because of the card. Card schemes limit such
     * attempts.
     */
    cardDeclined: {
      of: (attempt) =>
        attempt.status === "declined" && attempt.mid !== null && !isBlameless(attempt)
          ? attempt.fingerprint
          : null
    }
  }
})

/** One attempt to charge a payment, on one merchant account. */
export interface Attempt {
  readonly object: "attempt"
  /** `attempt_` and a ULID. */
  readonly id: AttemptId
  /** The id of the payment. */
  readonly payment: PaymentId
  /** The provider's name. It is `payloom` if the engine itself declined. */
  readonly provider: string
  /**
   * The provider's reference of the charge. It is our attempt id until the provider returns its
   * own.
   */
  readonly providerReference: string
  /** True if the card reached the provider through the card relay. */
  readonly relayUsed: boolean
  /** The status. */
  readonly status: AttemptStatus
  /** The merchant account of the attempt. Null if no merchant account could take it. */
  readonly mid: MidId | null
  /** The routing rule that chose the merchant account. Null if no rule matched. */
  readonly routingRule: RoutingRuleId | null
  /** The reason of a decline or failure. Null otherwise. */
  readonly decline: Decline | null
  /** The time of creation, in milliseconds since the epoch. */
  readonly created: number
}

/** An attempt as it is read from the wire. Its enumerations are open. */
export const Attempt = Schema.Struct({
  object: Schema.Literal("attempt"),
  ...sharedFields,
  status: openEnum(AttemptStatus),
  decline: Schema.NullOr(Decline),
  created: Timestamp
}).pipe(
  Schema.encodeKeys({
    providerReference: "provider_reference",
    relayUsed: "relay_used",
    routingRule: "routing_rule"
  }),
  named("Attempt")
)

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
