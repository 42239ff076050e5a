import { createHash } from "node:crypto"
import type { HttpFailure } from "@payloom/core"
import type Stripe from "stripe"
import type { StripeOptions } from "./StripeOptions.ts"
import { type StripeClient, stripeClients } from "./stripeClients.ts"
import { failureIn, objectionIn } from "./stripeErrors.ts"

/** A file of evidence: a PDF, a JPEG or a PNG. */
export interface StripeEvidenceFile {
  readonly name: string
  /** Such as `application/pdf`. */
  readonly type: string
  readonly data: Uint8Array
}

/** The evidence against a dispute. All texts together have at most 150,000 characters. */
export interface StripeEvidence {
  readonly accessActivityLog?: string
  readonly billingAddress?: string
  readonly cancellationPolicyDisclosure?: string
  readonly cancellationRebuttal?: string
  readonly customerEmailAddress?: string
  readonly customerName?: string
  readonly customerPurchaseIp?: string
  readonly duplicateChargeExplanation?: string
  /** Stripe's id of the earlier charge, `ch_…`. */
  readonly duplicateChargeId?: string
  readonly productDescription?: string
  readonly refundPolicyDisclosure?: string
  readonly refundRefusalExplanation?: string
  readonly serviceDate?: string
  readonly shippingAddress?: string
  readonly shippingCarrier?: string
  readonly shippingDate?: string
  readonly shippingTrackingNumber?: string
  readonly uncategorizedText?: string
  readonly cancellationPolicy?: StripeEvidenceFile
  readonly customerCommunication?: StripeEvidenceFile
  readonly customerSignature?: StripeEvidenceFile
  readonly duplicateChargeDocumentation?: StripeEvidenceFile
  readonly receipt?: StripeEvidenceFile
  readonly refundPolicy?: StripeEvidenceFile
  readonly serviceDocumentation?: StripeEvidenceFile
  readonly shippingDocumentation?: StripeEvidenceFile
  readonly uncategorizedFile?: StripeEvidenceFile
}

/** A request to submit evidence. */
export interface StripeEvidenceRequest {
  /** The `credentials` of the account that was charged. */
  readonly credentials: string
  /** Stripe's id of the dispute, `du_…` or `dp_…`. It is the dispute's `providerReference`. */
  readonly dispute: string
  readonly evidence: StripeEvidence
  /**
   * False to store the evidence at Stripe without submitting it to the bank. True by default. Banks
   * usually accept one submission.
   */
  readonly submit?: boolean
}

/** The result of a submission. */
export type StripeEvidenceResult =
  | {
      /** `Stored` if the evidence was not to be submitted. */
      readonly _tag: "Submitted" | "Stored"
      /** Stripe's status of the dispute, such as `under_review`. */
      readonly status: string
      /** The number of submissions for the dispute. */
      readonly submissions: number
      /** True if the evidence came after its due date. The bank may ignore it. */
      readonly isLate: boolean
    }
  /** Stripe refused the evidence, or it is malformed. Sending it again doesn't help. */
  | { readonly _tag: "Refused"; readonly rawCode: string; readonly reason: string }
  | HttpFailure

/**
 * Submits evidence against a dispute. The same evidence is submitted once, however often it is
 * sent. So send it again after `Unknown` and `NotSent`. It never rejects.
 *
 * @example
 * ```ts
 * await submitStripeEvidence(stripeAccounts, {
 *   credentials: "main",
 *   dispute: "du_1",
 *   evidence: { shippingCarrier: "DHL", shippingTrackingNumber: "123" }
 * })
 * ```
 */
export const submitStripeEvidence = async (
  options: Omit<StripeOptions, "apms" | "relay" | "threeDs" | "mitExemption">,
  request: StripeEvidenceRequest
): Promise<StripeEvidenceResult> => {
  const { dispute, evidence, submit = true } = request
  const malformed = malformedIn(request)
  if (malformed !== null) return malformed
  try {
    const client = stripeClients(options)({ id: "evidence", credentials: request.credentials })
    const known = await client.api.disputes.retrieve(dispute)
    const digest = digestOf(evidence)
    const isSent = known.metadata[evidenceKey] === digest
    if (isSent && submit && known.evidence_details.submission_count > 0)
      return resultOf(known, true)
    const sent = await sentEvidence(client, dispute, evidence)
    const changes = { evidence: sent, submit, metadata: { [evidenceKey]: digest } }
    const once = { idempotencyKey: keyOf(dispute, digest, String(submit)) }
    return resultOf(await client.api.disputes.update(dispute, changes, once), submit)
  } catch (thrown) {
    const objection = objectionIn(thrown)
    if (objection === null) return failureIn(thrown)
    const { code, message } = objection
    return { _tag: "Refused", rawCode: code ?? objection.type, reason: message }
  }
}

/** The key of metadata under which a dispute keeps the digest of its evidence. */
const evidenceKey = "payloom_evidence"

const mostCharacters = 150_000

type Refused = Extract<StripeEvidenceResult, { readonly _tag: "Refused" }>

/** Returns the refusal of evidence that Stripe would refuse, or null if it is well-formed. */
const malformedIn = ({ dispute, evidence }: StripeEvidenceRequest): Refused | null => {
  const refused = (rawCode: string, reason: string): Refused => ({
    _tag: "Refused",
    rawCode,
    reason
  })
  if (!/^d[up]_\w{1,250}$/.test(dispute)) {
    return refused("dispute_invalid", `${dispute} is not an id of a dispute at Stripe.`)
  }
  const given = Object.values(evidence).filter((each) => each !== undefined)
  if (given.length === 0) return refused("evidence_empty", "The evidence is empty.")
  const length = given.reduce((sum, each) => sum + (typeof each === "string" ? each.length : 0), 0)
  return length > mostCharacters
    ? refused(
        "evidence_too_long",
        `The texts have ${length} characters. Stripe takes ${mostCharacters}.`
      )
    : null
}

const digestOf = (evidence: StripeEvidence): string => {
  const hash = createHash("sha256")
  for (const [name, each] of Object.entries(evidence).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (each === undefined) continue
    hash.update(`${name}\0`)
    if (typeof each === "string") hash.update(each)
    else hash.update(`${each.name}\0${each.type}\0`).update(each.data)
    hash.update("\0")
  }
  return hash.digest("base64url")
}

const keyOf = (...parts: ReadonlyArray<string>): string => `payloom_evidence_${parts.join("_")}`

/** Uploads the files of evidence, and returns the evidence with their ids. */
const sentEvidence = async (
  { api }: StripeClient,
  dispute: string,
  evidence: StripeEvidence
): Promise<Stripe.DisputeUpdateParams.Evidence> => {
  const sent: Record<string, string> = {}
  for (const [name, each] of Object.entries(evidence)) {
    if (each === undefined) continue
    const field = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    sent[field] = typeof each === "string" ? each : await uploaded(api, dispute, field, each)
  }
  return sent
}

const uploaded = async (
  api: Stripe,
  dispute: string,
  field: string,
  file: StripeEvidenceFile
): Promise<string> => {
  const digest = digestOf({ uncategorizedFile: file })
  const { id } = await api.files.create(
    {
      purpose: field === "customer_signature" ? "customer_signature" : "dispute_evidence",
      file: { name: file.name, type: file.type, data: file.data }
    },
    { idempotencyKey: keyOf(dispute, field, digest) }
  )
  return id
}

const resultOf = (
  { status, evidence_details }: Stripe.Dispute,
  isSubmitted: boolean
): StripeEvidenceResult => ({
  _tag: isSubmitted ? "Submitted" : "Stored",
  status,
  submissions: evidence_details.submission_count,
  isLate: evidence_details.past_due
})
