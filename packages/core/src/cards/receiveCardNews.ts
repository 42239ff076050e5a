import { Effect, Option, Schema } from "effect"
import { NotificationNotAuthentic } from "../providers/errors.ts"
import type { RawNotification } from "../providers/ProviderNotice.ts"
import { Secrets } from "../secrets/Secrets.ts"
import type { Stored } from "../storage/Collection.ts"
import { retryConflicts } from "../storage/retryConflicts.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { currentSetting } from "../tenants/accountSettings.ts"
import { AccountUpdater, type ChangedCard } from "./AccountUpdater.ts"
import { VaultedCard } from "./CardVault.ts"
import { expiryMonth } from "./cardExpiry.ts"
import { changedCard } from "./changedCard.ts"
import { PaymentInstrumentCollection, type PaymentInstrumentRecord } from "./PaymentInstrument.ts"
import { fingerprintKey } from "./vaultCard.ts"

/**
 * Takes what the account updater tells: each saved card it names is replaced by what the card is
 * now, with `card.updated` in the same commit. Told again, nothing is left to change. Detached
 * cards stay as they were.
 */
export const receiveCardNews = Effect.fnUntraced(function* (notification: RawNotification) {
  const updater = yield* AccountUpdater
  const changed = yield* updater.readNotification(notification)
  if (Option.isNone(changed)) return yield* new NotificationNotAuthentic({ mid: null })
  for (const card of changed.value) yield* refreshAll(card)
})

const batch = 100

/** Refreshes each saved card with a reference: the same card may be saved several times. */
const refreshAll = Effect.fnUntraced(function* ({ scope, vaultReference }: ChangedCard) {
  const storage = yield* Storage
  let after: string | undefined
  let found: ReadonlyArray<Stored<PaymentInstrumentRecord>>
  do {
    found = yield* storage.page(scope, PaymentInstrumentCollection, {
      where: { vaultReference },
      order: "asc",
      limit: batch,
      ...(after === undefined ? {} : { after })
    })
    for (const { row } of found) yield* retryConflicts(refresh(scope, row.id))
    after = found.at(-1)?.row.id
  } while (found.length === batch)
})

/**
 * The card is asked for anew on every try, after its row was read: of two that refresh it at once,
 * the one with the older answer loses the commit.
 */
const refresh = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const updater = yield* AccountUpdater
  const stored = yield* storage.get(scope, PaymentInstrumentCollection, id)
  if (Option.isNone(stored) || stored.value.row.detached) return
  const { row } = stored.value
  const card = yield* updater.currentCard({
    scope,
    vaultReference: row.card.vaultReference,
    fingerprintKey: fingerprintKey(yield* Secrets, scope)
  })
  if (Option.isNone(card) || isSame(card.value, row.card)) return
  const setting = yield* currentSetting(scope)
  const expiryAnnounced = row.expiryAnnounced && expiryMonth(card.value) === expiryMonth(row.card)
  yield* storage.commit(
    changedCard(setting, "card.updated", stored.value, {
      ...row,
      card: card.value,
      expiryAnnounced
    })
  )
})

const isSame = Schema.toEquivalence(VaultedCard)
