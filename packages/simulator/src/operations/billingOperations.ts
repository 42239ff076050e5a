import {
  type BillingInterval,
  CustomerCollection,
  PaymentInstrumentCollection,
  PlanCollection,
  PortalSessionCollection,
  SubscriptionCollection
} from "@payloom/core"
import { type Choices, onMerchant, ownMetadata, someMetadata } from "./Operation.ts"
import { anyAmount } from "./paymentOperations.ts"

const limit = { limit: 20 }
const day = 86_400_000

const intervals: ReadonlyArray<BillingInterval> = [
  { unit: "month", count: 1 },
  { unit: "week", count: 2 },
  { unit: "month", count: 3 },
  { unit: "day", count: 20 },
  { unit: "year", count: 1 }
]

const price = (choices: Choices) => ({
  amount: choices.draw.chance(15) ? 0n : anyAmount(choices),
  currency: "EUR",
  interval: choices.draw.one(intervals)
})

const extras = ({ draw }: Choices) => ({
  ...(draw.chance(30) ? { trial: { days: draw.one([3, 14]), amount: draw.one([0n, 100n]) } } : {}),
  ...(draw.chance(30) ? { setupFee: 500n } : {}),
  ...(draw.chance(40) ? { endAfterCycles: draw.one([1, 3, 12]) } : {})
})

/** Chooses the terms of a subscription, by a plan or on their own. */
export const anyTerms = async (choices: Choices) => {
  if (choices.draw.chance(40)) return { plan: (await choices.row(PlanCollection)).id }
  const trial = choices.draw.chance(30) ? { trialDays: choices.draw.one([3, 10]) } : {}
  return { ...price(choices), ...trial }
}

const subscription = async (choices: Choices) => (await choices.row(SubscriptionCollection)).id

/** Chooses a subscription, and mostly one with one of these statuses. */
export const subscriptionThatIs = async (choices: Choices, ...statuses: ReadonlyArray<string>) =>
  (await choices.mostly(SubscriptionCollection, ({ status }) => statuses.includes(status))).id

/** Plans and subscriptions. */
export const billingOperations = {
  ...onMerchant("plans", {
    create: (choices) => [
      { name: "A plan", ...price(choices), ...extras(choices) },
      choices.options
    ],
    list: () => [limit],
    retrieve: async (choices) => [(await choices.row(PlanCollection)).id],
    update: async (choices) => [
      (await choices.row(PlanCollection)).id,
      choices.draw.chance(30) ? { status: "retired" } : { name: "Another name" },
      choices.options
    ],
    supersede: async (choices) => [
      (await choices.row(PlanCollection)).id,
      { amount: anyAmount(choices) },
      choices.options
    ]
  }),
  ...onMerchant("subscriptions", {
    create: async (choices) => {
      const { id, customer } = await choices.row(PaymentInstrumentCollection)
      const terms = await anyTerms(choices)
      const note = someMetadata(choices)
      return [{ customer, paymentInstrument: id, ...terms, ...note }, choices.options]
    },
    list: async (choices) => {
      if (choices.draw.chance()) return [limit]
      const { customer, plan } = await choices.row(SubscriptionCollection)
      return [plan === null ? { ...limit, customer } : { ...limit, customer, plan }]
    },
    retrieve: async (choices) => [await subscription(choices)],
    update: async (choices) => {
      const { id, customer } = await choices.row(SubscriptionCollection)
      if (choices.draw.chance(30)) return [id, ownMetadata(choices), choices.options]
      const card = await choices.row(
        PaymentInstrumentCollection,
        (instrument) => instrument.customer === customer
      )
      return [id, { paymentInstrument: card.id }, choices.options]
    },
    cancel: async (choices) => [
      await subscription(choices),
      choices.draw.chance() ? { cancelAtPeriodEnd: false } : {},
      choices.options
    ],
    undoCancel: async (choices) => [
      (
        await choices.mostly(
          SubscriptionCollection,
          ({ cancelAtPeriodEnd, canceledAt }) => cancelAtPeriodEnd && canceledAt === null
        )
      ).id,
      choices.options
    ],
    pause: async (choices) => {
      const id = await subscriptionThatIs(choices, "active", "trialing", "past_due")
      const behavior = choices.draw.chance() ? ({ behavior: "skip" } as const) : {}
      const resumesAt = choices.ground.clock.now() + choices.draw.one([1, 10, 45]) * day
      const until = choices.draw.chance() ? { resumesAt } : {}
      return [id, { ...behavior, ...until }, choices.options]
    },
    resume: async (choices) => [await subscriptionThatIs(choices, "paused"), choices.options],
    listCycles: async (choices) => [await subscription(choices), limit],
    preview: async (choices) => [await anyTerms(choices)],
    upcoming: async (choices) => [await subscription(choices), { limit: 3 }],
    consent: async (choices) => [await subscription(choices)],
    recoverySession: async (choices) => [
      await subscriptionThatIs(choices, "past_due"),
      {},
      choices.options
    ]
  }),
  ...onMerchant("portalSessions", {
    create: async (choices) => [
      {
        customer: (await choices.row(CustomerCollection)).id,
        allow: ["payment_instruments", "cancel", "cancel_now", "pause", "pay_overdue", "receipts"]
      },
      choices.options
    ],
    retrieve: async (choices) => [(await choices.row(PortalSessionCollection)).id],
    revoke: async (choices) => [(await choices.row(PortalSessionCollection)).id],
    look: async (choices) => [(await choices.row(PortalSessionCollection)).id]
  })
}
