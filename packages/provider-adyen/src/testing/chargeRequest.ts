import { type ChargeRequest, unknownAddress } from "@payloom/core"
import { encryptedCard } from "./adyenHarness.ts"

/** Returns a charge as the engine requests it: 12.50 EUR, by a card that Adyen Web encrypted. */
export const chargeRequest = (changes: Partial<ChargeRequest> = {}): ChargeRequest => ({
  reference: "attempt_01J0000000000000000000000A",
  mid: { id: "mid_main", credentials: "main" },
  amount: 1250n,
  currency: "EUR",
  capture: true,
  source: { _tag: "Vaulted", vaultReference: JSON.stringify(encryptedCard()) },
  returnUrl: "https://shop.example/back?order=1",
  type: "one_off",
  initiator: "customer",
  agreement: null,
  customer: null,
  billingAddress: unknownAddress,
  description: null,
  statementDescriptor: null,
  metadata: {},
  device: null,
  threeDs: null,
  sendBefore: Date.now() + 10_000,
  ...changes
})
