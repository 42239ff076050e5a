import type { ChargeRequest, Fields } from "@payloom/core"
import { editJson, withHeaders } from "../../body.ts"
import { at } from "../../fields.ts"
import { secret } from "../../library/PrismLibrary.ts"
import type { Processor, Sent } from "../../Processor.ts"
import { rapydDeclines } from "./rapydDeclines.ts"
import { lookUpRapyd, lookUpRapydRefund } from "./rapydLookups.ts"
import { readRapydNotification } from "./rapydNotifications.ts"
import { chargedIn, chargeOutcomeIn, refundOutcomeIn, refusedIn } from "./rapydPayments.ts"
import { type RapydKeys, signRapyd } from "./rapydSignature.ts"

/** The keys of an account at Rapyd. The engine stores only the name that stands for them. */
export interface RapydAccount extends RapydKeys {
  /** The access key, from the Client Portal. */
  readonly accessKey: string
  /** The secret key. It signs requests, and webhooks. */
  readonly secretKey: string
  /**
   * The address of webhooks as the Client Portal has it, which their signature covers. It is the
   * address for notifications of the MID.
   */
  readonly webhookUrl: string
}

const docs = "https://docs.rapyd.net/en"

/** Cards that Rapyd keeps, by its Collect API. */
export const rapyd: Processor<RapydAccount> = {
  id: "rapyd",
  title: "Rapyd",
  safety: {
    repeats: {
      says:
        "The header idempotency recognizes a repeated payment of the same amount for 24 hours. " +
        "It isn't part of the signature. Refunds are recognized only if Rapyd has set that up, " +
        "so the connector relies on look-ups.",
      source: `${docs}/idempotency.html`,
      read: "2026-11-26"
    },
    lookup: {
      says:
        "Rapyd's own client lists payments by merchant_reference_id. Refunds have one too, by " +
        "which the connector finds them in the list of all refunds.",
      source:
        "https://github.com/Rapyd-Samples/Rapyd-Python-SDK/blob/main/documentation/services/" +
        "PaymentService.md",
      read: "2026-11-26"
    },
    notifications: {
      says: "The header signature is an HMAC with SHA-256 of address, salt, time, keys and body.",
      source: `${docs}/webhook-authentication.html`,
      read: "2026-11-26"
    }
  },
  urlOf: (environment) =>
    environment === "live" ? "https://api.rapyd.net/" : "https://sandboxapi.rapyd.net/",
  capabilities: {
    methods: ["card"],
    currencies: (
      "AUD BRL CAD CHF COP CZK DKK EUR GBP HKD ILS JPY MXN NOK NZD PEN PHP PLN RON SEK SGD THB " +
      "USD ZAR"
    ).split(" "),
    refunds: "partial",
    // A capture or void has no reference by which it could be found.
    manualCapture: false,
    partialCapture: false,
    dedupesForHours: 0,
    lookup: true,
    notifications: true,
    // The list by reference is not documented to be current at once.
    settleWindowMinutes: 30,
    holdHours: { default: 7 * 24 }
  },
  declines: rapydDeclines,
  refusesRelay:
    "A signature covers the whole body, and the library sends every card as one of India.",
  takesTokens: true,
  networkTokens: "A signature covers the body, and so the token's number.",
  sends: ["description"],
  framesAgreements: true,
  passesThreeDs: "none",
  checksCards: false,
  asksPayers: true,
  config: ({ accessKey, secretKey }, url) => ({
    accessKey: secret(accessKey),
    secretKey: secret(secretKey),
    // The library adds the slash.
    baseUrl: url.replace(/\/$/, "")
  }),
  headers: () => ({ "content-type": "application/json" }),
  // The library requires an address, which `adjust` takes out.
  chargeFields: ({ returnUrl }) => (returnUrl === null ? { returnUrl: nowhere } : {}),
  adjust: (built, sent) =>
    withHeaders(
      editJson(built, (body) => adjusted(body, sent)),
      { idempotency: sent.request.reference }
    ),
  sign: (built, account) => signRapyd(built, account, Date.now()),
  charged: (body) => chargedIn(at(body, "data")),
  refused: (body) => refusedIn(at(body, "data"), at(body, "status")),
  chargeOutcome: chargeOutcomeIn,
  modificationOutcome: (_, answer) => refundOutcomeIn(answer),
  lookups: { charge: lookUpRapyd, modification: lookUpRapydRefund },
  readNotification: readRapydNotification
}

const nowhere = "https://payer.invalid/"

/** Returns Rapyd's name of the party that started a charge. */
const initiationOf = ({ type, agreement }: ChargeRequest): string => {
  if (type === "moto") return "moto"
  return agreement?.position === "subsequent" ? agreement.usage : "customer_present"
}

/** Puts our references in, and the fields that the library leaves out for a token. */
const adjusted = (body: Fields, { kind, request, asks }: Sent<RapydAccount>): Fields => {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  if (kind !== "charge" || !("source" in request)) {
    return { ...given, merchant_reference_id: request.reference }
  }
  const { complete_payment_url: _, error_payment_url: __, ...fields } = given
  const { capture, description, returnUrl } = request
  return {
    ...fields,
    capture,
    initiation_type: initiationOf(request),
    payment_method_options: { "3d_required": asks },
    ...(description === null ? {} : { description }),
    ...(returnUrl === null ? {} : { complete_payment_url: returnUrl, error_payment_url: returnUrl })
  }
}
