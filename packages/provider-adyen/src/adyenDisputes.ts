import type { EvidenceForm, EvidenceForms, PaymentProviderDefinition } from "@payloom/core"
import type { AdyenConnection } from "./AdyenOptions.ts"
import {
  type AdyenDefenseReason,
  listAdyenDefenseReasons,
  submitAdyenEvidence
} from "./adyenEvidence.ts"

/**
 * Creates the connector's evidence: a form for each defense reason of a dispute, whose fields are
 * the reason's documents. Adyen lists no reasons of a dispute that can't be defended any more.
 */
export const adyenDisputes = (
  connection: AdyenConnection
): Required<Pick<PaymentProviderDefinition, "evidence">> => ({
  evidence: {
    forms: async ({ mid: { credentials }, providerReference: dispute }) => {
      const found = await listAdyenDefenseReasons(connection, { credentials, dispute })
      switch (found._tag) {
        case "Found":
          return formsOf(found.reasons)
        case "Refused":
          return { _tag: "Closed" }
        default:
          return { _tag: "Unavailable", reason: found.reason }
      }
    },
    submit: ({ dispute, reason, files, isFinal }) =>
      submitAdyenEvidence(connection, {
        credentials: dispute.mid.credentials,
        dispute: dispute.providerReference,
        reason,
        documents: files.map(({ field, type, data }) => ({ code: field, type, data })),
        submit: isFinal
      })
  }
})

const formsOf = (reasons: ReadonlyArray<AdyenDefenseReason>): EvidenceForms => {
  const forms = reasons.map(formOf).filter(({ fields }) => fields.length > 0)
  return forms.length === 0 ? { _tag: "Closed" } : { _tag: "Found", forms }
}

const formOf = ({ code, documents }: AdyenDefenseReason): EvidenceForm => ({
  reason: code,
  label: inWords(code),
  fields: documents.map(({ code: name, requirement, isStored }) => ({
    name,
    label: inWords(name),
    kind: "file",
    isRequired: requirement === "Required",
    isStored
  }))
})

/** Separates the words of a code, such as `GoodsNotReturned`. */
const inWords = (code: string): string => code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
