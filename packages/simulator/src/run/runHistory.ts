import { setTimeout } from "node:timers/promises"
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
import { consumerFailure } from "../ground/bookkeeper.ts"
import { type Ground, openGround, type RunChanges } from "../ground/openGround.ts"
import { accountsOf } from "../ground/openTenants.ts"
import type { History, Outage, Step } from "../history/History.ts"
import { isByHand } from "../operations/bankOperations.ts"
import { encryptCards } from "../operations/cards.ts"
import { auditFindings, auditFindingsInFlight } from "./auditFindings.ts"
import { endMixture, letPass, passTime, work } from "./passTime.ts"
import type { Run } from "./Run.ts"
import { newRunLog, note, type RunLog } from "./RunLog.ts"
import { sendCalls } from "./sendCalls.ts"

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * Runs a history: several engines on one store, with the sandbox's bank. Afterwards all faults
 * end, time passes until nothing is in flight, and everything is audited. The same history gives
 * the same run.
 */
export const runHistory = async (history: History, changes: RunChanges = {}): Promise<Run> => {
  const log = newRunLog()
  const { limitMs = usualLimitMs } = changes
  const limit = new AbortController()
  const overdue = setTimeout(limitMs, null, { signal: limit.signal }).then(() => {
    log.isAbandoned = true
    return abandoned(history, log, `The run did not end within ${limitMs} ms of real time.`)
  })
  overdue.catch(() => undefined)
  const playing = play(history, log, changes)
  // The steps of an abandoned run end with an error, which nobody needs.
  playing.catch(() => undefined)
  try {
    return await Promise.race([playing, overdue])
  } finally {
    limit.abort()
  }
}

/** So long takes no history, also on a busy machine. */
const usualLimitMs = 10 * minute

const abandoned = (history: History, log: RunLog, finding: string): Run => ({
  history,
  findings: [...log.findings, finding],
  timeline: log.timeline,
  coverage: log.coverage,
  calls: log.calls,
  simulatedMs: 0
})

const play = async (history: History, log: RunLog, changes: RunChanges): Promise<Run> => {
  const ground = await openGround(
    history,
    {
      onCommit: (place, fault, changes) => {
        countCommit(log.coverage, place, fault, changes)
        if (fault === undefined) return
        note(log, ground, `  commit ${place.commit} of ${place.operation} meets ${fault}`)
      },
      onChanges: (changes) => {
        for (const transition of transitionsOf(changes)) {
          count(log.coverage.transitions, transition)
        }
      }
    },
    changes
  )
  await encryptCards(ground.box.encryptCard)
  const began = ground.clock.now()
  const endings = [beginOutages(ground)]
  for (const step of history.steps) {
    if (step._tag === "Pass" && step.ms >= minute) await lookInside(ground, log, history)
    await takeStep(ground, log, step, endings)
    if (log.isAbandoned) throw new Error("The run took too long.")
  }
  await lookInside(ground, log, history)
  for (const end of endings) end()
  await comeToRest(ground, log)
  const findings = [
    ...log.findings,
    ...ground.watched.findings(),
    ...ground.releases.findings(),
    ...logFindings(ground),
    ...(await auditFindings(ground, history))
  ]
  await Promise.all([ground.observer, ...ground.living()].map(({ payloom }) => payloom.close()))
  return {
    history,
    findings: [...new Set(findings)],
    timeline: log.timeline,
    coverage: log.coverage,
    calls: log.calls,
    simulatedMs: ground.clock.now() - began
  }
}

const lookInside = async (ground: Ground, log: RunLog, history: History): Promise<void> =>
  void log.findings.push(...(await auditFindingsInFlight(ground, history)))

/** The beginnings of causes that faults of a history explain. */
const explained = [
  "StorageUnavailable:",
  "CommitConflict:",
  "Error: sandbox:",
  `Error: ${consumerFailure}`,
  "Error: It took longer than"
]

/** Returns a sentence for each failure that an engine logged and that no fault explains. */
const logFindings = ({ logged }: Ground): ReadonlyArray<string> =>
  logged.flatMap(({ message, cause }) =>
    cause === undefined || explained.some((beginning) => cause.startsWith(beginning))
      ? []
      : [`An engine logged: ${message} ${cause.split("\n")[0]}`]
  )

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
      if (ground.world.works) return ground.clock.advance(second)
      await work(ground, log, processes)
      return
    }
    case "Pass":
      note(log, ground, `${step.ms / 1000} s pass${step.idle ? " without work" : ""}`)
      return letPass(ground, log, step)
    case "Kill": {
      const process = await ground.process(step.process)
      note(log, ground, `process ${process.number} is killed`)
      return process.connection.die()
    }
    case "Deploy": {
      const release = step.isNext ? "the next release" : "this release"
      note(log, ground, `process ${step.process} is closed, and ${release} takes its place`)
      return ground.deploy(step.process, step.isNext)
    }
    case "Skew":
      note(log, ground, `the clock of process ${step.process} is off by ${step.ms} ms`)
      return ground.skew(step.process, step.ms)
    case "Fault":
      return meetFault(ground, log, step.fault, endings)
    case "WrongAmount":
      return approveOtherwise(ground, log, step, endings)
    case "CommitFault":
      return ground.faults.atCommit(step)
    case "ReadFault":
      note(log, ground, `read ${step.nth} from now on is not answered`)
      return ground.faults.atRead(step.nth)
    case "ReceiverFault":
      note(log, ground, `the next ${step.times} receivers of webhooks: ${step.meets}`)
      return ground.receivers.meet(step.meets, step.times)
    case "ConsumerFault":
      note(log, ground, `the next ${step.times} events of the consumer: ${step.meets}`)
      return ground.bookkeeper.meet(step.meets, step.times)
    case "Outage": {
      const accounts = accountsOf(ground.world)
      const account = accounts[step.account % accounts.length] ?? ""
      note(log, ground, `${account}: ${step.how ?? "its outage ends"}`)
      if (step.how === null) ground.outages.delete(account)
      else ground.outages.set(account, step.how)
    }
  }
}

const always = { times: Number.POSITIVE_INFINITY }

/** Actions in the provider's dashboard meet no faults. */
const spares = ({ reference }: ScriptedCall): boolean => isByHand(reference)

const meetFault = (ground: Ground, log: RunLog, fault: Fault, endings: Array<() => void>): void => {
  const { of, meets, times = 1 } = fault
  note(log, ground, `the next ${times} of ${of}: ${meets}`)
  endings.push(applyFaults([fault], { box: ground.box, spares }))
}

/** Has the bank approve the next charge for another amount. A charge of nothing is no charge. */
const approveOtherwise = (
  ground: Ground,
  log: RunLog,
  { surplus, isLost }: Extract<Step, { readonly _tag: "WrongAmount" }>,
  endings: Array<() => void>
): void => {
  note(log, ground, `the next charge is approved with ${surplus} more`)
  const { isApprovedWithSurplus, throwsAfterCharging } = chargeThat
  const more = BigInt(surplus)
  let isOver = false
  const end = () => {
    isOver = true
  }
  const entry = (call: ScriptedCall) => {
    if (isOver || spares(call) || (call.amount ?? 0n) + more <= 0n) return undefined
    end()
    return isLost ? throwsAfterCharging(more) : isApprovedWithSurplus(more)
  }
  endings.push(end)
  ground.box.script.charge(entry, always)
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

const mostLastRounds = 100

/**
 * Ends the faults of the store, of clocks, of receivers and of the consumer, and lets the bank
 * report everything.
 */
const comeToRest = async (ground: Ground, log: RunLog): Promise<void> => {
  const { clock, box, observer, world } = ground
  note(log, ground, "all faults end")
  ground.faults.end()
  ground.receivers.end()
  ground.bookkeeper.end()
  for (let number = 0; number < world.processes; number++) ground.skew(number, 0)
  await endMixture(ground)
  if (world.works) await ground.closeAll(false)
  await ground.process(0)
  const notify = () => clock.until(box.notify(observer.payloom, { again: true }))
  await passTime(ground, log, 12 * day)
  for (let time = 0; time < 2; time++) {
    await notify()
    await passTime(ground, log, hour)
  }
  // The bank may have reversed the last give-backs meanwhile.
  await notify()
  // The last jobs may have recorded events for the consumer.
  const last = await ground.process(0)
  for (let round = 0; round < mostLastRounds; round++) {
    if ((await work(ground, log, [last])) === 0) return
  }
  log.findings.push("There was always more work, although all faults had ended.")
}
