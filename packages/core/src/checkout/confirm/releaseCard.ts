import { Effect, Option } from "effect"
import { CardVault } from "../../cards/vault/CardVault.ts"
import { AttemptCollection } from "../../payments/charges/Attempt.ts"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { ThreeDsSessionCollection } from "../three-ds/ThreeDsSession.ts"

/**
 * The job of a card that a payer typed in, once the attempt or the challenge that it was typed in
 * for is over: the vault forgets its security code.
 */
export const releaseCard = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const { release } = yield* CardVault
  const { scope } = job
  const vaultReference = yield* typedFor(scope, job.row.subject)
  if (release !== undefined && vaultReference !== null) yield* release({ scope, vaultReference })
  yield* storage.commit(removeJob(job))
})

/** The card of an attempt, or of a challenge; null where that was of none. */
const typedFor = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const attempt = yield* storage.get(scope, AttemptCollection, id)
  if (Option.isSome(attempt)) {
    const { source } = attempt.value.row
    return source._tag === "Vaulted" ? source.vaultReference : null
  }
  const challenge = yield* storage.get(scope, ThreeDsSessionCollection, id)
  return Option.isSome(challenge) ? challenge.value.row.card.vaultReference : null
})
