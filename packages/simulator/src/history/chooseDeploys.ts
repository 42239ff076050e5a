import { raisable } from "../ground/nextRelease.ts"
import type { Chance } from "./Chance.ts"
import type { NextRelease, Step, World } from "./History.ts"

/** Chooses a next release for a fifth of the worlds. Half of these raise no version. */
export const chooseRelease = (chance: Chance): NextRelease | null => {
  if (!chance.is(0.2)) return null
  const count = chance.is(0.5) ? 0 : 1 + chance.below(2)
  return { raises: Array.from({ length: count }, () => chance.one(raisable)) }
}

/**
 * Chooses steps in which the next release takes the place of processes. If it raises no version, a
 * process may also go back to this release.
 */
export const chooseDeploys = (
  chance: Chance,
  { nextRelease, processes }: World
): ReadonlyArray<Step> =>
  nextRelease === null
    ? []
    : Array.from({ length: 1 + chance.below(4) }, () => ({
        _tag: "Deploy",
        process: chance.below(processes),
        isNext: nextRelease.raises.length > 0 || chance.is(0.7)
      }))
