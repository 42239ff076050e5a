import { Effect, Schema } from "effect"
import { encodeTime } from "ulid"
import { inFourDigits } from "../kernel/ids/crockford.ts"
import { type Machine, statusAfter } from "../kernel/Machine.ts"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { Amount } from "../kernel/primitives/MinorAmount.ts"
import type { Named } from "../kernel/primitives/Named.ts"
import { ImportId } from "../kernel/primitives/PublicId.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"
import { fingerprintOf } from "../platform/secrets/fingerprintOf.ts"
import { collection, type Stored } from "../platform/storage/Collection.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"

/**
 * The kind of an imported object. Payments and disputes are history: they are never booked and
 * never charged.
 */
export const ImportedKind = Schema.Literals([
  "customer",
  "card",
  "plan",
  "subscription",
  "payment",
  "dispute"
])
export type ImportedKind = Named<typeof ImportedKind.Type>

/**
 * The state of an imported object. Customers, cards, plans and history are always `copied`. For
 * subscriptions see {@link importedMachine}.
 */
export const ImportedState = Schema.Literals([
  "copied",
  "left",
  "freezing",
  "frozen",
  "taken_over",
  "releasing",
  "released",
  "ended"
])
export type ImportedState = Named<typeof ImportedState.Type>

/** The triggers of an imported subscription's state machine. */
export type ImportedTrigger =
  | "copy"
  | "leave"
  | "freeze"
  | "confirm_freeze"
  | "take_over"
  | "release"
  | "confirm_release"
  | "end"

/**
 * The state machine of a subscription that moves over. The other system bills it in `copied`,
 * `left` and `released`, nobody in `freezing`, `frozen` and `releasing`, and this engine in
 * `taken_over`.
 */
export const importedMachine: Machine<ImportedState, ImportedTrigger> = {
  name: "Imported subscription",
  initial: ["copied", "left"],
  transitions: {
    copied: { copy: "copied", leave: "left", freeze: "freezing", end: "ended" },
    left: { copy: "copied", leave: "left", end: "ended" },
    freezing: {
      freeze: "freezing",
      confirm_freeze: "frozen",
      take_over: "taken_over",
      release: "releasing",
      end: "ended"
    },
    frozen: {
      freeze: "freezing",
      confirm_freeze: "frozen",
      take_over: "taken_over",
      release: "releasing",
      end: "ended"
    },
    taken_over: { release: "releasing" },
    releasing: {
      release: "releasing",
      confirm_release: "released",
      freeze: "freezing",
      end: "ended"
    },
    released: { copy: "copied", leave: "left", freeze: "freezing", end: "ended" },
    ended: {}
  }
}

/** An object of another system, and what became of it here. It holds no personal data. */
export const ImportedRecord = Schema.Struct({
  /** Derived from the scope and the external id, so that an object has one row. */
  id: Schema.String,
  import: ImportId,
  kind: ImportedKind,
  /** The source and the id there, such as `stripe:sub_1Nx`. */
  externalId: Schema.String,
  /** The id of the row that was made of it. Null for history, and before a takeover. */
  object: Schema.NullOr(Schema.String),
  /** The external id of its customer. Null if it has none. */
  customer: Schema.NullOr(Schema.String),
  state: ImportedState,
  /** The price of a subscription, or the amount of history. Null if it can't be brought over. */
  amount: Schema.NullOr(Amount),
  currency: Schema.NullOr(CurrencyCode),
  /** The next charge of a subscription, the deadline of a dispute, or the time of a payment. */
  at: Schema.NullOr(Millis),
  /** The status in the other system, as text. Null if it has none. */
  status: Schema.NullOr(Schema.String),
  /** The codes of why it was left, or why it waits. */
  reasons: Schema.Array(Schema.String),
  /** The name of the call to the other system that has no answer yet. Absent if there is none. */
  call: Schema.optionalKey(Schema.String),
  created: Millis,
  changed: Millis
})
export interface ImportedRecord extends Schema.Schema.Type<typeof ImportedRecord> {}

/** Returns the index key of an import's objects of one kind in one state. */
export const importedStateKey = (of: string, kind: ImportedKind, state: ImportedState): string =>
  `${of}:${kind}:${state}`

export const ImportedCollection = collection<ImportedRecord>({
  name: "imported_objects",
  schema: ImportedRecord,
  indexes: {
    state: { of: (row) => importedStateKey(row.import, row.kind, row.state) },
    object: { of: ({ object }) => object },
    customer: { of: ({ customer }) => customer }
  }
})

/**
 * Returns the id of the row of an external id, in the form of a ULID. It is made of the external id
 * alone, so a second row of one object can't be inserted, and many are read at once. In the place
 * of a ULID's time are the first six characters after the prefix, because Stripe's ids begin with
 * a time. So the objects of a page are neighbors in the index. The rest is a hash of the scope and
 * the external id.
 */
export const importedId = ({ tenant, mode }: Scope, externalId: string): string => {
  const begin = externalId.slice(externalId.indexOf("_") + 1)
  let time = 0
  for (let at = 0; at < 6; at++) {
    const code = at < begin.length ? begin.charCodeAt(at) : 0
    time = time * 256 + Math.min(code, 255)
  }
  const hash = fingerprintOf(`${tenant}/${mode}/${externalId}`)
  const rest = [0, 5, 10, 15].map((from) =>
    inFourDigits(Number.parseInt(hash.slice(from, from + 5), 16))
  )
  return `imported_${encodeTime(time)}${rest.join("")}`
}

/** The rows of some external ids, by external id. */
export type ImportedRows = ReadonlyMap<string, Stored<ImportedRecord>>

/** Reads the rows of some external ids. */
export const loadImported = Effect.fnUntraced(function* (
  scope: Scope,
  externalIds: Iterable<string>
) {
  const storage = yield* Storage
  const ids = [...new Set(externalIds)].map((external) => importedId(scope, external))
  const found =
    ids.length === 0 ? [] : yield* storage.getMany(scope, ImportedCollection, ids.toSorted())
  const rows: ImportedRows = new Map(found.map((stored) => [stored.row.externalId, stored]))
  return rows
})

/** Returns a row after a trigger. A transition that the machine forbids is a defect. */
export const importedAfter = (
  row: ImportedRecord,
  trigger: ImportedTrigger,
  now: Millis,
  fields: Partial<ImportedRecord> = {}
): ImportedRecord => ({
  ...row,
  ...fields,
  state: statusAfter(importedMachine, row.state, trigger),
  changed: now
})

/** Returns a row whose last call to the other system is this one. Null if it has an answer. */
export const withCall = (row: ImportedRecord, call: string | null): ImportedRecord => {
  const { call: _, ...rest } = row
  return call === null ? rest : { ...rest, call }
}

/** The state of a subscription after a write. */
export interface ImportedNote {
  readonly externalId: string
  readonly state: ImportedState
  /** The codes of why it was left, or why it waits. */
  readonly reasons: ReadonlyArray<string>
  /** The name of the call to the other system that has no answer yet. Null if there is none. */
  readonly call: string | null
}

/** The note of a stored row. */
export const toImportedNote = ({
  externalId,
  state,
  reasons,
  call
}: ImportedRecord): ImportedNote => ({ externalId, state, reasons, call: call ?? null })

/** An object of another system, and what became of it here. */
export interface ImportedObject {
  /** The kind of the object. */
  readonly kind: ImportedKind
  /** The source and the id there, such as `stripe:sub_1Nx`. */
  readonly externalId: string
  /** The id of the row that was made of it. Null for history, and before a takeover. */
  readonly object: string | null
  /** The external id of its customer. Null if it has none. */
  readonly customer: string | null
  /** The state. */
  readonly state: ImportedState
  /** The price or the amount in minor units. Null if it can't be brought over. */
  readonly amount: bigint | null
  /** An ISO 4217 code. Null if there is no amount. */
  readonly currency: string | null
  /**
   * The next charge of a subscription, the deadline of a dispute, or the time of a payment, in
   * milliseconds since the epoch. Null if unknown.
   */
  readonly at: number | null
  /** The status in the other system. Null if it has none. */
  readonly status: string | null
  /** The codes of why it was left, or why it waits. */
  readonly reasons: ReadonlyArray<string>
  /** The name of the call to the other system that has no answer yet. Null if there is none. */
  readonly call: string | null
}

/** The object of a stored row. */
export const toImportedObject = (row: ImportedRecord): ImportedObject => ({
  kind: row.kind,
  externalId: row.externalId,
  object: row.object,
  customer: row.customer,
  state: row.state,
  amount: row.amount,
  currency: row.currency,
  at: row.at,
  status: row.status,
  reasons: row.reasons,
  call: row.call ?? null
})
