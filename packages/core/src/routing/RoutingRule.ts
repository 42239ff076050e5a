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
import { AuthenticationKind, ScaExemption } from "../providers/ThreeDsAuthentication.ts"
import { Mid } from "./Mid.ts"

/** The conditions of a rule on a payment. An absent condition always holds. */
export interface RoutingConditions {
  /** ISO 4217 codes. */
  readonly currencies?: ReadonlyArray<string>
  /** Countries of the payer's billing address, ISO 3166-1 alpha-2. */
  readonly countries?: ReadonlyArray<string>
  /** The lowest amount, inclusive, in minor units. */
  readonly amountFrom?: bigint
  /** The highest amount, inclusive, in minor units. */
  readonly amountTo?: bigint
  /** The types of payments. */
  readonly types?: ReadonlyArray<RouteFacts["type"]>
  /** The payment methods. */
  readonly methods?: ReadonlyArray<PaymentMethod>
  /** The brands of cards, such as `visa`. */
  readonly brands?: ReadonlyArray<string>
  /** The funding of cards, such as `credit` or `debit`. */
  readonly funding?: ReadonlyArray<string>
  /** The countries of the cards' issuers, ISO 3166-1 alpha-2. */
  readonly cardCountries?: ReadonlyArray<string>
  /**
   * The kinds of the payers' authentications. A charge of a saved card, or of another method, has
   * none.
   */
  readonly threeDs?: ReadonlyArray<AuthenticationKind>
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
  cardCountries: Schema.optionalKey(Schema.Array(CountryCode)),
  threeDs: Schema.optionalKey(Schema.Array(AuthenticationKind))
})

/** The authentication of payers by card in a checkout session. */
export interface RuleAuthentication {
  /**
   * `if_needed` leaves a challenge to the issuer and is the default. `required` asks for one.
   * `skip` charges without an authentication.
   */
  readonly threeDs?: "if_needed" | "required" | "skip"
  /**
   * The exemption to request from the issuer with the charge, in place of an authentication. If the
   * issuer refuses it, the payer is authenticated and charged again.
   */
  readonly exemption?: ScaExemption
}
const RuleAuthentication = Schema.Struct({
  threeDs: Schema.optionalKey(Schema.Literals(["if_needed", "required", "skip"])),
  exemption: Schema.optionalKey(ScaExemption)
}).check(
  Schema.makeFilter(({ threeDs, exemption }) =>
    exemption !== undefined && threeDs !== undefined && threeDs !== "skip"
      ? { path: ["exemption"], issue: "takes the place of an authentication: leave threeDs out" }
      : true
  )
)

/** Puts the country codes of conditions in capitals, like those of payments. */
export const conditionsInCapitals = <C extends RoutingConditions>(conditions: C): C => ({
  ...conditions,
  ...(conditions.countries && { countries: conditions.countries.map(countryInCapitals) }),
  ...(conditions.cardCountries && {
    cardCountries: conditions.cardCountries.map(countryInCapitals)
  })
})

/**
 * The order of a rule's MIDs. `weighted` draws the first at random and keeps the order of the
 * others. `listed` keeps the order of the rule.
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
  authentication: Schema.optionalKey(RuleAuthentication),
  targets: Schema.NonEmptyArray(
    Schema.Struct({
      mid: MidId,
      /** The share of first attempts under `weighted`. 0 leaves the MID to the cascade. */
      weight: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))
    })
  )
}

/** A rule without its targets. */
export interface RoutingRuleTerms {
  /** The merchant's own name for the rule, which `simulate` returns. */
  readonly name: string
  /** The conditions under which the rule decides. An absent condition always holds. */
  readonly conditions: RoutingConditions
  /** The order in which its targets are charged. */
  readonly order: RoutingOrder
  /**
   * The authentication of payers by card in a checkout session. It is decided before the payer is
   * authenticated, so a rule with a condition on `threeDs` decides only if it allows `none`.
   */
  readonly authentication?: RuleAuthentication
}

/** A merchant account of a rule, by its id. */
export interface RoutingTarget<Id extends string = MidId> {
  /** The merchant account's id. */
  readonly mid: Id
  /**
   * The share of first attempts under `weighted`, from 0 to 10,000. 0 leaves the MID to the
   * cascade.
   */
  readonly weight: number
}

/** A rule in force: the merchant's input with an id. */
export interface RoutingRule extends RoutingRuleTerms {
  /** `rule_` and a ULID. */
  readonly id: RoutingRuleId
  /** The merchant accounts that a payment may be charged on. */
  readonly targets: readonly [RoutingTarget, ...Array<RoutingTarget>]
}
export const RoutingRule = Schema.Struct({ id: RoutingRuleId, ...ruleFields })

/** A rule as the merchant enters it. An id keeps the id of a rule in force. */
export interface RoutingRuleInput extends RoutingRuleTerms {
  /** The id of a rule in force that this rule replaces. */
  readonly id?: string
  /** The merchant accounts that a payment may be charged on. */
  readonly targets: readonly [RoutingTarget<string>, ...Array<RoutingTarget<string>>]
}
export const RoutingRuleInput = Schema.Struct({
  id: Schema.optionalKey(RoutingRuleId),
  ...ruleFields
})

/**
 * All merchant accounts of a scope, oldest first, and its rules. The first rule whose conditions
 * hold decides. It is a single row, so a payment needs one read. Its id is the tenant's.
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
