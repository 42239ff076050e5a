import type { Asset } from "@payloom/example-kit/bundle"
import { type Html, page } from "@payloom/example-kit/page"

/** A page of the shop's. */
export const layout = (style: Asset, title: string, body: Html) => page({ title, style, body })

/** An amount of minor units, of a currency that has a hundred of them. */
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

/** The date of a moment, in UTC. */
export const dayOf = (moment: number): string => days.format(moment)

/** The same with its time of day. */
export const minuteOf = (moment: number): string => minutes.format(moment)
