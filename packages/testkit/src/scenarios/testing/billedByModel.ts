import {
  BillingCycleCollection,
  EventCollection,
  PaymentCollection,
  type Subscription
} from "@payloom/core"
import { Effect } from "effect"
import { everyRow } from "../../audit/everyRow.ts"
import { type SimulatedCard, type Simulation, simulation } from "../../simulation/simulation.ts"
import type { Life, ModelTerms } from "./billingModel.ts"
import type { ModelCard } from "./billingModelCard.ts"
import { type Deed, doneTo } from "./billingModelDeeds.ts"
import { type ModelWorld, nextAt } from "./billingModelTime.ts"

/** A deed, or a wait until just when the model says that something happens next. */
export type Step = Deed | { readonly does: "waitForNext"; readonly earlyMs: number }

/** How an engine and a model of it begin. */
export interface Beginning {
  readonly startsAt: number
  readonly exhausted: "terminate" | "pause"
}

const cardCount = 3

interface Both {
  readonly lab: Simulation
  readonly world: ModelWorld
  readonly cards: ReadonlyArray<SimulatedCard>
  /** The ids of the engine's subscriptions, in the order of the model's. */
  readonly ids: Array<string>
  readonly plans: Array<string>
}

/**
 * Takes the steps in an engine and in the model. Answers what differs, after which steps, with what
 * people need to judge who is wrong; null where the two agree after each.
 */
export const difference = async (
  { startsAt, exhausted }: Beginning,
  steps: ReadonlyArray<Step>
): Promise<string | null> => {
  const lab = await simulation({ startsAt, dunningExhausted: exhausted })
  const first = await lab.card()
  const cards = [first]
  while (cards.length < cardCount) cards.push(await lab.card({ customer: first.customer }))
  const modelCards = cards.map((): ModelCard => ({ conduct: "approved", declines: [] }))
  const world = { now: startsAt, choice: { exhausted }, lives: [], cards: modelCards }
  const both: Both = { lab, world, cards, ids: [], plans: [] }
  const taken: Array<string> = []
  for (const step of steps) {
    for (const deed of deedsOf(both, step)) {
      const at = new Date(world.now).toISOString()
      const predicted = doneTo(world, deed)
      const answer = await doneBy(both, deed)
      taken.push(`${at}  ${JSON.stringify(deed, bigints)} → ${answer}`)
      const wrong = answer === predicted ? await compared(both) : `refused: ${predicted}`
      if (wrong !== null) return [...taken, "", wrong].join("\n")
    }
  }
  const findings = await lab.audit()
  await lab.close()
  return findings.length === 0 ? null : [...taken, "", ...findings].join("\n")
}

const bigints = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value)

/**
 * A step as deeds. Each subscription has milliseconds of its own, even or odd, so that never two of
 * them do something at once, for which no order is told.
 */
const deedsOf = ({ world }: Both, step: Step): ReadonlyArray<Deed> => {
  if (step.does === "waitForNext") {
    const at = nextAt(world)
    if (at === Number.POSITIVE_INFINITY) return []
    return [{ does: "wait", ms: Math.max(0, at - step.earlyMs - world.now) }]
  }
  const own = step.does === "subscribe" ? world.lives.length : "life" in step ? step.life : null
  if (step.does === "subscribe" && own === 2) return []
  if ("life" in step && world.lives[step.life] === undefined) return []
  return own === null || world.now % 2 === own ? [step] : [{ does: "wait", ms: 1 }, step]
}

const doneBy = async (both: Both, deed: Deed): Promise<string> => {
  const { lab } = both
  try {
    await carriedOut(both, deed)
  } catch (error) {
    return (error as { readonly _tag?: string })._tag ?? String(error)
  }
  await lab.clock.elapse(0, lab.payloom)
  return "done"
}

const carriedOut = async (both: Both, deed: Deed): Promise<unknown> => {
  const { lab, cards, ids } = both
  const { subscriptions, scope } = lab.shop
  const id = "life" in deed ? (ids[deed.life] ?? "") : ""
  const options = { idempotencyKey: `${ids.length} ${lab.clock.now()} ${Math.random()}` }
  switch (deed.does) {
    case "wait":
      return lab.clock.elapse(deed.ms, lab.payloom)
    case "choose":
      return lab.payloom.tenants.updateAccount(scope, { dunningExhausted: deed.exhausted })
    case "become":
      return cards[deed.card]?.becomes(deed.conduct)
    case "subscribe":
      return subscribed(both, deed.terms, cards[deed.card])
    case "cancel": {
      const { cancelAtPeriodEnd, reason } = deed
      const given = reason === null ? {} : { reason }
      return subscriptions.cancel(id, { cancelAtPeriodEnd, ...given }, options)
    }
    case "pause": {
      const { behavior, forMs } = deed
      const until = forMs === null ? {} : { resumesAt: lab.clock.now() + forMs }
      return subscriptions.pause(id, { behavior, ...until }, options)
    }
    case "resume":
      return subscriptions.resume(id, options)
    case "changeCard":
      return subscriptions.update(id, { paymentInstrument: cards[deed.card]?.id ?? "" }, options)
  }
}

/** On terms of its own where these say all, and by a plan where they can't. */
const subscribed = async (
  { lab, ids }: Both,
  { trial, setupFee, endAfterCycles, ...own }: ModelTerms,
  card: SimulatedCard | undefined
): Promise<void> => {
  const name = `terms ${ids.length}`
  const priced = { ...own, currency: "EUR" }
  const isPlain = setupFee === 0n && endAfterCycles === null && (trial?.amount ?? 0n) === 0n
  const plan = isPlain
    ? null
    : await lab.shop.plans.create(
        { name, ...priced, trial, setupFee, endAfterCycles },
        { idempotencyKey: name }
      )
  const days = isPlain && trial !== null ? { trialDays: trial.days } : {}
  const terms = plan === null ? { ...priced, ...days } : { plan: plan.id }
  const { id } = await lab.subscribe({ ...terms, ...(card === undefined ? {} : { card }) })
  ids.push(id)
}

const compared = async ({ lab, world, ids }: Both): Promise<string | null> => {
  const { storage } = lab.payloom.services
  const { scope } = lab.shop
  const cycles = await Effect.runPromise(everyRow(storage, scope, BillingCycleCollection))
  const payments = await Effect.runPromise(everyRow(storage, scope, PaymentCollection))
  const events = await Effect.runPromise(everyRow(storage, scope, EventCollection))
  for (const [place, id] of ids.entries()) {
    const life = world.lives[place]
    if (life === undefined) return "The engine has a subscription that the model has not."
    const own = cycles.filter(({ subscription }) => subscription === id)
    const charged = new Set<string | undefined>(own.map((cycle) => cycle.id))
    const engine = [
      standing(await lab.shop.subscriptions.retrieve(id)),
      ...own.map(cycleLine),
      ...payments
        .filter(({ billingCycle }) => charged.has(billingCycle))
        .map(({ created, type, amount, status }) => paymentLine([created, type, amount, status])),
      ...events
        .filter(({ type, data }) => type.startsWith("subscription.") && isOf(data.object, id))
        .map(({ occurredAt, type }) => eventLine([occurredAt, type]))
    ]
    const model = linesOf(life)
    if (engine.join("\n") !== model.join("\n")) {
      return [...apart(engine, model), "", await lab.timeline(id)].join("\n")
    }
  }
  return null
}

const isOf = (object: unknown, id: string): boolean =>
  (object as { readonly id?: unknown }).id === id

const apart = (engine: ReadonlyArray<string>, model: ReadonlyArray<string>) => [
  "Only the engine:",
  ...engine.filter((line) => !model.includes(line)),
  "Only the model:",
  ...model.filter((line) => !engine.includes(line)),
  "",
  "The engine:",
  ...engine,
  "",
  "The model:",
  ...model
]

const at = (moment: number | null): string =>
  moment === null ? "never" : new Date(moment).toISOString()

const standing = (shown: Subscription): string =>
  [
    `${shown.status} from ${at(shown.currentPeriodStart)} to ${at(shown.currentPeriodEnd)}`,
    `paid until ${at(shown.paidUntil)}, trial until ${at(shown.trialEnd)}`,
    `anchored ${at(shown.billingCycleAnchor)}`,
    `ends with the period: ${shown.cancelAtPeriodEnd}, ended ${at(shown.canceledAt)}`,
    `reason ${shown.cancelReason}, resumes ${at(shown.resumesAt)}`
  ].join("; ")

const linesOf = (life: Life): ReadonlyArray<string> => [
  standing({
    status: life.status,
    currentPeriodStart: life.period.start,
    currentPeriodEnd: life.period.end,
    paidUntil: life.paidUntil,
    trialEnd: life.trialEnd,
    billingCycleAnchor: life.anchor.at,
    cancelAtPeriodEnd: life.cancelAtPeriodEnd,
    canceledAt: life.canceledAt,
    cancelReason: life.reason,
    resumesAt: life.resumesAt
  } as Subscription),
  ...life.cycles.map(({ tries, ...cycle }) => cycleLine({ ...cycle, attemptCount: tries })),
  ...life.payments.map(paymentLine),
  ...life.events.map(eventLine)
]

interface SeenCycle {
  readonly sequence: number
  readonly status: string
  readonly dueAt: number
  readonly periodStart: number
  readonly periodEnd: number
  readonly amount: bigint
  readonly attemptCount: number
}

const cycleLine = (cycle: SeenCycle): string =>
  `cycle ${cycle.sequence} ${cycle.status} due ${at(cycle.dueAt)}, ` +
  `${at(cycle.periodStart)} to ${at(cycle.periodEnd)}, ${cycle.amount}, ${cycle.attemptCount} tries`

const paymentLine = ([when, type, amount, status]: Life["payments"][number]): string =>
  `${at(when)} ${type} ${amount} ${status}`

const eventLine = ([when, type]: Life["events"][number]): string => `${at(when)} ${type}`
