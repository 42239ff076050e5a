import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { type KillingOptions, killing } from "@payloom/example-kit/killing"
import type { Order } from "./worker.ts"
import type { WorkerSetup } from "./workerSetup.ts"

/** Processes that pay, send and consume, of which one after the other is killed. */
export interface Crew {
  /** Tells all of them, and those that are started later. */
  readonly tell: (order: Partial<Order>) => void
  /** How many were killed so far. */
  readonly kills: () => number
  /** Ends all of them: no more are killed, and none is replaced. */
  readonly stop: () => Promise<void>
}

/** How many processes there are, and how many are killed. */
export interface CrewOptions extends KillingOptions {
  readonly workers: number
}

const script = join(import.meta.dirname, "worker.ts")

/** Starts processes. Whichever ends is replaced at once. */
export const startCrew = (
  options: CrewOptions,
  setup: Omit<WorkerSetup, "aheadMs" | "pays">
): Crew => {
  let told: Order = { aheadMs: 0, pays: true }
  let isOver = false
  const crew = new Set<ChildProcess>()
  const killer = killing(options, () => [...crew].filter((worker) => !worker.killed))
  const start = () => {
    const worker = fork(script, [JSON.stringify({ ...setup, ...told } satisfies WorkerSetup)], {
      execArgv: ["--conditions=source"]
    })
    crew.add(worker)
    // Whoever is killed before any of them is at work is no loss to anybody.
    worker.once("message", killer.start)
    worker.once("exit", () => {
      crew.delete(worker)
      if (!isOver) start()
    })
  }
  for (let nth = 0; nth < options.workers; nth++) start()
  return {
    tell: (order) => {
      told = { ...told, ...order }
      // One that dies at this very moment is replaced by one that knows.
      for (const worker of crew) worker.send(told, () => undefined)
    },
    kills: killer.kills,
    stop: async () => {
      isOver = true
      killer.stop()
      const ended = [...crew].map((worker) => once(worker, "exit"))
      for (const worker of crew) if (worker.connected) worker.disconnect()
      await Promise.all(ended)
    }
  }
}
