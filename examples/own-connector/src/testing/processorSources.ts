import type { ChargeSource } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { Effect } from "effect"

const box = sandbox()

/** The relay of the vault that has the cards. */
export const { relay } = box

/** Returns a card in a vault of the merchant's own. */
const vaulted = async (number: string): Promise<ChargeSource> => {
  const { vaultReference } = await Effect.runPromise(
    box.vault.store({
      scope: { tenant: "tenant_1", mode: "test" } as never,
      ciphertext: await box.encryptCard({ number, expMonth: 3, expYear: 2041, cvc: "737" }),
      fingerprintKey: new Uint8Array(32)
    })
  )
  return { _tag: "Vaulted", vaultReference }
}

const tokenized = (token: string): ChargeSource => ({
  _tag: "Vaulted",
  vaultReference: "card_1",
  token
})

/** Cards of a vault, by what their issuer does at the fake of Checkout.com. */
export const cards = {
  approved: await vaulted("4242424242424242"),
  approvedForHalf: await vaulted("4000056655665556"),
  withoutFunds: await vaulted("4000000000009995"),
  notHonored: await vaulted("4000000001000019"),
  asksPayer: await vaulted("4000000002000059"),
  pending: await vaulted("4000000002000117")
}

/** Tokens of Mollie's, by what the issuer of their card does at its fake. */
export const tokens = {
  approved: tokenized("tkn_approved"),
  approvedForHalf: tokenized("tkn_approves_half"),
  withoutFunds: tokenized("tkn_insufficient_funds"),
  notHonored: tokenized("tkn_do_not_honor"),
  asksPayer: tokenized("tkn_asks"),
  pending: tokenized("tkn_waits")
} satisfies typeof cards
