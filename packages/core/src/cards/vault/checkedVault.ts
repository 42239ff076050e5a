import { Effect, Option, Schema } from "effect"
import { withCountryInCapitals } from "../../kernel/primitives/CountryCode.ts"
import { answerInTime } from "../../providers/callProvider.ts"
import { effectOf } from "../../providers/effectOf.ts"
import { ProviderUnavailable } from "../../providers/errors.ts"
import type { AccountUpdater } from "../saved/AccountUpdater.ts"
import { type CardVault, VaultedCard, VaultUnavailable } from "./CardVault.ts"

const vaultIsLate = (timeoutMs: number) => () =>
  Effect.fail(new VaultUnavailable({ cause: new Error(`no answer within ${timeoutMs} ms`) }))

const isCard = Schema.is(VaultedCard)

/** Checks that a card is complete. Otherwise the gap would only show when the card is charged. */
const wholeCard = (call: string) => (answer: VaultedCard) =>
  isCard(answer)
    ? Effect.succeed(withCountryInCapitals(answer))
    : Effect.fail(
        new VaultUnavailable({ cause: new TypeError(`${call} returned an incomplete card.`) })
      )

/** Wraps a vault with a time limit in milliseconds, and checks its answers. */
export const checkedVault = (
  vault: CardVault["Service"],
  timeoutMs: number
): CardVault["Service"] => {
  const late = vaultIsLate(timeoutMs)
  const { decryptedWallets, storeWallet, release, forget } = vault
  const storing = (call: string, store: () => ReturnType<typeof vault.store>) =>
    Effect.flatMap(
      answerInTime(() => effectOf(call, store), timeoutMs, late),
      wholeCard(call)
    )
  const deleting = (call: string, remove: () => Effect.Effect<void, VaultUnavailable>) =>
    answerInTime(() => effectOf(call, remove), timeoutMs, late)
  return {
    store: (card) => storing("vault.store", () => vault.store(card)),
    ...(decryptedWallets === undefined ? {} : { decryptedWallets }),
    ...(storeWallet === undefined
      ? {}
      : {
          storeWallet: (wallet) =>
            storing("vault.storeWallet", () => storeWallet.call(vault, wallet))
        }),
    ...(release === undefined
      ? {}
      : { release: (card) => deleting("vault.release", () => release.call(vault, card)) }),
    ...(forget === undefined
      ? {}
      : { forget: (card) => deleting("vault.forget", () => forget.call(vault, card)) })
  }
}

/** Wraps an account updater with a time limit in milliseconds. */
export const checkedUpdater = (
  updater: AccountUpdater["Service"],
  timeoutMs: number
): AccountUpdater["Service"] => ({
  readNotification: (notification) =>
    answerInTime(
      () =>
        effectOf("accountUpdater.readNotification", () => updater.readNotification(notification)),
      timeoutMs,
      () => Effect.fail(new ProviderUnavailable({ provider: "account updater", timeoutMs }))
    ),
  currentCard: (card) =>
    answerInTime(
      () => effectOf("accountUpdater.currentCard", () => updater.currentCard(card)),
      timeoutMs,
      vaultIsLate(timeoutMs)
    ).pipe(Effect.map(Option.map(withCountryInCapitals)))
})
