import type { BillingAddress, ChangedDetail, ChargeDetails, ChargeSource } from "@payloom/core"
import { changedOrderTexts } from "./orderData.ts"
import { sentMetadata, sentPostalCode, sentState, sentStatement } from "./sentTexts.ts"

/** Returns the texts of a charge that are sent in another form than they were given. */
export const changedDetails = (
  { statementDescriptor, metadata, billingAddress, shipping, order }: ChargeDetails,
  { _tag }: Pick<ChargeSource, "_tag">
): ReadonlyArray<ChangedDetail> => {
  const kept = sentMetadata(metadata)
  return [
    ...changed("statement_descriptor", statementDescriptor, sentStatement(statementDescriptor)),
    ...changedAddress("billing_address", billingAddress),
    ...(shipping == null ? [] : changedAddress("shipping.address", shipping.address)),
    ...(_tag === "Apm" ? [] : changedOrderTexts(order)),
    ...Object.entries(metadata).flatMap(([key, value]) =>
      changed(`metadata.${key}`, value, Object.hasOwn(kept, key) ? value : null)
    )
  ]
}

const changedAddress = (
  field: string,
  { postalCode, state, country }: BillingAddress
): ReadonlyArray<ChangedDetail> => [
  ...changed(`${field}.postal_code`, postalCode, sentPostalCode(postalCode, country)),
  ...changed(`${field}.state`, state, sentState(state, country))
]

const changed = (
  field: string,
  given: string | null,
  sent: string | null
): ReadonlyArray<ChangedDetail> => (given === null || given === sent ? [] : [{ field, sent }])
