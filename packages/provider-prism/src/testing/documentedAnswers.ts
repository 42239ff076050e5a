import { type Fields, isFields } from "@payloom/core"

/** The members of a processor's answers, by its own documents. */
export interface Documented {
  /** The names of the members, by the path of their object. The whole answer has no path. */
  readonly members: Readonly<Record<string, string>>
  /** The names of members that are numbers. */
  readonly numbers: ReadonlyArray<string>
  /** The names of members that are booleans. Members of other names are texts. */
  readonly booleans: ReadonlyArray<string>
}

/**
 * Returns the members of an answer that its processor doesn't document, and those of another type.
 * Objects at paths that aren't listed are not compared.
 */
export const undocumentedIn = (
  documented: Documented,
  answer: unknown,
  path = ""
): ReadonlyArray<string> => {
  if (Array.isArray(answer)) {
    return answer.flatMap((each) => undocumentedIn(documented, each, path))
  }
  const names = documented.members[path]
  if (names === undefined) return []
  if (!isFields(answer)) return [`${path} is no object`]
  return Object.entries(answer).flatMap(([name, value]) => {
    const place = path === "" ? name : `${path}.${name}`
    if (!names.split(" ").includes(name)) return [place]
    if (typeof value === "object" && value !== null) return undocumentedIn(documented, value, place)
    return typeof value === typeOf(documented, name) ? [] : [`${place} is a ${typeof value}`]
  })
}

const typeOf = ({ numbers, booleans }: Documented, name: string): string =>
  numbers.includes(name) ? "number" : booleans.includes(name) ? "boolean" : "string"

/** Returns the members of an object at a path, for a list or an object that contains it. */
const placed = (path: string, members: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(members).map(([at, names]) => [at === "" ? path : `${path}.${at}`, `${names}`])
  )

const airwallexNumbers = ["amount", "captured_amount", "refunded_amount"]

const attempt =
  "acquirer_reference_number amount authentication_data authorization_code captured_amount " +
  "created_at currency dcc_data failure_code id merchant_advice_code merchant_order_id " +
  "payment_consent_id payment_intent_id payment_method payment_method_options " +
  "payment_method_transaction_id provider_original_response_code provider_transaction_id " +
  "refunded_amount settle_via status updated_at"

const intent =
  "additional_info amount cancellation_reason cancelled_at captured_amount client_secret " +
  "connected_account_id created_at currency customer customer_id descriptor funds_split_data id " +
  "invoice_id latest_payment_attempt merchant_order_id metadata next_action order " +
  "payment_consent payment_consent_id payment_link_id payment_method_options request_id " +
  "return_url risk_control_options status updated_at"

const refund =
  "acquirer_reference_number amount created_at currency id metadata payment_attempt_id " +
  "payment_intent_id reason request_id status updated_at"

const airwallexOf = (members: Readonly<Record<string, string>>): Documented => ({
  members,
  numbers: airwallexNumbers,
  booleans: ["has_more"]
})

/** The answers of Airwallex, by its package `@airwallex/node-sdk` 2.1.0, read on 2026-11-26. */
export const airwallexAnswers = {
  intent: airwallexOf({ "": intent, latest_payment_attempt: attempt }),
  intents: airwallexOf({
    "": "has_more items",
    ...placed("items", { "": intent, latest_payment_attempt: "id" })
  }),
  refund: airwallexOf({ "": refund }),
  refunds: airwallexOf({ "": "has_more items", items: refund }),
  // The package has no errors. These are on Airwallex's page of error response codes.
  error: airwallexOf({
    "": "code details message provider_original_response_code source trace_id"
  })
} as const

const cybersourceOf = (members: Readonly<Record<string, string>>): Documented => ({
  members,
  numbers: ["offset", "limit", "count", "totalCount", "returnCode"],
  booleans: ["save"]
})

const errorInformation = "reason message details"

const application = "name status reasonCode rCode rFlag reconciliationId rMessage returnCode"

/**
 * The answers of Cybersource, by its own client of 2026-07-01, read on 2026-11-26. Long lists are
 * without members that belong to other methods of payment.
 */
export const cybersourceAnswers = {
  payment: cybersourceOf({
    "":
      "_links id message submitTimeUtc status reconciliationId errorInformation " +
      "clientReferenceInformation processingInformation processorInformation issuerInformation " +
      "paymentAccountInformation paymentInformation paymentInsightsInformation orderInformation " +
      "pointOfSaleInformation installmentInformation tokenInformation buyerInformation " +
      "riskInformation consumerAuthenticationInformation merchantInformation clearingInformation " +
      "embeddedActions watchlistScreeningInformation",
    errorInformation,
    clientReferenceInformation: "code submitLocalDateTime ownerMerchantId",
    processorInformation:
      "authIndicator approvalCode cardReferenceData transactionId networkTransactionId " +
      "responseCode responseCodeSource responseDetails responseCategoryCode avs cardVerification " +
      "merchantAdvice systemTraceAuditNumber retrievalReferenceNumber",
    orderInformation: "amountDetails invoiceDetails rewardPointsDetails billTo shipTo",
    "orderInformation.amountDetails":
      "totalAmount authorizedAmount cashbackAmount currency settlementAmount settlementCurrency"
  }),
  rejection: cybersourceOf({ "": "submitTimeUtc status reason message details" }),
  capture: cybersourceOf({
    "":
      "_links id submitTimeUtc status reconciliationId clientReferenceInformation " +
      "processorInformation orderInformation pointOfSaleInformation processingInformation " +
      "embeddedActions",
    clientReferenceInformation: "code submitLocalDateTime ownerMerchantId",
    "orderInformation.amountDetails": "totalAmount currency processorTransactionFee"
  }),
  reversal: cybersourceOf({
    "":
      "_links id submitTimeUtc status reconciliationId clientReferenceInformation " +
      "reversalAmountDetails processorInformation issuerInformation authorizationInformation " +
      "pointOfSaleInformation",
    reversalAmountDetails: "reversedAmount originalTransactionAmount currency"
  }),
  refund: cybersourceOf({
    "":
      "_links id submitTimeUtc status reconciliationId clientReferenceInformation " +
      "refundAmountDetails processingInformation processorInformation orderInformation " +
      "pointOfSaleInformation errorInformation",
    refundAmountDetails: "refundAmount creditAmount currency"
  }),
  search: cybersourceOf({
    "":
      "searchId save name timezone query offset limit sort count totalCount submitTimeUtc " +
      "_embedded _links",
    _embedded: "transactionSummaries",
    ...placed("_embedded.transactionSummaries", {
      "":
        "id submitTimeUtc merchantId status applicationInformation buyerInformation " +
        "clientReferenceInformation errorInformation merchantInformation orderInformation " +
        "paymentInformation processingInformation processorInformation _links",
      applicationInformation: "reasonCode rCode rFlag applications returnCode",
      "applicationInformation.applications": `${application} reason`,
      orderInformation: "billTo shipTo amountDetails",
      "orderInformation.amountDetails": "totalAmount currency"
    })
  }),
  details: cybersourceOf({
    "":
      "id rootId reconciliationId merchantId submitTimeUTC status applicationInformation " +
      "clientReferenceInformation errorInformation orderInformation paymentInformation " +
      "processingInformation processorInformation _links",
    errorInformation,
    applicationInformation: "status reasonCode rCode rFlag applications",
    "applicationInformation.applications": application,
    clientReferenceInformation:
      "code applicationVersion applicationName applicationUser partner comments",
    "orderInformation.amountDetails":
      "totalAmount currency taxAmount authorizedAmount settlementAmount settlementCurrency " +
      "refundBalance surcharge",
    processorInformation:
      "processor transactionId networkTransactionId retrievalReferenceNumber responseId " +
      "approvalCode responseCode avs cardVerification systemTraceAuditNumber responseCodeSource"
  })
} as const
