import { Clock, Effect, Option } from "effect"
import { EventCollection } from "../events/Event.ts"
import { paymentEvent, type Setting, transitionEvents } from "../events/eventsFor.ts"
import { currentMoment } from "../ids/Moment.ts"
import { type Job, JobCollection, postponed } from "../jobs/Job.ts"
import { Providers } from "../providers/Providers.ts"
import { check, insert, remove, update } from "../storage/Change.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage, type Stored } from "../storage/Storage.ts"
import { accountSettings } from "../tenants/accountSettings.ts"
import { dayMs, hourMs } from "../values/durations.ts"
import { AttemptCollection, type AttemptRecord } from "./Attempt.ts"
import { lookUpCharge } from "./lookUpCharge.ts"
import { ModificationCollection } from "./Modification.ts"
import { PaymentCollection, type PaymentRecord } from "./Payment.ts"
import { moved, movedPayment } from "./settlement.ts"

interface Authorization {
  readonly payment: Stored<PaymentRecord>
  readonly attempt: Stored<AttemptRecord>
}

/** The payment and attempt of a hold that still stands; none once it is captured or given back. */
const loadAuthorization = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const payment = yield* storage.get(scope, PaymentCollection, id)
  if (Option.isNone(payment) || payment.value.row.status !== "authorized") {
    return Option.none<Authorization>()
  }
  const attempt = yield* storage.get(
    scope,
    AttemptCollection,
    payment.value.row.attempts.at(-1) ?? ""
  )
  return Option.map(attempt, (found) => ({ payment: payment.value, attempt: found }))
})

const settingOf = Effect.fnUntraced(function* (scope: Scope) {
  const moment = yield* currentMoment
  const account = yield* accountSettings(scope)
  return { ...moment, scope, apiVersion: account.row.settings.serviceVersion } satisfies Setting
})

/** Tells the embedder that an authorisation expires soon (spec 3.1). */
export const alertAuthorization = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const held = yield* loadAuthorization(job.scope, job.row.subject)
  if (Option.isNone(held)) return yield* storage.commit([remove(JobCollection, job)])
  const { payment } = held.value
  const setting = yield* settingOf(job.scope)
  yield* storage.commit([
    remove(JobCollection, job),
    check(PaymentCollection, payment),
    insert(
      job.scope,
      EventCollection,
      paymentEvent(setting, "alert.authorization_expiring", payment.row, payment.version)
    )
  ])
})

/**
 * Expires an authorisation on its provider's schedule (spec 3.1). A capture or void under way goes
 * first, and a provider that can't be asked is asked again: money that moved is never called
 * expired. Money that was taken there without us is for people to look at, and is told every day.
 */
export const expireAuthorization = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const held = yield* loadAuthorization(job.scope, job.row.subject)
  if (Option.isNone(held)) return yield* storage.commit([remove(JobCollection, job)])
  const { payment, attempt } = held.value
  const now = yield* Clock.currentTimeMillis
  const live = yield* storage.findUnique(
    job.scope,
    ModificationCollection,
    "release",
    payment.row.id
  )
  const hold = Option.isSome(live) ? "unknown" : yield* askForHold(attempt.row)
  if (hold === "unknown") return yield* storage.commit([postponed(job, now + hourMs)])
  const setting = yield* settingOf(job.scope)
  if (hold === "captured") {
    const alert = "alert.captured_elsewhere"
    return yield* storage.commit([
      postponed(job, now + dayMs),
      check(PaymentCollection, payment),
      insert(job.scope, EventCollection, paymentEvent(setting, alert, payment.row, payment.version))
    ])
  }
  const expired = movedPayment(payment.row, "expire", {})
  yield* storage.commit([
    remove(JobCollection, job),
    update(PaymentCollection, payment, expired),
    update(AttemptCollection, attempt, moved(attempt.row, "expire", { settledAt: now })),
    ...transitionEvents(setting, payment.row, expired, payment.version + 1).map((row) =>
      insert(job.scope, EventCollection, row)
    )
  ])
})

/** What became of a hold at its provider: over, captured there but not by us, or not to be told. */
const askForHold = Effect.fnUntraced(function* (attempt: AttemptRecord) {
  const providers = yield* Providers
  const known = providers.get(attempt.provider)
  if (Option.isNone(known)) return "unknown"
  if (!known.value.capabilities.lookup) return "over"
  const answer = yield* lookUpCharge(known.value, attempt)
  if (answer._tag === "Unavailable") return "unknown"
  return answer._tag === "Found" && answer.state === "captured" ? "captured" : "over"
})
