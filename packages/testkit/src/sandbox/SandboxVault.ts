import { createHmac, createSecretKey } from "node:crypto"
import { CardNotRecognized, type CardVault, type VaultedCard } from "@payloom/core"
import { Effect, Option, Schema } from "effect"
import { brandOf, isCardNumber } from "./cardBrands.ts"
import { openCardField, type SealKeys, seal, unseal } from "./cardCipher.ts"
import { type CardFieldKeyPair, sandboxKey } from "./sandboxKeys.ts"
import { testCardByNumber } from "./testCards.ts"

const refuse = (message: string) => Option.some(new CardNotRecognized({ message }))

/** The details inside the ciphertext; the security code is looked at and never kept. */
const FieldDetails = Schema.Struct({
  number: Schema.String,
  exp_month: Schema.Int,
  exp_year: Schema.Int,
  cvc: Schema.String,
  holder: Schema.optionalKey(Schema.String)
})
type FieldDetails = typeof FieldDetails.Type

const readFieldDetails = Schema.decodeUnknownOption(Schema.fromJsonString(FieldDetails))

/** The card that a vault reference holds: for the sandbox's own providers only. */
export const SealedCard = Schema.Struct({
  number: Schema.String,
  expMonth: Schema.Int,
  expYear: Schema.Int
})
export type SealedCard = typeof SealedCard.Type

const SealedCardJson = Schema.fromJsonString(SealedCard)
const writeSealedCard = Schema.encodeSync(SealedCardJson)
const readSealedCard = Schema.decodeUnknownOption(SealedCardJson)

/** Well above what the sandbox's field makes; longer ones aren't worth decrypting. */
const maxCiphertextLength = 8_192

/** Why the details are no card. No message repeats any of them. */
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

/** Base64url, not hex: hex has runs of digits that pass for card numbers. */
const fingerprintOf = (key: Uint8Array, number: string): string => {
  const mac = createHmac("sha256", key).update(number).digest()
  return `fp_${mac.subarray(0, 16).toString("base64url")}`
}

/** Where a card of no test card comes from: the code ISO 3166-1 leaves for "unknown". */
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

/** Vault references of a secret: made of cards, and read back. */
export interface CardSeals {
  /** A card as the vault describes it, with the reference that holds it. */
  readonly seal: (card: SealedCard, fingerprintKey: Uint8Array) => VaultedCard
  /** What the relay does for a provider. */
  readonly read: (vaultReference: string) => Option.Option<SealedCard>
}

/** Made once for all of a sandbox that seals or reads. */
export const cardSeals = (secret: string): CardSeals => {
  const keys = sealKeys(secret)
  return {
    seal: ({ number, expMonth, expYear }, fingerprintKey) => {
      const card = { number, expMonth, expYear }
      return {
        vaultReference: seal(keys, writeSealedCard(card), fingerprintKey),
        ...describe(card, fingerprintKey)
      }
    },
    read: (vaultReference) => Option.flatMap(unseal(keys, vaultReference), readSealedCard)
  }
}

/**
 * The sandbox's card vault. It keeps nothing: its key pair is derived from the secret and a vault
 * reference is the card itself, encrypted, so a restart or another process with the same secret
 * reads both.
 *
 * `store` fails with `CardNotRecognized` on what {@link encryptCard} did not make with this vault's
 * public key, and on details that are no card; its message never holds any of them.
 */
export const sandboxVault = (
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
