import { Effect, Option, Schema } from "effect"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { isStorable } from "../../kernel/primitives/FreeText.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import { Providers } from "../../providers/Providers.ts"
import {
  captureRestored,
  captureReturned,
  type ReturnReason
} from "../captures-voids-refunds/captureReturned.ts"
import { loadReturn } from "../captures-voids-refunds/ReturnRows.ts"
import { AttemptCollection, isInFlight } from "./Attempt.ts"
import { type AttemptRows, isPaidAtOnce, loadAttempt } from "./AttemptRows.ts"
import { Followers } from "./Follower.ts"
import { getPayment } from "./getPayment.ts"
import { toPayment } from "./Payment.ts"
import { applyVerdictOnce } from "./runCharge.ts"
import type { Verdict } from "./toVerdict.ts"

/** The provider's reference of a charge. */
const ProviderReference = Schema.String.check(
  Schema.isMinLength(1, refusedAs("parameter_invalid", "1 to 255 characters")),
  Schema.isMaxLength(255, refusedAs("parameter_invalid", "1 to 255 characters")),
  Schema.makeFilter(
    isStorable,
    refusedAs("parameter_invalid", "text without NUL and without lone surrogates")
  )
)

/** The money was taken or is held. */
export interface ChargedByHand {
  readonly _tag: "Charged"
  /** True if the money was taken, false if it is held. */
  readonly captured: boolean
  /** The provider's reference of the charge: 1 to 255 characters. */
  readonly providerReference: string
}

/** Nothing was taken and nothing will be. */
export interface NotChargedByHand {
  readonly _tag: "NotCharged"
}

/** The provider took back what it had captured: the capture failed, or the bank returned it. */
export interface ReturnedByHand {
  readonly _tag: "Returned"
}

/** The outcome of an attempt that somebody found out by hand. */
export type Resolution = ChargedByHand | NotChargedByHand | ReturnedByHand
export const Resolution = Schema.TaggedUnion({
  /** The money was taken, or with `captured` false is held. */
  Charged: { captured: Schema.Boolean, providerReference: ProviderReference },
  /** Nothing was taken and nothing will be. */
  NotCharged: {},
  /** The provider took back what it had captured. */
  Returned: {}
})

const checkInput = inputChecker(Resolution)

/**
 * Decides an attempt by hand, as if its provider had answered. The provider need not be registered
 * any more. The attempt may be in flight, its capture may have been taken back, or made again.
 */
export const resolveAttempt = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  resolution: Resolution
) {
  const { scope, serviceVersion } = caller
  const lock = yield* KeyedLock
  const providers = yield* Providers
  const given = yield* Effect.fromResult(checkInput(resolution))
  const decide = Effect.gen(function* () {
    const loaded = yield* loadAttempt(scope, id)
    if (Option.isNone(loaded)) return yield* new ResourceNotFound({ object: "attempt", id })
    const rows = loaded.value
    const provider = Option.getOrNull(providers.get(rows.attempt.row.provider))
    if (!isInFlight(rows.attempt.row)) return yield* corrected(caller, rows, provider, given)
    if (given._tag === "Returned") {
      return yield* parameterInvalid("attempt", "is in flight: nothing was captured of it yet")
    }
    const followers = yield* (yield* Followers).of(rows.payment)
    if (given._tag === "Charged" && !given.captured && isPaidAtOnce(rows, followers)) {
      return yield* parameterInvalid(
        "captured",
        "must be true: what it pays takes the money at once"
      )
    }
    const inFlight = { rows, provider, remainingTargets: [], apiVersion: serviceVersion }
    return toPayment(
      (yield* applyVerdictOnce(inFlight, verdictByHand(given, rows), [])).payment.row
    )
  })
  return yield* lock.withLock(id, AttemptCollection.name)(retryConflicts(decide))
})

/** Reverses a captured attempt by hand, or books a returned one again. */
const corrected = Effect.fnUntraced(function* (
  { scope, serviceVersion }: Caller,
  rows: AttemptRows,
  provider: PaymentProvider | null,
  given: Resolution
) {
  const { status, facts } = rows.attempt.row
  const isReturned = given._tag === "Returned" && status === "captured" && facts.amount > 0n
  const isRestored = given._tag === "Charged" && given.captured && status === "returned"
  if (!isReturned && !isRestored) {
    return yield* parameterInvalid("attempt", `is ${status} already`)
  }
  const storage = yield* Storage
  const commit = { ...(yield* currentMoment), scope, apiVersion: serviceVersion }
  const reason: ReturnReason = { provider, rawCode: null, occurredAt: undefined }
  const decide = isReturned ? captureReturned : captureRestored
  yield* storage.commit(decide(commit, yield* loadReturn(rows), reason))
  return toPayment((yield* getPayment(scope, rows.payment.row.id)).row)
})

const verdictByHand = (
  resolution: Exclude<Resolution, ReturnedByHand>,
  { attempt }: AttemptRows
): Verdict =>
  resolution._tag === "Charged"
    ? {
        _tag: "Charged",
        captured: resolution.captured || attempt.row.facts.type === "verify",
        providerReference: resolution.providerReference,
        networkReference: null
      }
    : { _tag: "NotProcessed", sent: true, reason: "Settled by hand." }
