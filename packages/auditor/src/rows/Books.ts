import type { Audited } from "../Audited.ts"
import type { ProviderBooks, ProviderChange, ProviderCharge } from "../ProviderBooks.ts"
import type { Document, RawRow } from "./RawRows.ts"
import type {
  Alert,
  Attempt,
  Customer,
  Cycle,
  Delivery,
  Dispute,
  Endpoint,
  Erasure,
  EventRow,
  Idempotency,
  Job,
  LedgerGroup,
  Modification,
  Parked,
  Payment,
  Session,
  Subscription
} from "./rowTypes.ts"

/** A stored row with its version. */
export interface Versioned<D extends Document = Document> {
  readonly version: number
  readonly doc: D
}

/** Facts about all rows of one tenant in one mode, for books that have only a part of them. */
export interface ScopeFacts {
  /** The time of the oldest delivery, in milliseconds since the epoch. */
  readonly oldestDelivery: number
  /** The customers whose erasure is done. */
  readonly erased: ReadonlySet<string>
}

/** The rows of one tenant in one mode, and their relations. */
export class Books {
  readonly tenant: string
  readonly mode: string
  readonly audited: Audited
  #facts: ScopeFacts | undefined
  readonly #rows: ReadonlyMap<string, ReadonlyArray<RawRow>>
  readonly #groups = new Map<string, ReadonlyMap<unknown, ReadonlyArray<Document>>>()
  #events: ReadonlyMap<string, ReadonlyArray<EventRow>> | undefined

  constructor(
    audited: Audited,
    tenant: string,
    mode: string,
    rows: ReadonlyMap<string, ReadonlyArray<RawRow>>,
    facts?: ScopeFacts
  ) {
    this.#facts = facts
    this.audited = audited
    this.tenant = tenant
    this.mode = mode
    this.#rows = rows
  }

  /** Returns the facts that need all rows of the tenant and the mode. */
  get facts(): ScopeFacts {
    this.#facts ??= {
      oldestDelivery: leastOf(this.deliveries.map(({ created }) => created)),
      erased: new Set(this.erasures.flatMap(({ id, doneAt }) => (doneAt === null ? [] : id)))
    }
    return this.#facts
  }

  /** Returns the rows of a collection with their versions. */
  versions(collection: string): ReadonlyArray<Versioned> {
    return this.#rows.get(collection) ?? []
  }

  /** Returns all collections that have rows. */
  collections(): ReadonlyArray<string> {
    return [...this.#rows.keys()]
  }

  get payments() {
    return this.#all<Payment>("payments")
  }
  get attempts() {
    return this.#all<Attempt>("attempts")
  }
  get modifications() {
    return this.#all<Modification>("modifications")
  }
  get disputes() {
    return this.#all<Dispute>("disputes")
  }
  get groups() {
    return this.#all<LedgerGroup>("ledger_groups")
  }
  get events() {
    return this.#all<EventRow>("events")
  }
  get jobs() {
    return this.#all<Job>("jobs")
  }
  get sessions() {
    return this.#all<Session>("checkout_sessions")
  }
  get subscriptions() {
    return this.#all<Subscription>("subscriptions")
  }
  get cycles() {
    return this.#all<Cycle>("billing_cycles")
  }
  get deliveries() {
    return this.#all<Delivery>("webhook_deliveries")
  }
  get endpoints() {
    return this.#all<Endpoint>("webhook_endpoints")
  }
  get answers() {
    return this.#all<Idempotency>("idempotency_records")
  }
  get parked() {
    return this.#all<Parked>("parked_events")
  }
  get customers() {
    return this.#all<Customer>("customers")
  }
  get erasures() {
    return this.#all<Erasure>("erasures")
  }
  get alerts() {
    return this.#all<Alert>("alerts")
  }
  /** The attempts of which a notification of the provider could not be booked. */
  get contradicted(): ReadonlySet<string> {
    const kept = this.versions("kept_notices").filter(({ doc }) => doc.status === "kept")
    return new Set(kept.flatMap(({ doc }) => Object(doc.notice).reference ?? []))
  }
  /** The attempts of which the provider charged another amount. An operator decides them. */
  get mismatched(): ReadonlySet<string> {
    const alerts = this.alerts.filter(({ type }) => type === "alert.amount_mismatch")
    return new Set(alerts.flatMap(({ subject }) => subject ?? []))
  }

  attemptsOf(payment: Payment): ReadonlyArray<Attempt> {
    const own = this.#by<Attempt>("attempts", "payment", payment.id)
    // Ids of one millisecond have no order, so the payment's list gives it.
    const places = new Map(payment.attempts.map((id, place) => [id, place]))
    const placeOf = ({ id }: Attempt) => places.get(id) ?? places.size
    return own.toSorted((left, right) => placeOf(left) - placeOf(right))
  }
  modificationsOf(payment: string): ReadonlyArray<Modification> {
    return this.#by("modifications", "payment", payment)
  }
  disputesOf(payment: string): ReadonlyArray<Dispute> {
    return this.#by("disputes", "payment", payment)
  }
  groupsOf(payment: string): ReadonlyArray<LedgerGroup> {
    return this.#by("ledger_groups", "payment", payment)
  }
  /** The events whose object has an id. */
  eventsOf(object: string): ReadonlyArray<EventRow> {
    this.#events ??= Map.groupBy(this.events, ({ data }) => data.object.id ?? "")
    return this.#events.get(object) ?? []
  }
  paymentsOfSession(session: string): ReadonlyArray<Payment> {
    return this.#by("payments", "checkoutSession", session)
  }
  paymentsOfCycle(cycle: string): ReadonlyArray<Payment> {
    return this.#by("payments", "billingCycle", cycle)
  }
  /** The cycles of a subscription, in the order of their sequence. */
  cyclesOf(subscription: string): ReadonlyArray<Cycle> {
    const own = this.#by<Cycle>("billing_cycles", "subscription", subscription)
    return own.toSorted((left, right) => left.sequence - right.sequence)
  }
  deliveriesOf(event: string): ReadonlyArray<Delivery> {
    return this.#by("webhook_deliveries", "event", event)
  }
  /** Returns the row of an id in a collection. */
  find<D extends Document>(collection: string, id: string): D | undefined {
    return this.#by<D>(collection, "id", id)[0]
  }
  /** Returns true if there is a job of a kind for a row. */
  hasJob(kind: string, subject: string): boolean {
    return this.#by<Job>("jobs", "subject", subject).some((job) => job.kind === kind)
  }

  #all<D extends Document>(collection: string): ReadonlyArray<D> {
    return this.versions(collection).map(({ doc }) => doc as D)
  }

  #by<D extends Document>(collection: string, field: string, value: string): ReadonlyArray<D> {
    const name = `${collection}.${field}`
    const known = this.#groups.get(name) ?? Map.groupBy(this.#all(collection), (row) => row[field])
    this.#groups.set(name, known)
    return (known.get(value) ?? []) as ReadonlyArray<D>
  }
}

/** Returns the least of some times. Infinity if there are none. */
export const leastOf = (times: ReadonlyArray<number>): number =>
  times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY)

/**
 * Returns the books of every tenant and mode. If the rows are a part of the store, `factsOf` knows
 * the others.
 */
export const booksOf = (
  audited: Audited,
  factsOf?: (tenant: string, mode: string) => ScopeFacts
): ReadonlyArray<Books> => {
  const scopes = new Map<string, Map<string, Array<RawRow>>>()
  for (const [collection, rows] of Object.entries(audited.rows.collections)) {
    for (const row of rows) {
      const scope = `${row.tenant}/${row.mode}`
      const own = scopes.get(scope) ?? new Map<string, Array<RawRow>>()
      scopes.set(scope, own)
      const list = own.get(collection)
      if (list === undefined) own.set(collection, [row])
      else list.push(row)
    }
  }
  return [...scopes].map(([scope, rows]) => {
    const [tenant = "", mode = ""] = scope.split("/")
    return new Books(audited, tenant, mode, rows, factsOf?.(tenant, mode))
  })
}

/** The providers' books by reference. */
export interface ProviderIndex {
  readonly names: ReadonlySet<string>
  readonly charges: ReadonlyMap<string, ReadonlyArray<ProviderCharge>>
  readonly changes: ReadonlyMap<string, ReadonlyArray<ProviderChange>>
}

/** Returns the providers' books by reference. Null without books. */
export const providerIndex = (books: ProviderBooks | undefined): ProviderIndex | null =>
  books === undefined
    ? null
    : {
        names: new Set(books.providers),
        charges: Map.groupBy(books.charges, ({ reference }) => reference),
        changes: Map.groupBy(books.changes, ({ charge }) => charge)
      }
