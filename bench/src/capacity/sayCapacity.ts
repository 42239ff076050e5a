import type { PaymentCost, PaymentKind } from "./measureCapacity.ts"
import type { TableSize } from "./storeSizes.ts"

/** Tables whose rows the engine deletes by itself, and the days after which it does. */
const keptDays: Readonly<Record<string, number>> = {
  idempotency_records: 2,
  notifications: 2,
  portal_sessions: 2,
  webhook_deliveries: 30
}

/** Adds up the rows and bytes of tables. */
const total = (
  tables: ReadonlyMap<string, TableSize>,
  isCounted: (name: string) => boolean
): TableSize => {
  let rows = 0
  let bytes = 0
  for (const [name, size] of tables) {
    if (!isCounted(name)) continue
    rows += size.rows
    bytes += size.bytes
  }
  return { rows, bytes }
}

const isKept = (name: string) => !Object.hasOwn(keptDays, name)

const aligned = (value: number): string => String(value).padStart(8)

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

/** Returns the figures of a kind for a script. */
const figuresOf = ({ tables, commits, cpuUs }: PaymentCost) => {
  const kept = total(tables, isKept)
  const all = total(tables, () => true)
  return {
    rows: rounded(all.rows, 1),
    bytes: Math.round(all.bytes),
    keptRows: rounded(kept.rows, 1),
    keptBytes: Math.round(kept.bytes),
    commits: rounded(commits, 1),
    cpuUs: Math.round(cpuUs),
    tables: Object.fromEntries(
      [...tables].map(([name, { rows, bytes }]) => [
        name,
        { rows: rounded(rows, 1), bytes: Math.round(bytes) }
      ])
    )
  }
}

/**
 * Prints the cost of a payment of each kind: as tables, or as a line of JSON if `--json` is given.
 */
export const sayCapacity = (costs: ReadonlyMap<PaymentKind, PaymentCost>): void => {
  const figures = Object.fromEntries(
    [...costs].map(([kind, cost]) => [kind, figuresOf(cost)] as const)
  )
  if (process.argv.includes("--json")) {
    process.stdout.write(`${JSON.stringify(figures)}\n`)
    return
  }
  for (const [kind, cost] of Object.entries(figures)) {
    const { rows, bytes, keptRows, keptBytes, commits, cpuUs, tables } = cost
    const lines = [
      `${kind}: ${rows} rows and ${bytes} bytes, of which ${keptRows} and ${keptBytes} are kept`,
      `  ${commits} commits, ${cpuUs} us of processor time`,
      ...Object.entries(tables).map(
        ([name, size]) =>
          `  ${name.padEnd(24)}${aligned(size.rows)} rows${aligned(size.bytes)} bytes`
      )
    ]
    process.stdout.write(`${lines.join("\n")}\n`)
  }
}
