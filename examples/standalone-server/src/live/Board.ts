/** Something that happened, as a line of a page. */
export interface ToldLine {
  readonly id: string
  /** A date and a time of day, in UTC. */
  readonly at: string
  readonly type: string
  /** Whether it is for whoever watches over the engine alone. */
  readonly isInternal: boolean
  /** The payment that it is or belongs to; null where there is none. */
  readonly payment: string | null
  /** What else there is to say: an amount, or where it stands. */
  readonly note: string
}

/** An event on its way to an endpoint, as a line of a page. */
export interface SentLine {
  readonly id: string
  readonly at: string
  readonly event: string
  readonly type: string
  /** Where it goes. */
  readonly url: string
  readonly status: string
  /** How often it was tried, and what came of the last try. */
  readonly tries: string
}

/** A happening in the books, as a line of a page. */
export interface BookedLine {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly payment: string
  /** What was moved on each account: more than nothing is a debit. */
  readonly entries: ReadonlyArray<{ readonly account: string; readonly amount: string }>
}

/** What stands on an account. */
interface BalanceLine {
  readonly account: string
  readonly balance: string
}

/** What happens at a merchant right now, newest first. */
export interface Board {
  readonly events: ReadonlyArray<ToldLine>
  readonly deliveries: ReadonlyArray<SentLine>
  readonly books: ReadonlyArray<BookedLine>
  readonly balances: ReadonlyArray<BalanceLine>
}

/** An attempt to charge, with why it went where it went. */
export interface AttemptLine {
  readonly id: string
  readonly at: string
  readonly provider: string
  /** The merchant's name of the account; null where none could take it. */
  readonly account: string | null
  readonly status: string
  /** What the provider said of a decline, and in which codes; null where there is none. */
  readonly decline: string | null
  /** Which rule decided, as a sentence. */
  readonly rule: string
  /** What routing went by, each as a name and a value. */
  readonly facts: ReadonlyArray<readonly [name: string, value: string]>
  /** Every account that was considered, and what routing made of it. */
  readonly candidates: ReadonlyArray<{ readonly account: string; readonly verdict: string }>
}

/** A payment's story, oldest first. */
export interface Story {
  /** What there is to say of it, each as a name and a value. */
  readonly payment: ReadonlyArray<readonly [name: string, value: string]>
  readonly attempts: ReadonlyArray<AttemptLine>
  readonly events: ReadonlyArray<ToldLine>
  readonly deliveries: ReadonlyArray<SentLine>
  readonly books: ReadonlyArray<BookedLine>
}
