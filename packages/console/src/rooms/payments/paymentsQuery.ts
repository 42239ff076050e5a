import { DeclineCode, type ListReportedPayments, PaymentStatus } from "@payloom/core"
import { Refused } from "../../frame/refusals.ts"

/** Reads the filters of an address. Refuses values that no payment can have. */
export const paymentsQuery = (query: URLSearchParams): ListReportedPayments => {
  const statuses = valuesOf(query, "status").map(oneOf("status", PaymentStatus.literals))
  const codes = valuesOf(query, "declineCode").map(oneOf("declineCode", DeclineCode.literals))
  const amount = query.get("amount")
  if (amount !== null && !/^\d{1,18}$/.test(amount)) throw invalid("amount")
  return {
    ...(statuses.length === 0 ? {} : { status: statuses }),
    ...(codes.length === 0 ? {} : { declineCode: codes }),
    ...several(query),
    ...texts(query),
    ...(amount === null ? {} : { amount: BigInt(amount) }),
    ...metadataOf(query.get("metadata")),
    ...time("createdGte", query),
    ...time("createdLte", query)
  }
}

const mostValues = 50

/** Returns the values of a filter that may be given several times. */
const valuesOf = (query: URLSearchParams, name: string): ReadonlyArray<string> => {
  const values = [...new Set(query.getAll(name))].filter((value) => value !== "")
  if (values.length > mostValues) throw invalid(name)
  return values
}

const severalNames = ["currency", "method", "brand", "mid"] as const

const several = (query: URLSearchParams): Pick<ListReportedPayments, "currency" | "method"> =>
  Object.fromEntries(
    severalNames.flatMap((name) => {
      const values = valuesOf(query, name)
      if (values.some((value) => value.length > 500)) throw invalid(name)
      return values.length === 0 ? [] : [[name, values]]
    })
  )

const textNames = ["last4", "customer", "startingAfter"] as const

const texts = (query: URLSearchParams): Partial<Record<(typeof textNames)[number], string>> =>
  Object.fromEntries(
    textNames.flatMap((name) => {
      const value = query.get(name)
      if (value === null || value === "") return []
      if (value.length > 500) throw invalid(name)
      return [[name, value]]
    })
  )

/** Returns a value of an enumeration. Refuses other values. */
const oneOf =
  <A extends string>(name: string, known: ReadonlyArray<A>) =>
  (text: string): A => {
    if (!(known as ReadonlyArray<string>).includes(text)) throw invalid(name)
    return text as A
  }

/** A key and a value have at most 40 and 500 characters. */
const longestMetadata = 600

const metadataOf = (text: string | null): Pick<ListReportedPayments, "metadata"> => {
  if (text === null || text === "") return {}
  const at = text.indexOf("=")
  if (at < 1 || text.length > longestMetadata) throw invalid("metadata")
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
