import type { CustomerPortal, Merchant } from "@payloom/core"
import { type Check, chooseInput } from "./Check.ts"
import { bothWays, type PagedList, type ReadPage } from "./checkCursors.ts"
import { answerTo, sendTo } from "./libraryCalls.ts"

type List = (...input: never) => Promise<{ readonly nextCursor: string | null }>

/** The names of the operations of a service that return pages. */
type ListsOf<Service> = {
  readonly [Name in keyof Service]: Service[Name] extends List ? Name : never
}[keyof Service]

type MerchantList = {
  readonly [Service in keyof Merchant]: `${Service}.${ListsOf<Merchant[Service]> & string}`
}[keyof Merchant]

type PortalList = `portal.${ListsOf<CustomerPortal<"promise">> & string}`

const forward = ["startingAfter"] as const

/** A list that is returned in one page. It takes no cursor. */
const onePage = [] as const

/** All operations that return pages. A new one doesn't compile until it is here. */
const lists: Readonly<Record<MerchantList | PortalList, PagedList["directions"]>> = {
  "alerts.list": forward,
  "audit.list": forward,
  "checkout.list": forward,
  "customers.list": forward,
  "disputes.list": bothWays,
  "events.list": bothWays,
  "imports.list": forward,
  "imports.objects": forward,
  "ledger.statement": forward,
  "notifications.list": bothWays,
  "paymentInstruments.list": forward,
  "payments.list": bothWays,
  "payments.listAttempts": bothWays,
  "payments.listRefunds": onePage,
  "plans.list": forward,
  "portal.listInstruments": forward,
  "portal.listReceipts": forward,
  "portal.listSubscriptions": forward,
  "reporting.payments": forward,
  "subscriptions.list": forward,
  "subscriptions.listCycles": bothWays,
  "templates.list": forward,
  "webhooks.deliveries": bothWays,
  "webhooks.list": onePage
}

/** Returns the lists of the library. */
export const libraryLists = (check: Check): ReadonlyArray<PagedList> =>
  Object.entries(lists).map(([name, directions]) => ({
    name,
    directions,
    open: (tenant) => openList(check, name, tenant)
  }))

/** Returns the list without filters, and with the filters that a history would choose. */
const openList = async (
  check: Check,
  name: string,
  tenant: number
): Promise<ReadonlyArray<ReadPage>> => {
  const input = await chooseInput(check, name, tenant)
  const account = check.ground.tenants[tenant]
  if (input === null || account === undefined) return []
  const ids = input.filter((part) => typeof part === "string")
  const filters = input.find((part) => typeof part === "object") ?? {}
  return [{}, filters].map(
    (chosen): ReadPage =>
      (position) => {
        const query = { ...Object(chosen), limit: 1, ...position }
        const instead = Object.fromEntries(
          Object.values(position).map((cursor) => [cursor, "CURSOR"])
        )
        return answerTo(check, () => sendTo(check, name, account)(...ids, query), instead)
      }
  )
}
