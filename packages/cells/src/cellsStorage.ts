import {
  type OpenTransaction,
  type Scope,
  Storage,
  type StoragePort,
  type StorageReads,
  severalTenants,
  TransactionsNotShared
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { Cell } from "./Cell.ts"
import { committed } from "./commits.ts"
import { eraseWhereItWas, isErasing } from "./formerCells.ts"
import { fullDatabases } from "./fullDatabases.ts"
import { Homes, isDeployment } from "./Homes.ts"
import { KeyClaims } from "./KeyClaims.ts"
import { KeyOwners } from "./KeyOwners.ts"
import { overAllCells } from "./overAll.ts"
import { type Choice, Places } from "./Places.ts"
import { seeCells } from "./seeCells.ts"
import { isTaking, takenKeys } from "./takenKeys.ts"

/** The settings of a storage over cells. */
export interface CellsSettings {
  /** Returns the name of the cell of a new tenant. */
  readonly placeTenant?: ((tenant: string) => string) | undefined
  /** How long a claim of another process is waited for, in milliseconds. Tests have less time. */
  readonly graceMs?: number
}

/** Returns the storage port over open cells and their directory. */
export const cellsStorage = (
  directory: StoragePort,
  cells: ReadonlyArray<Cell>,
  { placeTenant, graceMs }: CellsSettings = {}
): StoragePort => {
  const byName = new Map(cells.map((cell) => [cell.name, cell]))
  const places = new Places(directory, byName, chosenBy(cells, placeTenant))
  const homes = new Homes(directory, places)
  const claims = new KeyClaims(directory, homes, graceMs)
  const owners = new KeyOwners(directory, homes)
  return Storage.of({
    ...readsOf(homes, owners),
    ...overAllCells({ cells, places, directory }),
    commit: (changes) =>
      Effect.suspend(() => {
        const [first] = changes
        if (first === undefined) return Effect.void
        const refusal = severalTenants(changes)
        if (refusal !== null) return Effect.die(new Error(refusal))
        const keys = takenKeys(changes)
        const committing = isTaking(keys)
          ? claims.commit(changes, keys)
          : homes.commit(first.scope.tenant, changes)
        const erasures = changes.filter(isErasing)
        return erasures.length === 0
          ? committing
          : Effect.andThen(eraseWhereItWas(places, first.scope.tenant, erasures), committing)
      }),
    ...transactionsOf({ directory, cells, places, claims }),
    ...sharedCalls(directory, cells)
  })
}

/** Returns the cell of a new tenant: that of the option, or one that can be reached. */
const chosenBy =
  (cells: ReadonlyArray<Cell>, placeTenant: ((tenant: string) => string) | undefined): Choice =>
  (tenant, drained) => {
    if (placeTenant !== undefined) {
      const name = placeTenant(tenant)
      const cell = cells.find((each) => each.name === name)
      if (cell !== undefined) return cell
      const names = cells.map((each) => each.name).join(", ")
      throw new TypeError(`placeTenant must return one of the cells ${names}, not ${name}`)
    }
    const open = cells.filter(({ name }) => !drained.has(name))
    const up = open.filter(({ isResting }) => !isResting)
    const among = [up, open, cells].find(({ length }) => length > 0) ?? cells
    return among[hashOf(tenant) % among.length] as Cell
  }

const offset = 0x811c9dc5
const prime = 0x01000193

const hashOf = (text: string): number => {
  let hash = offset
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime)
  return hash >>> 0
}

const readsOf = (
  homes: Homes,
  owners: KeyOwners
): Pick<StorageReads, "get" | "getMany" | "findUnique" | "page" | "sums" | "dueJobs"> => ({
  get: (scope, of, id) =>
    homes.ask(scope.tenant, (storage) => storage.get(scope, of, id), Option.none()),
  getMany: (scope, of, ids) =>
    homes.ask(scope.tenant, (storage) => storage.getMany(scope, of, ids), []),
  findUnique: (scope, of, key, value) =>
    scope === "any"
      ? owners.find(of, key, value)
      : homes.ask(
          scope.tenant,
          (storage) => storage.findUnique(scope, of, key, value),
          Option.none()
        ),
  page: (scope, of, query) =>
    homes.ask(scope.tenant, (storage) => storage.page(scope, of, query), []),
  sums: (scope, of, name, query) =>
    of.sums[name] === undefined
      ? Effect.die(new Error(`${of.name} has no sum ${name}`))
      : homes.ask(scope.tenant, (storage) => storage.sums(scope, of, name, query), []),
  dueJobs: (scope, dueBefore, limit) =>
    homes.ask(scope.tenant, (storage) => storage.dueJobs(scope, dueBefore, limit), [])
})

interface Shared {
  readonly directory: StoragePort
  readonly cells: ReadonlyArray<Cell>
  readonly places: Places
  readonly claims: KeyClaims
}

/** The transactions of the host: in a tenant's cell, or in the directory for the deployment. */
const transactionsOf = ({
  directory,
  cells,
  places,
  claims
}: Shared): Pick<StoragePort, "begin"> => {
  const stores = [directory, ...cells.flatMap(({ storage }) => storage ?? [])]
  if (stores.some(({ begin }) => begin === undefined)) return {}
  return {
    begin: ({ tenant, mode }) => {
      if (isDeployment(tenant)) return beginIn(directory, { tenant, mode })
      const placed = Effect.catchTag(places.forWriting(tenant), "CommitConflict", Effect.die)
      return Effect.flatMap(placed, (place) =>
        Effect.map(
          place.cell.ask((storage) => beginIn(storage, { tenant, mode })),
          (transaction): OpenTransaction => {
            const commit: OpenTransaction["commit"] = (changes) =>
              committed(places, place, tenant, changes, transaction.commit)
            return {
              ...transaction,
              commit: (changes) => {
                const keys = takenKeys(changes)
                return isTaking(keys) ? claims.commitOnce(changes, keys, commit) : commit(changes)
              }
            }
          }
        )
      )
    }
  }
}

/** A cell that is opened later may be another kind of storage. */
const beginIn = (storage: StoragePort, scope: Scope) =>
  storage.begin?.(scope) ?? Effect.die(new TransactionsNotShared())

type SharedCalls = Pick<
  StoragePort,
  "databases" | "cells" | "checkWrites" | "storedCollections" | "wakeUps" | "hearLoss" | "system"
>

/** The calls about the storages themselves. */
const sharedCalls = (directory: StoragePort, cells: ReadonlyArray<Cell>): SharedCalls => {
  const systems = new Set(cells.map(({ storage }) => storage?.system))
  const [system] = systems
  return {
    // Every process listens to the directory, so one notification reaches the workers of all cells.
    ...(directory.wakeUps === undefined ? {} : { wakeUps: directory.wakeUps }),
    ...(systems.size === 1 && system !== undefined ? { system } : {}),
    checkWrites: fullDatabases(directory, cells),
    cells: seeCells(directory, cells),
    databases: () =>
      cells.map((cell) => ({
        name: cell.name,
        isReachable: cell.isReachable,
        nextDue: (kinds) => cell.askBriefly((storage) => storage.nextDue(kinds))
      })),
    hearLoss: (listener) => {
      const stops = [
        directory.hearLoss?.((loss) => listener({ ...loss, database: "directory" })),
        ...cells.map(({ name, storage }) =>
          storage?.hearLoss?.((loss) => listener({ ...loss, database: name }))
        )
      ].filter((stop) => stop !== undefined)
      return () => {
        for (const stop of stops) stop()
      }
    }
  }
}
