import { type EvidenceSubmission, evidenceBounds, type SubmitEvidence } from "@payloom/core"
import { Schema } from "effect"
import { LongText } from "../../frame/LongText.ts"
import { Refused } from "../../frame/refusals.ts"
import type { Act, Read } from "../../Room.ts"
import { inputReader } from "../inputReader.ts"
import { base64Bytes } from "./base64Bytes.ts"
import type { EvidenceView } from "./EvidenceView.ts"

/** The evidence that a dispute takes. The provider is called, so it is not part of the page. */
export const readEvidence: Read = {
  path: "/disputes/:id/evidence",
  run: ({ merchant, id }): Promise<EvidenceView> => merchant.disputes.evidence(id)
}

/** Base64 needs a third more bytes than the files. */
const mostBytes = Math.ceil((evidenceBounds.allBytes * 4) / 3) + 2 ** 20

/** The act that submits evidence. Its files and texts are passed on and never stored. */
export const evidenceActs: ReadonlyArray<Act> = [
  {
    name: "disputes.submitEvidence",
    role: "operator",
    mostBytes,
    run: async ({ merchant, subject, input }) =>
      successOf(await merchant.disputes.submitEvidence(subject, await evidenceIn(input)))
  }
]

/**
 * Returns a submission that the provider took. Other submissions are refusals here, because the
 * console remembers what was done, and the person has to be able to submit again.
 */
const successOf = (submission: EvidenceSubmission): EvidenceSubmission => {
  const { status, reason } = submission
  switch (status) {
    case "refused":
      throw new Refused(409, "evidence_refused", `The provider refused the evidence: ${reason}`)
    case "not_sent":
      throw new Refused(503, "evidence_not_sent", `Nothing was sent. Try again later. ${reason}`)
    case "unknown":
      throw new Refused(
        503,
        "evidence_unknown",
        "The provider's answer was lost. Submit the same evidence again. It is submitted once."
      )
    default:
      return submission
  }
}

const readInput = inputReader(
  Schema.Struct({
    reason: Schema.String,
    texts: Schema.Record(Schema.String, Schema.String),
    files: Schema.Array(
      Schema.Struct({
        field: Schema.String,
        name: Schema.String,
        type: Schema.String,
        data: Schema.Union([Schema.String, Schema.instanceOf(LongText)])
      })
    ),
    isFinal: Schema.Boolean
  })
)

const evidenceIn = async (input: unknown): Promise<SubmitEvidence> => {
  const { files, ...given } = readInput(input)
  const sent: Array<object> = []
  for (const file of files) sent.push({ ...file, data: await base64Bytes(file.data) })
  // The engine checks the types.
  return { ...given, files: sent as NonNullable<SubmitEvidence["files"]> }
}
