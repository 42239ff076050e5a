import { operations } from "../operations/operations.ts"
import { Chance } from "./Chance.ts"
import { chooseCall } from "./chooseCall.ts"
import type { Focus } from "./Focus.ts"
import { type Call, commitFaults, type Step, type World } from "./History.ts"
import { beginnings, type Direction, type Sketch } from "./recipes.ts"

/** So often a recipe is followed by a call of the operation that it leads to. */
const callsOfGoal = 3

/** Faults between the steps of a recipe. Half of the recipes have none. */
const faultShare = 0.1

/** This share of the histories without a focus begins with a combination. */
const combinedShare = 0.3

/**
 * Returns the first steps of a history: those that lead to its focus, or a combination, or none.
 * They come before all others, so that the draws of a recipe choose its own objects.
 */
export const openingSteps = (
  chance: Chance,
  world: World,
  focus: Focus | null,
  seed: string
): ReadonlyArray<Step> => {
  if (focus !== null) return stepsTo(chance, world, focus)
  const own = new Chance(`opening of ${seed}`)
  if (!own.is(combinedShare)) return []
  return own.one(beginnings).map((direction) => stepOf(own, world, direction))
}

const stepsTo = (chance: Chance, world: World, focus: Focus): ReadonlyArray<Step> => {
  const isFaulty = chance.is(0.5)
  const goals = focus.operations.filter((name) => name in operations)
  const last = Array.from({ length: callsOfGoal }, () => goals)
    .flat()
    .map((name): Sketch => ({ call: name, draws: [] }))
  return [...focus.recipe, ...last].flatMap((sketch): ReadonlyArray<Step> => {
    const step = stepOf(chance, world, sketch)
    if (!isFaulty || !chance.is(faultShare)) return [step]
    const meets = chance.one(commitFaults)
    return [{ _tag: "CommitFault", operation: null, commit: 1, meets }, step]
  })
}

const stepOf = (chance: Chance, world: World, direction: Direction): Step => {
  if ("meets" in direction) return direction.meets
  if ("passMs" in direction) return { _tag: "Pass", ms: direction.passMs, idle: false }
  return withDraws(chooseCall(chance, world, direction.call), direction.draws)
}

const withDraws = (call: Call, draws: ReadonlyArray<number>): Call => ({
  ...call,
  tenant: 0,
  draws: [...draws, ...call.draws.slice(draws.length)],
  key: null,
  repeats: 0
})
