import type { Finding } from "@payloom/auditor"
import { billingMutations } from "./billingMutations.ts"
import { changeMutations } from "./changeMutations.ts"
import { chargeMutations } from "./chargeMutations.ts"
import type { Mutation } from "./Mutation.ts"
import { otherMutations } from "./otherMutations.ts"
import { seedMutations, switched } from "./seededMutations.ts"
import type { WorkloadName } from "./workload.ts"

/** All mutations. */
export const mutations: ReadonlyArray<Mutation> = [
  ...chargeMutations,
  ...changeMutations,
  ...billingMutations,
  ...otherMutations
]

/** The result of one mutation. */
export interface Tried {
  readonly name: string
  readonly file: string
  readonly workload: WorkloadName
  /** The rules that found it. Empty if it survived. */
  readonly rules: ReadonlyArray<string>
  /** The first finding. Null if there is none. */
  readonly sentence: string | null
}

/** The result of a run: the control without any mutation, and each mutation. */
export interface Trial {
  /** The findings of the workloads on the engine as it is. They must be empty. */
  readonly control: ReadonlyArray<Finding>
  readonly tried: ReadonlyArray<Tried>
}

/**
 * Tries mutations one by one, each in its workload, and first each of these workloads without one.
 * All of them are loaded at once, so call it once in a process, before the engine is imported.
 */
export const tryMutations = async (
  chosen: ReadonlyArray<Mutation>,
  onTried: (tried: Tried) => void
): Promise<Trial> => {
  seedMutations(mutations)
  const { runWorkload } = await import("./workload.ts")
  const control: Array<Finding> = []
  for (const workload of new Set(chosen.map((mutation) => mutation.workload))) {
    const found = await runWorkload(workload, (error) => {
      throw error
    })
    control.push(...found)
  }
  const tried: Array<Tried> = []
  for (const { name, file, workload } of chosen) {
    switched.on = name
    const found = await runWorkload(workload, () => undefined)
    switched.on = null
    const rules = [...new Set(found.map(({ rule }) => rule))].toSorted()
    const result = { name, file, workload, rules, sentence: found[0]?.sentence ?? null }
    tried.push(result)
    onTried(result)
  }
  return { control, tried }
}
