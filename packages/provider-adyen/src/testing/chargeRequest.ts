import type { ChargeRequest } from "@payloom/core"
import { plainCharge } from "@payloom/testkit"
import { encryptedCard } from "./adyenHarness.ts"

/** Returns a charge as the engine requests it: 12.50 EUR, by a card that Adyen Web encrypted. */
export const chargeRequest = (changes: Partial<ChargeRequest> = {}): ChargeRequest =>
  plainCharge({
    source: { _tag: "Vaulted", vaultReference: JSON.stringify(encryptedCard()) },
    ...changes
  })
