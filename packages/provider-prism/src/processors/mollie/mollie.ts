import { type Fields, fieldsIn } from "@payloom/core"
import { editJson, withHeaders } from "../../body.ts"
import { at, textOf } from "../../fields.ts"
import { secret } from "../../library/PrismLibrary.ts"
import type { Processor, Sent } from "../../Processor.ts"
import { mollieDeclines } from "./mollieDeclines.ts"
import { listMollieChanges } from "./mollieListing.ts"
import { lookUpMollie, lookUpMollieRefund } from "./mollieLookups.ts"
import { readMollieNotification } from "./mollieNotifications.ts"
import { moneyIn, refusedIn, rejectionIn } from "./molliePayments.ts"

/** The keys of an account at Mollie. The engine stores only the name that stands for them. */
export interface MollieAccount {
  /** The API key, such as `test_…`. */
  readonly apiKey: string
  /** The profile that belongs to the card's field on the page, such as `pfl_…`. */
  readonly profileId: string
  /**
   * The address that Mollie posts changes of a payment to. It is the address for notifications of
   * the MID. Without one Mollie posts none, and charges are looked up.
   */
  readonly webhookUrl?: string
}

/** Cards at Mollie, whose details its Components have turned into a token. */
export const mollie: Processor<MollieAccount> = {
  id: "mollie",
  title: "Mollie",
  safety: {
    repeats: {
      says: "The header Idempotency-Key recognizes a repeat. The connector relies on look-ups.",
      source: "https://docs.mollie.com/overview/api-idempotency",
      read: "2026-11-26"
    },
    lookup: {
      says: "The list of payments has the metadata of each, and so has the list of refunds.",
      source: "https://github.com/mollie/openapi/blob/main/specs.yaml",
      read: "2026-11-26"
    },
    notifications: {
      says: "A webhook has only an id. The connector asks Mollie for the payment.",
      source: "https://docs.mollie.com/reference/webhooks",
      read: "2026-11-26"
    }
  },
  urlOf: () => "https://api.mollie.com/v2/",
  capabilities: {
    methods: ["card"],
    currencies: (
      "AUD CAD CHF CZK DKK EUR GBP HKD ILS JPY MXN MYR NOK NZD PHP PLN RON SEK SGD THB " + "USD ZAR"
    ).split(" "),
    refunds: "partial",
    // A canceled hold has no reference by which the cancel could be found.
    manualCapture: false,
    partialCapture: false,
    dedupesForHours: 0,
    lookup: true,
    settleWindowMinutes: 10,
    holdHours: { default: 7 * 24 }
  },
  declines: mollieDeclines,
  refusesRelay: "Mollie takes no card numbers, only tokens of its Components.",
  takesTokens: true,
  networkTokens: "Mollie takes only tokens of its Components.",
  sends: ["description"],
  framesAgreements: false,
  passesThreeDs: "none",
  checksCards: false,
  asksPayers: true,
  config: ({ apiKey, profileId }, url) => ({
    apiKey: secret(apiKey),
    profileToken: secret(profileId),
    // The library adds the slash.
    baseUrl: url.replace(/\/$/, "")
  }),
  headers: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
  chargeFields: ({ description, reference }) => ({ description: description ?? reference }),
  modificationFields: (_, { reference }) => ({ reason: reference }),
  adjust: (built, sent) =>
    withHeaders(
      editJson(built, (body) => adjusted(body, sent)),
      { "idempotency-key": sent.request.reference }
    ),
  charged: (body) => {
    const money = moneyIn(body.amount)
    const providerReference = textOf(body.id)
    return money === null || providerReference === null || body.status !== "paid"
      ? null
      : { ...money, providerReference, captured: true }
  },
  refused: (body) => refusedIn(body),
  chargeOutcome: rejectionIn,
  modificationOutcome: (_, raw) => {
    const { status } = raw
    const answer = fieldsIn(raw.body)
    const providerReference = textOf(answer?.id)
    if (status === 201 && answer !== null && providerReference !== null) {
      if (answer.status === "refunded") return { _tag: "Succeeded", providerReference }
      const isFailed = answer.status === "failed" || answer.status === "canceled"
      return isFailed
        ? { _tag: "Failed", rawCode: String(answer.status) }
        : { _tag: "Pending", providerReference }
    }
    const isOfAmount = status === 422 && answer?.field === "amount"
    return isOfAmount ? { _tag: "Failed", rawCode: "amount" } : rejectionIn(raw)
  },
  lookups: { charge: lookUpMollie, modification: lookUpMollieRefund },
  listChanges: listMollieChanges,
  readNotification: readMollieNotification
}

/** Leaves empty fields out, which Mollie rejects, and adds the webhook's address. */
const adjusted = (body: Fields, { kind, account, request }: Sent<MollieAccount>): Fields => {
  const given = Object.entries(body).filter(([, value]) => value !== null && value !== "")
  const { webhookUrl } = account
  const origin = "origin" in request ? request.origin : undefined
  return {
    ...Object.fromEntries(given),
    // A restored store books a charge that it lacks by its origin.
    ...(origin === undefined ? {} : { metadata: { ...at(body, "metadata"), origin } }),
    ...(kind === "charge" && webhookUrl !== undefined ? { webhookUrl } : {})
  }
}
