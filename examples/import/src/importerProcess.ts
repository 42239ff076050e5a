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
  now,
  onProgress: () => tell({ _tag: "Page" })
})
tell({ _tag: "Works" })

/** The most takeovers of a process. The rest of them is for subscriptions whose invoice is open. */
const mostRounds = 1000

/** Returns the position in a list. Undefined if no process before this one has begun it. */
const positionIn = async (list: string): Promise<string | undefined> => {
  const [known] = (await merchant.imports.list()).data
  return known?.positions[list]
}

/** Runs a step until it is done. A process before this one may have done it. */
const step = async (name: string, last: string, run: () => Promise<unknown>): Promise<void> => {
  if ((await positionIn(last)) === "done") return
  const started = performance.now()
  await run()
  tell({ _tag: "Step", step: name, seconds: (performance.now() - started) / 1000 })
}

await step("copy", "copy/disputes", move.copy)
await step("freeze", "freeze/subscriptions", move.freeze)
for (let rounds = 0; (await positionIn("cards/customers")) === undefined; rounds++) {
  const started = performance.now()
  const { waiting } = await move.takeOver()
  tell({ _tag: "Step", step: "takeover", seconds: (performance.now() - started) / 1000 })
  // A subscription that never stops to wait is found by the audit.
  if (waiting === 0 || rounds >= mostRounds) break
  await new Promise((resolve) => setTimeout(resolve, 200))
}
tell({ _tag: "TakenOver" })
await step("cards", "cards/customers", move.copyCards)
const { user, system } = process.cpuUsage()
tell({ _tag: "Done", cpuMs: (user + system) / 1000 })
await payloom.close()
process.exit(0)
