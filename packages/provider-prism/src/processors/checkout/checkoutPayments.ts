import type { CardChecks, CheckResult, ProviderCapabilities } from "@payloom/core"
import { moneyIn } from "../../amounts.ts"
import type { Fields } from "../../fields.ts"
import type { Money } from "../../Processor.ts"

/** The last digit of an amount with three decimals has to be 0. */
export const checkoutSteps: NonNullable<ProviderCapabilities["amountStep"]> = {
  BHD: 10n,
  JOD: 10n,
  KWD: 10n,
  OMR: 10n,
  TND: 10n
}

/** Returns an amount of Checkout.com's in minor units. Its listed currencies follow ISO 4217. */
export const checkoutMoney = (amount: unknown, currency: unknown): Money | null =>
  moneyIn(amount, currency)

const cvvResults: Readonly<Record<string, CheckResult>> = {
  Y: "pass",
  N: "fail",
  P: "unchecked",
  S: "unchecked",
  U: "unavailable",
  X: "unavailable",
  D: "unavailable"
}

const avsResults: Readonly<Record<string, readonly [line1: CheckResult, code: CheckResult]>> = {
  A: ["pass", "fail"],
  B: ["pass", "unchecked"],
  D: ["pass", "pass"],
  F: ["pass", "pass"],
  M: ["pass", "pass"],
  N: ["fail", "fail"],
  P: ["unchecked", "pass"],
  W: ["fail", "pass"],
  X: ["pass", "pass"],
  Y: ["pass", "pass"],
  Z: ["fail", "pass"]
}

/** Returns the issuer's checks of a card. */
export const checksIn = ({ cvv_check: cvv, avs_check: avs }: Fields): CardChecks | null => {
  const cvc = typeof cvv === "string" ? cvvResults[cvv] : undefined
  const [line1, postalCode] = typeof avs === "string" ? (avsResults[avs] ?? []) : []
  return cvc === undefined && line1 === undefined ? null : { cvc, line1, postalCode }
}
