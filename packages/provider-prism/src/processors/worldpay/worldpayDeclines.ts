import { declineTable } from "@payloom/core"

/**
 * Refusal codes of Worldpay, the errors of a failed authorization, and outcomes that have no code.
 * The codes are those of Worldpay's own plugins, and of the beginning of its list for Access. Other
 * codes have the schemes' meaning. A time-out, a duplicate and an approval that is refused stop,
 * because the money may be held.
 */
export const worldpayDeclines = declineTable({
  notHonored: "5",
  declined: "1 2 8 10 17 19 21 24 25 26 27 28 29 58 64 68 76 80 85 94 internalErrorOccurred",
  blocked: "4 7 34 41 43 59 62 63 97 fraudHighRisk",
  unsuitable: "57",
  invalidCard: "6 14 15 56 cardNumberIsNotRecognized",
  expired: "33 54 underlyingPaymentInstrumentHasExpired",
  noFunds: "51",
  limit: "61 75",
  wrongCode: "38 55",
  stepUp: "65",
  unauthenticated: "3dsAuthenticationFailed 3dsUnavailable",
  unreachable: "91",
  broken: "12 20 30 31",
  misrouted:
    "3 40 92 channelIsNotSupported entityIsNotConfigured fieldHasInvalidValue fieldIsEmpty " +
    "paymentInstrumentIsNotSupported",
  currency: "currencyIsNotSupported",
  elsewhere: "13 131"
})
