/**
 * The fields of resources whose texts may be personal. `erasure/erasedJson.ts` erases them, some of
 * them in some resources only.
 */
export const personalFields: ReadonlyArray<string> = [
  "metadata",
  "description",
  "email",
  "message",
  "cancel_reason",
  "mandate_reference",
  "product_code",
  "commodity_code",
  "unit_of_measure",
  "reason",
  "name",
  "reference",
  "error",
  "bank"
]
