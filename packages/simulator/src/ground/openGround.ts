import {
  type Change,
  type Collection,
  Entropy,
  type LogEntry,
  type PaymentProvider,
  type Row,
  type Storage
} from "@payloom/core"
import {
  everyRow,
  type ManualClock,
  manualClock,
  memory,
  openStorage,
  type Sandbox,
  type SandboxProviderOptions,
  sandbox,
  storageBy,
  takingRealTime,
  type WatchedStorage,
  watchedStorage
} from "@payloom/testkit"
import { seededRandom } from "@payloom/testkit/fake-provider"
import { Clock, Effect, type Layer } from "effect"
import type { CommitFault, History, Outage, ProviderKind, World } from "../history/History.ts"
import { type Bookkeeper, openBookkeeper } from "./bookkeeper.ts"
import { inRelease, openReleases, type Releases } from "./nextRelease.ts"
import { openTenants, type Tenant } from "./openTenants.ts"
import { openProcesses, type Processes } from "./Processes.ts"
import { calmSurroundings, type Surroundings } from "./processStorage.ts"
import { openReceivers, type Receivers } from "./receivers.ts"
import type { CommitPlace, StorageFaults } from "./StorageFaults.ts"
import { storageFaults } from "./StorageFaults.ts"
import { type SeenRows, seenRows } from "./seenRows.ts"
import { onTrueTime, type SkewedClock, skewedClock } from "./skewedClock.ts"
import { type ProcessParts, startProcess, type VirtualProcess } from "./VirtualProcess.ts"

/** Changes of a run: a limit, and wraps for tests that plant a bug. */
export interface RunChanges {
  /**
   * The real time after which a run that has not ended is a finding, in milliseconds. Default: ten
   * minutes.
   */
  readonly limitMs?: number
  /** Wraps each provider for the engines. */
  readonly adapted?: (provider: PaymentProvider) => PaymentProvider
  /** Wraps the storage for the engines. */
  readonly between?: (storage: Storage["Service"]) => Storage["Service"]
}

/** Changes of a run on a store that is not in memory. */
export interface GroundChanges extends RunChanges {
  /** Default: a new store in memory. */
  readonly storage?: Layer.Layer<Storage, unknown>
}

/** Called for each commit that an engine tries. */
type OnCommit = (
  place: CommitPlace,
  fault: CommitFault | undefined,
  changes: ReadonlyArray<Change>
) => void

/** Watches the commits of a run. */
export interface Watching {
  readonly onCommit: OnCommit
  /** Called with the changes of each commit that was made. */
  readonly onChanges: (changes: ReadonlyArray<Change>) => void
}

/** Everything that the steps of a history act on. */
export interface Ground extends Processes {
  readonly world: World
  readonly box: Sandbox
  readonly clock: ManualClock
  readonly watched: WatchedStorage
  /** The store as the rows of both releases show it, without faults. */
  readonly store: Storage["Service"]
  readonly releases: Releases
  readonly faults: StorageFaults
  readonly tenants: ReadonlyArray<Tenant>
  /** Merchant accounts that are out of order, by their credentials. */
  readonly outages: Map<string, Outage>
  readonly receivers: Receivers
  readonly bookkeeper: Bookkeeper
  readonly seen: SeenRows
  /** The log entries of the engines. */
  readonly logged: Array<LogEntry>
  /** Returns a random number from 0 to 1. */
  readonly random: () => number
  /** An engine that meets no faults and is never killed. It runs no jobs until the end. */
  readonly observer: VirtualProcess
  readonly skew: (number: number, ms: number) => void
  /** Reads all rows of a merchant. */
  readonly rows: <R extends Row>(tenant: Tenant, of: Collection<R>) => Promise<ReadonlyArray<R>>
  /** Runs an effect on the true time. */
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
}

const providers: Readonly<Record<ProviderKind, SandboxProviderOptions>> = {
  usual: {},
  without_deduplication: { capabilities: { dedupesForHours: 0 } },
  without_lookups: { capabilities: { lookup: false } },
  notifying: { capabilities: { lookup: false, notifications: true } },
  return_data: { payerResult: "return_data" }
}

/** Opens the bank, the store, the merchants and the first processes of a history. */
export const openGround = async (
  history: History,
  watching: Watching,
  changes: GroundChanges = {}
): Promise<Ground> => {
  const { seed, world } = history
  // Histories use the test mode only. The check of the isolation uses the live mode too.
  const box = sandbox({ providers: [{ environment: "both", ...providers[world.provider] }] })
  const clock = manualClock(world.startsAt, { patienceMs: 60_000 })
  const { watched, seen, releases, heard } = await openStore(world, watching, changes)
  const random = seededRandom(`turns of ${seed}`)
  const faults = storageFaults()
  const logged: Array<LogEntry> = []
  const onLog = (entry: LogEntry) => void logged.push(entry)
  const receivers = openReceivers()
  const bookkeeper = openBookkeeper()
  const shared = {
    store: heard,
    faults,
    turns: () => (world.interleaves ? Math.trunc(random() * mostTurns) : 0),
    onCommit: watching.onCommit
  }
  const start = starterOf(seed, setupOf(box, receivers, clock, changes), onLog)
  const observer = await start(
    -1,
    skewedClock(clock),
    calmSurroundings(releases.observed(heard)),
    idle
  )
  const tenants = await openTenants(box, observer.payloom, world)
  const clocks = Array.from({ length: world.processes }, () => skewedClock(clock))
  const consumer = world.consumes ? bookkeeper : null
  const processes = openProcesses(
    clock,
    world.processes,
    world.works,
    (number, hasWorkers, isNext) => {
      const own = clocks[number] ?? skewedClock(clock)
      const { surroundings, isOfNext } = inRelease(releases, shared, isNext)
      return start(number, own, surroundings, { bookkeeper: consumer, hasWorkers, isOfNext })
    }
  )
  const run = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.runPromise(Effect.provideService(effect, Clock.Clock, clock))
  const store = releases.observed(watched.storage)
  return {
    ...processes,
    world,
    box,
    clock,
    watched,
    store,
    releases,
    faults,
    tenants,
    outages: new Map(),
    receivers,
    bookkeeper,
    seen,
    logged,
    random,
    observer,
    skew: (number, ms) => clocks[number % world.processes]?.differ(ms),
    rows: ({ scope }, of) => run(everyRow(store, scope, of)),
    run
  }
}

/** A process that does nothing by itself. */
const idle = { bookkeeper: null, hasWorkers: false, isOfNext: false }

/** The most turns that a read or a commit waits for other work. */
const mostTurns = 12

/** Opens the store of all processes. `heard` is the way to it on which commits are seen. */
const openStore = async (
  { nextRelease }: World,
  watching: Watching,
  { storage: layer, between = (inner) => inner }: GroundChanges
) => {
  const opened = await openStorage(layer ?? memory())
  const watched = watchedStorage(layer === undefined ? opened.storage : inRealTime(opened.storage))
  const seen = seenRows()
  const releases = openReleases(nextRelease)
  const see: Watching["onChanges"] = (made) => {
    seen.see(made)
    releases.see(made)
    watching.onChanges(made)
  }
  const { storage } = watched
  const heard = between({
    ...storage,
    commit: (changes) => Effect.tap(storage.commit(changes), () => Effect.sync(() => see(changes)))
  })
  return { watched, seen, releases, heard }
}

/** Makes the clock stand still while a storage works. */
const inRealTime = (storage: Storage["Service"]): Storage["Service"] =>
  storageBy((question) => takingRealTime(question(storage)))

/** Returns the parts that all processes share. Their calls see the true time. */
const setupOf = (
  box: Sandbox,
  receivers: Receivers,
  clock: ManualClock,
  { adapted = (provider) => provider }: RunChanges
) => ({
  ...box.setup,
  providers: box.providers.map((provider) => onTrueTime(adapted(provider), clock)),
  vault: onTrueTime(box.vault, clock),
  threeDs: onTrueTime(box.threeDs, clock),
  accountUpdater: onTrueTime(box.accountUpdater, clock),
  webhooks: onTrueTime(receivers.sender, clock)
})

/** Returns a function that starts processes, each with a source of ids of its own. */
const starterOf = (
  seed: string,
  setup: ReturnType<typeof setupOf>,
  onLog: (entry: LogEntry) => void
) => {
  let started = 0
  return (
    number: number,
    clock: SkewedClock,
    surroundings: Surroundings,
    habits: Pick<ProcessParts, "bookkeeper" | "hasWorkers" | "isOfNext">
  ) => {
    started += 1
    const entropy = Entropy.seeded(`${seed}/${started}`)
    const own = { ...setup, entropy }
    return startProcess({ number, clock, setup: own, onLog, surroundings, ...habits })
  }
}
