import { spawnSync } from "node:child_process"
import { globSync } from "node:fs"

/** The folders with tests. */
export const testFolders = ["{packages,examples}/*/src", "{tools,bench,docs}/src"]

/** So many commits in a row run each proof once. */
export const turns = 6

/**
 * Returns the turn whose proofs run, from 0 to 5, or null if all of them run. `PROOFS` is that
 * number, or `turn` for another turn with each commit.
 */
export const turnOfProofs = (asked = process.env.PROOFS): number | null => {
  if (asked === undefined) return null
  if (asked === "turn") return commits() % turns
  if (!/^[0-5]$/.test(asked))
    throw new Error(`PROOFS is ${asked}: use a turn from 0 to 5, or turn.`)
  return Number(asked)
}

/** Returns 0 outside of a repository. */
const commits = (): number =>
  Number(spawnSync("git", ["rev-list", "--count", "HEAD"], { encoding: "utf8" }).stdout ?? 0)

/** Returns all files with proofs, in the order of their names. */
export const proofFiles = (): ReadonlyArray<string> =>
  globSync(testFolders.map((folder) => `${folder}/**/*.proof.test.ts`)).sort()

/** Returns the files with proofs that don't run in this turn. */
export const proofsOfOtherTurns = (turn: number | null): ReadonlyArray<string> =>
  turn === null ? [] : proofsOfTurns().flatMap((own, nth) => (nth === turn ? [] : own))

/** The usual seconds of a proof, and of those that take longer, beside other tests. */
const usualSeconds = 35
const longSeconds: ReadonlyArray<readonly [string, number]> = [
  ["own-module/src/storeCredit", 190],
  ["power/power", 180],
  ["partitionContract", 180],
  ["backup/killed", 180],
  ["copyFromCells", 170],
  ["cells/src/onPostgres", 160],
  ["crash/src/crash", 130],
  ["restore/src/restore", 120],
  ["crash/src/failovers", 105],
  ["mutations/mutations", 105],
  ["site.browser", 100],
  ["billing/src/billing", 90],
  ["power/diskFaults", 90],
  ["adapter-postgres/src/rewound", 80],
  ["shopClub.browser", 80],
  ["pageLook.browser", 80],
  ["adapter-postgres/src/longRules", 70],
  ["embed-postgres/src/shop", 65],
  ["webhooks/src/webhooks", 65]
]

const secondsOf = (file: string): number =>
  longSeconds.find(([name]) => file.endsWith(`${name}.proof.test.ts`))?.[1] ?? usualSeconds

/** The proofs of each turn. Each next one goes to the turn that has taken the least time so far. */
const proofsOfTurns = (): ReadonlyArray<ReadonlyArray<string>> => {
  const all = Array.from({ length: turns }, () => ({ files: [] as string[], seconds: 0 }))
  const longestFirst = proofFiles().toSorted((one, other) => secondsOf(other) - secondsOf(one))
  for (const file of longestFirst) {
    const next = all.reduce((least, turn) => (turn.seconds < least.seconds ? turn : least))
    next.files.push(file)
    next.seconds += secondsOf(file)
  }
  return all.map(({ files }) => files)
}
