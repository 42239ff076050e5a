import { PaymentStatus } from "@payloom/core"
import { Refused } from "../../frame/refusals.ts"
import type { PaymentsQuery } from "../../reporting/Reporting.ts"

/** Reads the filters of an address. Refuses values that no payment can have. */
export const paymentsQuery = (query: URLSearchParams): PaymentsQuery => {
  const statuses = query.getAll("status").map(statusOf)
  const amount = query.get("amount")
  if (amount !== null && !/^\d{1,18}$/.test(amount)) throw invalid("amount")
  return {
    ...(statuses.length === 0 ? {} : { status: statuses }),
    ...texts(query),
    ...(amount === null ? {} : { amount: BigInt(amount) }),
    ...metadataOf(query.get("metadata")),
    ...time("createdGte", query),
    ...time("createdLte", query)
  }
}

const textNames = [
  "currency",
  "method",
  "brand",
  "last4",
  "mid",
  "declineCode",
  "customer",
  "startingAfter"
] as const

const texts = (query: URLSearchParams): Partial<Record<(typeof textNames)[number], string>> =>
  Object.fromEntries(
    textNames.flatMap((name) => {
      const value = query.get(name)
      if (value === null || value === "") return []
      if (value.length > 500) throw invalid(name)
      return [[name, value]]
    })
  )

const known: ReadonlyArray<string> = PaymentStatus.literals

const statusOf = (text: string): (typeof PaymentStatus.literals)[number] => {
  if (!known.includes(text)) throw invalid("status")
  return text as (typeof PaymentStatus.literals)[number]
}

const metadataOf = (text: string | null): Pick<PaymentsQuery, "metadata"> => {
  if (text === null || text === "") return {}
  const at = text.indexOf("=")
  if (at < 1) throw invalid("metadata")
  return { metadata: { key: text.slice(0, at), value: text.slice(at + 1) } }
}

const time = (
  name: "createdGte" | "createdLte",
  query: URLSearchParams
): Partial<Record<"createdGte" | "createdLte", number>> => {
  const text = query.get(name)
  if (text === null || text === "") return {}
  if (!/^\d{1,14}$/.test(text)) throw invalid(name)
  return { [name]: Number(text) }
}

const invalid = (name: string): Refused =>
  new Refused(400, "filter_invalid", `The filter ${name} has a value that no payment can have.`)
