import type { Copied } from "../../copyStore.ts"
import { counted } from "../../output/format.ts"
import type { Output } from "../../output/Output.ts"

/** Returns the result of a copy: its proof by collection, and the balances. */
export const copiedOutput = (copied: Copied, seconds: number): Output => {
  const { rows, collections, trialBalance, tenants, repeats } = copied
  const filled = collections.filter((each) => each.rows > 0)
  const longest = Math.max(10, ...filled.map(({ collection }) => collection.length))
  const proofs = filled.map(
    ({ collection, rows: count, sha256 }) =>
      `  ${collection.padEnd(longest)}  ${String(count).padStart(10)}  ${sha256.slice(0, 16)}`
  )
  const books = trialBalance.map(
    ({ currency, accounts, sum }) => `  ${currency}: ${accounts} accounts with the sum ${sum}`
  )
  return {
    kind: "value",
    sections: [
      {
        lines: [
          `Both stores have the same ${rows} rows (${seconds} s in all):`,
          ...proofs,
          ...Object.entries(tenants ?? {}).map(
            ([cell, count]) => `The cell ${cell} has ${counted(count, "tenant")}.`
          ),
          ...Object.entries(repeats).map(
            ([consumer, count]) => `The consumer ${consumer} gets ${counted(count, "event")} again.`
          ),
          ...(books.length === 0 ? [] : ["The balances of both are equal:", ...books])
        ]
      }
    ],
    json: { ...copied, seconds }
  }
}
