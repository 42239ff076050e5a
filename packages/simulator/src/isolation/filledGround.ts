import { newCoverage } from "../coverage/Coverage.ts"
import { type Ground, openGround, type RunChanges, type Watching } from "../ground/openGround.ts"
import type { Call, World } from "../history/History.ts"
import { allSketches, type Sketch } from "../history/recipes.ts"
import { encryptCards } from "../operations/cards.ts"
import { letPass } from "../run/passTime.ts"
import { newRunLog } from "../run/RunLog.ts"
import { sendCalls } from "../run/sendCalls.ts"

const world: World = {
  startsAt: "2026-01-31T12:00:00.000Z",
  processes: 1,
  tenants: 2,
  provider: "usual",
  refusesAnAccount: false,
  dunningExhausted: "terminate",
  interleaves: false,
  consumes: false,
  works: false,
  nextRelease: null
}

/** A longer time passes once, because renewals take real time. */
const longestPassMs = 2 * 86_400_000

/**
 * Opens a store with two merchants who have rows of all kinds, and the first one in live mode too.
 * The merchants are 0, 1, and 2 for the live mode.
 */
export const filledGround = async (
  seed: string,
  onChanges: Watching["onChanges"],
  changes: RunChanges
): Promise<Ground> => {
  const opened = await openGround(
    { seed, world, steps: [] },
    { onChanges, onCommit: () => undefined },
    changes
  )
  const { observer, tenants, clock } = opened
  const [first] = tenants
  if (first === undefined) throw new Error("There is no merchant.")
  const scope = { tenant: first.scope.tenant, mode: "live" } as const
  const { secret } = await observer.payloom.tenants.createApiKey(scope, "publishable")
  const live = { scope, publishableKey: secret, tokens: [] }
  const ground: Ground = { ...opened, tenants: [...tenants, live] }
  await encryptCards(ground.box.encryptCard)
  const log = { ...newRunLog(), coverage: newCoverage() }
  let months = 0
  for (const [place, sketch] of allSketches.entries()) {
    const isLong = "passMs" in sketch && sketch.passMs > longestPassMs
    if (isLong) months += 1
    if (isLong && months > 1) continue
    for (const tenant of [0, 1, 2]) await take(ground, log, sketch, tenant)
    // Everything is in the store early, and later steps find what earlier ones left.
    if (place % 10 === 9) await letPass(ground, log, { ms: 1000, idle: false })
  }
  await clock.until(ground.box.notify(observer.payloom))
  return ground
}

const take = async (
  ground: Ground,
  log: ReturnType<typeof newRunLog>,
  sketch: Sketch,
  tenant: number
): Promise<void> => {
  if (!("call" in sketch)) {
    if (tenant === 0) await letPass(ground, log, { ms: sketch.passMs, idle: false })
    return
  }
  const call: Call = {
    _tag: "Call",
    operation: sketch.call,
    process: 0,
    tenant,
    draws: sketch.draws,
    key: null,
    repeats: 0
  }
  await sendCalls(ground, log, [call])
}
