import { Schema } from "effect"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { frozenCopy } from "../kernel/primitives/frozenCopy.ts"
import { misused } from "../kernel/primitives/misused.ts"
import { PaymentId } from "../kernel/primitives/PublicId.ts"
import { entriesOf, LedgerGroupCollection, type ModuleMovement } from "../ledger/LedgerGroup.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import type { EventRecord, EventType } from "../platform/events/EventRecord.ts"
import { recordEvent } from "../platform/events/recordEvent.ts"
import {
  type Change,
  check,
  type Insert,
  insert,
  inserted,
  remove,
  update,
  updated
} from "../platform/storage/Change.ts"
import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import type { StoragePort } from "../platform/storage/Storage.ts"
import { DecidedChanges } from "./DecidedChanges.ts"
import type { ModuleChange, ModuleContext, ModulePosting, ModuleReads } from "./ModuleContext.ts"
import type { ModuleEvent } from "./ModuleEvent.ts"
import type { ModuleNames } from "./ModuleNames.ts"
import { encoderOf } from "./moduleCodec.ts"
import { jobChangesOf } from "./moduleJobChanges.ts"
import { readsOf } from "./moduleReads.ts"

/** The context of one decision of a module. */
export interface OpenContext {
  readonly context: ModuleContext
  /**
   * Returns the changes of the decision, and the checks of the rows that it read, unless it or the
   * commit beside it changes them. Throws for anything that the context did not make.
   */
  readonly changes: (decided: unknown, beside?: ReadonlyArray<Change>) => ReadonlyArray<Change>
  /** Returns the checks of the rows that were read. */
  readonly checks: () => ReadonlyArray<Change>
}

/** Opens the context of a decision in one tenant and mode. */
export const openContext = (
  names: ModuleNames,
  commit: CommitContext,
  storage: StoragePort
): OpenContext => {
  const decided = new DecidedChanges(names.name)
  const seen = new Map<string, Change>()
  const read = new WeakSet<object>()
  const see = <R extends Row>(of: Collection<R>, stored: Stored<R>) => {
    seen.set(placeOf(of, stored.row.id), check(of, stored))
  }
  const reads = readsOf(commit, storage, see, read)
  const own: Own = (changes) => decided.handlesOf(changes)
  const context: ModuleContext = {
    ...reads,
    ...writesOf(names, commit, own, read),
    ...jobChangesOf(names, commit, storage, own)
  }
  const checksBeside = (changes: ReadonlyArray<Change>) => {
    const changed = new Set(
      changes.map((change) =>
        placeOf(change.collection, "row" in change ? change.row.id : change.id)
      )
    )
    return [...seen].flatMap(([place, check]) => (changed.has(place) ? [] : [check]))
  }
  return {
    context,
    checks: () => [...seen.values()],
    changes: (steps, beside = []) => {
      const changes = decided.in(steps)
      return [...changes, ...checksBeside([...beside, ...changes])]
    }
  }
}

type Own = (changes: ReadonlyArray<Change>) => ReadonlyArray<ModuleChange>

const placeOf = ({ name }: Pick<Collection<Row>, "name">, id: string): string => `${name}/${id}`

type Writes = Omit<ModuleContext, keyof ModuleReads | "schedule" | "unschedule">

const writesOf = (
  names: ModuleNames,
  commit: CommitContext,
  own: Own,
  read: WeakSet<object>
): Writes => {
  const { scope } = commit
  const requireRead = <R extends Row>(of: Collection<R>, stored: Stored<R>) => {
    if (!read.has(stored)) {
      misused(
        `The module ${names.name} depends on a row of ${of.name} that this decision did not ` +
          "read: read it by get, find or page of the same context."
      )
    }
  }
  const eventsOn = <R extends Row>(stored: Stored<R>, events: ReadonlyArray<ModuleEvent<R>>) =>
    events.flatMap((event) => eventOn(names, commit, stored, event))
  return {
    newId: (prefix) => names.newId(commit, prefix),
    insert: (of, given, ...events) => {
      const table = names.requireTable(of)
      const row = frozenCopy(given)
      names.requireRow(table, row)
      return own([insert(scope, table, row), ...eventsOn(inserted(scope, row), events)])
    },
    update: (of, stored, given, ...events) => {
      const table = names.requireTable(of)
      requireRead(of, stored)
      const row = frozenCopy(given)
      names.requireRow(table, row, stored)
      return own([update(table, stored, row), ...eventsOn(updated(stored, row), events)])
    },
    remove: (of, stored) => {
      const table = names.requireTable(of)
      requireRead(of, stored)
      return own([remove(table, stored)])
    },
    check: (of, stored) => {
      requireRead(of, stored)
      return own([check(of, stored)])
    },
    post: (posting) => own([postingOf(names, commit, posting)])
  }
}

const eventOn = <R extends Row>(
  names: ModuleNames,
  commit: CommitContext,
  stored: Stored<R>,
  event: ModuleEvent<R>
): ReadonlyArray<Change> => {
  names.requireEvent(event)
  const { type, payment } = event
  const show = (row: R) => encoderOf(event.resource)(event.of(row))
  const shown = payment === undefined ? { show } : { show, payment }
  return recordEvent(commit, type as EventType, stored, shown).map((change) => {
    const recorded = (change as Insert).row as unknown as EventRecord
    if (payment !== undefined && !isPaymentId(recorded.data.payment_id)) {
      misused(`The payment of the event ${type} is not the id of a payment.`)
    }
    if (!change.collection.conforms(recorded)) {
      misused(`The resource of the event ${type} is not JSON.`)
    }
    return change
  })
}

const isPaymentId = Schema.is(PaymentId)
const isCurrency = Schema.is(CurrencyCode)
const largestAmount = 2n ** 63n - 1n

const postingOf = (
  names: ModuleNames,
  { scope, id, now }: CommitContext,
  { kind, debit, credit, amount, currency, payment }: ModulePosting
): Change => {
  names.requirePosting(kind, debit, credit)
  if (typeof amount !== "bigint" || amount <= 0n || amount > largestAmount) {
    misused(`The amount of ${kind} must be a bigint of minor units of at least 1n.`)
  }
  if (!isCurrency(currency)) return misused(`The currency of ${kind} is not an ISO 4217 code.`)
  if (payment !== undefined && !isPaymentId(payment)) {
    return misused(`The payment of ${kind} is not the id of a payment.`)
  }
  return insert(scope, LedgerGroupCollection, {
    id: id("ledger"),
    kind: kind as ModuleMovement,
    ...(payment === undefined ? {} : { payment }),
    currency,
    entries: entriesOf({
      debit: debit as ModuleMovement,
      credit: credit as ModuleMovement,
      amount
    }),
    created: now
  })
}
