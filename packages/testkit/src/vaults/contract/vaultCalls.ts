import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import type { CardVaultPort, Scope, VaultedCard } from "@payloom/core"
import { Effect, Result } from "effect"
import { checkDigit } from "../../sandbox/cardBrands.ts"
import type { TypedCard, VaultHarness } from "../VaultHarness.ts"

/** The scopes of the rules. */
export const scopes = {
  first: { tenant: "tenant_1", mode: "test" } as Scope,
  otherTenant: { tenant: "tenant_2", mode: "test" } as Scope,
  otherMode: { tenant: "tenant_1", mode: "live" } as Scope
} as const

/** Returns the key of a tenant's fingerprints. */
const keyOf = ({ tenant }: Scope): Uint8Array => createHash("sha256").update(tenant).digest()

let numbersMade = 0

/** Returns a card with a valid number of its own. */
export const newCard = (changes: Partial<TypedCard> = {}): TypedCard => {
  numbersMade += 1
  const head = `400000${String(100_000_000 + ((numbersMade * 7_368_787) % 899_999_999))}`
  return {
    number: `${head}${checkDigit(head)}`,
    expMonth: 3,
    expYear: 2041,
    cvc: "737",
    ...changes
  }
}

/** The result of `store`: the card, or the tag of its error. */
export type Stored = VaultedCard | "CardNotRecognized" | "VaultUnavailable"

/** Stores a text of the card field as the engine does. */
export const storeText = (
  { vault }: Pick<VaultHarness, "vault">,
  ciphertext: string,
  scope: Scope = scopes.first,
  signal?: AbortSignal
): Promise<Stored> => storedBy(scope, (given) => vault.store({ ...given, ciphertext }), signal)

/** Stores something with the scope and the key that the engine gives. */
export const storedBy = async (
  scope: Scope,
  store: (given: {
    readonly scope: Scope
    readonly fingerprintKey: Uint8Array
  }) => ReturnType<CardVaultPort["store"]> | undefined,
  signal?: AbortSignal
): Promise<Stored> => {
  const stored = store({ scope, fingerprintKey: keyOf(scope) })
  if (stored === undefined) return assert.fail("The vault stores nothing of this kind.")
  const result = await Effect.runPromise(Effect.result(stored), signal && { signal })
  return Result.isSuccess(result) ? result.success : result.failure._tag
}

/** Encrypts and stores a card. Asserts that the vault recognizes it. */
export const storeCard = async (
  harness: VaultHarness,
  card: TypedCard = newCard(),
  scope?: Scope
): Promise<VaultedCard> =>
  mustBeStored(await storeText(harness, await encrypt(harness, card), scope))

/** Returns the text of the card field. */
export const encrypt = ({ encryptCard }: VaultHarness, card: TypedCard): Promise<string> =>
  encryptCard(card)

/** Asserts that a card was stored, and returns it. */
export const mustBeStored = (stored: Stored): VaultedCard =>
  typeof stored === "string"
    ? assert.fail(`The vault answered ${stored} for a text of its own card field.`)
    : stored

/** Asserts that the vault did not recognize a text. */
export const mustNotBeRecognized = (stored: Stored, what: string): void => {
  const said = typeof stored === "string" ? stored : "a card"
  assert.ok(
    stored === "CardNotRecognized",
    `For ${what} the vault answered ${said}. Expected: CardNotRecognized.`
  )
}

/** Releases the security code of a card. */
export const release = async (
  { vault }: VaultHarness,
  vaultReference: string,
  scope: Scope = scopes.first
): Promise<void> => {
  if (vault.release === undefined) return assert.fail("The vault has no release.")
  await Effect.runPromise(vault.release({ scope, vaultReference }))
}

/** Lets the vault delete a card. Returns the tag of its error, or null. */
export const forget = async (
  { vault }: VaultHarness,
  vaultReference: string,
  scope: Scope = scopes.first
): Promise<"VaultUnavailable" | null> => {
  if (vault.forget === undefined) return assert.fail("The vault has no forget.")
  const result = await Effect.runPromise(Effect.result(vault.forget({ scope, vaultReference })))
  return Result.isSuccess(result) ? null : result.failure._tag
}

/** Asserts that a text has no six consecutive digits of a number, apart from its last four. */
export const hidesNumber = (
  text: string,
  { number }: Pick<TypedCard, "number">,
  what: string
): void => {
  for (let at = 0; at + 6 <= number.length; at++) {
    const part = number.slice(at, at + 6)
    assert.ok(!text.includes(part), `${what} has digits of the card number.`)
  }
}
