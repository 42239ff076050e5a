import { type Fields, fieldsIn, type HttpFailure } from "@payloom/core"
import { editJson } from "../../body.ts"
import { at } from "../../fields.ts"
import { secret } from "../../library/PrismLibrary.ts"
import type { Charged, Processor } from "../../Processor.ts"
import { completeNuvei, nuveiSession } from "./nuveiCalls.ts"
import { nuveiDeclines } from "./nuveiDeclines.ts"
import { lookUpNuvei, lookUpNuveiModification } from "./nuveiLookups.ts"
import { readNuveiNotification } from "./nuveiNotifications.ts"
import { chargedIn, chargeOutcomeIn, modificationOutcomeIn, processedIn } from "./nuveiPayments.ts"
import { noteCharged } from "./nuveiProof.ts"

/** The keys of an account at Nuvei. The engine stores only the name that stands for them. */
export interface NuveiAccount {
  /** The id of the merchant. */
  readonly merchantId: string
  /** The id of the merchant's site. */
  readonly merchantSiteId: string
  /** The secret key of the site, which makes and checks the checksums. */
  readonly merchantSecret: string
}

const reference = "https://docs.nuvei.com/api/main/indexMain_v1_0.html"
const sdk = "https://github.com/Nuvei/nuvei-server-java-2.0"

/** Cards at Nuvei, by its REST API 1.0. */
export const nuvei: Processor<NuveiAccount> = {
  id: "nuvei",
  title: "Nuvei",
  safety: {
    repeats: {
      says:
        "A request whose clientRequestId was used before is refused, without the first answer. " +
        "The connector relies on look-ups.",
      source: sdk,
      read: "2026-11-26"
    },
    lookup: {
      says:
        "getTransactionDetails finds a transaction by its clientUniqueId, which is our " +
        "reference. It may not know a transaction of the last minutes yet. The connector " +
        "believes that there is none only after it has found another one in this way.",
      source: `${reference}#getTransactionDetails`,
      read: null
    },
    notifications: {
      says:
        "A DMN has a checksum with SHA-256 over its amount, time and status. The connector asks " +
        "Nuvei for the transaction, because the checksum leaves the references out.",
      source: "https://github.com/Nuvei/nuvei-plugin-woocommerce",
      read: "2026-11-26"
    }
  },
  urlOf: (environment) =>
    environment === "live"
      ? "https://secure.nuvei.com/ppp/api/v1/"
      : "https://ppp-test.nuvei.com/ppp/api/v1/",
  capabilities: {
    methods: ["card"],
    // Currencies with two decimals. How Nuvei writes other amounts was not read.
    currencies: (
      "AED AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS INR MXN MYR NOK NZD PHP PLN QAR RON SAR " +
      "SEK SGD THB TRY USD ZAR"
    ).split(" "),
    refunds: "partial",
    manualCapture: true,
    partialCapture: true,
    dedupesForHours: 0,
    lookup: true,
    notifications: true,
    settleWindowMinutes: 15,
    holdHours: { default: 7 * 24 }
  },
  declines: nuveiDeclines,
  refusesRelay: null,
  takesTokens: true,
  networkTokens: "The library builds no request with a network token.",
  // The library's flows for cards through a relay and for tokens have no session.
  cardFlow: "authorize",
  tokenFlow: "authorize",
  needs: ["name", "email", "country", "ip"],
  sends: [],
  framesAgreements: false,
  passesThreeDs: "none",
  checksCards: false,
  asksPayers: false,
  config: ({ merchantId, merchantSiteId, merchantSecret }, url) => ({
    merchantId: secret(merchantId),
    merchantSiteId: secret(merchantSiteId),
    merchantSecret: secret(merchantSecret),
    // The library adds the slash.
    baseUrl: url.replace(/\/$/, "")
  }),
  headers: () => ({ "content-type": "application/json" }),
  chargeFields: async (_, account, ask) => ({ sessionToken: await nuveiSession(ask, account) }),
  adjust: (built, { kind }) => (kind === "charge" ? editJson(built, withUser) : built),
  charged: (body): Charged | null => chargedIn(body, processedIn(body.partialApproval)),
  complete: async (body, asked, ask, account) => {
    const charged = await completeNuvei(body, asked, ask, account)
    if (charged !== null) noteCharged(account, asked.reference)
    return charged
  },
  chargeOutcome: ({ status, body }) => {
    const answer = fieldsIn(body)
    return status !== 200 || answer === null ? null : chargeOutcomeIn(answer)
  },
  modificationOutcome: (_, { status, body }) => {
    const answer = fieldsIn(body)
    return status !== 200 || answer === null ? null : modificationOutcomeIn(answer)
  },
  lookups: { charge: lookUpNuvei, modification: lookUpNuveiModification },
  readNotification: readNuveiNotification
}

/**
 * Puts the user of a stored payment option in, which the library leaves out. The token is the
 * user's `userTokenId`, a slash, and the `userPaymentOptionId`.
 */
const withUser = (body: Fields): Fields => {
  const { userPaymentOptionId: token, ...option } = at(body, "paymentOption")
  if (token === undefined) return body
  const [, userTokenId, userPaymentOptionId] = /^(.+)\/([^/]+)$/.exec(String(token)) ?? []
  if (userTokenId !== undefined) {
    return { ...body, userTokenId, paymentOption: { ...option, userPaymentOptionId } }
  }
  const reason = "A token for Nuvei is a userTokenId, a slash, and a userPaymentOptionId."
  throw { _tag: "AccountUnavailable", reason, rawCode: "token" } satisfies HttpFailure
}
