import type { SearchAnswer } from "../../rooms/search/SearchHit.ts"
import type { Wire } from "../../Wire.ts"
import { money } from "../format/money.ts"
import { words } from "../format/words.ts"
import { pathOfId } from "./paths.ts"

type Hit = Wire<SearchAnswer>["hits"][number]

/** A thing that a search found, as the list of hits shows it. */
export interface ShownHit {
  /** The kind of thing, such as `Payment`. */
  readonly kind: string
  readonly title: string
  readonly detail: string
  /** The path of the page that shows it. */
  readonly to: string
}

/** Returns the hits that have a page. */
export const shownHits = (hits: ReadonlyArray<Hit>): ReadonlyArray<ShownHit> =>
  hits.flatMap((hit) => {
    const to = pathOf(hit)
    return to === null ? [] : [{ kind: words(hit.object), ...textsOf(hit), to }]
  })

/** The pages of things that have no room of their own, or a list only. */
const pathsOfObjects: Readonly<Record<string, (id: string) => string>> = {
  webhook_delivery: (id) => `/webhooks/${id}`,
  webhook_endpoint: (id) => `/webhooks?endpoint=${id}`,
  mid: (id) => `/payments?mid=${id}`,
  api_key: () => "/keys"
}

const pathOf = ({ object, id, payment, customer }: Hit): string | null => {
  const own = pathOfId(id) ?? pathsOfObjects[object]?.(id)
  if (own !== undefined) return own
  if (payment !== null) return `/payments/${payment.id}`
  return customer === null ? null : `/customers/${customer.id}`
}

const textsOf = ({ object, id, payment, customer }: Hit): Pick<ShownHit, "title" | "detail"> => {
  if (object === "customer" && customer !== null) {
    const { name, email } = customer
    return { title: name ?? email ?? id, detail: name === null ? "" : (email ?? "") }
  }
  if (payment === null) return { title: id, detail: customer?.name ?? customer?.email ?? "" }
  const { amount, currency, status, last4, created } = payment
  const day = new Date(created).toLocaleDateString()
  const card = last4 === null ? [] : [`•••• ${last4}`]
  return {
    title: object === "payment" ? money(amount, currency) : id,
    detail: [words(status), ...card, day].join(" · ")
  }
}
