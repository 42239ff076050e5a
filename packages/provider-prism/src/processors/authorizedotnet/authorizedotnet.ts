import { type Fields, fieldsIn, type HttpFailure } from "@payloom/core"
import { editJson } from "../../body.ts"
import { at, textOf } from "../../fields.ts"
import { type Message, secret } from "../../library/PrismLibrary.ts"
import type { Ask, Processor } from "../../Processor.ts"
import { endpoint, type Reporting, transactionBy } from "./authorizedotnetCalls.ts"
import { authorizedotnetDeclines } from "./authorizedotnetDeclines.ts"
import { lookUpAuthorizedotnet, lookUpAuthorizedotnetRefund } from "./authorizedotnetLookups.ts"
import { readAuthorizedotnetNotification } from "./authorizedotnetNotifications.ts"
import {
  approvalIn,
  chargeOutcomeIn,
  inOrder,
  invoiceOf,
  isUnsettled,
  refundOutcomeIn
} from "./authorizedotnetPayments.ts"

/** The keys of an account at Authorize.net. The engine stores only the name for them. */
export interface AuthorizedotnetAccount extends Reporting {
  /** The signature key, which signs webhooks. */
  readonly signatureKey: string
}

const docs = "https://developer.authorize.net/api/reference"
const sdk = "https://github.com/AuthorizeNet/sdk-java"

/** The time in which Authorize.net refuses a repeat, in seconds. It is the longest possible. */
const duplicateWindow = "28800"

/** Cards at Authorize.net, captured at once. */
export const authorizedotnet: Processor<AuthorizedotnetAccount> = {
  id: "authorizedotnet",
  title: "Authorize.net",
  safety: {
    repeats: {
      says:
        "A transaction with the same card, amount and invoice number is refused for up to 8 " +
        "hours. The connector relies on look-ups, and sets that window.",
      source:
        "http://developer.authorize.net/guides/SIM/Transaction_Response/" +
        "Response_for_Duplicate_Transactions.htm",
      read: "2026-11-26"
    },
    lookup: {
      says:
        "The lists of unsettled transactions and of settled batches have invoice numbers, which " +
        "are the end of our reference. The description of a transaction is our reference.",
      source: sdk,
      read: "2026-11-26"
    },
    notifications: {
      says:
        "The header X-ANET-Signature is the HMAC with SHA-512 of the body. Its status is read " +
        "from Authorize.net.",
      source: `${docs}/features/webhooks.html`,
      read: null
    }
  },
  urlOf: (environment) =>
    environment === "live"
      ? "https://api.authorize.net/xml/v1/"
      : "https://apitest.authorize.net/xml/v1/",
  capabilities: {
    methods: ["card"],
    currencies: "AUD CAD CHF DKK EUR GBP NOK NZD PLN SEK USD ZAR".split(" "),
    refunds: "partial",
    // A capture or void has no reference by which it could be found.
    manualCapture: false,
    partialCapture: false,
    dedupesForHours: 0,
    lookup: true,
    notifications: true,
    // The lists are not documented to be current at once.
    settleWindowMinutes: 15,
    holdHours: { default: 7 * 24 }
  },
  declines: authorizedotnetDeclines,
  refusesRelay: null,
  takesTokens: false,
  networkTokens:
    "The library builds none, and Authorize.net's SDKs describe it for Chase Pay alone.",
  sends: [],
  framesAgreements: false,
  passesThreeDs: "none",
  checksCards: false,
  asksPayers: false,
  config: ({ name, transactionKey, currency: own }, url, currency) => {
    if (currency !== null && currency !== own) {
      const reason = `The account at Authorize.net is for ${own}, and not for ${currency}.`
      throw { _tag: "AccountUnavailable", reason, rawCode: "currency" } satisfies HttpFailure
    }
    return {
      name: secret(name),
      transactionKey: secret(transactionKey),
      baseUrl: `${url}${endpoint}`
    }
  },
  headers: () => ({ "content-type": "application/json" }),
  modificationFields: (_, { charge, reference }, ask, account) =>
    maskedCard(ask, account, charge.providerReference, reference),
  adjust: (built, { request: { reference } }) =>
    editJson(built, (body) => adjusted(body, reference)),
  charged: () => null,
  complete: async (body, { reference }, ask, account) => {
    const response = at(body, "transactionResponse")
    const found = await transactionBy(ask, account, textOf(response.transId) ?? "")
    return found === null || found === "absent"
      ? null
      : approvalIn(response, found, reference, account.currency)
  },
  chargeOutcome: ({ status, body }, _, { reference }) => {
    const answer = fieldsIn(body)
    return status !== 200 || answer === null ? null : chargeOutcomeIn(answer, reference)
  },
  modificationOutcome: (_, { status, body }) => {
    const answer = fieldsIn(body)
    return status !== 200 || answer === null ? null : refundOutcomeIn(answer)
  },
  lookups: { charge: lookUpAuthorizedotnet, modification: lookUpAuthorizedotnetRefund },
  readNotification: readAuthorizedotnetNotification
}

/**
 * Returns the masked card of a charge, which a refund needs. Throws if the charge isn't settled,
 * because it can't be refunded before. The engine tries again later.
 */
const maskedCard = async (
  ask: Ask,
  account: AuthorizedotnetAccount,
  transId: string,
  reference: string
): Promise<Message> => {
  const charge = await transactionBy(ask, account, transId, invoiceOf(reference))
  const unsent = (reason: string): HttpFailure => ({ _tag: "NotSent", reason })
  if (charge === null || charge === "absent") throw unsent("The charge can't be read.")
  if (isUnsettled(charge)) throw unsent("The charge is not settled yet, which a refund needs.")
  const cardNumber = textOf(at(charge, "payment", "creditCard").cardNumber)
  if (cardNumber === null) throw unsent("The charge has no card.")
  const creditCard = { cardNumber, expirationDate: "XXXX" }
  return { connectorFeatureData: secret(JSON.stringify({ creditCard })) }
}

/** Puts our references in, and the time in which repeats are refused. */
const adjusted = (body: Fields, reference: string): Fields => {
  const { transactionRequest, ...rest } = at(body, "createTransactionRequest")
  const setting = { settingName: "duplicateWindow", settingValue: duplicateWindow }
  return {
    createTransactionRequest: {
      ...rest,
      refId: invoiceOf(reference),
      transactionRequest: inOrder({
        ...at(transactionRequest),
        order: { invoiceNumber: invoiceOf(reference), description: reference },
        transactionSettings: { setting }
      })
    }
  }
}
