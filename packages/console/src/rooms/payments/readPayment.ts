import {
  type Attempt,
  type AttemptExplanation,
  type ConsumedEvent,
  PaymentCollection,
  type PaymentRecord,
  type WebhookDelivery
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { ConsoleMerchant, Read, ReadCall } from "../../Room.ts"
import type { AttemptView, DeliveryView, EventView, PaymentView } from "./PaymentView.ts"
import { possibleActs } from "./possibleActs.ts"
import { accountNames } from "./readPayments.ts"

const mostDisputes = 5

/** A payment with everything that belongs to it. */
export const readPayment: Read = {
  path: "/payments/:id",
  run: async ({ merchant, payloom, id }): Promise<PaymentView> => {
    const { payments, routing, webhooks } = merchant
    const story = await payments.story(id)
    const { payment } = story
    const [record, attempts, refunds, accounts, rules, endpoints, related, disputes] =
      await Promise.all([
        recordOf(payloom, merchant, payment.id),
        payments.listAttempts(id, { limit: 100 }),
        payments.listRefunds(id),
        accountNames(merchant),
        routing.rules(),
        webhooks.list(),
        relatedOf(merchant, payment),
        merchant.disputes.list({ payment: payment.id, limit: mostDisputes })
      ])
    const ruleNames = new Map<string, string>(rules.map(({ id: rule, name }) => [rule, name]))
    const urls = new Map<string, string>(endpoints.data.map(({ id: own, url }) => [own, url]))
    return {
      payment,
      attempts: story.attempts.map((attempt) => attemptView(attempt, attempts.data, ruleNames)),
      events: story.events.map(eventView),
      deliveries: story.deliveries.map((delivery) => deliveryView(delivery, urls)),
      bookings: story.books.map(({ id: group, kind, currency, created, entries }) => ({
        ...{ id: group, kind, currency, created, entries }
      })),
      acts: story.audit,
      refunds: refunds.data,
      accounts,
      ...related,
      disputes: disputes.data.map(({ id: dispute, stage, amount, evidenceDueBy }) => ({
        ...{ id: dispute, stage, amount, evidenceDueBy }
      })),
      unbooked: await unbookedOf(merchant, record),
      possible: possibleActs(record, attempts.data)
    }
  }
}

/** Returns the stored payment, which has the amounts that changes in progress have reserved. */
const recordOf = async (
  { services }: ReadCall["payloom"],
  { scope }: ConsoleMerchant,
  id: string
) => {
  const found = await Effect.runPromise(services.storage.get(scope, PaymentCollection, id))
  return Option.getOrThrow(found).row
}

const unbookedOf = async (
  { notifications }: ConsoleMerchant,
  { unbooked = [] }: PaymentRecord
): Promise<PaymentView["unbooked"]> => Promise.all(unbooked.map((id) => notifications.retrieve(id)))

const relatedOf = async (
  { customers, paymentInstruments, checkout }: ConsoleMerchant,
  { customer, paymentInstrument, checkoutSession }: PaymentView["payment"]
): Promise<Pick<PaymentView, "customer" | "instrument" | "session">> => {
  const [payer, instrument, session] = await Promise.all([
    customer === null ? null : customers.retrieve(customer).catch(() => null),
    paymentInstrument === null
      ? null
      : paymentInstruments.retrieve(paymentInstrument).catch(() => null),
    checkoutSession === null ? null : checkout?.retrieve(checkoutSession).catch(() => null)
  ])
  return {
    customer:
      payer === null
        ? null
        : { id: payer.id, name: payer.name, email: payer.email, reference: payer.reference },
    instrument,
    session:
      session === null || session === undefined
        ? null
        : {
            id: session.id,
            status: session.status,
            description: session.description,
            created: session.created
          }
  }
}

const attemptView = (
  { rule, ...attempt }: AttemptExplanation,
  attempts: ReadonlyArray<Attempt>,
  ruleNames: ReadonlyMap<string, string>
): AttemptView => {
  const reference = attempts.find(({ id }) => id === attempt.attempt)?.providerReference
  const name = rule === null ? null : (ruleNames.get(rule) ?? null)
  return {
    ...attempt,
    rule: name,
    ruleIsGone: rule !== null && name === null,
    providerReference: reference === attempt.attempt ? null : (reference ?? null)
  }
}

const eventView = ({ id, type, occurredAt, published, data }: ConsumedEvent): EventView => {
  const resource = data.object as { readonly status?: unknown; readonly stage?: unknown }
  const status = resource.status ?? resource.stage
  return { id, type, occurredAt, published, status: typeof status === "string" ? status : null }
}

const deliveryView = (
  { id, event, type, status, created, attempts, endpoint }: WebhookDelivery,
  urls: ReadonlyMap<string, string>
): DeliveryView => ({
  ...{ id, event, type, status, created, attempts },
  url: urls.get(endpoint) ?? `${endpoint} (deleted)`
})
