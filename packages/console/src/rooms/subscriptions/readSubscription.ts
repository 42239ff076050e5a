import {
  BillingCycleCollection,
  type BillingCycleRecord,
  grantsAccess,
  type Payment,
  PaymentCollection,
  type Scope,
  SubscriptionCollection,
  type SubscriptionRecord
} from "@payloom/core"
import { Effect, Option } from "effect"
import { serviceOf } from "../../frame/leftOut.ts"
import type { ConsoleEngine, Read } from "../../Room.ts"
import { customerNames } from "../customers/customerNames.ts"
import { planNames } from "./readSubscriptions.ts"
import type { CycleView, SubscriptionAct, SubscriptionView } from "./SubscriptionView.ts"

const mostCharges = 24
const mostCycles = 60

/** Cycles ahead have rows too, so a few more rows are read than cycles are shown. */
const cyclesAhead = 3

/** A subscription with its next charges, its past cycles, and what belongs to it. */
export const readSubscription: Read = {
  path: "/subscriptions/:id",
  run: async ({ merchant, payloom, id, now }): Promise<SubscriptionView> => {
    const { scope, audit, paymentInstruments } = merchant
    const subscriptions = serviceOf(merchant.subscriptions, "billing")
    const subscription = await subscriptions.retrieve(id)
    const { customer, plan, paymentInstrument } = subscription
    const [upcoming, record, begun, customers, plans, instrument, acts] = await Promise.all([
      subscriptions.upcoming(id, { limit: mostCharges }),
      recordOf(payloom, scope, id),
      cyclesOf(payloom, scope, id),
      customerNames(payloom, scope, [customer]),
      planNames(payloom, scope, [plan]),
      paymentInstruments.retrieve(paymentInstrument).catch(() => null),
      audit.list({ subject: id, limit: 20 })
    ])
    const { trial, setupFee, endAfterCycles } = record.terms
    const { at, source, session } = record.consent
    return {
      subscription,
      grantsAccess: grantsAccess(subscription, now),
      terms: { trialDays: trial?.days ?? null, setupFee, endAfterCycles },
      upcoming,
      pause:
        record.pause === null ? null : { behavior: record.pause.behavior, at: record.pause.at },
      ...begun,
      customer: customers[0] ?? null,
      instrument,
      plan: plans[0] ?? null,
      consent: { at, source, session },
      acts: acts.data,
      possible: possibleActs(record),
      now
    }
  }
}

const recordOf = async (
  { services }: ConsoleEngine,
  scope: Scope,
  id: string
): Promise<SubscriptionRecord> => {
  const found = await Effect.runPromise(services.storage.get(scope, SubscriptionCollection, id))
  return Option.getOrThrow(found).row
}

const cyclesOf = async (
  { services: { storage } }: ConsoleEngine,
  scope: Scope,
  id: string
): Promise<Pick<SubscriptionView, "cycles" | "hasOlder">> => {
  const rows = await Effect.runPromise(
    storage.page(scope, BillingCycleCollection, {
      where: { subscription: id },
      order: "desc",
      limit: mostCycles + cyclesAhead + 1
    })
  )
  const begun = rows.map(({ row }) => row).filter(hasBegun)
  const shown = begun.slice(0, mostCycles)
  const wanted = shown.flatMap(({ payment }) => (payment === null ? [] : [payment]))
  const payments =
    wanted.length === 0
      ? []
      : await Effect.runPromise(storage.getMany(scope, PaymentCollection, wanted))
  const byId = new Map<string, PaymentFacts>(payments.map(({ row }) => [row.id, row]))
  return {
    cycles: shown.map((cycle) => cycleView(cycle, byId)),
    hasOlder: begun.length > mostCycles
  }
}

/** Cycles ahead of an ended subscription were canceled, and never began. */
const hasBegun = ({ status, payment }: BillingCycleRecord): boolean =>
  status !== "scheduled" && (status !== "canceled" || payment !== null)

type PaymentFacts = Pick<Payment, "id" | "status" | "amount" | "currency" | "created"> & {
  readonly decline: { readonly code: string } | null
}

const cycleView = (
  cycle: BillingCycleRecord,
  payments: ReadonlyMap<string, PaymentFacts>
): CycleView => {
  const { id, sequence, dueAt, periodStart, periodEnd, status, attemptCount } = cycle
  const paid = payments.get(cycle.payment ?? "")
  return {
    ...{ id, sequence, dueAt, periodStart, periodEnd, status, attemptCount },
    payment:
      paid === undefined
        ? null
        : {
            id: paid.id,
            status: paid.status,
            amount: paid.amount,
            currency: paid.currency,
            created: paid.created,
            declineCode: paid.decline?.code ?? null
          }
  }
}

/** Returns what a person can do with a subscription now. */
const possibleActs = ({
  status,
  pause,
  cancelAtPeriodEnd
}: SubscriptionRecord): ReadonlyArray<SubscriptionAct> => {
  const pauses = status === "trialing" || status === "active" || status === "past_due"
  const isOpen = pauses || status === "paused" || status === "pending_first_payment"
  return [
    ...(status === "past_due" ? (["subscriptions.recoverySession"] as const) : []),
    ...(pause?.behavior === "shift" ? (["subscriptions.resume"] as const) : []),
    ...(pauses && !cancelAtPeriodEnd ? (["subscriptions.pause"] as const) : []),
    ...(isOpen ? (["subscriptions.cancel"] as const) : [])
  ]
}
