import { Context, Effect, Layer, Tracer } from "effect"
import { AccountUpdater } from "../cards/saved/AccountUpdater.ts"
import { CardVault } from "../cards/vault/CardVault.ts"
import { checkedUpdater, checkedVault } from "../cards/vault/checkedVault.ts"
import { checkedThreeDs } from "../checkout/three-ds/authenticateWith3ds.ts"
import { ErasureLog } from "../erasure/ErasureLog.ts"
import { ModuleErasure, moduleErasureOf } from "../erasure/ModuleErasure.ts"
import { EngineConfig, optionsWith } from "../kernel/EngineOptions.ts"
import { Entropy } from "../kernel/ids/Entropy.ts"
import { Ids } from "../kernel/ids/Moment.ts"
import { logTo } from "../kernel/logging/LogEntry.ts"
import { Shutdown } from "../kernel/Shutdown.ts"
import { Telemetry, type TelemetryPort } from "../kernel/telemetry/TelemetryPort.ts"
import { followingStorage } from "../modules/followingStorage.ts"
import type { Modules } from "../modules/ModuleServices.ts"
import { Consumers } from "../outbound/consumers/Consumers.ts"
import { asAlert } from "../outbound/event-catalog/Alert.ts"
import { DeliverySlots } from "../outbound/webhooks/DeliverySlots.ts"
import { queueingStorage } from "../outbound/webhooks/queueDeliveries.ts"
import { WebhookSender } from "../outbound/webhooks/WebhookSender.ts"
import { countCharges } from "../payments/charges/countCharges.ts"
import { Followers } from "../payments/charges/Follower.ts"
import type { OnAlert } from "../platform/events/alertHook.ts"
import { ModuleEventTypes } from "../platform/events/moduleEventTypes.ts"
import { InFlightWork } from "../platform/jobs/InFlightWork.ts"
import { Leases } from "../platform/jobs/Leases.ts"
import { observedStorage } from "../platform/jobs/observedStorage.ts"
import { RequestJobs } from "../platform/jobs/RequestJobs.ts"
import { WorkSignal } from "../platform/jobs/WorkSignal.ts"
import { guardedStorage, StorageWatch } from "../platform/loss/guardedStorage.ts"
import { LeftOut } from "../platform/modules/LeftOut.ts"
import type { StorageHeld, StorageIncomplete } from "../platform/secrets/Deployment.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { checkSecret, type SecretMismatch } from "../platform/secrets/secretCheck.ts"
import { KeyedLock } from "../platform/storage/KeyedLock.ts"
import { RowQueues, rowQueueStorage } from "../platform/storage/RowQueues.ts"
import type { Storage, StorageUnavailable } from "../platform/storage/Storage.ts"
import { countEvents } from "../platform/telemetry/countEvents.ts"
import { tracedStorage } from "../platform/telemetry/tracedStorage.ts"
import { checkedProvider } from "../providers/checkedProvider.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import { Providers } from "../providers/Providers.ts"
import { checkedRisk } from "../providers/risk/checkedRisk.ts"
import { Risk } from "../providers/risk/Risk.ts"
import { ThreeDsServer } from "../providers/three-ds/ThreeDsServer.ts"
import { tracedProvider } from "../providers/tracedProvider.ts"
import { readOnlyProvider } from "../restore/readOnlyProvider.ts"
import { RouteHealth } from "../routing/RouteHealth.ts"
import { alertStorage } from "./alertStorage.ts"
import { bindServices, type Services } from "./bindServices.ts"
import { EngineCollections } from "./collections.ts"
import type { EngineSetup } from "./EngineSetup.ts"
import { eventTypesOf, type OptionalModule, partsOf } from "./modules.ts"
import { observeGauges } from "./observeGauges.ts"
import { checkSetup } from "./setup/checkSetup.ts"
import type { SetupInvalid } from "./setup/SetupInvalid.ts"
import { tracedRisk, tracedThreeDs, tracedUpdater, tracedVault } from "./tracedPorts.ts"
import { JobTable } from "./workers/JobTable.ts"
import { workers } from "./workers/workers.ts"

const noModules: Modules = []

/** Jobs started by requests have slots of their own. This is how many each worker gets. */
const requestJobsPerWorker = 8

const layerOf = <E, R>(setup: EngineSetup<E, R, Modules, OptionalModule>, reconciles = false) => {
  const options = optionsWith(setup.options)
  const { modules = noModules, without = [] } = setup
  const parts = partsOf(modules, without)
  const signal = WorkSignal.layer
  const ids = Ids.layer.pipe(Layer.provideMerge(setup.entropy ?? Entropy.layer))
  const storage = Layer.provide(setup.storage, Layer.succeed(EngineCollections, parts.collections))
  const onAlert: OnAlert = (scope, event) => setup.onAlert?.(asAlert(scope, event))
  const guardedLayer = guardedStorage(storage, { onAlert, mayBeHeld: reconciles })
  const hasWorkers = setup.workers !== false
  const observedLayer = observedStorage(guardedLayer, { hasWorkers, onAlert })
  const watchLayer = Layer.effect(StorageWatch, StorageWatch).pipe(Layer.provide(guardedLayer))
  const baseLayer = Layer.mergeAll(
    rowQueueStorage(
      followingStorage(
        queueingStorage(alertStorage(measuredStorage(observedLayer, setup.telemetry))),
        modules
      )
    ).pipe(Layer.provideMerge(RowQueues.layer), Layer.provide(ids), Layer.provideMerge(signal)),
    Layer.provide(watchLayer, ids),
    ids,
    WebhookSender.layer(setup.webhooks),
    Secrets.layer(setup.secret),
    KeyedLock.layer,
    Leases.layer,
    DeliverySlots.layer,
    RouteHealth.layer,
    Followers.layer(parts.followers),
    JobTable.layer(parts.jobs),
    Providers.layer(setup.providers.map(providerOf(setup.telemetry))),
    portsOf(setup, options.providerTimeoutMs),
    Layer.succeed(EngineConfig, options),
    Layer.succeed(LeftOut, new Set<string>(without)),
    Layer.succeed(ModuleEventTypes, eventTypesOf(modules)),
    Layer.succeed(ModuleErasure, moduleErasureOf(modules)),
    Layer.succeed(ErasureLog, setup.erasureLog ?? null),
    Shutdown.layer,
    telemetryLayer(setup.telemetry)
  )
  const riskLayer = (
    setup.risk === undefined
      ? Risk.layerAllow
      : tracedRisk(checkedRisk(setup.risk, options.providerTimeoutMs), setup.telemetry)
  ).pipe(Layer.provideMerge(baseLayer))
  const secretCheckedLayer = Layer.effectDiscard(checkSecret(reconciles)).pipe(
    Layer.provideMerge(riskLayer)
  )
  const requestJobs = RequestJobs.layer(
    setup.workers === false ? 0 : requestJobsPerWorker * options.workerConcurrency
  )
  const inFlightWork = InFlightWork.layer(options.drainMs)
  const consumers = Consumers.layer(setup.workers !== false)
  const runtimeLayer = Layer.merge(requestJobs, consumers).pipe(
    Layer.provideMerge(inFlightWork),
    Layer.provideMerge(secretCheckedLayer)
  )
  const boundLayer = Layer.effect(Engine, bindServices(parts))
  const engineLayer =
    setup.telemetry === undefined
      ? boundLayer
      : Layer.merge(boundLayer, observeGauges(setup.telemetry))
  const withWorkers = setup.workers === false ? engineLayer : Layer.merge(engineLayer, workers)
  const engine = Shutdown.announced.pipe(
    Layer.provideMerge(withWorkers),
    Layer.provide(runtimeLayer)
  )
  return setup.onLog === undefined ? engine : Layer.provide(engine, logTo(setup.onLog))
}

type Ports = Pick<EngineSetup, "vault" | "threeDs" | "accountUpdater" | "telemetry">

/**
 * The setup's vault, authentication and account updater, with the checks of their answers and with
 * spans.
 */
const portsOf = ({ vault, threeDs, accountUpdater, telemetry }: Ports, timeoutMs: number) =>
  Layer.mergeAll(
    Layer.succeed(CardVault, tracedVault(checkedVault(vault, timeoutMs), telemetry)),
    Layer.succeed(
      ThreeDsServer,
      threeDs === undefined ? ThreeDsServer.none : tracedThreeDs(checkedThreeDs(threeDs), telemetry)
    ),
    accountUpdater === undefined
      ? AccountUpdater.layerSilent
      : Layer.succeed(
          AccountUpdater,
          tracedUpdater(checkedUpdater(accountUpdater, timeoutMs), telemetry)
        )
  )

/** Wraps a setup's provider with the checks of its answers, and with spans. */
const providerOf = (telemetry: TelemetryPort | undefined) => (provider: PaymentProvider) => {
  const checked = checkedProvider(provider)
  return telemetry === undefined ? checked : tracedProvider(checked, telemetry)
}

const measuredStorage = <E, R>(
  storage: Layer.Layer<Storage, E, R>,
  telemetry: TelemetryPort | undefined
) =>
  telemetry === undefined
    ? storage
    : tracedStorage(storage, telemetry, [countCharges(telemetry), countEvents(telemetry)])

/** Without telemetry, the tracer of the host's program stays. */
const telemetryLayer = (telemetry: TelemetryPort | undefined): Layer.Layer<never> =>
  telemetry === undefined
    ? Layer.empty
    : Layer.mergeAll(
        Layer.succeed(Telemetry, telemetry),
        Layer.succeed(Tracer.Tracer, telemetry.tracer)
      )

/**
 * The engine for programs in Effect: all operations, by service.
 *
 * @example
 * const program = Effect.gen(function* () {
 *   const { payments } = yield* Engine
 *   return yield* payments.retrieve(caller, "payment_…")
 * })
 * Effect.runPromise(Effect.provide(program, Engine.layer(setup)))
 */
export class Engine extends Context.Service<Engine, Services>()("@payloom/core/engine/Engine") {
  /**
   * Builds the engine of a setup. Fails with:
   *
   * - `SetupInvalid` if the setup is wrong. The error lists everything that is wrong.
   * - `SecretMismatch` if the storage was used with another secret before.
   * - `StorageIncomplete` if the storage is an unfinished copy.
   * - `StorageHeld` if the storage was restored and not reconciled yet.
   * - the storage's own error if it can't be opened.
   */
  static readonly layer = <
    E = never,
    R = never,
    const Own extends Modules = [],
    Without extends OptionalModule = never
  >(
    setup: EngineSetup<E, R, Own, Without>
  ): Layer.Layer<
    Engine,
    E | SetupInvalid | SecretMismatch | StorageHeld | StorageIncomplete | StorageUnavailable,
    R
  > => Layer.unwrap(Effect.map(checkSetup(setup), () => layerOf(setup)))

  /**
   * Builds an engine that reconciles a restored storage. It has no workers, and its providers move
   * no money. Fails like `layer`, except that the storage may be held.
   */
  static readonly reconciling = <
    E = never,
    R = never,
    const Own extends Modules = [],
    Without extends OptionalModule = never
  >(
    setup: EngineSetup<E, R, Own, Without>
  ) => {
    const asking = () => {
      const providers = setup.providers.map(readOnlyProvider)
      return layerOf({ ...setup, providers, workers: false }, true)
    }
    return Layer.unwrap(Effect.map(checkSetup(setup), asking))
  }
}
