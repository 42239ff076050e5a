import type { Effect } from "effect"
import type { receiveCardUpdate } from "../../inbound/receiveCardUpdate.ts"
import type { receiveNotification } from "../../inbound/receiveNotification.ts"
import type { reconcileWithProviders } from "../../restore/reconcileWithProviders.ts"
import type { checkStorage } from "../workers/checkStorage.ts"
import type { nextDue, runDue } from "../workers/runDue.ts"
import type { sweepExpired } from "../workers/sweepExpired.ts"
import type { CallStyle, OfEngine } from "./CallStyle.ts"

/** Background work: due jobs, and notifications of providers and of the card updater. */
export interface Background<F extends CallStyle> {
  /**
   * Claims and runs every due job until none is left, several at a time. Jobs on money run first.
   * Returns the number of jobs that ran. Use it in tests, in cron, and in programs that run no
   * workers.
   *
   * Refused with `StorageUnavailable`.
   */
  readonly runDue: OfEngine<F, typeof runDue>
  /**
   * Returns the time at which `runDue` has work again, in milliseconds since the epoch. The work is
   * a job, or an event on which a consumer of this process failed. Returns none if no work is
   * known.
   *
   * Refused with `StorageUnavailable`.
   */
  readonly nextDue: OfEngine<F, typeof nextDue>
  /**
   * Deletes old rows: idempotency records and records of processed notifications after two days,
   * kept notifications after 90 days, deliveries of webhooks after 30 days. Returns the number of
   * deleted rows.
   */
  readonly sweep: OfEngine<F, typeof sweepExpired>
  /**
   * Applies a notification of a provider to the merchant account with this id. Each notification is
   * applied once. A notification that can't be booked is kept: `notifications` lists and replays
   * it.
   *
   * Refused with `NotificationNotAuthentic`, `ResourceNotFound` if the merchant account does not
   * exist, and `ProviderUnavailable` if the provider's adapter doesn't read the notification in
   * time.
   */
  readonly receiveNotification: OfEngine<F, typeof receiveNotification>
  /**
   * Applies a notification of the account updater. Each saved card that it names is replaced by the
   * card's new details. The same notification again changes nothing.
   *
   * Refused with `NotificationNotAuthentic`, `ProviderUnavailable` and `VaultUnavailable`.
   */
  readonly receiveCardUpdate: OfEngine<F, typeof receiveCardUpdate>
  /**
   * Compares the books of all merchants with their providers, and books what the providers have and
   * the books lack. See `Payloom.reconcile`, which does this on a restored storage.
   *
   * Refused with `StorageUnavailable`.
   */
  readonly reconcileWithProviders: OfEngine<F, typeof reconcileWithProviders>
  /**
   * Checks that the storage answers a small read. Monitoring calls it. Returns the names of the
   * storage's databases that don't answer or whose disk is full, if it has several and one is well.
   *
   * Refused with `StorageUnavailable` if the storage fails or takes longer than a second.
   */
  readonly checkStorage: OfEngine<F, typeof checkStorage>
}

/** The background work of a running engine, which also numbers requests. */
export interface RunningBackground extends Background<"effect"> {
  /**
   * Returns the id of a request. It never fails: a request that a closed engine refuses has an id
   * too.
   */
  readonly requestId: () => Effect.Effect<string>
}
