// As an application may: compiled decoders.
import "effect/schema/SchemaJITCompiler/enable"
import { startEngine } from "./engine.ts"

/** Run everything that is due at this moment. */
export interface Order {
  readonly at: number
}

/** So many jobs ran. */
export interface Report {
  readonly ran: number
}

const [storage = "", bankFile = "", now = "0"] = process.argv.slice(2)
const { payloom, clock } = await startEngine({ storage, bankFile }, Number(now))

process.on("message", async ({ at }: Order) => {
  await clock.advance(Math.max(0, at - clock.now()))
  const report: Report = { ran: await payloom.runDue() }
  process.send?.(report)
})

// Whoever started it is gone: so is its work.
process.on("disconnect", () => process.exit())
