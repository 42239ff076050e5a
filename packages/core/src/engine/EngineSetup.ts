import type { Clock, Layer } from "effect"
import type { AccountUpdaterPort } from "../cards/saved/AccountUpdater.ts"
import type { CardVaultPort } from "../cards/vault/CardVault.ts"
import type { EngineOptions } from "../kernel/EngineOptions.ts"
import type { Entropy } from "../kernel/ids/Entropy.ts"
import type { Ids } from "../kernel/ids/Moment.ts"
import type { LogEntry } from "../kernel/logging/LogEntry.ts"
import type { Alert } from "../outbound/event-catalog/Alert.ts"
import type { WebhookSenderPort } from "../outbound/webhooks/WebhookSender.ts"
import type { Storage } from "../platform/storage/Storage.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import type { Risk } from "../providers/risk/Risk.ts"
import type { ThreeDsServerPort } from "../providers/three-ds/ThreeDsServer.ts"

/** What an engine is made of. */
export interface EngineSetup<E = never, R = never> {
  /** An adapter's storage, such as `sqlite("payloom.db")`. */
  readonly storage: Layer.Layer<Storage, E, R>
  /** The connections to payment providers, each of its own name. */
  readonly providers: ReadonlyArray<PaymentProvider>
  /** Keeps card numbers. */
  readonly vault: CardVaultPort
  /** Hears when saved cards are reissued; without one they stay as they were saved. */
  readonly accountUpdater?: AccountUpdaterPort
  /**
   * The one master secret of the deployment, at least 32 characters and the same on all of its
   * processes: it signs cursors and keys card fingerprints.
   */
  readonly secret: string
  /** Authenticates payers; without one, cards are charged without authentication. */
  readonly threeDs?: ThreeDsServerPort
  /** Sends webhooks; without one they are queued, for a process that has one. */
  readonly webhooks?: WebhookSenderPort
  /** Judges risk; everything passes without one. */
  readonly risk?: Layer.Layer<Risk, never, Storage | Ids>
  /** Where all chance comes from: `Entropy.seeded("…")` replays a simulation. */
  readonly entropy?: Layer.Layer<Entropy>
  /** Runs jobs in this process, on by default; without it call `runDue` now and then. */
  readonly workers?: boolean
  /** Hears of what an operator should look at, once it is stored. */
  readonly onAlert?: (alert: Alert) => void
  /**
   * Hears what went wrong inside and why, such as a provider's adapter that threw; without it the
   * loggers of the program hear it, the console unless told otherwise.
   */
  readonly onLog?: (entry: LogEntry) => void
  /** What may be tuned; the defaults suit most. */
  readonly options?: EngineOptions
}

/** The setup of `Payloom.make`. The clock is the system's unless a test gives its own. */
export interface PayloomSetup<E> extends EngineSetup<E, never> {
  /** Replaces the system clock in tests. */
  readonly clock?: Clock.Clock
}
