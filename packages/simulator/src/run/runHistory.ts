import { AttemptCollection, isInFlight, ModificationCollection } from "@payloom/core"
import {
  applyFaults,
  chargeThat,
  type Fault,
  lookupThat,
  modificationThat,
  type ScriptedCall
} from "@payloom/testkit"
import { count, countCommit } from "../coverage/Coverage.ts"
import { transitionsOf } from "../coverage/transitions.ts"
import { accountsOf, type Ground, openGround, type RunChanges } from "../ground/openGround.ts"
import type { History, Outage, Step } from "../history/History.ts"
import { isByHand } from "../operations/bankOperations.ts"
import { encryptCards } from "../operations/cards.ts"
import { type Auditor, testkitAuditor } from "./Auditor.ts"
import { passTime, work } from "./passTime.ts"
import type { Run } from "./Run.ts"
import { newRunLog, note, type RunLog } from "./RunLog.ts"
import { sendCalls } from "./sendCalls.ts"

const hour = 3_600_000
const day = 24 * hour

/** The options of a run. */
export interface RunOptions extends RunChanges {
  /** Default: the audit of `@payloom/testkit`. */
  readonly auditor?: Auditor
}

/**
 * Runs a history: several engines on one store, with the sandbox's bank. Afterwards all faults
 * end, time passes until nothing is in flight, and everything is audited. The same history gives
 * the same run.
 */
export const runHistory = async (history: History, options: RunOptions = {}): Promise<Run> => {
  const log = newRunLog()
  const ground = await openGround(
    history,
    {
      onCommit: (place, fault) => {
        countCommit(log.coverage, place, fault)
        if (fault === undefined) return
        note(log, ground, `  commit ${place.commit} of ${place.operation} meets ${fault}`)
      },
      onChanges: (changes) => {
        for (const transition of transitionsOf(changes)) {
          count(log.coverage.transitions, transition)
        }
      }
    },
    options
  )
  await encryptCards(ground.box.encryptCard)
  const began = ground.clock.now()
  const endings = [beginOutages(ground)]
  for (const step of history.steps) await takeStep(ground, log, step, endings)
  for (const end of endings) end()
  await comeToRest(ground, log)
  const { auditor = testkitAuditor } = options
  const findings = [
    ...log.findings,
    ...ground.watched.findings(),
    ...logFindings(ground),
    ...(await auditor({ payloom: ground.observer.payloom, box: ground.box })),
    ...(await inFlight(ground))
  ]
  await Promise.all([ground.observer, ...ground.living()].map(({ payloom }) => payloom.close()))
  return {
    history,
    findings: [...new Set(findings)].filter((finding) => !comparesClocks(history, finding)),
    timeline: log.timeline,
    coverage: log.coverage,
    calls: log.calls,
    simulatedMs: ground.clock.now() - began
  }
}

/** The beginnings of causes that faults of a history explain. */
const explained = ["StorageUnavailable:", "CommitConflict:", "Error: sandbox:"]

/** Returns a sentence for each failure that an engine logged and that no fault explains. */
const logFindings = ({ logged }: Ground): ReadonlyArray<string> =>
  logged.flatMap(({ message, cause }) =>
    cause === undefined || explained.some((beginning) => cause.startsWith(beginning))
      ? []
      : [`An engine logged: ${message} ${cause.split("\n")[0]}`]
  )

/**
 * Returns true for an error that the clocks of processes explain. If they differ, an attempt may
 * begin before the time at which another process settled the previous one.
 */
const comparesClocks = ({ steps }: History, finding: string): boolean =>
  finding.endsWith("began before the previous attempt was settled") &&
  steps.some((step) => step._tag === "Skew" && step.ms !== 0)

const takeStep = async (
  ground: Ground,
  log: RunLog,
  step: Step,
  endings: Array<() => void>
): Promise<void> => {
  switch (step._tag) {
    case "Call":
      return sendCalls(ground, log, [step])
    case "Together":
      return sendCalls(ground, log, step.calls)
    case "Work": {
      const numbers = new Set(step.processes.map((number) => number % ground.world.processes))
      const processes = []
      for (const number of numbers) processes.push(await ground.process(number))
      note(log, ground, `process ${[...numbers].join(" and ")}: runs due jobs`)
      await work(ground, log, processes)
      return
    }
    case "Pass":
      note(log, ground, `${step.ms / 1000} s pass${step.idle ? " without work" : ""}`)
      return step.idle ? ground.clock.advance(step.ms) : passTime(ground, log, step.ms)
    case "Kill": {
      const process = await ground.process(step.process)
      note(log, ground, `process ${process.number} is killed`)
      return process.connection.die()
    }
    case "Skew":
      note(log, ground, `the clock of process ${step.process} is off by ${step.ms} ms`)
      return ground.skew(step.process, step.ms)
    case "Fault":
      return meetFault(ground, log, step.fault, endings)
    case "CommitFault":
      return ground.faults.atCommit(step)
    case "ReadFault":
      note(log, ground, `read ${step.nth} from now on is not answered`)
      return ground.faults.atRead(step.nth)
    case "Outage": {
      const accounts = accountsOf(ground.world)
      const account = accounts[step.account % accounts.length] ?? ""
      note(log, ground, `${account}: ${step.how ?? "its outage ends"}`)
      if (step.how === null) ground.outages.delete(account)
      else ground.outages.set(account, step.how)
    }
  }
}

/** Actions in the provider's dashboard meet no faults. */
const spares = ({ reference }: ScriptedCall): boolean => isByHand(reference)

const meetFault = (ground: Ground, log: RunLog, fault: Fault, endings: Array<() => void>): void => {
  const { of, meets, times = 1 } = fault
  note(log, ground, `the next ${times} of ${of}: ${meets}`)
  endings.push(applyFaults([fault], { box: ground.box, spares }))
}

const outageOf = {
  charge: {
    not_sent: chargeThat.isNotSent,
    throws: chargeThat.throws,
    hangs: chargeThat.hangs
  },
  modification: {
    not_sent: modificationThat.isNotSent,
    throws: modificationThat.throws,
    hangs: modificationThat.hangs
  },
  lookup: {
    not_sent: lookupThat.isUnavailable,
    throws: lookupThat.throws,
    hangs: lookupThat.hangs
  }
}

const always = { times: Number.POSITIVE_INFINITY }

/** Scripts the outages of accounts. Returns a function that ends all of them. */
const beginOutages = ({ box: { script }, outages }: Ground): (() => void) => {
  const during =
    <Conduct>(conducts: Readonly<Record<Outage, () => Conduct>>) =>
    (call: ScriptedCall): Conduct | undefined => {
      const outage = outages.get(call.account)
      return outage === undefined || spares(call) ? undefined : conducts[outage]()
    }
  script.charge(during(outageOf.charge), always)
  script.lookup(during(outageOf.lookup), always)
  for (const kind of ["capture", "void", "refund", "increment"] as const) {
    script[kind](during(outageOf.modification), always)
  }
  return () => outages.clear()
}

/** Ends the faults of the store and of clocks, and lets the bank report everything. */
const comeToRest = async (ground: Ground, log: RunLog): Promise<void> => {
  const { clock, box, observer, world } = ground
  note(log, ground, "all faults end")
  ground.faults.end()
  for (let number = 0; number < world.processes; number++) ground.skew(number, 0)
  await ground.process(0)
  const notify = () => clock.until(box.notify(observer.payloom, { again: true }))
  await passTime(ground, log, 12 * day)
  for (let time = 0; time < 2; time++) {
    await notify()
    await passTime(ground, log, hour)
  }
}

/**
 * Returns a sentence for each charge or change that is in flight when nothing should be. Without
 * lookups, only a person can decide a request that never reached the provider.
 */
const inFlight = async (ground: Ground): Promise<ReadonlyArray<string>> => {
  const findings: Array<string> = []
  if (!ground.box.provider.capabilities.lookup) return findings
  for (const tenant of ground.tenants) {
    const attempts = await ground.rows(tenant, AttemptCollection)
    const modifications = await ground.rows(tenant, ModificationCollection)
    findings.push(
      ...attempts.filter(isInFlight).map(({ id, status }) => `${id} is still ${status}`),
      ...modifications
        .filter(({ status }) => status === "pending")
        .map(({ id, kind }) => `the ${kind} ${id} is still pending`)
    )
  }
  return findings
}
