import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { measureCapacity } from "./capacity/measureCapacity.ts"
import { sayCapacity } from "./capacity/sayCapacity.ts"
import {
  type CellFigures,
  cellLines,
  cellMicroseconds,
  measureCells
} from "./cells/measureCells.ts"
import {
  measurePostgresCells,
  postgresCellLines,
  postgresCellMicroseconds
} from "./cells/measurePostgresCells.ts"
import { sayStoredCells } from "./cells/measureStoredCells.ts"
import { sayCells } from "./cells/sayCells.ts"
import { measureCharges } from "./charges.ts"
import { measureTabs, tabsLines, tabsMicroseconds } from "./console/measureTabs.ts"
import { measureConsuming } from "./consume.ts"
import { measureDeliveries } from "./deliveries.ts"
import { measureHttp } from "./http.ts"
import { httpLines, httpMicroseconds } from "./httpLines.ts"
import { measureLifecycles } from "./lifecycle.ts"
import { measurePoolers, poolerLines, poolerMicroseconds } from "./postgres/measurePoolers.ts"
import { measurePostgres } from "./postgres/measurePostgres.ts"
import { postgresLines, postgresMicroseconds } from "./postgres/postgresLines.ts"
import {
  measurePrism,
  type PrismComparison,
  prismLines,
  prismMicroseconds
} from "./prismCharges.ts"
import { measureRenewals } from "./renewals.ts"
import { type Line, say } from "./report.ts"
import { measureReports, type ReportTimes } from "./reports/measureReports.ts"
import { measureReportedCharges } from "./reports/reportedCharges.ts"
import {
  reportedLine,
  reportedMicroseconds,
  reportLines,
  reportMicroseconds
} from "./reports/reportLines.ts"
import type { Comparison } from "./rounds.ts"
import { measureStored } from "./stored.ts"
import { measureTraced, type TracedComparison, tracedLines, tracedMicroseconds } from "./traced.ts"

interface Measured {
  readonly charges: Awaited<ReturnType<typeof measureCharges>>
  readonly lifecycles: Awaited<ReturnType<typeof measureLifecycles>>
  readonly http: Awaited<ReturnType<typeof measureHttp>>
  readonly stored: Awaited<ReturnType<typeof measureStored>>
  readonly renewals: Awaited<ReturnType<typeof measureRenewals>>
  readonly deliveries: Comparison
  readonly consuming: Comparison
  readonly traced: TracedComparison
  readonly reported: Comparison
  readonly reports: ReportTimes
  readonly prism: PrismComparison | null
  readonly cells: CellFigures
}

const run = async (folder: string): Promise<Measured> => ({
  charges: await measureCharges(folder),
  lifecycles: await measureLifecycles(folder),
  http: await measureHttp(folder),
  stored: await measureStored(folder),
  renewals: await measureRenewals(folder),
  deliveries: await measureDeliveries(folder),
  consuming: await measureConsuming(folder),
  traced: await measureTraced(folder),
  reported: await measureReportedCharges(folder),
  reports: await measureReports(join(folder, "reports.db")),
  prism: await measurePrism(),
  cells: await measureCells(folder)
})

const linesOf = ({
  charges,
  lifecycles,
  http,
  stored,
  renewals,
  traced,
  prism,
  reported,
  reports,
  cells,
  ...events
}: Measured): ReadonlyArray<Line> => [
  {
    name: "create_payment_sqlite",
    value: charges.alone.ratio,
    bound: ">= 0.7",
    meaning: "rate of one caller, compared with the raw driver: same rows, two FULL commits"
  },
  {
    name: "create_payment_sqlite_32",
    value: charges.with32.ratio,
    bound: ">= 1.5",
    meaning: "rate of 32 callers, compared with the same raw driver"
  },
  {
    name: "lifecycle_sqlite",
    value: lifecycles.alone.ratio,
    bound: ">= 0.6",
    meaning: "rate of one caller's authorization, capture and refund, compared with the raw driver"
  },
  {
    name: "lifecycle_sqlite_16",
    value: lifecycles.with16.ratio,
    bound: ">= 1.2",
    meaning: "rate of 16 callers, compared with the same raw driver"
  },
  ...httpLines(http),
  {
    name: "confirm_card_sqlite",
    value: charges.confirm.ratio,
    bound: "",
    meaning: "rate of one payer's confirms, compared with the raw driver: same rows, same commits"
  },
  {
    name: "list_rare_status",
    value: 1 / stored.list.ratio,
    bound: "<= 2",
    meaning: "cost with 200,000 payments, compared with 10,000"
  },
  {
    name: "create_at_200k",
    value: stored.create.ratio,
    bound: ">= 0.8",
    meaning: "rate with 200,000 payments, compared with 10,000"
  },
  { name: "rss_at_200k", value: stored.rssMiB, bound: "<= 300", meaning: "MiB of a busy process" },
  ...ledgerLines(stored.ledger),
  ...renewalLines(renewals),
  ...eventLines(events),
  reportedLine(reported),
  ...reportLines(reports),
  ...tracedLines(traced),
  ...cellLines(cells),
  ...(prism === null ? [] : prismLines(prism))
]

const ledgerLines = ({
  trialBalance,
  statement,
  reconcile
}: Measured["stored"]["ledger"]): ReadonlyArray<Line> => [
  {
    name: "trial_balance_200k",
    value: 1 / trialBalance.ratio,
    bound: "<= 2",
    meaning: "cost of all balances with 200,000 payments, compared with 10,000"
  },
  {
    name: "statement_200k",
    value: 1 / statement.ratio,
    bound: "<= 2",
    meaning: "the same for first pages of statements: shared, MID's and rare accounts"
  },
  {
    name: "reconcile_200k",
    value: 1 / reconcile.ratio,
    bound: "<= 2",
    meaning: "the same for reconciling a day's report of 480 rows"
  }
]

const renewalLines = ({ alone, stored }: Measured["renewals"]): ReadonlyArray<Line> => [
  {
    name: "renewal_sqlite",
    value: alone.ratio,
    bound: ">= 0.5",
    meaning: "rate of renewals, compared with the raw driver: same rows, same commits"
  },
  {
    name: "renewals_at_200k",
    value: 1 / stored.ratio,
    bound: "<= 1.3",
    meaning: "cost with 200,000 subscriptions, compared with 10,000"
  }
]

const eventLines = ({
  deliveries,
  consuming
}: Pick<Measured, "deliveries" | "consuming">): ReadonlyArray<Line> => [
  {
    name: "deliveries_32",
    value: deliveries.ratio,
    bound: ">= 0.5",
    meaning: "rate of webhooks, 32 in flight, compared with the raw driver and a bare client"
  },
  {
    name: "consume",
    value: consuming.ratio,
    bound: ">= 0.5",
    meaning: "rate of events to a consumer, compared with the raw driver: same rows and batches"
  }
]

const microsecondsOf = ({
  charges,
  lifecycles,
  http,
  stored,
  renewals,
  deliveries,
  consuming,
  traced,
  reported,
  reports,
  prism,
  cells
}: Measured) => ({
  raw_charge_us: charges.alone.reference,
  create_payment_sqlite_us: charges.alone.subject,
  create_payment_sqlite_32_us: charges.with32.subject,
  raw_lifecycle_us: lifecycles.alone.reference,
  lifecycle_sqlite_us: lifecycles.alone.subject,
  lifecycle_sqlite_16_us: lifecycles.with16.subject,
  ...httpMicroseconds(http),
  confirm_card_sqlite_us: charges.confirm.subject,
  raw_confirm_us: charges.confirm.reference,
  list_rare_status_at_200k_us: stored.list.subject,
  list_rare_status_at_10k_us: stored.list.reference,
  create_at_200k_us: stored.create.subject,
  create_at_10k_us: stored.create.reference,
  trial_balance_at_200k_us: stored.ledger.trialBalance.subject,
  trial_balance_at_10k_us: stored.ledger.trialBalance.reference,
  statement_at_200k_us: stored.ledger.statement.subject,
  statement_at_10k_us: stored.ledger.statement.reference,
  reconcile_at_200k_us: stored.ledger.reconcile.subject,
  reconcile_at_10k_us: stored.ledger.reconcile.reference,
  ledger_longest_stall_at_200k_us: stored.ledger.longestStallUs,
  renewal_sqlite_us: renewals.alone.subject,
  raw_renewal_us: renewals.alone.reference,
  renewals_at_200k_us: renewals.stored.subject,
  renewals_at_10k_us: renewals.stored.reference,
  delivery_32_us: deliveries.subject,
  raw_delivery_32_us: deliveries.reference,
  consume_us: consuming.subject,
  raw_consume_us: consuming.reference,
  ...tracedMicroseconds(traced),
  ...reportedMicroseconds(reported),
  ...reportMicroseconds(reports),
  ...cellMicroseconds(cells),
  ...(prism === null ? {} : prismMicroseconds(prism))
})

/** Measures in a folder that is removed afterwards. */
const inFolder = async <A>(measure: (folder: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-bench-"))
  try {
    return await measure(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the number after `--stored`. Null without the option. */
const storedPayments = (): number | null => {
  const at = process.argv.indexOf("--stored")
  if (at === -1) return null
  const most = 100_000_000
  return wholeNumber("stored", process.argv[at + 1] ?? "", { least: 100_000, most })
}

if (process.argv.includes("--capacity")) {
  const onPostgres = process.argv.includes("--postgres")
  sayCapacity(await inFolder((folder) => measureCapacity(folder, onPostgres)))
} else if (process.argv.includes("--pgbouncer")) {
  const measured = await measurePoolers()
  say(poolerLines(measured), poolerMicroseconds(measured))
} else if (process.argv.includes("--traced")) {
  const measured = await inFolder(measureTraced)
  say(tracedLines(measured), tracedMicroseconds(measured))
} else if (process.argv.includes("--cells")) {
  const onPostgres = process.argv.includes("--postgres")
  const stored = storedPayments()
  await inFolder((folder) =>
    stored === null ? sayCells(folder, onPostgres) : sayStoredCells(folder, stored)
  )
} else if (process.argv.includes("--tabs")) {
  const measured = await inFolder(measureTabs)
  say(tabsLines(measured), tabsMicroseconds(measured))
} else if (process.argv.includes("--postgres")) {
  const measured = await measurePostgres()
  const ofCells = await measurePostgresCells()
  say([...postgresLines(measured), ...postgresCellLines(ofCells)], {
    ...postgresMicroseconds(measured),
    ...postgresCellMicroseconds(ofCells)
  })
} else {
  const measured = await inFolder(run)
  say(linesOf(measured), microsecondsOf(measured))
}
