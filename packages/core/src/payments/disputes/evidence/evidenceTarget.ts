import { Effect, Option } from "effect"
import type { Scope } from "../../../platform/storage/Scope.ts"
import { Storage } from "../../../platform/storage/Storage.ts"
import { askInTime } from "../../../providers/callProvider.ts"
import type { DisputeAtProvider, DisputeEvidence } from "../../../providers/DisputeEvidence.ts"
import { Providers } from "../../../providers/Providers.ts"
import { AttemptCollection, accountOf } from "../../charges/Attempt.ts"
import { getDispute } from "../Dispute.ts"
import { isResolved } from "../disputeMachine.ts"

/** A dispute, and its provider's port for evidence. */
export interface EvidenceTarget {
  readonly evidence: DisputeEvidence
  readonly dispute: DisputeAtProvider
}

/** Loads a dispute, and whether its provider takes evidence. Refused with `ResourceNotFound`. */
export const loadEvidenceTarget = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const providers = yield* Providers
  const stored = yield* getDispute(scope, id)
  const { row } = stored
  if (isResolved(row.stage)) return { stored, target: null, because: "decided" } as const
  const attempt = yield* storage.get(scope, AttemptCollection, row.attempt)
  const provider = Option.flatMap(attempt, (found) => providers.get(found.row.provider))
  const evidence = Option.getOrUndefined(provider)?.evidence
  if (Option.isNone(attempt) || evidence === undefined) {
    return { stored, target: null, because: "not_supported" } as const
  }
  const target: EvidenceTarget = {
    evidence,
    dispute: { mid: accountOf(attempt.value.row), providerReference: row.providerReference }
  }
  return { stored, target } as const
})

/** Asks the provider for the forms of a dispute, within the time limit. */
export const askForForms = ({ evidence, dispute }: EvidenceTarget) =>
  askInTime(
    () => evidence.forms(dispute),
    (reason) => ({ _tag: "Unavailable", reason }) as const
  )
