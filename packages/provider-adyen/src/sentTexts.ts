import type { ChangedDetail, ChargeDetails } from "@payloom/core"
import { plainText } from "./plainText.ts"

/**
 * Returns the text for a statement: only characters that Adyen accepts, and at most 22, as banks
 * show. Returns null if nothing is left.
 */
export const sentStatement = (descriptor: string | null): string | null => {
  const plain = plainText(descriptor ?? "").replaceAll(/[^A-Za-z0-9 .,'_?+*/-]/g, " ")
  return plain.trim().slice(0, 22).trim() || null
}

/** Returns the metadata within Adyen's limits: 20 keys of 20 characters, with texts of 80. */
export const sentMetadata = (metadata: ChargeDetails["metadata"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata)
      .filter(([key, value]) => key.length <= 20 && value.length <= 80)
      .slice(0, 20)
  )

/** Returns a postal code within Adyen's limits: 5 characters in the US, and 10 elsewhere. */
export const sentPostalCode = (code: string | null, country: string | null): string | null =>
  code === null ? null : code.slice(0, country === "US" ? 5 : 10)

/** Returns the texts of a charge that are sent in another form than they were given. */
export const changedDetails = ({
  statementDescriptor,
  metadata,
  billingAddress: { postalCode, country }
}: ChargeDetails): ReadonlyArray<ChangedDetail> => {
  const kept = sentMetadata(metadata)
  return [
    ...changed("statement_descriptor", statementDescriptor, sentStatement(statementDescriptor)),
    ...changed("billing_address.postal_code", postalCode, sentPostalCode(postalCode, country)),
    ...Object.entries(metadata).flatMap(([key, value]) =>
      changed(`metadata.${key}`, value, Object.hasOwn(kept, key) ? value : null)
    )
  ]
}

const changed = (
  field: string,
  given: string | null,
  sent: string | null
): ReadonlyArray<ChangedDetail> => (given === null || given === sent ? [] : [{ field, sent }])
