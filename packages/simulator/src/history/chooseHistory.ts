import { type Fault, type FaultSubject, faultNames } from "@payloom/testkit"
import { operations } from "../operations/operations.ts"
import { Chance } from "./Chance.ts"
import { chooseCall } from "./chooseCall.ts"
import { chooseDeploys, chooseRelease } from "./chooseDeploys.ts"
import { type Focus, focusOf } from "./Focus.ts"
import {
  commitFaults,
  consumerFaults,
  type History,
  providerKinds,
  receiverFaults,
  type Step,
  type World
} from "./History.ts"
import { openingSteps } from "./openingSteps.ts"

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * Chooses a history by its seed. Each seed has a world of its own, and uses only a part of the
 * operations and faults (swarm testing), because a rare combination is met more often if the
 * others are left out. A seed may end with `~` and a focus, such as `7~payments.create 2
 * dies_after`. Then the history is chosen so that it is likely to reach the focus.
 *
 * @example
 * const history = chooseHistory("7")
 * const { findings } = await runHistory(history)
 */
export const chooseHistory = (seed: string): History => {
  const focus = focusOf(seed)
  const chance = new Chance(seed)
  // Its own chance, so that the histories of other seeds stay the same.
  const ofReleases = new Chance(`releases of ${seed}`)
  const world = { ...chooseWorld(chance), nextRelease: chooseRelease(ofReleases) }
  const swarm = chooseSwarm(chance, world, focus)
  const length = 8 + chance.below(chance.is(0.2) ? 120 : 50)
  const steps = Array.from({ length }, () => chooseStep(chance, world, swarm))
  if (focus?.fault !== undefined) {
    steps.splice(chance.below(length), 0, { _tag: "CommitFault", ...focus.fault })
  }
  for (const step of chooseDeploys(ofReleases, world)) {
    steps.splice(ofReleases.below(length), 0, step)
  }
  const opening = openingSteps(chance, world, focus, seed)
  return { seed, world, steps: [...opening, ...prelude(chance, world), ...steps] }
}

const chooseWorld = (chance: Chance): Omit<World, "nextRelease"> => {
  // A consumer reads sixteen parts at each poll of each worker, so no world has both.
  const acts = chance.weighted([
    [{ consumes: false, works: false }, 40],
    [{ consumes: true, works: false }, 35],
    [{ consumes: false, works: true }, 25]
  ])
  return {
    startsAt: chance.one([
      "2026-01-31T12:00:00.000Z",
      "2027-11-15T12:00:00.000Z",
      "2028-02-29T23:30:00.000Z"
    ]),
    processes: 1 + chance.below(3),
    tenants: chance.is(0.3) ? 2 : 1,
    provider: chance.is(0.4) ? "usual" : chance.one(providerKinds),
    refusesAnAccount: chance.is(0.15),
    dunningExhausted: chance.is(0.3) ? "pause" : "terminate",
    interleaves: chance.is(0.6),
    ...acts
  }
}

/** The part of operations and faults that a history uses, with their weights. */
interface Swarm {
  readonly calls: ReadonlyArray<readonly [string, number]>
  readonly kinds: ReadonlyArray<readonly [StepKind, number]>
  readonly subjects: ReadonlyArray<FaultSubject>
  readonly spans: ReadonlyArray<number>
}

/** Deploys are chosen with the next release. */
type StepKind = Exclude<Step["_tag"], "Deploy">

const kindWeights: Readonly<Record<StepKind, number>> = {
  Call: 24,
  Together: 3,
  Work: 3,
  Pass: 6,
  Kill: 1,
  Skew: 1,
  Fault: 5,
  WrongAmount: 0.4,
  CommitFault: 3,
  ReadFault: 1,
  ReceiverFault: 2,
  ConsumerFault: 2,
  Outage: 1
}

const faultKinds: ReadonlySet<StepKind> = new Set([
  "Kill",
  "Skew",
  "Fault",
  "WrongAmount",
  "CommitFault",
  "ReadFault",
  "ReceiverFault",
  "ConsumerFault",
  "Outage"
])

const chooseSwarm = (chance: Chance, world: World, focus: Focus | null): Swarm => {
  const calls = Object.keys(operations).map((name): [string, number] => {
    const isFocused = focus?.operations.some((one) => name.startsWith(one)) ?? false
    const weight = chance.is(name in heavy ? 0.15 : 0.35) ? 0 : weightOf(name)
    return [name, isFocused ? 60 : weight]
  })
  const kinds = Object.entries(kindWeights).map(([kind, weight]): [StepKind, number] => {
    const isLeftOut = faultKinds.has(kind as StepKind) && chance.is(0.5)
    return [kind as StepKind, isLeftOut ? 0 : weight]
  })
  const subjects = (Object.keys(faultNames) as Array<FaultSubject>).filter(
    (subject) => subject !== "commit" && chance.is(0.6)
  )
  // A consumer reads sixteen parts at each step of time, so its worlds are short.
  const isLong = chance.is(0.4) && !world.consumes
  const spans = [second, 10 * second, minute, 15 * minute, 2 * hour, day, 5 * day]
  return {
    calls,
    kinds,
    subjects: subjects.length === 0 ? ["charge"] : subjects,
    spans: isLong ? [...spans, 15 * day, 31 * day, 31 * day, 120 * day] : spans
  }
}

/** Calls that move money, or begin something that does. Without them the others find nothing. */
const heavy: Readonly<Record<string, number>> = {
  "payments.create": 40,
  "payments.capture": 16,
  "payments.refund": 16,
  "payments.void": 10,
  "payments.incrementAuthorization": 8,
  "payer.confirm": 40,
  "checkout.create": 20,
  "subscriptions.create": 24,
  "subscriptions.update": 6,
  "subscriptions.cancel": 5,
  "subscriptions.pause": 6,
  "subscriptions.resume": 6,
  "portalSessions.create": 10,
  "bank.notify": 12,
  "bank.answerPayer": 20,
  "bank.answerChallenge": 16,
  "bank.dispute": 8,
  "bank.returnCapture": 6,
  "customers.erase": 0.5,
  "webhooks.create": 3
}

const isRead = (name: string): boolean =>
  /\.(list|retrieve|read|look|status|explain|story|health|rules|settings|find|upcoming)/.test(name)

const weightOf = (name: string): number => heavy[name] ?? (isRead(name) ? 0.4 : 2)

const chooseStep = (chance: Chance, world: World, swarm: Swarm): Step => {
  const { calls, kinds, subjects, spans } = swarm
  const process = chance.below(world.processes)
  switch (chance.weighted(kinds)) {
    case "Call":
      return chooseCall(chance, world, chance.weighted(calls))
    case "Together": {
      const call = chooseCall(chance, world, chance.weighted(calls))
      const isTwice = chance.is(0.5)
      const other = isTwice ? call : chooseCall(chance, world, chance.weighted(calls))
      return { _tag: "Together", calls: [call, { ...other, process: call.process + 1 }] }
    }
    case "Work":
      return { _tag: "Work", processes: chance.is(0.4) ? [process, process + 1] : [process] }
    case "Pass":
      return { _tag: "Pass", ms: chance.one(spans), idle: chance.is(0.15) }
    case "Kill":
      return { _tag: "Kill", process }
    case "Skew":
      return {
        _tag: "Skew",
        process,
        ms: chance.one([-2 * second, -second, 0, second, 2 * second])
      }
    case "Fault":
      return { _tag: "Fault", fault: chooseFault(chance, subjects) }
    case "WrongAmount":
      return {
        _tag: "WrongAmount",
        surplus: chance.one(["100", "1", "-1"]),
        isLost: chance.is(0.3)
      }
    case "CommitFault":
      return {
        _tag: "CommitFault",
        operation: chance.is(0.5) ? null : chance.weighted(calls),
        commit: 1 + chance.below(3),
        meets: chance.one(commitFaults)
      }
    case "ReadFault":
      return { _tag: "ReadFault", nth: 1 + chance.below(20) }
    case "ReceiverFault":
      return {
        _tag: "ReceiverFault",
        meets: chance.one(receiverFaults),
        times: chance.one([1, 1, 3, 12, 60])
      }
    case "ConsumerFault":
      return {
        _tag: "ConsumerFault",
        meets: chance.one(consumerFaults),
        times: chance.one([1, 1, 2, 30])
      }
    case "Outage":
      return {
        _tag: "Outage",
        account: chance.below(2),
        how: chance.one(["not_sent", "throws", "hangs", null, null])
      }
  }
}

const chooseFault = (chance: Chance, subjects: ReadonlyArray<FaultSubject>): Fault => {
  const of = chance.one(subjects)
  const meets = chance.one<string>(faultNames[of])
  return { of, nth: 1, times: chance.one([1, 1, 1, 2, 5]), meets } as Fault
}

/** Customers, cards and a plan, so that later steps find something. */
const prelude = (chance: Chance, world: World): ReadonlyArray<Step> =>
  ["customers.create", "cards.save", "cards.save", "plans.create", "cards.save"].map((name) =>
    chooseCall(chance, world, name)
  )
