import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
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
