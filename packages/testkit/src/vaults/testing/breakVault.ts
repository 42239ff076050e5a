import type { CardMarks, CardVaultPort, VaultedCard, VaultUnavailable } from "@payloom/core"
import { CardNotRecognized } from "@payloom/core"
import { Effect } from "effect"
import type { VaultHarness } from "../VaultHarness.ts"

/** A way to break one rule. */
export interface VaultMutation {
  readonly breaks: (harness: VaultHarness) => Partial<VaultHarness>
  /** The message of the rule. */
  readonly says?: RegExp
}

type Given = Parameters<CardVaultPort["store"]>[0]

/** Changes the cards that the vault returns. */
export const describing =
  (change: (card: VaultedCard, given: Given) => Partial<VaultedCard>): VaultMutation["breaks"] =>
  ({ vault }) => ({
    vault: {
      ...vault,
      store: (given) =>
        Effect.map(vault.store(given), (card) => ({ ...card, ...change(card, given) }))
    }
  })

/** Changes the arguments of `store`. */
export const storing =
  (change: (given: Given) => Given): VaultMutation["breaks"] =>
  ({ vault }) => ({ vault: { ...vault, store: (given) => vault.store(change(given)) } })

export const anyCard: VaultedCard = {
  vaultReference: "any",
  brand: "visa",
  last4: "4242",
  expMonth: 3,
  expYear: 2041,
  funding: "credit",
  country: "DE",
  fingerprint: "any"
}

/** Accepts texts that the vault does not recognize. */
export const accepting =
  (accepts: (text: string) => boolean): VaultMutation["breaks"] =>
  ({ vault }) => ({
    vault: {
      ...vault,
      store: (given) =>
        Effect.catchTag(vault.store(given), "CardNotRecognized", (refusal) =>
          accepts(given.ciphertext) ? Effect.succeed(anyCard) : Effect.fail(refusal)
        )
    }
  })

export const blamingCard: VaultMutation["breaks"] = ({ vault }) => ({
  vault: {
    ...vault,
    store: (given) =>
      Effect.catchTag(vault.store(given), "VaultUnavailable", () =>
        Effect.fail(new CardNotRecognized({ message: "It is unknown." }))
      )
  }
})

/** Changes the deletion of a card. */
export const forgetting =
  (
    change: (
      forget: Effect.Effect<void, VaultUnavailable>,
      vaultReference: string
    ) => Effect.Effect<void, VaultUnavailable>
  ): VaultMutation["breaks"] =>
  ({ vault }) => ({
    vault: {
      ...vault,
      forget: (card) => change(vault.forget?.(card) ?? Effect.void, card.vaultReference)
    }
  })

/** Changes the marks of the relay. */
export const marking =
  (change: (marks: CardMarks) => Partial<CardMarks>): VaultMutation["breaks"] =>
  ({ relay }) => ({
    relay: {
      ...relay,
      marksOf: async (reference, purpose) => {
        const marks = await relay.marksOf(reference, purpose)
        return { ...marks, ...change(marks) }
      }
    }
  })

/** Changes what the relay sends, or its answer. */
export const relaying =
  (around: (send: typeof fetch, harness: VaultHarness) => typeof fetch): VaultMutation["breaks"] =>
  (harness) => ({
    relay: { ...harness.relay, fetch: around(harness.relay.fetch, harness) }
  })

export const changingBody = (change: (body: string) => string): VaultMutation["breaks"] =>
  relaying((send) => (address, init) => send(address, { ...init, body: change(`${init?.body}`) }))

export const retrying = relaying(
  (send) => (address, init) => send(address, init).catch(() => send(address, init))
)

/** The JSON of an unchanged body is sent as it is, without a vault. */
export const unrelayed = relaying(() => fetch)
