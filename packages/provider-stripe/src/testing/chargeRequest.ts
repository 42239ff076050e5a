import type { ChargeRequest } from "@payloom/core"
import { plainCharge } from "@payloom/testkit"

/** Returns a charge of 12.50 EUR to a card of Stripe's, with the given changes. */
export const chargeRequest = (changes: Partial<ChargeRequest> = {}): ChargeRequest =>
  plainCharge({
    reference: "attempt_1",
    source: { _tag: "Vaulted", vaultReference: "pm_1", token: "pm_1:cus_1" },
    returnUrl: "https://shop.example/back",
    ...changes
  })
