import type { Bare } from "./bare/chargeBare.ts"
import type { ProviderFigures } from "./figures.ts"
import type { Sums } from "./money.ts"
import type { Survived } from "./survive.ts"

/** The result of the example. */
export interface Result extends Survived {
  /** The same payments by hyperswitch-prism alone. Null without the library. */
  readonly bare: Bare | null
  readonly seconds: number
}

/** Returns the result as a text for people. */
export const textOf = ({ bare, ...result }: Result): string =>
  [
    summaryOf(result),
    tableOf(Object.entries(result.providers)),
    ...(bare === null ? [] : [bareText(bare)])
  ].join("\n\n")

const summaryOf = ({
  payments,
  kills,
  seconds,
  unanswered,
  audit
}: Omit<Result, "bare">): string => {
  const { differences, chargedTwice, cascaded, ours, theirs, findings } = audit
  return [
    `${payments} payments in ${seconds} seconds. Killed servers: ${kills}`,
    `${cascaded} payments tried a second account, ${unanswered} requests got no answer`,
    `Differences between our books and the providers': ${differences}`,
    `Payments charged twice: ${chargedTwice}`,
    `Captured in our books:         ${moneyIn(ours.captured)}`,
    `Captured in the providers':    ${moneyIn(theirs.captured)}`,
    ...findings.map((finding) => `! ${finding}`)
  ].join("\n")
}

const moneyIn = (sums: Sums): string => {
  const texts = Object.entries(sums)
    .toSorted()
    .map(([currency, amount]) => major(amount, currency))
  return texts.length === 0 ? "-" : texts.join(", ")
}

/** Writes an amount of minor units with its currency, such as `1,234.50 EUR`. */
const major = (amount: string, currency: string): string => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2
  const plain = new Intl.NumberFormat("en", { minimumFractionDigits: decimals })
  return `${plain.format(Number(amount) / 10 ** decimals)} ${currency}`
}

const tableOf = (providers: ReadonlyArray<readonly [string, ProviderFigures]>): string => {
  const lines = providers.map(([name, { attempts, charges, captured, refunded, faults }]) => [
    name,
    attempts,
    charges,
    Object.values(faults).reduce((sum, count) => sum + count, 0),
    moneyIn(captured),
    moneyIn(refunded)
  ])
  return aligned([["", "attempts", "charges", "faults", "captured", "refunded"], ...lines])
}

const bareText = ({ payments, chargedTwice, takenTwice, failedButCharged, providers }: Bare) => {
  const lines = Object.entries(providers).map(([name, each]) => [
    name,
    each.charges,
    each.chargedTwice,
    moneyIn(each.takenTwice)
  ])
  return [
    `The same orders by hyperswitch-prism alone: ${payments} payments, ${chargedTwice} of them ` +
      `charged twice, ${failedButCharged} charged and given up as failed`,
    `Taken twice: ${moneyIn(takenTwice)}`,
    "",
    aligned([["", "charges", "charged twice", "taken twice"], ...lines])
  ].join("\n")
}

const aligned = (rows: ReadonlyArray<ReadonlyArray<string | number>>): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => String(row[column] ?? "").length))
  )
  const lineOf = (row: ReadonlyArray<string | number>): string =>
    row.map((cell, column) => String(cell).padEnd(widths[column] ?? 0)).join("  ")
  return rows.map((row) => lineOf(row).trimEnd()).join("\n")
}
