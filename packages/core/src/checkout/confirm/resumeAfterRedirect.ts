import { Effect, Option } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import type { AttemptId } from "../../kernel/primitives/PublicId.ts"
import { type AttemptRecord, isPayerAway } from "../../payments/charges/Attempt.ts"
import { loadAttempt } from "../../payments/charges/AttemptRows.ts"
import { cancelAndLookUp } from "../../payments/charges/providerCalls.ts"
import { recordPayerReturn } from "../../payments/charges/recordPayerReturn.ts"
import { callIsOverAt, sendChargeWithinMs } from "../../payments/charges/recoveryJob.ts"
import { resumeCharge } from "../../payments/charges/resumeCharge.ts"
import { applyVerdict, type ChargeInFlight } from "../../payments/charges/runCharge.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { currentCommitContext } from "../../platform/tenants/accountSettings.ts"
import type { PayerReturn } from "../../providers/PayerReturn.ts"
import { Providers } from "../../providers/Providers.ts"
import { resultOf } from "../payer/sessionStatus.ts"
import {
  CheckoutSessionCollection,
  type CheckoutSessionRecord
} from "../sessions/CheckoutSession.ts"
import { isOpen } from "../sessions/payableAt.ts"

/**
 * Settles a charge after the payer's return. The provider is notified of the return or looked up.
 */
export const resumeAfterRedirect = Effect.fnUntraced(function* (
  { scope, row }: Stored<CheckoutSessionRecord>,
  awaited: AttemptRecord | null,
  brought: PayerReturn | null
) {
  // Instructions don't redirect the payer, so the payer is not back and the payment is still in
  // progress.
  if (awaited?.action?.what._tag === "Instructions") return yield* resultOf(scope, row.id)
  const inFlight = awaited === null ? null : yield* payerReturned(scope, awaited.id, brought)
  if (inFlight === null) {
    // The attempt of the return is settled already, or was canceled for another method.
    const isChallenged = row.status === "processing" && row.threeDs !== null
    if (!isChallenged) yield* Effect.fromResult(isOpen(row))
  } else {
    yield* resumeCharge(inFlight)
  }
  return yield* resultOf(scope, row.id)
})

/** Commits the return. Returns null if another request has done so. */
const payerReturned = Effect.fnUntraced(function* (
  scope: Scope,
  id: AttemptId,
  brought: PayerReturn | null
) {
  const lock = yield* KeyedLock
  return yield* lock.withLock(
    id,
    CheckoutSessionCollection.name
  )(retryConflicts(returnOnce(scope, id, brought)))
})

const returnOnce = Effect.fnUntraced(function* (
  scope: Scope,
  id: AttemptId,
  brought: PayerReturn | null
) {
  const waiting = yield* awaitedCharge(scope, id)
  if (waiting === null) return null
  const { inFlight, commit } = waiting
  const { providerTimeoutMs } = yield* EngineConfig
  const askAt = callIsOverAt(commit.now + sendChargeWithinMs, providerTimeoutMs)
  return { ...inFlight, rows: yield* recordPayerReturn(inFlight.rows, commit.now, askAt, brought) }
})

/**
 * Cancels the attempt that waits for the payer, because the payer chose another method. If its
 * provider has taken the money anyway, or can't say, the attempt stays.
 */
export const stopAwaitingPayer = Effect.fnUntraced(function* (scope: Scope, id: AttemptId) {
  const inFlight = yield* payerReturned(scope, id, null)
  if (inFlight === null) return
  const verdict = yield* cancelAndLookUp(inFlight.provider, inFlight.rows.attempt.row)
  yield* applyVerdict({ ...inFlight, supersedes: true }, verdict)
})

const awaitedCharge = Effect.fnUntraced(function* (scope: Scope, id: AttemptId) {
  const providers = yield* Providers
  const found = yield* loadAttempt(scope, id)
  if (Option.isNone(found) || !isPayerAway(found.value.attempt.row)) return null
  const provider = providers.get(found.value.attempt.row.provider)
  if (Option.isNone(provider)) return null
  const commit = yield* currentCommitContext(scope)
  const inFlight: ChargeInFlight = {
    rows: found.value,
    provider: provider.value,
    remainingTargets: [],
    apiVersion: commit.apiVersion
  }
  return { inFlight, commit }
})
