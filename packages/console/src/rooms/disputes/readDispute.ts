import { DisputeCollection, type DisputeRecord, EventCollection, type Scope } from "@payloom/core"
import { Effect, Option } from "effect"
import type { ConsoleEngine, Read } from "../../Room.ts"
import { customerNames } from "../customers/customerNames.ts"
import type { EventView } from "../payments/PaymentView.ts"
import { accountNames } from "../payments/readPayments.ts"
import type { DisputeView } from "./DisputeView.ts"

const mostEvents = 100

/** The stages in which a provider still takes evidence. */
const takingEvidence: ReadonlySet<string> = new Set([
  "alert",
  "retrieval_request",
  "chargeback_received",
  "evidence_required",
  "pre_arbitration",
  "arbitration"
])

/** A dispute with its payment, its events, and what the provider takes. */
export const readDispute: Read = {
  path: "/disputes/:id",
  run: async ({ merchant, payloom, id, now }): Promise<DisputeView> => {
    const { scope, disputes, payments, audit } = merchant
    const dispute = await disputes.retrieve(id)
    const [record, payment, accounts, events, acts] = await Promise.all([
      recordOf(payloom, scope, id),
      payments.retrieve(dispute.payment),
      accountNames(merchant),
      eventsOf(payloom, scope, dispute.payment, id),
      audit.list({ subject: id, limit: 20 })
    ])
    const { status, amount, amountRefunded, currency, customer, created } = payment
    const [payer] = await customerNames(payloom, scope, [customer])
    return {
      dispute,
      providerReference: record.providerReference,
      takesEvidence: takingEvidence.has(dispute.stage),
      account: accounts.find(({ id: own }) => own === dispute.mid) ?? null,
      payment: { id: payment.id, status, amount, amountRefunded, currency, customer, created },
      customer: payer ?? null,
      events,
      acts: acts.data,
      now
    }
  }
}

const recordOf = async (
  { services }: ConsoleEngine,
  scope: Scope,
  id: string
): Promise<DisputeRecord> => {
  const found = await Effect.runPromise(services.storage.get(scope, DisputeCollection, id))
  return Option.getOrThrow(found).row
}

/** Events of a dispute belong to its payment's timeline, so those are read. */
const eventsOf = async (
  { services }: ConsoleEngine,
  scope: Scope,
  payment: string,
  dispute: string
): Promise<ReadonlyArray<EventView>> => {
  const query = { where: { subject: payment }, order: "desc", limit: mostEvents } as const
  const rows = await Effect.runPromise(services.storage.page(scope, EventCollection, query))
  return rows.flatMap(({ row: { id, type, occurredAt, published, data } }) => {
    const { id: own, stage } = data.object as { readonly id?: unknown; readonly stage?: unknown }
    if (own !== dispute) return []
    return [{ id, type, occurredAt, published, status: typeof stage === "string" ? stage : null }]
  })
}
