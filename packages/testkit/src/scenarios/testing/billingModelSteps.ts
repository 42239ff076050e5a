import { type Life, over } from "./billingModel.ts"
import { dayMs } from "./billingModelCard.ts"
import type { Deed } from "./billingModelDeeds.ts"
import { type ModelWorld, nextAt } from "./billingModelTime.ts"

/** An action, or a function of the model's state that returns one. */
export type Step =
  | Deed
  /** Waits until this long before the model's next event. */
  | { readonly does: "waitForNext"; readonly earlyMs: number }
  /** A change of a subscription in its present state, which other states may refuse. */
  | {
      readonly does: "whatSuits"
      readonly life: number
      readonly pick: number
      /** The length of a wait or a pause, in intervals of the subscription. */
      readonly intervals: number
    }

/**
 * Splits a step into actions, each to be done before the next one. Subscriptions act at even or
 * odd milliseconds, so that two never act at the same time, for which no order is defined.
 */
export function* deedsOf(world: ModelWorld, step: Step): Generator<Deed> {
  const { lives, now } = world
  switch (step.does) {
    case "waitForNext":
      yield* nextWait(world, step.earlyMs)
      break
    case "wait":
      yield { does: "wait", ms: Math.min(step.ms, longestWait(world)) }
      break
    case "subscribe":
      if (lives.length < mostLives) yield* atOwnTime(now, lives.length, step)
      break
    case "whatSuits": {
      const life = lives[step.life]
      if (life === undefined) break
      const suitable = whatSuits(life, step, world.cards.indexOf(life.card))
      for (const one of suitable[step.pick % suitable.length] ?? []) yield* deedsOf(world, one)
      break
    }
    case "become":
    case "choose":
      yield step
      break
    default:
      if (lives[step.life] !== undefined) yield* atOwnTime(now, step.life, step)
  }
}

const mostLives = 2

const atOwnTime = (now: number, place: number, deed: Deed): ReadonlyArray<Deed> =>
  now % mostLives === place ? [deed] : [{ does: "wait", ms: 1 }, deed]

const nextWait = (world: ModelWorld, earlyMs: number): ReadonlyArray<Deed> => {
  const at = nextAt(world)
  if (at === Number.POSITIVE_INFINITY) return []
  return [{ does: "wait", ms: Math.max(0, at - earlyMs - world.now) }]
}

const whatSuits = (
  { status, pause, terms }: Life,
  { life, intervals }: Extract<Step, { readonly does: "whatSuits" }>,
  card: number
): ReadonlyArray<ReadonlyArray<Step>> => {
  const ms = Math.round(intervals * intervalDays(terms) * 24) * hourMs
  const next = { does: "waitForNext", earlyMs: 0 } as const
  const wait = { does: "wait", ms } as const
  const shift = { does: "pause", life, behavior: "shift", forMs: null } as const
  const skip = { ...shift, behavior: "skip", forMs: ms } as const
  const another = { does: "changeCard", life, card: (card + 1) % mostCards } as const
  const becomes = { does: "become", card } as const
  const dies = { ...becomes, conduct: "insufficient_funds" } as const
  const lives = { ...becomes, conduct: "approved" } as const
  const untilDeclined = [dies, next, next, next]
  const untilBlocked: ReadonlyArray<Step> = [
    { ...becomes, conduct: "issuer_unavailable" },
    next,
    next,
    wait,
    next
  ]
  const untilRefusedOften: ReadonlyArray<Step> = [
    { ...becomes, conduct: "cascade_exhausted" },
    next,
    next,
    next,
    next,
    next
  ]
  const held = [shift, wait, { does: "resume", life }] as const
  switch (status) {
    case "pending_first_payment":
      return [[next], [another], [lives]]
    case "trialing":
    case "active":
      return [
        held,
        [{ ...shift, forMs: ms }, wait],
        [skip, wait],
        [next],
        [wait],
        untilDeclined,
        untilRefusedOften,
        untilBlocked,
        [...untilBlocked, another],
        [...untilBlocked, ...held],
        [...untilBlocked, lives, next]
      ]
    case "past_due":
      return [
        held,
        [{ ...shift, forMs: ms }],
        [skip, wait],
        [next],
        [wait],
        [another],
        [lives, next],
        untilBlocked,
        [...untilBlocked, dies, next],
        [...untilBlocked, ...held]
      ]
    case "paused":
      return pause?.behavior === "skip" ? [[next], [wait]] : [[wait], [{ does: "resume", life }]]
    default:
      return []
  }
}

const mostCards = 3
const hourMs = dayMs / 24
const unitDays = { day: 1, week: 7, month: 30, year: 365 } as const

const intervalDays = ({ interval }: Life["terms"]): number =>
  unitDays[interval.unit] * interval.count

const mostCyclesAtOnce = 8

/**
 * Limits waits so that a run is fast. A year of daily charges shows no more than a few weeks do.
 */
const longestWait = ({ lives, now }: ModelWorld): number =>
  Math.min(
    ...lives
      .filter(({ status }) => !over.includes(status))
      .flatMap((life) => [
        mostCyclesAtOnce * intervalDays(life.terms) * dayMs,
        longestBlocked(life, now)
      ])
  )

const mostBlockedDays = 20

/**
 * Limits blocked times. A card that is charged twice a day for years shows no more than a few
 * weeks do.
 */
const longestBlocked = ({ card, cycles, blocked }: Life, now: number): number => {
  if (card.conduct !== "issuer_unavailable") return Number.POSITIVE_INFINITY
  const next = cycles.find(({ status }) => status === "scheduled")?.dueAt ?? now
  const begins = blocked === null ? Math.max(now, next) : now
  return begins - now + mostBlockedDays * dayMs
}
