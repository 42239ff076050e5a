import { Clock, Context, Effect, Layer, Option, Schedule } from "effect"
import type { Ids } from "../../kernel/ids/Moment.ts"
import { dayMs } from "../../kernel/primitives/durations.ts"
import { alertHook, type OnAlert } from "../events/alertHook.ts"
import { DeploymentCollection, StorageHeld } from "../secrets/Deployment.ts"
import { holdStorage } from "../secrets/holdStorage.ts"
import { type Gate, gateBy, gatedReads } from "../storage/gatedReads.ts"
import { deploymentScope } from "../storage/Scope.ts"
import {
  Storage,
  type StorageLoss,
  type StoragePort,
  StorageUnavailable
} from "../storage/Storage.ts"
import { withCommit } from "../storage/withCommit.ts"
import { lossAlert } from "./lossAlert.ts"

/** Finds out whether the storage was held since it was opened. */
export class StorageWatch extends Context.Service<
  StorageWatch,
  {
    /** Fails if the storage is held. From then on every call of the storage fails as well. */
    readonly look: Effect.Effect<void, StorageUnavailable>
  }
>()("@payloom/core/platform/loss/StorageWatch") {}

interface Guarding {
  readonly onAlert: OnAlert
  /** True if the engine may use a held storage, to reconcile it. */
  readonly mayBeHeld: boolean
}

/**
 * Wraps the embedder's storage. If its database is lost, the hook gets an alert. A database that
 * lacks acknowledged commits is held as well: jobs on it would charge billing cycles again. Other
 * processes find out that it is held, and stop too.
 */
export const guardedStorage = <E, R>(
  storage: Layer.Layer<Storage, E, R>,
  { onAlert, mayBeHeld }: Guarding
) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const inner = yield* Storage
      const scope = yield* Effect.scope
      const context = yield* Effect.context<Ids | R>()
      const run = Effect.runForkWith(context)
      const ownStorage = Layer.provide(Layer.fresh(storage), Layer.succeedContext(context))
      const callHook = alertHook(onAlert)
      const alert = (loss: StorageLoss) => Effect.flatMap(lossAlert(loss), callHook)
      const lose = (loss: StorageLoss) => {
        run(alert(loss))
        if (loss.reason === "rewound") run(Effect.forkIn(holdAgain(ownStorage), scope))
      }
      yield* Effect.acquireRelease(
        Effect.sync(() => inner.hearLoss?.(lose)),
        (stop) => Effect.sync(() => stop?.())
      )
      let refusal: StorageUnavailable | null = null
      const gate = gateBy(() => refusal)
      const look = Effect.gen(function* () {
        if (mayBeHeld) return
        const found = yield* gate(() =>
          inner.get(deploymentScope, DeploymentCollection, "deployment")
        )
        const restored = Option.getOrUndefined(found)?.row.restored
        if (restored === undefined) return
        const { takenAt } = restored
        refusal = new StorageUnavailable({ cause: new StorageHeld({ takenAt }) })
        yield* Effect.provide(alert({ file: null, reason: "held" }), context)
        return yield* refusal
      })
      return Context.make(Storage, gatedStorage(inner, gate)).pipe(
        Context.add(StorageWatch, { look })
      )
    })
  ).pipe(Layer.provide(storage))

const againEvery = "5 seconds"

/**
 * Holds a storage that lacks commits, by connections of its own, because those of the lost one
 * refuse everything. The lost commits are at most a day old, or nobody would have noticed.
 */
const holdAgain = <E>(storage: Layer.Layer<Storage, E>) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    holdStorage(storage, { takenAt: now - dayMs }).pipe(
      Effect.tapError((error) => Effect.logWarning("The database could not be held yet.", error)),
      Effect.retry(Schedule.spaced(againEvery))
    )
  )

const gatedStorage = (inner: StoragePort, gate: Gate): StoragePort => {
  const { checkWrites, storedCollections } = inner
  return Storage.of({
    ...withCommit(
      inner,
      ({ commit }) =>
        (changes) =>
          gate(() => commit(changes))
    ),
    ...gatedReads(inner, gate),
    claimDue: (query) => gate(() => inner.claimDue(query)),
    sweep: (of, idBefore, limit) => gate(() => inner.sweep(of, idBefore, limit)),
    ...(inner.wakeUps === undefined ? {} : { wakeUps: inner.wakeUps }),
    ...(checkWrites === undefined ? {} : { checkWrites: gate(() => checkWrites) }),
    ...(storedCollections === undefined ? {} : { storedCollections: gate(() => storedCollections) })
  })
}
