import { Schema } from "effect"
import { CountryCode, countryInCapitals } from "../kernel/primitives/CountryCode.ts"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { freeText } from "../kernel/primitives/FreeText.ts"
import { Amount } from "../kernel/primitives/MinorAmount.ts"
import type { Named } from "../kernel/primitives/Named.ts"
import { PaymentMethod } from "../kernel/primitives/PaymentMethod.ts"
import { MidId, RoutingRuleId } from "../kernel/primitives/PublicId.ts"
import { collection } from "../platform/storage/Collection.ts"
import type { RouteFacts } from "../providers/RouteFacts.ts"
import { Mid } from "./Mid.ts"

/** What a rule asks of a payment; a condition left out always holds. */
export interface RoutingConditions {
  /** ISO 4217 codes. */
  readonly currencies?: ReadonlyArray<string>
  /** Countries of the payer's billing address, ISO 3166-1 alpha-2. */
  readonly countries?: ReadonlyArray<string>
  /** The least amount, itself included, in minor units. */
  readonly amountFrom?: bigint
  /** The greatest amount, itself included, in minor units. */
  readonly amountTo?: bigint
  /** Types of payments. */
  readonly types?: ReadonlyArray<RouteFacts["type"]>
  /** How payers pay. */
  readonly methods?: ReadonlyArray<PaymentMethod>
  /** Brands of cards, such as `visa`. */
  readonly brands?: ReadonlyArray<string>
  /** Such as `credit` or `debit`. */
  readonly funding?: ReadonlyArray<string>
  /** Countries of the cards' issuers, ISO 3166-1 alpha-2. */
  readonly cardCountries?: ReadonlyArray<string>
}
export const RoutingConditions = Schema.Struct({
  currencies: Schema.optionalKey(Schema.Array(CurrencyCode)),
  /** Countries of the payer's billing address. */
  countries: Schema.optionalKey(Schema.Array(CountryCode)),
  /** Inclusive bounds in minor units. */
  amountFrom: Schema.optionalKey(Amount),
  amountTo: Schema.optionalKey(Amount),
  types: Schema.optionalKey(
    Schema.Array(
      Schema.Literals(["one_off", "subscription_initial", "subscription_rebill", "moto", "verify"])
    )
  ),
  methods: Schema.optionalKey(Schema.Array(PaymentMethod)),
  brands: Schema.optionalKey(Schema.Array(freeText(40))),
  funding: Schema.optionalKey(Schema.Array(freeText(40))),
  cardCountries: Schema.optionalKey(Schema.Array(CountryCode))
})

/** Puts the countries of conditions in capitals, as those of payments are. */
export const conditionsInCapitals = <C extends RoutingConditions>(conditions: C): C => ({
  ...conditions,
  ...(conditions.countries && { countries: conditions.countries.map(countryInCapitals) }),
  ...(conditions.cardCountries && {
    cardCountries: conditions.cardCountries.map(countryInCapitals)
  })
})

/**
 * How a rule orders its MIDs: `weighted` draws the first by chance and leaves the others as they
 * are named, `listed` leaves all as they are named.
 */
export const RoutingOrder = Schema.Literals([
  "weighted",
  "listed",
  "least_cost",
  "best_approval_rate"
])
export type RoutingOrder = Named<typeof RoutingOrder.Type>

const ruleFields = {
  name: freeText(255),
  conditions: RoutingConditions,
  order: RoutingOrder,
  targets: Schema.NonEmptyArray(
    Schema.Struct({
      mid: MidId,
      /** Its share of the first tries under `weighted`; 0 leaves it to the cascade. */
      weight: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))
    })
  )
}

/** What a rule says, but for where payments go. */
export interface RoutingRuleTerms {
  /** The merchant's own name for it, which `simulate` answers. */
  readonly name: string
  /** When it decides; a condition left out always holds. */
  readonly conditions: RoutingConditions
  /** In which order its targets are tried. */
  readonly order: RoutingOrder
}

/** A merchant account that a rule names, by its id. */
export interface RoutingTarget<Id extends string = MidId> {
  /** The merchant account's id. */
  readonly mid: Id
  /** Its share of the first tries under `weighted`, 0 to 10,000; 0 leaves it to the cascade. */
  readonly weight: number
}

/** A rule in force: the merchant's input with an id. */
export interface RoutingRule extends RoutingRuleTerms {
  /** `rule_` and a ULID. */
  readonly id: RoutingRuleId
  /** The merchant accounts that a payment may go to. */
  readonly targets: readonly [RoutingTarget, ...Array<RoutingTarget>]
}
export const RoutingRule = Schema.Struct({ id: RoutingRuleId, ...ruleFields })

/** A rule as the merchant gives it; with its id, one that was in force before keeps that. */
export interface RoutingRuleInput extends RoutingRuleTerms {
  /** The id of a rule in force, which this one then replaces. */
  readonly id?: string
  /** The merchant accounts that a payment may go to. */
  readonly targets: readonly [RoutingTarget<string>, ...Array<RoutingTarget<string>>]
}
export const RoutingRuleInput = Schema.Struct({
  id: Schema.optionalKey(RoutingRuleId),
  ...ruleFields
})

/**
 * All merchant accounts of a scope, oldest first, and its rules, of which the first whose
 * conditions hold decides: one row, so that a payment reads it at once. Its id is the tenant's.
 */
export interface RoutingTable {
  readonly id: string
  readonly mids: ReadonlyArray<Mid>
  readonly rules: ReadonlyArray<RoutingRule>
}
export const RoutingTable = Schema.Struct({
  id: Schema.String,
  mids: Schema.Array(Mid),
  rules: Schema.Array(RoutingRule)
})

export const RoutingTableCollection = collection<RoutingTable>({
  name: "routing_tables",
  schema: RoutingTable
})
