import { toldErrors } from "./toldErrors.ts"
import type { Json } from "./wireSchema.ts"

/** Returns the codes of all errors, in the order of their statuses. */
const errorCodes = (): ReadonlyArray<string> => {
  const byStatus = toldErrors.toSorted((a, b) => a.response.status - b.response.status)
  return [...new Set(byStatus.map(({ response }) => response.code))]
}

/** The body of every error, for the OpenAPI document. */
export const errorSchema: Json = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      description: "The error.",
      required: ["type", "code", "message", "request_id"],
      properties: {
        type: { type: "string", description: "The kind of the error, such as `conflict_error`." },
        code: {
          description: "The code for programs. Newer servers and modules have further ones.",
          anyOf: [{ type: "string", enum: errorCodes() }, { type: "string" }]
        },
        message: { type: "string", description: "The text for people. It may change." },
        param: { type: "string", description: "The field that is wrong." },
        checkout_session: {
          type: "string",
          description: "The session whose status to read, in errors of a payer's confirm."
        },
        payment: { type: "string", description: "The payment of that session, if it has one." },
        request_id: { type: "string", description: "The id to quote to support." }
      }
    }
  }
}
