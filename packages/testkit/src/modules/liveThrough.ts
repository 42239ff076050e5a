import { isEngineError, type Merchant, type Payloom, reasonOf } from "@payloom/core"
import { ProcessDied } from "../faults/mortalStorage.ts"
import type { Disturbance } from "./Disturbance.ts"
import { ModuleGround, type Process } from "./ModuleGround.ts"
import type { AnyModule, ModuleHarness, ModuleStep } from "./ModuleHarness.ts"
import { type ModuleReport, reportOf } from "./moduleReport.ts"
import type { StorageCounts } from "./moduleStorage.ts"

/** The result of a life: the rows that it left, and everything that it used. */
export interface Lived {
  readonly report: ModuleReport
  readonly findings: ReadonlyArray<string>
  readonly counts: StorageCounts
  /** The operations that were called, such as `points.spend`. */
  readonly called: ReadonlySet<string>
}

/** Leads the life of a harness on a new storage. */
export const liveThrough = async <Own extends AnyModule>(
  harness: ModuleHarness<Own>,
  disturbance: Disturbance = {}
): Promise<Lived> => {
  const [lived] = await liveInShops(harness, ["first"], disturbance)
  return required(lived)
}

/** Leads a life in each of several shops on one storage, one after the other. */
export const liveInShops = async <Own extends AnyModule>(
  harness: ModuleHarness<Own>,
  references: ReadonlyArray<string>,
  disturbance: Disturbance = {}
): Promise<ReadonlyArray<Lived>> => {
  const { storage, close } = await harness.open()
  const ground = new ModuleGround(harness, storage, disturbance)
  try {
    const lives = []
    for (const reference of references)
      lives.push(await liveOnce(harness, ground, reference, disturbance))
    // Each report is read at the end, so that it shows changes that a later life made.
    return await Promise.all(lives.map((report) => report()))
  } finally {
    await close()
  }
}

const required = <A>(value: A | undefined): A => {
  if (value === undefined) throw new Error("There was no life.")
  return value
}

/** Leads one life. Returns a function that reads what it has left. */
const liveOnce = async <Own extends AnyModule>(
  harness: ModuleHarness<Own>,
  ground: ModuleGround<Own>,
  reference: string,
  { fault, doubled }: Disturbance
): Promise<() => Promise<Lived>> => {
  const { clock, mortal, counts } = ground
  const notes = new Map<string, string>()
  const start = () => ground.start(reference)
  let process = await start()
  const second = doubled === "at_once" ? await start() : null
  counts.commits = 0
  counts.ownCommits.length = 0
  counts.reads = 0
  if (fault !== undefined) mortal.meet((nth) => (nth === fault.nth ? fault.is : undefined))
  const live = async (step: ModuleStep<Own>) => {
    for (let tries = 1; ; tries++) {
      const life = ground.life(process, notes)
      try {
        await clock.until(Promise.race([step.run(life), mortal.death()]))
        return
      } catch (error) {
        if (tries === mostTries || !isPassing(error)) throw inStep(step, error)
        if (error instanceof ProcessDied) process = await start()
        else await life.elapse(retryMs)
      }
    }
  }
  for (const step of harness.steps) {
    if (second === null) await live(step)
    else await liveTwice(ground, step, [process, second], notes)
    if (doubled === "in_turn") await live(step)
  }
  // A process may die of the last jobs too.
  await live({ name: "the end", run: ({ elapse }) => elapse(settleMs) })
  const { reads } = counts
  return async () => {
    const lived = await leftOf(harness, ground, process, notes)
    return { ...lived, counts: { ...counts, reads } }
  }
}

/** Far more than the processes that die, and the keys that are held for a while. */
const mostTries = 20
/** After this time a key whose process died is answered by a job. */
const retryMs = 60_000
/** After this time every job that failed was tried again. */
const settleMs = 2 * 3_600_000

const passing: ReadonlySet<string> = new Set(["IdempotencyKeyInFlight", "StorageUnavailable"])

const isPassing = (error: unknown): boolean =>
  error instanceof ProcessDied || (isEngineError(error) && passing.has(error._tag))

const inStep = ({ name }: { readonly name: string }, error: unknown): Error =>
  new Error(`The step "${name}" failed: ${reasonOf(error)}`, {
    cause: error
  })

/** Does a step in two processes at the same time. Only one of them moves the time. */
const liveTwice = async <Own extends AnyModule>(
  ground: ModuleGround<Own>,
  step: ModuleStep<Own>,
  [first, second]: readonly [Process<Own>, Process<Own>],
  notes: Map<string, string>
): Promise<void> => {
  const still = { ...ground.life(second, notes), elapse: async () => undefined }
  const done = Promise.allSettled([step.run(ground.life(first, notes)), step.run(still)])
  const failed = (await ground.clock.until(done)).flatMap((result) =>
    result.status === "rejected" && !isPassing(result.reason) ? [result.reason as unknown] : []
  )
  if (failed.length > 0) throw inStep(step, failed[0])
}

const leftOf = async <Own extends AnyModule>(
  harness: ModuleHarness<Own>,
  ground: ModuleGround<Own>,
  process: Process<Own>,
  notes: Map<string, string>
): Promise<Lived> => {
  const { clock, storage, counts, called } = ground
  const life = ground.life(process, notes)
  const { payloom, shop, scope } = process
  const { ledger } = shop as unknown as Merchant
  const balances = await clock.until(ledger.trialBalance())
  const own = harness.steps.length === 0 ? [] : await clock.until(harness.findings(life))
  const books = await clock.until(life.box.audit(payloom as unknown as Payloom))
  const report = await reportOf(storage, scope, harness.module, balances)
  const findings = [...unbalanced(balances), ...books, ...report.failing, ...own]
  return { report, findings, counts, called }
}

const unbalanced = (
  balances: ReadonlyArray<{ readonly currency: string; readonly balance: bigint }>
): ReadonlyArray<string> =>
  [...Map.groupBy(balances, ({ currency }) => currency)].flatMap(([currency, own]) => {
    const sum = own.reduce((total, { balance }) => total + balance, 0n)
    return sum === 0n ? [] : [`The balances in ${currency} sum to ${sum}.`]
  })
