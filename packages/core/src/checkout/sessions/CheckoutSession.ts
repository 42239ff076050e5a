import { Effect, Schema } from "effect"
import { Terms } from "../../billing/Terms.ts"
import { VaultedCard } from "../../cards/vault/CardVault.ts"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { BillingInterval } from "../../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { Amount, MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { PaymentMethod } from "../../kernel/primitives/PaymentMethod.ts"
import {
  BillingCycleId,
  CheckoutSessionId,
  CustomerId,
  PaymentId,
  PaymentInstrumentId,
  PlanId,
  SubscriptionId,
  TemplateId,
  ThreeDsSessionId
} from "../../kernel/primitives/PublicId.ts"
import { StoredCredential } from "../../kernel/primitives/StoredCredential.ts"
import { Millis, Timestamp, timestampOf } from "../../kernel/primitives/Timestamp.ts"
import { OrderDetails } from "../../payments/charges/orderInput.ts"
import { CaptureMethod } from "../../payments/charges/Payment.ts"
import { collection } from "../../platform/storage/Collection.ts"
import { AuthorizationOptions } from "../../providers/AuthorizationOptions.ts"
import { LineItem, LineItemRecord, lineItemToWire } from "../../providers/LineItem.ts"
import { Split, SplitRecord, splitsToWire } from "../../providers/Split.ts"

/**
 * The mode of a session: `payment` takes one payment, `subscription` the first payment of a
 * subscription.
 */
export const CheckoutMode = Schema.Literals(["payment", "subscription"])
export type CheckoutMode = Named<typeof CheckoutMode.Type>

/** The status of a checkout session. Readers must accept unknown values. */
export const CheckoutSessionStatus = Schema.Literals([
  "created",
  "active",
  "processing",
  "succeeded",
  "failed",
  "expired",
  "canceled"
])
export type CheckoutSessionStatus = Named<typeof CheckoutSessionStatus.Type>

const sharedFields = {
  id: CheckoutSessionId,
  mode: CheckoutMode,
  status: CheckoutSessionStatus,
  currency: CurrencyCode,
  /** The restriction given at creation. Empty if there was none. */
  allowedMethods: Schema.Array(PaymentMethod),
  /** Null until the payer's first confirm or the merchant creates a payment. */
  payment: Schema.NullOr(PaymentId),
  interval: Schema.NullOr(BillingInterval),
  customer: Schema.NullOr(CustomerId),
  /** The template of the payer's page. Null for the default look. */
  template: Schema.NullOr(TemplateId),
  /** A BCP 47 tag. */
  locale: Schema.String,
  /** The market, ISO 3166-1 alpha-2. Null if none was given. */
  country: Schema.NullOr(Schema.String),
  metadata: Metadata
}

/** A checkout session as it is stored. Its amount never changes. */
export const CheckoutSessionRecord = Schema.Struct({
  ...sharedFields,
  amount: Amount,
  /** Sessions of earlier releases lack these two fields. */
  description: Schema.optionalKey(Schema.NullOr(Schema.String)),
  lineItems: Schema.optionalKey(Schema.Array(LineItemRecord)),
  /** The SHA-256 hash of the session token. The token itself is not stored. */
  tokenHash: Schema.String,
  successUrl: Schema.NullOr(Schema.String),
  cancelUrl: Schema.NullOr(Schema.String),
  storedCredential: Schema.NullOr(StoredCredential),
  /** Absent if the money is captured at once. */
  captureMethod: Schema.optionalKey(Schema.Literal("manual")),
  /** The features asked of the authorization. Absent if there are none. */
  authorization: Schema.optionalKey(Schema.toType(AuthorizationOptions)),
  /** The parts of the payment for other accounts. Absent if there are none. */
  splits: Schema.optionalKey(Schema.Array(SplitRecord)),
  /** The order's details for the charge. Absent if there are none, and after the session ended. */
  orderDetails: Schema.optionalKey(OrderDetails),
  /**
   * In mode `subscription`: the plan and the agreed terms. The plan is null for terms without a
   * plan.
   */
  plan: Schema.optionalKey(Schema.NullOr(PlanId)),
  terms: Schema.optionalKey(Terms),
  /** The subscription that began with the payment. Null until then. */
  subscription: Schema.optionalKey(Schema.NullOr(SubscriptionId)),
  /** True if the card that pays is saved with the payment, as in the customer portal. */
  savesCard: Schema.optionalKey(Schema.Literal(true)),
  /** The overdue billing cycle that the session pays. */
  recovers: Schema.optionalKey(BillingCycleId),
  /** The card of the payer's latest confirm. In a succeeded session, the card that paid. */
  card: Schema.NullOr(VaultedCard),
  /** The saved card that was created from it. Null until then. */
  instrument: Schema.NullOr(PaymentInstrumentId),
  /** The open challenge. Null if there is none. */
  threeDs: Schema.NullOr(ThreeDsSessionId),
  /** The number of declines. */
  declines: Schema.Int,
  expiresAt: Millis,
  /** The time at which it ended. Null while it may still succeed. */
  endedAt: Schema.NullOr(Millis),
  created: Millis
})
export interface CheckoutSessionRecord extends Schema.Schema.Type<typeof CheckoutSessionRecord> {}

export const CheckoutSessionCollection = collection<CheckoutSessionRecord>({
  name: "checkout_sessions",
  schema: CheckoutSessionRecord,
  unique: { token: { of: (session) => session.tokenHash } },
  indexes: {
    status: { of: (session) => session.status },
    customer: { of: (session) => session.customer }
  }
})

/** A checkout session: a payment for the payer to make. Without an amount it only saves a card. */
export interface CheckoutSession {
  readonly object: "checkout_session"
  /** `checkout_` and a ULID. */
  readonly id: CheckoutSessionId
  /** The mode: one payment, or the first payment of a subscription. */
  readonly mode: CheckoutMode
  /** The status. */
  readonly status: CheckoutSessionStatus
  /** The amount to pay, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The description for the payer. Null if there is none. */
  readonly description: string | null
  /** The lines of the amount. Empty if there are none. */
  readonly lineItems: ReadonlyArray<LineItem>
  /** `manual` if the payment only holds the money, for a later capture. */
  readonly captureMethod: CaptureMethod
  /** The parts that the provider pays to other accounts, as given. Absent if there are none. */
  readonly splits?: ReadonlyArray<Split>
  /** The restriction given at creation. Empty if there was none. */
  readonly allowedMethods: ReadonlyArray<PaymentMethod>
  /** The methods that can succeed now. */
  readonly availableMethods: ReadonlyArray<PaymentMethod>
  /** The payment's id. Null until the payer's first confirm or the merchant creates one. */
  readonly payment: PaymentId | null
  /**
   * The id of the subscription that began with the payment. Null until then, and in mode `payment`.
   */
  readonly subscription: SubscriptionId | null
  /** The id of the subscribed plan. Null for terms without a plan, and in mode `payment`. */
  readonly plan: PlanId | null
  /** The billing interval of a subscription. Null in mode `payment`. */
  readonly interval: BillingInterval | null
  /** The customer's id. Null if none was given. */
  readonly customer: CustomerId | null
  /** The template of the payer's page. Null for the default look. */
  readonly template: TemplateId | null
  /** A BCP 47 tag. */
  readonly locale: string
  /** The market, ISO 3166-1 alpha-2. Null if none was given. */
  readonly country: string | null
  /** The time at which it ends unless it is paid, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** The merchant's own notes, as they were given. */
  readonly metadata: Metadata
  /** The time of creation, in milliseconds since the epoch. */
  readonly created: number
  /** The credential of the payer's browser. Only the answer that created the session has it. */
  readonly sessionToken?: string
  /** The address of the hosted page. Shown once, if `publishableKey` was given. */
  readonly url?: string
}

/** A session as it is read from the wire. Its status is open. */
export const CheckoutSession = Schema.Struct({
  object: Schema.Literal("checkout_session"),
  ...sharedFields,
  status: openEnum(CheckoutSessionStatus),
  amount: MinorAmount,
  /** The description for the payer. Null if there is none. */
  description: Schema.NullOr(Schema.String),
  /** The lines of the amount. Empty if there are none. */
  lineItems: Schema.Array(LineItem),
  captureMethod: CaptureMethod,
  /** The parts that the provider pays to other accounts, as given. Absent if there are none. */
  splits: Schema.optionalKey(Schema.Array(Split)),
  /** The methods that can succeed now. */
  availableMethods: Schema.Array(PaymentMethod),
  subscription: Schema.NullOr(SubscriptionId),
  /** Stored answers of earlier releases lack it. */
  plan: Schema.NullOr(PlanId).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  expiresAt: Timestamp,
  created: Timestamp,
  /** Shown once, when the session is created. */
  sessionToken: Schema.optionalKey(Schema.String),
  /** The address of the hosted page. Shown once, if `publishable_key` was sent. */
  url: Schema.optionalKey(Schema.String)
}).pipe(
  Schema.encodeKeys({
    lineItems: "line_items",
    captureMethod: "capture_method",
    allowedMethods: "allowed_methods",
    availableMethods: "available_methods",
    expiresAt: "expires_at",
    sessionToken: "session_token"
  }),
  named("CheckoutSession")
)

const toWire = (session: CheckoutSession): typeof CheckoutSession.Encoded => ({
  object: session.object,
  id: session.id,
  mode: session.mode,
  status: session.status,
  amount: session.amount.toString(),
  currency: session.currency,
  description: session.description,
  line_items: session.lineItems.map((item) => lineItemToWire(item)),
  capture_method: session.captureMethod,
  ...(session.splits === undefined ? {} : { splits: splitsToWire(session.splits) }),
  allowed_methods: session.allowedMethods,
  available_methods: session.availableMethods,
  payment: session.payment,
  subscription: session.subscription,
  plan: session.plan,
  interval: session.interval,
  customer: session.customer,
  template: session.template,
  locale: session.locale,
  country: session.country,
  expires_at: timestampOf(session.expiresAt),
  metadata: session.metadata,
  created: timestampOf(session.created),
  ...(session.sessionToken === undefined ? {} : { session_token: session.sessionToken }),
  ...(session.url === undefined ? {} : { url: session.url })
})

/** An earlier release stored answers without `capture_method`. */
export const checkoutSessionCodec: WireCodec<CheckoutSession> = wireCodec(
  CheckoutSession,
  toWire,
  (stored) => ({ capture_method: "automatic", ...stored })
)

/** Returns the resource of a stored session, without the fields that are shown only once. */
export const toCheckoutSession = (
  record: CheckoutSessionRecord,
  availableMethods: ReadonlyArray<PaymentMethod>
): CheckoutSession => ({
  object: "checkout_session",
  id: record.id,
  mode: record.mode,
  status: record.status,
  amount: record.amount,
  currency: record.currency,
  description: record.description ?? null,
  lineItems: record.lineItems ?? [],
  captureMethod: record.captureMethod ?? "automatic",
  ...(record.splits === undefined ? {} : { splits: record.splits }),
  availableMethods,
  allowedMethods: record.allowedMethods,
  payment: record.payment,
  subscription: record.subscription ?? null,
  plan: record.plan ?? null,
  interval: record.interval,
  customer: record.customer,
  template: record.template,
  locale: record.locale,
  country: record.country,
  expiresAt: record.expiresAt,
  metadata: record.metadata,
  created: record.created
})
