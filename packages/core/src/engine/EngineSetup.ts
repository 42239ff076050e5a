import type { Clock, Layer } from "effect"
import type { AccountUpdaterPort } from "../cards/saved/AccountUpdater.ts"
import type { CardVaultPort } from "../cards/vault/CardVault.ts"
import type { ErasureLogPort } from "../erasure/ErasureLog.ts"
import type { EngineOptions } from "../kernel/EngineOptions.ts"
import type { Entropy } from "../kernel/ids/Entropy.ts"
import type { Ids } from "../kernel/ids/Moment.ts"
import type { LogEntry } from "../kernel/logging/LogEntry.ts"
import type { TelemetryPort } from "../kernel/telemetry/TelemetryPort.ts"
import type { Modules } from "../modules/ModuleServices.ts"
import type { Alert } from "../outbound/event-catalog/Alert.ts"
import type { WebhookSenderPort } from "../outbound/webhooks/WebhookSender.ts"
import type { Storage } from "../platform/storage/Storage.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import type { Risk } from "../providers/risk/Risk.ts"
import type { ThreeDsServerPort } from "../providers/three-ds/ThreeDsServer.ts"

import type { OptionalModule } from "./modules.ts"

/** The parts of an engine. */
export interface EngineSetup<
  E = never,
  R = never,
  Own extends Modules = [],
  Without extends OptionalModule = never
> {
  /** An adapter's storage, such as `sqlite("payloom.db")`. */
  readonly storage: Layer.Layer<Storage, E, R>
  /** The connections to payment providers, each of its own name. */
  readonly providers: ReadonlyArray<PaymentProvider>
  /** Keeps card numbers. */
  readonly vault: CardVaultPort
  /** Reports reissued cards. Without it, saved cards stay as they were saved. */
  readonly accountUpdater?: AccountUpdaterPort
  /**
   * The master secret of the deployment, at least 32 characters, the same on all of its processes.
   * It signs cursors and keys the fingerprints of cards.
   */
  readonly secret: string
  /** Authenticates payers. Without it, cards are charged without authentication. */
  readonly threeDs?: ThreeDsServerPort
  /** Sends webhooks. Without it they are queued for a process that has a sender. */
  readonly webhooks?: WebhookSenderPort
  /** Assesses the risk of charges. Without it every charge passes. */
  readonly risk?: Layer.Layer<Risk, never, Storage | Ids>
  /** The source of randomness. `Entropy.seeded("…")` replays a simulation. */
  readonly entropy?: Layer.Layer<Entropy>
  /**
   * A list of erased customers outside of the storage, such as `erasureFile("erased.jsonl")`. With
   * it, a restored storage erases them again. Without it, keep their ids yourself.
   */
  readonly erasureLog?: ErasureLogPort
  /** Subjects of others, as `defineModule` makes them. */
  readonly modules?: Own
  /**
   * The modules of core to leave out: their operations, HTTP routes, events and jobs. Jobs that
   * exist wait for an engine that has them.
   */
  readonly without?: ReadonlyArray<Without>
  /** Runs jobs in this process. True by default. If false, call `runDue` regularly. */
  readonly workers?: boolean
  /** Called with each alert for operators, after the alert is stored. */
  readonly onAlert?: (alert: Alert) => void
  /**
   * Called with each log entry about a failure inside, such as an exception of a connector. Without
   * it, the program's loggers get the entries. That is the console by default.
   */
  readonly onLog?: (entry: LogEntry) => void
  /** Traces and metrics, such as `otel()` of `@payloom/otel`. Without it there are none. */
  readonly telemetry?: TelemetryPort
  /** Time limits and sizes. The defaults suit most deployments. */
  readonly options?: EngineOptions
}

/** The setup of `Payloom.make`. The clock is the system's unless a test gives its own. */
export interface PayloomSetup<E, Own extends Modules = [], Without extends OptionalModule = never>
  extends EngineSetup<E, never, Own, Without> {
  /** Replaces the system clock in tests. */
  readonly clock?: Clock.Clock
}
