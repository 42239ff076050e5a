import { type ErrorResponse, errorBody } from "./errorResponses.ts"
import { toldErrors } from "./toldErrors.ts"
import type { Json } from "./wireSchema.ts"

/** Returns the codes of all errors, in the order of their statuses. */
const errorCodes = (): ReadonlyArray<string> => {
  const byStatus = toldErrors.toSorted((a, b) => a.response.status - b.response.status)
  return [...new Set(byStatus.map(({ response }) => response.code))]
}

/** The statuses whose answers say more than that the request was refused. */
const descriptions: Readonly<Record<number, string>> = {
  409: "The request conflicts with the state of what it is about. It changed nothing.",
  429: "Too many requests. Send it again after the time in Retry-After.",
  500: "Something went wrong. The change may have been made: send it again with the same key.",
  503: "Something that is needed can't be reached. Send the request again with the same key."
}

const shown = (response: ErrorResponse): Json => ({
  summary: response.message,
  value: errorBody(response, "req_01KAXW7E8J3Q5T9V2B4C6D8F0G")
})

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

/** A client that follows the document gets no others: they are for malformed HTTP. */
const documented = toldErrors.filter(
  ({ response: { status } }) => ![405, 408, 431].includes(status)
)

/** Returns the reference to the answers with an error's status. */
export const errorRef = (status: string): Json => ({
  $ref: `#/components/responses/Error${status}`
})

/** The answers with errors by their status, with an example of each code. */
export const errorAnswers: Json = Object.fromEntries(
  [...Map.groupBy(documented, ({ response }) => response.status)].map(([status, told]) => [
    `Error${status}`,
    {
      description: descriptions[status] ?? "The request was refused. It changed nothing.",
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Error" },
          examples: Object.fromEntries(told.map(({ response }) => [response.code, shown(response)]))
        }
      }
    }
  ])
)
