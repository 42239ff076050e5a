import { Cause, Effect } from "effect"
import { canonicalJson } from "../../../kernel/codec/canonicalJson.ts"
import { currentMoment } from "../../../kernel/ids/Moment.ts"
import { fingerprintOfBytes } from "../../../platform/secrets/fingerprintOf.ts"
import { Secrets } from "../../../platform/secrets/Secrets.ts"
import { update } from "../../../platform/storage/Change.ts"
import { KeyedLock } from "../../../platform/storage/KeyedLock.ts"
import { retryConflicts } from "../../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../../platform/storage/Scope.ts"
import { Storage } from "../../../platform/storage/Storage.ts"
import type { Caller } from "../../../platform/tenants/Caller.ts"
import { askInTime } from "../../../providers/callProvider.ts"
import type { EvidenceOutcome } from "../../../providers/DisputeEvidence.ts"
import { storableReason } from "../../../providers/storableReason.ts"
import { DisputeCollection, type DisputeRecord, getDispute } from "../Dispute.ts"
import {
  asSent,
  type CheckedEvidence,
  checkEvidence,
  evidenceFor,
  type SubmitEvidence
} from "./EvidenceInput.ts"
import { EvidenceNotTaken } from "./errors.ts"
import { askForForms, type EvidenceTarget, loadEvidenceTarget } from "./evidenceTarget.ts"
import type { EvidenceSubmission } from "./resources.ts"

/** The least time limit of a submission, because it carries files. */
const submitTimeoutMs = 60_000

/**
 * Submits evidence against a dispute to its provider. The dispute's row first gets a fingerprint of
 * the evidence, so the same call again continues the first: the provider submits the same evidence
 * once, and evidence that is known to be submitted is not sent again. Library call.
 */
export const submitEvidence = Effect.fnUntraced(function* (
  { scope }: Caller,
  id: string,
  input: SubmitEvidence
) {
  const lock = yield* KeyedLock
  const given = yield* Effect.fromResult(checkEvidence(input))
  return yield* lock.withLock(id, DisputeCollection.name)(submitOnce(scope, id, given))
})

const submitOnce = Effect.fnUntraced(function* (scope: Scope, id: string, given: SubmitEvidence) {
  const digest = yield* digestOf(given)
  const { stored, target, because } = yield* loadEvidenceTarget(scope, id)
  const dispute = stored.row.id
  const known = stored.row.evidence?.digest === digest ? stored.row.evidence : null
  if (known !== null && known.status !== "sent") {
    return submissionOf(dispute, { _tag: known.status === "stored" ? "Stored" : "Submitted" })
  }
  if (target === null) return yield* new EvidenceNotTaken({ dispute, because })
  if (known !== null) {
    // It was checked before. The dispute may be closed because the provider has the evidence.
    const outcome = yield* sendEvidence(target, asSent(given, known.reason))
    yield* recordOutcome(scope, id, digest, outcome)
    return submissionOf(dispute, afterRepeat(outcome))
  }
  const found = yield* askForForms(target)
  if (found._tag === "Closed") return yield* new EvidenceNotTaken({ dispute, because: "closed" })
  if (found._tag === "Unavailable") {
    return submissionOf(dispute, { _tag: "NotSent", reason: found.reason })
  }
  const evidence = yield* Effect.fromResult(evidenceFor(found.forms, given))
  yield* recordSent(scope, id, digest, evidence.reason)
  const outcome = yield* sendEvidence(target, evidence)
  yield* recordOutcome(scope, id, digest, outcome, true)
  return submissionOf(dispute, outcome)
})

/** A refusal of a repeated call may mean that the first call was carried out. */
const afterRepeat = (outcome: EvidenceOutcome): EvidenceOutcome =>
  outcome._tag === "Refused" ? { _tag: "Unknown", reason: outcome.reason } : outcome

/** Stores that evidence is sent, before the provider is called. */
const recordSent = (scope: Scope, id: string, digest: string, reason: string) =>
  retryConflicts(
    Effect.gen(function* () {
      const storage = yield* Storage
      const { now } = yield* currentMoment
      const stored = yield* getDispute(scope, id)
      const evidence = { digest, reason, status: "sent", sentAt: now } as const
      yield* storage.commit([update(DisputeCollection, stored, { ...stored.row, evidence })])
    })
  )

/**
 * Stores the outcome. Evidence that was refused at its first call is forgotten. A refusal of a
 * repeated call says nothing about the first, so the outcome stays unknown.
 */
const recordOutcome = (
  scope: Scope,
  id: string,
  digest: string,
  { _tag }: EvidenceOutcome,
  isNew = false
) => {
  const isTaken = _tag === "Submitted" || _tag === "Stored"
  if (_tag === "Unknown" || (!isTaken && !isNew)) return Effect.void
  return retryConflicts(
    Effect.gen(function* () {
      const storage = yield* Storage
      const stored = yield* getDispute(scope, id)
      const { evidence, ...row } = stored.row
      if (evidence?.digest !== digest) return
      const status = _tag === "Submitted" ? "submitted" : "stored"
      const after: DisputeRecord = isTaken ? { ...row, evidence: { ...evidence, status } } : row
      yield* storage.commit([update(DisputeCollection, stored, after)])
    })
  )
}

/** Calls the provider. Reasons that repeat texts of the evidence are cleared of them. */
const sendEvidence = ({ evidence: port, dispute }: EvidenceTarget, evidence: CheckedEvidence) => {
  const clear = clearedOf(evidence)
  const unknown = (reason: string): EvidenceOutcome => ({ _tag: "Unknown", reason })
  return askInTime(
    () =>
      Effect.suspend(() => port.submit({ dispute, ...evidence })).pipe(
        Effect.map(
          (answer): EvidenceOutcome =>
            "reason" in answer ? { ...answer, reason: clear(answer.reason) } : answer
        ),
        // The cause is not logged, because it may contain the request.
        Effect.catchCause((cause) =>
          Cause.hasInterrupts(cause)
            ? Effect.failCause(cause)
            : Effect.succeed(unknown("The provider's adapter failed."))
        )
      ),
    unknown,
    submitTimeoutMs
  )
}

/** Texts that are shorter are words of any sentence. */
const fewestCleared = 4

/** Returns a function that replaces the texts of evidence, and the names of its files. */
const clearedOf = ({ texts, files }: CheckedEvidence) => {
  const own = [...Object.values(texts), ...files.map(({ name }) => name)]
    .map((text) => text.trim())
    .filter(({ length }) => length >= fewestCleared)
    .sort((a, b) => b.length - a.length)
  return (reason: string): string =>
    storableReason(own.reduce((cleared, text) => cleared.replaceAll(text, () => "[…]"), reason))
}

/** Returns the fingerprint of evidence. Nobody finds the evidence by it without the secret. */
const digestOf = ({ reason, texts = {}, files = [], isFinal = true }: SubmitEvidence) =>
  Effect.map(Secrets, (secrets) =>
    secrets.fingerprint(
      "dispute_evidence",
      canonicalJson({
        reason: reason ?? null,
        texts,
        files: files.map(({ data, ...file }) => ({ ...file, data: fingerprintOfBytes(data) })),
        isFinal
      })
    )
  )

const statuses = {
  Submitted: "submitted",
  Stored: "stored",
  Refused: "refused",
  AccountUnavailable: "not_sent",
  NotSent: "not_sent",
  Unknown: "unknown"
} as const satisfies Record<EvidenceOutcome["_tag"], EvidenceSubmission["status"]>

const submissionOf = (
  dispute: EvidenceSubmission["dispute"],
  outcome: EvidenceOutcome
): EvidenceSubmission => ({
  object: "evidence_submission",
  dispute,
  status: statuses[outcome._tag],
  rawCode: "rawCode" in outcome ? outcome.rawCode : null,
  reason: "reason" in outcome ? storableReason(outcome.reason) : null
})
