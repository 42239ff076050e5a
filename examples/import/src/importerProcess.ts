// Decoders are compiled, as the command line does it.
import "effect/schema/SchemaJITCompiler/enable"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { importFromStripe } from "@payloom/provider-stripe/import"
import { Effect } from "effect"
import { startEngine } from "./engine.ts"
import type { ImporterReport, ImporterSetup } from "./messages.ts"
import { timeOf } from "./trialClock.ts"

/** Sends a message to the trial. */
const tell = (report: ImporterReport): void => void process.send?.(report)

const setup = JSON.parse(process.argv[2] ?? "{}") as ImporterSetup
const now = () => timeOf(setup.clock)
const own = { currentTimeMillisUnsafe: now, currentTimeMillis: Effect.sync(now) }
const payloom = await startEngine(setup.database, setup.secret, { ...aheadClock(), ...own })
const merchant = payloom.merchant({ tenant: setup.tenant, mode: "test" })
const { hostname, port } = new URL(setup.url)
const move = importFromStripe({
  merchant,
  from: { apiKey: setup.apiKey, host: hostname, port, protocol: "http" },
  credentials: "main",
  now
})
tell({ _tag: "Works" })

/** Runs a step until it is done. A process before this one may have done it. */
const step = async (name: string, last: string, run: () => Promise<unknown>): Promise<void> => {
  const [known] = (await merchant.imports.list()).data
  if (known?.positions[last] === "done") return
  const started = performance.now()
  await run()
  tell({ _tag: "Step", step: name, seconds: (performance.now() - started) / 1000 })
}

await step("copy", "copy/disputes", move.copy)
await step("freeze", "freeze/subscriptions", move.freeze)
for (;;) {
  const started = performance.now()
  const { waiting } = await move.takeOver()
  tell({ _tag: "Step", step: "takeover", seconds: (performance.now() - started) / 1000 })
  if (waiting === 0) break
  await new Promise((resolve) => setTimeout(resolve, 200))
}
tell({ _tag: "Done", cpuMs: process.cpuUsage().user / 1000 })
await payloom.close()
process.exit(0)
