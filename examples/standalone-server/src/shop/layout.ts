import type { Asset } from "@payloom/example-kit/bundle"
import { html } from "hono/html"

/** A piece of a page. */
export type Html = ReturnType<typeof html>

/** A page of the shop's. */
export const layout = (style: Asset, title: string, body: Html) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}" integrity="${style.hash}">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

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
