import {
  EventCollection,
  JobCollection,
  type Scope,
  Storage,
  type StoragePort
} from "@payloom/core"
import { Effect } from "effect"
import { everyRow } from "../audit/everyRow.ts"
import type { AnyModule } from "./ModuleHarness.ts"
import { contentsOf, type RowContents } from "./rowContents.ts"

/** The rest that a life leaves of a module, without ids and times. */
export interface ModuleReport {
  /** The number of events, by type. */
  readonly events: Readonly<Record<string, number>>
  /** The balances of the module's accounts, by account and currency. */
  readonly balances: Readonly<Record<string, string>>
  /** The number of rows, by table. */
  readonly rows: Readonly<Record<string, number>>
  /** The contents of the rows, by table. */
  readonly contents: RowContents
  /** Jobs that failed and will be tried again. */
  readonly failing: ReadonlyArray<string>
}

/** Reads what is left of a module in one tenant and mode. */
export const reportOf = async (
  storage: StoragePort,
  scope: Scope,
  module: AnyModule,
  balances: ReadonlyArray<{ account: string; currency: string; balance: bigint }>
): Promise<ModuleReport> => {
  const all = <A, E>(effect: Effect.Effect<A, E, Storage>) =>
    Effect.runPromise(Effect.provideService(effect, Storage, storage))
  const types = new Set(Object.keys(module.events))
  const events = await all(everyRow(storage, scope, EventCollection))
  const jobs = await all(everyRow(storage, scope, JobCollection))
  const own = events.map(({ type }): string => type).filter((type) => types.has(type))
  const tables = await Promise.all(
    module.collections.map(async (of) => {
      return [of.name, await all(everyRow(storage, scope, of))] as const
    })
  )
  return {
    events: countsOf(own),
    balances: Object.fromEntries(
      balances
        .filter(({ account }) => module.accounts.includes(account))
        .map(({ account, currency, balance }) => [`${account} ${currency}`, String(balance)])
    ),
    rows: Object.fromEntries(tables.map(([name, rows]) => [name, rows.length])),
    contents: Object.fromEntries(tables.map(([name, rows]) => [name, contentsOf(rows)])),
    failing: jobs
      .filter(({ kind, failures }) => failures > 0 && (kind in module.jobs || isFollowing(kind)))
      .map(({ kind, subject, failures }) => `${kind} of ${subject} failed ${failures} times.`)
  }
}

const isFollowing = (kind: string): boolean => kind === "follow_payment"

const countsOf = (names: ReadonlyArray<string>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(names, (name) => name)]
      .map(([name, all]) => [name, all.length] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
  )
