import { type ChargeRequest, unknownAddress } from "@payloom/core"

/**
 * Returns a charge of 12.50 EUR to a card of Stripe's, with the payer present, and with the given
 * changes.
 */
export const chargeRequest = (changes: Partial<ChargeRequest> = {}): ChargeRequest => ({
  reference: "attempt_1",
  mid: { id: "mid_1", credentials: "main" },
  amount: 1250n,
  currency: "EUR",
  capture: true,
  source: { _tag: "Vaulted", vaultReference: "pm_1", token: "pm_1:cus_1" },
  returnUrl: "https://shop.example/back",
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
  sendBefore: Date.now() + 60_000,
  ...changes
})
