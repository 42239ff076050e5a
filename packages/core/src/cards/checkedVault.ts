import { Effect } from "effect"
import { callInTime } from "../providers/callProvider.ts"
import { effectOf } from "../providers/effectOf.ts"
import { ProviderUnavailable } from "../providers/errors.ts"
import type { AccountUpdater } from "./AccountUpdater.ts"
import { type CardVault, VaultUnavailable } from "./CardVault.ts"

/** Who is silent for so long is not waited for any more; what they do goes on. */
const inTime = <A, E, E2>(
  call: string,
  answer: () => Effect.Effect<A, E>,
  timeoutMs: number,
  late: () => E2
): Effect.Effect<A, E | E2> =>
  Effect.flatMap(
    callInTime(() => effectOf(call, answer), timeoutMs),
    (called): Effect.Effect<A, E2> =>
      called._tag === "Answered" ? Effect.succeed(called.answer) : Effect.fail(late())
  )

const vaultIsLate = (timeoutMs: number) => () =>
  new VaultUnavailable({ cause: new Error(`no answer within ${timeoutMs} ms`) })

/** A vault that nobody waits for without end, its time in milliseconds. */
export const checkedVault = (
  vault: CardVault["Service"],
  timeoutMs: number
): CardVault["Service"] => ({
  store: (card) => inTime("vault.store", () => vault.store(card), timeoutMs, vaultIsLate(timeoutMs))
})

/** An account updater that nobody waits for without end, its time in milliseconds. */
export const checkedUpdater = (
  updater: AccountUpdater["Service"],
  timeoutMs: number
): AccountUpdater["Service"] => ({
  readNotification: (notification) =>
    inTime(
      "accountUpdater.readNotification",
      () => updater.readNotification(notification),
      timeoutMs,
      () => new ProviderUnavailable({ provider: "account updater", timeoutMs })
    ),
  currentCard: (card) =>
    inTime(
      "accountUpdater.currentCard",
      () => updater.currentCard(card),
      timeoutMs,
      vaultIsLate(timeoutMs)
    )
})
