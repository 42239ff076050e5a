import { Effect, Option, Result } from "effect"
import { EventCollection } from "../../events/Event.ts"
import type { Setting } from "../../events/newEvent.ts"
import { fresh, replayed } from "../../idempotency/Answer.ts"
import { type Claim, claimKey, refused } from "../../idempotency/claimKey.ts"
import type { Moment } from "../../ids/Moment.ts"
import type { ProviderCapabilities } from "../../providers/PaymentProvider.ts"
import { Providers } from "../../providers/Providers.ts"
import { Underway } from "../../providers/Underway.ts"
import { check, insert, update } from "../../storage/Change.ts"
import { KeyedLock } from "../../storage/KeyedLock.ts"
import { Storage } from "../../storage/Storage.ts"
import type { Caller, MutationOptions } from "../../tenants/Caller.ts"
import { ResourceNotFound } from "../../tenants/errors.ts"
import type { WireCodec } from "../../wire/WireCodec.ts"
import { AttemptCollection, type AttemptRecord } from "../attempts/Attempt.ts"
import { PaymentCollection, type PaymentRecord } from "../Payment.ts"
import {
  ModificationCollection,
  type ModificationKind,
  type ModificationRecord
} from "./Modification.ts"
import { modificationEvent } from "./modificationEvent.ts"
import { newModification, toBeCarriedOut } from "./newModification.ts"

/** What a capture, void or refund is decided on. */
export interface ModificationBasis {
  readonly payment: PaymentRecord
  /** Whether a capture or void is under way or done. */
  readonly released: boolean
  /** What the provider of the charge can do; null where it isn't registered any more. */
  readonly capabilities: ProviderCapabilities | null
}

/** What is to be carried out, and what the payment becomes by asking for it. */
export interface ModificationDraft {
  readonly amount: bigint
  readonly reason: string | null
  readonly payment: PaymentRecord
}

/** How one kind is asked for. */
export interface ModificationRequestKind<A, E> {
  readonly kind: ModificationKind
  /** The operation's name. */
  readonly endpoint: string
  readonly codec: WireCodec<A>
  readonly toResource: (row: ModificationRecord) => A
  readonly decide: (basis: ModificationBasis) => Result.Result<ModificationDraft, E>
}

/**
 * Operations 5 to 7: records a capture, void or refund as `pending` with the job that carries it
 * out, and answers, all in one commit.
 */
export const requestModification = Effect.fnUntraced(function* <A, E>(
  caller: Caller,
  paymentId: string,
  input: unknown,
  { idempotencyKey }: MutationOptions,
  request: ModificationRequestKind<A, E>
) {
  const underway = yield* Underway
  const lock = yield* KeyedLock
  const { endpoint, codec } = request
  const claimed = yield* underway.finish(
    claimKey(
      { ...caller, endpoint, key: idempotencyKey, input: [paymentId, input] },
      (claim, moment) => lock.withLock(paymentId)(begin(caller, paymentId, request, claim, moment))
    )
  )
  return claimed._tag === "Replayed"
    ? replayed(codec, claimed.body)
    : fresh(codec, request.toResource(claimed.value))
})

const begin = Effect.fnUntraced(function* <A, E>(
  { scope, serviceVersion }: Caller,
  paymentId: string,
  { kind, codec, toResource, decide }: ModificationRequestKind<A, E>,
  claim: Claim,
  moment: Moment
) {
  const storage = yield* Storage
  const setting: Setting = { ...moment, scope, apiVersion: serviceVersion }
  const payment = yield* storage.get(scope, PaymentCollection, paymentId)
  if (Option.isNone(payment)) {
    return yield* refused(new ResourceNotFound({ object: "payment", id: paymentId }))
  }
  const live = yield* storage.findUnique(scope, ModificationCollection, "release", paymentId)
  const attempt = yield* storage.get(
    scope,
    AttemptCollection,
    payment.value.row.attempts.at(-1) ?? ""
  )
  const decision = decide({
    payment: payment.value.row,
    released: Option.isSome(live),
    capabilities: yield* capabilitiesOf(Option.getOrNull(attempt)?.row ?? null)
  })
  if (Result.isFailure(decision) || Option.isNone(attempt)) {
    return yield* refused(
      Result.isFailure(decision) ? decision.failure : notFoundAttempt(paymentId),
      check(PaymentCollection, payment.value)
    )
  }
  const { amount, reason } = decision.success
  const row = newModification(setting, attempt.value.row, {
    kind,
    purpose: "merchant",
    amount,
    reason
  })
  const pending = modificationEvent(setting, "refund.pending", row, 1)
  yield* storage.commit([
    ...claim.answered(codec.toBody(toResource(row))),
    ...toBeCarriedOut(setting, row),
    update(PaymentCollection, payment.value, decision.success.payment),
    ...(kind === "refund" ? [insert(scope, EventCollection, pending)] : [])
  ])
  return row
})

const notFoundAttempt = (id: string) => new ResourceNotFound({ object: "attempt", id })

const capabilitiesOf = Effect.fnUntraced(function* (attempt: AttemptRecord | null) {
  const providers = yield* Providers
  const provider = attempt === null ? Option.none() : providers.get(attempt.provider)
  return Option.isSome(provider) ? provider.value.capabilities : null
})
