import type { ChangedDetail, ChargeDetails } from "@payloom/core"
import { plainText } from "./plainText.ts"

/** What Adyen lets a statement say, and as much of it as banks show, or null if nothing is left. */
export const sentStatement = (descriptor: string | null): string | null => {
  const plain = plainText(descriptor ?? "").replaceAll(/[^A-Za-z0-9 .,'_?+*/-]/g, " ")
  return plain.trim().slice(0, 22).trim() || null
}

/** What Adyen's limits let through: 20 keys of 20 characters, with texts of 80. */
export const sentMetadata = (metadata: ChargeDetails["metadata"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata)
      .filter(([key, value]) => key.length <= 20 && value.length <= 80)
      .slice(0, 20)
  )

/** A postal code as Adyen takes it: five characters of one in the US, else ten. */
export const sentPostalCode = (code: string | null, country: string | null): string | null =>
  code === null ? null : code.slice(0, country === "US" ? 5 : 10)

/** Which texts of a charge Adyen is told otherwise than they were given. */
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
