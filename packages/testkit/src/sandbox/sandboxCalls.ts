import type {
  ChargeOutcome,
  ChargeQuery,
  ChargeReference,
  ChargeRequest,
  KnownCharges,
  MidAccount,
  ModificationOutcome,
  ModificationRequest
} from "@payloom/core"
import { Effect } from "effect"
import { plainCharge } from "../providers/plainCharge.ts"
import type { CardToEncrypt, Sandbox } from "./sandbox.ts"
import { sandboxAccounts } from "./sandboxAccounts.ts"

/** Returns the merchant account with these credentials. */
export const accountOf = (credentials: string): MidAccount => ({
  id: `mid of ${credentials}`,
  credentials
})

/** The fingerprint key for tests in which it doesn't matter. */
const anyFingerprintKey = new Uint8Array(32).fill(7)

/** The owner of cards for tests in which it doesn't matter. */
export const anyOwner = {
  scope: { tenant: "tenant of a test", mode: "test" },
  fingerprintKey: anyFingerprintKey
} as const

/** Encrypts a card with the card field and stores it in the vault. */
export const storeCard = Effect.fnUntraced(function* (box: Sandbox, card: CardToEncrypt) {
  const ciphertext = yield* Effect.promise(() => box.encryptCard(card))
  return yield* Effect.orDie(box.vault.store({ ciphertext, ...anyOwner }))
})

/** Returns a one-off charge of 12.50 USD, captured at once, on the primary account. */
export const chargeOf = (
  vaultReference: string,
  reference: string,
  changes: Partial<ChargeRequest> = {}
): ChargeRequest =>
  plainCharge({
    reference,
    mid: accountOf(sandboxAccounts.primary),
    currency: "USD",
    source: { _tag: "Vaulted", vaultReference },
    returnUrl: null,
    sendBefore: Number.MAX_SAFE_INTEGER,
    ...changes
  })

/** Returns the lookup of a charge of 12.50 USD on an account. */
export const queryOf = (mid: MidAccount, reference: string): ChargeQuery => ({
  mid,
  reference,
  providerReference: null,
  created: 0,
  amount: 1250n,
  currency: "USD",
  type: "one_off",
  capture: true
})

/** An engine that knows no charges. */
export const nothingKnown: KnownCharges = { attempt: () => Effect.succeedNone }

/** Returns a capture, void or refund of a whole charge of 12.50 USD. */
export const modificationOf = (
  charge: ChargeReference,
  reference: string,
  changes: Partial<ModificationRequest> = {}
): ModificationRequest => ({
  reference,
  charge,
  amount: 1250n,
  currency: "USD",
  sendBefore: Number.MAX_SAFE_INTEGER,
  ...changes
})

/** Makes a charge of a card on an account. Returns both references of the approved charge. */
export const approvedCharge = Effect.fnUntraced(function* (
  box: Sandbox,
  card: CardToEncrypt,
  reference: string,
  changes: Partial<ChargeRequest> = {}
) {
  const { vaultReference } = yield* storeCard(box, card)
  const request = chargeOf(vaultReference, reference, changes)
  const outcome = yield* box.provider.charge(request)
  if (outcome._tag !== "Approved") return yield* Effect.die(`not approved: ${outcome._tag}`)
  const { providerReference } = outcome
  return { mid: request.mid, reference, providerReference } satisfies ChargeReference
})

/** Looks up a charge on the primary account. Returns its state, or the tag of another answer. */
export const stateOf = Effect.fnUntraced(function* (box: Sandbox, reference: string) {
  const mid = accountOf(sandboxAccounts.primary)
  const found = yield* box.provider.lookup(queryOf(mid, reference))
  return found._tag === "Found" ? found.state : found._tag
})

/** Returns the tag of an answer, or the raw code of a failure. */
export const answerTo = (call: Effect.Effect<ChargeOutcome | ModificationOutcome>) =>
  Effect.map(call, (outcome) => ("rawCode" in outcome ? outcome.rawCode : outcome._tag))
