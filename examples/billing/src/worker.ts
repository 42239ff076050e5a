// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { type Places, startEngine } from "./engine.ts"

/** The setup of a process. */
export interface WorkerSetup extends Places {
  /** The time in milliseconds since the epoch. */
  readonly now: number
}

/** An order to run everything that is due at a time. */
export interface Order {
  readonly at: number
}

/** The number of jobs that ran. */
export interface Report {
  readonly ran: number
}

const { now, ...places }: WorkerSetup = JSON.parse(process.argv[2] ?? "")
const { payloom, clock } = await startEngine(places, now)

process.on("message", async ({ at }: Order) => {
  await clock.advance(Math.max(0, at - clock.now()))
  const report: Report = { ran: await payloom.runDue() }
  process.send?.(report)
})

// The parent process has ended, so the work is of no use any more.
process.on("disconnect", () => process.exit())

process.send?.("ready")
