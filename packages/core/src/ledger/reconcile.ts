import { Effect, Result, Schema } from "effect"
import { currentMoment, idBounds, type Moment } from "../kernel/ids/Moment.ts"
import { inputChecker, partChecker } from "../kernel/input/decodeInput.ts"
import {
  type InputIssue,
  invalidInput,
  mostIssues,
  valueInvalid
} from "../kernel/input/InvalidInput.ts"
import type { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import type { LedgerGroupId, MidId, PaymentId } from "../kernel/primitives/PublicId.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import { insert } from "../platform/storage/Change.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { routingTable } from "../routing/changeTable.ts"
import { groupsOf } from "./accountGroups.ts"
import { compareRows, movedAmount, type RowFinding, receivableOf } from "./compareRows.ts"
import { fromAfterTo } from "./fromAfterTo.ts"
import { type AtProvider, type LedgerGroup, LedgerGroupCollection } from "./LedgerGroup.ts"
import { ReconcileOptions, SettlementRow } from "./SettlementRow.ts"
import { isMovement, type Movement, settlementsOf, withoutReturned } from "./settledMovements.ts"
import { settlementFor } from "./settlementFor.ts"
import { type LedgerWalk, walkLedger } from "./walkLedger.ts"

/** A charge, refund or reversal in the ledger. */
export interface BookedMovement extends AtProvider {
  /** The id of the group that booked it. */
  readonly group: LedgerGroupId
  /** The id of the payment. */
  readonly payment: PaymentId
  /** In minor units, without a sign. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The time of the booking, in milliseconds since the epoch. */
  readonly created: Millis
}

/** A row of a report with its movement in the ledger. */
export interface NamedRow {
  /** The row, unchanged. */
  readonly row: SettlementRow
  /** The movement that the row refers to. */
  readonly movement: BookedMovement
}

/** A row that agrees with the ledger. */
export interface MatchedRow extends NamedRow {
  /** The group that settles it. Null if there is none yet and this is a dry run. */
  readonly settlement: LedgerGroupId | null
  /** True if this call booked it. False in a dry run, or if an earlier run booked it. */
  readonly booked: boolean
}

/**
 * The result of comparing a report with the ledger. Each row is in one list, in the order of the
 * report.
 */
export interface Reconciliation {
  /** Rows that agree with the ledger. */
  readonly matched: ReadonlyArray<MatchedRow>
  /** Rows whose movement has another amount. */
  readonly amountDiffers: ReadonlyArray<NamedRow>
  /** Rows whose movement is in another currency. */
  readonly currencyDiffers: ReadonlyArray<NamedRow>
  /** Rows whose movement is already settled, by another row or another report. */
  readonly duplicates: ReadonlyArray<NamedRow>
  /** Rows without a movement of the MID, or with several. */
  readonly unknown: ReadonlyArray<SettlementRow>
  /** Movements of the report's period that no report has settled yet. */
  readonly missing: ReadonlyArray<BookedMovement>
}

const checkInput = inputChecker(
  Schema.Struct({ ...ReconcileOptions.fields, rows: Schema.Array(SettlementRow) })
)
const checkRows = partChecker("rows", SettlementRow)

/**
 * Compares a provider's settlement report with the ledger and books the rows that match. The
 * provider's debt becomes settled cash, less its fee, in one group for each row. Rows that don't
 * match book nothing.
 *
 * Each charge, refund and reversal is settled once, and so is each hold of a dispute. Rows are
 * booked a hundred at a time. The same report again returns the same result and books nothing, so a
 * call that failed half-way can be repeated. Library call.
 */
export const reconcile = Effect.fnUntraced(function* (
  scope: Scope,
  rows: ReadonlyArray<SettlementRow>,
  options: ReconcileOptions
) {
  const given = yield* checkedInput(rows, options)
  const { mid, from, to, dryRun = false } = given
  if (from > to) return yield* fromAfterTo(from, to)
  const { mids } = yield* routingTable(scope)
  if (!mids.some(({ id }) => id === mid)) {
    return yield* valueInvalid(
      "mid",
      "must be a MID of this tenant",
      mid,
      "routing.listMids lists them."
    )
  }
  const report: Report = { scope, mid, isBooked: !dryRun }
  const sorted = emptyReconciliation()
  const named = new Set<string>()
  const claimed = new Set<string>()
  for (let at = 0; at < given.rows.length; at += rowsAtOnce) {
    const some = given.rows.slice(at, at + rowsAtOnce)
    for (const finding of yield* retryConflicts(applyOnce(report, some, claimed))) {
      sortInto(sorted, mid, finding)
      if (finding._tag !== "Unknown") named.add(finding.movement.id)
      if (finding._tag === "Matched") claimed.add(finding.movement.id)
    }
    // A dry run never waits, so without this other fibers would wait for all of it.
    if (at + rowsAtOnce < given.rows.length) yield* Effect.yieldNow
  }
  return { ...sorted, missing: yield* missingFrom(report, { from, to }, named) }
})

const rowsAtOnce = 100
const rowsCheckedAtOnce = 500

/** Checks a report some rows at a time, because it may be long. */
const checkedInput = Effect.fnUntraced(function* (
  rows: ReadonlyArray<SettlementRow>,
  options: ReconcileOptions
) {
  if (!Array.isArray(rows)) return yield* Effect.fromResult(checkInput({ ...options, rows }))
  const { rows: none, ...checked } = yield* Effect.fromResult(checkInput({ ...options, rows: [] }))
  const all = [...none]
  const issues: Array<InputIssue> = []
  let more = 0
  for (let at = 0; at < rows.length; at += rowsCheckedAtOnce) {
    const some = checkRows(rows.slice(at, at + rowsCheckedAtOnce), at)
    if (Result.isSuccess(some)) {
      all.push(...some.success)
    } else {
      const listed = some.failure.issues.slice(0, mostIssues - issues.length)
      issues.push(...listed)
      more += some.failure.more + some.failure.issues.length - listed.length
    }
    if (at + rowsCheckedAtOnce < rows.length) yield* Effect.yieldNow
  }
  const [first, ...rest] = issues
  if (first !== undefined) return yield* invalidInput([first, ...rest], more)
  return { ...checked, rows: all }
})

interface Report {
  readonly scope: Scope
  readonly mid: MidId
  readonly isBooked: boolean
}

/** The result of a row, and the group that this call booked for it. */
type BookedFinding = RowFinding & { readonly made: LedgerGroup | null }

const applyOnce = Effect.fnUntraced(function* (
  { scope, mid, isBooked }: Report,
  rows: ReadonlyArray<SettlementRow>,
  claimed: ReadonlySet<string>
) {
  const storage = yield* Storage
  const groups = yield* namedBy(scope, rows)
  const moment = yield* currentMoment
  const findings = compareRows(mid, rows, groups, claimed).map((finding) => ({
    ...finding,
    made: isBooked ? groupMade(moment, mid, finding) : null
  }))
  const made = findings.flatMap((finding) => (finding.made === null ? [] : [finding.made]))
  if (made.length > 0) {
    yield* storage.commit(made.map((group) => insert(scope, LedgerGroupCollection, group)))
  }
  return findings satisfies ReadonlyArray<BookedFinding>
})

const groupMade = (moment: Moment, mid: MidId, finding: RowFinding): LedgerGroup | null =>
  finding._tag === "Matched" && finding.settlement === null
    ? settlementFor(moment, mid, finding)
    : null

/**
 * Reads all groups that the rows may refer to, and those with the same references of ours.
 * Movements under one name are settled in order, whatever ids their provider gave them.
 */
const namedBy = Effect.fnUntraced(function* (scope: Scope, rows: ReadonlyArray<SettlementRow>) {
  const names = rows.map(({ reference }) => reference)
  const own = yield* allGroups(scope, { where: { reference: names } })
  const theirs = yield* allGroups(scope, { where: { providerReference: names } })
  const known = new Set(names)
  const further = theirs.flatMap(({ atProvider }) =>
    atProvider === undefined || known.has(atProvider.reference) ? [] : [atProvider.reference]
  )
  const related =
    further.length === 0
      ? []
      : yield* allGroups(scope, { where: { reference: [...new Set(further)] } })
  return [...new Map([...own, ...theirs, ...related].map((group) => [group.id, group])).values()]
})

const allGroups = Effect.fnUntraced(function* (scope: Scope, walk: LedgerWalk) {
  const found: Array<LedgerGroup> = []
  yield* walkLedger(scope, walk, (groups) =>
    Effect.sync(() => {
      found.push(...groups)
      return { more: true }
    })
  )
  return found
})

const missingFrom = Effect.fnUntraced(function* (
  { scope, mid }: Report,
  { from, to }: Pick<ReconcileOptions, "from" | "to">,
  named: ReadonlySet<string>
) {
  const missing: Array<BookedMovement> = []
  const walk: LedgerWalk = {
    where: yield* groupsOf({ scope, account: receivableOf(mid), currency: null }),
    idFrom: idBounds("ledger", from).first,
    idTo: idBounds("ledger", to).last,
    pageSize: rowsAtOnce
  }
  yield* walkLedger(
    scope,
    walk,
    Effect.fnUntraced(function* (groups) {
      const left = groups.filter(isMovement).filter(({ id }) => !named.has(id))
      const names = left.map(({ atProvider }) => atProvider.reference)
      const related = yield* allGroups(scope, { where: { reference: names } })
      const settled = settlementsOf(related)
      const lasting = new Set(withoutReturned(related).map(({ id }) => id))
      const lacking = left.filter(({ id }) => !settled.has(id) && lasting.has(id))
      missing.push(...lacking.map((movement) => booked(mid, movement)))
      return { more: true }
    })
  )
  return missing
})

const booked = (mid: MidId, movement: Movement): BookedMovement => ({
  ...movement.atProvider,
  group: movement.id,
  payment: movement.payment,
  amount: movedAmount(movement, mid),
  currency: movement.currency,
  created: movement.created
})

/**
 * Creates the lists of a reconciliation. They are filled in place, because a report may have many
 * rows.
 */
const emptyReconciliation = () => ({
  matched: [] as Array<MatchedRow>,
  amountDiffers: [] as Array<NamedRow>,
  currencyDiffers: [] as Array<NamedRow>,
  duplicates: [] as Array<NamedRow>,
  unknown: [] as Array<SettlementRow>
})

const sortInto = (
  lists: ReturnType<typeof emptyReconciliation>,
  mid: MidId,
  finding: BookedFinding
): void => {
  const { row } = finding
  if (finding._tag === "Unknown") {
    lists.unknown.push(row)
    return
  }
  const movement = booked(mid, finding.movement)
  switch (finding._tag) {
    case "Matched": {
      const settlement = finding.settlement?.id ?? finding.made?.id ?? null
      lists.matched.push({ row, movement, settlement, booked: finding.made !== null })
      return
    }
    case "AmountDiffers":
      lists.amountDiffers.push({ row, movement })
      return
    case "CurrencyDiffers":
      lists.currencyDiffers.push({ row, movement })
      return
    case "Duplicate":
      lists.duplicates.push({ row, movement })
  }
}
