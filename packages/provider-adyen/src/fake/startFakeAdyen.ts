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
  type FakeDispute,
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
import { type FakeSplitBooks, splitBooks } from "./fakeSplits.ts"

/** The options of the fake. */
export interface FakeAdyenOptions {
  /** The seed of the keys and of the random faults. The same seed gives the same ones. */
  readonly seed?: string
  /** Returns the time in milliseconds since the epoch. The default is this machine's clock. */
  readonly now?: () => number
  /** The port that the fake listens on. The default is any free port. */
  readonly port?: number
  /** The time that a capture, cancel or refund is queued, in milliseconds. The default is 0. */
  readonly modificationDelayMs?: number
  /** The schemes that the accounts have an acquirer for, such as `visa`. The default is all. */
  readonly schemes?: ReadonlyArray<string>
  /**
   * True if the answer to storing a card has its brand, first digits and alias. The default is
   * false, as in the example of Adyen's OpenAPI document.
   */
  readonly returnsStoredCardDetails?: boolean
  /**
   * True if events of a chargeback name its payment, as the guide's setting makes them. The default
   * is true. Otherwise they come under the payment's reference, without one of their own.
   */
  readonly disputesNamePayment?: boolean
  /** True if the accounts have multiple partial captures turned on. The default is false. */
  readonly multipleCaptures?: boolean
  /** The percentage of overcapture that the accounts have, for all schemes. The default is 0. */
  readonly overCapturePercent?: number
  /** The hours for which an idempotency key is remembered. The default is 168. */
  readonly idempotencyHours?: number
}

/** A fake of Adyen on this machine. */
export interface FakeAdyen extends FakeSplitBooks {
  /** The URL for the connector's `baseUrl`, such as `http://127.0.0.1:4242`. */
  readonly url: string
  /**
   * Returns the account of that name, and creates it at the first call. The name is also the name
   * of its merchant account. The default is `main`.
   */
  readonly account: (name?: string) => AdyenAccount
  /** Revokes an account's API key. */
  readonly revoke: (name: string) => void
  /** Returns the stored payments under the engine's reference or Adyen's, the oldest first. */
  readonly payments: (reference: string) => ReadonlyArray<FakePayment>
  /** Returns every payment of an account. */
  readonly allPayments: (name?: string) => ReadonlyArray<FakePayment>
  /** Returns the captures, cancels and refunds under a reference, and their failed ones. */
  readonly modifications: (reference: string) => ReadonlyArray<FakeModification>
  /** Returns a dispute by its reference, with its documents and its defense. */
  readonly dispute: (pspReference: string) => FakeDispute | null
  /** Returns the captured amounts less the refunded ones, by currency, in Adyen's own units. */
  readonly totals: () => Readonly<Record<string, number>>
  /**
   * Approves or refuses an action for the payer, by the engine's reference or Adyen's. Returns the
   * result that the payer brings back: the `redirectResult` in the URL, or the `threeDSResult` of
   * Adyen Web.
   */
  readonly payerAnswers: (reference: string, approves: boolean) => string
  /**
   * Settles a payment that was only received, such as a direct debit, or one whose code is scanned.
   */
  readonly settle: (reference: string, succeeds: boolean) => void
  /**
   * Fails every charged card with this error, such as 172, from now on. Null ends that. The error
   * comes before a look at the idempotency key. Adyen doesn't document the order.
   */
  readonly failCards: (errorCode: string | null) => void
  /** Does things that happen in the Customer Area, at banks and issuers, or as time passes. */
  readonly dashboard: FakeDashboard
  /** The events, and their webhooks. */
  readonly events: Pick<FakeEvents, "setFaults" | "met" | "idle"> & {
    /** Returns all events of an account, the oldest first. */
    readonly all: (name?: string) => ReadonlyArray<FakeItem>
    /** Sends an account's webhooks to this URL from now on. Null sends them nowhere. */
    readonly sendTo: (url: string | null, name?: string) => void
    /** Returns a webhook of these items, signed for an account. */
    readonly sign: (items: ReadonlyArray<FakeItem>, name?: string) => SignedEvent
  }
  /** Delays, drops or breaks calls: the next one, or calls at random. */
  readonly faults: FakeFaults
  /** Stops the server and the webhooks. */
  readonly close: () => Promise<void>
}

const usual = "main"
const hourMs = 3_600_000

/**
 * Starts a fake of Adyen on this machine. It has payments, their details, captures, cancels,
 * refunds, amount updates and stored payment methods of the Checkout API, with state and
 * idempotency. It has test cards, refusals by the holder's name as on Adyen's test platform, 3-D
 * Secure by a page and by Adyen Web, the alternative methods of the guide, disputes with their
 * evidence, the Customer Area, and faults. It signs webhooks, and posts them until they are
 * accepted. The bodies of its answers have the SDK's own types. Another process can control it by
 * `/_fake/…`, which takes JSON.
 *
 * Its accounts are set up as the guide says. They send additional data, and have 3-D Secure turned
 * on for cards on file.
 *
 * It books splits to any balance account. It doesn't imitate the risk engine, fees, settlement
 * reports, sessions, the accounts of platforms, or orders of several payments. It lacks rate
 * limits, many checks of a request, the exact words of messages, and realistic delays. It ignores
 * fields that the connector doesn't send.
 *
 * @example
 * ```ts
 * const fake = await startFakeAdyen()
 * const provider = adyen({ baseUrl: fake.url, accountOf: (name) => fake.account(name) })
 * ```
 */
export const startFakeAdyen = async (options: FakeAdyenOptions = {}): Promise<FakeAdyen> => {
  const { seed = "fake", now = Date.now, idempotencyHours = 168 } = options
  const secretOf = (name: string, what: string) =>
    createHash("sha256").update(`${seed} ${name} ${what}`).digest("hex")
  const random = seededRandom(seed)
  const faults = fakeFaults(random)
  const events = fakeEvents((name) => secretOf(name, "webhooks"), random)
  const keys = new Map<string, string>()
  const revoked = new Set<string>()
  const books = emptyBooks({
    ...settingsOf(options),
    now,
    sendEvent: (payment, item) => events.send(payment.merchantAccount, itemOf(payment, now(), item))
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
    once: idempotency(now, idempotencyHours * hourMs),
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
    dispute: (pspReference) => books.disputes.get(pspReference) ?? null,
    totals,
    ...splitBooks(books),
    payerAnswers,
    settle,
    failCards,
    dashboard,
    events: {
      setFaults: events.setFaults,
      met: events.met,
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

/** Returns the settings of the fake's accounts. */
const settingsOf = ({
  modificationDelayMs = 0,
  returnsStoredCardDetails = false,
  disputesNamePayment = true,
  multipleCaptures = false,
  overCapturePercent = 0,
  schemes
}: FakeAdyenOptions) => ({
  modificationDelayMs,
  returnsStoredCardDetails,
  disputesNamePayment,
  multipleCaptures,
  overCapturePercent,
  schemes: schemes ?? null
})

/** Returns an account with its keys. */
const accountNamed = (
  name: string,
  secretOf: (name: string, what: string) => string
): AdyenAccount => ({
  apiKey: secretOf(name, "api"),
  merchantAccount: name,
  hmacKeys: [secretOf(name, "webhooks")],
  clientKey: `test_${secretOf(name, "page").slice(0, 32).toUpperCase()}`
})

/** Returns the payments by their references, and the functions that decide them. */
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
    if (payment.status !== "waiting") throw new Error(`The payment ${reference} doesn't wait.`)
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

/** Creates the fake's empty state. */
const emptyBooks = (
  more: Omit<
    FakeBooks,
    | "payments"
    | "modifications"
    | "stored"
    | "storedDebits"
    | "disputes"
    | "newPspReference"
    | "takesHalf"
    | "cardError"
  >
): FakeBooks => {
  let made = 0
  return {
    payments: new Map(),
    modifications: [],
    stored: new Map(),
    storedDebits: new Map(),
    disputes: new Map(),
    newPspReference: () => {
      made += 1
      return `FAKE${made.toString(36).toUpperCase().padStart(12, "0")}`
    },
    takesHalf: false,
    cardError: null,
    ...more
  }
}
