// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { setTimeout as pause } from "node:timers/promises"
import type { LogEntry, Merchant } from "@payloom/core"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { startEngine } from "./engine.ts"
import { openSeenFile } from "./seenFile.ts"
import type { WorkerSetup } from "./workerSetup.ts"

/** The orders to a worker. */
export interface Order {
  /** The lead of the trial's clock over the machine's clock, in milliseconds. */
  readonly aheadMs: number
  /** True if the worker makes payments. */
  readonly pays: boolean
}

/** The consumer fails on one event in this many. The event is then delivered again. */
const failsOnOneIn = 100
/** The longest handling of an event, so that a kill interrupts much work. */
const longestHandlingMs = 400
const failure = "The warehouse does not answer."

/** Prints errors other than the handler's own failures. */
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

/** Pays and refunds, which publishes five events. */
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

/** Pays until it is stopped, without waiting for earlier payments. */
const keepPaying = async (): Promise<void> => {
  while (pays) {
    // A payment may fail. Only the events that it recorded must arrive.
    void payAndRefund(shop).catch(() => undefined)
    await pause(setup.payEveryMs * 2 * Math.random())
  }
}

process.on("message", (order: Order) => {
  clock.moveTo(Date.now() + order.aheadMs)
  pays = order.pays
})
// The parent process has ended, or needs the worker no longer.
process.on("disconnect", () => process.exit())

process.send?.("at work")
await keepPaying()
