import { createHmac, createSecretKey } from "node:crypto"
import { CardNotRecognized, type CardVault, type VaultedCard } from "@payloom/core"
import { Effect, Option, Schema } from "effect"
import { brandOf, isCardNumber } from "./cardBrands.ts"
import { openCardField, type SealKeys, seal, unseal } from "./cardCipher.ts"
import { type CardFieldKeyPair, sandboxKey } from "./sandboxKeys.ts"
import { cardInWallet, sandboxWallets } from "./sandboxMethods.ts"
import { testCardByNumber, testCards } from "./testCards.ts"

const refuse = (message: string) => Option.some(new CardNotRecognized({ message }))

/** The details in the ciphertext. The security code is checked and never stored. */
const FieldDetails = Schema.Struct({
  number: Schema.String,
  exp_month: Schema.Int,
  exp_year: Schema.Int,
  cvc: Schema.String,
  holder: Schema.optionalKey(Schema.String)
})
type FieldDetails = typeof FieldDetails.Type

const readFieldDetails = Schema.decodeUnknownOption(Schema.fromJsonString(FieldDetails))

/** The card in a vault reference, which only the sandbox's own providers read. */
export const SealedCard = Schema.Struct({
  number: Schema.String,
  expMonth: Schema.Int,
  expYear: Schema.Int,
  /** The wallet that the card comes from. Absent for cards that payers typed in. */
  wallet: Schema.optionalKey(Schema.String)
})
export type SealedCard = typeof SealedCard.Type

const SealedCardJson = Schema.fromJsonString(SealedCard)
const writeSealedCard = Schema.encodeSync(SealedCardJson)
const readSealedCard = Schema.decodeUnknownOption(SealedCardJson)

/**
 * Well above the length of the field's ciphertexts. Longer ones are refused without decryption.
 */
const maxCiphertextLength = 8_192

/** Returns the error of invalid details. Its message contains none of them. */
const problemWith = (details: FieldDetails): Option.Option<CardNotRecognized> => {
  if (!isCardNumber(details.number)) return refuse("The card number is not a valid one.")
  if (details.exp_month < 1 || details.exp_month > 12) {
    return refuse("The card's expiry month is not between 1 and 12.")
  }
  if (details.exp_year < 2000 || details.exp_year > 2099) {
    return refuse("The card's expiry year is not between 2000 and 2099.")
  }
  return /^\d{3,4}$/.test(details.cvc)
    ? Option.none()
    : refuse("The card's security code is not 3 or 4 digits.")
}

/** Base64url, because hex can contain digits that look like card numbers. */
const fingerprintOf = (key: Uint8Array, number: string): string => {
  const mac = createHmac("sha256", key).update(number).digest()
  return `fp_${mac.subarray(0, 16).toString("base64url")}`
}

/**
 * The country of cards that are not test cards. ISO 3166-1 reserves `ZZ` for private use, and it
 * means "unknown".
 */
const unknownCountry = "ZZ"

const describe = (card: SealedCard, key: Uint8Array): Omit<VaultedCard, "vaultReference"> => {
  const { number, expMonth, expYear } = card
  const listed = testCardByNumber(number)
  return {
    brand: listed?.brand ?? brandOf(number),
    last4: number.slice(-4),
    expMonth,
    expYear,
    funding: listed?.funding ?? "credit",
    country: listed?.country ?? unknownCountry,
    fingerprint: fingerprintOf(key, number)
  }
}

const sealKeys = (secret: string): SealKeys => ({
  content: createSecretKey(sandboxKey(secret, "vault reference")),
  vector: createSecretKey(sandboxKey(secret, "vault reference vector"))
})

/** Creates and reads the vault references of a secret. */
export interface CardSeals {
  /** Returns a card as the vault describes it, with the reference that contains it. */
  readonly seal: (card: SealedCard, fingerprintKey: Uint8Array) => VaultedCard
  /** Returns the card in a vault reference, for the relay. */
  readonly read: (vaultReference: string) => Option.Option<SealedCard>
}

/** Creates the seals once for all parts of a sandbox that seal or read cards. */
export const cardSeals = (secret: string): CardSeals => {
  const keys = sealKeys(secret)
  return {
    seal: ({ number, expMonth, expYear, wallet }, fingerprintKey) => {
      const card = { number, expMonth, expYear, ...(wallet === undefined ? {} : { wallet }) }
      return {
        vaultReference: seal(keys, writeSealedCard(card), fingerprintKey),
        ...describe(card, fingerprintKey)
      }
    },
    read: (vaultReference) => Option.flatMap(unseal(keys, vaultReference), readSealedCard)
  }
}

/**
 * Creates the sandbox's card vault. It stores nothing: its key pair is derived from the secret,
 * and a vault reference is the encrypted card. So a restart, or another process with the same
 * secret, can read both.
 *
 * `store` fails with `CardNotRecognized` if the ciphertext was not made by {@link encryptCard}
 * with this vault's public key, or if its details are not a valid card. The message never contains
 * any of the details.
 */
const sandboxVault = (
  seals: CardSeals,
  { privateKey }: CardFieldKeyPair
): CardVault["Service"] => ({
  store: Effect.fn("SandboxVault.store")(function* ({ ciphertext, fingerprintKey }) {
    const details =
      ciphertext.length > maxCiphertextLength
        ? Option.none()
        : Option.flatMap(openCardField(privateKey, ciphertext), readFieldDetails)
    if (Option.isNone(details)) {
      const message = "The ciphertext is not from this vault's card field, or was altered."
      return yield* new CardNotRecognized({ message })
    }
    const problem = problemWith(details.value)
    if (Option.isSome(problem)) return yield* problem.value
    const { number, exp_month: expMonth, exp_year: expYear } = details.value
    return seals.seal({ number, expMonth, expYear }, fingerprintKey)
  })
})

/** Creates the sandbox's vault with the abilities that the options turn on. */
export const sandboxVaultWith = (
  seals: CardSeals,
  keys: CardFieldKeyPair,
  {
    networkTokens = false,
    decryptedWallets = false
  }: { readonly networkTokens?: boolean; readonly decryptedWallets?: boolean }
): CardVault["Service"] => {
  const plain = sandboxVault(seals, keys)
  const vault = networkTokens ? withNetworkTokens(plain) : plain
  return decryptedWallets ? withDecryptedWallets(vault, seals) : vault
}

/** Gives every card of a vault a network token, which is valid two years longer than the card. */
const withNetworkTokens = (vault: CardVault["Service"]): CardVault["Service"] => ({
  ...vault,
  store: (card) =>
    Effect.map(vault.store(card), (stored) => ({
      ...stored,
      networkToken: {
        last4: stored.last4,
        expMonth: stored.expMonth,
        expYear: stored.expYear + 2
      }
    }))
})

/**
 * Makes a vault decrypt the sandbox's wallet. Its payload names a test card, whose number the vault
 * takes for the wallet's device number.
 */
const withDecryptedWallets = (
  vault: CardVault["Service"],
  seals: CardSeals
): CardVault["Service"] => ({
  ...vault,
  decryptedWallets: sandboxWallets,
  storeWallet: ({ wallet, payload, fingerprintKey }) => {
    const name = cardInWallet(payload)
    if (name === undefined) {
      const message = "The payload is not from the sandbox's wallet."
      return Effect.fail(new CardNotRecognized({ message }))
    }
    const { number } = testCards[name]
    return Effect.succeed(
      seals.seal({ number, expMonth: 12, expYear: 2049, wallet }, fingerprintKey)
    )
  }
})
