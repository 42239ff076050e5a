import { Effect, Option } from "effect"
import type { Ground } from "../ground/openGround.ts"
import { ProcessDied } from "../ground/processStorage.ts"
import type { VirtualProcess } from "../ground/VirtualProcess.ts"
import type { RunLog } from "./RunLog.ts"

const minute = 60_000

/** The most rounds of jobs in one passing of time. More would mean that jobs run in a circle. */
const mostRounds = 20_000

/** Runs the due jobs of processes at the same time. Returns the number of jobs. */
export const work = async (
  { clock }: Ground,
  log: RunLog,
  processes: ReadonlyArray<VirtualProcess>
): Promise<number> => {
  const working = processes.map(async ({ payloom, connection }) => {
    connection.begin("work")
    try {
      return await Promise.race([payloom.runDue(), connection.death])
    } catch (error) {
      if (error instanceof ProcessDied) return 0
      if (isUnanswered(error)) return 0
      log.findings.push(`runDue ended with an error: ${error}`)
      return 0
    }
  })
  try {
    return (await clock.until(Promise.all(working))).reduce((sum, ran) => sum + ran, 0)
  } catch (error) {
    log.findings.push(`runDue never ended: ${error}`)
    return 0
  }
}

const isUnanswered = (error: unknown): boolean =>
  (error as { readonly _tag?: string })._tag === "StorageUnavailable"

/** Workers poll too often for longer times. */
const mostWithWorkersMs = minute

/**
 * Closes the processes that can't read all rows any more, because the next release has raised
 * versions. They would try the same jobs again and again.
 */
export const endMixture = async ({ releases, deployAll }: Ground): Promise<void> => {
  if (releases.isRaising && releases.isDeployed()) await deployAll()
}

/** So long may processes run that can't read all rows. */
const mostMixedMs = 60 * minute

/**
 * Lets time pass. Processes with workers run their jobs by themselves. For a longer time they are
 * closed, and others without workers take their place.
 */
export const letPass = async (
  ground: Ground,
  log: RunLog,
  { ms, idle }: { readonly ms: number; readonly idle: boolean }
): Promise<void> => {
  const { clock, world, closeAll } = ground
  if (ms > mostMixedMs) await endMixture(ground)
  const pass = () => (idle ? clock.advance(ms) : passTime(ground, log, ms))
  if (!world.works) return pass()
  if (ms <= mostWithWorkersMs && !idle) {
    await ground.process(0)
    return clock.advance(ms)
  }
  await closeAll(false)
  await pass()
  await closeAll(true)
}

/**
 * Moves time on from job to job. At each moment some living processes run their due jobs, by
 * chance. A dead process stays dead unless all are.
 */
export const passTime = async (ground: Ground, log: RunLog, ms: number): Promise<void> => {
  const { clock, random } = ground
  const end = clock.now() + ms
  const nextDue = () => clock.until(nextDueOf(ground))
  for (let round = 0; round < mostRounds; round++) {
    const at = await nextDue()
    if (log.isAbandoned) return
    if (at > end) {
      await clock.advance(Math.max(end - clock.now(), 0))
      return
    }
    await clock.advance(Math.max(at - clock.now(), 0))
    const ran = await work(ground, log, await someOf(ground, random))
    // The clock of a process may be late, and a lease may still be held.
    if (ran === 0 && (await nextDue()) <= clock.now()) {
      if (clock.now() >= end) return
      await clock.advance(Math.min(minute, end - clock.now()))
    }
  }
  log.findings.push(`After ${mostRounds} rounds of jobs there were still due jobs.`)
}

/**
 * Returns the time of the next work. Only the process that parked an event of a consumer knows when
 * it is tried again.
 */
const nextDueOf = async (ground: Ground): Promise<number> => {
  const { observer, world } = ground
  const due = async ({ payloom, connection }: VirtualProcess) => {
    try {
      const next = Effect.runPromise(payloom.services.background.nextDue())
      return Option.getOrElse(await Promise.race([next, connection.death]), () => never)
    } catch (error) {
      if (error instanceof ProcessDied || isUnanswered(error)) return never
      throw error
    }
  }
  const asked = world.consumes ? [observer, ...ground.living()] : [observer]
  return Math.min(...(await Promise.all(asked.map(due))))
}

const never = Number.POSITIVE_INFINITY

const someOf = async (
  ground: Ground,
  random: () => number
): Promise<ReadonlyArray<VirtualProcess>> => {
  const living = ground.living()
  if (living.length === 0) return [await ground.process(0)]
  const chosen = living.filter(() => random() < 0.6)
  return chosen.length > 0 ? chosen : living.slice(0, 1)
}
