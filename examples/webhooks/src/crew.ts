import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { type KillingOptions, killing } from "@payloom/example-kit/killing"
import type { Order } from "./worker.ts"
import type { WorkerSetup } from "./workerSetup.ts"

/** Processes that pay, send and consume. They are killed one after the other. */
export interface Crew {
  /** Sends an order to all processes, and to those that start later. */
  readonly send: (order: Partial<Order>) => void
  /** Returns the number of killed processes so far. */
  readonly kills: () => number
  /** Ends all processes without replacement, and stops the kills. */
  readonly stop: () => Promise<void>
}

/** The number of processes, and of those that are killed. */
export interface CrewOptions extends KillingOptions {
  readonly workers: number
}

const script = join(import.meta.dirname, "worker.ts")

/** Starts processes. A process that ends is replaced at once. */
export const startCrew = (
  options: CrewOptions,
  setup: Omit<WorkerSetup, "aheadMs" | "pays">
): Crew => {
  let lastOrder: Order = { aheadMs: 0, pays: true }
  let isOver = false
  const crew = new Set<ChildProcess>()
  const killer = killing(options, () => [...crew].filter((worker) => !worker.killed))
  const start = () => {
    const worker = fork(
      script,
      [JSON.stringify({ ...setup, ...lastOrder } satisfies WorkerSetup)],
      {
        execArgv: ["--conditions=source"]
      }
    )
    crew.add(worker)
    // Killing starts once a process works. Earlier kills would prove nothing.
    worker.once("message", killer.start)
    worker.once("exit", () => {
      crew.delete(worker)
      if (!isOver) start()
    })
  }
  for (let nth = 0; nth < options.workers; nth++) start()
  return {
    send: (order) => {
      lastOrder = { ...lastOrder, ...order }
      // If a process dies now, its replacement has the new order.
      for (const worker of crew) worker.send(lastOrder, () => undefined)
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
