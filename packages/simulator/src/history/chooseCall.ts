import type { Chance } from "./Chance.ts"
import type { Call, World } from "./History.ts"

/** Chooses everything about a call but its operation. */
export const chooseCall = (chance: Chance, world: World, operation: string): Call => ({
  _tag: "Call",
  operation,
  process: chance.below(world.processes),
  tenant: chance.below(world.tenants),
  draws: Array.from({ length: 8 }, () => chance.below(100)),
  key: chance.is(0.25) ? chance.below(4) : null,
  repeats: chance.is(0.2) ? 1 + chance.below(2) : 0
})
