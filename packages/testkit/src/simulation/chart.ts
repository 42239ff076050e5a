import type { SubscriptionStatus } from "@payloom/core"
import type { MonthFigures } from "./figures.ts"
import { formatMoney } from "./timeline.ts"

const width = 960
const left = 90
const right = 150
const panel = 210
const top = 50
const between = 70

const statusColors: Readonly<Record<SubscriptionStatus, string>> = {
  pending_first_payment: "#b8b8b8",
  trialing: "#7fb7e6",
  active: "#3a9d6e",
  past_due: "#e6a23c",
  paused: "#9a86c9",
  canceled: "#8c8c8c",
  expired: "#c9c9c9",
  terminated: "#c0504d"
}

const moneyColors = { revenue: "#3a9d6e", recovered: "#7fb7e6", lost: "#c0504d" } as const

interface Part {
  readonly name: string
  readonly color: string
  readonly value: number
}

/**
 * Draws the months as an SVG document. One panel shows the subscriptions by status. The panel
 * below shows the amounts paid, recovered and lost, in the currency with the highest revenue.
 */
export const chartOf = (months: ReadonlyArray<MonthFigures>): string => {
  const currency = mainCurrency(months)
  const standing = months.map(({ byStatus }) =>
    Object.entries(statusColors).map(
      ([name, color]): Part => ({
        name,
        color,
        value: byStatus[name as SubscriptionStatus] ?? 0
      })
    )
  )
  const money = months.map((figures) =>
    Object.entries(moneyColors).map(
      ([name, color]): Part => ({
        name,
        color,
        value: Number(figures[name as keyof typeof moneyColors][currency] ?? 0n)
      })
    )
  )
  const names = months.map(({ month }) => month)
  const second = top + panel + between
  const height = second + panel + 60
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"`,
    ` font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    title("Subscriptions at the end of each month", top),
    stacked(standing, names, top, String),
    title(`Paid, recovered and lost by month, in ${currency}`, second),
    grouped(money, names, second, (value) => formatMoney(BigInt(Math.round(value)), currency)),
    "</svg>"
  ].join("")
}

const mainCurrency = (months: ReadonlyArray<MonthFigures>): string => {
  const sums = new Map<string, bigint>()
  for (const { revenue } of months) {
    for (const [currency, sum] of Object.entries(revenue)) {
      sums.set(currency, (sums.get(currency) ?? 0n) + sum)
    }
  }
  const [most] = [...sums].toSorted(([, one], [, other]) => (other > one ? 1 : -1))
  return most?.[0] ?? "EUR"
}

const title = (text: string, y: number): string =>
  `<text x="${left}" y="${y - 16}" font-size="15" font-weight="600">${text}</text>`

const at = (place: number, count: number): number =>
  left + (place * (width - left - right)) / Math.max(count, 1)

const stacked = (
  bars: ReadonlyArray<ReadonlyArray<Part>>,
  names: ReadonlyArray<string>,
  y: number,
  label: (value: number) => string
): string => {
  const sums = bars.map((parts) => parts.reduce((sum, part) => sum + part.value, 0))
  const most = roundUp(Math.max(...sums, 1))
  const room = at(1, bars.length) - at(0, bars.length)
  const drawn = bars.flatMap((parts, place) => {
    let base = 0
    return parts.map(({ color, value }) => {
      base += value
      return rect(
        at(place, bars.length),
        room * 0.9,
        (base / most) * panel,
        (value / most) * panel,
        y,
        color
      )
    })
  })
  return frame(drawn, bars, names, most, y, label)
}

const grouped = (
  bars: ReadonlyArray<ReadonlyArray<Part>>,
  names: ReadonlyArray<string>,
  y: number,
  label: (value: number) => string
): string => {
  const most = roundUp(Math.max(...bars.flatMap((parts) => parts.map(({ value }) => value)), 1))
  const room = (at(1, bars.length) - at(0, bars.length)) * 0.9
  const drawn = bars.flatMap((parts, place) =>
    parts.map(({ color, value }, nth) => {
      const x = at(place, bars.length) + (nth * room) / parts.length
      const tall = (value / most) * panel
      return rect(x, room / parts.length, tall, tall, y, color)
    })
  )
  return frame(drawn, bars, names, most, y, label)
}

/** Returns the next number that is easy to read and to halve. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([2, 4, 6, 8, 10].find((times) => times * power >= value) ?? 10) * power
}

/** Draws a bar with its upper edge at this height above the base of its panel. */
const rect = (x: number, wide: number, high: number, tall: number, y: number, color: string) =>
  tall === 0
    ? ""
    : `<rect x="${x.toFixed(1)}" y="${(y + panel - high).toFixed(1)}" width="${wide.toFixed(1)}" ` +
      `height="${tall.toFixed(1)}" fill="${color}"/>`

const frame = (
  drawn: ReadonlyArray<string>,
  bars: ReadonlyArray<ReadonlyArray<Part>>,
  names: ReadonlyArray<string>,
  most: number,
  y: number,
  label: (value: number) => string
): string => {
  const ground = y + panel
  const every = Math.ceil(names.length / 12)
  const ticks = [0, 0.5, 1].map((share) => {
    const line = ground - share * panel
    return (
      `<line x1="${left}" x2="${width - right}" y1="${line}" y2="${line}" stroke="#e0e0e0"/>` +
      `<text x="${left - 8}" y="${line + 4}" text-anchor="end">${label(most * share)}</text>`
    )
  })
  const months = names.flatMap((name, place) =>
    place % every === 0
      ? [`<text x="${at(place, names.length).toFixed(1)}" y="${ground + 18}">${name}</text>`]
      : []
  )
  const legend = used(bars).map(({ name, color }, nth) => {
    const [x, line] = [width - right + 16, y + nth * 20]
    return (
      `<rect x="${x}" y="${line}" width="12" height="12" fill="${color}"/>` +
      `<text x="${x + 18}" y="${line + 10}">${name.replaceAll("_", " ")}</text>`
    )
  })
  return [...ticks, ...drawn, ...months, ...legend].join("")
}

const used = (bars: ReadonlyArray<ReadonlyArray<Part>>): ReadonlyArray<Part> =>
  (bars[0] ?? []).filter(({ name }) =>
    bars.some((parts) => parts.some((part) => part.name === name && part.value > 0))
  )
