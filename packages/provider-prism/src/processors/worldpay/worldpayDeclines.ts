import { declineTable } from "@payloom/core"

/**
 * Refusal codes of Worldpay, the errors of a failed authorization, and outcomes that have no code.
 * The codes were not compared with its full list, of which only the beginning was read.
 */
export const worldpayDeclines = declineTable({
  notHonored: "5",
  declined: "1 2 8 17 21 57 58 62 63 75 76 85",
  blocked: "4 7 34 41 43 59 97 fraudHighRisk",
  invalidCard: "6 14 15 56 cardNumberIsNotRecognized",
  expired: "33 54 underlyingPaymentInstrumentHasExpired",
  noFunds: "51",
  limit: "61 64",
  wrongCode: "38 55",
  stepUp: "65",
  unauthenticated: "3dsAuthenticationFailed 3dsUnavailable",
  unreachable: "91",
  broken: "12 20 30 31 92 internalErrorOccurred",
  misrouted:
    "3 channelIsNotSupported entityIsNotConfigured fieldHasInvalidValue fieldIsEmpty " +
    "paymentInstrumentIsNotSupported",
  currency: "currencyIsNotSupported",
  elsewhere: "13 131"
})
