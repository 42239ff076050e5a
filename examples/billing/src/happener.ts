import { type Merchant, type Payloom, PaymentInstrumentCollection } from "@payloom/core"
import { Effect, Option } from "effect"
import type { Bank } from "./bank.ts"
import { type Happening, type Life, pauseEnds } from "./lives.ts"
import type { Enrolled } from "./merchant.ts"

/** Carries out what happens to subscribers. */
export interface Happener {
  /** Carries out the happenings of a time. Some of them run concurrently. */
  readonly let: (happenings: ReadonlyArray<Happening>) => Promise<void>
  /** The ids of subscriptions, by the number of the subscriber. */
  readonly subscriptions: ReadonlyMap<number, string>
}

/** Creates a happener for a merchant and the bank. `enrol` creates a subscription. */
export const happener = (
  payloom: Payloom,
  merchant: Merchant,
  bank: Bank,
  enrol: (life: Life) => Promise<Enrolled>
): Happener => {
  const subscriptions = new Map<number, string>()
  /** The vault references of cards that are changed later. */
  const cards = new Map<number, string>()
  const subscribe = async (life: Life): Promise<void> => {
    const { subscription, card } = await enrol(life)
    subscriptions.set(life.nth, subscription)
    if (life.fate === "plain") return
    const { storage } = payloom.services
    const found = storage.get(merchant.scope, PaymentInstrumentCollection, card)
    const { row } = Option.getOrThrow(await Effect.runPromise(found))
    cards.set(life.nth, row.card?.vaultReference ?? "")
  }
  const happen = async ({ life, what }: Happening): Promise<void> => {
    const id = subscriptions.get(life.nth) ?? ""
    const card = cards.get(life.nth) ?? ""
    const key = { idempotencyKey: `${what} ${life.nth}` }
    switch (what) {
      case "subscribes":
        return subscribe(life)
      case "runs_dry":
        return bank.conduct(card, "has_no_money")
      case "has_money":
        return bank.conduct(card, "approves")
      case "loses_card":
        return bank.conduct(card, "is_lost")
      case "cancels":
        return void (await merchant.subscriptions.cancel(id, {}, key))
      case "pauses": {
        const behavior = life.fate === "shifts" ? "shift" : "skip"
        const resumesAt = pauseEnds(life)
        return void (await merchant.subscriptions.pause(id, { behavior, resumesAt }, key))
      }
    }
  }
  return {
    subscriptions,
    let: async (happenings) => {
      for (let next = 0; next < happenings.length; next += atOnce) {
        await Promise.all(happenings.slice(next, next + atOnce).map(happen))
      }
    }
  }
}

/** The number of happenings that run concurrently. */
const atOnce = 64
