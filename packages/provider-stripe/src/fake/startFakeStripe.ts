import {
  type CallKind,
  type FakeFaults,
  fakeFaults,
  onLoopback,
  seededRandom
} from "@payloom/testkit/fake-provider"
import type Stripe from "stripe"
import { stripeApiVersion } from "../stripeClients.ts"
import { emptyBilling, type FakeBilling, fakeBilling } from "./billing/fakeBilling.ts"
import { cancelPayment } from "./cancelPayment.ts"
import type { CardConduct } from "./cards.ts"
import { disputeCharge, disputeNamed, moveDispute } from "./disputes.ts"
import { type FakeEvents, fakeEvents } from "./FakeEvents.ts"
import type { FakeCapture, FakeStore, KeptPayment } from "./FakeStore.ts"
import { type FakeStripeAccount, fakeAccounts, usualAccount } from "./fakeAccounts.ts"
import { idempotency } from "./idempotency.ts"
import { settlePayment } from "./payments.ts"
import { createRefund, settleRefund } from "./refunds.ts"
import { payerAnswers } from "./routes.ts"
import { backTo, fakeServer } from "./server.ts"

/** The options of the fake. */
export interface FakeStripeOptions {
  /** The seed of the keys and of the random faults. The same seed gives the same ones. */
  readonly seed?: string
  /** Returns the time in milliseconds since the epoch. The default is this machine's clock. */
  readonly now?: () => number
}

/** The decline of an account. Its `code` is `card_declined` by default. */
type AccountDecline = Partial<
  Omit<Extract<CardConduct, { readonly _tag: "declined" }>, "_tag" | "decline_code">
> & { readonly decline_code: string }

/** A payment as the fake stores it, with its charge, its captures and its refunds. */
export interface FakePayment {
  readonly payment: Stripe.PaymentIntent
  readonly charge: Stripe.Charge | null
  /** The captures of a hold, the oldest first. */
  readonly captures: ReadonlyArray<FakeCapture>
  readonly refunds: ReadonlyArray<Stripe.Refund>
}

/** A fake of Stripe on this machine. */
export interface FakeStripe {
  /** The fake's address, such as `http://127.0.0.1:4242`. */
  readonly url: string
  /** The same address in the form that the SDK and the connector take. */
  readonly address: { readonly host: string; readonly port: number; readonly protocol: "http" }
  /** Returns the account of that name, and creates it at the first call. The default is `main`. */
  readonly account: (name?: string) => FakeStripeAccount
  /** Returns an account that is connected to the platform of that name. The default is `main`. */
  readonly connected: (name: string, platform?: string) => FakeStripeAccount
  /** Revokes an account's key. Later calls with it get a 401. */
  readonly revoke: (name: string) => void
  /** Declines every card on an account from now on. Null ends that. */
  readonly declineCards: (name: string, as: AccountDecline | null) => void
  /**
   * Fails the next call of a kind inside of Stripe. Nothing is carried out, and the 500 stays the
   * answer under the call's idempotency key.
   */
  readonly failNext: (kind: CallKind) => void
  /** Fails the next charge inside of Stripe, as `failNext` does. It can be completed later. */
  readonly failNextCharge: () => void
  /** Refuses every refund from now on with a code of Stripe's. Null ends that. */
  readonly refuseRefunds: (code: string | null) => void
  /** Completes a charge that failed inside of Stripe, as Stripe's engineers may do hours later. */
  readonly completeFailedCharge: (reference: string) => void
  /** Returns the stored payments under a reference, the oldest first. */
  readonly payments: (reference: string) => ReadonlyArray<FakePayment>
  /** Returns every payment of an account. */
  readonly allPayments: (name?: string) => ReadonlyArray<FakePayment>
  /**
   * Approves or refuses an action for the payer, by our reference or Stripe's id. Returns the URL
   * that the payer is redirected to.
   */
  readonly payerAnswers: (reference: string, approves: boolean) => URL
  /** Settles a payment that is processing, such as a direct debit. */
  readonly settle: (reference: string, succeeds: boolean) => void
  /** Settles a pending refund, or fails a refund that has succeeded. */
  readonly settleRefund: (id: string, succeeds: boolean) => void
  /** Does things that happen in Stripe's dashboard, at an issuer, or as time passes. */
  readonly dashboard: {
    /** Refunds a payment, or a part of it in Stripe's units. */
    readonly refund: (reference: string, amount?: number) => Stripe.Refund
    /** Disputes a payment. The default reason is `fraudulent`. */
    readonly dispute: (reference: string, reason?: string) => Stripe.Dispute
    /** Returns a dispute with its evidence. */
    readonly disputed: (id: string) => Stripe.Dispute
    /** Moves a dispute to another status, which may end it. */
    readonly moveDispute: (id: string, status: Stripe.Dispute.Status) => void
    /** Expires a hold. */
    readonly expire: (reference: string) => void
  }
  /** Prices and subscriptions, which are billed by the fake's time. */
  readonly billing: FakeBilling
  /** The events, and their webhooks. */
  readonly events: Pick<FakeEvents, "setFaults" | "met" | "idle"> & {
    /** Returns all events of an account, the oldest first. */
    readonly all: (name?: string) => ReadonlyArray<Stripe.Event>
    /** Sends an account's webhooks to this URL from now on. Null sends them nowhere. */
    readonly sendTo: (url: string | null, name?: string) => void
    /** Returns an event as a signed request. `at` is in milliseconds since the epoch. */
    readonly sign: (
      event: Stripe.Event,
      name?: string,
      at?: number
    ) => ReturnType<FakeEvents["sign"]>
  }
  /** Delays, drops or breaks calls: the next one, or calls at random. */
  readonly faults: FakeFaults
  /** Stops the server and the webhooks. */
  readonly close: () => Promise<void>
}

/**
 * Starts a fake of Stripe on this machine. It has Stripe's API for PaymentIntents, SetupIntents,
 * PaymentMethods, Customers and refunds, with state and idempotency. It has test cards, 3-D Secure
 * by a page and by Stripe.js, bank redirects, direct debits, disputes, signed webhooks, and faults.
 * The bodies of its answers have the SDK's own types.
 *
 * It doesn't imitate these: Radar, balances and payouts, Connect beyond direct charges, search,
 * permissions of restricted keys, the methods that a dashboard turns on, rate limits, the exact
 * words of messages, and the duration of anything. It ignores parameters that the connector doesn't
 * send.
 *
 * @example
 * ```ts
 * const fake = await startFakeStripe()
 * const provider = stripe({ ...fake.address, accountOf: (name) => fake.account(name) })
 * ```
 */
export const startFakeStripe = async (options: FakeStripeOptions = {}): Promise<FakeStripe> => {
  const { seed = "fake", now = Date.now } = options
  const seconds = () => Math.floor(now() / 1000)
  const accounts = fakeAccounts(seed)
  const keys = new Map<string, ReturnType<typeof idempotency>>()
  const random = seededRandom(seed)
  const faults = fakeFaults(random)
  const events = fakeEvents({
    secretOf: accounts.webhookSecretOf,
    connectedOf: accounts.connectedOf,
    now: seconds,
    apiVersion: stripeApiVersion,
    random
  })
  const store = emptyStore(seconds, events.send)
  const server = fakeServer({
    store,
    faults,
    accountOf: accounts.named,
    keysOf: (name) => {
      const kept = keys.get(name) ?? idempotency(seconds)
      keys.set(name, kept)
      return kept
    },
    origin: () => url,
    beforeAnswer: events.beforeAnswer
  })
  const { url, port, close } = await onLoopback(server)
  return {
    url,
    address: { host: "127.0.0.1", port, protocol: "http" },
    account: accounts.account,
    connected: accounts.connected,
    revoke: accounts.revoke,
    declineCards: (name, as) => {
      if (as === null) store.declining.delete(name)
      else store.declining.set(name, { code: "card_declined", ...as, _tag: "declined" })
    },
    failNext: (kind) => {
      store.failsNext = kind
    },
    failNextCharge: () => {
      store.failsNext = "charge"
    },
    refuseRefunds: (code) => {
      store.refusesRefunds = code
    },
    completeFailedCharge: (reference) => {
      const complete = store.unfinished.get(reference)
      if (complete === undefined) throw new Error(`No charge failed inside under ${reference}.`)
      complete()
    },
    billing: fakeBilling(store, usualAccount),
    ...viewOf(store),
    ...actionsOn(store),
    events: {
      ...events,
      all: (name = usualAccount) => events.all(name),
      sendTo: (to, name = usualAccount) => events.sendTo(name, to),
      sign: (event, name = usualAccount, at) => events.sign(name, event, at)
    },
    faults,
    close: async () => {
      events.close()
      await close()
    }
  }
}

const emptyStore = (now: () => number, sendEvent: FakeEvents["send"]): FakeStore => ({
  payments: new Map(),
  checks: new Map(),
  methods: new Map(),
  debits: new Map(),
  customers: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  files: new Map(),
  billing: emptyBilling(),
  declining: new Map(),
  now,
  sendEvent,
  unfinished: new Map(),
  takesHalf: false,
  failsNext: null,
  refusesRefunds: null
})

const under = ({ payments }: FakeStore, reference: string): ReadonlyArray<KeptPayment> =>
  [...payments.values()].filter(
    ({ payment }) => payment.id === reference || payment.metadata.payloom_reference === reference
  )

const one = (store: FakeStore, reference: string): KeptPayment => {
  const [kept] = under(store, reference)
  if (kept === undefined) throw new Error(`There is no payment ${reference}.`)
  return kept
}

const viewOf = (store: FakeStore): Pick<FakeStripe, "payments" | "allPayments"> => {
  const view = ({ payment, charge, captures }: KeptPayment): FakePayment => ({
    payment,
    charge,
    captures,
    refunds: [...store.refunds.values()]
      .map(({ refund }) => refund)
      .filter((refund) => refund.payment_intent === payment.id)
  })
  return {
    payments: (reference) => under(store, reference).map(view),
    allPayments: (name = usualAccount) =>
      [...store.payments.values()].filter((kept) => kept.account === name).map(view)
  }
}

type Action = "payerAnswers" | "settle" | "settleRefund" | "dashboard"

const actionsOn = (store: FakeStore): Pick<FakeStripe, Action> => ({
  payerAnswers: (reference, approves) => {
    const [kept] = under(store, reference)
    const check = [...store.checks.values()].find(
      ({ setup }) => setup.metadata?.payloom_reference === reference
    )
    const id = kept?.payment.id ?? check?.setup.id ?? reference
    const answer = payerAnswers(store, id, approves)
    if (answer === null) throw new Error(`Nothing waits for an answer under ${reference}.`)
    return backTo(id, answer)
  },
  settle: (reference, succeeds) => void settlePayment(store, one(store, reference), succeeds),
  settleRefund: (id, succeeds) => void settleRefund(store, id, succeeds),
  dashboard: {
    refund: (reference, amount) => {
      const { payment, account } = one(store, reference)
      return createRefund(store, account, {
        payment_intent: payment.id,
        ...(amount === undefined ? {} : { amount: String(amount) })
      })
    },
    dispute: (reference, reason = "fraudulent") =>
      disputeCharge(store, one(store, reference), { reason, isInquiry: false }),
    disputed: (id) => disputeNamed(store, id).dispute,
    moveDispute: (id, status) => void moveDispute(store, id, status),
    expire: (reference) => void cancelPayment(store, one(store, reference), "expired")
  }
})
