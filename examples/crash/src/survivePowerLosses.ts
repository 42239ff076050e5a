import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { clientOf } from "@payloom/example-kit/client"
import { startCrew } from "@payloom/example-kit/crew"
import { untilSettled } from "@payloom/example-kit/untilSettled"
import { type Audit, audit } from "./audit.ts"
import { buyDuring, type PaidSession } from "./buying.ts"
import { startEngine } from "./engine.ts"
import { ForgetfulDisk } from "./power/ForgetfulDisk.ts"
import { failPower, type PowerFailure } from "./power/failPower.ts"
import { openShop } from "./shop.ts"

/** The options of a trial with power failures. */
export interface PowerTrial {
  /** The folder for disks and journals of the bank. */
  readonly folder: string
  readonly servers: number
  readonly clients: number
  readonly powerLosses: number
  /** The number of other states of the disk that are checked for each power failure. */
  readonly states: number
  /** The longest wait for all work in flight to settle, in milliseconds. */
  readonly patienceMs: number
  /** SQLite's setting `synchronous`, if a test replaces that of the adapter. */
  readonly synchronous?: "NORMAL" | "OFF"
  readonly onProgress: (share: number, text: string) => void
}

/** The result of a trial with power failures. */
export interface SurvivedPowerLosses extends Audit {
  readonly storage: "sqlite"
  readonly servers: number
  /** The number of answered requests. Each is repeated at the end. */
  readonly acknowledged: number
  /** The number of requests without an answer. */
  readonly unanswered: number
  readonly powerLosses: number
  /** The number of power failures by the operation on the disk that they interrupted. */
  readonly during: Readonly<Partial<Record<PowerFailure["during"], number>>>
  /** The number of recorded operations on the disk. */
  readonly operations: number
  /** The number of contents of the disk that were checked. */
  readonly states: number
  readonly seconds: number
}

/** The number of failures before a new database is used, because each failure copies it. */
const lossesOfRound = 20

/**
 * Lets clients buy from several servers on one SQLite file. Meanwhile the power fails: all servers
 * die, and the disk loses any of the writes that no sync covers. Other contents that the disk could
 * have are checked as well. Then it waits until all work has settled, and audits.
 */
export const survivePowerLosses = async (trial: PowerTrial): Promise<SurvivedPowerLosses> => {
  const started = performance.now()
  const rounds: Array<Round> = []
  for (let lost = 0; lost < trial.powerLosses; lost += lossesOfRound) {
    const folder = join(trial.folder, `round-${rounds.length}`)
    mkdirSync(folder)
    const powerLosses = Math.min(lossesOfRound, trial.powerLosses - lost)
    const onProgress: PowerTrial["onProgress"] = (share, text) =>
      trial.onProgress((lost + share * powerLosses) / trial.powerLosses, text)
    rounds.push(await runRound({ ...trial, folder, powerLosses, onProgress }))
    rmSync(folder, { recursive: true })
  }
  const sum = (numberOf: (round: Round) => number) =>
    rounds.reduce((total, round) => total + numberOf(round), 0)
  const failures = rounds.flatMap((round) => round.failures)
  const inStates = failures.flatMap(({ findings }) => findings)
  return {
    storage: "sqlite",
    servers: trial.servers,
    acknowledged: sum(({ acknowledged }) => acknowledged),
    unanswered: sum(({ unanswered }) => unanswered),
    powerLosses: failures.length,
    during: countsOf(failures.map(({ during }) => during)),
    operations: failures.reduce((total, { operations }) => total + operations, 0),
    states: failures.reduce((total, { states }) => total + states, 0),
    lost: inStates.length + sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    findings: [...inStates, ...rounds.flatMap(({ findings }) => findings)].slice(0, 20),
    seconds: Math.round((performance.now() - started) / 100) / 10
  }
}

interface Round extends Audit {
  readonly acknowledged: number
  readonly unanswered: number
  readonly failures: ReadonlyArray<PowerFailure>
}

const runRound = async (trial: PowerTrial): Promise<Round> => {
  const disk = ForgetfulDisk.in(trial.folder)
  const places = { storage: join(disk.folder, "payloom.db"), bank: join(trial.folder, "bank") }
  const { payloom, box } = await startEngine(places, { clock: aheadClock(), works: false })
  const shop = await openShop(payloom, box)
  await payloom.close()
  disk.turnOn()
  const crew = startCrew({
    servers: trial.servers,
    script: join(import.meta.dirname, "server.ts"),
    setup: places,
    run: runWith(disk, trial)
  })
  const clock = aheadClock()
  const client = clientOf(shop.secretKey, crew.url, () => disk.position())
  const sessions: Array<PaidSession> = []
  try {
    const failures: Array<PowerFailure> = []
    const { clients, states, onProgress, patienceMs, powerLosses } = trial
    const scratch = join(trial.folder, "scratch")
    await buyDuring({ client, shop, box, sessions }, clients, async () => {
      while (failures.length < powerLosses) {
        failures.push(await failPower({ disk, crew, client, states, scratch }))
        const text = `${client.acknowledged.length} acknowledged, ${failures.length} power failures`
        onProgress(failures.length / powerLosses, text)
      }
    })
    const judge = await startEngine(places, { clock, works: false })
    const { scope } = shop.merchant
    await untilSettled({ crew, clock, client, ...judge, scope, patienceMs, onProgress })
    const found = await audit({ ...judge, shop, client, sessions, wrong: crew.wrong })
    await judge.payloom.close()
    const acknowledged = client.acknowledged.length
    return { acknowledged, unanswered: client.unanswered.size, failures, ...found }
  } finally {
    // Servers wait for the power before they can be stopped.
    disk.turnOn()
    await crew.stop()
    disk.close()
  }
}

/** The environment of servers on the disk, and the setting that a test replaces. */
const runWith = ({ env }: ForgetfulDisk, { synchronous }: PowerTrial) => {
  const execArgv = ["--conditions=source"]
  if (synchronous === undefined) return { env, execArgv }
  const replaced = join(import.meta.dirname, "testing/replaceSynchronous.ts")
  return {
    env: { ...env, PAYLOOM_TEST_SYNCHRONOUS: synchronous },
    execArgv: [...execArgv, "--import", replaced]
  }
}

const countsOf = <Name extends string>(names: ReadonlyArray<Name>) => {
  const counts: Partial<Record<Name, number>> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
