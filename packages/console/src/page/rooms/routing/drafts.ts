import type { RoutingView } from "../../../rooms/routing/RoutingViews.ts"
import type { Wire } from "../../../Wire.ts"
import { type ListCondition, listConditions } from "./ruleInWords.ts"

type Rule = Wire<RoutingView>["rules"][number]

/** A rule while it is edited. Its fields are as they were typed. */
export interface Draft {
  /** A name in this browser only, for the rows of the form. */
  readonly key: number
  /** The id of the rule in force. Absent for a new one. */
  readonly id?: string
  readonly name: string
  readonly lists: Readonly<Record<ListCondition, string>>
  readonly amountFrom: string
  readonly amountTo: string
  readonly order: Rule["order"]
  /** An authentication, or an exemption after a colon. Empty for none. */
  readonly authentication: string
  readonly targets: ReadonlyArray<{ readonly mid: string; readonly weight: string }>
}

let nextKey = 0

const listsOf = (conditions: Rule["conditions"]): Draft["lists"] =>
  Object.fromEntries(
    listConditions.map(([name]) => [name, (conditions[name] ?? []).join(", ")])
  ) as unknown as Draft["lists"]

/** Returns a rule for the form. */
export const draftOf = (rule: Rule): Draft => {
  const { id, name, conditions, order, authentication: asked, targets } = rule
  const { threeDs = "", exemption } = asked ?? {}
  nextKey += 1
  return {
    ...{ key: nextKey, id, name, order, lists: listsOf(conditions) },
    amountFrom: conditions.amountFrom ?? "",
    amountTo: conditions.amountTo ?? "",
    authentication: exemption === undefined ? threeDs : `exemption:${exemption}`,
    targets: targets.map(({ mid, weight }) => ({ mid, weight: `${weight}` }))
  }
}

/** Returns a new rule, which every payment matches. */
export const newDraft = (): Draft => {
  nextKey += 1
  return {
    ...{ key: nextKey, name: "", lists: listsOf({}), amountFrom: "", amountTo: "" },
    ...{ order: "listed", authentication: "", targets: [] }
  }
}

/** Returns a rule as the server takes it. */
export const inputOf = (draft: Draft): object => {
  const lists = listConditions.flatMap(([name]) => {
    const values = draft.lists[name].split(/[\s,;]+/).filter((value) => value !== "")
    return values.length === 0 ? [] : [[name, values] as const]
  })
  const amounts = (["amountFrom", "amountTo"] as const).flatMap((name) =>
    draft[name].trim() === "" ? [] : [[name, draft[name].trim()] as const]
  )
  const [kind = "", exemption] = draft.authentication.split(":")
  return {
    ...(draft.id === undefined ? {} : { id: draft.id }),
    name: draft.name.trim(),
    conditions: Object.fromEntries([...lists, ...amounts]),
    order: draft.order,
    ...(kind === ""
      ? {}
      : { authentication: exemption === undefined ? { threeDs: kind } : { exemption } }),
    targets: draft.targets.map(({ mid, weight }) => ({ mid, weight: Number(weight) }))
  }
}

/** Returns what is missing in a rule, in words. Null if the server can check it. */
export const complaintOf = ({ name, targets }: Draft): string | null => {
  if (name.trim() === "") return "The rule needs a name."
  if (targets.length === 0) return "The rule needs an account."
  return targets.some(({ weight }) => !/^\d{1,5}$/.test(weight))
    ? "A weight is a whole number from 0 to 10,000."
    : null
}

/** Returns a list with one item moved by one place. */
export const moved = <A>(list: ReadonlyArray<A>, at: number, by: -1 | 1): ReadonlyArray<A> => {
  const item = list[at]
  const to = at + by
  if (item === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(at, 1).toSpliced(to, 0, item)
}
