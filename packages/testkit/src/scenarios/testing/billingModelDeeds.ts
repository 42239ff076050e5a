import {
  begun,
  end,
  hold,
  type Life,
  type ModelTerms,
  over,
  record,
  resume
} from "./billingModel.ts"
import type { ModelConduct } from "./billingModelCard.ts"
import { type ModelWorld, pass } from "./billingModelTime.ts"

/** An action of a merchant, a card or time. `life` and `card` are positions in the world. */
export type Deed =
  | { readonly does: "subscribe"; readonly card: number; readonly terms: ModelTerms }
  | {
      readonly does: "cancel"
      readonly life: number
      readonly cancelAtPeriodEnd: boolean
      readonly reason: string | null
    }
  | {
      readonly does: "pause"
      readonly life: number
      readonly behavior: "shift" | "skip"
      /** Null until somebody resumes it. */
      readonly forMs: number | null
    }
  | { readonly does: "resume"; readonly life: number }
  | { readonly does: "changeCard"; readonly life: number; readonly card: number }
  | { readonly does: "become"; readonly card: number; readonly conduct: ModelConduct }
  | { readonly does: "choose"; readonly exhausted: "terminate" | "pause" }
  | { readonly does: "wait"; readonly ms: number }

/** An action on an existing subscription. */
type Asked = Extract<Deed, { readonly life: number }>

/** Applies an action to the model. Returns `done`, or the error that refuses it. */
export const doneTo = (world: ModelWorld, deed: Deed): string => {
  const { lives, cards, choice } = world
  switch (deed.does) {
    case "wait":
      pass(world, world.now + deed.ms)
      return "done"
    case "choose":
      choice.exhausted = deed.exhausted
      return "done"
    case "become": {
      const card = cards[deed.card]
      if (card !== undefined) card.conduct = deed.conduct
      return "done"
    }
    case "subscribe": {
      const card = cards[deed.card]
      if (card !== undefined) lives.push(begun(deed.terms, card, world.now))
      pass(world, world.now)
      return "done"
    }
    default: {
      const life = lives[deed.life]
      const answer = life === undefined ? "done" : asked(world, life, deed)
      pass(world, world.now)
      return answer
    }
  }
}

const asked = (world: ModelWorld, life: Life, deed: Asked): string => {
  const { now } = world
  switch (deed.does) {
    case "cancel":
      return cancel(life, deed, now)
    case "pause":
      return pause(life, deed, now)
    case "resume":
      if (life.pause === null) return "SubscriptionNotPaused"
      if (life.pause.behavior === "skip") return "PauseBehaviorUnsupported"
      resume(life, life.pause, now)
      return "done"
    case "changeCard": {
      if (over.includes(life.status)) return "SubscriptionEnded"
      const card = world.cards[deed.card]
      if (card === undefined || card === life.card) return "done"
      life.card = card
      life.isStopped = false
      life.isTriedAtOnce =
        life.blocked !== null || life.cycles.some(({ status }) => status === "retrying")
      record(life, now, "instrument_updated")
      return "done"
    }
  }
}

const cancel = (
  life: Life,
  { cancelAtPeriodEnd, reason }: Extract<Deed, { readonly does: "cancel" }>,
  now: number
): string => {
  const { status, pause: held } = life
  if (status === "canceled") return "done"
  if (over.includes(status)) return "SubscriptionEnded"
  const given = reason ?? life.reason
  const isPast = held !== null && now >= held.periodEnd
  if (!cancelAtPeriodEnd || status === "pending_first_payment" || isPast) {
    end(life, now, ["canceled", given])
    return "done"
  }
  life.cancelAtPeriodEnd = true
  life.reason = given
  return "done"
}

const pause = (
  life: Life,
  { behavior, forMs }: Extract<Deed, { readonly does: "pause" }>,
  now: number
): string => {
  const { status } = life
  if (over.includes(status)) return "SubscriptionEnded"
  if (status !== "trialing" && status !== "active" && status !== "past_due") {
    return "SubscriptionNotPausable"
  }
  hold(life, now, { behavior, from: status, resumesAt: forMs === null ? null : now + forMs })
  return "done"
}
