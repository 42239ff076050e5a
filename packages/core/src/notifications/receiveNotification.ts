import { Effect, Option, Schema } from "effect"
import { AttemptCollection, isInFlight, isPayerAway, queryOf } from "../charges/Attempt.ts"
import { type AttemptRows, loadAttempt, reload } from "../charges/AttemptRows.ts"
import { applyOnce } from "../charges/applyVerdict.ts"
import { givenUp } from "../charges/askProvider.ts"
import { paymentAlert } from "../charges/paymentEvents.ts"
import { readLookup, type Verdict } from "../charges/readOutcome.ts"
import { mayStillAnswer } from "../charges/recoveryJob.ts"
import { disputeNoticed, loadDispute } from "../disputes/disputeNoticed.ts"
import { captureNoticed, isCapturedElsewhere } from "../holds/capturedElsewhere.ts"
import { endNoticed, isEndedElsewhere } from "../holds/endedElsewhere.ts"
import { loadHold } from "../holds/Hold.ts"
import { currentMoment, type Moment } from "../ids/Moment.ts"
import { ResourceNotFound } from "../input/ResourceNotFound.ts"
import { postponed } from "../jobs/schedule.ts"
import { applyToModification } from "../modifications/carryOutModification.ts"
import { loadModification } from "../modifications/ModificationRows.ts"
import { readModificationFound } from "../modifications/readModification.ts"
import type { ChargeFound } from "../providers/ChargeOutcome.ts"
import { answerInTime } from "../providers/callProvider.ts"
import { NotificationNotAuthentic, ProviderUnavailable } from "../providers/errors.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import type { DisputeNotice, ProviderNotice, RawNotification } from "../providers/ProviderNotice.ts"
import { Providers } from "../providers/Providers.ts"
import { MidCollection } from "../routing/Mid.ts"
import { routingTable } from "../routing/mids.ts"
import { type Change, check, insert, update } from "../storage/Change.ts"
import { collection } from "../storage/Collection.ts"
import { KeyedLock } from "../storage/KeyedLock.ts"
import { retryConflicts } from "../storage/retryConflicts.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { currentSetting } from "../tenants/accountSettings.ts"
import { EngineConfig } from "../values/EngineOptions.ts"
import { NotificationId } from "../values/PublicId.ts"

/** A notice that was taken: told again, it changes nothing. */
const Notification = Schema.Struct({
  id: NotificationId,
  mid: Schema.String,
  notice: Schema.String,
  /** Our reference of what it is about: one event may tell of several things under one id. */
  about: Schema.String
})

type Notification = typeof Notification.Type

const noticeKey = ({ mid, notice, about }: Pick<Notification, "mid" | "notice" | "about">) =>
  JSON.stringify([mid, notice, about])

export const NotificationCollection = collection<Notification>({
  name: "notifications",
  schema: Notification,
  unique: { notice: { of: noticeKey } },
  sweepable: true
})

/**
 * Takes what a provider tells of its own accord, each notice once, and applies it to what it is
 * about. Notices about rows of another MID, or of none, change nothing.
 */
export const receiveNotification = Effect.fnUntraced(function* (
  midId: string,
  notification: RawNotification
) {
  const storage = yield* Storage
  const providers = yield* Providers
  const unknown = new ResourceNotFound({ object: "mid", id: midId })
  const entry = yield* storage.findUnique("any", MidCollection, "id", midId)
  if (Option.isNone(entry)) return yield* unknown
  const { scope } = entry.value
  const mid = (yield* routingTable(scope)).mids.find((other) => other.id === midId)
  const provider = mid === undefined ? Option.none() : providers.get(mid.provider)
  if (mid === undefined || Option.isNone(provider)) return yield* unknown
  const { id, credentials } = mid
  const { providerTimeoutMs: timeoutMs } = yield* EngineConfig
  const { name } = provider.value
  const read = () =>
    provider.value.readNotification({ id, credentials }, notification, {
      attempt: (reference) => Effect.orDie(knownAttempt(storage, scope, id, reference))
    })
  const notices = yield* answerInTime(read, timeoutMs, () =>
    Effect.fail(new ProviderUnavailable({ provider: name, timeoutMs }))
  )
  if (Option.isNone(notices)) return yield* new NotificationNotAuthentic({ mid: midId })
  for (const notice of notices.value) {
    yield* takeNotice({ scope, mid: id, provider: provider.value }, notice)
  }
})

interface Source {
  readonly scope: Scope
  readonly mid: string
  readonly provider: PaymentProvider
}

const takeNotice = Effect.fnUntraced(function* (source: Source, notice: ProviderNotice) {
  const lock = yield* KeyedLock
  const storage = yield* Storage
  const { scope, mid } = source
  const once = Effect.gen(function* () {
    const key = noticeKey({ mid, notice: notice.id, about: notice.reference })
    if (Option.isSome(yield* storage.findUnique(scope, NotificationCollection, "notice", key)))
      return
    const moment = yield* currentMoment
    yield* take(source, notice, moment)
  })
  yield* lock.withLock(notice.reference)(retryConflicts(once))
})

const take = Effect.fnUntraced(function* (source: Source, notice: ProviderNotice, moment: Moment) {
  const storage = yield* Storage
  const { scope, mid } = source
  const taken = [
    insert(scope, NotificationCollection, {
      id: moment.id("notice"),
      mid,
      notice: notice.id,
      about: notice.reference
    })
  ]
  if (notice._tag === "Charge") {
    const found = yield* loadAttempt(scope, notice.reference)
    return yield* Option.isNone(found) || found.value.attempt.row.mid !== mid
      ? storage.commit(taken)
      : takeCharge(source, notice.charge, found.value, moment, taken)
  }
  if (notice._tag === "Dispute") {
    return yield* storage.commit([...(yield* disputeOf(source, notice)), ...taken])
  }
  if (notice._tag === "Refund") {
    return yield* storage.commit([...(yield* heardOf(source, notice.reference)), ...taken])
  }
  const rows = yield* loadModification(scope, notice.reference)
  if (Option.isNone(rows) || rows.value.attempt.row.mid !== mid) {
    return yield* storage.commit(taken)
  }
  yield* applyToModification(rows.value, readModificationFound(notice.modification), taken)
})

/** How an attempt of a MID was asked for. */
const knownAttempt = (storage: Storage["Service"], scope: Scope, mid: string, reference: string) =>
  Effect.map(storage.get(scope, AttemptCollection, reference), (found) =>
    Option.filter(found, ({ row }) => row.mid === mid).pipe(Option.map(({ row }) => queryOf(row)))
  )

/** What a provider did without us is not booked by itself: somebody hears of it. */
const heardOf = Effect.fnUntraced(function* ({ scope, mid }: Source, reference: string) {
  const found = yield* loadAttempt(scope, reference)
  if (Option.isNone(found) || found.value.attempt.row.mid !== mid) return []
  const setting = yield* currentSetting(scope)
  return paymentAlert(setting, "alert.made_elsewhere", found.value.payment)
})

/** What a dispute comes to; one of a charge of another MID, or of none, changes nothing. */
const disputeOf = Effect.fnUntraced(function* ({ scope, mid }: Source, notice: DisputeNotice) {
  const found = yield* loadAttempt(scope, notice.reference)
  if (Option.isNone(found) || found.value.attempt.row.mid !== mid) return []
  const { payment, attempt } = found.value
  const rows = yield* loadDispute({ payment, attempt }, notice.dispute.providerReference)
  return disputeNoticed(yield* currentSetting(scope), rows, notice.dispute)
})

const takeCharge = Effect.fnUntraced(function* (
  { scope, provider }: Source,
  charge: ChargeFound,
  found: AttemptRows,
  moment: Moment,
  taken: ReadonlyArray<Change>
) {
  const storage = yield* Storage
  const { row } = found.attempt
  const isWaiting = charge.state === "requires_action" && isInFlight(row)
  // A payer who is there hears of it by the answer to their own request.
  if (isWaiting && row.returnUrl !== null) return yield* storage.commit(taken)
  if (charge.state === "pending" && isPayerAway(row) && found.job !== null) {
    // Some say so of a charge that only waits for its payer; asked, they tell.
    return yield* storage.commit([...taken, postponed(found.job, moment.now)])
  }
  const setting = yield* currentSetting(scope)
  const { providerTimeoutMs } = yield* EngineConfig
  const read = readLookup(row, charge, provider, moment.now)
  if (leavesOpen(read) && mayStillAnswer(row, providerTimeoutMs, moment.now)) {
    // Whoever called decides on the next account and on step-up; its job asks should they be gone.
    return yield* storage.commit([keptReference(found, charge), ...taken])
  }
  const verdict = isWaiting ? yield* givenUp(row, charge.providerReference, provider, read) : read
  const inFlight = { rows: found, provider, rest: [], apiVersion: setting.apiVersion }
  const isHoldToo = isInFlight(row) && isCaptureOfHold(charge, verdict)
  // Captured in part before anybody knew that it is held: the hold is recorded first.
  if (isHoldToo) yield* applyOnce(inFlight, verdict, [])
  const rows = isHoldToo ? yield* reload(found) : found
  const noticed = isCapturedElsewhere(rows, charge)
    ? captureNoticed
    : isEndedElsewhere(rows, charge)
      ? endNoticed
      : null
  if (noticed === null) return yield* applyOnce(inFlight, verdict, taken)
  yield* storage.commit([...noticed(setting, yield* loadHold(rows), charge), ...taken])
})

/** What moves no money is for the call that may still answer: after it others may be asked. */
const leavesOpen = ({ _tag }: Verdict): boolean =>
  _tag === "Declined" || _tag === "NotProcessed" || _tag === "Waiting"

/** What the provider calls a charge that it has: should no answer come, it is not absent then. */
const keptReference = (
  { attempt }: AttemptRows,
  { state, providerReference }: ChargeFound
): Change =>
  state === "pending"
    ? update(AttemptCollection, attempt, { ...attempt.row, providerReference })
    : check(AttemptCollection, attempt)

const isCaptureOfHold = ({ state }: ChargeFound, verdict: Verdict): boolean =>
  state === "captured" && verdict._tag === "Charged" && !verdict.captured
