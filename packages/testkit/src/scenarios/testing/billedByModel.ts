import { Storage } from "@payloom/core"
import { Layer } from "effect"
import { type SimulatedCard, type Simulation, simulation } from "../../simulation/simulation.ts"
import type { ModelTerms } from "./billingModel.ts"
import type { ModelCard } from "./billingModelCard.ts"
import { type Deed, doneTo } from "./billingModelDeeds.ts"
import { comparison } from "./billingModelLines.ts"
import { deedsOf, type Step } from "./billingModelSteps.ts"
import type { ModelWorld } from "./billingModelTime.ts"
import { scenarioStorage } from "./scenarioStorage.ts"

/** The options of an engine and its model. */
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
}

/**
 * Applies steps to an engine and to the model. Returns the first difference with the steps before
 * it and details to judge it, or null if both agree after each step.
 */
export const difference = async (
  { startsAt, exhausted }: Beginning,
  steps: ReadonlyArray<Step>
): Promise<string | null> => {
  const storage = Layer.succeed(Storage, scenarioStorage())
  const lab = await simulation({ startsAt, dunningExhausted: exhausted, storage })
  const first = await lab.card()
  const cards = [first]
  while (cards.length < cardCount) cards.push(await lab.card({ customer: first.customer }))
  const modelCards = cards.map((): ModelCard => ({ conduct: "approved", declines: [] }))
  const world = { now: startsAt, choice: { exhausted }, lives: [], cards: modelCards }
  const both: Both = { lab, world, cards, ids: [] }
  const compared = comparison(lab)
  const taken: Array<string> = []
  for (const step of steps) {
    for (const deed of deedsOf(world, step)) {
      const at = new Date(world.now).toISOString()
      const predicted = doneTo(world, deed)
      const answer = await doneBy(both, deed)
      taken.push(`${at}  ${JSON.stringify(deed, bigints)} → ${answer}`)
      const wrong =
        answer === predicted ? await compared(both.ids, world.lives) : `refused: ${predicted}`
      if (wrong !== null) return [...taken, "", wrong].join("\n")
    }
  }
  const findings = await lab.audit()
  await lab.close()
  return findings.length === 0 ? null : [...taken, "", ...findings].join("\n")
}

const bigints = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value)

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

/** Subscribes with inline terms if these suffice, and with a plan otherwise. */
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
