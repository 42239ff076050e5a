import { Effect } from "effect"
import type { Caller } from "../../../platform/tenants/Caller.ts"
import { storableReason } from "../../../providers/storableReason.ts"
import type { DisputeRecord } from "../Dispute.ts"
import { askForForms, loadEvidenceTarget } from "./evidenceTarget.ts"
import type { DisputeEvidenceForms } from "./resources.ts"

/** Returns the evidence that a dispute takes now, as its provider says. Library call. */
export const readEvidence = Effect.fnUntraced(function* ({ scope }: Caller, id: string) {
  const { stored, target, because } = yield* loadEvidenceTarget(scope, id)
  if (target === null) {
    return formsOf(stored.row, because === "decided" ? "closed" : because)
  }
  const found = yield* askForForms(target)
  switch (found._tag) {
    case "Found":
      return formsOf(stored.row, "open", { forms: found.forms })
    case "Closed":
      return formsOf(stored.row, "closed")
    case "Unavailable":
      return formsOf(stored.row, "unavailable", { reason: storableReason(found.reason) })
  }
})

const formsOf = (
  { id, evidence }: DisputeRecord,
  status: DisputeEvidenceForms["status"],
  { forms = [], reason = null }: Partial<Pick<DisputeEvidenceForms, "forms" | "reason">> = {}
): DisputeEvidenceForms => ({
  object: "dispute_evidence",
  dispute: id,
  status,
  forms,
  reason,
  last: evidence === undefined ? null : { status: evidence.status, sentAt: evidence.sentAt }
})
