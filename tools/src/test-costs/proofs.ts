import { spawnSync } from "node:child_process"
import { globSync } from "node:fs"

/** The folders with tests. */
export const testFolders = ["{packages,examples}/*/src", "{tools,bench,docs}/src"]

/** So many commits run each proof once. */
const turns = 4

/**
 * Returns which quarter of the proofs runs, from 0 to 3, or null if all of them run. `PROOFS` is
 * that number, or `quarter` for another quarter with each commit.
 */
export const turnOfProofs = (asked = process.env.PROOFS): number | null => {
  if (asked === undefined) return null
  if (asked === "quarter") return commits() % turns
  if (!/^[0-3]$/.test(asked)) throw new Error(`PROOFS is ${asked}: use 0, 1, 2, 3 or quarter.`)
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
  turn === null ? [] : proofFiles().filter((_, nth) => nth % turns !== turn)
