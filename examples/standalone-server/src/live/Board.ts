/** An event as a line of a page. */
export interface EventLine {
  readonly id: string
  /** The date and the time of day in UTC. */
  readonly at: string
  readonly type: string
  /** True for events that only the engine's operators see. */
  readonly isInternal: boolean
  /** The id of the event's payment. Null if there is none. */
  readonly payment: string | null
  /** An amount and a status. */
  readonly note: string
}

/** A delivery of an event to an endpoint as a line of a page. */
export interface SentLine {
  readonly id: string
  readonly at: string
  readonly event: string
  readonly type: string
  /** The address of the endpoint. */
  readonly url: string
  readonly status: string
  /** The number of tries and the outcome of the last one. */
  readonly tries: string
}

/** A ledger group as a line of a page. */
export interface BookedLine {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly payment: string | null
  /** The entries by account. Positive amounts are debits. */
  readonly entries: ReadonlyArray<{ readonly account: string; readonly amount: string }>
}

/** The balance of an account. */
interface BalanceLine {
  readonly account: string
  readonly balance: string
}

/** The newest events, deliveries and ledger groups of a merchant, newest first. */
export interface Board {
  readonly events: ReadonlyArray<EventLine>
  readonly deliveries: ReadonlyArray<SentLine>
  readonly books: ReadonlyArray<BookedLine>
  readonly balances: ReadonlyArray<BalanceLine>
}

/** An attempt, with the reasons of its route. */
export interface AttemptLine {
  readonly id: string
  readonly at: string
  readonly provider: string
  /** The merchant's name of the account. Null if no account was eligible. */
  readonly account: string | null
  readonly status: string
  /** The provider's message and codes of a decline. Null without a decline. */
  readonly decline: string | null
  /** A sentence with the rule that decided. */
  readonly rule: string
  /** The facts for routing, each as a name and a value. */
  readonly facts: ReadonlyArray<readonly [name: string, value: string]>
  /** Every considered account with routing's verdict. */
  readonly candidates: ReadonlyArray<{ readonly account: string; readonly verdict: string }>
}

/** A payment's timeline, oldest first. */
export interface Timeline {
  /** The payment's fields, each as a name and a value. */
  readonly payment: ReadonlyArray<readonly [name: string, value: string]>
  readonly attempts: ReadonlyArray<AttemptLine>
  readonly events: ReadonlyArray<EventLine>
  readonly deliveries: ReadonlyArray<SentLine>
  readonly books: ReadonlyArray<BookedLine>
}
