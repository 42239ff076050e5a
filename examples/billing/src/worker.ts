// As an application may: compiled decoders.
import "effect/schema/SchemaJITCompiler/enable"
import { type Places, startEngine } from "./engine.ts"

/** What a process begins with. */
export interface WorkerSetup extends Places {
  /** What time it is, in milliseconds since the epoch. */
  readonly now: number
}

/** Run everything that is due at this moment. */
export interface Order {
  readonly at: number
}

/** So many jobs ran. */
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

// Whoever started it is gone: so is its work.
process.on("disconnect", () => process.exit())

process.send?.("ready")
