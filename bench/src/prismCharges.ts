import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Line } from "./report.ts"
import { type Batch, type Comparison, compare } from "./rounds.ts"

/** Charges through the connector to hyperswitch-prism, compared with the bare library. */
export interface PrismComparison {
  readonly alone: Comparison
  readonly with16: Comparison
}

const program = join(
  import.meta.dirname,
  "../../packages/provider-prism/src/testing/measureCharges.ts"
)

/**
 * Compares a charge through the connector with a bare `callReq`, `fetch` and `callRes` of the
 * library. Both charge at the same fake of Checkout.com, over HTTP. The connector has its thread,
 * its reference, its time limit and a relay of cards. Returns null if the library is not installed.
 */
export const measurePrism = async (): Promise<PrismComparison | null> => {
  const child = spawn(process.execPath, ["--conditions=source", program], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  const ended = once(child, "exit")
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const batch = (side: "own" | "bare", callers: number): Batch => ({
    run: async (count) => {
      child.stdin.write(`${JSON.stringify({ side, count, callers })}\n`)
      const { done } = await lines.next()
      if (done) throw new Error("The program that charges has ended.")
    }
  })
  const rounds = { rounds: 9, count: 200, warmUp: 600 }
  try {
    if ((await lines.next()).value !== "ready") return null
    return {
      alone: await compare(batch("own", 1), batch("bare", 1), rounds),
      with16: await compare(batch("own", 16), batch("bare", 16), rounds)
    }
  } finally {
    child.stdin.end()
    await ended
  }
}

/** Returns the lines of the results. */
export const prismLines = ({ alone, with16 }: PrismComparison): ReadonlyArray<Line> => [
  {
    name: "prism_charge",
    value: alone.ratio,
    bound: ">= 0.7",
    meaning: "rate of one caller's charges, compared with the bare library and fetch"
  },
  {
    name: "prism_charge_16",
    value: with16.ratio,
    bound: "",
    meaning: "rate of 16 callers, compared with 16 of the bare library and fetch"
  }
]

/** Returns the durations that the ratios compare, in microseconds. */
export const prismMicroseconds = ({ alone, with16 }: PrismComparison) => ({
  prism_charge_us: alone.subject,
  bare_prism_us: alone.reference,
  prism_charge_16_us: with16.subject,
  bare_prism_16_us: with16.reference
})
