import { isDeepStrictEqual } from "node:util"
import {
  AttemptCollection,
  attemptMachine,
  type Change,
  type Collection,
  canMove,
  captureMachine,
  EventCollection,
  type EventRecord,
  JobCollection,
  type LedgerGroup,
  LedgerGroupCollection,
  type Machine,
  ModificationCollection,
  PaymentCollection,
  type PaymentRecord,
  paymentMachine,
  type Row,
  refundMachine,
  Storage
} from "@payloom/core"
import { Effect } from "effect"
import { aboutFindings } from "./aboutFindings.ts"

/** A storage that checks every commit, and the errors that it found. */
export interface WatchedStorage {
  readonly storage: Storage["Service"]
  readonly findings: () => ReadonlyArray<string>
}

interface StatusRow {
  readonly id: string
  readonly status: string
  readonly kind?: string
}

const machines: Readonly<Record<string, (row: StatusRow) => Machine<string, string>>> = {
  [PaymentCollection.name]: () => paymentMachine,
  [AttemptCollection.name]: () => attemptMachine,
  [ModificationCollection.name]: ({ kind }) =>
    kind === "refund" ? refundMachine : (captureMachine as Machine<string, string>)
}

/**
 * Returns true if a row may be inserted with this status: an initial status, or one that a single
 * decision reaches.
 */
const mayBegin = (machine: Machine<string, string>, status: string): boolean =>
  machine.initial.some(
    (initial) =>
      initial === status ||
      canMove(machine, initial, status) ||
      Object.values(machine.transitions[initial] ?? {}).some(
        (next) => next !== undefined && canMove(machine, next, status)
      )
  )

/**
 * Wraps a storage and checks every commit of an engine against these rules:
 *
 * - Each status changes as its machine allows.
 * - Each event contains the state of its own commit. The versions of events grow.
 * - Each ledger group balances. It is in the commit of its payment, unless it is a settlement.
 * - Each payment has a decline if it was declined or failed, and has none otherwise.
 * - The previous row of an update is the row that was stored.
 */
export const watchedStorage = (inner: Storage["Service"]): WatchedStorage => {
  const found: Array<string> = []
  const statuses = new Map<string, string>()
  const versions = new Map<string, number>()
  const written = new Map<string, unknown>()
  const storage = Storage.of({
    ...inner,
    commit: (changes) =>
      Effect.tap(inner.commit(changes), () =>
        Effect.sync(() => {
          for (const change of changes) {
            found.push(
              ...transitionFindings(statuses, change),
              ...eventFindings(versions, changes, change),
              ...ledgerFindings(changes, change),
              ...updateFindings(written, change),
              ...paymentFindings(change)
            )
          }
        })
      )
  })
  return { storage, findings: () => [...found] }
}

const transitionFindings = (
  statuses: Map<string, string>,
  change: Change
): ReadonlyArray<string> => {
  const machineOf = machines[change.collection.name]
  if (machineOf === undefined || change._tag === "Check" || change._tag === "Delete") return []
  const row = change.row as unknown as StatusRow
  const machine = machineOf(row)
  const before = statuses.get(row.id)
  statuses.set(row.id, row.status)
  if (change._tag === "Insert") {
    return mayBegin(machine, row.status) ? [] : [`${row.id} began as ${row.status}`]
  }
  const { status } = row
  // A further charge that the engine itself declines is opened and declined in one commit.
  const isDeclinedAtOnce =
    canMove(machine, before ?? "", "processing") && canMove(machine, "processing", status)
  return before === undefined ||
    before === status ||
    canMove(machine, before, status) ||
    (isDeclinedAtOnce && status === "declined")
    ? []
    : [`${row.id} went from ${before} to ${row.status}, which its machine forbids`]
}

const writes = (change: Change, id: string): boolean =>
  (change._tag === "Insert" || change._tag === "Update") && change.row.id === id

const versionAfter = (change: Change): number =>
  change._tag === "Insert"
    ? (change.version ?? 1)
    : change._tag === "Update"
      ? change.version + 1
      : change.version

const eventFindings = (
  versions: Map<string, number>,
  changes: ReadonlyArray<Change>,
  change: Change
): ReadonlyArray<string> => {
  if (change._tag !== "Insert" || change.collection.name !== EventCollection.name) return []
  const event = change.row as EventRecord
  const { type, data } = event
  const object = data.object as unknown as StatusRow
  const about = changes.find(
    (other) =>
      writes(other, object.id) ||
      (other._tag === "Check" && other.id === object.id && type.startsWith("alert."))
  )
  const before = versions.get(object.id) ?? 0
  versions.set(object.id, data.version)
  const state = about !== undefined && "row" in about ? (about.row as StatusRow).status : undefined
  return [
    ...aboutFindings(event),
    ...(about === undefined && !isAboutDeployment(type)
      ? [`${type} came without the state of ${object.id}`]
      : []),
    ...(about !== undefined && versionAfter(about) !== data.version
      ? [`${type} of ${object.id} says version ${data.version}, not ${versionAfter(about)}`]
      : []),
    ...(state !== undefined && state !== object.status
      ? [`${type} of ${object.id} says ${object.status} and not ${state}`]
      : []),
    ...(data.version < before ? [`${type} of ${object.id} is older than the one before it`] : [])
  ]
}

/** The row of a parked event is the deployment's, so its alert is in a commit before its own. */
const isAboutDeployment = (type: EventRecord["type"]): boolean => type === "alert.event_set_aside"

const ledgerFindings = (changes: ReadonlyArray<Change>, change: Change): ReadonlyArray<string> => {
  if (change._tag !== "Insert" || change.collection.name !== LedgerGroupCollection.name) return []
  const { id, kind, entries, payment } = change.row as LedgerGroup
  const sum = entries.reduce((total, { amount }) => total + amount, 0n)
  return [
    ...(sum === 0n ? [] : [`${id} is off by ${sum}`]),
    ...(kind === "settlement" ||
    payment === undefined ||
    changes.some((other) => writes(other, payment))
      ? []
      : [`${id} came without its payment`])
  ]
}

const paymentFindings = (change: Change): ReadonlyArray<string> =>
  "row" in change && change.collection.name === PaymentCollection.name
    ? declineFindings(change.row as PaymentRecord).map((found) => `${change.row.id} ${found}`)
    : []

/** Checks that a payment has a decline if it was declined or failed, and has none otherwise. */
const declineFindings = ({ status, decline }: PaymentRecord): ReadonlyArray<string> => {
  const saysWhy = status === "declined" || status === "failed"
  if (saysWhy === (decline !== null)) return []
  return [saysWhy ? "does not say why it was declined" : `has a decline, though it is ${status}`]
}

/** Claims write jobs outside of commits, so the last stored row of a job is unknown here. */
const updateFindings = (written: Map<string, unknown>, change: Change): ReadonlyArray<string> => {
  const { name } = change.collection
  if (!("row" in change) || name === JobCollection.name) return []
  const key = `${change.scope.tenant}/${change.scope.mode}/${name}/${change.row.id}`
  const known = written.get(key)
  written.set(key, documentOf(change.collection, change.row))
  if (change._tag !== "Update" || known === undefined) return []
  return isDeepStrictEqual(documentOf(change.collection, change.before), known)
    ? []
    : [`${change.row.id} was updated from a row that was never stored`]
}

/** Returns the document of a row without its version, which a newer release may raise. */
const documentOf = (of: Collection<Row>, row: Row): unknown => {
  const stored: unknown = JSON.parse(of.encode(row))
  return Array.isArray(stored) ? stored[1] : stored
}
