import {
  type Choice,
  charge,
  end,
  exhaust,
  fallDue,
  type Life,
  record,
  resume,
  skip,
  withStatus
} from "./billingModel.ts"
import { blockedRetryAt } from "./billingModelBlock.ts"
import { dayMs, type ModelCard, triesLeft } from "./billingModelCard.ts"

/** The whole state of the model. */
export interface ModelWorld {
  now: number
  readonly choice: Choice
  readonly lives: Array<Life>
  readonly cards: ReadonlyArray<ModelCard>
}

/** A due event. Of several at one time, the first in the list comes first. */
type Due = readonly [at: number, does: (now: number) => void]

const hourMs = 3_600_000

const never = Number.POSITIVE_INFINITY

/** Returns the time of the next event, or infinity. */
export const nextAt = (world: ModelWorld): number =>
  Math.min(...world.lives.map((life) => soonest(life, world)?.[0] ?? never))

/** Moves time on and runs each event when it is due. */
export const pass = (world: ModelWorld, until: number): void => {
  for (;;) {
    const at = nextAt(world)
    if (at > until) break
    world.now = at
    for (const life of world.lives) {
      let due = soonest(life, world)
      while (due !== null && due[0] <= at) {
        due[1](at)
        due = soonest(life, world)
      }
    }
  }
  world.now = until
}

const soonest = (life: Life, { choice, now }: ModelWorld): Due | null =>
  dueOf(life, choice)
    .map(([at, does]): Due => [Math.max(at, now), does])
    .reduce<Due | null>((first, due) => (first === null || due[0] < first[0] ? due : first), null)

const atOnce = 0

const dueOf = (life: Life, choice: Choice): ReadonlyArray<Due> => {
  switch (life.status) {
    case "pending_first_payment":
      return firstPayment(life)
    case "trialing":
    case "active":
      return [...boundary(life, life.period.end), ...renewal(life), ...announcement(life)]
    case "past_due":
      return [...boundary(life, life.period.end), ...beginning(life), ...retry(life, choice)]
    case "paused":
      return paused(life)
    default:
      return []
  }
}

const boundary = (life: Life, at: number): ReadonlyArray<Due> =>
  life.cancelAtPeriodEnd ? [[at, (now) => end(life, now, ["canceled", life.reason])]] : []

const firstPayment = (life: Life): ReadonlyArray<Due> => {
  const [cycle] = life.cycles
  if (cycle === undefined) return []
  const date = againAt(life) ?? (cycle.status === "due" ? atOnce : undefined)
  const expires = life.created + 23 * hourMs
  return [
    [expires, (now) => end(life, now, ["expired", "first_payment_failed"])],
    ...(date === undefined ? [] : ([[date, (now: number) => charge(life, cycle, now)]] as const))
  ]
}

/**
 * Returns the time of the next charge of the oldest cycle, on another card or after a failure
 * without a fault of the card.
 */
const againAt = ({ isTriedAtOnce, blocked }: Life): number | undefined => {
  if (isTriedAtOnce) return atOnce
  return blocked === null ? undefined : blockedRetryAt(blocked)
}

/** Returns the next renewal: the oldest waiting cycle, the next one at its date, or the end. */
const renewal = (life: Life): ReadonlyArray<Due> => {
  const waiting = withStatus(life, "due")
  if (waiting !== undefined) {
    const again = againAt(life)
    const charged: Due = [again ?? atOnce, (now) => charge(life, waiting, now)]
    return again === undefined ? [charged] : [...beginning(life), charged]
  }
  const next = withStatus(life, "scheduled")
  if (next === undefined) {
    return [[life.period.end, (now) => end(life, now, ["expired", "completed"])]]
  }
  const renew = (now: number) => {
    fallDue(life, next)
    charge(life, next, now)
  }
  return [[next.dueAt, renew]]
}

/** Returns the announcement of a renewal, seven days before its charge. */
const announcement = (life: Life): ReadonlyArray<Due> => {
  const next = withStatus(life, "scheduled")
  const isCharged = life.terms.amount > 0n && !life.cancelAtPeriodEnd
  if (next === undefined || !isCharged || withStatus(life, "due") !== undefined) return []
  if (next.sequence <= life.announced) return []
  const announce = (now: number) => {
    life.announced = next.sequence
    record(life, now, "upcoming_renewal")
  }
  return [[next.dueAt - 7 * dayMs, announce]]
}

/** Returns the start of a cycle that waits for an unpaid one before it. */
const beginning = (life: Life): ReadonlyArray<Due> => {
  const next = withStatus(life, "scheduled")
  return next === undefined ? [] : [[next.dueAt, () => fallDue(life, next)]]
}

const retry = (life: Life, choice: Choice): ReadonlyArray<Due> => {
  const cycle = withStatus(life, "retrying")
  if (cycle === undefined) return []
  const isAgain = againAt(life) !== undefined
  const date = againAt(life) ?? life.dates[0]
  if (date === undefined) {
    return [[atOnce, (now) => exhaust(life, cycle, now, choice)]]
  }
  const attempt = (now: number) => {
    const isUnused = (!isAgain && life.isStopped) || triesLeft(life.card, now) <= 0
    if (!isUnused) return charge(life, cycle, now)
    life.isTriedAtOnce = false
    life.blocked = null
    life.dates = life.dates.filter((one) => one > now)
  }
  return [[date, attempt]]
}

const paused = (life: Life): ReadonlyArray<Due> => {
  const { pause, resumesAt } = life
  if (pause === null) return []
  const ends = resumesAt ?? never
  const next = pause.behavior === "skip" ? withStatus(life, "scheduled") : undefined
  const isSkipped = next !== undefined && next.dueAt < ends
  return [
    ...boundary(life, pause.periodEnd),
    ...(isSkipped ? ([[next.dueAt, () => skip(life, next)]] as const) : []),
    ...(resumesAt === null
      ? []
      : ([[resumesAt, (now: number) => resume(life, pause, now)]] as const))
  ]
}
