import type { ImportPage } from "@payloom/core"
import { byExternalId, type ImportSession, positionOf, writeBy } from "./ImportSession.ts"
import { chargeInput, customerInput, defaultCardOf, disputeInput, planInput } from "./objects.ts"
import { type ReadSubscription, readSubscription } from "./readSubscription.ts"
import { type ListName, pagesOf, type StripeLists } from "./StripeReader.ts"

/** The lists in the order in which they are copied. Subscriptions need their prices. */
const lists = ["prices", "subscriptions", "customers", "charges", "disputes"] as const

/** The numbers of objects that a run has read, by list. */
export type CopyCounts = Readonly<Record<ListName, number>>

/**
 * Copies an account: prices, subscriptions with their customers and cards, other customers with
 * their default cards, payments of the last 90 days and open disputes. It continues where an
 * earlier run was stopped. Nothing is frozen, and Stripe bills as before.
 */
export const copyAccount = async (session: ImportSession): Promise<CopyCounts> => {
  const pendingItems = await session.reader.pendingItems()
  const counts = { prices: 0, subscriptions: 0, customers: 0, charges: 0, disputes: 0 }
  // A run that was finished before begins again, to find new objects.
  const isFinished = lists.every((list) => session.run.positions[`copy/${list}`] === "done")
  for (const list of lists) {
    const name = `copy/${list}`
    if (!isFinished && session.run.positions[name] === "done") continue
    for await (const { data, at } of pagesOf(session.reader, list, positionOf(session, name))) {
      if (session.signal.aborted) return counts
      const page = pageInputs(session, pendingItems)[list](data as never)
      await session.imports.copy({ ...writeBy(session), position: { list: name, at }, ...page })
      counts[list] += data.length
      session.onProgress({ list, seen: counts[list] })
    }
  }
  return counts
}

type PageInput = Omit<ImportPage, "import" | "session" | "position">

const present = <A>(items: ReadonlyArray<A | null>): ReadonlyArray<A> =>
  items.filter((item) => item !== null)

const pageInputs = (
  session: ImportSession,
  pendingItems: ReadonlySet<string>
): { readonly [Name in ListName]: (data: ReadonlyArray<StripeLists[Name]>) => PageInput } => ({
  prices: (prices) => ({ plans: present(prices.map(planInput)) }),
  subscriptions: (subscriptions) =>
    pageOfSubscriptions(
      subscriptions.map((each) =>
        readSubscription(each, {
          importId: session.run.id,
          now: session.now(),
          marginMs: session.marginMs,
          pendingItems
        })
      )
    ),
  customers: (customers) => ({
    customers: customers.map(customerInput),
    cards: present(customers.map(defaultCardOf))
  }),
  charges: (charges) => ({ history: present(charges.map(chargeInput)) }),
  disputes: (disputes) => ({ history: present(disputes.map(disputeInput)) })
})

/** Returns subscriptions with everything that they need, as a page for core. */
export const pageOfSubscriptions = (read: ReadonlyArray<ReadSubscription>): PageInput => ({
  plans: present(read.map(({ plan }) => plan)),
  customers: present(read.map(({ customer }) => customer)),
  cards: present(read.map(({ card }) => card)),
  subscriptions: read.map(({ input }) => input)
})

/** Notes the subscriptions of a page as they are now, without a position. */
export const noteSubscriptions = async (
  session: ImportSession,
  read: ReadonlyArray<ReadSubscription>
) => {
  const subscriptions = read.map(({ input }) => input)
  return byExternalId(await session.imports.copy({ ...writeBy(session), subscriptions }))
}
