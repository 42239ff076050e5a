import { type FlowCall, type PrismLibrary, PrismRefused } from "@payloom/provider-prism"
import { loadedLibrary } from "../loadedLibrary.ts"
import { type Order, ordersIn } from "../orders.ts"
import { processors } from "../processors.ts"
import type { BareCounts, BareReport, BareSetup } from "./BareSetup.ts"
import { type BareCalls, bareCalls } from "./bareCall.ts"
import { sendBuilt } from "./sendBuilt.ts"

/**
 * A plain client of the library. It builds a request, sends it, and reads the answer. Without an
 * answer in time, or with a 5xx, it charges once more. After a decline it charges at the next
 * processor. It sends no idempotency key except those that the library itself sends.
 */
const setup: BareSetup = JSON.parse(process.argv[2] ?? "")
const report = (what: BareReport) => process.send?.(what)
process.on("disconnect", () => process.exit())

type Answer = "paid" | "declined" | "failed"

const isPaid = (status: string | null): boolean =>
  /^(CHARGED|AUTHORIZED|PENDING)$/.test(`${status}`)

const chargeOnce = async (library: PrismLibrary, call: FlowCall): Promise<Answer> => {
  try {
    const answer = await sendBuilt(await library.request(call), setup.timeoutMs)
    if (answer.status >= 500) return "failed"
    // The call was not carried out.
    if (answer.status === 429) return "declined"
    return isPaid((await library.parse(call, answer)).status) ? "paid" : "declined"
  } catch (failure) {
    // The library rejects some declines as errors of the processor.
    return failure instanceof PrismRefused ? "declined" : "failed"
  }
}

const pay = async (
  order: Order,
  nth: number,
  library: PrismLibrary,
  accounts: ReadonlyArray<Account>
): Promise<Answer> => {
  const first = nth % accounts.length
  for (const { name, takes, callOf } of [...accounts.slice(first), ...accounts.slice(0, first)]) {
    if (!takes.includes(order.currency)) continue
    const call = await callOf(order, `${order.name.replace(" ", "_")}_${name}`)
    if (call === null) continue
    const answer = await chargeOnce(library, call)
    const again = answer === "failed" ? await chargeOnce(library, call) : answer
    if (again !== "declined") return again
  }
  return "declined"
}

interface Account {
  readonly name: string
  readonly takes: ReadonlyArray<string>
  readonly callOf: BareCalls
}

const payAll = async (): Promise<BareCounts> => {
  const library = await loadedLibrary(setup.from)
  const accounts = setup.processors.map((place) => ({
    name: place.processor,
    takes: processors.find(({ name }) => name === place.processor)?.currencies ?? [],
    callOf: bareCalls(place, library)
  }))
  const counts = { paid: 0, declined: 0, failed: 0 }
  const orders = ordersIn(setup.currencies, setup.orders).entries()
  const lane = async (): Promise<void> => {
    for (const [nth, order] of orders) {
      counts[await pay(order, nth, library, accounts)] += 1
      report({ done: counts.paid + counts.declined + counts.failed })
    }
  }
  await Promise.all(Array.from({ length: setup.lanes }, lane))
  return counts
}

report({ counts: await payAll() })
