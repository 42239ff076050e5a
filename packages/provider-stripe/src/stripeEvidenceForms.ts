import type {
  DisputeAtProvider,
  EvidenceField,
  EvidenceForms,
  EvidenceOutcome,
  EvidenceRequest,
  PaymentProviderDefinition
} from "@payloom/core"
import type Stripe from "stripe"
import type { StripeOptions } from "./StripeOptions.ts"
import type { StripeClients } from "./stripeClients.ts"
import { failureIn, objectionIn } from "./stripeErrors.ts"
import { type StripeEvidence, submitStripeEvidence } from "./stripeEvidence.ts"

/** The texts that Stripe takes, by their names in `StripeEvidence`. */
const texts: Readonly<Record<string, string>> = {
  uncategorizedText: "Explanation",
  productDescription: "Product description",
  customerName: "Customer's name",
  customerEmailAddress: "Customer's email address",
  customerPurchaseIp: "Customer's IP address",
  billingAddress: "Billing address",
  accessActivityLog: "Log of the customer's access",
  serviceDate: "Date of the service",
  shippingAddress: "Shipping address",
  shippingCarrier: "Carrier",
  shippingDate: "Date of shipping",
  shippingTrackingNumber: "Tracking number",
  cancellationPolicyDisclosure: "How the cancellation policy was shown",
  cancellationRebuttal: "Why the subscription was not canceled",
  refundPolicyDisclosure: "How the refund policy was shown",
  refundRefusalExplanation: "Why there is no refund",
  duplicateChargeExplanation: "Why the charges differ",
  duplicateChargeId: "Stripe's id of the earlier charge"
}

/** The files that Stripe takes, by their names in `StripeEvidence`. */
const files: Readonly<Record<string, string>> = {
  receipt: "Receipt",
  customerCommunication: "Communication with the customer",
  customerSignature: "Customer's signature",
  shippingDocumentation: "Proof of shipping",
  serviceDocumentation: "Proof of the service",
  cancellationPolicy: "Cancellation policy",
  refundPolicy: "Refund policy",
  duplicateChargeDocumentation: "Proof of the earlier charge",
  uncategorizedFile: "Other file"
}

/**
 * Creates the connector's evidence: one form of all texts and files that Stripe takes. Stripe
 * recommends fields by the reason of a dispute and requires none.
 */
export const stripeEvidenceForms = (
  options: StripeOptions,
  clients: StripeClients
): Required<Pick<PaymentProviderDefinition, "evidence">> => ({
  evidence: {
    forms: async ({ mid, providerReference }: DisputeAtProvider): Promise<EvidenceForms> => {
      const dispute = await found(clients(mid).api, providerReference)
      if (dispute === null || !dispute.status.endsWith("needs_response")) {
        return { _tag: "Closed" }
      }
      return {
        _tag: "Found",
        forms: [{ reason: "evidence", label: "Evidence", fields: fieldsOf(dispute) }]
      }
    },
    submit: async ({
      dispute: { mid, providerReference },
      texts: given,
      files: chosen,
      isFinal
    }: EvidenceRequest): Promise<EvidenceOutcome> => {
      const evidence = Object.fromEntries([
        ...Object.entries(given),
        ...chosen.map(({ field, name, type, data }) => [field, { name, type, data }] as const)
      ]) as StripeEvidence
      const result = await submitStripeEvidence(options, {
        credentials: mid.credentials,
        dispute: providerReference,
        evidence,
        submit: isFinal
      })
      return result._tag === "Submitted" || result._tag === "Stored"
        ? { _tag: result._tag }
        : result
    }
  }
})

/** Returns a dispute. Null if Stripe doesn't know it. */
const found = async (api: Stripe, id: string): Promise<Stripe.Dispute | null> => {
  try {
    return await api.disputes.retrieve(id)
  } catch (thrown) {
    if (objectionIn(thrown)?.code === "resource_missing") return null
    throw failureIn(thrown)
  }
}

const fieldsOf = ({ evidence }: Stripe.Dispute): ReadonlyArray<EvidenceField> => {
  const stored = evidence as unknown as Readonly<Record<string, unknown>>
  const field =
    (kind: "text" | "file") =>
    ([name, label]: readonly [string, string]) => ({
      name,
      label,
      kind,
      isRequired: false,
      isStored: typeof (stored[stripeName(name)] ?? null) !== "object"
    })
  return [...Object.entries(texts).map(field("text")), ...Object.entries(files).map(field("file"))]
}

const stripeName = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
