import type { ConsoleOnStore } from "./openConsoleOn.ts"

/** A request that a page of the console makes first. */
export interface ConsolePage {
  readonly name: string
  /** The address below the console's base path. */
  readonly address: string
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

interface Answer {
  readonly data: ReadonlyArray<Row>
  readonly nextCursor: string | null
}

const dayMs = 86_400_000

/** Returns all pages of the console, with ids and filters of a store. */
export const consolePages = async (
  console: ConsoleOnStore,
  now: number
): Promise<ReadonlyArray<ConsolePage>> => {
  const { data } = console
  const read = async (path: string): Promise<Answer> => {
    const response = await console.get(`${data}${path}`)
    const answer = (await response.json()) as Partial<Answer>
    return { data: [], nextCursor: null, ...answer }
  }
  const page = (name: string, path: string): ConsolePage => ({ name, address: `${data}${path}` })
  return [
    { name: "the frame", address: "/api/me" },
    ...[1, 7, 30, 90].map((days) => page(`home, ${days} days`, `/home?days=${days}`)),
    ...(await paymentLists(read, now)).map(([name, path]) => page(name, path)),
    ...(await searches(read)).map(([name, text]) =>
      page(`search: ${name}`, `/search?text=${encodeURIComponent(text)}`)
    ),
    ...(await listsAndThings(read)).map(([name, path]) => page(name, path))
  ]
}

type Read = (path: string) => Promise<Answer>
type Named = ReadonlyArray<readonly [name: string, path: string]>

const textOf = (row: Row | undefined, field: string): string => `${row?.[field] ?? ""}`

/** The list of payments: each filter, pairs that never meet, the second page, and an export. */
const paymentLists = async (read: Read, now: number): Promise<Named> => {
  const first = await read("/payments")
  const known = first.data.find(({ customer, last4 }) => customer !== null && last4 !== null)
  const month = monthBefore(now)
  const alone: ReadonlyArray<readonly [string, string]> = [
    ["status", "succeeded"],
    ["status", "voided"],
    ["status", "requires_payment"],
    ["currency", "JPY"],
    ["method", "card"],
    ["brand", "amex"],
    ["last4", textOf(known, "last4")],
    ["mid", textOf(known, "mid")],
    ["declineCode", "insufficient_funds"],
    ["customer", textOf(known, "customer")],
    ["amount", textOf(known, "amount")],
    ["metadata", "channel=phone"],
    ["metadata", "order=nothing"],
    ["createdGte", `${month.from}`],
    ["createdLte", `${now - 200 * dayMs}`]
  ]
  const never = [
    "status=voided&declineCode=insufficient_funds",
    "status=succeeded&declineCode=expired_card",
    "brand=amex&metadata=channel%3Dphone&last4=0000&amount=1",
    `last4=${textOf(known, "last4")}&amount=1`,
    `last4=${textOf(known, "last4")}&status=voided`,
    "amount=999&status=voided",
    "amount=999&last4=0001&currency=GBP",
    "metadata=channel%3Dphone&status=voided",
    "metadata=channel%3Dphone&amount=1",
    `customer=${textOf(known, "customer")}&status=voided`,
    `status=voided&createdGte=${now - 200 * dayMs}&createdLte=${now - 199 * dayMs}`
  ]
  const cursor = encodeURIComponent(first.nextCursor ?? "")
  return [
    ["payments", "/payments"],
    ["payments, page 2", `/payments?startingAfter=${cursor}`],
    ...alone.map(
      ([name, value]) =>
        [`payments, ${name}=${value}`, `/payments?${name}=${encodeURIComponent(value)}`] as const
    ),
    ...never.map((query) => [`payments, ${query}`, `/payments?${query}`] as const),
    ["export of a month", `/payments.csv?createdGte=${month.from}&createdLte=${month.to}`]
  ]
}

const monthBefore = (now: number) => {
  const date = new Date(now)
  const start = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)
  return { from: start(1), to: start(0) - 1 }
}

const searches = async (read: Read): Promise<Named> => {
  const { data } = await read("/payments")
  const payment = data.find(({ customer }) => customer !== null)
  const customers = await read("/customers")
  return [
    ["an id", textOf(payment, "id")],
    ["a reference", "pi_no_such_reference"],
    ["an email address", textOf(customers.data[0], "email")],
    ["metadata", "order-1234-1"],
    ["last four digits", textOf(payment, "last4")],
    ["an amount", "9.99 EUR"],
    ["digits", "999"],
    ["nothing", "there is no such thing"]
  ]
}

const listsAndThings = async (read: Read): Promise<Named> => {
  const firstOf = async (path: string) => textOf((await read(path)).data[0], "id")
  const [succeeded, declined, refunded] = await Promise.all(
    ["succeeded", "declined", "refunded"].map((status) => firstOf(`/payments?status=${status}`))
  )
  const subscription = await firstOf("/subscriptions")
  const dispute = await firstOf("/disputes?show=open")
  const customer = await firstOf("/customers")
  const deliveries = await read("/webhooks")
  const delivery = textOf(deliveries.data[0], "id")
  const endpoint = textOf(deliveries.data[0], "endpoint")
  const mid = textOf((await read(`/payments?status=succeeded`)).data[0], "mid")
  const things: Named = [
    ["a payment", `/payments/${succeeded}`],
    ["a declined payment", `/payments/${declined}`],
    ["a refunded payment", `/payments/${refunded}`],
    ["a subscription", `/subscriptions/${subscription}`],
    ["a dispute", `/disputes/${dispute}`],
    ["a customer", `/customers/${customer}`],
    ["a delivery", `/webhooks/${delivery}`],
    ["a payout", "/ledger/payouts/payout-none"]
  ]
  const accounts = [
    "merchant_payable",
    "refunds",
    "disputes_held",
    ...["provider_receivable", "settled_cash", "provider_fees"].map((kind) => `${kind}:${mid}`)
  ]
  const shown = (path: string, name: string, values: ReadonlyArray<string>): Named =>
    values.map((value) => [
      value === "" ? path.slice(1) : `${path.slice(1)}, ${name}=${value}`,
      value === "" ? path : `${path}?${name}=${value}`
    ])
  return [
    ...things.filter(([, path]) => !path.endsWith("/")),
    ...shown("/subscriptions", "status", ["", "active", "canceled", "past_due", "paused"]),
    ...shown("/disputes", "show", ["", "open", "closed"]),
    ...shown("/customers", "text", ["", "nobody@shop.example"]),
    ...shown("/webhooks", "show", ["", "failing", "failed", "pending", "delivered"]),
    ...(endpoint === ""
      ? []
      : shown("/webhooks", "show", ["failing", "failed", "pending"]).map(
          ([name, path]) => [`${name} of an endpoint`, `${path}&endpoint=${endpoint}`] as const
        )),
    ...shown("/sessions", "status", ["", "created", "expired"]),
    ...shown("/ledger", "days", ["7", "30", "90"]),
    ...accounts.map(
      (account) => [`statement of ${account.split(":")[0]}`, statement(account)] as const
    ),
    ...shown("/jobs", "show", ["", "due", "late"]),
    ...shown("/alerts", "state", ["", "taken", "resolved"]),
    ...["/plans", "/routing", "/keys", "/consumers", "/audit"].map(
      (path) => [path.slice(1), path] as const
    )
  ]
}

const statement = (account: string) => `/ledger/accounts/${encodeURIComponent(account)}`
