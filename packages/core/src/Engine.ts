import { Context, Effect, Layer } from "effect"
import { DeliveryPlaces } from "./background/DeliveryPlaces.ts"
import { workers } from "./background/workers.ts"
import { cycleFollower } from "./billing/cycleFollower.ts"
import { bindServices, type Services } from "./bindServices.ts"
import { Closing } from "./Closing.ts"
import { AccountUpdater } from "./cards/AccountUpdater.ts"
import { CardVault } from "./cards/CardVault.ts"
import { checkedUpdater, checkedVault } from "./cards/checkedVault.ts"
import { asAlert } from "./catalog/Alert.ts"
import { Followers } from "./charges/Follower.ts"
import { sessionFollower } from "./checkout/sessions/sessionFollower.ts"
import { Consumers } from "./consumers/Consumers.ts"
import type { EngineSetup } from "./EngineSetup.ts"
import { Entropy } from "./ids/Entropy.ts"
import { Ids } from "./ids/Moment.ts"
import { Leases } from "./jobs/Leases.ts"
import { OwnWork } from "./jobs/OwnWork.ts"
import { observedStorage } from "./jobs/observedStorage.ts"
import { Underway } from "./jobs/Underway.ts"
import { WorkSignal } from "./jobs/WorkSignal.ts"
import { logTo } from "./logging/LogEntry.ts"
import { checkedProvider } from "./providers/checkedProvider.ts"
import { Providers } from "./providers/Providers.ts"
import { checkedRisk } from "./risk/checkedRisk.ts"
import { Risk } from "./risk/Risk.ts"
import { RouteHealth } from "./routing/RouteHealth.ts"
import type { StorageIncomplete } from "./secrets/Deployment.ts"
import { Secrets } from "./secrets/Secrets.ts"
import { checkSecret, type SecretMismatch } from "./secrets/secretCheck.ts"
import { checkSetup } from "./setup/checkSetup.ts"
import type { SetupInvalid } from "./setup/SetupInvalid.ts"
import { KeyedLock } from "./storage/KeyedLock.ts"
import { linedStorage, RowLines } from "./storage/RowLines.ts"
import type { StorageUnavailable } from "./storage/Storage.ts"
import { checkedThreeDs } from "./threeds/askThreeDs.ts"
import { ThreeDsServer } from "./threeds/ThreeDsServer.ts"
import { EngineConfig, optionsWith } from "./values/EngineOptions.ts"
import { queueingStorage } from "./webhooks/queueDeliveries.ts"
import { WebhookSender } from "./webhooks/WebhookSender.ts"

/** What moves when a payment moves; each sees what those before it added to the payment. */
const followers = [sessionFollower, cycleFollower]

/** What requests ask for takes no job of a worker its place: so many run beside each of those. */
const ownPerWorker = 8

const layerOf = <E, R>(setup: EngineSetup<E, R>) => {
  const options = optionsWith(setup.options)
  const signal = WorkSignal.layer
  const ids = Ids.layer.pipe(Layer.provideMerge(setup.entropy ?? Entropy.layer))
  const { onAlert } = setup
  const observed = observedStorage(setup.storage, {
    hasWorkers: setup.workers !== false,
    onAlert: (scope, event) => onAlert?.(asAlert(scope, event))
  })
  const ground = Layer.mergeAll(
    linedStorage(queueingStorage(observed)).pipe(
      Layer.provideMerge(RowLines.layer),
      Layer.provide(ids),
      Layer.provideMerge(signal)
    ),
    ids,
    WebhookSender.layer(setup.webhooks),
    Secrets.layer(setup.secret),
    KeyedLock.layer,
    Leases.layer,
    DeliveryPlaces.layer,
    RouteHealth.layer,
    Followers.layer(followers),
    Providers.layer(setup.providers.map(checkedProvider)),
    Layer.succeed(CardVault, checkedVault(setup.vault, options.providerTimeoutMs)),
    Layer.succeed(
      ThreeDsServer,
      setup.threeDs === undefined ? ThreeDsServer.none : checkedThreeDs(setup.threeDs)
    ),
    setup.accountUpdater === undefined
      ? AccountUpdater.layerSilent
      : Layer.succeed(
          AccountUpdater,
          checkedUpdater(setup.accountUpdater, options.providerTimeoutMs)
        ),
    Layer.succeed(EngineConfig, options),
    Closing.layer
  )
  const judged = (
    setup.risk === undefined ? Risk.layerAllow : checkedRisk(setup.risk, options.providerTimeoutMs)
  ).pipe(Layer.provideMerge(ground))
  const admitted = Layer.effectDiscard(checkSecret).pipe(Layer.provideMerge(judged))
  const ownWork = OwnWork.layer(
    setup.workers === false ? 0 : ownPerWorker * options.workerConcurrency
  )
  const underway = Underway.layer(options.drainMs)
  const consumers = Consumers.layer(setup.workers !== false)
  const running = Layer.merge(ownWork, consumers).pipe(
    Layer.provideMerge(underway),
    Layer.provideMerge(admitted)
  )
  const bound = Layer.effect(Engine, bindServices)
  const withWorkers = setup.workers === false ? bound : Layer.merge(bound, workers)
  const engine = Closing.announced.pipe(Layer.provideMerge(withWorkers), Layer.provide(running))
  return setup.onLog === undefined ? engine : Layer.provide(engine, logTo(setup.onLog))
}

/**
 * The engine for programs in Effect: all operations, by service. Its layer fails with
 * `SetupInvalid` where there can be no engine of the setup, with `SecretMismatch` where the storage
 * was used with another secret before, with `StorageIncomplete` where it is half a copy.
 *
 * @example
 * const program = Effect.gen(function* () {
 *   const { payments } = yield* Engine
 *   return yield* payments.retrieve(caller, "payment_…")
 * })
 * Effect.runPromise(Effect.provide(program, Engine.layer(setup)))
 */
export class Engine extends Context.Service<Engine, Services>()("@payloom/core/Engine") {
  /**
   * The engine of a setup. Fails with `SetupInvalid` where there can be none, naming all that is
   * wrong; with `SecretMismatch` where the storage was used with another secret before; with
   * `StorageIncomplete` where it is a copy that was not finished; and with what the storage fails
   * with.
   */
  static readonly layer = <E = never, R = never>(
    setup: EngineSetup<E, R>
  ): Layer.Layer<
    Engine,
    E | SetupInvalid | SecretMismatch | StorageIncomplete | StorageUnavailable,
    R
  > => Layer.unwrap(Effect.map(checkSetup(setup), () => layerOf(setup)))
}
