import type { Line } from "../report.ts"
import { reportLines, reportMicroseconds } from "../reports/reportLines.ts"
import type { PostgresFigures } from "./measurePostgres.ts"

/** Returns the lines of the PostgreSQL results. */
export const postgresLines = (measured: PostgresFigures): ReadonlyArray<Line> => [
  {
    name: "create_payment_postgres",
    value: measured.alone.ratio,
    bound: ">= 0.6",
    meaning: "rate of one caller, compared with pg: same rows, two transactions, each sent at once"
  },
  {
    name: "create_payment_postgres_32",
    value: measured.with32.ratio,
    bound: ">= 0.7",
    meaning: "rate of 32 callers, compared with pg on 32 connections"
  },
  {
    name: "round_trips",
    value: measured.roundTrips,
    bound: "<= 4",
    meaning: "round trips of a charge to the database"
  },
  {
    name: "list_rare_status",
    value: 1 / measured.list.ratio,
    bound: "<= 2",
    meaning: "cost with 200,000 payments, compared with 10,000"
  },
  {
    name: "create_at_200k",
    value: measured.create.ratio,
    bound: ">= 0.8",
    meaning: "rate with 200,000 payments, compared with 10,000"
  },
  ...reportLines(measured.reports)
]

/** Returns the durations that the ratios compare, in microseconds. */
export const postgresMicroseconds = (measured: PostgresFigures) => ({
  raw_charge_us: measured.alone.reference,
  create_payment_postgres_us: measured.alone.subject,
  raw_charge_32_us: measured.with32.reference,
  create_payment_postgres_32_us: measured.with32.subject,
  list_rare_status_at_200k_us: measured.list.subject,
  list_rare_status_at_10k_us: measured.list.reference,
  create_at_200k_us: measured.create.subject,
  create_at_10k_us: measured.create.reference,
  ...reportMicroseconds(measured.reports)
})
