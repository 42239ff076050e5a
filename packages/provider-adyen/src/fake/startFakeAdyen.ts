import { createHash } from "node:crypto"
import {
  type FakeFaults,
  fakeFaults,
  onLoopback,
  type SignedEvent,
  seededRandom
} from "@payloom/testkit/fake-provider"
import type { AdyenAccount } from "../AdyenOptions.ts"
import {
  type FakeBooks,
  type FakeModification,
  type FakePayment,
  itemOf,
  totalsOf
} from "./FakeBooks.ts"
import { type FakeDashboard, fakeDashboard } from "./FakeDashboard.ts"
import { type FakeEvents, type FakeItem, fakeEvents } from "./FakeEvents.ts"
import { shopperAnswers } from "./fakeDetails.ts"
import { idempotency } from "./fakeIdempotency.ts"
import { ownPages } from "./fakePages.ts"
import { decided } from "./fakePayments.ts"
import { fakeServer } from "./fakeServer.ts"

/** How the fake is set up. */
export interface FakeAdyenOptions {
  /** What its keys are made of, and its chances: the same for the same. */
  readonly seed?: string
  /** Its clock, in milliseconds since the epoch; this machine's unless told. */
  readonly now?: () => number
  /** The port that it listens on; any that is free unless told. */
  readonly port?: number
  /** For how long a capture, cancel or refund is queued, in milliseconds: 0 unless told. */
  readonly modificationDelayMs?: number
  /** The schemes that its accounts have an acquirer for, such as `visa`: all unless told. */
  readonly schemes?: ReadonlyArray<string>
  /**
   * Whether a card that is stored is answered with its brand, first digits and alias: not unless
   * told, as in the example of Adyen's OpenAPI document.
   */
  readonly tellsOfStored?: boolean
  /**
   * Whether what comes of a chargeback names its payment, as the guide's setting has it: so it does
   * unless told. Else it comes under the payment's reference, without one of its own.
   */
  readonly namesDisputes?: boolean
  /** For how many hours it knows an idempotency key again: 168 unless told. */
  readonly remembersHours?: number
}

/** A fake of Adyen on this machine. */
export interface FakeAdyen {
  /** Where it is, for the connector's `baseUrl`, such as `http://127.0.0.1:4242`. */
  readonly url: string
  /** An account by a name of yours, which is that of its merchant account, made as it is asked. */
  readonly account: (name?: string) => AdyenAccount
  /** The account's key is one no more. */
  readonly revoke: (name: string) => void
  /** What it really has under a reference of ours or its own, in the order in which it was made. */
  readonly payments: (reference: string) => ReadonlyArray<FakePayment>
  /** Every payment of an account. */
  readonly allPayments: (name?: string) => ReadonlyArray<FakePayment>
  /** What it captured, cancelled or refunded under a reference, or tried to. */
  readonly modifications: (reference: string) => ReadonlyArray<FakeModification>
  /** What was captured and not given back, by currency, in Adyen's own units. */
  readonly totals: () => Readonly<Record<string, number>>
  /**
   * The payer approves or refuses what asks them, by our reference or Adyen's. Answers what they
   * bring back: the `redirectResult` of the address, or the `threeDSResult` of Adyen Web.
   */
  readonly payerAnswers: (reference: string, approves: boolean) => string
  /** Decides what was only received, such as a direct debit, or a code that is scanned. */
  readonly settle: (reference: string, succeeds: boolean) => void
  /**
   * Every card that is charged from now on is in error, such as by 172; none is by null. It is
   * looked at before the idempotency key: Adyen doesn't say in which order it does.
   */
  readonly failCards: (errorCode: string | null) => void
  readonly dashboard: FakeDashboard
  readonly events: Pick<FakeEvents, "spoil" | "idle"> & {
    /** Everything told of an account, the oldest first. */
    readonly all: (name?: string) => ReadonlyArray<FakeItem>
    /** Where an account's webhooks go from now on, or null for nowhere. */
    readonly sendTo: (url: string | null, name?: string) => void
    /** A webhook of these items, signed for an account. */
    readonly sign: (items: ReadonlyArray<FakeItem>, name?: string) => SignedEvent
  }
  readonly faults: FakeFaults
  readonly close: () => Promise<void>
}

const usual = "main"
const hourMs = 3_600_000

/**
 * Starts a fake of Adyen on this machine: payments, their details, captures, cancels, refunds and
 * stored payment methods of the Checkout API, with state and idempotency; test cards, refusals by
 * the holder's name as on Adyen's test platform, 3-D Secure by a page and by Adyen Web, iDEAL,
 * Bancontact and SEPA direct debits; disputes and the Customer Area; webhooks that are signed and
 * posted until they are taken; and faults. Its bodies are of the SDK's own types. Another process
 * has it do things by `/_fake/…`, which takes JSON.
 *
 * Its accounts are set up as the guide says: they tell their additional data, and have 3-D Secure
 * turned on for cards on file.
 *
 * What it doesn't imitate: the risk engine, fees and settlement reports, sessions, split payments
 * and platforms, orders of several payments, adjusted authorisations, several captures of one
 * payment, fields that the connector doesn't send (they are ignored), rate limits, many of the
 * checks of a request, the exact words of messages, and how long anything takes.
 *
 * @example
 * ```ts
 * const fake = await startFakeAdyen()
 * const provider = adyen({ baseUrl: fake.url, accountOf: (name) => fake.account(name) })
 * ```
 */
export const startFakeAdyen = async (options: FakeAdyenOptions = {}): Promise<FakeAdyen> => {
  const { seed = "fake", now = Date.now, modificationDelayMs = 0, remembersHours = 168 } = options
  const { tellsOfStored = false, namesDisputes = true, schemes = null } = options
  const secretOf = (name: string, what: string) =>
    createHash("sha256").update(`${seed} ${name} ${what}`).digest("hex")
  const random = seededRandom(seed)
  const faults = fakeFaults(random)
  const events = fakeEvents((name) => secretOf(name, "webhooks"), random)
  const keys = new Map<string, string>()
  const revoked = new Set<string>()
  const books = emptyBooks({
    now,
    modificationDelayMs,
    tellsOfStored,
    namesDisputes,
    schemes,
    tell: (payment, item) => events.tell(payment.merchantAccount, itemOf(payment, now(), item))
  })
  const account = (name: string = usual): AdyenAccount => {
    const made = accountNamed(name, secretOf)
    keys.set(made.apiKey, name)
    return made
  }
  const { payments, one, payerAnswers, settle, failCards } = viewOf(books)
  const dashboard = fakeDashboard(books, one)
  const sendTo = (url: string | null, name: string = usual) => events.sendTo(name, url)
  const totals = () => totalsOf(books.payments.values())
  const server = fakeServer({
    books,
    faults,
    origin: () => url,
    accountOf: (key) => {
      const name = keys.get(key) ?? null
      return name === null || revoked.has(name) ? null : name
    },
    once: idempotency(now, remembersHours * hourMs),
    beforeAnswer: events.beforeAnswer,
    own: ownPages({ books, faults, dashboard, payments, payerAnswers, sendTo, totals })
  })
  const { url, close } = await onLoopback(server, options.port)

  return {
    url,
    account,
    revoke: (name) => void revoked.add(name),
    payments,
    allPayments: (name = usual) =>
      [...books.payments.values()].filter((each) => each.merchantAccount === name),
    modifications: (reference) =>
      books.modifications.filter((each) => each.reference === reference),
    totals,
    payerAnswers,
    settle,
    failCards,
    dashboard,
    events: {
      spoil: events.spoil,
      idle: events.idle,
      all: (name = usual) => events.all(name),
      sendTo,
      sign: (items, name = usual) => events.sign(name, items)
    },
    faults,
    close: async () => {
      events.close()
      await close()
    }
  }
}

/** An account, with all that Adyen gives one. */
const accountNamed = (
  name: string,
  secretOf: (name: string, what: string) => string
): AdyenAccount => ({
  apiKey: secretOf(name, "api"),
  merchantAccount: name,
  hmacKeys: [secretOf(name, "webhooks")],
  clientKey: `test_${secretOf(name, "page").slice(0, 32).toUpperCase()}`
})

/** The payments by their references, and those who decide them. */
const viewOf = (books: FakeBooks) => {
  const payments = (reference: string): ReadonlyArray<FakePayment> =>
    [...books.payments.values()].filter(
      (each) => each.reference === reference || each.pspReference === reference
    )
  const one = (reference: string): FakePayment => {
    const [payment] = payments(reference)
    if (payment === undefined) throw new Error(`There is no payment ${reference}.`)
    return payment
  }
  const payerAnswers: FakeAdyen["payerAnswers"] = (reference, approves) => {
    const payment = one(reference)
    if (payment.status !== "waiting") throw new Error(`There is nothing to answer: ${reference}.`)
    return shopperAnswers(books, payment, approves)
  }
  const settle: FakeAdyen["settle"] = (reference, succeeds) => {
    const payment = one(reference)
    if (payment.status !== "received" && payment.status !== "waiting") return
    const how = succeeds
      ? ({ _tag: "approves" } as const)
      : ({ _tag: "refuses", code: "2", raw: null } as const)
    decided(books, payment, how)
  }
  const failCards: FakeAdyen["failCards"] = (errorCode) => {
    books.cardError = errorCode
  }
  return { payments, one, payerAnswers, settle, failCards }
}

/** Nothing is in the books at first. */
const emptyBooks = (
  more: Omit<
    FakeBooks,
    "payments" | "modifications" | "stored" | "newPspReference" | "takesHalf" | "cardError"
  >
): FakeBooks => {
  let made = 0
  return {
    payments: new Map(),
    modifications: [],
    stored: new Map(),
    newPspReference: () => {
      made += 1
      return `FAKE${made.toString(36).toUpperCase().padStart(12, "0")}`
    },
    takesHalf: false,
    cardError: null,
    ...more
  }
}
