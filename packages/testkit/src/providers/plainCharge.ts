import { type ChargeRequest, unknownAddress } from "@payloom/core"

/** Returns the usual deadline of a call. */
export const aMinuteFromNow = (): number => Date.now() + 60_000

/**
 * Returns a charge as the engine requests it, for tests of a connector: 12.50 EUR of a card in a
 * vault, captured at once, by an unknown payer who is present. `changes` replace fields.
 */
export const plainCharge = (changes: Partial<ChargeRequest> = {}): ChargeRequest => ({
  reference: "attempt_01J0000000000000000000000A",
  mid: { id: "mid_main", credentials: "main" },
  amount: 1250n,
  currency: "EUR",
  capture: true,
  source: { _tag: "Vaulted", vaultReference: "card_1" },
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
  sendBefore: aMinuteFromNow(),
  ...changes
})
