import type {
  ChargeDeclined,
  DeclineCategory,
  DeclineCode,
  DeclineMeaning,
  DeclineTable
} from "@payloom/core"
import { rawMeanings } from "./adyenRawCodes.ts"
import { payerNeeds } from "./payerNeeds.ts"

/** A refusal reason of Adyen's: its code, its name and its meaning. */
export interface RefusalReason {
  readonly code: string
  /** The name in Adyen's spelling. */
  readonly name: string
  readonly meaning: DeclineMeaning
}

const reason = (
  code: string,
  name: string,
  means: DeclineCode,
  category: DeclineCategory,
  decision: DeclineMeaning["decision"] = "stop"
): RefusalReason => ({ code, name, meaning: { code: means, category, decision } })

/** Another amount or another method may help. Waiting doesn't. */
const ofTheAmount: DeclineMeaning = {
  code: "processing_error",
  category: "configuration",
  decision: "other_provider",
  advice: "use_another_method"
}

/**
 * All refusal reasons in Adyen's documents. A card that was lost, stolen or used in a fraud is only
 * "declined", because payers see the meaning. The reasons of terminals are included, because an
 * answer may contain them. If a network token has expired or is unknown, the card's number may
 * still be good.
 */
export const refusalReasons: ReadonlyArray<RefusalReason> = [
  reason("0", "Unknown", "card_declined", "soft"),
  reason("2", "Refused", "do_not_honor", "soft"),
  reason("3", "Referral", "do_not_honor", "soft"),
  reason("4", "Acquirer Error", "processing_error", "technical", "cascade"),
  reason("5", "Blocked Card", "card_declined", "hard"),
  reason("6", "Expired Card", "expired_card", "hard", "card_number"),
  {
    ...reason("7", "Invalid Amount", "processing_error", "configuration"),
    meaning: { ...ofTheAmount, decision: "stop" }
  },
  reason("8", "Invalid Card Number", "invalid_card", "hard", "card_number"),
  reason("9", "Issuer Unavailable", "issuer_unavailable", "technical", "cascade"),
  reason("10", "Not supported", "card_declined", "soft", "cascade"),
  reason("11", "3D Not Authenticated", "authentication_failed", "authentication"),
  reason("12", "Not enough balance", "insufficient_funds", "soft"),
  reason("14", "Acquirer Fraud", "card_declined", "hard"),
  reason("15", "Cancelled", "authentication_failed", "authentication"),
  reason("16", "Shopper Cancelled", "authentication_failed", "authentication"),
  reason("17", "Invalid Pin", "authentication_failed", "authentication"),
  reason("18", "Pin tries exceeded", "card_declined", "soft"),
  reason("19", "Pin validation not possible", "issuer_unavailable", "technical", "cascade"),
  reason("20", "FRAUD", "card_declined", "hard"),
  reason("21", "Not Submitted", "processing_error", "technical", "cascade"),
  reason("22", "FRAUD-CANCELLED", "card_declined", "hard"),
  reason("23", "Transaction Not Permitted", "card_declined", "hard"),
  reason("24", "CVC Declined", "incorrect_cvc", "soft"),
  reason("25", "Restricted Card", "card_declined", "hard"),
  reason("26", "Revocation Of Auth", "card_declined", "hard"),
  reason("27", "Declined Non Generic", "card_declined", "soft"),
  reason("28", "Withdrawal amount exceeded", "limit_exceeded", "soft"),
  reason("29", "Withdrawal count exceeded", "limit_exceeded", "soft"),
  reason("31", "Issuer Suspected Fraud", "card_declined", "hard"),
  reason("32", "AVS Declined", "invalid_card", "soft"),
  reason("33", "Card requires online pin", "authentication_required", "authentication", "step_up"),
  reason("34", "No checking account available on Card", "card_declined", "hard"),
  reason("35", "No savings account available on Card", "card_declined", "hard"),
  reason("36", "Mobile PIN required", "authentication_required", "authentication", "step_up"),
  reason("37", "Contactless fallback", "processing_error", "technical"),
  reason("38", "Authentication required", "authentication_required", "authentication", "step_up"),
  reason("39", "RReq not received from DS", "authentication_failed", "authentication"),
  reason("40", "Current AID is in Penalty Box", "processing_error", "technical"),
  reason("41", "CVM Required Restart Payment", "processing_error", "technical"),
  reason("42", "3DS Authentication Error", "authentication_failed", "authentication"),
  reason("43", "Online PIN required", "authentication_required", "authentication", "step_up"),
  reason("44", "Try another interface", "processing_error", "technical"),
  reason("45", "Chip downgrade mode", "processing_error", "technical"),
  reason(
    "46",
    "Transaction blocked by Adyen to prevent excessive retry fees",
    "card_declined",
    "hard"
  ),
  // The shopper has disabled the merchant's token, so the card's number isn't charged either.
  reason("50", "Token Revoked", "card_declined", "hard")
]

/**
 * The ends of a charge without a refusal reason, such as the end of the payer's time or a failed
 * capture.
 */
const ownCodes: ReadonlyArray<RefusalReason> = [
  reason("OFFER_CLOSED", "Offer closed", "authentication_failed", "authentication"),
  reason("CAPTURE_FAILED", "Capture failed", "processing_error", "technical"),
  reason("Refused", "", "card_declined", "soft"),
  reason("Error", "", "processing_error", "technical"),
  reason("Cancelled", "", "authentication_failed", "authentication")
]

const wrongCard = { code: "invalid_card", category: "hard", decision: "stop" } as const
const wrongDate = { code: "expired_card", category: "soft", decision: "stop" } as const
const wrongCvc = { code: "incorrect_cvc", category: "soft", decision: "stop" } as const
/** The encrypted card is too old or can't be decrypted. The payer can type the card in again. */
const unread = { code: "invalid_card", category: "soft", decision: "stop" } as const

/**
 * The errors of a card's details that Adyen refuses before it contacts an issuer, by their codes.
 */
export const cardErrors: Readonly<Record<string, DeclineMeaning>> = {
  "101": wrongCard,
  "102": wrongCard,
  "103": wrongCvc,
  "109": wrongCard,
  "128": unread,
  "129": wrongDate,
  "140": wrongDate,
  "141": wrongDate,
  "153": wrongCvc,
  "172": unread,
  "174": unread,
  "175": unread
}

const ofThePayer: DeclineMeaning = { ...ofTheAmount, advice: "correct_details" }

/**
 * The errors of a payment that Adyen refuses for its amount or for the payer's details, by their
 * codes. The details are the billing address, the name and the email address. Every merchant
 * account would refuse such a payment, so no account is at fault. A statement (189) is a setting of
 * the account, so it isn't one of these.
 */
export const requestErrors: Readonly<Record<string, DeclineMeaning>> = {
  "104": ofThePayer,
  "117": ofThePayer,
  "119": ofThePayer,
  "131": ofThePayer,
  "132": ofThePayer,
  "133": ofThePayer,
  "134": ofThePayer,
  "135": ofThePayer,
  "137": ofTheAmount,
  "180": ofThePayer,
  "181": ofThePayer,
  "190": ofThePayer
}

/** The vault gave no marks of the network token, so the card's number is charged. */
const withoutToken: DeclineMeaning = {
  code: "processing_error",
  category: "configuration",
  decision: "card_number"
}

/** The merchant's page has to give a shorter return URL. */
const ofTheAddress: DeclineMeaning = { ...ofTheAmount, advice: "do_not_retry" }

/** The reasons that say nothing. The scheme's own code says more, if Adyen reports it. */
const general = ["2", "27"] as const

/**
 * The meaning of each of Adyen's codes. A code is a refusal reason (`6`), a reason that says
 * nothing with the scheme's code (`2/51`), an error of a card's details (`error_103`), or an error
 * of another part of the request (`error_137`). The connector's own codes name a fact that an
 * alternative method needs (`missing_phone`), a card without a network token, and a return URL that
 * is too long.
 */
export const adyenDeclines: DeclineTable = {
  version: 8,
  meanings: Object.fromEntries([
    ...[...refusalReasons, ...ownCodes].map(({ code, meaning }) => [code, meaning] as const),
    ...Object.entries({ ...cardErrors, ...requestErrors }).map(
      ([code, meaning]) => [`error_${code}`, meaning] as const
    ),
    ["no_network_token", withoutToken] as const,
    ["return_url_too_long", ofTheAddress] as const,
    ...payerNeeds.map((need) => [`missing_${need}`, ofThePayer] as const),
    ...general.flatMap((code) =>
      Object.entries(rawMeanings).map(([raw, meaning]) => [`${code}/${raw}`, meaning] as const)
    )
  ])
}

/** Returns the decline of a charge that isn't sent, with a code of the connector's own. */
export const declinedUnsent = (rawCode: string, message: string): ChargeDeclined => ({
  _tag: "Declined",
  rawCode,
  networkCode: null,
  providerReference: null,
  message
})

/**
 * Returns the code of a decline: Adyen's code, followed by the scheme's if Adyen's says nothing.
 */
export const rawCodeOf = (refusalCode: string, networkCode: string | null): string => {
  const precise = `${refusalCode}/${networkCode}`
  return Object.hasOwn(adyenDeclines.meanings, precise) ? precise : refusalCode
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

const codesByName: ReadonlyMap<string, string> = new Map(
  refusalReasons.map(({ code, name }) => [plain(name), code])
)

/**
 * Returns the code of a refusal reason by its name, or the name itself if the reason is unknown.
 */
export const refusalCodeOf = (name: string): string => codesByName.get(plain(name)) ?? name
