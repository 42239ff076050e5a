import { Effect } from "effect"
import { retryConflicts, type StorageContention } from "../storage/retryConflicts.ts"
import type { CommitConflict, StorageUnavailable } from "../storage/Storage.ts"
import type { MutationOptions } from "../tenants/Caller.ts"
import { serviceVersions } from "../tenants/Tenant.ts"
import {
  type BeginError,
  type Claim,
  claimKey,
  type KeyedRequest,
  type RefusalIn,
  Refused
} from "./claimKey.ts"

/** A mutation that may have an idempotency key. */
export interface MaybeKeyedRequest extends Pick<KeyedRequest, "scope" | "endpoint" | "input"> {
  readonly options: MutationOptions | undefined
}

/**
 * Carries out a mutation of the library, once for its key if it has one. `begin` gets the changes
 * that store an answer with the key: none without a key. `replay` answers a repeated request from
 * the stored answer.
 */
export const claimIfGiven = <A, F extends BeginError, R, E2, R2>(
  { options, ...request }: MaybeKeyedRequest,
  begin: (answered: Claim["answered"]) => Effect.Effect<A, F, R>,
  replay: (body: string) => Effect.Effect<A, E2, R2>
) => {
  if (options === undefined) {
    return retryConflicts(
      Effect.catch(
        begin(unanswered),
        (error): Effect.Effect<never, RefusalIn<F> | Unfinished> =>
          Effect.fail(
            error instanceof Refused ? (error.error as RefusalIn<F>) : (error as Unfinished)
          )
      )
    )
  }
  const [serviceVersion] = serviceVersions
  return Effect.flatMap(
    claimKey({ ...request, options, serviceVersion }, (claim) => begin(claim.answered)),
    (claimed) =>
      claimed._tag === "Replayed" ? replay(claimed.body) : Effect.succeed(claimed.value)
  )
}

type Unfinished = CommitConflict | StorageContention | StorageUnavailable

const unanswered: Claim["answered"] = () => []
