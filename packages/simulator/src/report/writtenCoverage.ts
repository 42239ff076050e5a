import { type Coverage, unreached } from "../coverage/Coverage.ts"
import { allTransitions } from "../coverage/transitions.ts"
import { operations } from "../operations/operations.ts"

/** Writes the coverage as figures, and then everything that no run reached. */
export const writtenCoverage = (coverage: Coverage): string => {
  const missing = unreached(coverage)
  const transitions = allTransitions.size
  const all = Object.keys(operations).length
  const met = coverage.faults.size
  const inserts = coverage.commits.size - coverage.conflicting.size
  return [
    `transitions: ${transitions - missing.transitions.length} of ${transitions}`,
    `operations answered: ${all - missing.operations.length} of ${all}`,
    `commits: ${coverage.commits.size}, faults at commits: ${met} met, ` +
      `${missing.faults.length} never met`,
    `commits that only insert, which can't conflict: ${inserts}`,
    ...missing.transitions.map((name) => `never made: ${name}`),
    ...missing.operations.map((name) => `never answered: ${name}`),
    ...missing.faults.map((name) => `never met: ${name}`)
  ].join("\n")
}
