import type { DisputeReason } from "../../providers/DisputeStage.ts"

/** Visa's dispute conditions. */
const visa: Readonly<Record<string, DisputeReason>> = {
  "10.1": "fraud",
  "10.2": "fraud",
  "10.3": "fraud",
  "10.4": "fraud",
  "10.5": "fraud",
  "11.1": "authorization",
  "11.2": "authorization",
  "11.3": "authorization",
  "12.1": "processing_error",
  "12.2": "processing_error",
  "12.3": "processing_error",
  "12.4": "processing_error",
  "12.5": "wrong_amount",
  "12.6": "duplicate",
  "12.6.1": "duplicate",
  "12.6.2": "duplicate",
  "12.7": "processing_error",
  "13.1": "not_received",
  "13.2": "subscription_canceled",
  "13.3": "not_as_described",
  "13.4": "not_as_described",
  "13.5": "not_as_described",
  "13.6": "credit_not_processed",
  "13.7": "credit_not_processed",
  "13.8": "credit_not_processed",
  "13.9": "not_received"
}

/** Mastercard's reason codes. 4853 covers every complaint of a cardholder. */
const mastercard: Readonly<Record<string, DisputeReason>> = {
  "4807": "authorization",
  "4808": "authorization",
  "4812": "authorization",
  "4831": "wrong_amount",
  "4834": "duplicate",
  "4837": "fraud",
  "4840": "fraud",
  "4841": "subscription_canceled",
  "4842": "processing_error",
  "4846": "processing_error",
  "4849": "fraud",
  "4853": "not_as_described",
  "4855": "not_received",
  "4859": "not_received",
  "4860": "credit_not_processed",
  "4863": "unrecognized",
  "4870": "fraud",
  "4871": "fraud"
}

/** American Express's codes. */
const amex: Readonly<Record<string, DisputeReason>> = {
  A01: "wrong_amount",
  A02: "authorization",
  A08: "authorization",
  C02: "credit_not_processed",
  C04: "credit_not_processed",
  C05: "credit_not_processed",
  C08: "not_received",
  C14: "duplicate",
  C18: "credit_not_processed",
  C28: "subscription_canceled",
  C31: "not_as_described",
  C32: "not_as_described",
  F10: "fraud",
  F14: "fraud",
  F22: "fraud",
  F24: "fraud",
  F29: "fraud",
  F30: "fraud",
  F31: "fraud",
  FR2: "fraud",
  FR4: "fraud",
  FR6: "fraud",
  P01: "processing_error",
  P03: "processing_error",
  P04: "processing_error",
  P05: "wrong_amount",
  P07: "processing_error",
  P08: "duplicate",
  P22: "processing_error",
  P23: "processing_error"
}

/** Discover's and Diners Club's codes. */
const discover: Readonly<Record<string, DisputeReason>> = {
  AA: "unrecognized",
  AP: "subscription_canceled",
  AT: "authorization",
  AW: "wrong_amount",
  CD: "processing_error",
  CR: "credit_not_processed",
  DP: "duplicate",
  EX: "processing_error",
  IN: "processing_error",
  LP: "processing_error",
  NF: "not_received",
  PM: "duplicate",
  RG: "not_received",
  RM: "not_as_described",
  RN2: "credit_not_processed",
  UA01: "fraud",
  UA02: "fraud",
  UA05: "fraud",
  UA06: "fraud"
}

const byBrand: Readonly<Record<string, Readonly<Record<string, DisputeReason>>>> = {
  visa,
  mastercard,
  maestro: mastercard,
  amex,
  discover,
  diners: discover
}

/**
 * Returns the reason of a scheme's code. An unknown code is `other`, and so is every code of a card
 * with an unknown scheme.
 */
export const reasonOf = (brand: string | null, rawReason: string | null): DisputeReason => {
  const codes = byBrand[brand ?? ""]
  const code = (rawReason ?? "").trim().toUpperCase()
  return codes !== undefined && Object.hasOwn(codes, code) ? (codes[code] ?? "other") : "other"
}
