import type { Call, History, Step } from "../history/History.ts"

/** Returns true if a history still fails. */
export type Fails = (history: History) => Promise<boolean>

/** The result of a search for the shortest failing history. */
export interface Shrunk {
  readonly history: History
  /** The number of histories that were run. */
  readonly tried: number
}

/**
 * Finds a shorter history that still fails: first without ranges of steps, the longest first, then
 * with simpler steps and a simpler world. Stops after `mostTries` runs.
 */
export const shrinkHistory = async (
  failing: History,
  fails: Fails,
  mostTries = 400
): Promise<Shrunk> => {
  let best = failing
  let tried = 0
  const isBetter = async (history: History): Promise<boolean> => {
    if (tried >= mostTries) return false
    tried += 1
    if (!(await fails(history))) return false
    best = history
    return true
  }
  for (let before: History | null = null; before !== best && tried < mostTries; ) {
    before = best
    await withoutSteps(() => best, isBetter)
    for (let place = best.steps.length - 1; place >= 0; place--) {
      for (const simpler of simplerSteps(best.steps[place])) {
        if (await isBetter(withStep(best, place, simpler))) break
      }
    }
    for (const world of simplerWorlds(best)) await isBetter({ ...best, world })
  }
  return { history: best, tried }
}

/** Removes ranges of half of the steps, then of a quarter, down to single steps. */
const withoutSteps = async (
  best: () => History,
  isBetter: (history: History) => Promise<boolean>
): Promise<void> => {
  for (let size = Math.ceil(best().steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let end = best().steps.length; end > 0; end -= size) {
      const { steps } = best()
      const kept = [...steps.slice(0, Math.max(end - size, 0)), ...steps.slice(end)]
      await isBetter({ ...best(), steps: kept })
    }
  }
}

const withStep = (history: History, place: number, step: Step): History => ({
  ...history,
  steps: history.steps.with(place, step)
})

/** Returns simpler forms of a step, the simplest first. */
const simplerSteps = (step: Step | undefined): ReadonlyArray<Step> => {
  switch (step?._tag) {
    case "Call":
      return simplerCalls(step)
    case "Together":
      return [...step.calls]
    case "Work":
      return step.processes.length > 1
        ? step.processes.map((process) => ({ ...step, processes: [process] }))
        : []
    case "Pass":
      return step.idle ? [{ ...step, idle: false }] : []
    case "ReceiverFault":
    case "ConsumerFault":
      return step.times > 1 ? [{ ...step, times: 1 }] : []
    default:
      return []
  }
}

const simplerCalls = (call: Call): ReadonlyArray<Call> => {
  const last = call.draws.findLastIndex((number) => number !== 0)
  return [
    ...(call.repeats > 0 ? [{ ...call, repeats: 0 }] : []),
    ...(call.key === null ? [] : [{ ...call, key: null }]),
    ...(call.process === 0 ? [] : [{ ...call, process: 0 }]),
    ...(call.tenant === 0 ? [] : [{ ...call, tenant: 0 }]),
    ...(last < 0 ? [] : [{ ...call, draws: call.draws.slice(0, last) }])
  ]
}

const simplerWorlds = ({ world }: History) => [
  ...(world.nextRelease === null ? [] : [{ ...world, nextRelease: null }]),
  ...(world.interleaves ? [{ ...world, interleaves: false }] : []),
  ...(world.works ? [{ ...world, works: false }] : []),
  ...(world.consumes ? [{ ...world, consumes: false }] : []),
  ...(world.refusesAnAccount ? [{ ...world, refusesAnAccount: false }] : []),
  ...(world.processes > 1 ? [{ ...world, processes: 1 }] : []),
  ...(world.tenants > 1 ? [{ ...world, tenants: 1 }] : []),
  ...(world.provider === "usual" ? [] : [{ ...world, provider: "usual" as const }])
]
