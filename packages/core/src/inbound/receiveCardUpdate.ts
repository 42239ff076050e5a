import { Effect, Option, Schema } from "effect"
import { loadBilling, moved } from "../billing/BillingRows.ts"
import { SubscriptionCollection } from "../billing/subscriptions/Subscription.ts"
import { cardRenewed } from "../billing/transitions/instruments.ts"
import { AccountUpdater, type CardUpdate } from "../cards/saved/AccountUpdater.ts"
import { expiryMonth } from "../cards/saved/cardExpiry.ts"
import { changedCard } from "../cards/saved/changedCard.ts"
import { PaymentInstrumentCollection } from "../cards/saved/PaymentInstrument.ts"
import { VaultedCard } from "../cards/vault/CardVault.ts"
import { fingerprintKey } from "../cards/vault/vaultCard.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import type { Change } from "../platform/storage/Change.ts"
import { eachPage } from "../platform/storage/eachPage.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { currentCommitContext } from "../platform/tenants/accountSettings.ts"
import { NotificationNotAuthentic } from "../providers/errors.ts"
import type { RawNotification } from "../providers/ProviderNotification.ts"

/**
 * Applies a notification of the account updater. Each saved card that it names is replaced by the
 * card's new details, with `card.updated` in the same commit, and overdue amounts of its
 * subscriptions are charged at once. The same notification again changes nothing. Detached cards
 * stay as they are.
 */
export const receiveCardUpdate = Effect.fnUntraced(function* (notification: RawNotification) {
  const updater = yield* AccountUpdater
  const changed = yield* updater.readNotification(notification)
  if (Option.isNone(changed)) return yield* new NotificationNotAuthentic({ mid: null })
  for (const card of changed.value) yield* refreshAll(card)
})

/** Refreshes each saved card with a vault reference. The same card may be saved several times. */
const refreshAll = ({ scope, vaultReference }: CardUpdate) =>
  eachPage(
    scope,
    PaymentInstrumentCollection,
    { where: { vaultReference }, order: "asc" },
    (found) =>
      Effect.forEach(found, ({ row }) => retryConflicts(refresh(scope, row.id)), { discard: true })
  )

/**
 * The card is requested again on every try, after its row was read. So of two concurrent refreshes,
 * the one with the older answer loses the commit.
 */
const refresh = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const updater = yield* AccountUpdater
  const stored = yield* storage.get(scope, PaymentInstrumentCollection, id)
  if (Option.isNone(stored)) return
  const { row } = stored.value
  if (row.detached || row.card === null) return
  const card = yield* updater.currentCard({
    scope,
    vaultReference: row.card.vaultReference,
    fingerprintKey: fingerprintKey(yield* Secrets, scope)
  })
  if (Option.isNone(card) || isSame(card.value, row.card)) return
  const commit = yield* currentCommitContext(scope)
  const expiryAnnounced = row.expiryAnnounced && expiryMonth(card.value) === expiryMonth(row.card)
  yield* storage.commit([
    ...changedCard(commit, "card.updated", stored.value, {
      ...row,
      card: card.value,
      expiryAnnounced
    }),
    ...(yield* chargeOverdue(commit, row.id))
  ])
})

/** Charges the overdue amounts of the card's subscriptions at once. */
const chargeOverdue = Effect.fnUntraced(function* (commit: CommitContext, instrument: string) {
  const changes: Array<Change> = []
  yield* eachPage(
    commit.scope,
    SubscriptionCollection,
    { where: { billed: instrument }, order: "asc" },
    Effect.fnUntraced(function* (found) {
      for (const subscription of found) {
        const rows = yield* loadBilling(subscription)
        const move = cardRenewed(rows, commit.now)
        if (move.cycles?.length) changes.push(...moved(commit, rows, move).changes)
      }
    })
  )
  return changes
})

const isSame = Schema.toEquivalence(VaultedCard)
