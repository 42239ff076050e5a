import { Effect } from "effect"
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
  /** The wallets whose payloads the vault decrypts, such as `apple_pay`. None if absent. */
  readonly decryptedWallets?: ReadonlyArray<string>
  /**
   * Decrypts the payload of a wallet, and stores it for one payment. See `CardVaultPort`. Returns
   * null if the payload was encrypted for another key, or was altered.
   */
  readonly storeWallet?: (
    wallet: Parameters<NonNullable<CardVaultPort["storeWallet"]>>[0],
    call: VaultCall
  ) => Promise<VaultedCard | null> | VaultedCard | null
  /**
   * Deletes the security code of a card or a decrypted wallet, because no charge needs it any more.
   * See `CardVaultPort`.
   */
  readonly release?: (
    card: Parameters<NonNullable<CardVaultPort["release"]>>[0],
    call: VaultCall
  ) => Promise<void> | void
  /**
   * Deletes a card, because its customer was erased. It is repeated after a crash, so it does
   * nothing for a card that is gone. See `CardVaultPort`.
   */
  readonly forget?: (
    card: Parameters<NonNullable<CardVaultPort["forget"]>>[0],
    call: VaultCall
  ) => Promise<void> | void
}

/**
 * Creates a vault from functions that return promises. A thrown error means that the vault did not
 * answer, so the payer may try again. Only a null from `store` or `storeWallet` means that the card
 * can't be read.
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
export const defineCardVault = ({
  store,
  decryptedWallets,
  storeWallet,
  release,
  forget
}: CardVaultDefinition): CardVaultPort => ({
  store: (card) => reading((call) => store(card, call), notRead),
  ...(decryptedWallets === undefined ? {} : { decryptedWallets }),
  ...(storeWallet === undefined
    ? {}
    : { storeWallet: (wallet) => reading((call) => storeWallet(wallet, call), walletNotRead) }),
  ...(release === undefined ? {} : { release: (card) => asking((call) => release(card, call)) }),
  ...(forget === undefined ? {} : { forget: (card) => asking((call) => forget(card, call)) })
})

const notRead = "It can't be read. Encrypt the card again."

const walletNotRead = "It can't be read. Was it encrypted for the vault's key?"

/** Asks for a card. A null becomes the error that names the reason. */
const reading = (
  ask: (call: VaultCall) => Promise<VaultedCard | null> | VaultedCard | null,
  message: string
) =>
  Effect.flatMap(asking(ask), (answer) =>
    answer === null ? Effect.fail(new CardNotRecognized({ message })) : Effect.succeed(answer)
  )

const asking = <A>(ask: (call: VaultCall) => Promise<A> | A) =>
  Effect.tryPromise({
    try: (signal) => Promise.resolve(ask({ signal })),
    catch: (cause) => new VaultUnavailable({ cause })
  })
