import type { ProviderCapabilities } from "@payloom/core"
import type { CheckCodes } from "../../cardChecks.ts"

/** The last digit of an amount with three decimals has to be 0. */
export const checkoutSteps: NonNullable<ProviderCapabilities["amountStep"]> = {
  BHD: 10n,
  JOD: 10n,
  KWD: 10n,
  OMR: 10n,
  TND: 10n
}

/** The meanings of Checkout.com's codes for the issuer's checks. */
export const checkCodes: CheckCodes = {
  cvc: {
    Y: "pass",
    N: "fail",
    P: "unchecked",
    S: "unchecked",
    U: "unavailable",
    X: "unavailable",
    D: "unavailable"
  },
  address: {
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
}
