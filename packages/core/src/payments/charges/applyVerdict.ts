import { Effect } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { currentMoment, type Moment } from "../../kernel/ids/Moment.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { lookUpDelayMs } from "../../platform/jobs/scheduleJob.ts"
import type { Change } from "../../platform/storage/Change.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { withWritten } from "../../platform/storage/withWritten.ts"
import type { ChargeDetails } from "../../providers/ChargeDetails.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import { type AttemptRecord, isPayerAway } from "./Attempt.ts"
import { type AttemptRows, reload } from "./AttemptRows.ts"
import { decideAttempt } from "./decideAttempt.ts"
import { Followers } from "./Follower.ts"
import { recordPayerReturn } from "./recordPayerReturn.ts"
import type { Verdict } from "./toVerdict.ts"

/** One place that the cascade may go to: how the attempt there would begin. */
interface RouteStop {
  readonly provider: PaymentProvider
  readonly details: ChargeDetails
  readonly attemptAt: (moment: Moment) => AttemptRecord
}

/** A charge whose attempt is in flight, and where the cascade would go on. */
export interface ChargeInFlight {
  readonly rows: AttemptRows
  readonly provider: PaymentProvider
  /** What is told of it beside; absent where it isn't sent any more. */
  readonly details?: ChargeDetails
  readonly rest: ReadonlyArray<RouteStop>
  readonly apiVersion: string
  /** Whether a payer is there whom the issuer may ask for: once, by a request that waits. */
  readonly allowsStepUp?: boolean
  /** Whether the payer gives it up for another way to pay. */
  readonly supersedes?: boolean
  /** Whether the attempt's job asked, and the verdict is what it was answered. */
  readonly isAnswer?: boolean
  /** The changes of the commit that opened the charge: their rows need no read. */
  readonly written?: ReadonlyArray<Change>
}

/** A charge in flight that may have lost its provider, which isn't registered any more. */
type Applying = Omit<ChargeInFlight, "provider"> & { readonly provider: PaymentProvider | null }

/**
 * Returns where the cascade may go on after a verdict: past the accounts of a provider that would
 * refuse the same request on each of them.
 */
export const restAfter = (
  { provider, rest }: Pick<ChargeInFlight, "provider" | "rest">,
  verdict: Verdict
): ChargeInFlight["rest"] =>
  verdict._tag === "Declined" && verdict.meaning.decision === "other_provider"
    ? rest.filter((stop) => stop.provider.name !== provider.name)
    : rest

/** Commits what an answer means; where the rows moved on meanwhile, reads and decides again. */
export const applyVerdict = (inFlight: ChargeInFlight, verdict: Verdict) => {
  const { written: _, ...moved } = inFlight
  return retryConflicts(
    applyOnce(inFlight, verdict, []),
    Effect.flatMap(reload(inFlight.rows), (rows) => applyOnce({ ...moved, rows }, verdict, []))
  )
}

/** Applies a verdict to an attempt as it was just read, with `more` changes in the same commit. */
export const applyOnce = Effect.fnUntraced(function* (
  { rows, provider, rest, apiVersion, ...how }: Applying,
  verdict: Verdict,
  more: ReadonlyArray<Change>
) {
  const storage = yield* Storage
  const moment = yield* currentMoment
  const { providerTimeoutMs: callTimeoutMs } = yield* EngineConfig
  const commit: CommitContext = { ...moment, scope: rows.attempt.scope, apiVersion }
  const nextAttempt = rest[0]?.attemptAt(moment) ?? null
  const { allowsStepUp = false, supersedes = false, isAnswer = false, written = [] } = how
  const followers = yield* Effect.provideService(
    (yield* Followers).of(rows.payment),
    Storage,
    withWritten(storage, written)
  )
  const decision = decideAttempt(
    {
      commit,
      provider,
      followers,
      nextAttempt,
      allowsStepUp,
      supersedes,
      isAnswer,
      callTimeoutMs
    },
    tellsOfReturn(rows, verdict) ? yield* comeBackFor(rows, moment) : rows,
    verdict
  )
  const changes = [...decision.changes, ...more]
  if (changes.length > 0) yield* storage.commit(changes)
  return decision
})

/** Money that moved tells that the payer did what they had to, whether they came back or not. */
const tellsOfReturn = ({ attempt }: AttemptRows, verdict: Verdict): boolean =>
  isPayerAway(attempt.row) &&
  (verdict._tag === "Charged" || (verdict._tag === "Lost" && verdict.mismatch))

const comeBackFor = (rows: AttemptRows, { now }: Moment) =>
  recordPayerReturn(rows, now, now + lookUpDelayMs(0))

/** Applies news that no request waits for: an answer that came late. */
export const applyLateAnswer = Effect.fnUntraced(function* (
  inFlight: ChargeInFlight,
  verdict: Verdict
) {
  const rows = yield* reload(inFlight.rows)
  return yield* applyVerdict({ ...inFlight, rows, rest: [], allowsStepUp: false }, verdict)
})
