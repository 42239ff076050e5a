import { type ChargeRequest, type Fields, fieldsIn } from "@payloom/core"
import { moneyIn } from "../../amounts.ts"
import { editJson, withHeaders, withoutEmpty } from "../../body.ts"
import { at, textOf } from "../../fields.ts"
import { type Message, secret } from "../../library/PrismLibrary.ts"
import type { NetworkTokens, Processor } from "../../Processor.ts"
import { adyenDeclines } from "./adyenDeclines.ts"
import { readAdyenNotification } from "./adyenNotifications.ts"

/** The keys of an account at Adyen. The engine stores only the name that stands for them. */
export interface AdyenPrismAccount {
  /** The API key of the web service user, from the Customer Area. */
  readonly apiKey: string
  /** The merchant account's name. */
  readonly merchantAccount: string
  /** The HMAC keys of the standard webhook in hexadecimal: the present key, and the previous. */
  readonly hmacKeys: ReadonlyArray<string>
  /** The prefix of a live account's addresses. Live accounts need it. */
  readonly liveEndpointUrlPrefix?: string
}

/** The errors of a modification that can never pass. */
const neverPasses: ReadonlySet<unknown> = new Set(["137", "138", "166", "167", "906"])

/** Adyen's Checkout API. `@payloom/provider-adyen` can more. */
export const adyen: Processor<AdyenPrismAccount> = {
  id: "adyen",
  title: "Adyen",
  safety: {
    repeats: {
      says: "The header Idempotency-Key recognizes a repeat for at least 7 days.",
      source: "https://docs.adyen.com/development-resources/api-idempotency",
      read: null
    },
    lookup: null,
    notifications: {
      says: "Each item has an HMAC with SHA-256 over eight of its fields, in Base64.",
      source: "https://docs.adyen.com/development-resources/webhooks/verify-hmac-signatures",
      read: "2026-11-26"
    }
  },
  urlOf: (environment, { liveEndpointUrlPrefix = "" }) =>
    environment === "live"
      ? `https://${liveEndpointUrlPrefix}-checkout-live.adyenpayments.com/checkout/`
      : "https://checkout-test.adyen.com/",
  capabilities: {
    methods: ["card"],
    // Adyen has other decimals than ISO 4217 for CLP, CVE, IDR and ISK.
    currencies: (
      "AED AUD BGN BHD BRL CAD CHF COP CZK DKK EGP EUR GBP HKD HUF ILS INR JOD JPY KRW KWD MXN " +
      "MYR NOK NZD OMR PHP PLN QAR RON SAR SEK SGD THB TND TRY USD VND ZAR"
    ).split(" "),
    refunds: "partial",
    manualCapture: true,
    partialCapture: true,
    dedupesForHours: 7 * 24,
    lookup: false,
    notifications: true,
    settleWindowMinutes: 0,
    holdHours: { default: 7 * 24 }
  },
  declines: adyenDeclines,
  refusesRelay: null,
  takesTokens: false,
  networkTokens: {
    says: "The payment method has the type networkToken, and mpiData has its cryptogram and ECI.",
    source: "https://www.npmjs.com/package/@adyen/api-library",
    read: "2026-11-26",
    withToken: (body, token) => asNetworkToken(body, token)
  },
  sends: [],
  framesAgreements: true,
  passesThreeDs: "library",
  checksCards: true,
  asksPayers: false,
  config: ({ apiKey, merchantAccount, liveEndpointUrlPrefix }, url) => ({
    apiKey: secret(apiKey),
    merchantAccount: secret(merchantAccount),
    endpointPrefix: liveEndpointUrlPrefix,
    baseUrl: url
  }),
  headers: ({ apiKey }) => ({ "x-api-key": apiKey }),
  chargeFields: ({ device, returnUrl }) => ({
    ...(isWhole(device) ? {} : { browserInfo: anyBrowser }),
    ...(returnUrl === null ? { returnUrl: anyAddress } : {})
  }),
  adjust: (built, { request }) =>
    withHeaders(
      editJson(built, (body) => withoutEmpty("source" in request ? framed(body, request) : body)),
      { "idempotency-key": request.reference }
    ),
  charged: (body) => chargedIn(body),
  refused: (body) => {
    const rawCode = textOf(body.refusalReasonCode) ?? textOf(body.resultCode)
    if (rawCode === null) return null
    const data = at(body, "additionalData")
    const raw = textOf(data.refusalReasonRaw)
    const networkCode = /^(\w+) ?:/.exec(raw ?? "")?.[1] ?? null
    return { rawCode, networkCode, message: textOf(body.refusalReason) }
  },
  chargeOutcome: ({ status, body }, _, { capture }) => {
    const answer = fieldsIn(body) ?? {}
    // A repeat that arrives while the first request is carried out.
    if (status === 422 && answer.errorCode === "704") {
      return { _tag: "Unknown", reason: "Adyen still works on the first request." }
    }
    // The library doesn't know this result.
    const charged = answer.resultCode === "PartiallyAuthorised" ? chargedIn(answer) : null
    return charged === null ? null : { _tag: "Approved", captured: capture, ...charged }
  },
  modificationOutcome: (_, { status, body }) => {
    const { errorCode } = fieldsIn(body) ?? {}
    if (errorCode === "704") {
      return { _tag: "Unknown", reason: "Adyen still works on the first request." }
    }
    if (status === 422 && neverPasses.has(errorCode)) {
      return { _tag: "Failed", rawCode: String(errorCode) }
    }
    return null
  },
  readNotification: readAdyenNotification
}

/** Returns the approval in an answer, or null if the answer has no amount. */
const chargedIn = (body: Fields) => {
  const data = at(body, "additionalData")
  const { value, currency } = at(body, "amount")
  const money = moneyIn(value, currency)
  const providerReference = textOf(body.pspReference)
  return money === null || providerReference === null
    ? null
    : {
        ...money,
        providerReference,
        networkReference: textOf(data.networkTxReference),
        authCode: textOf(data.authCode)
      }
}

/** The library requires an address and a browser. Unknown ones are left out again. */
const anyAddress = "https://unknown.invalid/"
const anyBrowser: Message = {
  userAgent: "unknown",
  acceptHeader: "*/*",
  language: "en",
  colorDepth: 24,
  screenHeight: 1,
  screenWidth: 1,
  timeZoneOffsetMinutes: 0,
  javaEnabled: false,
  javaScriptEnabled: true
}

const isWhole = (device: ChargeRequest["device"]): boolean =>
  device !== null && Object.values(device).every((part) => part !== null)

/**
 * Puts a network token in place of a card. The library's own request with a network token states
 * an authentication that did not happen, always has the ECI 02, and can't do without a cryptogram.
 */
const asNetworkToken: NetworkTokens["withToken"] = (body, { cryptogram, eci = null }) => {
  const { number, expiryMonth, expiryYear, holderName = null } = at(body, "paymentMethod")
  const authentication = at(body, "mpiData")
  const token = {
    tokenAuthenticationVerificationValue: cryptogram,
    eci: cryptogram === null ? null : eci
  }
  const type = "networkToken"
  return withoutEmpty({
    ...body,
    paymentMethod: { type, number, expiryMonth, expiryYear, holderName },
    // The result of the payer's authentication has an ECI of its own.
    mpiData: { ...token, ...authentication }
  })
}

const models = {
  recurring: "Subscription",
  installment: "Subscription",
  unscheduled: "UnscheduledCardOnFile"
} as const

/** Adds the way of the capture, and marks charges for agreements. */
const framed = (
  { browserInfo, returnUrl, ...body }: Fields,
  { type, capture, agreement, ...request }: ChargeRequest
): Fields => {
  const goesOn = request.initiator === "merchant" || agreement?.position === "subsequent"
  const { networkReference = null } = agreement ?? {}
  return {
    ...body,
    ...(isWhole(request.device) ? { browserInfo } : {}),
    ...(request.returnUrl === null ? {} : { returnUrl }),
    shopperInteraction: type === "moto" ? "Moto" : goesOn ? "ContAuth" : "Ecommerce",
    ...(agreement === null
      ? {}
      : {
          recurringProcessingModel: models[agreement.usage],
          shopperReference: request.customer?.id ?? request.reference
        }),
    additionalData: {
      ...at(body, "additionalData"),
      // The payer can't be sent to Adyen's page, or has been authenticated before.
      executeThreeD: "false",
      manualCapture: String(!capture),
      ...(agreement?.position === "subsequent" && networkReference !== null
        ? { networkTxReference: networkReference }
        : {})
    }
  }
}
