import type { RoutingView } from "../../../rooms/routing/RoutingViews.ts"
import type { Wire } from "../../../Wire.ts"
import { isolated } from "../../format/isolated.ts"
import { money } from "../../format/money.ts"
import { named, words } from "../../format/words.ts"

type View = Wire<RoutingView>
type Rule = View["rules"][number]

/** The names of conditions that are lists, and their labels. */
export const listConditions = [
  ["currencies", "Currencies", "EUR, USD"],
  ["types", "Types of payment", "one_off, subscription_rebill"],
  ["methods", "Methods", "card"],
  ["brands", "Brands", "visa, mastercard"],
  ["funding", "Funding", "credit, debit"],
  ["cardCountries", "Countries of cards", "DE, AT"],
  ["countries", "Countries of payers", "DE, AT"],
  ["threeDs", "Authentication", "authenticated, none"]
] as const

/** The name of a condition that is a list. */
export type ListCondition = (typeof listConditions)[number][0]

const ifs: Readonly<Record<ListCondition, string>> = {
  currencies: "the currency is",
  types: "the type is",
  methods: "the method is",
  brands: "the brand is",
  funding: "the card's funding is",
  cardCountries: "the card is from",
  countries: "the payer is in",
  threeDs: "the authentication is"
}

/** The orders of accounts, in words. */
export const orders: Readonly<Record<Rule["order"], string>> = {
  listed: "In this order",
  weighted: "The first by weight",
  least_cost: "The cheapest first",
  best_approval_rate: "The best approval rate first"
}

/** Returns a rule in sentences: its conditions, and the order of its accounts. */
export const ruleInWords = (
  { conditions, order, targets, authentication }: Rule,
  accounts: View["accounts"]
): { readonly conditions: string; readonly order: string } => {
  const lists = listConditions.flatMap(([name]) => {
    const values = conditions[name]
    if (values === undefined) return []
    const isCode = name === "currencies" || name === "countries" || name === "cardCountries"
    return [`${ifs[name]} ${values.map(isCode ? isolated : named).join(" or ")}`]
  })
  const all = [...lists, ...amountsOf(conditions)]
  const nameOf = (mid: string) => isolated(accounts.find(({ id }) => id === mid)?.name ?? mid)
  const shown = targets.map(({ mid, weight }) =>
    order === "weighted" ? `${nameOf(mid)} (${weight})` : nameOf(mid)
  )
  const asked = authentication?.threeDs ?? authentication?.exemption
  const also = asked === undefined ? "" : `. Authentication: ${words(asked).toLowerCase()}`
  return {
    conditions: all.length === 0 ? "Every payment" : `If ${all.join(", and ")}`,
    order: `${orders[order]}: ${shown.join(", ")}${also}`
  }
}

const amountsOf = ({
  amountFrom,
  amountTo,
  currencies
}: Rule["conditions"]): ReadonlyArray<string> => {
  const only = currencies?.length === 1 ? currencies[0] : undefined
  const shown = (amount: string) =>
    only === undefined ? `${amount} minor units` : money(amount, only)
  return [
    ...(amountFrom === undefined ? [] : [`the amount is at least ${shown(amountFrom)}`]),
    ...(amountTo === undefined ? [] : [`the amount is at most ${shown(amountTo)}`])
  ]
}
