import type Stripe from "stripe"

/** A page of a list of Stripe's, newest first. */
export interface StripePage<A> {
  readonly data: ReadonlyArray<A>
  readonly has_more: boolean
}

/** The lists that an import walks. */
export interface StripeLists {
  readonly prices: Stripe.Price
  readonly customers: Stripe.Customer
  readonly subscriptions: Stripe.Subscription
  readonly charges: Stripe.Charge
  readonly disputes: Stripe.Dispute
}

/** The name of a list. */
export type ListName = keyof StripeLists

/** A way to read an account at Stripe: its API, or files that were exported from it. */
export interface StripeReader {
  /** Returns the name of the account. */
  readonly account: () => Promise<string>
  /** Returns a page of a list, after the object with an id. */
  readonly page: <Name extends ListName>(
    list: Name,
    after: string | null
  ) => Promise<StripePage<StripeLists[Name]>>
  /** Returns the customers and subscriptions with items that wait for the next invoice. */
  readonly pendingItems: () => Promise<ReadonlySet<string>>
}

/** Iterates over the pages of a list, from a position. */
export async function* pagesOf<Name extends ListName>(
  reader: StripeReader,
  list: Name,
  from: string | null
): AsyncGenerator<{
  readonly data: ReadonlyArray<StripeLists[Name]>
  /** The position after the page. `done` after the last one. */
  readonly at: string
}> {
  let after = from
  for (;;) {
    const { data, has_more } = await pageAfter(reader, list, after)
    const last = data.at(-1)?.id ?? null
    const isDone = !has_more || last === null
    yield { data, at: isDone ? done : last }
    if (isDone) return
    after = last
  }
}

/** The position after the last page. */
const done = "done"

/** The object at a position may be deleted meanwhile. Then the walk begins again. */
const pageAfter = async <Name extends ListName>(
  reader: StripeReader,
  list: Name,
  after: string | null
): Promise<StripePage<StripeLists[Name]>> => {
  try {
    return await reader.page(list, after)
  } catch (error) {
    const { code } = Object(error) as { readonly code?: unknown }
    if (after !== null && code === "resource_missing") return reader.page(list, null)
    throw error
  }
}
