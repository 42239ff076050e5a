import {
  isEngineError,
  type RoutingRule,
  type RoutingRuleInput,
  type UpdateMid
} from "@payloom/core"
import { Refused } from "../../frame/refusals.ts"
import type { Act, ActCall } from "../../Room.ts"
import { simulate } from "./simulate.ts"

/** The page's names of accounts and its rules are checked by the engine. */
export const routingActs: ReadonlyArray<Act> = [
  {
    name: "routing.updateMid",
    role: "admin",
    run: async ({ merchant, subject, input }) => {
      const { credentials: _, ...mid } = await merchant.routing.updateMid(
        subject,
        input as UpdateMid
      )
      return mid
    }
  },
  {
    name: "routing.setRules",
    role: "admin",
    run: ({ merchant, input }) => {
      const { rules, seen } = rulesIn(input)
      return setRules(merchant, rules, seen)
    }
  },
  {
    // It writes nothing. A viewer may try rules that somebody else will save.
    name: "routing.simulate",
    role: "viewer",
    run: ({ payloom, merchant, input }) => simulate(payloom, merchant, rulesIn(input).rules)
  }
]

interface GivenRules {
  readonly rules: ReadonlyArray<RoutingRuleInput>
  /** The rules that the page showed, as JSON. */
  readonly seen: string
}

const malformed = (): Refused =>
  new Refused(400, "body_malformed", "The input needs rules, and the rules that were seen.")

const rulesIn = (input: unknown): GivenRules => {
  const { rules, seen } = Object(input) as { readonly rules?: unknown; readonly seen?: unknown }
  if (!Array.isArray(rules) || typeof seen !== "string") throw malformed()
  return { rules: rules.map(withAmounts), seen }
}

/** Amounts are strings on the wire. The engine refuses any other text. */
const withAmounts = (rule: unknown): RoutingRuleInput => {
  const given = Object(rule) as RoutingRuleInput
  const conditions = Object.entries(Object(given.conditions)).map(([name, value]) => [
    name,
    /^amount/.test(name) && typeof value === "string" && /^\d{1,18}$/.test(value)
      ? BigInt(value)
      : value
  ])
  return { ...given, conditions: Object.fromEntries(conditions) }
}

/** Replaces the rules that the page showed. Refused if somebody changed them meanwhile. */
const setRules = async (
  { routing }: ActCall["merchant"],
  rules: ReadonlyArray<RoutingRuleInput>,
  seen: string
): Promise<ReadonlyArray<RoutingRule>> => {
  const replacing = parsed(seen).map(withAmounts) as unknown as ReadonlyArray<RoutingRule>
  try {
    return await routing.setRules(rules, { replacing })
  } catch (error) {
    if (!isEngineError(error) || error._tag !== "InvalidInput" || !isAboutSeen(error)) throw error
    const message = "Somebody changed the rules meanwhile. Reload the page to see them."
    throw new Refused(409, "rules_changed", message)
  }
}

/** The page's own copy of the rules can only be wrong if they were changed. */
const isAboutSeen = ({ param }: { readonly param: string | null }): boolean =>
  /^replacing\b/.test(param ?? "")

const parsed = (seen: string): ReadonlyArray<unknown> => {
  try {
    const rules: unknown = JSON.parse(seen)
    if (Array.isArray(rules)) return rules
  } catch {
    throw malformed()
  }
  throw malformed()
}
