import { randomUUID } from "node:crypto"
import {
  type BillingCycle,
  isEngineError,
  type Merchant,
  type Payloom,
  type PaymentInstrument,
  type Plan,
  type Subscription
} from "@payloom/core"
import { type Sandbox, type TestCardName, type TimelineLine, timelineOf } from "@payloom/testkit"
import { Effect } from "effect"
import type { PassTime } from "../demo/passTime.ts"

/** The dependencies of the shop's club. */
export interface ClubOptions {
  readonly payloom: Payloom
  readonly merchant: Merchant
  readonly box: Sandbox
  /** The address of the shop. */
  readonly url: string
  readonly publishableKey: string
  /** Moves the engine's time ahead. */
  readonly passTime: PassTime
}

/** The data of a membership. */
export interface Membership {
  readonly subscription: Subscription
  readonly cycles: ReadonlyArray<BillingCycle>
  readonly history: ReadonlyArray<TimelineLine>
  /** The brand and the last digits of the charged card. */
  readonly card: string
  /** The engine's time, in milliseconds since the epoch. */
  readonly now: number
}

/** The spans by which time can be moved. */
export const spans = ["day", "week", "month"] as const
type Span = (typeof spans)[number]

/** The cards for members. */
export const memberCards = [
  "approved",
  "insufficient_funds",
  "lost_card"
] as const satisfies ReadonlyArray<TestCardName>

/** Returns the club's plan. The first start creates it. */
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
    // If several servers start at once on one database, only one creates the plan.
    { idempotencyKey: `the club's plan ${made.length}` }
  )
}

/** Runs the club on the engine, because some of its calls aren't in the HTTP API. */
export const club = (options: ClubOptions) => ({
  ...joining(options),
  look: lookerOf(options),
  ...actionsOf(options)
})

/** Returns a new idempotency key. */
const once = () => ({ idempotencyKey: randomUUID() })

const joining = ({ merchant, url, publishableKey }: ClubOptions) => {
  const signUps = new Map<string, string>()
  return {
    plan: () => coffeeClub(merchant),
    /** Returns the newest subscriptions. */
    latest: async (): Promise<ReadonlyArray<Subscription>> =>
      (await merchant.subscriptions.list({ limit: 5 })).data,
    /** Opens a session for the plan, and returns the address for the payer. */
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
    /** Returns the subscription of a sign-up. Null if it wasn't paid. */
    joined: async (signUp: string): Promise<string | null> => {
      const session = signUps.get(signUp)
      return session === undefined ? null : (await merchant.checkout.retrieve(session)).subscription
    }
  }
}

const paidBy = (instrument: PaymentInstrument): string =>
  instrument.type === "card"
    ? `${instrument.card.brand} ending in ${instrument.card.last4}`
    : instrument.apm.type

/**
 * Returns a function that reads a membership. It returns null if the subscription doesn't exist.
 */
const lookerOf =
  ({ payloom: { services }, merchant }: ClubOptions) =>
  async (id: string): Promise<Membership | null> => {
    const { subscriptions, paymentInstruments, scope } = merchant
    const subscription = await subscriptions.retrieve(id).catch(nobody)
    if (subscription === null) return null
    const instrument = await paymentInstruments.retrieve(subscription.paymentInstrument)
    return {
      subscription,
      cycles: (await subscriptions.listCycles(id, { limit: 100 })).data,
      history: await Effect.runPromise(timelineOf(services.storage, scope, id)),
      card: paidBy(instrument),
      now: services.clock.currentTimeMillisUnsafe()
    }
  }

const nobody = (error: unknown): null => {
  if (isEngineError(error) && error._tag === "ResourceNotFound") return null
  throw error
}

const actionsOf = ({ merchant, box, url, publishableKey, passTime }: ClubOptions) => {
  const { subscriptions } = merchant
  /** Runs due jobs, so that the page shows their results. */
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
    /** Changes the test card. An overdue amount is charged to it at once. */
    changeCard: async (id: string, card: TestCardName) => {
      const { customer } = await subscriptions.retrieve(id)
      const paymentInstrument = await box.saveCard(merchant, card, customer)
      await subscriptions.update(id, { paymentInstrument }, once())
      await settled()
    },
    /** Opens a session for the overdue amount, and returns the address for the payer. */
    recover: async (id: string, locale: string): Promise<string> => {
      const page = `${url}/shop/subscriptions/${id}`
      const session = await subscriptions.recoverySession(
        id,
        { locale, publishableKey, successUrl: page, cancelUrl: page },
        once()
      )
      return session.url ?? page
    },
    /** Moves the engine's time ahead, and runs the jobs that fall due. */
    goAhead: (span: Span) => passTime((now) => after(now, span))
  }
}

/** The club's operations. */
export type Club = ReturnType<typeof club>

const after = (moment: number, span: Span): number => {
  const date = new Date(moment)
  if (span === "month") date.setUTCMonth(date.getUTCMonth() + 1)
  else date.setUTCDate(date.getUTCDate() + (span === "week" ? 7 : 1))
  return date.getTime()
}
