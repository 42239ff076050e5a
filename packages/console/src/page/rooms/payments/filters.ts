import { minorOf } from "../../format/money.ts"

/** A filter of the list, as it stands in the address. */
export interface Filter {
  readonly name: string
  readonly label: string
  readonly kind: "text" | "date" | "choice"
  readonly hint?: string
  readonly choices?: ReadonlyArray<readonly [value: string, label: string]>
}

const statuses = [
  "succeeded",
  "authorized",
  "processing",
  "authenticating",
  "requires_payment",
  "declined",
  "failed",
  "canceled",
  "expired",
  "voided",
  "partially_captured",
  "partially_refunded",
  "refunded"
]

const choices = (codes: ReadonlyArray<string>, label: (code: string) => string) =>
  codes.map((code) => [code, label(code)] as const)

/** Returns all filters, with the accounts of the merchant. */
export const filtersOf = (
  accounts: ReadonlyArray<{ readonly id: string; readonly name: string }>,
  label: (code: string) => string
): ReadonlyArray<Filter> => [
  { name: "status", label: "Status", kind: "choice", choices: choices(statuses, label) },
  { name: "from", label: "From", kind: "date" },
  { name: "to", label: "To", kind: "date" },
  { name: "amount", label: "Amount", kind: "text", hint: "12.50" },
  { name: "currency", label: "Currency", kind: "text", hint: "EUR" },
  {
    name: "method",
    label: "Method",
    kind: "choice",
    choices: choices(["card", "wallet", "apm"], label)
  },
  {
    name: "brand",
    label: "Brand",
    kind: "choice",
    choices: choices(["visa", "mastercard", "amex", "diners", "discover", "jcb", "unionpay"], label)
  },
  { name: "last4", label: "Last four", kind: "text", hint: "4242" },
  {
    name: "mid",
    label: "Account",
    kind: "choice",
    choices: accounts.map(({ id, name }) => [id, name] as const)
  },
  { name: "declineCode", label: "Decline code", kind: "text", hint: "insufficient_funds" },
  { name: "customer", label: "Customer", kind: "text", hint: "customer_…" },
  { name: "metadata", label: "Metadata", kind: "text", hint: "order=1234" }
]

/** Returns the query of the server for the filters of an address. Days are the person's own. */
export const serverQuery = (filters: URLSearchParams): URLSearchParams => {
  const query = new URLSearchParams()
  for (const [name, value] of filters) {
    if (value === "") continue
    if (name === "from") query.set("createdGte", `${new Date(`${value}T00:00`).getTime()}`)
    else if (name === "to")
      query.set("createdLte", `${new Date(`${value}T23:59:59.999`).getTime()}`)
    else if (name === "amount") {
      const minor = minorOf(value, (filters.get("currency") ?? "").toUpperCase())
      if (minor !== null) query.set("amount", minor)
    } else if (name === "currency") query.set(name, value.toUpperCase())
    else query.append(name, value)
  }
  return query
}

/** Returns an address with one filter changed. An empty value removes it. */
export const withFilter = (
  filters: URLSearchParams,
  name: string,
  value: string
): URLSearchParams => {
  const next = new URLSearchParams(filters)
  if (value === "") next.delete(name)
  else next.set(name, value)
  return next
}

/** Returns the path of the list with filters. */
export const listPath = (filters: URLSearchParams): string => {
  const query = filters.toString()
  return query === "" ? "/payments" : `/payments?${query}`
}
