import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { providerTimeoutMs } from "../engine.ts"
import type { TimedCharge } from "../fakes/ProviderFake.ts"
import { startPrismFakes } from "../fakes/startFakes.ts"
import type { LibraryCommand } from "../library.ts"
import { type Sums, sumsOf } from "../money.ts"
import type { BareCounts, BareReport, BareSetup } from "./BareSetup.ts"

/** The result of the bare client. */
export interface Bare extends BareCounts, Twice {
  readonly payments: number
  /** The orders that the client gave up as failed, although a processor had charged them. */
  readonly failedButCharged: number
  readonly providers: Readonly<Record<string, Twice & { readonly charges: number }>>
}

/** Money that was taken twice. */
interface Twice {
  /** The number of orders that were charged more than once. */
  readonly chargedTwice: number
  /** The amounts of all charges of an order after its first. */
  readonly takenTwice: Sums
}

/** The options of the bare client. */
export interface BareTrial {
  readonly library: LibraryCommand
  readonly orders: number
  readonly lanes: number
  readonly onProgress: (share: number, text: string) => void
}

/** Charges the trial's orders at fresh fakes by the library alone, with the same faults. */
export const chargeBare = async ({
  library,
  orders,
  lanes,
  onProgress
}: BareTrial): Promise<Bare> => {
  const fakes = await startPrismFakes(Date.now)
  try {
    const counts = await runClient(
      library,
      {
        from: library.from,
        orders,
        currencies: fakes.currencies,
        processors: fakes.places,
        lanes,
        timeoutMs: providerTimeoutMs
      },
      (done) => onProgress(done / orders, `${done} orders by the library alone`)
    )
    const charges = fakes.providers.flatMap(({ provider, charges }) =>
      charges().map((charge) => ({ ...charge, provider }))
    )
    const names = fakes.providers.map(({ provider }) => provider)
    return { payments: orders, ...counts, ...resultOf(names, charges, counts) }
  } finally {
    await fakes.close()
  }
}

const runClient = async (
  { execPath, execArgv }: LibraryCommand,
  setup: BareSetup,
  onDone: (done: number) => void
): Promise<BareCounts> => {
  const program = join(import.meta.dirname, "client.ts")
  const client = fork(program, [JSON.stringify(setup)], { execPath, execArgv: [...execArgv] })
  let counts: BareCounts | null = null
  client.on("message", (report: BareReport) => {
    if ("done" in report) return onDone(report.done)
    counts = report.counts
    client.disconnect()
  })
  await once(client, "exit")
  if (counts === null) throw new Error("The bare client has ended before its last order.")
  return counts
}

interface Charge extends TimedCharge {
  readonly provider: string
}

/** A charge of an order that was charged before, at the provider of the first charge. */
interface Repeat extends Charge {
  readonly first: string
}

const twiceIn = (repeats: ReadonlyArray<Repeat>): Twice => ({
  chargedTwice: new Set(repeats.map(orderOf)).size,
  takenTwice: sumsOf(repeats.map(({ currency, taken: amount }) => ({ currency, amount })))
})

/** An order is known by its amount, because some requests of the library carry no reference. */
const orderOf = ({ currency, taken }: Charge): string => `${taken} ${currency}`

/** Returns all charges of an order after its first. */
const repeatsIn = (charges: ReadonlyArray<Charge>): ReadonlyArray<Repeat> => {
  const [first, ...others] = charges.toSorted((a, b) => a.created - b.created)
  return others.map((each) => ({ ...each, first: first?.provider ?? "" }))
}

const resultOf = (
  names: ReadonlyArray<string>,
  charges: ReadonlyArray<Charge>,
  { paid }: BareCounts
) => {
  const orders = Map.groupBy(charges, orderOf)
  const repeats = [...orders.values()].flatMap(repeatsIn)
  const at = Map.groupBy(charges, ({ provider }) => provider)
  const repeatsAt = Map.groupBy(repeats, ({ first }) => first)
  return {
    ...twiceIn(repeats),
    failedButCharged: orders.size - paid,
    providers: Object.fromEntries(
      names.map((name) => [
        name,
        { charges: at.get(name)?.length ?? 0, ...twiceIn(repeatsAt.get(name) ?? []) }
      ])
    )
  }
}
