import type { Line } from "../report.ts"
import type { PostgresFigures } from "./measurePostgres.ts"

/** The lines of what was measured on PostgreSQL. */
export const postgresLines = (measured: PostgresFigures): ReadonlyArray<Line> => [
  {
    name: "create_payment_postgres",
    value: measured.alone.ratio,
    bound: ">= 0.6",
    meaning: "rate of one caller to that of pg, same rows, two transactions each sent at once"
  },
  {
    name: "create_payment_postgres_32",
    value: measured.with32.ratio,
    bound: ">= 0.7",
    meaning: "rate of 32 callers to the same work from 32 connections"
  },
  {
    name: "round_trips",
    value: measured.roundTrips,
    bound: "<= 4",
    meaning: "how often a charge waits for the database"
  },
  {
    name: "list_rare_status",
    value: 1 / measured.list.ratio,
    bound: "<= 2",
    meaning: "cost at 200,000 payments to that at 10,000"
  },
  {
    name: "create_at_200k",
    value: measured.create.ratio,
    bound: ">= 0.8",
    meaning: "rate at 200,000 payments to that at 10,000"
  }
]

/** The times that the ratios are made of. */
export const postgresMicroseconds = (measured: PostgresFigures) => ({
  raw_charge_us: measured.alone.reference,
  create_payment_postgres_us: measured.alone.subject,
  raw_charge_32_us: measured.with32.reference,
  create_payment_postgres_32_us: measured.with32.subject,
  list_rare_status_at_200k_us: measured.list.subject,
  list_rare_status_at_10k_us: measured.list.reference,
  create_at_200k_us: measured.create.subject,
  create_at_10k_us: measured.create.reference
})
