import { Effect, Schema } from "effect"
import { Terms } from "../../billing/Terms.ts"
import { VaultedCard } from "../../cards/vault/CardVault.ts"
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
import { collection } from "../../platform/storage/Collection.ts"
import { LineItem, LineItemRecord } from "./LineItem.ts"

/** `payment` takes one payment, `subscription` the first one of a subscription (spec 2.5). */
export const CheckoutMode = Schema.Literals(["payment", "subscription"])
export type CheckoutMode = Named<typeof CheckoutMode.Type>

/** Open for reading, closed for meaning (spec 2.5). */
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
  /** The restriction supplied at creation; empty where there was none. */
  allowedMethods: Schema.Array(PaymentMethod),
  /** Null until the payer's first confirm, or the merchant, made one. */
  payment: Schema.NullOr(PaymentId),
  interval: Schema.NullOr(BillingInterval),
  customer: Schema.NullOr(CustomerId),
  /** How the payer's page looks; null for the usual look. */
  template: Schema.NullOr(TemplateId),
  /** A BCP 47 tag. */
  locale: Schema.String,
  /** The market, ISO 3166-1 alpha-2; null where none was named. */
  country: Schema.NullOr(Schema.String),
  metadata: Metadata
}

/** What a payer is asked to pay, as it is stored. Its amount never changes. */
export const CheckoutSessionRecord = Schema.Struct({
  ...sharedFields,
  amount: Amount,
  /** Sessions of earlier releases have neither of these two. */
  description: Schema.optionalKey(Schema.NullOr(Schema.String)),
  lineItems: Schema.optionalKey(Schema.Array(LineItemRecord)),
  /** SHA-256 of the session token, which itself is kept nowhere. */
  tokenHash: Schema.String,
  successUrl: Schema.NullOr(Schema.String),
  cancelUrl: Schema.NullOr(Schema.String),
  storedCredential: Schema.NullOr(StoredCredential),
  /** Of mode `subscription`: the plan, null for terms of their own, and what is agreed on. */
  plan: Schema.optionalKey(Schema.NullOr(PlanId)),
  terms: Schema.optionalKey(Terms),
  /** What its payer subscribed to by paying it; null until they have. */
  subscription: Schema.optionalKey(Schema.NullOr(SubscriptionId)),
  /** The cycle of a subscription that is overdue, and is paid by it. */
  recovers: Schema.optionalKey(BillingCycleId),
  /** The card of the payer's latest confirm: of one that succeeded, the card that paid. */
  card: Schema.NullOr(VaultedCard),
  /** The saved card that was made of it; null until one was. */
  instrument: Schema.NullOr(PaymentInstrumentId),
  /** The challenge that is open; null where none is. */
  threeDs: Schema.NullOr(ThreeDsSessionId),
  /** How often the payer was declined. */
  declines: Schema.Int,
  expiresAt: Millis,
  /** When it came to its end; null while it may still succeed. */
  endedAt: Schema.NullOr(Millis),
  created: Millis
})
export interface CheckoutSessionRecord extends Schema.Schema.Type<typeof CheckoutSessionRecord> {}

export const CheckoutSessionCollection = collection<CheckoutSessionRecord>({
  name: "checkout_sessions",
  schema: CheckoutSessionRecord,
  unique: { token: { of: (session) => session.tokenHash } },
  indexes: { status: { of: (session) => session.status } }
})

/**
 * What a payer is asked to pay, as merchants see it (spec 2.5). Without an amount it only saves a
 * card.
 */
export interface CheckoutSession {
  readonly object: "checkout_session"
  /** `checkout_` and a ULID. */
  readonly id: CheckoutSessionId
  /** Whether it takes one payment, or the first one of a subscription. */
  readonly mode: CheckoutMode
  /** The status. */
  readonly status: CheckoutSessionStatus
  /** What is to be paid, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** What is paid, for the payer to read; null where nothing was said. */
  readonly description: string | null
  /** The lines of the amount; empty where none were given. */
  readonly lineItems: ReadonlyArray<LineItem>
  /** The restriction supplied at creation; empty where there was none. */
  readonly allowedMethods: ReadonlyArray<PaymentMethod>
  /** The methods that can succeed now. */
  readonly availableMethods: ReadonlyArray<PaymentMethod>
  /** Null until the payer's first confirm, or the merchant, made one. */
  readonly payment: PaymentId | null
  /** The subscription that began when it was paid; null until then, and in mode `payment`. */
  readonly subscription: SubscriptionId | null
  /** The plan that is subscribed to; null for terms of their own, and in mode `payment`. */
  readonly plan: PlanId | null
  /** How often a subscription is billed; null in mode `payment`. */
  readonly interval: BillingInterval | null
  /** Who pays, by id; null where nobody was named. */
  readonly customer: CustomerId | null
  /** How the payer's page looks; null for the usual look. */
  readonly template: TemplateId | null
  /** A BCP 47 tag. */
  readonly locale: string
  /** The market, ISO 3166-1 alpha-2; null where none was named. */
  readonly country: string | null
  /** When it ends unless it is paid, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** The merchant's own notes, as they were given. */
  readonly metadata: Metadata
  /** When it was made, in milliseconds since the epoch. */
  readonly created: number
  /** What the payer's browser shows for itself; only in the answer that made the session. */
  readonly sessionToken?: string
  /** Where to send the payer; shown once, where `publishableKey` was given. */
  readonly url?: string
}

/** A session as it is read from the wire: its status is open. */
export const CheckoutSession = Schema.Struct({
  object: Schema.Literal("checkout_session"),
  ...sharedFields,
  status: openEnum(CheckoutSessionStatus),
  amount: MinorAmount,
  /** What is paid, for the payer to read; null where nothing was said. */
  description: Schema.NullOr(Schema.String),
  /** The lines of the amount; empty where none were given. */
  lineItems: Schema.Array(LineItem),
  /** The methods that can succeed now. */
  availableMethods: Schema.Array(PaymentMethod),
  subscription: Schema.NullOr(SubscriptionId),
  /** Answers of earlier releases, which are given again, don't have it. */
  plan: Schema.NullOr(PlanId).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  expiresAt: Timestamp,
  created: Timestamp,
  /** Shown once, when the session is created. */
  sessionToken: Schema.optionalKey(Schema.String),
  /** Where to send the payer; shown once, where `publishable_key` was sent. */
  url: Schema.optionalKey(Schema.String)
})
  .pipe(
    Schema.encodeKeys({
      lineItems: "line_items",
      allowedMethods: "allowed_methods",
      availableMethods: "available_methods",
      expiresAt: "expires_at",
      sessionToken: "session_token"
    })
  )
  .annotate({ identifier: "CheckoutSession" })

const toWire = (session: CheckoutSession): typeof CheckoutSession.Encoded => ({
  object: session.object,
  id: session.id,
  mode: session.mode,
  status: session.status,
  amount: session.amount.toString(),
  currency: session.currency,
  description: session.description,
  line_items: session.lineItems.map((item) => ({ ...item, amount: item.amount.toString() })),
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

export const checkoutSessionCodec: WireCodec<CheckoutSession> = wireCodec(CheckoutSession, toWire)

/** The resource of a stored session, without what is shown only once. */
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
