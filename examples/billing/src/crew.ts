import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { type KillingOptions, killing } from "@payloom/example-kit/killing"
import type { Order, Report, WorkerSetup } from "./worker.ts"

/** Processes that run due jobs. Some of them are killed meanwhile. */
export interface Crew {
  /** Resolves once every first process accepts orders. */
  readonly ready: Promise<unknown>
  /** Makes all processes run the jobs that are due at a time. Returns the number of jobs. */
  readonly run: (at: number) => Promise<number>
  /** Returns the number of killed processes so far. */
  readonly kills: () => number
  readonly close: () => void
}

/** The number of processes, and of those that are killed. */
export interface CrewOptions extends WorkerSetup, KillingOptions {
  readonly workers: number
}

interface Worker {
  readonly process: ChildProcess
  readonly ready: Promise<unknown>
  isAtWork: boolean
}

/** Starts processes. A killed process is replaced, and its order is repeated. */
export const startCrew = (options: CrewOptions): Crew => {
  const script = join(import.meta.dirname, "worker.ts")
  const start = (now: number): Worker => {
    const setup: WorkerSetup = { ...options, now }
    const worker = fork(script, [JSON.stringify(setup)], { execArgv: ["--conditions=source"] })
    const ready = Promise.race([once(worker, "message"), once(worker, "exit")])
    return { process: worker, ready, isAtWork: false }
  }
  const crew: Array<Worker | null> = Array.from({ length: options.workers }, () =>
    start(options.now)
  )
  const ready = Promise.all(crew.map((worker) => worker?.ready))
  const killer = killing(options, () =>
    crew.flatMap((worker) => (worker?.isAtWork === true ? [worker.process] : []))
  )
  /** Repeats an order until a process has answered it. */
  const order = async (place: number, at: number): Promise<number> => {
    const worker = crew[place] ?? start(at)
    crew[place] = worker
    await worker.ready
    worker.isAtWork = true
    const ran = await answerOf(worker.process, { at })
    worker.isAtWork = false
    if (ran !== null) return ran
    crew[place] = null
    return order(place, at)
  }
  killer.start()
  return {
    ready,
    run: async (at) => {
      const ran = await Promise.all(crew.map((_, place) => order(place, at)))
      return ran.reduce((sum, one) => sum + one, 0)
    },
    kills: killer.kills,
    close: () => {
      killer.stop()
      for (const worker of crew) worker?.process.disconnect()
    }
  }
}

/** Returns the number of jobs that a process ran. Null if the process died first. */
const answerOf = (worker: ChildProcess, order: Order): Promise<number | null> => {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const hear = ({ ran }: Report) => resolve(ran)
  const die = () => resolve(null)
  worker.once("message", hear)
  worker.once("exit", die)
  if (worker.exitCode !== null || worker.signalCode !== null) die()
  // If the process dies now, its exit is reported instead.
  else worker.send(order, () => undefined)
  return promise.finally(() => {
    worker.off("message", hear)
    worker.off("exit", die)
  })
}
