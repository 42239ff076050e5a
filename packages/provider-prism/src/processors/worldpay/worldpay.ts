import { setTimeout as sleep } from "node:timers/promises"
import {
  type ChargeOutcome,
  type ChargePending,
  type ChargeRequest,
  type Fields,
  fieldsIn,
  type ThreeDsAuthentication
} from "@payloom/core"
import { editJson, withoutEmpty } from "../../body.ts"
import { at, textOf } from "../../fields.ts"
import { secret } from "../../library/PrismLibrary.ts"
import type { Ask, Asked, Charged, Processor, Sent } from "../../Processor.ts"
import { worldpayDeclines } from "./worldpayDeclines.ts"
import { authorizationIn, commandsOf } from "./worldpayEvents.ts"
import { lookUpWorldpay, lookUpWorldpayRefund } from "./worldpayLookups.ts"
import { readWorldpayNotification } from "./worldpayNotifications.ts"
import { paymentById, refusedIn, worldpayMoney, worldpayReference } from "./worldpayPayments.ts"
import { linked, refundLink, refundOutcome } from "./worldpayRefunds.ts"

/** The keys of an account at Worldpay. The engine stores only the name that stands for them. */
export interface WorldpayAccount {
  /** The user name of the API. */
  readonly username: string
  /** The password of the API. */
  readonly password: string
  /** The entity that payments are booked for. */
  readonly entity: string
  /** The text for the payer's statement. It has at most 24 characters. */
  readonly narrative: string
  /** The shared secrets of the webhooks: the present one, and the next one during a change. */
  readonly webhookSecrets: ReadonlyArray<string>
}

const docs = "https://docs.worldpay.com/access/products"

const basic = ({ username, password }: WorldpayAccount): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`

/** Worldpay's Payments API of 2024-06-01, on its platform Access, with its Payment Queries API. */
export const worldpay: Processor<WorldpayAccount> = {
  id: "worldpay",
  title: "Worldpay (Access)",
  safety: {
    repeats: {
      says: "No key is documented. The connector relies on look-ups.",
      source: `${docs}/payments/openapi`,
      read: "2026-11-26"
    },
    lookup: {
      says:
        "The Payment Queries API finds payments by their transaction reference, up to 60 seconds " +
        "after they were made. A payment has its refunds with their references.",
      source: "https://developer.worldpay.com/products/payment-queries",
      read: "2026-11-26"
    },
    notifications: {
      says:
        "The header Event-Signature has an HMAC with SHA-256 of the body for each secret. The " +
        "charge itself is read from Worldpay.",
      source: `${docs}/events/signature`,
      read: "2026-11-26"
    }
  },
  urlOf: (environment) =>
    environment === "live" ? "https://access.worldpay.com/" : "https://try.access.worldpay.com/",
  capabilities: {
    methods: ["card"],
    // The list of the other currencies' decimals was not read.
    currencies: (
      "AED AUD BRL CAD CHF CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN RON SAR SEK SGD THB " +
      "USD ZAR"
    ).split(" "),
    refunds: "partial",
    // A canceled hold has no reference by which the cancel could be found.
    manualCapture: false,
    partialCapture: false,
    dedupesForHours: 0,
    lookup: true,
    notifications: true,
    // Queries lag by up to a minute, and the status of a payment by up to 15 minutes.
    settleWindowMinutes: 20,
    holdHours: { default: 7 * 24 }
  },
  declines: worldpayDeclines,
  refusesRelay: "The card's expiry is a number in its requests, and a relay's marks are texts.",
  takesTokens: true,
  networkTokens: "The library builds none, and a relay can't send cards here.",
  tokenFlow: "charge",
  sends: [],
  framesAgreements: true,
  passesThreeDs: "adjust",
  checksCards: false,
  asksPayers: false,
  config: ({ username, password, entity, narrative }, url) => ({
    username: secret(username),
    password: secret(password),
    entityId: secret(entity),
    merchantName: secret(narrative),
    baseUrl: url
  }),
  headers: (account) => ({
    authorization: basic(account),
    accept: "application/vnd.worldpay.payment-queries-v1.hal+json"
  }),
  modificationFields: (kind, request, ask) =>
    kind === "refund"
      ? refundLink(ask, request)
      : { decided: { _tag: "Failed", rawCode: "not_supported" } },
  adjust: (built, sent) =>
    sent.kind === "charge"
      ? editJson(built, (body) => withoutEmpty(adjusted(body, sent)))
      : linked(
          editJson(built, (body) => ({
            ...body,
            reference: worldpayReference(sent.request.reference)
          }))
        ),
  charged: (body) => chargedIn(body),
  refused: refusedIn,
  chargeOutcome: ({ status, body }) => outcomeIn(status, fieldsIn(body)),
  complete: (body, asked, ask) => completed(body, asked, ask, waitsMs),
  modificationOutcome: (_, { status, body }, { reference }) =>
    refundOutcome(status, body, reference),
  lookups: { charge: lookUpWorldpay, modification: lookUpWorldpayRefund },
  readNotification: readWorldpayNotification
}

const chargedIn = (body: Fields): Charged | null => {
  const { totalAuthorized: amount, currency } = at(body, "amounts")
  const money = worldpayMoney({ amount, currency })
  const providerReference = textOf(body.paymentId)
  const isTaken = body.outcome === "sentForSettlement"
  if (money === null || providerReference === null || !isTaken) return null
  return { ...money, providerReference, ...proofsIn(body) }
}

/** Returns the facts about a settled charge that its answer has. */
const proofsIn = (body: Fields) => ({
  captured: true,
  networkReference: textOf(body.schemeReference)?.trim() ?? null,
  authCode: textOf(at(body, "issuer").authorizationCode)
})

/** Returns the outcome of a charge that the library can't tell. Null leaves it to the library. */
const outcomeIn = (status: number, body: Fields | null): ChargeOutcome | null => {
  const errorName = textOf(body?.errorName)
  if (status === 400 || status === 404 || status === 406 || status === 415) {
    if (errorName === null) return null
    const reason = textOf(body?.message) ?? errorName
    return { _tag: "AccountUnavailable", reason, rawCode: errorName }
  }
  if (body === null || (status !== 201 && status !== 202)) return null
  const providerReference = textOf(body.paymentId)
  if (providerReference === null || !open.has(body.outcome)) return null
  return { _tag: "Pending", providerReference }
}

/** The outcomes that a query decides: Worldpay may settle a payment later, or cancel it. */
const open: ReadonlySet<unknown> = new Set(["authorized", "sentForCancellation"])

/** The waits before each query for an amount. Worldpay takes up to a minute to have it. */
const waitsMs = [0, 300, 700, 1500, 2500]

/** Reads the amount of an approval from Worldpay. Until it is there, the charge stays pending. */
export const completed = async (
  body: Fields,
  { reference }: Asked,
  ask: Ask,
  waits: ReadonlyArray<number>
): Promise<Charged | ChargePending | null> => {
  const providerReference = textOf(body.paymentId)
  if (providerReference === null || body.outcome !== "sentForSettlement") return null
  for (const wait of waits) {
    if (wait > 0) await sleep(wait)
    const payment = await paymentById(ask, providerReference)
    if (payment === null) continue
    if (payment.transactionReference !== reference) {
      throw new Error("Worldpay has another payment under this id.")
    }
    const money = worldpayMoney(payment.value)
    if (authorizationIn(commandsOf(payment))?.state !== "done" || money === null) continue
    return { providerReference, ...money, ...proofsIn(body) }
  }
  return { _tag: "Pending", providerReference }
}

const agreements = {
  recurring: { type: "subscription" },
  installment: { type: "installment", installmentType: "merchant" },
  unscheduled: { type: "unscheduled" }
} as const

/** Returns the agreement that the charge is made under. A token is always a stored card. */
const agreementOf = ({ agreement, initiator }: ChargeRequest): Fields => {
  if (agreement === null) return { type: "cardOnFile", storedCardUsage: "subsequent" }
  const { position, usage, networkReference } = agreement
  // Only the merchant makes unscheduled charges. The payer's own are charges of a stored card.
  if (usage === "unscheduled" && initiator === "customer") {
    return { type: "cardOnFile", storedCardUsage: position }
  }
  return {
    ...agreements[usage],
    ...(usage === "unscheduled" ? {} : { storedCardUsage: position }),
    ...(position === "subsequent" ? { schemeReference: networkReference } : {})
  }
}

const threeDsOf = (threeDs: ThreeDsAuthentication): Fields => ({
  type: "external",
  version: threeDs.version,
  eci: threeDs.eci,
  authenticationValue: threeDs.authenticationValue,
  dsTransactionId: threeDs.transactionId
})

const tokenId = /^[0-9A-HJ-NP-Z]{15,21}$/

/** Names the token, the agreement and the authentication as Worldpay's documents do. */
const adjusted = (body: Fields, { request }: Sent<WorldpayAccount>): Fields => {
  if (!("source" in request)) return body
  const instruction = at(body, "instruction")
  const { href, ...instrument } = at(instruction, "paymentInstrument")
  return {
    ...body,
    ...(request.type === "moto" ? { channel: "moto" } : {}),
    instruction: {
      ...instruction,
      paymentInstrument: {
        ...instrument,
        ...(tokenId.test(String(href)) ? { tokenId: href } : { href })
      },
      // The library marks every charge as a later one of a subscription.
      customerAgreement: agreementOf(request),
      ...(request.threeDs === null ? {} : { threeDS: threeDsOf(request.threeDs) })
    }
  }
}
