import { SchemaIssue } from "effect"
import type { RefusalCode } from "./RefusalCode.ts"

const refusal: RefusalCode = "parameter_missing"

/**
 * Returns the issue of a check over several fields: a field is absent, and the other fields require
 * it. The input is refused with `parameter_missing`.
 */
export const missingField = (field: string, message: string) => ({
  path: [field],
  issue: new SchemaIssue.InvalidValue({ message, refusal })
})
