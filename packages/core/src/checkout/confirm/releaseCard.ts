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
 * Releases a card that a payer entered, after its attempt or challenge is over. The vault deletes
 * the security code.
 */
export const releaseCard = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const { release } = yield* CardVault
  const { scope } = job
  const vaultReference = yield* typedFor(scope, job.row.subject)
  if (release !== undefined && vaultReference !== null) yield* release({ scope, vaultReference })
  yield* storage.commit(removeJob(job))
})

/** Returns the card of an attempt or a challenge. Null if it had none. */
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
