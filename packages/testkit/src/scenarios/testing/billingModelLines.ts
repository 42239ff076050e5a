import {
  BillingCycleCollection,
  type Collection,
  EventCollection,
  PaymentCollection,
  type Row,
  type Subscription
} from "@payloom/core"
import { Effect } from "effect"
import type { Simulation } from "../../simulation/simulation.ts"
import type { Life, ModelCycle } from "./billingModel.ts"

const pageSize = 500

/** Reads the rows of a collection that were not read before, by id. */
const unread = <R extends Row>({ payloom, shop }: Simulation, of: Collection<R>) => {
  let last: R["id"] | undefined
  return async (): Promise<ReadonlyArray<R>> => {
    const rows: Array<R> = []
    for (;;) {
      const after = last === undefined ? {} : { after: last }
      const page = await Effect.runPromise(
        payloom.services.storage.page(shop.scope, of, { order: "asc", limit: pageSize, ...after })
      )
      rows.push(...page.map(({ row }) => row))
      last = rows.at(-1)?.id ?? last
      if (page.length < pageSize) return rows
    }
  }
}

/** Compares the engine with the model. Returns null if they agree, or both and their history. */
export type Comparison = (
  ids: ReadonlyArray<string>,
  lives: ReadonlyArray<Life>
) => Promise<string | null>

/**
 * Creates a repeated comparison of an engine with its model. It reads payments and events only
 * once, because events don't change, and a payment is decided in the step that creates it.
 */
export const comparison = (lab: Simulation): Comparison => {
  const { storage } = lab.payloom.services
  const morePayments = unread(lab, PaymentCollection)
  const moreEvents = unread(lab, EventCollection)
  const payments = new Map<string, Array<string>>()
  const events = new Map<string, Array<string>>()
  const readMore = async () => {
    for (const { billingCycle = "", created, type, amount, status } of await morePayments()) {
      push(payments, billingCycle, paymentLine([created, type, amount, status]))
    }
    for (const { type, occurredAt, data } of await moreEvents()) {
      if (type.startsWith("subscription.")) push(events, idOf(data), eventLine([occurredAt, type]))
    }
  }
  const engineLines = async (id: string): Promise<ReadonlyArray<string>> => {
    const rows = await Effect.runPromise(
      storage.page(lab.shop.scope, BillingCycleCollection, {
        where: { subscription: id },
        order: "asc",
        limit: pageSize
      })
    )
    const cycles = rows.map(({ row }) => row)
    return [
      standing(await lab.shop.subscriptions.retrieve(id)),
      ...cycles.map(cycleLine),
      ...cycles.flatMap((cycle) => payments.get(cycle.id) ?? []),
      ...(events.get(id) ?? [])
    ]
  }
  return async (ids, lives) => {
    await readMore()
    for (const [place, id] of ids.entries()) {
      const life = lives[place]
      if (life === undefined) return "The engine has a subscription that the model has not."
      const engine = await engineLines(id)
      const model = linesOf(life)
      if (engine.join("\n") !== model.join("\n")) {
        return [...apart(engine, model), "", await lab.timeline(id)].join("\n")
      }
    }
    return null
  }
}

const push = (to: Map<string, Array<string>>, key: string, line: string): void => {
  const lines = to.get(key)
  if (lines === undefined) to.set(key, [line])
  else lines.push(line)
}

const idOf = ({ object }: { readonly object: unknown }): string =>
  (object as { readonly id?: string }).id ?? ""

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
  ...life.cycles.map((cycle) => cycleLine({ ...cycle, attemptCount: cycle.tries })),
  ...life.cycles.flatMap(({ payments }) => payments.map(paymentLine)),
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

const paymentLine = ([when, type, amount, status]: ModelCycle["payments"][number]): string =>
  `${at(when)} ${type} ${amount} ${status}`

const eventLine = ([when, type]: Life["events"][number]): string => `${at(when)} ${type}`
