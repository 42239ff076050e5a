import { Effect, Option } from "effect"
import {
  CardNotRecognized,
  type CardVaultPort,
  type VaultedCard,
  VaultUnavailable
} from "./CardVault.ts"

/** What a vault's function is given beside the card. */
export interface VaultCall {
  /** Aborted once nobody listens any more, for the answer was not there in time. */
  readonly signal: AbortSignal
}

/** A vault as its connector writes it, in promises. */
export interface CardVaultDefinition {
  /**
   * Keeps a card, and answers what it is and by which reference it is charged; null where the
   * ciphertext isn't from the vault's own encryption field, or was altered.
   */
  readonly store: (
    card: Parameters<CardVaultPort["store"]>[0],
    call: VaultCall
  ) => Promise<VaultedCard | null> | VaultedCard | null
  /**
   * Nobody charges this card with its security code any more: the vault forgets that code. What
   * else there is to know of it stands at `CardVaultPort`.
   */
  readonly release?: (
    card: Parameters<NonNullable<CardVaultPort["release"]>>[0],
    call: VaultCall
  ) => Promise<void> | void
}

/**
 * A vault written in promises. What one of its functions throws means that it did not answer: the
 * payer may try again. Only a null of `store` says that the card itself can't be read.
 *
 * @example
 * const vault = defineCardVault({
 *   store: async ({ ciphertext, fingerprintKey }, { signal }) => {
 *     const response = await fetch(`${base}/cards`, { method: "POST", body: ciphertext, signal })
 *     if (response.status === 422) return null
 *     if (!response.ok) throw new Error(`The vault answered HTTP ${response.status}.`)
 *     return cardOf(await response.json(), fingerprintKey)
 *   }
 * })
 */
export const defineCardVault = ({ store, release }: CardVaultDefinition): CardVaultPort => ({
  store: (card) =>
    Effect.flatMap(
      asking((call) => store(card, call)),
      (answer) =>
        Option.match(Option.fromNullOr(answer), {
          onNone: () => Effect.fail(new CardNotRecognized({ message: notRead })),
          onSome: Effect.succeed
        })
    ),
  ...(release === undefined ? {} : { release: (card) => asking((call) => release(card, call)) })
})

const notRead = "It can't be read: encrypt the card anew."

const asking = <A>(ask: (call: VaultCall) => Promise<A> | A) =>
  Effect.tryPromise({
    try: (signal) => Promise.resolve(ask({ signal })),
    catch: (cause) => new VaultUnavailable({ cause })
  })
