import { Worker } from "node:worker_threads"

/** Watches the seeds of a program from a thread of its own. */
export interface Watchdog {
  /** A run begins. */
  readonly begin: (seed: string) => void
  /** No run is watched any more. */
  readonly end: () => Promise<void>
}

/** The thread gets no time of the program's, so it also notices a loop that never waits. */
const source = `
  const { parentPort, workerData } = require("node:worker_threads")
  const { writeSync } = require("node:fs")
  let timer
  parentPort.on("message", (seed) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const name = JSON.stringify(seed)
      writeSync(2, "FINDING: seed " + seed + " computed for " + workerData.limitMs + " ms " +
        "without a pause. Run it alone: npm run simulate -- --seeds 1 --seed " + name + "\\n")
      process.kill(process.pid, "SIGKILL")
    }, workerData.limitMs)
  })
`

/**
 * Starts a watchdog. If a run that never waits has not ended after this time, it prints the seed
 * and ends the program, because nothing else can.
 */
export const startWatchdog = (limitMs: number): Watchdog => {
  const worker = new Worker(source, { eval: true, execArgv: [], workerData: { limitMs } })
  worker.unref()
  return {
    begin: (seed) => worker.postMessage(seed),
    end: async () => void (await worker.terminate())
  }
}
