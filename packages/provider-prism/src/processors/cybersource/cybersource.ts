import type { ChargeRequest, Fields } from "@payloom/core"
import { editJson, withoutEmpty } from "../../body.ts"
import { at } from "../../fields.ts"
import { type BuiltRequest, secret } from "../../library/PrismLibrary.ts"
import type { Processor, Sent } from "../../Processor.ts"
import { cybersourceDeclines } from "./cybersourceDeclines.ts"
import {
  lookUpCybersource,
  lookUpCybersourceModification,
  refundedTransaction
} from "./cybersourceLookups.ts"
import { chargedIn, chargeOutcomeIn, modificationOutcomeIn } from "./cybersourcePayments.ts"
import { type CybersourceKeys, signCybersource } from "./cybersourceSignature.ts"

/** The keys of an account at Cybersource. The engine stores only the name that stands for them. */
export interface CybersourceAccount extends CybersourceKeys {
  /** The merchant id, also called organization id. */
  readonly merchantId: string
  /** The id of the key for HTTP signatures (REST shared secret). */
  readonly keyId: string
  /** The shared secret of that key, in Base64 as the Business Center shows it. */
  readonly sharedSecret: string
}

const docs = "https://developer.cybersource.com/docs/cybs/en-us"

/** Payment instruments of Cybersource's Token Management Service, by its Payments API. */
export const cybersource: Processor<CybersourceAccount> = {
  id: "cybersource",
  title: "Cybersource",
  safety: {
    repeats: {
      says:
        "On Visa Platform Connect a repeat of clientReferenceInformation.transactionId is " +
        "rejected for 60 days. For other platforms no document promises that. The connector " +
        "relies on look-ups.",
      source: `${docs}/api-fields/reference/all/so/api-fields/merchant-transaction-identifier.html`,
      read: "2026-11-26"
    },
    lookup: {
      says:
        "Transactions are searched by clientReferenceInformation.code. Captures, voids and " +
        "refunds have our reference as their comment. No document says how soon a transaction " +
        "can be found, so an absence is final only after an hour.",
      source: `${docs}/txn-search/developer/all/rest/txn-search/txn-search-intro.html`,
      read: "2026-11-26"
    },
    notifications: {
      says: "Each webhook is signed. The connector reads none, and looks charges up.",
      source: "https://developer.cybersource.com/api/webhooks.html",
      read: "2026-11-26"
    }
  },
  urlOf: (environment) =>
    environment === "live" ? "https://api.cybersource.com/" : "https://apitest.cybersource.com/",
  capabilities: {
    methods: ["card"],
    currencies: (
      "AED AUD BGN BRL CAD CHF CNY COP CZK DKK EGP EUR GBP HKD ILS INR JPY KRW MAD MXN MYR NOK " +
      "NZD PEN PHP PLN QAR RON SAR SEK SGD THB TRY USD ZAR"
    ).split(" "),
    refunds: "partial",
    manualCapture: true,
    partialCapture: true,
    dedupesForHours: 0,
    lookup: true,
    settleWindowMinutes: 60,
    holdHours: { default: 5 * 24 }
  },
  declines: cybersourceDeclines,
  refusesRelay: "A signature covers the digest of the body, and so the card's number.",
  takesTokens: true,
  networkTokens: "The library builds the request, but a signature covers the token's number.",
  tokenFlow: "charge",
  sends: [],
  framesAgreements: true,
  passesThreeDs: "none",
  checksCards: false,
  asksPayers: false,
  config: ({ merchantId, keyId, sharedSecret }, url) => ({
    merchantAccount: secret(merchantId),
    apiKey: secret(keyId),
    apiSecret: secret(sharedSecret),
    baseUrl: url
  }),
  headers: () => ({ accept: "application/hal+json", "content-type": "application/json" }),
  modificationFields: (kind, request, ask) =>
    kind === "refund"
      ? refundedTransaction(ask, request)
      : kind === "void"
        ? { cancellationReason: "Released" }
        : {},
  adjust: (built, sent) =>
    editJson(addressed(built, sent), (body) => withoutEmpty(adjusted(body, sent))),
  sign: (built, account) => signCybersource(built, account, Date.now()),
  charged: chargedIn,
  chargeOutcome: (answer, _, { capture }) => chargeOutcomeIn(answer, capture),
  modificationOutcome: (kind, answer, { reference }) =>
    modificationOutcomeIn(kind, answer, reference),
  lookups: { charge: lookUpCybersource, modification: lookUpCybersourceModification },
  readNotification: async () => null
}

/** The capture of a hold is refunded under an address of its own. */
const addressed = (
  built: BuiltRequest,
  { kind, request }: Sent<CybersourceAccount>
): BuiltRequest => {
  if (kind !== "refund" || !("charge" in request)) return built
  const ofCharge = `/pts/v2/payments/${encodeURIComponent(request.charge.providerReference)}/`
  return built.url.includes(ofCharge)
    ? built
    : { ...built, url: built.url.replace("/pts/v2/payments/", "/pts/v2/captures/") }
}

const indicators = { recurring: "recurring", installment: "install", unscheduled: "internet" }

/** Returns the fields from which the schemes know who started the charge. */
const framed = ({ type, initiator, agreement }: ChargeRequest): Fields => {
  const commerceIndicator =
    type === "moto" ? "moto" : agreement === null ? "internet" : indicators[agreement.usage]
  const isFirst = agreement?.position === "first"
  const reference = agreement?.networkReference ?? null
  return {
    commerceIndicator,
    authorizationOptions: {
      initiator: {
        type: initiator,
        ...(isFirst ? { credentialStoredOnFile: true } : { storedCredentialUsed: true }),
        ...(reference === null
          ? {}
          : { merchantInitiatedTransaction: { previousTransactionId: reference } })
      }
    }
  }
}

/**
 * Puts our references in. All transactions of a charge share its reference, by which they are
 * searched. The comment has the reference of a capture, void or refund.
 */
const adjusted = (body: Fields, { kind, request }: Sent<CybersourceAccount>): Fields => {
  const isCharge = kind === "charge" || !("charge" in request)
  const clientReferenceInformation = {
    code: isCharge ? request.reference : request.charge.reference,
    comments: request.reference,
    // At most 30 characters. The part after the kind is unique.
    transactionId: request.reference.replace(/^.*_/, "")
  }
  if (!isCharge || !("source" in request)) return { ...body, clientReferenceInformation }
  const capture = at(body, "processingInformation").capture
  return {
    ...body,
    clientReferenceInformation,
    // The library marks every charge as the merchant's.
    processingInformation: { ...framed(request), capture }
  }
}
