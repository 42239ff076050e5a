import type { Asset } from "@payloom/example-kit/bundle"
import { type Html, page } from "@payloom/example-kit/page"

/** Returns a page of the shop. */
export const layout = (style: Asset, title: string, body: Html) => page({ title, style, body })

/** Formats an amount in a currency with a hundred minor units. */
export const price = ({
  amount,
  currency
}: {
  readonly amount: string | bigint
  readonly currency: string
}): string =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(Number(amount) / 100)

const days = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" })
const minutes = new Intl.DateTimeFormat("en", {
  dateStyle: "medium",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "UTC"
})

/** Formats a date in UTC. */
export const dayOf = (moment: number): string => days.format(moment)

/** Formats a date with its time of day in UTC. */
export const minuteOf = (moment: number): string => minutes.format(moment)
