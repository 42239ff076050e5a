import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { measureCharges } from "./charges.ts"
import { measureConsuming } from "./consume.ts"
import { measureDeliveries } from "./deliveries.ts"
import { measureHttp } from "./http.ts"
import { measureLifecycles } from "./lifecycle.ts"
import { measurePoolers, poolerLines, poolerMicroseconds } from "./postgres/measurePoolers.ts"
import { measurePostgres } from "./postgres/measurePostgres.ts"
import { postgresLines, postgresMicroseconds } from "./postgres/postgresLines.ts"
import { measureRenewals } from "./renewals.ts"
import { type Line, say } from "./report.ts"
import type { Comparison } from "./rounds.ts"
import { measureStored } from "./stored.ts"

interface Measured {
  readonly charges: Awaited<ReturnType<typeof measureCharges>>
  readonly lifecycles: Awaited<ReturnType<typeof measureLifecycles>>
  readonly http: Awaited<ReturnType<typeof measureHttp>>
  readonly stored: Awaited<ReturnType<typeof measureStored>>
  readonly renewals: Awaited<ReturnType<typeof measureRenewals>>
  readonly deliveries: Comparison
  readonly consuming: Comparison
}

const run = async (folder: string): Promise<Measured> => ({
  charges: await measureCharges(folder),
  lifecycles: await measureLifecycles(folder),
  http: await measureHttp(folder),
  stored: await measureStored(folder),
  renewals: await measureRenewals(folder),
  deliveries: await measureDeliveries(folder),
  consuming: await measureConsuming(folder)
})

const linesOf = ({
  charges,
  lifecycles,
  http,
  stored,
  renewals,
  ...events
}: Measured): ReadonlyArray<Line> => [
  {
    name: "create_payment_sqlite",
    value: charges.alone.ratio,
    bound: ">= 0.7",
    meaning: "rate of one caller to the raw driver's, same rows, same two FULL commits"
  },
  {
    name: "create_payment_sqlite_32",
    value: charges.with32.ratio,
    bound: ">= 1.5",
    meaning: "rate of 32 callers to the same raw reference"
  },
  {
    name: "lifecycle_sqlite",
    value: lifecycles.alone.ratio,
    bound: ">= 0.6",
    meaning: "rate of one caller's hold, capture and refund to the raw driver's, two commits each"
  },
  {
    name: "lifecycle_sqlite_16",
    value: lifecycles.with16.ratio,
    bound: ">= 1.2",
    meaning: "rate of 16 callers to the same raw reference"
  },
  ...httpLines(http),
  {
    name: "confirm_card_sqlite",
    value: charges.confirm.ratio,
    bound: "",
    meaning: "rate of one payer's confirms to the raw driver's, same rows, same commits"
  },
  {
    name: "session_create_http",
    value: http.session.ratio,
    bound: "",
    meaning: "rate over HTTP to a bare Hono route doing the raw grouped commit"
  },
  {
    name: "list_rare_status",
    value: 1 / stored.list.ratio,
    bound: "<= 2",
    meaning: "cost at 200,000 payments to that at 10,000"
  },
  {
    name: "create_at_200k",
    value: stored.create.ratio,
    bound: ">= 0.8",
    meaning: "rate at 200,000 payments to that at 10,000"
  },
  { name: "rss_at_200k", value: stored.rssMiB, bound: "<= 300", meaning: "MiB of a busy process" },
  ...ledgerLines(stored.ledger),
  ...renewalLines(renewals),
  ...eventLines(events)
]

const httpLines = ({ create, retrieve }: Measured["http"]): ReadonlyArray<Line> => [
  {
    name: "create_payment_http_32",
    value: create.ratio,
    bound: ">= 0.6",
    meaning: "rate over HTTP to a bare Hono route doing the raw grouped commits"
  },
  {
    name: "retrieve_payment_http",
    value: retrieve.ratio,
    bound: ">= 0.5",
    meaning: "rate over HTTP to a bare Hono route answering the bytes from a Map"
  }
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
    meaning: "cost of all balances at 200,000 payments to that at 10,000"
  },
  {
    name: "statement_200k",
    value: 1 / statement.ratio,
    bound: "<= 2",
    meaning: "the same of first pages: shared accounts, a MID's, rare ones, from the middle on"
  },
  {
    name: "reconcile_200k",
    value: 1 / reconcile.ratio,
    bound: "<= 2",
    meaning: "the same of comparing the report of a day, of 480 rows"
  }
]

const renewalLines = ({ alone, stored }: Measured["renewals"]): ReadonlyArray<Line> => [
  {
    name: "renewal_sqlite",
    value: alone.ratio,
    bound: ">= 0.5",
    meaning: "rate of charging due cycles to the raw driver's, same rows, same commits"
  },
  {
    name: "renewals_at_200k",
    value: 1 / stored.ratio,
    bound: "<= 1.3",
    meaning: "cost with 200,000 subscriptions stored to that with 10,000"
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
    meaning: "rate of webhooks, 32 under way, to the raw driver's with a bare client, same rows"
  },
  {
    name: "consume",
    value: consuming.ratio,
    bound: ">= 0.5",
    meaning: "rate of events to a consumer to the raw driver's, same rows and batches"
  }
]

const microsecondsOf = ({
  charges,
  lifecycles,
  http,
  stored,
  renewals,
  deliveries,
  consuming
}: Measured) => ({
  raw_charge_us: charges.alone.reference,
  create_payment_sqlite_us: charges.alone.subject,
  create_payment_sqlite_32_us: charges.with32.subject,
  raw_lifecycle_us: lifecycles.alone.reference,
  lifecycle_sqlite_us: lifecycles.alone.subject,
  lifecycle_sqlite_16_us: lifecycles.with16.subject,
  create_payment_http_32_us: http.create.subject,
  bare_create_http_32_us: http.create.reference,
  retrieve_payment_http_us: http.retrieve.subject,
  bare_retrieve_http_us: http.retrieve.reference,
  confirm_card_sqlite_us: charges.confirm.subject,
  raw_confirm_us: charges.confirm.reference,
  session_create_http_32_us: http.session.subject,
  bare_session_http_32_us: http.session.reference,
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
  raw_consume_us: consuming.reference
})

if (process.argv.includes("--pgbouncer")) {
  const measured = await measurePoolers()
  say(poolerLines(measured), poolerMicroseconds(measured))
} else if (process.argv.includes("--postgres")) {
  const measured = await measurePostgres()
  say(postgresLines(measured), postgresMicroseconds(measured))
} else {
  const folder = mkdtempSync(join(tmpdir(), "payloom-bench-"))
  try {
    const measured = await run(folder)
    say(linesOf(measured), microsecondsOf(measured))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
