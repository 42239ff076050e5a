import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import { type KillingOptions, killing } from "@payloom/example-kit/killing"
import type { Places } from "./engine.ts"
import type { Order, Report } from "./worker.ts"

/** Processes that run what is due, some of which are killed at it. */
export interface Crew {
  /** Has all of them run what is due at a moment; answers how many jobs ran. */
  readonly run: (at: number) => Promise<number>
  /** How many were killed so far. */
  readonly kills: () => number
  readonly close: () => void
}

/** How many processes there are, and how many are killed. */
export interface CrewOptions extends Places, KillingOptions {
  readonly workers: number
}

interface Worker {
  readonly process: ChildProcess
  isAtWork: boolean
}

/** Starts processes; one that was killed is replaced, and told again what to run. */
export const startCrew = (options: CrewOptions): Crew => {
  const script = join(import.meta.dirname, "worker.ts")
  const start = (now: number): Worker => ({
    process: fork(script, [options.storage, options.bankFile, String(now)], {
      execArgv: ["--conditions=source"]
    }),
    isAtWork: false
  })
  const crew: Array<Worker | null> = Array.from({ length: options.workers }, () => null)
  const killer = killing(options, () =>
    crew.flatMap((worker) => (worker?.isAtWork === true ? [worker.process] : []))
  )
  /** Until it has answered, whichever process does. */
  const order = async (place: number, at: number): Promise<number> => {
    const worker = crew[place] ?? start(at)
    crew[place] = worker
    worker.isAtWork = true
    const ran = await answerOf(worker.process, { at })
    worker.isAtWork = false
    if (ran !== null) return ran
    crew[place] = null
    return order(place, at)
  }
  killer.start()
  return {
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
