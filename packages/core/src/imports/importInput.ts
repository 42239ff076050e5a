import { Schema } from "effect"
import { BillingInterval } from "../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { Amount } from "../kernel/primitives/MinorAmount.ts"
import { refusedAs } from "../kernel/primitives/RefusalCode.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"
import { type ImportWrite, importWriteFields } from "./Import.ts"

/** The most objects of a kind in one write. One commit stores all of them. */
export const mostImported = 200

/** Returns the items of a page, each external id once. The last one of an id counts. */
export const onceEach = <Item extends { readonly externalId: string }>(
  items: ReadonlyArray<Item> = []
): ReadonlyArray<Item> => [...new Map(items.map((item) => [item.externalId, item])).values()]

const ExternalId = Schema.String.check(
  Schema.isPattern(
    /^[a-z]{2,20}:[^\p{Cc}\p{Cs}]{1,255}$/u,
    refusedAs("parameter_invalid", "a source and an id there, such as stripe:sub_1Nx")
  )
)
const text = (length: number) =>
  Schema.String.check(
    Schema.isMaxLength(length, refusedAs("parameter_invalid", `at most ${length} characters`))
  )
const Texts = Schema.Record(Schema.String, text(1000))
const Reasons = Schema.Array(text(60)).check(
  Schema.isMaxLength(20, refusedAs("parameter_invalid", "at most 20 reasons"))
)
const listOf = <A>(item: Schema.Codec<A, unknown>) =>
  Schema.optionalKey(
    Schema.Array(item).check(
      Schema.isMaxLength(
        mostImported,
        refusedAs("parameter_invalid", `at most ${mostImported} items`)
      )
    )
  )

/** The name of a call to the other system. */
export const CallName = text(100)

/** A customer of another system. */
export interface ImportedCustomerInput {
  /** Such as `stripe:cus_1`. */
  readonly externalId: string
  readonly email: string | null
  readonly name: string | null
  /** An ISO 3166-1 alpha-2 code. */
  readonly country: string | null
  readonly postalCode: string | null
  /** The external id of the card that is charged by default. Null if there is none. */
  readonly defaultCard: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** The codes of what stays in the other system. If absent, the codes of earlier pages stay. */
  readonly reasons?: ReadonlyArray<string>
}
const ImportedCustomerInput = Schema.Struct({
  externalId: ExternalId,
  email: Schema.NullOr(text(5000)),
  name: Schema.NullOr(text(5000)),
  country: Schema.NullOr(text(5000)),
  postalCode: Schema.NullOr(text(5000)),
  defaultCard: Schema.NullOr(ExternalId),
  metadata: Texts,
  reasons: Schema.optionalKey(Reasons)
})

/** A card in the vault of another system. */
export interface ImportedCardInput {
  /** Such as `stripe:pm_1`. */
  readonly externalId: string
  /** The external id of the customer. */
  readonly customer: string
  /** The reference in the vault. */
  readonly vaultReference: string
  /** The token with which the import's merchant account charges it. */
  readonly token: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly funding: string
  /** The issuer's country. */
  readonly country: string
  /** A text that is the same for the same number. It is stored as a keyed hash. */
  readonly fingerprint: string
}
const ImportedCardInput = Schema.Struct({
  externalId: ExternalId,
  customer: ExternalId,
  vaultReference: text(300).check(Schema.isMinLength(1)),
  token: text(600).check(Schema.isMinLength(1)),
  brand: text(40),
  last4: Schema.String.check(Schema.isPattern(/^[0-9]{4}$/)),
  expMonth: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
  expYear: Schema.Int.check(Schema.isBetween({ minimum: 2000, maximum: 2999 })),
  funding: text(40),
  country: text(10),
  fingerprint: text(300)
})

/** A price of another system, which becomes a plan. */
export interface ImportedPlanInput {
  /** Such as `stripe:price_1`. */
  readonly externalId: string
  readonly name: string
  /** The price of each cycle in minor units. */
  readonly amount: bigint
  readonly currency: string
  readonly interval: BillingInterval
  /** False if nobody can subscribe to it any more. */
  readonly isActive: boolean
}
const ImportedPlanInput = Schema.Struct({
  externalId: ExternalId,
  name: text(1000),
  amount: Amount,
  currency: CurrencyCode,
  interval: BillingInterval,
  isActive: Schema.Boolean
})

/** The terms on which a subscription continues. Everything is as the other system would do it. */
export interface ImportedTermsInput {
  /** The external id of the card that is charged. */
  readonly card: string
  /** The external id of the price. Null if the price of a cycle is none of a plan. */
  readonly plan: string | null
  /** The price of each cycle in minor units. */
  readonly amount: bigint
  readonly currency: string
  readonly interval: BillingInterval
  /** The time from which the other system counts cycles, in milliseconds since the epoch. */
  readonly anchor: number
  /** The first charge here, in milliseconds since the epoch. */
  readonly nextCharge: number
  /** True if the next charge is the end of a trial. */
  readonly isTrialing: boolean
  readonly cancelAtPeriodEnd: boolean
  /** The time at which the customer subscribed, in milliseconds since the epoch. */
  readonly since: number
  readonly metadata: Readonly<Record<string, string>>
}
const ImportedTermsInput = Schema.Struct({
  card: ExternalId,
  plan: Schema.NullOr(ExternalId),
  amount: Amount,
  currency: CurrencyCode,
  interval: BillingInterval,
  anchor: Millis,
  nextCharge: Millis,
  isTrialing: Schema.Boolean,
  cancelAtPeriodEnd: Schema.Boolean,
  since: Millis,
  metadata: Texts
})

/** A subscription of another system. */
export interface ImportedSubscriptionInput {
  /** Such as `stripe:sub_1`. */
  readonly externalId: string
  /** The external id of the customer. */
  readonly customer: string
  /** Null if it can't be brought over. */
  readonly terms: ImportedTermsInput | null
  /** The status in the other system. */
  readonly status: string
  /** The codes of why it can't be brought over, or why it waits. */
  readonly reasons: ReadonlyArray<string>
}
const ImportedSubscriptionInput = Schema.Struct({
  externalId: ExternalId,
  customer: ExternalId,
  terms: Schema.NullOr(ImportedTermsInput),
  status: text(60),
  reasons: Reasons
})

/** A payment or a dispute of the other system. It is kept as history and never booked. */
export interface ImportedHistoryInput {
  readonly externalId: string
  readonly kind: "payment" | "dispute"
  /** The external id of the customer. Null if it has none. */
  readonly customer: string | null
  /** In minor units. */
  readonly amount: bigint
  readonly currency: string
  /** The time of a payment, or the deadline of a dispute. */
  readonly at: number
  readonly status: string
}
const ImportedHistoryInput = Schema.Struct({
  externalId: ExternalId,
  kind: Schema.Literals(["payment", "dispute"]),
  customer: Schema.NullOr(ExternalId),
  amount: Amount,
  currency: CurrencyCode,
  at: Millis,
  status: text(60)
})

/** A page of objects of the other system: at most 200 of each kind. */
export interface ImportPage extends ImportWrite {
  readonly customers?: ReadonlyArray<ImportedCustomerInput>
  readonly cards?: ReadonlyArray<ImportedCardInput>
  readonly plans?: ReadonlyArray<ImportedPlanInput>
  readonly subscriptions?: ReadonlyArray<ImportedSubscriptionInput>
  readonly history?: ReadonlyArray<ImportedHistoryInput>
}
export const ImportPage = Schema.Struct({
  ...importWriteFields,
  customers: listOf(ImportedCustomerInput),
  cards: listOf(ImportedCardInput),
  plans: listOf(ImportedPlanInput),
  subscriptions: listOf(ImportedSubscriptionInput),
  history: listOf(ImportedHistoryInput)
})

/** A step of a subscription between the two systems. */
export interface ImportMove {
  readonly externalId: string
  /**
   * `freeze` before the other system is asked to stop, `confirm_freeze` once it has, `release` and
   * `confirm_release` for the way back, and `end` if it ended there.
   */
  readonly step: "freeze" | "confirm_freeze" | "release" | "confirm_release" | "end"
  /** The codes of why it waits. None if absent. */
  readonly reasons?: ReadonlyArray<string>
  /**
   * The name of the call to the other system that the step begins or confirms: at most 100
   * characters. It makes the idempotency key. If `freeze` or `release` is repeated, the name of the
   * call before stays until it is confirmed. Null if that call was answered with a refusal.
   */
  readonly call?: string | null
}

/** Some steps: at most 200. */
export interface MoveImported extends ImportWrite {
  readonly moves: ReadonlyArray<ImportMove>
}
export const MoveImported = Schema.Struct({
  ...importWriteFields,
  moves: Schema.Array(
    Schema.Struct({
      externalId: ExternalId,
      step: Schema.Literals(["freeze", "confirm_freeze", "release", "confirm_release", "end"]),
      reasons: Schema.optionalKey(Reasons),
      call: Schema.optionalKey(Schema.NullOr(CallName))
    })
  ).check(Schema.isMaxLength(mostImported))
})

/** The checked form of a page, with valid ids and codes. */
export type CheckedPage = typeof ImportPage.Type
