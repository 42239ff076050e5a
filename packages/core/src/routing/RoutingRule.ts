import { Schema } from "effect"
import { collection } from "../storage/Collection.ts"
import { CurrencyCode } from "../values/CurrencyCode.ts"
import { freeText } from "../values/FreeText.ts"
import { Amount } from "../values/MinorAmount.ts"
import { PaymentMethod } from "../values/PaymentMethod.ts"
import { MidId, RoutingRuleId } from "../values/PublicId.ts"
import { Mid } from "./Mid.ts"

const country = Schema.String.check(
  Schema.isPattern(/^[A-Z]{2}$/, { expected: "an ISO 3166-1 alpha-2 code" })
)

/** What a rule asks of a payment; a condition left out always holds. */
export const RoutingConditions = Schema.Struct({
  currencies: Schema.optionalKey(Schema.Array(CurrencyCode)),
  /** Countries of the payer's billing address. */
  countries: Schema.optionalKey(Schema.Array(country)),
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
  cardCountries: Schema.optionalKey(Schema.Array(country))
})
export type RoutingConditions = typeof RoutingConditions.Type

/** How a rule orders its MIDs. */
export const RoutingOrder = Schema.Literals([
  /** The first by weighted chance, the others behind it in the order they are named in. */
  "weighted",
  /** As they are named. */
  "listed",
  "least_cost",
  "best_approval_rate"
])
export type RoutingOrder = typeof RoutingOrder.Type

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

/** A rule in force: the merchant's input with an id. */
export const RoutingRule = Schema.Struct({ id: RoutingRuleId, ...ruleFields })
export type RoutingRule = typeof RoutingRule.Type

/** A rule as the merchant gives it; with its id, one that was in force before keeps that. */
export const RoutingRuleInput = Schema.Struct({
  id: Schema.optionalKey(RoutingRuleId),
  ...ruleFields
})
export type RoutingRuleInput = typeof RoutingRuleInput.Type

/**
 * All merchant accounts of a scope, oldest first, and its rules, of which the first whose
 * conditions hold decides: one row, so that a payment reads it at once. Its id is the tenant's.
 */
export const RoutingTable = Schema.Struct({
  id: Schema.String,
  mids: Schema.Array(Mid),
  rules: Schema.Array(RoutingRule)
})
export type RoutingTable = typeof RoutingTable.Type

export const RoutingTableCollection = collection<RoutingTable>({
  name: "routing_tables",
  schema: RoutingTable
})
