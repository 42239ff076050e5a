import { type ToldError, toldErrors } from "../../packages/adapter-http/src/toldErrors.ts"

const row = ({ tag, response: { status, type, code, message } }: ToldError): string =>
  `| ${status} | \`${type}\` | \`${code}\` | ${tag === null ? "" : `\`${tag}\``} | ${message} |`

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

| HTTP | Type | Code | \`_tag\` | Meaning |
|---|---|---|---|---|
${toldErrors
  .toSorted((a, b) => a.response.status - b.response.status)
  .map(row)
  .join("\n")}
`
