import type { DeclineCode, PaymentStatus } from "@payloom/core"
import { minorOf } from "../../format/money.ts"
import type { Period } from "./periods.ts"

type Choice = readonly [value: string, label: string]

/** A filter of the list, as it stands in the address. */
export interface Filter {
  readonly name: string
  readonly label: string
  /** `many` takes several values, of which a payment has one. */
  readonly kind: "text" | "date" | "many"
  readonly hint?: string
  readonly choices?: ReadonlyArray<Choice>
}

/** The statuses, from those that need somebody to those that are over. */
const statuses = {
  requires_payment: true,
  authenticating: true,
  processing: true,
  authorized: true,
  succeeded: true,
  declined: true,
  failed: true,
  partially_captured: true,
  partially_refunded: true,
  refunded: true,
  canceled: true,
  expired: true,
  voided: true
} satisfies Record<Exclude<PaymentStatus, "created">, true>

const declineCodes = {
  insufficient_funds: true,
  card_declined: true,
  do_not_honor: true,
  expired_card: true,
  invalid_card: true,
  incorrect_cvc: true,
  limit_exceeded: true,
  authentication_required: true,
  authentication_failed: true,
  currency_not_supported: true,
  issuer_unavailable: true,
  processing_error: true,
  no_route: true,
  method_unavailable: true
} satisfies Record<DeclineCode, true>

/** The usual methods. A link may name others, because each provider has its own. */
const methods = ["card", "apple_pay", "google_pay", "sepa_debit", "bancontact", "ideal", "paypal"]

const brands = ["visa", "mastercard", "amex", "diners", "discover", "jcb", "unionpay"]

/** Returns all filters, with the accounts of the merchant. */
export const filtersOf = (
  accounts: ReadonlyArray<{ readonly id: string; readonly name: string }>,
  label: (code: string) => string
): ReadonlyArray<Filter> => {
  const many = (name: string, title: string, codes: ReadonlyArray<string>): Filter => ({
    ...{ name, label: title, kind: "many" },
    choices: codes.map((code) => [code, label(code)] as const)
  })
  return [
    { name: "from", label: "From", kind: "date" },
    { name: "to", label: "To", kind: "date" },
    many("status", "Status", Object.keys(statuses)),
    many("declineCode", "Decline", Object.keys(declineCodes)),
    { name: "amount", label: "Amount", kind: "text", hint: "12.50" },
    { name: "currency", label: "Currency", kind: "text", hint: "EUR, USD" },
    many("method", "Method", methods),
    many("brand", "Brand", brands),
    { name: "last4", label: "Last four", kind: "text", hint: "4242" },
    {
      name: "mid",
      label: "Account",
      kind: "many",
      choices: accounts.map(({ id, name }) => [id, name] as const)
    },
    { name: "customer", label: "Customer", kind: "text", hint: "customer_…" },
    { name: "metadata", label: "Metadata", kind: "text", hint: "order=1234" }
  ]
}

/** Returns the query of the server for the filters of an address. Days are the person's own. */
export const serverQuery = (filters: URLSearchParams): URLSearchParams => {
  const query = new URLSearchParams()
  for (const [name, value] of filters) {
    if (value === "") continue
    if (name === "from") query.set("createdGte", `${new Date(`${value}T00:00`).getTime()}`)
    else if (name === "to")
      query.set("createdLte", `${new Date(`${value}T23:59:59.999`).getTime()}`)
    else if (name === "amount") {
      const minor = minorOf(value, currenciesOf(filters)[0] ?? "")
      if (minor !== null) query.set("amount", minor)
    } else if (name !== "currency") query.append(name, value)
  }
  for (const currency of currenciesOf(filters)) query.append("currency", currency)
  return query
}

const currenciesOf = (filters: URLSearchParams): ReadonlyArray<string> =>
  (filters.get("currency") ?? "")
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((code) => code !== "")

/** Returns filters with all values of one of them changed. No value removes it. */
export const withFilter = (
  filters: URLSearchParams,
  name: string,
  values: ReadonlyArray<string>
): URLSearchParams => {
  const next = new URLSearchParams(filters)
  next.delete(name)
  for (const value of values) if (value !== "") next.append(name, value)
  return next
}

/** Returns filters with the dates of a period. */
export const withPeriod = (filters: URLSearchParams, { from, to }: Period): URLSearchParams =>
  withFilter(withFilter(filters, "from", [from]), "to", [to])

/** Returns the path of the list with filters. */
export const listPath = (filters: URLSearchParams): string => {
  const query = filters.toString()
  return query === "" ? "/payments" : `/payments?${query}`
}
