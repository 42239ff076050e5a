import type { CardVaultPort } from "@payloom/core"
import { testCards } from "@payloom/testkit"
import { Effect } from "effect"
import { type CardName, cardNames } from "./orders.ts"

/** The name under which all accounts keep their keys. */
export const credentials = "main"

/**
 * Returns a processor's own token of a card. The processor's fake declines it for the reason at its
 * end.
 */
export const tokenOf = (card: CardName): string => `card_${card}`

/**
 * Adds tokens to the cards of a vault, for providers that take no card from it. In production the
 * vault has them from the processor's own card field. All other providers get the card itself,
 * through the vault's relay.
 */
export const withTokens = (
  vault: CardVaultPort,
  providers: ReadonlyArray<string>
): CardVaultPort => ({
  ...vault,
  store: (card) =>
    Effect.map(vault.store(card), (stored) => {
      const name = cardNames.find((each) => testCards[each].number.endsWith(stored.last4))
      return name === undefined
        ? stored
        : {
            ...stored,
            tokens: providers.map((provider) => ({ provider, credentials, token: tokenOf(name) }))
          }
    })
})
