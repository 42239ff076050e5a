import type { FakeReply } from "../FakeCodec.ts"

/** The issues that PayPal describes in its OpenAPI document, with their descriptions there. */
const descriptions: Readonly<Record<string, string>> = {
  AUTHORIZATION_ALREADY_CAPTURED: "Authorization has previously been captured.",
  AUTHORIZATION_VOIDED: "A voided authorization cannot be captured or reauthorized. ",
  PREVIOUSLY_CAPTURED: "Authorization has been previously captured and hence cannot be voided.",
  PREVIOUSLY_VOIDED: "Authorization has been previously voided and hence cannot be voided again.",
  REFUND_AMOUNT_EXCEEDED:
    "The refund amount must be less than or equal to the capture amount that has not yet been " +
    "refunded."
}

const errorOf = (status: number, name: string, message: string, issue: string): FakeReply => ({
  status,
  body: {
    name,
    message,
    debug_id: "90957fca61718",
    details: [{ issue, description: descriptions[issue] ?? issue }]
  }
})

/** Returns the answer to a request that PayPal understood, but can't carry out. */
export const unprocessable = (issue: string): FakeReply =>
  errorOf(
    422,
    "UNPROCESSABLE_ENTITY",
    "The requested action could not be performed, semantically incorrect, or failed business " +
      "validation.",
    issue
  )

/** The answer to a repeat that arrives while the first request is carried out. */
export const inProgress: FakeReply = errorOf(
  409,
  "RESOURCE_CONFLICT",
  "The server has detected a conflict while processing this request.",
  "PREVIOUS_REQUEST_IN_PROGRESS"
)

/** The answer to a request about a payment that the account doesn't have. */
export const missing: FakeReply = errorOf(
  404,
  "RESOURCE_NOT_FOUND",
  "The specified resource does not exist.",
  "INVALID_RESOURCE_ID"
)
