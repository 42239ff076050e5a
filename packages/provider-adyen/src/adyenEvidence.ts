import { randomUUID } from "node:crypto"
import type * as Disputes from "@adyen/api-library/lib/src/typings/disputes/models.js"
import { classifyHttpFailure, type HttpFailure } from "@payloom/core"
import type { AdyenConnection } from "./AdyenOptions.ts"
import { type AdyenServices, accountIn, askingAdyen } from "./adyenCalls.ts"
import { toSdk, type Wire } from "./wire.ts"

/** A document for the defense of a dispute. */
export interface AdyenDefenseDocument {
  /** Adyen's code of the kind of document, such as `DefenseMaterial`. */
  readonly code: string
  /** Such as `application/pdf`. */
  readonly type: string
  readonly data: Uint8Array
}

/** A dispute at an account. */
export interface AdyenDispute {
  /** The `credentials` of the account that was charged. */
  readonly credentials: string
  /** Adyen's reference of the dispute. It is the dispute's `providerReference`. */
  readonly dispute: string
}

/** A request to defend a dispute. */
export interface AdyenEvidenceRequest extends AdyenDispute {
  /** Adyen's code of the reason for the defense, such as `SupplyDefenseMaterial`. */
  readonly reason: string
  /** The documents, at most one of each kind. They replace earlier ones of their kind. */
  readonly documents: ReadonlyArray<AdyenDefenseDocument>
  /** False to store the documents at Adyen without defending the dispute. True by default. */
  readonly submit?: boolean
}

/** A reason for which a dispute can be defended. */
export interface AdyenDefenseReason {
  readonly code: string
  /** True if all documents that the reason requires are stored at Adyen. */
  readonly isSatisfied: boolean
  readonly documents: ReadonlyArray<{
    readonly code: string
    /** Adyen's word, such as `Required`, `OneOrMore` or `Optional`. */
    readonly requirement: string
    /** True if Adyen has such a document of the dispute. */
    readonly isStored: boolean
  }>
}

/** Adyen refused the request, or it is malformed. Sending it again doesn't help. */
export interface AdyenEvidenceRefused {
  readonly _tag: "Refused"
  readonly rawCode: string
  readonly reason: string
}

/** The result of a submission. `Stored` if the dispute was not to be defended. */
export type AdyenEvidenceResult =
  | { readonly _tag: "Submitted" | "Stored" }
  | AdyenEvidenceRefused
  | HttpFailure

/** The reasons for which a dispute can be defended, or the failure of the request. */
export type AdyenDefenseReasons =
  | { readonly _tag: "Found"; readonly reasons: ReadonlyArray<AdyenDefenseReason> }
  | AdyenEvidenceRefused
  | HttpFailure

/**
 * Lists the reasons for which a dispute can be defended, and the documents that each requires. It
 * never rejects.
 */
export const listAdyenDefenseReasons = async (
  connection: AdyenConnection,
  dispute: AdyenDispute
): Promise<AdyenDefenseReasons> => {
  try {
    return { _tag: "Found", reasons: await reasonsOf(disputeCalls(connection, dispute), dispute) }
  } catch (thrown) {
    return failureOf(thrown)
  }
}

/**
 * Stores documents at Adyen and defends a dispute with them. It may be sent again after `Unknown`
 * and `NotSent`: documents replace those of their kind, and Adyen takes one defense of a dispute.
 * It never rejects.
 *
 * @example
 * ```ts
 * await submitAdyenEvidence(adyenAccounts, {
 *   credentials: "ShopEU",
 *   dispute: "DZ4DPSHB4WD2WN82",
 *   reason: "SupplyDefenseMaterial",
 *   documents: [{ code: "DefenseMaterial", type: "application/pdf", data: pdf }]
 * })
 * ```
 */
export const submitAdyenEvidence = async (
  connection: AdyenConnection,
  request: AdyenEvidenceRequest
): Promise<AdyenEvidenceResult> => {
  const { dispute, reason, documents, submit = true } = request
  const malformed = malformedIn(request)
  if (malformed !== null) return malformed
  try {
    const calls = disputeCalls(connection, request)
    const reasons = await reasonsOf(calls, request)
    const chosen = reasons.find(({ code }) => code === reason)
    if (chosen === undefined) return notApplicable(reason, reasons)
    const missing = missingOf(chosen, documents)
    if (submit && missing !== null) return missing
    await store(calls, request, chosen)
    if (!submit) return { _tag: "Stored" }
    const { merchantAccountCode, ask } = calls
    const defense = { merchantAccountCode, disputePspReference: dispute, defenseReasonCode: reason }
    const answer = await ask<Disputes.DefendDisputeResponse>(({ disputes }) =>
      disputes.defendDispute(defense)
    )
    accepted(answer)
    return { _tag: "Submitted" }
  } catch (thrown) {
    return failureOf(thrown)
  }
}

interface DisputeCalls {
  readonly merchantAccountCode: string
  readonly ask: <A extends object>(
    send: (services: AdyenServices) => Promise<A>
  ) => Promise<Wire<A>>
}

/**
 * Returns the calls of an account about its disputes. Each has a key of its own, because a repeated
 * call has to see the present documents.
 */
const disputeCalls = (connection: AdyenConnection, { credentials }: AdyenDispute): DisputeCalls => {
  const account = accountIn(connection, credentials)
  const ask = askingAdyen(connection)
  const { signal } = new AbortController()
  return {
    merchantAccountCode: account.merchantAccount,
    ask: (send) => ask({ account, idempotencyKey: randomUUID(), signal }, send)
  }
}

const refused = (rawCode: string, reason: string): AdyenEvidenceRefused => ({
  _tag: "Refused",
  rawCode,
  reason
})

/** Returns the refusal of a malformed request, or null if it is well-formed. */
const malformedIn = ({ dispute, documents }: AdyenEvidenceRequest): AdyenEvidenceRefused | null => {
  if (!/^\w{1,64}$/.test(dispute)) {
    return refused("dispute_invalid", `${dispute} is not a reference of a dispute at Adyen.`)
  }
  if (documents.length === 0) return refused("evidence_empty", "Give at least one document.")
  const codes = documents.map(({ code }) => code)
  const twice = codes.find((code, index) => codes.indexOf(code) !== index)
  if (twice !== undefined) return refused("document_twice", `Give one document ${twice} only.`)
  const empty = documents.find(({ data }) => data.length === 0)
  return empty === undefined
    ? null
    : refused("document_empty", `The document ${empty.code} is empty.`)
}

const notApplicable = (
  reason: string,
  reasons: ReadonlyArray<AdyenDefenseReason>
): AdyenEvidenceRefused => {
  const codes = reasons.map(({ code }) => code).join(", ") || "none"
  return refused("reason_invalid", `${reason} is no reason here. The reasons are: ${codes}.`)
}

/** Returns a refusal that names the required document that is neither stored nor given. */
const missingOf = (
  { code: reason, documents }: AdyenDefenseReason,
  given: ReadonlyArray<AdyenDefenseDocument>
): AdyenEvidenceRefused | null => {
  const missing = documents.find(
    ({ code, requirement, isStored }) =>
      requirement === "Required" && !isStored && !given.some((each) => each.code === code)
  )
  return missing === undefined
    ? null
    : refused("document_missing", `The reason ${reason} requires the document ${missing.code}.`)
}

const reasonsOf = async (
  { ask, merchantAccountCode }: DisputeCalls,
  { dispute }: AdyenDispute
): Promise<ReadonlyArray<AdyenDefenseReason>> => {
  const query = { merchantAccountCode, disputePspReference: dispute }
  const answer = await ask<Disputes.DefenseReasonsResponse>(({ disputes }) =>
    disputes.retrieveApplicableDefenseReasons(query)
  )
  accepted(answer)
  return (answer.defenseReasons ?? []).map(
    ({ defenseReasonCode, satisfied, defenseDocumentTypes = [] }) => ({
      code: defenseReasonCode,
      isSatisfied: satisfied,
      documents: defenseDocumentTypes.map(
        ({ defenseDocumentTypeCode, requirementLevel, available }) => ({
          code: defenseDocumentTypeCode,
          requirement: requirementLevel,
          isStored: available
        })
      )
    })
  )
}

/** Stores the documents, after earlier ones of their kinds were deleted. */
const store = async (
  { ask, merchantAccountCode }: DisputeCalls,
  { dispute, documents }: AdyenEvidenceRequest,
  reason: AdyenDefenseReason
): Promise<void> => {
  const own = { merchantAccountCode, disputePspReference: dispute }
  const earlier = reason.documents.filter(
    ({ code, isStored }) => isStored && documents.some((each) => each.code === code)
  )
  for (const { code } of earlier) {
    accepted(
      await ask<Disputes.DeleteDefenseDocumentResponse>(({ disputes }) =>
        disputes.deleteDisputeDefenseDocument({ ...own, defenseDocumentType: code })
      )
    )
  }
  const defenseDocuments = documents.map(({ code, type, data }) => ({
    defenseDocumentTypeCode: code,
    contentType: type,
    content: Buffer.from(data).toString("base64")
  }))
  accepted(
    await ask<Disputes.SupplyDefenseDocumentResponse>(({ disputes }) =>
      disputes.supplyDefenseDocument(
        toSdk<Disputes.SupplyDefenseDocumentRequest>({ ...own, defenseDocuments })
      )
    )
  )
}

/** Throws a refusal if Adyen answered that the request did not succeed. */
const accepted = (answer: {
  readonly disputeServiceResult?: { readonly success?: boolean; readonly errorMessage?: string }
}): void => {
  const { success, errorMessage = "Adyen gave no reason." } = answer.disputeServiceResult ?? {}
  if (success !== true) throw refused("not_accepted", errorMessage)
}

/** The codes of failures that are the account's: its key, its role or its name. */
const ofTheAccount: ReadonlySet<unknown> = new Set(["000", "010", "901", "account", null])

/** Returns the result that a thrown failure stands for. */
const failureOf = (thrown: unknown): AdyenEvidenceRefused | HttpFailure => {
  const { _tag, rawCode, reason } = Object(thrown)
  if (_tag === "Refused") return refused(String(rawCode), String(reason))
  if (_tag === "AccountUnavailable" && !ofTheAccount.has(rawCode)) return refused(rawCode, reason)
  if (_tag !== undefined) return thrown as HttpFailure
  return classifyHttpFailure(thrown) ?? { _tag: "Unknown", reason: String(thrown) }
}
