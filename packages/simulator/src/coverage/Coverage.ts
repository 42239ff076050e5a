import type { Change } from "@payloom/core"
import { type CommitPlace, mayConflict } from "../ground/StorageFaults.ts"
import { type CommitFault, commitFaults } from "../history/History.ts"
import { operations } from "../operations/operations.ts"
import { allTransitions } from "./transitions.ts"

/** Numbers by name. */
type Counts = Map<string, number>

/** The things that runs have reached, and how often. */
export interface Coverage {
  /** Transitions of the engine's machines, such as `Payment: processing to succeeded`. */
  readonly transitions: Counts
  /** Operations that were answered rather than refused. */
  readonly answered: Counts
  /** Commits by operation and number, such as `payments.create 2`. */
  readonly commits: Counts
  /** The commits that changed an existing row at least once. Only these can conflict. */
  readonly conflicting: Counts
  /** Faults at commits, such as `payments.create 2 dies_after`. */
  readonly faults: Counts
}

/** The names of all that runs have not reached. */
export interface Unreached {
  readonly transitions: ReadonlyArray<string>
  readonly operations: ReadonlyArray<string>
  /** The faults that the commits of `Coverage.commits` have not met, and could. */
  readonly faults: ReadonlyArray<string>
}

/** Creates an empty coverage. */
export const newCoverage = (): Coverage => ({
  transitions: new Map(),
  answered: new Map(),
  commits: new Map(),
  conflicting: new Map(),
  faults: new Map()
})

/** Counts one more of a name. */
export const count = (counts: Counts, name: string, times = 1): void =>
  void counts.set(name, (counts.get(name) ?? 0) + times)

/** Later commits of an operation repeat earlier ones: a walk over rows has as many as rows. */
const countedCommits = 5

/** Counts a commit, and the fault that it met. Only the first five of an operation count. */
export const countCommit = (
  { commits, conflicting, faults }: Coverage,
  { operation, commit }: CommitPlace,
  fault: CommitFault | undefined,
  changes: ReadonlyArray<Change>
): void => {
  if (commit > countedCommits) return
  const name = `${operation} ${commit}`
  count(commits, name)
  if (mayConflict(changes)) count(conflicting, name)
  if (fault !== undefined) count(faults, `${name} ${fault}`)
}

/** Adds the coverage of a run to that of earlier runs. */
export const addCoverage = (to: Coverage, from: Coverage): void => {
  for (const part of ["transitions", "answered", "commits", "conflicting", "faults"] as const) {
    for (const [name, times] of from[part]) count(to[part], name, times)
  }
}

/** Returns all that no run has reached, and could. */
export const unreached = (coverage: Coverage): Unreached => {
  const { transitions, answered, commits, conflicting, faults } = coverage
  return {
    transitions: [...allTransitions].filter((name) => !transitions.has(name)),
    operations: Object.keys(operations).filter((name) => !answered.has(name)),
    faults: [...commits.keys()].flatMap((commit) =>
      commitFaults
        .filter((fault) => fault !== "conflicts" || conflicting.has(commit))
        .map((fault) => `${commit} ${fault}`)
        .filter((name) => !faults.has(name))
    )
  }
}
