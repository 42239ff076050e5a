import { Effect, Option } from "effect"
import {
  CardNotRecognized,
  type CardVaultPort,
  type VaultedCard,
  VaultUnavailable
} from "./CardVault.ts"

/** The second argument of each call. */
export interface VaultCall {
  /** Aborted when the call has timed out. */
  readonly signal: AbortSignal
}

/** A vault whose functions return promises. */
export interface CardVaultDefinition {
  /**
   * Stores a card. Returns its description and its reference. Returns null if the ciphertext isn't
   * from the vault's own encryption field, or was altered.
   */
  readonly store: (
    card: Parameters<CardVaultPort["store"]>[0],
    call: VaultCall
  ) => Promise<VaultedCard | null> | VaultedCard | null
  /**
   * Deletes the security code of a card, because no charge needs it any more. See `CardVaultPort`.
   */
  readonly release?: (
    card: Parameters<NonNullable<CardVaultPort["release"]>>[0],
    call: VaultCall
  ) => Promise<void> | void
}

/**
 * Creates a vault from functions that return promises. A thrown error means that the vault did not
 * answer, so the payer may try again. Only a null from `store` means that the card can't be read.
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

const notRead = "It can't be read. Encrypt the card again."

const asking = <A>(ask: (call: VaultCall) => Promise<A> | A) =>
  Effect.tryPromise({
    try: (signal) => Promise.resolve(ask({ signal })),
    catch: (cause) => new VaultUnavailable({ cause })
  })
