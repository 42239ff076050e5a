import type { NetworkAdvice } from "./ChargeOutcome.ts"
import type { DeclineCategory, DeclineCode } from "./Decline.ts"
import type { DeclineDecision, DeclineMeaning, DeclineTable } from "./declineTable.ts"

const meaning = (
  code: DeclineCode,
  category: DeclineCategory,
  decision: DeclineDecision
): DeclineMeaning => ({ code, category, decision })

/** The issuer gives no reason. */
const declined = meaning("card_declined", "soft", "stop")
const refused = meaning("do_not_honor", "soft", "stop")
/** Lost, stolen, closed or suspicious. Payers read the code, so it says no more than that. */
const blocked = meaning("card_declined", "hard", "stop")
/** The card can't be used for this kind of payment on any account. */
const unsuitable = meaning("card_declined", "hard", "stop")
const unknown = meaning("invalid_card", "hard", "stop")
const expired = meaning("expired_card", "hard", "stop")
const unfunded = meaning("insufficient_funds", "soft", "stop")
const limited = meaning("limit_exceeded", "soft", "stop")
const miscoded = meaning("incorrect_cvc", "soft", "stop")
/** The issuer asks for an authentication of the payer. */
const stepUp = meaning("authentication_required", "authentication", "step_up")
const unreachable = meaning("issuer_unavailable", "technical", "cascade")
const broken = meaning("processing_error", "technical", "cascade")
/** This account may not make the charge. */
const misrouted = meaning("processing_error", "configuration", "cascade")
/** No account may charge such an amount. */
const unpayable: DeclineMeaning = {
  ...meaning("processing_error", "configuration", "stop"),
  advice: "use_another_method"
}

/**
 * The meanings of the schemes' response codes, for raw codes that a provider's own table lacks. It
 * has the card codes (ISO 8583, field 39) of Visa, Mastercard and the others, none of which
 * contradict each other. It also has the return reasons of SEPA direct debits (ISO 20022, as in the
 * EPC's rulebook).
 */
export const networkDeclines: DeclineTable = {
  version: 4,
  meanings: {
    "01": refused,
    "02": refused,
    "03": misrouted,
    "04": blocked,
    "05": refused,
    "06": broken,
    "07": blocked,
    "08": declined,
    "09": broken,
    "12": broken,
    "13": unpayable,
    "14": unknown,
    "15": unknown,
    "17": declined,
    "19": broken,
    "1A": stepUp,
    "20": broken,
    "21": refused,
    "22": broken,
    "25": broken,
    "28": broken,
    "30": broken,
    "33": expired,
    "34": blocked,
    "35": blocked,
    "36": blocked,
    "37": blocked,
    "38": blocked,
    "39": unsuitable,
    "3C": unsuitable,
    "40": misrouted,
    "41": blocked,
    "42": unsuitable,
    "43": blocked,
    "44": unsuitable,
    "45": blocked,
    "46": blocked,
    "4C": declined,
    "51": unfunded,
    "52": unsuitable,
    "53": unsuitable,
    "54": expired,
    "55": declined,
    "56": unknown,
    "57": unsuitable,
    "58": misrouted,
    "59": blocked,
    "5C": unsuitable,
    "60": declined,
    "61": limited,
    "62": blocked,
    "63": blocked,
    "64": declined,
    "65": limited,
    "66": declined,
    "67": blocked,
    "68": unreachable,
    "6P": declined,
    "70": stepUp,
    "71": declined,
    "72": unsuitable,
    "74": declined,
    "75": limited,
    "76": broken,
    "77": broken,
    "78": unsuitable,
    "79": blocked,
    "80": expired,
    "81": broken,
    "82": miscoded,
    "83": blocked,
    "84": broken,
    "86": declined,
    "88": broken,
    "89": declined,
    "90": unreachable,
    "91": unreachable,
    "92": unreachable,
    "93": blocked,
    "94": declined,
    "95": broken,
    "96": broken,
    "97": broken,
    "98": broken,
    "99": declined,
    "9G": unsuitable,
    B1: unpayable,
    B2: unpayable,
    N0: unreachable,
    N3: unsuitable,
    N4: limited,
    N7: miscoded,
    N8: limited,
    P5: declined,
    P6: declined,
    Q1: declined,
    R0: blocked,
    R1: blocked,
    R2: blocked,
    R3: blocked,
    Z1: declined,
    Z3: unreachable,
    Z5: declined,
    AC01: unknown,
    AC04: unknown,
    AC06: blocked,
    AC13: unsuitable,
    AG01: unsuitable,
    AG02: declined,
    AM04: unfunded,
    AM05: declined,
    BE05: blocked,
    CNOR: declined,
    DN05: declined,
    DNOR: declined,
    FF01: declined,
    MD01: blocked,
    MD02: blocked,
    MD06: blocked,
    MD07: blocked,
    MS02: refused,
    MS03: refused,
    RC01: unknown,
    RR01: unknown,
    RR02: unknown,
    RR03: unknown,
    RR04: unsuitable,
    SL01: refused
  }
}

/**
 * Mastercard's merchant advice codes, as the `networkAdvice` of a decline. They say if the same
 * card may be tried again. Code 43, a virtual card that may be used again, advises nothing.
 */
export const merchantAdviceCodes: Readonly<Record<string, NetworkAdvice>> = {
  "01": "fix",
  "02": "later",
  "03": "never",
  "04": "fix",
  "05": "fix",
  "21": "never",
  "22": "never",
  "24": "later",
  "25": "later",
  "26": "later",
  "27": "later",
  "28": "later",
  "29": "later",
  "30": "later",
  "40": "never",
  "41": "never",
  "42": "never"
}
