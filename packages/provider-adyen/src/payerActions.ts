import type { ProviderAction } from "@payloom/core"
import { textIn } from "./fields.ts"

/** The ways in which a payer can be asked, and the fields that Adyen Web needs beside an action. */
export interface PayerPage {
  /** True if the payer's page runs Adyen Web for 3-D Secure. */
  readonly usesAdyenWeb: boolean
  readonly clientSide: { readonly clientKey: string | null; readonly environment: string }
}

/** The longest reference of the provider port. */
const mostReference = 255

/**
 * Returns the payer's action, or null if the payer has to do nothing on the page. A GET to a page
 * is a redirect. Vouchers and transfers are instructions. Adyen Web handles all other actions.
 */
export const actionOf = (
  action: unknown,
  { usesAdyenWeb, clientSide }: PayerPage
): ProviderAction | null => {
  const url = textIn(action, "url")
  switch (textIn(action, "type")) {
    case "redirect":
      if (textIn(action, "method") === "POST" || url === null || url.length > 2048) break
      return { _tag: "Redirect", url }
    case "voucher":
    case "bankTransfer": {
      const reference = textIn(action, "reference")
      // A debit's voucher only shows the mandate.
      if (reference === null) return null
      if (reference.length > mostReference) break
      return { _tag: "Instructions", text: instructionsIn(action), reference }
    }
    case "await":
      // The payer confirms in an app. Adyen Web only says so.
      if (usesAdyenWeb) break
      return null
  }
  // The action came as JSON, so it can be sent as JSON.
  const payload = JSON.parse(JSON.stringify({ action, ...clientSide }))
  return { _tag: "ClientSide", kind: "adyen", payload }
}

/** The fields of vouchers and transfers that a payer needs beside the reference. */
const shownFields = [
  ["beneficiary", "Recipient"],
  ["iban", "IBAN"],
  ["bic", "BIC"],
  ["entity", "Entity"],
  ["collectionInstitutionNumber", "Institution"],
  ["alternativeReference", "Second reference"]
] as const

/** Returns the instructions in an action, as sentences in English. */
const instructionsIn = (action: unknown): string => {
  const isTransfer = textIn(action, "type") === "bankTransfer"
  const link =
    textIn(action, "downloadUrl") ?? textIn(action, "instructionsUrl") ?? textIn(action, "url")
  return [
    isTransfer ? "Transfer the amount with this reference." : "Pay with this reference.",
    ...shownFields.flatMap(([field, label]) => {
      const value = textIn(action, field)
      return value === null ? [] : [`${label}: ${value}`]
    }),
    ...(link === null ? [] : [`Voucher: ${link}`])
  ].join("\n")
}
