import { randomUUID } from "node:crypto"
import {
  type BillingCycle,
  isEngineError,
  type Merchant,
  type Payloom,
  type Plan,
  type Subscription
} from "@payloom/core"
import { type Sandbox, type TestCardName, type TimelineLine, timelineOf } from "@payloom/testkit"
import { Effect } from "effect"
import type { PassTime } from "../demo/passTime.ts"

/** What the shop's club is made with. */
export interface ClubOptions {
  readonly payloom: Payloom
  readonly merchant: Merchant
  readonly box: Sandbox
  /** Where the shop is. */
  readonly url: string
  readonly publishableKey: string
  /** Has the engine live through some time. */
  readonly passTime: PassTime
}

/** What there is to say of a membership. */
export interface Membership {
  readonly subscription: Subscription
  readonly cycles: ReadonlyArray<BillingCycle>
  readonly history: ReadonlyArray<TimelineLine>
  /** The card that is charged: its brand and last digits. */
  readonly card: string
  /** What time it is for the engine, in milliseconds since the epoch. */
  readonly now: number
}

/** How far time can be moved at once. */
export const spans = ["day", "week", "month"] as const
type Span = (typeof spans)[number]

/** The cards that a member can change to. */
export const memberCards = [
  "approved",
  "insufficient_funds",
  "lost_card"
] as const satisfies ReadonlyArray<TestCardName>

/** The club's plan: made at the first start, found again on later ones. */
export const coffeeClub = async ({ plans }: Merchant): Promise<Plan> => {
  const made: Array<Plan> = []
  for await (const plan of plans.iterate()) if (plan.metadata.demo === "club") made.push(plan)
  const open = made.find(({ status }) => status === "active")
  if (open !== undefined) return open
  return plans.create(
    {
      name: "Coffee club",
      amount: 900n,
      currency: "EUR",
      interval: { unit: "month", count: 1 },
      trial: { days: 14, amount: 0n },
      metadata: { demo: "club" }
    },
    // Of servers that start at once on one database, one makes it.
    { idempotencyKey: `the club's plan ${made.length}` }
  )
}

/** The club, on the engine itself: some of what it does is no operation of the HTTP API's. */
export const club = (options: ClubOptions) => ({
  ...joining(options),
  look: lookerOf(options),
  ...deedsOf(options)
})

/** No two calls are the same one. */
const once = () => ({ idempotencyKey: randomUUID() })

const joining = ({ merchant, url, publishableKey }: ClubOptions) => {
  const signUps = new Map<string, string>()
  return {
    plan: () => coffeeClub(merchant),
    /** The subscriptions that were made last. */
    latest: async (): Promise<ReadonlyArray<Subscription>> =>
      (await merchant.subscriptions.list({ limit: 5 })).data,
    /** Opens a session for the plan; answers where to send the payer. */
    join: async (locale: string): Promise<string> => {
      const { id: plan, name: description } = await coffeeClub(merchant)
      const signUp = randomUUID()
      const session = await merchant.checkout.create(
        {
          mode: "subscription",
          plan,
          description,
          locale,
          publishableKey,
          successUrl: `${url}/shop/sign-ups/${signUp}`,
          cancelUrl: `${url}/`
        },
        once()
      )
      signUps.set(signUp, session.id)
      return session.url ?? url
    },
    /** The subscription that a sign-up led to; null where it was not paid. */
    joined: async (signUp: string): Promise<string | null> => {
      const session = signUps.get(signUp)
      return session === undefined ? null : (await merchant.checkout.retrieve(session)).subscription
    }
  }
}

/** Reads a membership; null where there is no such subscription. */
const lookerOf =
  ({ payloom: { services }, merchant }: ClubOptions) =>
  async (id: string): Promise<Membership | null> => {
    const { subscriptions, paymentInstruments, scope } = merchant
    const subscription = await subscriptions.retrieve(id).catch(nobody)
    if (subscription === null) return null
    const { card } = await paymentInstruments.retrieve(subscription.paymentInstrument)
    return {
      subscription,
      cycles: (await subscriptions.listCycles(id, { limit: 100 })).data,
      history: await Effect.runPromise(timelineOf(services.storage, scope, id)),
      card: `${card.brand} ending in ${card.last4}`,
      now: services.clock.currentTimeMillisUnsafe()
    }
  }

const nobody = (error: unknown): null => {
  if (isEngineError(error) && error._tag === "ResourceNotFound") return null
  throw error
}

const deedsOf = ({ merchant, box, url, publishableKey, passTime }: ClubOptions) => {
  const { subscriptions } = merchant
  /** What was asked for has happened by the time the page is shown. */
  const settled = () => passTime((now) => now)
  return {
    pause: async (id: string) => void (await subscriptions.pause(id, {}, once())),
    resume: async (id: string) => {
      await subscriptions.resume(id, once())
      await settled()
    },
    cancel: async (id: string, cancelAtPeriodEnd: boolean) => {
      await subscriptions.cancel(id, { cancelAtPeriodEnd }, once())
      await settled()
    },
    /** Moves it to another test card; what is overdue is charged to that at once. */
    changeCard: async (id: string, card: TestCardName) => {
      const { customer } = await subscriptions.retrieve(id)
      const paymentInstrument = await box.saveCard(merchant, card, customer)
      await subscriptions.update(id, { paymentInstrument }, once())
      await settled()
    },
    /** Opens a session for what is overdue; answers where to send the payer. */
    recover: async (id: string, locale: string): Promise<string> => {
      const page = `${url}/shop/subscriptions/${id}`
      const session = await subscriptions.recoverySession(
        id,
        { locale, publishableKey, successUrl: page, cancelUrl: page },
        once()
      )
      return session.url ?? page
    },
    /** Moves the engine's time ahead, and runs what falls due. */
    goAhead: (span: Span) => passTime((now) => after(now, span))
  }
}

/** What the club does. */
export type Club = ReturnType<typeof club>

const after = (moment: number, span: Span): number => {
  const date = new Date(moment)
  if (span === "month") date.setUTCMonth(date.getUTCMonth() + 1)
  else date.setUTCDate(date.getUTCDate() + (span === "week" ? 7 : 1))
  return date.getTime()
}
