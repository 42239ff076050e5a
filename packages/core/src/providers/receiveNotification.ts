import { Effect, Option, Schema } from "effect"
import { currentMoment, type Moment } from "../ids/Moment.ts"
import { chargeOf, isInFlight } from "../payments/Attempt.ts"
import { captureNoticed, isCapturedElsewhere } from "../payments/captureElsewhere.ts"
import { settleModificationRows } from "../payments/carryOutModification.ts"
import { currentSetting } from "../payments/currentSetting.ts"
import { giveUpCharge } from "../payments/giveUpCharge.ts"
import { loadAttempt } from "../payments/loadAttempt.ts"
import { loadHold } from "../payments/loadHold.ts"
import { loadModification } from "../payments/loadModification.ts"
import { readModificationFound } from "../payments/readModification.ts"
import { readLookup } from "../payments/readOutcome.ts"
import { settleRows } from "../payments/settleCourse.ts"
import { MidCollection } from "../routing/Mid.ts"
import { routingTable } from "../routing/mids.ts"
import { insert } from "../storage/Change.ts"
import { collection } from "../storage/Collection.ts"
import { KeyedLock } from "../storage/KeyedLock.ts"
import { retryConflicts } from "../storage/retryConflicts.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { ResourceNotFound } from "../tenants/errors.ts"
import { NotificationId } from "../values/PublicId.ts"
import type { PaymentProvider } from "./PaymentProvider.ts"
import type { ProviderNotice, RawNotification } from "./ProviderNotice.ts"
import { Providers } from "./Providers.ts"

/** The notification doesn't bear its provider's signature. */
export class NotificationNotAuthentic extends Schema.TaggedError<NotificationNotAuthentic>()(
  "NotificationNotAuthentic",
  { mid: Schema.String }
) {}

/** A notice that was taken: told again, it changes nothing. */
const Notification = Schema.Struct({
  id: NotificationId,
  mid: Schema.String,
  notice: Schema.String
})

export const NotificationCollection = collection<typeof Notification.Type>({
  name: "notifications",
  schema: Notification,
  unique: { notice: { of: (row) => `${row.mid}:${row.notice}` } },
  sweepable: true
})

/**
 * Takes what a provider tells of its own accord, each notice once, and settles what it is about.
 * Notices about rows of another MID, or of none, change nothing.
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
  const notices = yield* provider.value.readNotification({ id, credentials }, notification)
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
    const key = `${mid}:${notice.id}`
    if (Option.isSome(yield* storage.findUnique(scope, NotificationCollection, "notice", key)))
      return
    const moment = yield* currentMoment
    yield* settle(source, notice, moment)
  })
  yield* lock.withLock(notice.reference)(retryConflicts(once))
})

const settle = Effect.fnUntraced(function* (
  { scope, mid, provider }: Source,
  notice: ProviderNotice,
  moment: Moment
) {
  const storage = yield* Storage
  const taken = [
    insert(scope, NotificationCollection, { id: moment.id("notice"), mid, notice: notice.id })
  ]
  if (notice._tag === "Charge") {
    const rows = yield* loadAttempt(scope, notice.reference)
    if (Option.isNone(rows) || rows.value.attempt.row.mid !== mid) {
      return yield* storage.commit(taken)
    }
    const { row } = rows.value.attempt
    const { charge } = notice
    if (charge.state === "requires_action" && isInFlight(row)) {
      yield* giveUpCharge(provider, chargeOf(row, charge.providerReference))
    }
    const setting = yield* currentSetting(scope)
    if (isCapturedElsewhere(rows.value, charge)) {
      const hold = yield* loadHold(rows.value)
      return yield* storage.commit([...captureNoticed(setting, hold, charge), ...taken])
    }
    const { apiVersion } = setting
    const verdict = readLookup(row, charge, provider, moment.now)
    yield* settleRows({ rows: rows.value, provider, rest: [], apiVersion }, verdict, taken)
    return
  }
  const rows = yield* loadModification(scope, notice.reference)
  if (Option.isNone(rows) || rows.value.attempt.row.mid !== mid) {
    return yield* storage.commit(taken)
  }
  yield* settleModificationRows(rows.value, readModificationFound(notice.modification), taken)
})
