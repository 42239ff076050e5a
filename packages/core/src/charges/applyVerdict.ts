import { Effect } from "effect"
import type { Setting } from "../events/Setting.ts"
import { currentMoment, type Moment } from "../ids/Moment.ts"
import { waitBeforeAskingAgain } from "../jobs/schedule.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import type { Change } from "../storage/Change.ts"
import { retryConflicts } from "../storage/retryConflicts.ts"
import { Storage } from "../storage/Storage.ts"
import { EngineConfig } from "../values/EngineOptions.ts"
import { type AttemptRecord, isPayerAway } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import { settleAttempt } from "./decideAttempt.ts"
import { Followers } from "./Follower.ts"
import { loadAttempt } from "./loadAttempt.ts"
import { commitReturn } from "./payerReturn.ts"
import type { Verdict } from "./readOutcome.ts"

/** One place that the cascade may go to: how the attempt there would begin. */
interface RouteStop {
  readonly provider: PaymentProvider
  readonly attemptAt: (moment: Moment) => AttemptRecord
}

/** An attempt in flight, and where the cascade would go on. */
export interface Course {
  readonly rows: AttemptRows
  readonly provider: PaymentProvider
  readonly rest: ReadonlyArray<RouteStop>
  readonly apiVersion: string
  /** Whether a payer is there whom the issuer may ask for: once, by a request that waits. */
  readonly stepsUp?: boolean
  /** Whether the payer gives it up for another way to pay. */
  readonly supersedes?: boolean
  /** Whether the attempt's job asked, and what is settled is what it was answered. */
  readonly isAnswer?: boolean
}

/** A course that may have lost its provider, which isn't registered any more. */
type Settling = Omit<Course, "provider"> & { readonly provider: PaymentProvider | null }

/** Commits what an answer means; where the rows moved on meanwhile, reads and decides again. */
export const settleCourse = (course: Course, verdict: Verdict) => {
  const settle = (rows: AttemptRows) => settleRows({ ...course, rows }, verdict, [])
  return retryConflicts(settle(course.rows), Effect.flatMap(reload(course.rows), settle))
}

const reload = Effect.fnUntraced(function* ({ attempt }: AttemptRows) {
  return yield* Effect.orDie(Effect.fromOption(yield* loadAttempt(attempt.scope, attempt.row.id)))
})

/** Settles an attempt as it was just read, with `more` changes in the same commit. */
export const settleRows = Effect.fnUntraced(function* (
  { rows, provider, rest, apiVersion, ...how }: Settling,
  verdict: Verdict,
  more: ReadonlyArray<Change>
) {
  const storage = yield* Storage
  const moment = yield* currentMoment
  const { providerTimeoutMs } = yield* EngineConfig
  const setting: Setting = { ...moment, scope: rows.attempt.scope, apiVersion }
  const nextAttempt = rest[0]?.attemptAt(moment) ?? null
  const { stepsUp = false, supersedes = false, isAnswer = false } = how
  const callTimeoutMs = providerTimeoutMs
  const followers = yield* (yield* Followers).of(rows.payment)
  const settlement = settleAttempt(
    { setting, provider, followers, nextAttempt, stepsUp, supersedes, isAnswer, callTimeoutMs },
    tellsOfReturn(rows, verdict) ? yield* comeBackFor(rows, moment) : rows,
    verdict
  )
  const changes = [...settlement.changes, ...more]
  if (changes.length > 0) yield* storage.commit(changes)
  return settlement
})

/** Money that moved tells that the payer did what they had to, whether they came back or not. */
const tellsOfReturn = ({ attempt }: AttemptRows, verdict: Verdict): boolean =>
  isPayerAway(attempt.row) &&
  (verdict._tag === "Charged" || (verdict._tag === "Lost" && verdict.mismatch))

const comeBackFor = (rows: AttemptRows, { now }: Moment) =>
  commitReturn(rows, now, now + waitBeforeAskingAgain(0))

/** Settles an attempt by news that no request waits for: a recovery, or an answer come late. */
export const settleNews = Effect.fnUntraced(function* (course: Course, verdict: Verdict) {
  const rows = yield* reload(course.rows)
  return yield* settleCourse({ ...course, rows, rest: [], stepsUp: false }, verdict)
})
