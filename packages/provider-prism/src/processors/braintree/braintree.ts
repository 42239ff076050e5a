import { type ChargeRequest, type Fields, fieldsIn, type HttpFailure } from "@payloom/core"
import { editJson } from "../../body.ts"
import { at, textOf } from "../../fields.ts"
import { member, secret } from "../../library/PrismLibrary.ts"
import type { Processor, Sent } from "../../Processor.ts"
import { braintreeDeclines } from "./braintreeDeclines.ts"
import { lookUpBraintree, lookUpBraintreeRefund } from "./braintreeLookups.ts"
import {
  chargeOutcomeIn,
  failureIn,
  moneyIn,
  refundOutcomeIn,
  transactionFields
} from "./braintreePayments.ts"

/** The keys of an account at Braintree. The engine stores only the name that stands for them. */
export interface BraintreeAccount {
  /** The public key of the API. */
  readonly publicKey: string
  /** The private key of the API. */
  readonly privateKey: string
  /** The ids of the merchant accounts, by the currency that each charges in. */
  readonly merchantAccounts: { readonly [currency: string]: string }
}

const schema = "https://github.com/braintree/graphql-api/blob/master/schema.graphql"

/** Payment methods that Braintree keeps, by its GraphQL API. */
export const braintree: Processor<BraintreeAccount> = {
  id: "braintree",
  title: "Braintree",
  safety: {
    repeats: {
      says: "No key recognizes a repeat. The connector relies on look-ups.",
      source: schema,
      read: "2026-11-26"
    },
    lookup: {
      says: "Transactions are searched by their order id. A transaction has its refunds.",
      source: schema,
      read: "2026-11-26"
    },
    notifications: {
      says: "Webhooks report no charges and no refunds, so none are read.",
      source: "https://developer.paypal.com/braintree/docs/reference/general/webhooks/overview",
      read: null
    }
  },
  urlOf: (environment) =>
    environment === "live"
      ? "https://payments.braintree-api.com/"
      : "https://payments.sandbox.braintree-api.com/",
  capabilities: {
    methods: ["card"],
    currencies: "AUD CAD CHF CZK DKK EUR GBP HKD JPY MXN NOK NZD PLN SEK SGD USD".split(" "),
    refunds: "partial",
    // A capture or void has no reference by which it could be found.
    manualCapture: false,
    partialCapture: false,
    dedupesForHours: 0,
    lookup: true,
    // A search is not documented to be current at once.
    settleWindowMinutes: 10,
    holdHours: { default: 7 * 24 }
  },
  declines: braintreeDeclines,
  refusesRelay: "The library charges only a payment method that Braintree already has.",
  takesTokens: true,
  networkTokens: "The library builds none, and a relay can't send cards here.",
  tokenFlow: "charge",
  sends: [],
  framesAgreements: true,
  passesThreeDs: "none",
  checksCards: false,
  asksPayers: false,
  config: ({ publicKey, privateKey, merchantAccounts }, url, currency) => ({
    publicKey: secret(publicKey),
    privateKey: secret(privateKey),
    merchantAccountId: secret(accountFor(merchantAccounts, currency)),
    merchantConfigCurrency: currency ?? undefined,
    baseUrl: `${url}graphql`
  }),
  headers: ({ publicKey, privateKey }) => ({
    authorization: `Basic ${Buffer.from(`${publicKey}:${privateKey}`).toString("base64")}`,
    "braintree-version": "2019-01-01",
    "content-type": "application/json"
  }),
  chargeFields: () => ({ captureMethod: member("CaptureMethod", "AUTOMATIC") }),
  adjust: (built, sent) => editJson(built, (body) => adjusted(body, sent)),
  charged: (body) => {
    const transaction = at(body, "data", "chargeCreditCard", "transaction")
    const money = moneyIn(transaction.amount)
    const providerReference = textOf(transaction.id)
    return money === null || providerReference === null
      ? null
      : { ...money, providerReference, captured: true }
  },
  chargeOutcome: ({ status, body }) => {
    const answer = fieldsIn(body)
    if (status !== 200 || answer === null) return null
    return (
      failureIn(answer) ?? chargeOutcomeIn(at(answer, "data", "chargeCreditCard", "transaction"))
    )
  },
  modificationOutcome: (_, { status, body }) => {
    const answer = fieldsIn(body)
    return status === 200 && answer !== null ? refundOutcomeIn(answer) : null
  },
  lookups: { charge: lookUpBraintree, modification: lookUpBraintreeRefund },
  readNotification: async () => null
}

/** Returns the merchant account of a currency. Throws if there is none, so nothing is sent. */
const accountFor = (
  accounts: BraintreeAccount["merchantAccounts"],
  currency: string | null
): string => {
  const id = currency !== null && Object.hasOwn(accounts, currency) ? accounts[currency] : undefined
  if (id !== undefined) return id
  const reason = `There is no merchant account at Braintree for ${currency}.`
  throw { _tag: "AccountUnavailable", reason, rawCode: "currency" } satisfies HttpFailure
}

const initiators = {
  first: { recurring: "RECURRING_FIRST", installment: "INSTALLMENT_FIRST", unscheduled: null },
  subsequent: { recurring: "RECURRING", installment: "INSTALLMENT", unscheduled: "UNSCHEDULED" }
} as const

const initiatorOf = ({ type, agreement }: ChargeRequest): string | null => {
  if (type === "moto") return "MOTO"
  return agreement === null ? null : initiators[agreement.position][agreement.usage]
}

/** Asks for the fields that decide an outcome, and marks who started the charge. */
const adjusted = (body: Fields, { kind, request }: Sent<BraintreeAccount>): Fields => {
  if (kind !== "charge" || !("source" in request)) return body
  const input = at(body, "variables", "input")
  // The library marks every charge as the merchant's.
  const { paymentInitiator: _, ...transaction } = at(input, "transaction")
  const initiator = initiatorOf(request)
  return {
    query:
      "mutation ChargeCreditCard($input: ChargeCreditCardInput!) " +
      `{ chargeCreditCard(input: $input) { transaction { ${transactionFields} } } }`,
    variables: {
      input: {
        ...input,
        transaction: {
          ...transaction,
          orderId: request.reference,
          ...(initiator === null ? {} : { paymentInitiator: initiator })
        }
      }
    }
  }
}
