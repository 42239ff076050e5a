import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { listRare } from "../compareStored.ts"
import { callsOn } from "../ledger.ts"
import { type Line, say } from "../report.ts"
import { type Comparison, compare, concurrently } from "../rounds.ts"
import { apartMs, fillFolder, openFolder } from "./filledCells.ts"
import { inTurns } from "./measureCells.ts"

const smallPayments = 100_000

/** The costs of calls on eight cells with many payments, and with 100,000. */
type StoredCells = Readonly<
  Record<keyof Awaited<ReturnType<typeof callsOnCells>>["calls"], Comparison>
>

/** Returns the measured calls, each on one tenant after another. */
const callsOnCells = async (folder: string, payments: number) => {
  const { tills, charges, close } = await openFolder(folder)
  const ledgers = await Promise.all(
    tills.map((shop) => callsOn({ shop, payments: payments / tills.length, apartMs }))
  )
  return {
    calls: {
      create: inTurns(charges),
      newest: inTurns(
        tills.map(
          ({ merchant }) =>
            () =>
              merchant.payments.list({ limit: 20 })
        )
      ),
      rare: inTurns(tills.map((till) => () => listRare(till))),
      statement: inTurns(ledgers.map(({ statement }) => statement)),
      trialBalance: inTurns(ledgers.map(({ trialBalance }) => trialBalance))
    },
    close
  }
}

const counts = { create: 240, newest: 240, rare: 240, statement: 24, trialBalance: 160 } as const

const measure = async (folder: string, payments: number): Promise<StoredCells> => {
  const [large, small] = [join(folder, "large"), join(folder, "small")]
  await mkdir(large, { recursive: true })
  await mkdir(small, { recursive: true })
  await fillFolder(small, smallPayments)
  await fillFolder(large, payments)
  const subject = await callsOnCells(large, payments)
  const reference = await callsOnCells(small, smallPayments)
  const growthOf = (call: keyof typeof counts) =>
    compare(concurrently(1, subject.calls[call]), concurrently(1, reference.calls[call]), {
      rounds: 9,
      count: counts[call],
      warmUp: counts[call]
    })
  const grown = {
    create: await growthOf("create"),
    newest: await growthOf("newest"),
    rare: await growthOf("rare"),
    statement: await growthOf("statement"),
    trialBalance: await growthOf("trialBalance")
  }
  await subject.close()
  await reference.close()
  return grown
}

const meanings = {
  create: "the cost of a charge",
  newest: "the newest page of payments",
  rare: "a page of a rare status",
  statement: "first pages of statements",
  trialBalance: "all balances of a tenant"
} as const

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const keys = Object.keys(meanings) as ReadonlyArray<keyof StoredCells>

/** Measures eight cells that have this many payments in all, and prints the results. */
export const sayStoredCells = async (folder: string, payments: number): Promise<void> => {
  const measured = await measure(folder, payments)
  const compared = `with ${payments.toLocaleString("en")} payments, compared with 100,000`
  const lines = keys.map(
    (key): Line => ({
      name: `cells_stored_${inSnakeCase(key)}`,
      value: 1 / measured[key].ratio,
      bound: "<= 1.3",
      meaning: `${meanings[key]} ${compared}`
    })
  )
  const times = keys.flatMap((key) => [
    [`${inSnakeCase(key)}_us`, measured[key].subject],
    [`${inSnakeCase(key)}_at_100k_us`, measured[key].reference]
  ])
  say(lines, Object.fromEntries(times))
}
