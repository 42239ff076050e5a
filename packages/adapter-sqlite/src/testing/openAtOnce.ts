import { parentPort, workerData } from "node:worker_threads"
import { Notes } from "./notes.ts"
import { openStorage } from "./openTestStorage.ts"

/**
 * The input of a worker: the folder of the files, and a counter for each file, to start together.
 */
export interface Opening {
  readonly directory: string
  readonly workers: number
  readonly arrivals: Int32Array
}

// One of several workers that open one new file after another, all at the same moment.
const { directory, workers, arrivals }: Opening = workerData
const failures: Array<string> = []
for (const file of arrivals.keys()) {
  const isLast = Atomics.add(arrivals, file, 1) + 1 === workers
  if (isLast) Atomics.notify(arrivals, file)
  for (let here = 0; here < workers; here = Atomics.load(arrivals, file)) {
    Atomics.wait(arrivals, file, here)
  }
  try {
    const { close } = await openStorage(`${directory}/${file}.db`, { collections: [Notes] })
    await close()
  } catch (cause) {
    failures.push(String(cause))
  }
}
parentPort?.postMessage(failures)
