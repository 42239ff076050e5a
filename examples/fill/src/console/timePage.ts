// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { openConsoleOn } from "./openConsoleOn.ts"

/** The times of one request of the console, in milliseconds. */
export interface PageTime {
  readonly status: number
  readonly bytes: number
  /** The time of the first request of a process. */
  readonly coldMs: number
  readonly warmMs: ReadonlyArray<number>
  /** The longest time for which a warm request held the event loop. */
  readonly heldMs: number
}

const warmRounds = 5

const [database = "", address = ""] = process.argv.slice(2)

const console = await openConsoleOn(database)

const once = async () => {
  const started = performance.now()
  const response = await console.get(address)
  const { length } = await response.arrayBuffer().then((body) => new Uint8Array(body))
  return { status: response.status, bytes: length, ms: performance.now() - started }
}

/** Measures the longest turn of the event loop until it is stopped. */
const watchTurns = () => {
  let longest = 0
  let isOn = true
  let last = performance.now()
  const turn = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (isOn) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    isOn = false
    return Math.max(longest, performance.now() - last)
  }
}

const cold = await once()
const warmMs: Array<number> = []
const held: Array<number> = []
for (let round = 0; round < warmRounds; round += 1) {
  const stop = watchTurns()
  warmMs.push((await once()).ms)
  held.push(stop())
}
await console.close()
const time: PageTime = {
  status: cold.status,
  bytes: cold.bytes,
  coldMs: cold.ms,
  warmMs,
  // Collections of garbage and other programs hold it too, so the median is taken.
  heldMs: held.toSorted((one, other) => one - other)[Math.floor(warmRounds / 2)] ?? 0
}
process.stdout.write(`${JSON.stringify(time)}\n`)
