// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { openConsoleOn } from "./openConsoleOn.ts"

/** The times of one request of the console, in milliseconds. */
export interface PageTime {
  readonly status: number
  readonly bytes: number
  /** The time of the first request of a process. */
  readonly coldMs: number
  /** The processor time of this request. Unlike its time, it is the same on a busy machine. */
  readonly coldCpuMs: number
  readonly warmMs: ReadonlyArray<number>
  /** The longest time for which a warm request held the event loop. */
  readonly heldMs: number
  /** The processor time of the longest turn of the event loop in a warm request. */
  readonly heldCpuMs: number
}

const warmRounds = 5

const [database = "", address = ""] = process.argv.slice(2)

const console = await openConsoleOn(database)

const once = async () => {
  const started = performance.now()
  const response = await console.get(address)
  let bytes = 0
  // Joining the pieces of a file would hold the event loop too.
  for await (const piece of response.body ?? []) bytes += piece.byteLength
  return { status: response.status, bytes, ms: performance.now() - started }
}

/** The processor time of this thread, in milliseconds. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Measures the longest turn of the event loop by a clock until it is stopped. */
const watchTurns = (clock: () => number) => {
  let longest = 0
  let isOn = true
  let last = clock()
  const turn = () => {
    const now = clock()
    longest = Math.max(longest, now - last)
    last = now
    if (isOn) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    isOn = false
    return Math.max(longest, clock() - last)
  }
}

const before = cpuMs()
const cold = await once()
const coldCpuMs = cpuMs() - before
const warmMs: Array<number> = []
const held: Array<number> = []
const heldCpu: Array<number> = []
for (let round = 0; round < warmRounds; round += 1) {
  const stops = [watchTurns(() => performance.now()), watchTurns(cpuMs)] as const
  warmMs.push((await once()).ms)
  held.push(stops[0]())
  heldCpu.push(stops[1]())
}

// Collections of garbage and other programs hold it too, so the median is taken.
const median = (times: ReadonlyArray<number>): number =>
  times.toSorted((one, other) => one - other)[Math.floor(warmRounds / 2)] ?? 0

await console.close()
const time: PageTime = {
  status: cold.status,
  bytes: cold.bytes,
  coldMs: cold.ms,
  coldCpuMs,
  warmMs,
  heldMs: median(held),
  heldCpuMs: median(heldCpu)
}
process.stdout.write(`${JSON.stringify(time)}\n`)
