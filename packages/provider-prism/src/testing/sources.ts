import type { ChargeSource } from "@payloom/core"
import { type ProviderSources, sandbox } from "@payloom/testkit"
import { Effect } from "effect"

const box = sandbox()

/** The relay of the vault that has the cards. */
export const { relay } = box

/** Returns a card in a vault of the merchant's own. */
export const vaulted = async (number: string): Promise<ChargeSource> => {
  const card = { number, expMonth: 3, expYear: 2041, cvc: "737" }
  const { vaultReference } = await Effect.runPromise(
    box.vault.store({
      scope: { tenant: "tenant_1", mode: "test" } as never,
      ciphertext: await box.encryptCard(card),
      fingerprintKey: new Uint8Array(32)
    })
  )
  return { _tag: "Vaulted", vaultReference }
}

/** Returns a card with a token of the processor's. */
export const tokenized = (token: string): ChargeSource => ({
  _tag: "Vaulted",
  vaultReference: "card_1",
  token
})

type Declined = ProviderSources["declined"][number]

/** A decline by the code of the processor. */
export type Refusals = Readonly<
  Partial<Record<"insufficient_funds" | "do_not_honor" | "expired_card" | "incorrect_cvc", string>>
>

const numbers = {
  insufficient_funds: "4000000000009995",
  do_not_honor: "4000000001000019",
  expired_card: "4000000000000069",
  incorrect_cvc: "4000000000000127"
} as const satisfies Record<keyof Refusals, string>

/** Returns cards of a vault, with those that are declined. */
export const vaultedSources = async (refusals: Refusals): Promise<ProviderSources> => ({
  approved: await vaulted("4242424242424242"),
  approvedForLess: await vaulted("4000056655665556"),
  declined: await Promise.all(
    Object.entries(refusals).map(async ([name, rawCode]): Promise<Declined> => {
      const means = name as keyof Refusals
      return { source: await vaulted(numbers[means]), rawCode, means }
    })
  ),
  foreign: { _tag: "Vaulted", vaultReference: "card_1", token: "token_of_another_processor" }
})

/** Returns tokens of the processor's, with those that are declined. */
export const tokenSources = (prefix: string, refusals: Refusals): ProviderSources => ({
  approved: tokenized(`${prefix}approved`),
  approvedForLess: tokenized(`${prefix}approves_half`),
  declined: Object.entries(refusals).map(([name, rawCode]): Declined => {
    const means = name as keyof Refusals
    return { source: tokenized(`${prefix}${means}`), rawCode, means }
  }),
  foreign: { _tag: "Wallet", wallet: "apple_pay", payload: {} }
})

/** Cards whose network tokens are charged. The token of the second one has expired. */
export const networkTokens = {
  networkToken: await vaulted("4242424242424242"),
  refusedNetworkToken: await vaulted("4000000004000081")
} as const
