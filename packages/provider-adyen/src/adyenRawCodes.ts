import {
  type DeclineCategory,
  type DeclineCode,
  type DeclineMeaning,
  merchantAdviceCodes,
  type NetworkAdvice
} from "@payloom/core"

type Row = readonly [
  DeclineCode,
  DeclineCategory,
  DeclineMeaning["decision"],
  DeclineMeaning["advice"]?
]

const undone: Row = ["card_declined", "soft", "stop"]
const softly: Row = ["do_not_honor", "soft", "stop"]
const declined: Row = ["card_declined", "hard", "stop"]
const limited: Row = ["limit_exceeded", "soft", "stop"]
const noFunds: Row = ["insufficient_funds", "soft", "stop"]
const noCard: Row = ["invalid_card", "hard", "stop"]
const expired: Row = ["expired_card", "hard", "stop"]
const wrongCvc: Row = ["incorrect_cvc", "soft", "stop"]
const wantsPayer: Row = ["authentication_required", "authentication", "step_up"]
const notProven: Row = ["authentication_failed", "authentication", "stop"]
const unreachable: Row = ["issuer_unavailable", "technical", "cascade"]
const late: Row = ["issuer_unavailable", "technical", "stop"]
const broken: Row = ["processing_error", "technical", "cascade"]
const account: Row = ["processing_error", "configuration", "cascade"]
const amount: Row = ["processing_error", "configuration", "stop", "use_another_method"]
const currency: Row = ["currency_not_supported", "configuration", "cascade"]

/**
 * The schemes' response codes of ISO 8583, as Adyen hands them on for Visa, Mastercard, Cartes
 * Bancaires, Discover, Diners, JCB, UnionPay and Maestro.
 */
const twoDigits: Readonly<Record<string, Row>> = {
  // The charge was approved and then canceled.
  "00": undone,
  "01": softly,
  "02": softly,
  "03": account,
  "04": declined,
  "05": softly,
  "06": broken,
  "07": declined,
  "08": softly,
  "10": limited,
  "12": broken,
  "13": amount,
  "14": noCard,
  "15": noCard,
  "17": softly,
  "19": broken,
  "20": broken,
  "21": broken,
  "22": broken,
  "25": broken,
  "28": broken,
  "30": broken,
  "31": account,
  "33": expired,
  "34": declined,
  "36": declined,
  "38": softly,
  "39": declined,
  "40": account,
  "41": declined,
  "42": declined,
  "43": declined,
  "46": declined,
  "51": noFunds,
  "52": declined,
  "53": declined,
  "54": expired,
  "55": notProven,
  "56": noCard,
  "57": declined,
  "58": account,
  "59": declined,
  "60": softly,
  "61": limited,
  "62": declined,
  "63": declined,
  "64": amount,
  "65": limited,
  "66": softly,
  "67": declined,
  "68": late,
  "70": wantsPayer,
  "71": declined,
  "72": declined,
  "74": declined,
  "75": softly,
  "76": declined,
  "77": declined,
  "78": declined,
  "79": declined,
  "80": broken,
  "81": notProven,
  "82": undone,
  "83": declined,
  "84": broken,
  "85": softly,
  "86": unreachable,
  "87": declined,
  "88": broken,
  "89": notProven,
  "90": unreachable,
  "91": unreachable,
  "92": unreachable,
  "93": declined,
  "94": broken,
  "95": broken,
  "96": broken,
  "97": broken,
  "98": broken,
  "99": broken
}

/** The response codes with a letter. */
const lettered: Readonly<Record<string, Row>> = {
  "1A": wantsPayer,
  "1Z": wantsPayer,
  "5C": declined,
  "6P": notProven,
  "9G": declined,
  A1: wantsPayer,
  B1: broken,
  B2: account,
  N0: unreachable,
  N3: account,
  N4: limited,
  N5: account,
  N7: wrongCvc,
  N8: limited,
  P2: noCard,
  P5: notProven,
  P6: notProven,
  Q1: notProven,
  R0: declined,
  R1: declined,
  R2: declined,
  R3: declined,
  Z1: unreachable,
  Z3: unreachable
}

/** The action codes of three digits, from American Express, Discover and Diners. */
const threeDigits: Readonly<Record<string, Row>> = {
  "100": softly,
  "101": expired,
  "105": softly,
  "106": softly,
  "107": softly,
  "109": account,
  "110": amount,
  "111": noCard,
  "114": noCard,
  "115": broken,
  "116": noFunds,
  "117": notProven,
  "119": declined,
  "121": limited,
  "122": wrongCvc,
  "123": limited,
  "125": expired,
  "129": declined,
  "130": wantsPayer,
  "140": noCard,
  "180": wrongCvc,
  "181": broken,
  "182": broken,
  "183": currency,
  "187": noCard,
  "188": declined,
  "189": account,
  "190": account,
  "191": softly,
  "192": declined,
  "193": wrongCvc,
  "194": account,
  "200": declined,
  "201": expired,
  "202": declined,
  "203": declined,
  "208": declined,
  "209": declined,
  "210": declined,
  "900": broken,
  "904": broken,
  "909": broken,
  "911": unreachable,
  "912": unreachable,
  "977": broken
}

/** The meaning of each response code of the schemes, for refusal reasons that say nothing. */
export const rawMeanings: Readonly<Record<string, DeclineMeaning>> = Object.fromEntries(
  Object.entries({ ...twoDigits, ...lettered, ...threeDigits }).map(
    ([raw, [code, category, decision, advice]]) => [
      raw,
      { code, category, decision, ...(advice && { advice }) }
    ]
  )
)

const responseCode = /^[0-9A-Z]{1,3}(?=\s*(?::|$))/

/**
 * Returns the scheme's response code. Adyen reports it in a field of its own, or at the start of
 * the raw reason, such as `51 : Insufficient funds`. A missing leading zero is added. Returns null
 * if there is no code.
 */
export const networkCodeIn = (
  rawCode: string | undefined,
  rawReason: string | undefined
): string | null => {
  const told = [rawCode, rawReason].map((text = "") => responseCode.exec(text.trim())?.[0])
  return told.find((code) => code !== undefined)?.padStart(2, "0") ?? null
}

/** Visa's first category: the issuer never approves. */
const visaNever: ReadonlySet<string> = new Set("04 07 12 14 15 41 43 46 57 R0 R1 R3".split(" "))

/** Visa's third category: the details are wrong. */
const visaFix: ReadonlySet<string> = new Set("54 55 70 82 1A 6P N7".split(" "))

/**
 * Returns the scheme's advice about charging the same card again. Mastercard gives a merchant
 * advice code. For Visa the category of the response code decides. If both are known, "never" wins.
 * Returns null if neither is known.
 */
export const adviceOf = (
  adviceCode: string | undefined,
  brand: string | null | undefined,
  networkCode: string | null
): NetworkAdvice | null => {
  const [, code] = /^\s*(\d{2})/.exec(adviceCode ?? "") ?? []
  const advised = code === undefined ? undefined : merchantAdviceCodes[code]
  const byCategory = (brand ?? "").startsWith("visa") ? visaAdvice(networkCode ?? "") : null
  return byCategory === "never" ? byCategory : (advised ?? byCategory)
}

const visaAdvice = (networkCode: string): NetworkAdvice | null => {
  if (visaNever.has(networkCode)) return "never"
  return visaFix.has(networkCode) ? "fix" : null
}
