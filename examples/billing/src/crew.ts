import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { type KillingOptions, killing } from "@payloom/example-kit/killing"
import type { Order, Report, WorkerSetup } from "./worker.ts"

/** Processes that run what is due, some of which are killed at it. */
export interface Crew {
  /** Resolves once the first of them can be told what to run. */
  readonly ready: Promise<unknown>
  /** Has all of them run what is due at a moment; answers how many jobs ran. */
  readonly run: (at: number) => Promise<number>
  /** How many were killed so far. */
  readonly kills: () => number
  readonly close: () => void
}

/** How many processes there are, and how many are killed. */
export interface CrewOptions extends WorkerSetup, KillingOptions {
  readonly workers: number
}

interface Worker {
  readonly process: ChildProcess
  readonly ready: Promise<unknown>
  isAtWork: boolean
}

/** Starts processes; one that was killed is replaced, and told again what to run. */
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
  /** Until it has answered, whichever process does. */
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

/** What a process answers; null where it died before it did. */
const answerOf = (worker: ChildProcess, order: Order): Promise<number | null> => {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const hear = ({ ran }: Report) => resolve(ran)
  const die = () => resolve(null)
  worker.once("message", hear)
  worker.once("exit", die)
  if (worker.exitCode !== null || worker.signalCode !== null) die()
  // One that dies at this very moment is heard of by its exit.
  else worker.send(order, () => undefined)
  return promise.finally(() => {
    worker.off("message", hear)
    worker.off("exit", die)
  })
}
