import type { Effect } from "effect"
import type { receiveCardUpdate } from "../../inbound/receiveCardUpdate.ts"
import type { receiveNotification } from "../../inbound/receiveNotification.ts"
import type { checkStorage } from "../workers/checkStorage.ts"
import type { nextDue, runDue } from "../workers/runDue.ts"
import type { sweepExpired } from "../workers/sweepExpired.ts"
import type { CallStyle, OfEngine } from "./CallStyle.ts"

/** What happens of its own accord: due jobs, and what providers and the card updater tell. */
export interface Background<F extends CallStyle> {
  /**
   * Claims and runs every job that is due, several at a time and those on money first, until none
   * is left; answers how many ran. For tests, cron, and programs that run no workers.
   */
  readonly runDue: OfEngine<F, typeof runDue>
  /**
   * When `runDue` has something to do again, in milliseconds since the epoch: a job, or an event
   * that a consumer of this process failed on. None where nothing is known to come.
   *
   * Refused with `StorageUnavailable`.
   */
  readonly nextDue: OfEngine<F, typeof nextDue>
  /**
   * Deletes idempotency records and notices that are two days old, which answer no one any more,
   * what was kept of notices for 90 days, and deliveries of webhooks that are 30 days old; answers
   * how many.
   */
  readonly sweep: OfEngine<F, typeof sweepExpired>
  /**
   * Takes what a provider tells of its own accord, on the merchant account with this id: each
   * notice once. What the books can't have is kept, for `notices` to list and replay.
   *
   * Refused with `NotificationNotAuthentic`, `ResourceNotFound` for a merchant account that there
   * is none, and `ProviderUnavailable` where the provider's adapter doesn't read it in time.
   */
  readonly receiveNotification: OfEngine<F, typeof receiveNotification>
  /**
   * Takes what the account updater tells: each saved card it names is replaced by what the card is
   * now. Told again, nothing is left to change.
   *
   * Refused with `NotificationNotAuthentic`, `ProviderUnavailable` and `VaultUnavailable`.
   */
  readonly receiveCardUpdate: OfEngine<F, typeof receiveCardUpdate>
  /**
   * Whether the storage answers a small read, for whoever watches over this process.
   *
   * Refused with `StorageUnavailable` where it can't, or has not within a second.
   */
  readonly checkStorage: OfEngine<F, typeof checkStorage>
}

/** The same of a running engine, which numbers requests too. */
export interface RunningBackground extends Background<"effect"> {
  /** The id of a request. Never refused: what a closed engine refuses bears an id too. */
  readonly requestId: () => Effect.Effect<string>
}
