// As an application may: compiled decoders.
import "effect/schema/SchemaJITCompiler/enable"
import { setTimeout as pause } from "node:timers/promises"
import type { LogEntry, Merchant } from "@payloom/core"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { startEngine } from "./engine.ts"
import { openSeenFile } from "./seenFile.ts"
import type { WorkerSetup } from "./workerSetup.ts"

/** What every worker is told while it lives. */
export interface Order {
  /** How far the trial's time is ahead of the machine's, in milliseconds. */
  readonly aheadMs: number
  /** Whether it makes payments. */
  readonly pays: boolean
}

/** It fails on one event in so many, which is handed out again. */
const failsOnOneIn = 100
/** So there is much in its hands when its process is killed. */
const longestHandlingMs = 400
const failure = "The warehouse is on fire."

/** Whatever else goes wrong than the handler's own failures. */
const onLog = ({ message, cause = "" }: LogEntry): void => {
  if (!cause.includes(failure)) process.stderr.write(`${message} ${cause}\n`)
}

const setup: WorkerSetup = JSON.parse(process.argv[2] ?? "")
let { pays } = setup
const clock = aheadClock(setup.aheadMs)
const see = openSeenFile(setup.places.seen)
const { payloom } = await startEngine(setup.places, { clock, works: true, onLog })
const shop = payloom.merchant(setup.scope)

await payloom.events.consume(
  "fulfilment",
  async (event) => {
    await pause(Math.random() * longestHandlingMs)
    if (Math.random() * failsOnOneIn < 1) throw new Error(failure)
    see(event.id)
  },
  { from: "beginning" }
)

/** What happens to a payment: five events that are published. */
const payAndRefund = async ({ payments }: Merchant): Promise<void> => {
  const { paymentInstrument } = setup
  const key = () => ({ idempotencyKey: crypto.randomUUID() })
  const { id } = await payments.create(
    { amount: 1000n, currency: "EUR", type: "one_off", paymentInstrument },
    key()
  )
  await payments.refund(id, { amount: 400n }, key())
  await payments.refund(id, { amount: 600n }, key())
}

/** As often as it is told to, each time without waiting for the one before. */
const keepPaying = async (): Promise<void> => {
  while (pays) {
    // One that comes to nothing is missed by nobody: what was told of it has to arrive.
    void payAndRefund(shop).catch(() => undefined)
    await pause(setup.payEveryMs * 2 * Math.random())
  }
}

process.on("message", (order: Order) => {
  clock.moveTo(Date.now() + order.aheadMs)
  pays = order.pays
})
// Whoever started it is gone, or has seen enough.
process.on("disconnect", () => process.exit())

process.send?.("at work")
await keepPaying()
