import type * as Disputes from "@adyen/api-library/lib/src/typings/disputes/models.js"
import type { Wire } from "../wire.ts"
import type { FakeBooks, FakeDispute } from "./FakeBooks.ts"
import { FakeError } from "./FakeError.ts"

/**
 * The reasons for which every dispute can be defended, and their documents. They are some of those
 * in the example of Adyen's OpenAPI document.
 */
const reasons: Readonly<Record<string, Readonly<Record<string, "Required" | "Optional">>>> = {
  GoodsNotReturned: { TIDorInvoice: "Optional", GoodsNotReturned: "Required" },
  GoodsWereAsDescribed: { GoodsWereAsDescribed: "Required", TIDorInvoice: "Required" },
  SupplyDefenseMaterial: { TIDorInvoice: "Optional", DefenseMaterial: "Required" }
}

/** The answers of the Disputes API. */
type Answer = Wire<Disputes.DefenseReasonsResponse> | Wire<Disputes.DefendDisputeResponse>

const done = { disputeServiceResult: { success: true } }

const failed = (errorMessage: string): Answer => ({
  disputeServiceResult: { success: false, errorMessage }
})

/** Handles a call of the Disputes API, by the last part of its path. */
export const answerDispute = (
  books: FakeBooks,
  merchantAccount: string,
  call: string,
  body: Readonly<Record<string, unknown>>
): Answer => {
  if (body.merchantAccountCode !== merchantAccount) {
    throw new FakeError(403, "901", "Invalid Merchant Account")
  }
  const pspReference = String(body.disputePspReference)
  const dispute = books.disputes.get(pspReference)
  if (dispute?.payment.merchantAccount !== merchantAccount) return failed("Dispute not found.")
  if (dispute.defense !== null || dispute.isDecided)
    return failed("The dispute can no longer be defended.")
  switch (call) {
    case "retrieveApplicableDefenseReasons":
      return {
        ...done,
        defenseReasons: Object.keys(reasons).map((code) => reasonOf(dispute, code))
      }
    case "supplyDefenseDocument":
      // The body is read as the SDK's type.
      return supply(dispute, body as unknown as Wire<Disputes.SupplyDefenseDocumentRequest>)
    case "deleteDisputeDefenseDocument":
      return dispute.documents.delete(String(body.defenseDocumentType))
        ? done
        : failed("There is no such document.")
    case "defendDispute":
      return defend(books, pspReference, dispute, String(body.defenseReasonCode))
    default:
      throw new FakeError(404, "404", `There is no ${call}.`)
  }
}

const reasonOf = ({ documents }: FakeDispute, code: string) => {
  const wanted = Object.entries(reasons[code] ?? {})
  return {
    defenseReasonCode: code,
    satisfied: wanted.every(([name, level]) => level === "Optional" || documents.has(name)),
    defenseDocumentTypes: wanted.map(([name, requirementLevel]) => ({
      available: documents.has(name),
      defenseDocumentTypeCode: name,
      requirementLevel
    }))
  }
}

const supply = (
  { documents }: FakeDispute,
  { defenseDocuments }: Wire<Disputes.SupplyDefenseDocumentRequest>
): Answer => {
  const twice = defenseDocuments.find((each) => documents.has(each.defenseDocumentTypeCode))
  if (twice !== undefined) return failed("A document of this type was supplied before.")
  for (const each of defenseDocuments) documents.set(each.defenseDocumentTypeCode, each)
  return done
}

const defend = (
  books: FakeBooks,
  pspReference: string,
  dispute: FakeDispute,
  reason: string
): Answer => {
  if (!reasonOf(dispute, reason).satisfied) return failed("A required document is missing.")
  dispute.defense = reason
  const { payment, amount } = dispute
  books.sendEvent(payment, {
    eventCode: "INFORMATION_SUPPLIED",
    pspReference,
    originalReference: payment.pspReference,
    amount: { ...payment.amount, value: amount }
  })
  return done
}
