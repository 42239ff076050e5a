import { Clock, Effect, Option } from "effect"
import { dayMs, hourMs, minuteMs } from "../../kernel/primitives/durations.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { postponeJob, removeJob } from "../../platform/jobs/scheduleJob.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { currentCommitContext } from "../../platform/tenants/accountSettings.ts"
import type { ChargeFound } from "../../providers/ChargeOutcome.ts"
import { Providers } from "../../providers/Providers.ts"
import { decideModification } from "../captures-voids-refunds/decideModification.ts"
import type { ModificationRecord } from "../captures-voids-refunds/Modification.ts"
import { insertPendingModification } from "../captures-voids-refunds/newModification.ts"
import { newMoneyReturn } from "../captures-voids-refunds/returnMoney.ts"
import { AttemptCollection } from "../charges/Attempt.ts"
import { authorizedAmount, capturableOf } from "../charges/capturable.ts"
import { PaymentCollection } from "../charges/Payment.ts"
import { paymentAlert } from "../charges/paymentEvents.ts"
import { lookUpCharge } from "../charges/providerCalls.ts"
import { bookExternalCapture } from "./externalCapture.ts"
import { holdEnded, holdExpired, restExpired } from "./externalRelease.ts"
import { type Hold, loadHold } from "./Hold.ts"

/** Loads the hold of a job's payment. None if it was captured or released. */
const standingHold = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const { scope, row } = job
  const payment = yield* storage.get(scope, PaymentCollection, row.subject)
  if (Option.isNone(payment) || capturableOf(payment.value.row) === 0n) {
    return Option.none<Hold>()
  }
  const last = payment.value.row.attempts.at(-1) ?? ""
  const attempt = yield* storage.get(scope, AttemptCollection, last)
  if (Option.isNone(attempt)) return Option.none<Hold>()
  const hold = yield* loadHold({ payment: payment.value, attempt: attempt.value })
  const holdJobs = hold.holdJobs.map((other) => (other.row.id === row.id ? job : other))
  return Option.some<Hold>({ ...hold, holdJobs })
})

/**
 * Alerts the embedder that an authorisation expires soon, unless it was captured or ended at its
 * provider.
 */
export const alertHold = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const held = yield* standingHold(job)
  if (Option.isNone(held)) return yield* storage.commit(removeJob(job))
  const standing = yield* lookUpHold(held.value)
  const commit = yield* currentCommitContext(job.scope)
  yield* storage.commit(
    isGone(standing)
      ? bookExternalEnd(commit, held.value, standing, removeJob(job))
      : [
          ...removeJob(job),
          ...paymentAlert(commit, "alert.authorization_expiring", held.value.payment)
        ]
  )
})

/** The look-up runs every hour. If it always fails, an alert is raised once a day. */
const lookUpsPerAlert = 24

/**
 * Expires an authorisation on its provider's schedule, and releases at the provider what may still
 * be held. A capture or void in progress comes first, and a failed look-up is repeated. So captured
 * money is never recorded as expired. An external capture is booked. If it can't be booked, an
 * alert is raised every day. A capture or void that can't be sent for a day longer fails, with an
 * alert.
 */
export const expireHold = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const held = yield* standingHold(job)
  if (Option.isNone(held)) return yield* storage.commit(removeJob(job))
  const now = yield* Clock.currentTimeMillis
  const standing = yield* lookUpHold(held.value)
  const commit = yield* currentCommitContext(job.scope)
  const { payment, attempt, release } = held.value
  if (standing._tag === "Unknown") {
    // A capture or void that is sent at this moment is not decided here.
    const isSending = (held.value.job?.row.leasedUntil ?? 0) > now
    const isOpen = release === null || (isUnsent(held.value) && !isSending)
    const asked = job.row.asked + (isOpen ? 1 : 0)
    const isAlertDue = isOpen && asked % lookUpsPerAlert === 0
    return yield* storage.commit([
      ...(isAlertDue && release !== null
        ? unsentReleaseFailed(commit, held.value, release)
        : [postponeJob(job, now + (isSending ? 5 * minuteMs : hourMs), asked)]),
      ...(isAlertDue && release === null ? paymentAlert(commit, "alert.hold_unknown", payment) : [])
    ])
  }
  if (isGone(standing)) {
    const retryTomorrow = [postponeJob(job, now + dayMs)]
    return yield* storage.commit(bookExternalEnd(commit, held.value, standing, retryTomorrow))
  }
  if (attempt.row.status === "captured")
    return yield* storage.commit(restExpired(commit, held.value))
  yield* storage.commit([
    ...holdExpired(commit, held.value),
    ...releaseAtProvider(commit, held.value)
  ])
})

/** Releases at the provider what may still be held. */
const releaseAtProvider = (
  commit: CommitContext,
  { attempt }: Pick<Hold, "attempt">
): ReadonlyArray<Change> =>
  insertPendingModification(
    commit,
    newMoneyReturn(commit, attempt.row, {
      kind: "void",
      purpose: "expired_hold",
      amount: authorizedAmount(attempt.row)
    })
  )

/** Returns true if the capture or void of a hold was tried, and certainly never arrived. */
const isUnsent = ({ release, job }: Hold): boolean =>
  release?.row.lastSentAt === null && job !== null && job.row.failures + job.row.asked > 0

/**
 * Fails a capture or void that could not be sent while there was a hold, and ends the hold, with an
 * alert.
 */
const unsentReleaseFailed = (
  commit: CommitContext,
  hold: Hold,
  modification: Stored<ModificationRecord>
): ReadonlyArray<Change> => [
  ...decideModification(
    commit,
    { ...hold, modification },
    { _tag: "HoldExpired", alert: "alert.hold_unknown" }
  ),
  ...(hold.attempt.row.status === "authorized" ? releaseAtProvider(commit, hold) : [])
]

/** The state of a hold at its provider. */
type HoldStanding =
  /** The provider can't be asked now or any more, or a capture or void is in progress. */
  | { readonly _tag: "Unknown" }
  /** The hold exists, or there is no sign that it doesn't. */
  | { readonly _tag: "Held" }
  | GoneHold

/** The hold was captured or ended at its provider. */
interface GoneHold {
  readonly _tag: "Captured" | "Over"
  readonly found: ChargeFound
}

const isGone = (standing: HoldStanding): standing is GoneHold =>
  standing._tag === "Captured" || standing._tag === "Over"

/** Books the external end of a hold. Raises an alert about a capture that can't be booked. */
const bookExternalEnd = (
  commit: CommitContext,
  hold: Hold,
  { _tag, found }: GoneHold,
  unbooked: ReadonlyArray<Change>
): ReadonlyArray<Change> =>
  _tag === "Over"
    ? holdEnded(commit, hold, found)
    : (bookExternalCapture(commit, hold, found) ?? [
        ...unbooked,
        ...paymentAlert(commit, "alert.captured_elsewhere", hold.payment)
      ])

const unknown: HoldStanding = { _tag: "Unknown" }
const stands: HoldStanding = { _tag: "Held" }

const lookUpHold = Effect.fnUntraced(function* (hold: Hold) {
  const { attempt, release } = hold
  const providers = yield* Providers
  const known = providers.get(attempt.row.provider)
  if (Option.isNone(known) || release !== null) return unknown
  if (!known.value.capabilities.lookup) return stands
  const requestedAt = yield* Clock.currentTimeMillis
  const answer = yield* lookUpCharge(known.value, attempt.row, requestedAt)
  return answer._tag === "Found"
    ? standingOf(hold, answer)
    : answer._tag === "Absent"
      ? stands
      : unknown
})

const standingOf = ({ payment, attempt }: Hold, found: ChargeFound): HoldStanding => {
  if (attempt.row.status === "captured") {
    // A part was captured and is booked. The provider may have captured more.
    const { amountCaptured: booked } = payment.row
    const isMore = found.state === "captured" && (found.amountCaptured ?? booked) > booked
    return isMore ? { _tag: "Captured", found } : stands
  }
  switch (found.state) {
    case "captured":
    case "refunded":
      return { _tag: "Captured", found }
    case "voided":
    case "expired":
    case "declined":
    case "returned":
      return { _tag: "Over", found }
    case "authorized":
    case "pending":
    case "requires_action":
      return stands
  }
}
