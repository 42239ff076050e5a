import { STATUS_CODES } from "node:http"
import { type ToldError, toldErrors } from "../../packages/adapter-http/src/toldErrors.ts"

const row = ({ tag, response: { type, code, message } }: ToldError): string =>
  `| \`${code}\` | ${tag === null ? "" : `\`${tag}\``} | \`${type}\` | ${message} |`

const statuses = [...new Set(toldErrors.map(({ response }) => response.status))].toSorted(
  (one, other) => one - other
)

/** Returns the errors of an HTTP status. The search of the site shows such a part of the page. */
const section = (status: number): string => `## ${status} ${STATUS_CODES[status]}

| Code | \`_tag\` | Type | Meaning |
|---|---|---|---|
${toldErrors
  .filter(({ response }) => response.status === status)
  .map(row)
  .join("\n")}`

/** Returns the text of `errors.md`, a table of all errors. */
export const errors = (): string => `# Errors

A declined card is not an error. It is a payment with status \`declined\` and a \`decline\` block,
and HTTP answers 200. An error is a refused request or a fault. Its body:

\`\`\`json
{
  "error": {
    "type": "invalid_request_error",
    "code": "parameter_missing",
    "message": "currency is required.",
    "param": "currency",
    "request_id": "req_01K…"
  }
}
\`\`\`

\`code\` is for programs. \`message\` is for people and may change. If one field is at fault,
\`param\` names it.

In the library the same errors are tagged. A promise rejects with the tagged error, and an Effect
fails with it. \`isEngineError\` recognizes an error of the engine, and \`_tag\` is its kind:

\`\`\`ts
import { isEngineError } from "@payloom/core"

try {
  await shop.payments.refund(payment.id, {}, { idempotencyKey: "refund-1" })
} catch (error) {
  if (!isEngineError(error)) throw error
  switch (error._tag) {
    case "PaymentNotRefundable":
      return \`It is \${error.status}.\`
    case "InvalidInput":
      return error.issues.map(({ message }) => message).join(" ")
    default:
      throw error
  }
}
\`\`\`

${statuses.map(section).join("\n\n")}
`
